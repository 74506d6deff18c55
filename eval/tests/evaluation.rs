//! What must hold of the evaluation at every node of random games: colours are treated alike, and what is kept move by
//! move equals what is computed from scratch.

use eval::tapered::{FULL_PHASE, Tapered};
use eval::term::Sum;
use eval::trace::{Coefficient, Trace, parameters};
use eval::{EVALUATION_LIMIT, Evaluate, Tunable};
use movegen::bitboard::Bitboard;
use movegen::board::Board;
use movegen::fen;
use movegen::piece::Piece;
use movegen::rules::Variant;
use movegen::setup::{GameResult, Setup};
use movegen::stock::Stock;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::ha_lijnen::HaLijnen;
use movegen::variants::superschaak::Superschaak;
use movegen::with_position_type;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// The position with colours exchanged: ranks in reverse order, except in HA-lijnen, where the board is turned half
/// round (rules.md 4: White's line is the h-file, Black's the a-file).
fn mirrored(setup: &Setup, variant: Variant) -> Setup {
    let half_turn = variant == Variant::Halijnen;
    let map = |square: movegen::square::Square| if half_turn { square.turned().turned() } else { square.flip() };
    let mut board = Board::EMPTY;
    for square in setup.board.occupied() {
        if let Some(Piece { color, role }) = setup.board.piece_on(square) {
            board.put(Piece { color: !color, role }, map(square));
        }
    }
    let swap = |letter: &char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    Setup {
        board,
        promoted: setup.promoted.iter().map(map).collect::<Bitboard>(),
        stock: setup.stock.map(|Stock([white, black])| Stock([black, white])),
        turn: !setup.turn,
        // Half a turn moves king and rooks out of place.
        castling: if half_turn { Vec::new() } else { setup.castling.iter().map(swap).collect() },
        en_passant: setup.en_passant.map(map),
        won: setup.won.map(|(white, black)| (black, white)),
        over: setup.over.map(|result| match result {
            GameResult::White => GameResult::Black,
            GameResult::Black => GameResult::White,
            GameResult::Draw => GameResult::Draw,
        }),
        ..setup.clone()
    }
}

fn check<P: Evaluate>(variant: Variant)
where
    P::Accumulator: PartialEq + std::fmt::Debug,
{
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..8 {
        let mut position: P = fen::parse(variant.start_fen(), variant, false).unwrap();
        let mut accumulator = position.fresh();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.over().is_some() {
                break;
            }
            position.make(moves[rng.random_range(0..moves.len())], &mut accumulator);
            position.settle(&mut accumulator);
            assert_eq!(accumulator, position.fresh(), "{}", fen::write(&position));
            let score = position.evaluate(&accumulator);
            assert!(score.abs() <= EVALUATION_LIMIT);
            let setup = position.to_setup();
            if setup.prelude.is_none() && position.over().is_none() {
                let mirror = P::from_setup(&mirrored(&setup, variant), variant, false).unwrap();
                assert_eq!(mirror.evaluate(&mirror.fresh()), score, "{}", fen::write(&position));
            }
        }
    }
}

/// What a trace says a position is worth.
fn value(trace: &Trace, weights: &[Tapered]) -> i32 {
    let sum = |terms: &[Coefficient]| {
        let part = |half: fn(Tapered) -> i32| {
            terms.iter().map(|&(parameter, count)| half(weights[usize::from(parameter.0)]) * count).sum::<i32>() / 64
        };
        Tapered::new(part(Tapered::middle), part(Tapered::end))
    };
    let dangers = trace.form.dangers.iter().map(|(units, times)| sum(units).danger() * *times);
    let score = dangers.fold(sum(&trace.form.linear), |score, danger| score + danger);
    assert!((0..=FULL_PHASE).contains(&trace.phase));
    score.at(trace.phase).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

fn check_trace<P: Tunable>(variant: Variant) {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let start: P = fen::parse(variant.start_fen(), variant, false).unwrap();
    let mut weights = Vec::new();
    let numbered = Box::leak(Box::new(parameters(&start.weights().map(&mut |weight| {
        weights.push(weight);
        weight
    }))));
    for _ in 0..4 {
        let mut position = start.clone();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() || position.over().is_some() {
                break;
            }
            position.make(moves[rng.random_range(0..moves.len())], &mut ());
            let sums = position.fresh();
            let played = position.evaluate(&sums);
            assert_eq!(played, position.evaluate_anywhere(&sums), "as compiled for this processor");
            let traced = value(&position.trace(numbered), &weights);
            // A share of a sum is rounded once in play, each of its terms in the trace.
            assert!(played.abs_diff(traced) <= 2, "{played}, {traced}: {}", fen::write(&position));
        }
    }
}

#[test]
fn what_is_traced_is_what_plays() {
    check_trace::<Chess>(Variant::Chess);
    check_trace::<Superschaak>(Variant::Superschaak);
    check_trace::<Drops>(Variant::Crazyhouse);
    check_trace::<Drops>(Variant::Doorgeefsolo);
}

#[test]
fn colours_are_alike_and_nothing_drifts() {
    for variant in Variant::ALL {
        with_position_type!(variant, P => check::<P>(variant));
    }
}

fn score(variant: Variant, text: &str) -> i32 {
    let position: Drops = fen::parse(text, variant, false).unwrap();
    position.evaluate(&position.fresh())
}

/// A rook in hand is worth more before an open back rank than where the drop would be captured.
#[test]
fn a_man_in_hand_is_worth_more_where_its_drop_checks_safely() {
    let worth = |rank: &str| {
        let with = |hand: &str| score(Variant::Crazyhouse, &format!("{rank}/5ppp/8/8/8/8/5PPP/R5K1[{hand}] w - - 0 1"));
        with("R") - with("")
    };
    assert!(worth("6k1") > worth("r5k1"));
}

#[test]
fn a_pass_tests_nothing_in_pawn_endings_preludes_and_races() {
    fn may_pass<P: Evaluate>(variant: Variant, text: &str) -> bool {
        fen::parse::<P>(text, variant, false).unwrap().may_pass()
    }
    assert!(may_pass::<Chess>(Variant::Chess, "4k3/8/8/8/8/8/P7/N3K3 w - - 0 1"));
    assert!(!may_pass::<Chess>(Variant::Chess, "4k3/8/8/8/8/8/P7/N3K3 b - - 0 1"));
    assert!(!may_pass::<Drops>(Variant::Crazyhouse, "4k3/8/8/8/8/8/P7/4K3[] w - - 0 1"));
    assert!(may_pass::<Drops>(Variant::Crazyhouse, "4k3/8/8/8/8/8/P7/4K3[P] w - - 0 1"));
    assert!(!may_pass::<Superschaak>(Variant::Superschaak, Variant::Superschaak.start_fen()));
    assert!(!may_pass::<HaLijnen>(Variant::Halijnen, Variant::Halijnen.start_fen()));
}

/// Euwe 4d lets pawns be dropped on the first rank, where they have only a single step.
#[test]
fn euwe_a_pawn_on_the_first_rank_is_worth_less_than_on_the_second() {
    for file in 0..8 {
        let pawn = |on: [&str; 2]| {
            let rank = |letter: &str| {
                let mut rank = ["1"; 8];
                rank[file] = letter;
                rank.concat()
            };
            let [second, first] = on.map(rank);
            score(Variant::Euwe, &format!("4k3/8/8/8/8/3KP3/{second}/{first}[] w - - 0 1"))
        };
        assert!(pawn(["1", "P"]) < pawn(["P", "1"]), "file {file}");
    }
}

/// Superschaak: a passed pawn is worth what its owner can make of it (rules.md 3, "Promotion").
#[test]
fn a_passed_pawn_is_worth_what_the_stock_offers() {
    let score = |stock: &str| {
        let text = format!("7k/1P6/8/8/8/8/8/K7[{stock}] w - - 0 1");
        let position: Superschaak = fen::parse(&text, Variant::Superschaak, false).unwrap();
        position.evaluate(&position.fresh())
    };
    assert!(score("Q") > score("R") && score("R") > score("N") && score("N") > score(""));
}
