//! The static evaluation as it plays, by the instructions of this processor, and as compiled for any processor.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use eval::Tunable;
use movegen::fen;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::superschaak::Superschaak;

fn compare<P: Tunable>(criterion: &mut Criterion, variant: Variant, text: &str) {
    let position: P = match fen::parse(text, variant, false) {
        Ok(position) => position,
        Err(error) => panic!("{text}: {error}"),
    };
    let sums = position.fresh();
    let mut group = criterion.benchmark_group(variant.to_string());
    group.bench_function("this processor", |bench| bench.iter(|| std::hint::black_box(&position).evaluate(&sums)));
    group.bench_function("any", |bench| bench.iter(|| std::hint::black_box(&position).evaluate_anywhere(&sums)));
    group.finish();
}

fn evaluation(criterion: &mut Criterion) {
    const MEN: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1";
    compare::<Chess>(criterion, Variant::Chess, &format!("{MEN} w - - 0 1"));
    compare::<Drops>(criterion, Variant::Crazyhouse, &format!("{MEN}[NPbp] w - - 0 1"));
    const SUPER: &str = "rnvakser/pppppppp/8/8/8/8/PPPPPPPP/RNVAKSER[QBBNqbbn] w - - 0 1";
    compare::<Superschaak>(criterion, Variant::Superschaak, SUPER);
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
