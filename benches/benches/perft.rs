//! Perft speed, one thread, the last ply's move list filled and counted, beside shakmaty and cozy-chess.
#![allow(missing_docs)]

use arrayvec::ArrayVec;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use movegen::fen;
use movegen::moves::{MoveCount, MoveList};
use movegen::perft::perft;
use movegen::position::{Position, Selection};
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::ha_lijnen::HaLijnen;
use movegen::variants::superschaak::Superschaak;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const CRAZYHOUSE_KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[] w KQkq - 0 1";
const MIDDLE_GAME: &str = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1[QRBNPqrbnp] w - - 0 1";
const KNIGHT_AND_PAWN: &str = "r2qkb1r/ppp2ppp/2n2n2/3pp1B1/3PP1b1/2N2N2/PPP2PPP/R2QKB1R[NPbp] w KQkq - 0 1";

/// Counts the last ply's moves without listing them, for comparison.
fn perft_counted<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 1 {
        let mut count = MoveCount::default();
        position.generate(Selection::All, &mut count);
        return count.0;
    }
    let moves = position.legal_moves();
    let mut nodes = 0;
    for &mv in moves.iter() {
        let undo = position.make(mv, &mut ());
        nodes += perft_counted(position, depth - 1);
        position.unmake(mv, undo);
    }
    nodes
}

/// The same walk with a copy of the position in place of unmake.
fn perft_copied<P: Position>(position: &P, depth: u32, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    list.clear();
    position.generate(Selection::All, list);
    if depth == 1 {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        let mut next = position.clone();
        next.make(mv, &mut ());
        nodes += perft_copied(&next, depth - 1, rest);
    }
    nodes
}

fn shakmaty_perft<P: shakmaty::Position + Clone>(position: &P, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut nodes = 0;
    for mv in &moves {
        let mut next = position.clone();
        next.play_unchecked(*mv);
        nodes += shakmaty_perft(&next, depth - 1);
    }
    nodes
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut moves = ArrayVec::<cozy_chess::Move, 218>::new();
    board.generate_moves(|set| {
        for mv in set {
            moves.push(mv);
        }
        false
    });
    if depth == 1 {
        return std::hint::black_box(&moves).len() as u64;
    }
    let mut nodes = 0;
    for &mv in &moves {
        let mut next = board.clone();
        next.play_unchecked(mv);
        nodes += cozy_perft(&next, depth - 1);
    }
    nodes
}

fn ours<P: Position>(fen: &str, variant: Variant) -> P {
    fen::parse(fen, variant, false).expect("a benchmark position")
}

fn chess(c: &mut Criterion) {
    for (name, fen, depth, nodes) in
        [("start", Variant::Chess.start_fen(), 5, 4_865_609), ("kiwipete", KIWIPETE, 4, 4_085_603)]
    {
        let mut group = c.benchmark_group(format!("chess {name} depth {depth}"));
        group.throughput(Throughput::Elements(nodes));
        let mut position: Chess = ours(fen, Variant::Chess);
        group.bench_function("kwartslag", |b| b.iter(|| assert_eq!(perft(&mut position, depth), nodes)));
        group.bench_function("kwartslag, sets counted", |b| {
            b.iter(|| assert_eq!(perft_counted(&mut position, depth), nodes))
        });
        let mut lists = vec![MoveList::new(); depth as usize];
        group.bench_function("kwartslag, positions copied", |b| {
            b.iter(|| assert_eq!(perft_copied(&position, depth, &mut lists), nodes))
        });
        let fen_parsed: shakmaty::fen::Fen = fen.parse().expect("FEN");
        let other: shakmaty::Chess = fen_parsed.into_position(shakmaty::CastlingMode::Standard).expect("position");
        group.bench_function("shakmaty", |b| b.iter(|| assert_eq!(shakmaty_perft(&other, depth), nodes)));
        let other: cozy_chess::Board = fen.parse().expect("FEN");
        group.bench_function("cozy-chess, moves listed", |b| b.iter(|| assert_eq!(cozy_perft(&other, depth), nodes)));
        group.finish();
    }
}

fn crazyhouse(c: &mut Criterion) {
    for (name, fen, depth) in [
        ("start", Variant::Crazyhouse.start_fen(), 5),
        ("kiwipete", CRAZYHOUSE_KIWIPETE, 4),
        ("full hands", MIDDLE_GAME, 3),
    ] {
        let mut group = c.benchmark_group(format!("crazyhouse {name} depth {depth}"));
        let mut position: Drops = ours(fen, Variant::Crazyhouse);
        let fen_parsed: shakmaty::fen::Fen = fen.parse().expect("FEN");
        let other: shakmaty::variant::Crazyhouse = fen_parsed
            .into_position(shakmaty::CastlingMode::Standard)
            .unwrap_or_else(|error| error.ignore_too_much_material().expect("position"));
        let nodes = shakmaty_perft(&other, depth);
        group.throughput(Throughput::Elements(nodes));
        group.bench_function("kwartslag", |b| b.iter(|| assert_eq!(perft(&mut position, depth), nodes)));
        group.bench_function("shakmaty", |b| b.iter(|| assert_eq!(shakmaty_perft(&other, depth), nodes)));
        group.finish();
    }
}

fn doorgeef(c: &mut Criterion) {
    for (name, fen, depth) in [
        ("start", Variant::Doorgeef.start_fen(), 5),
        ("full hands", MIDDLE_GAME, 3),
        ("knights and pawns", KNIGHT_AND_PAWN, 4),
    ] {
        alone::<Drops>(c, name, fen, Variant::Doorgeef, depth);
    }
}

fn superschaak(c: &mut Criterion) {
    for (name, fen) in [
        ("RNVAKSER", "rnvakser/pppppppp/8/8/8/8/PPPPPPPP/RNVAKSER[QBBNqbbn] w KQkq - 0 1"),
        ("EVBQKBSA", "evbqkbsa/pppppppp/8/8/8/8/PPPPPPPP/EVBQKBSA[RRNNrrnn] w - - 0 1"),
    ] {
        alone::<Superschaak>(c, name, fen, Variant::Superschaak, 5);
    }
}

fn ha_lijnen(c: &mut Criterion) {
    alone::<HaLijnen>(c, "start", Variant::Halijnen.start_fen(), Variant::Halijnen, 5);
}

/// A game that no library beside ours plays. For Fairy-Stockfish's speed time its `go perft`.
fn alone<P: Position>(c: &mut Criterion, name: &str, fen: &str, variant: Variant, depth: u32) {
    let mut group = c.benchmark_group(format!("{variant} {name} depth {depth}"));
    let mut position: P = ours(fen, variant);
    let nodes = perft(&mut position, depth);
    group.throughput(Throughput::Elements(nodes));
    group.bench_function("kwartslag", |b| b.iter(|| assert_eq!(perft(&mut position, depth), nodes)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = chess, crazyhouse, doorgeef, superschaak, ha_lijnen
}
criterion_main!(benches);
