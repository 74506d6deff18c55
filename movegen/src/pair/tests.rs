//! Invariants at every node of random two-board games.

use std::collections::HashSet;

use crate::fen;
use crate::moves::{Move, MoveKind};
use crate::pair::Pair;
use crate::pair::status::Endings;
use crate::piece::{Color, Role};
use crate::rules::{MatchEnd, Variant};
use crate::square::Square;

/// splitmix64: random numbers without a dependency.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

const VARIANTS: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];
const SHARP: &str =
    "r3k2r/P3n3/8/2q5/2Q5/8/p3N3/R3K2R[] w KQkq - 0 1 | r3k2r/P3n3/8/2q5/2Q5/8/p3N3/R3K2R[] w KQkq - 0 1";

/// Shows every position of random games: from the start, and from a sharp position with promotions at hand.
fn random_games(games: u64, mut show: impl FnMut(&Pair, &[Move], &mut Random)) {
    for variant in VARIANTS {
        for seed in 0..games {
            let mut random = Random(seed);
            let mut pair = match seed % 3 {
                0 => fen::parse_pair(SHARP, variant, false).unwrap(),
                _ => Pair::start(variant, false).unwrap(),
            };
            for _ in 0..250 {
                let moves = pair.legal_moves();
                show(&pair, &moves, &mut random);
                if moves.is_empty() {
                    break;
                }
                pair.make(moves[random.below(moves.len())]);
                pair.settle(Endings::Stuck);
            }
        }
    }
}

fn men(pair: &Pair) -> u32 {
    let on = |board: usize| {
        let core = &pair.board(board).core;
        Color::ALL.into_iter().map(|color| core.board.count(color) + core.state.stock.of(color).total()).sum::<u32>()
    };
    on(0) + on(1)
}

#[test]
fn men_are_conserved_while_both_games_run() {
    for variant in VARIANTS {
        for seed in 100..120 {
            let mut random = Random(seed);
            let mut pair = Pair::start(variant, false).unwrap();
            for _ in 0..300 {
                let moves = pair.legal_moves();
                if moves.is_empty() || pair.over(0).is_some() || pair.over(1).is_some() {
                    break;
                }
                assert_eq!(men(&pair), 64, "{}", fen::write_pair(&pair));
                pair.make(moves[random.below(moves.len())]);
                pair.settle(Endings::Stuck);
            }
        }
    }
}

#[test]
fn unmake_and_unsettle_restore_everything() {
    random_games(6, |pair, moves, _| {
        assert_eq!(pair.key(), pair.computed_key());
        for &mv in moves {
            let mut after = pair.clone();
            let undo = after.make(mv);
            assert_eq!(after.key(), after.computed_key(), "{mv:?}");
            let between = after.clone();
            let settled = after.settle(Endings::All);
            after.unsettle(settled);
            assert_eq!(after, between, "{mv:?}");
            after.unmake(mv, undo);
            assert_eq!(&after, pair, "{mv:?}");
        }
    });
}

#[test]
fn fens_are_read_as_they_are_written() {
    random_games(6, |pair, _, _| {
        let text = fen::write_pair(pair);
        let read = fen::parse_pair(&text, pair.variant(), false).unwrap_or_else(|error| panic!("{text}: {error}"));
        for board in 0..2 {
            // Only the reason of a result is lost.
            assert_eq!(read.board(board).core, pair.board(board).core, "{text}");
            assert_eq!(read.over(board).is_some(), pair.over(board).is_some(), "{text}");
        }
        assert_eq!(read.key(), pair.key(), "{text}");
    });
}

#[test]
fn generator_is_is_legal() {
    let mut seen: HashSet<u32> = HashSet::new();
    random_games(6, |pair, moves, random| {
        let legal: HashSet<u32> = moves.iter().map(|mv| mv.bits()).collect();
        assert_eq!(legal.len(), moves.len(), "a move twice: {}", fen::write_pair(pair));
        let mut words: HashSet<u32> = legal.clone();
        let some: Vec<u32> = legal.iter().copied().filter(|_| random.below(16) == 0).collect();
        words.extend(some.iter().flat_map(|word| (0..32).map(move |bit| word ^ 1 << bit)));
        words.extend(seen.iter().filter(|_| random.below(32) == 0));
        words.extend(takings(pair));
        for word in words {
            let is_legal = Move::from_bits(word).is_some_and(|mv| pair.is_legal(mv));
            assert_eq!(is_legal, legal.contains(&word), "{word:#x} {}", fen::write_pair(pair));
        }
        if seen.len() < 4_000 {
            seen.extend(legal);
        }
    });
}

/// Every taking by a pawn on its seventh rank, whatever is taken.
fn takings(pair: &Pair) -> Vec<u32> {
    let mut words = Vec::new();
    for board in 0..2 {
        let core = &pair.board(board).core;
        for from in core.board.role(Role::Pawn).iter().filter(|pawn| matches!(pawn.rank(), 1 | 6)) {
            let rank = if from.rank() == 6 { 7 } else { 0 };
            for (to, second) in
                (0..8).flat_map(|file| Square::all().map(move |square| (Square::at(file, rank), square)))
            {
                for role in [Role::Knight, Role::Queen, Role::King, Role::Pawn] {
                    words.push(Move::with_second(MoveKind::Taking, role, from, to, second).on_board(board).bits());
                }
            }
        }
    }
    words
}

#[test]
fn independent_moves_give_the_same_position_in_either_order() {
    random_games(30, |pair, moves, random| {
        let on = |board: usize| -> Vec<Move> {
            let independent = |mv: &&Move| mv.board() == board && mv.kind() != MoveKind::Taking;
            moves.iter().filter(independent).copied().collect()
        };
        let (on_a, on_b) = (on(0), on(1));
        if on_a.is_empty() || on_b.is_empty() {
            return;
        }
        let (a, b) = (on_a[random.below(on_a.len())], on_b[random.below(on_b.len())]);
        let play = |first: Move, second: Move| {
            let mut after = pair.clone();
            after.make(first);
            after.is_legal(second).then(|| {
                after.make(second);
                after
            })
        };
        if let (Some(one), Some(other)) = (play(a, b), play(b, a)) {
            assert_eq!(one.key(), other.key());
            assert_eq!(one, other);
        } else {
            assert!(pair.captured(a).or(pair.captured(b)) == Some(Role::King), "{a:?} {b:?}");
        }
    });
}

#[test]
fn results_are_part_of_the_key() {
    use crate::setup::GameResult;
    for variant in VARIANTS {
        let pair = Pair::start(variant, false).unwrap();
        let mut keys = HashSet::from([pair.key()]);
        for board in 0..2 {
            for result in [GameResult::White, GameResult::Black, GameResult::Draw] {
                let mut over = pair.clone();
                over.end_game(board, result.into());
                assert!(keys.insert(over.key()));
            }
        }
        if variant != Variant::Doorgeef {
            let mut agreed = pair.clone();
            agreed.end_match();
            assert!(keys.insert(agreed.key()));
            let halves = if pair.rules().match_end == MatchEnd::Sum { [2, 2] } else { [1, 1] };
            assert_eq!(agreed.score().unwrap().halves, halves);
        }
    }
}

/// How a match of the Euwe club stands.
fn euwe_status(fen: &str) -> String {
    fen::parse_pair(fen, Variant::Euwe, false).unwrap().status().to_string()
}

#[test]
fn in_euwe_a_pawn_step_to_the_last_rank_without_a_piece_to_take_is_no_move() {
    let stuck = "4k3/7P/8/8/8/1q6/8/K7[] w - - 0 1";
    let bare = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    assert_eq!(
        euwe_status(&format!("{stuck} | {bare} over=1-0")),
        "A: draw 1/2-1/2 stalemate | B: win white 1-0 given | match: 0.5-1.5"
    );
    assert_eq!(euwe_status(&format!("{stuck} | {bare}")), "A: waiting white stalemate | B: ongoing | match: ongoing");
    let piece = "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1";
    assert_eq!(euwe_status(&format!("{stuck} | {piece}")), "A: ongoing | B: ongoing | match: ongoing");
}

#[test]
fn kings_in_contact_stay_so_after_a_taking() {
    let fen = "4k3/8/8/8/8/8/p7/4K3[] b - - 0 1 | 7r/8/8/8/8/8/P3k3/4K3[] w - - 0 1";
    let mut pair = fen::parse_pair(fen, Variant::Euwe, false).unwrap();
    let legal = |pair: &Pair, text: &str| crate::notation::pair::parse(pair, text).is_ok();
    assert!(legal(&pair, "2e1e2") && !legal(&pair, "2a2a3"));
    let crate::pair::action::Action::Move(taking) = crate::notation::pair::parse(&pair, "1a2a1rh8").unwrap() else {
        panic!("a taking is a move")
    };
    pair.make(taking);
    assert!(legal(&pair, "2e1e2") && !legal(&pair, "2a2a3"));
    assert_eq!(fen::parse_pair(&fen::write_pair(&pair), Variant::Euwe, false).unwrap(), pair);
}

#[test]
fn a_rook_that_is_taken_takes_its_castling_right_along() {
    let fen = "4k3/8/8/8/8/8/p7/4K3[] b - - 0 1 | r3k2r/8/8/8/8/8/8/4K3[] w kq - 0 1";
    let mut pair = fen::parse_pair(fen, Variant::Euwe, false).unwrap();
    let crate::pair::action::Action::Move(taking) = crate::notation::pair::parse(&pair, "1a2a1rh8").unwrap() else {
        panic!("a taking is a move")
    };
    pair.make(taking);
    let written = fen::write_pair(&pair);
    assert!(written.contains(" w q "), "{written}");
    // Neither does it come back with a rook dropped there.
    assert_eq!(fen::parse_pair(&written, Variant::Euwe, false).unwrap(), pair);
}
