//! The transposition table beside the work of a node: probed when it is needed or prefetched before, and large memory by
//! the system's ordinary pages or by huge ones.
#![allow(missing_docs)]

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};

use criterion::{Criterion, criterion_group, criterion_main};
use engine::memory;
use engine::table::TranspositionTable;
use eval::Evaluate;
use movegen::fen;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const MEBIBYTES: usize = 64;

fn prefetch(criterion: &mut Criterion) {
    let table = TranspositionTable::new(MEBIBYTES);
    let position: Chess = match fen::parse(Variant::Chess.start_fen(), Variant::Chess, false) {
        Ok(position) => position,
        Err(error) => panic!("{error}"),
    };
    let sums = position.fresh();
    let work = || black_box(&position).evaluate(&sums);
    let mut group = criterion.benchmark_group("probe after an evaluation");
    for (name, early) in [("alone", false), ("prefetched", true)] {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        group.bench_function(name, |bench| {
            bench.iter(|| {
                let key = rng.random();
                if early {
                    table.prefetch(key);
                }
                (work(), table.probe(key))
            })
        });
    }
    group.finish();
}

fn pages(criterion: &mut Criterion) {
    let size = MEBIBYTES << 20 >> 3;
    let mut group = criterion.benchmark_group("load from anywhere");
    for (name, huge) in [("ordinary pages", false), ("huge pages", true)] {
        let memory: Vec<AtomicU64> = vec![0u64; size].into_iter().map(AtomicU64::new).collect();
        if huge {
            memory::prefer_huge_pages(&memory);
        }
        memory.iter().for_each(|word| word.store(1, Ordering::Relaxed));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut place = 0;
        group.bench_function(name, |bench| {
            // Where the next load goes depends on this one.
            bench.iter(|| place = (rng.random_range(0..size) + memory[place].load(Ordering::Relaxed) as usize) % size);
        });
    }
    group.finish();
}

criterion_group!(benches, prefetch, pages);
criterion_main!(benches);
