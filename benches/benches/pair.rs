//! What two boards cost beside one: making and unmaking moves, and perft a leaf.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use movegen::fen;
use movegen::moves::Move;
use movegen::pair::{self, Pair};
use movegen::perft::perft;
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::variants::drops::Drops;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
const MIDDLE_GAME: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1[QRBNPqrbnp] w - - 0 1";
const POSITIONS: [(&str, &str); 2] = [("start", START), ("middle game", MIDDLE_GAME)];
const VARIANTS: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];

fn alone(fen: &str, variant: Variant) -> Drops {
    fen::parse(fen, variant, false).unwrap()
}

fn both(fen: &str, variant: Variant) -> Pair {
    fen::parse_pair(&format!("{fen} | {fen}"), variant, false).unwrap()
}

/// Each move that both forms know is made and taken back, without a look for endings.
fn make_and_unmake(criterion: &mut Criterion) {
    for variant in VARIANTS {
        for (name, fen) in POSITIONS {
            let mut group = criterion.benchmark_group(format!("make and unmake, {variant}"));
            let (mut one, mut two) = (alone(fen, variant), both(fen, variant));
            let moves: Vec<Move> = one.legal_moves().iter().copied().filter(|&mv| two.is_legal(mv)).collect();
            group.throughput(Throughput::Elements(moves.len() as u64));
            group.bench_function(BenchmarkId::new("one board", name), |bencher| {
                bencher.iter(|| {
                    for &mv in &moves {
                        let undo = one.make(black_box(mv), &mut ());
                        one.unmake(mv, undo);
                    }
                });
            });
            group.bench_function(BenchmarkId::new("two boards", name), |bencher| {
                bencher.iter(|| {
                    for &mv in &moves {
                        let undo = two.make(black_box(mv));
                        two.unmake(mv, undo);
                    }
                });
            });
        }
    }
}

/// Perft with its endings; the throughput counts leaves.
fn perft_a_leaf(criterion: &mut Criterion) {
    for variant in VARIANTS {
        for (name, fen, depth) in [("start", START, 3), ("middle game", MIDDLE_GAME, 2)] {
            let mut group = criterion.benchmark_group(format!("perft {depth}, {variant}"));
            let (mut one, mut two) = (alone(fen, variant), both(fen, variant));
            group.throughput(Throughput::Elements(perft(&mut one, depth)));
            group.bench_function(BenchmarkId::new("one board", name), |bencher| {
                bencher.iter(|| perft(&mut one, black_box(depth)));
            });
            group.throughput(Throughput::Elements(pair::perft::perft(&mut two, depth)));
            group.bench_function(BenchmarkId::new("two boards", name), |bencher| {
                bencher.iter(|| pair::perft::perft(&mut two, black_box(depth)));
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = make_and_unmake, perft_a_leaf
}
criterion_main!(benches);
