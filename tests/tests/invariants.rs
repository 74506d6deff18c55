//! What must hold at every node of random games in every game.

use std::collections::HashSet;

use kwartslag_tests::{other_side, random_game, random_start, suite_fens};
use movegen::fen;
use movegen::moves::{Move, MoveKind, MoveList};
use movegen::notation::{parse_san, parse_uci, san, uci};
use movegen::piece::Role;
use movegen::position::{Position, Repetition, Selection};
use movegen::rules::Variant;
use movegen::with_position_type;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Random games of each game, and how long they may last.
const GAMES: u64 = 30;
const PLIES: u32 = 160;

/// Calls a check at every node of random games of one game.
fn at_every_node<P: Position>(variant: Variant, chess960: bool, games: u64, mut check: impl FnMut(&P, &[Move])) {
    let suite = suite_fens(if chess960 { "chess960" } else { variant.id() });
    for seed in 0..games {
        let start: P = random_start(variant, chess960, &suite, seed);
        random_game(start, PLIES, seed, |position, moves| check(position, moves));
    }
}

/// A position as text, for messages.
fn place<P: Position>(position: &P) -> String {
    format!("{} {}", position.variant(), fen::write(position))
}

fn read_again<P: Position>(position: &P) -> P {
    let text = fen::write(position);
    let again: P = fen::parse(&text, position.variant(), position.core().chess960())
        .unwrap_or_else(|error| panic!("{}: {error}", place(position)));
    assert_eq!(fen::write(&again), text);
    again
}

/// Whether a move that led here brought one man to one square and did nothing else but take what stood there.
fn is_plain<P: Position>(position: &P, mv: Move, after: &P) -> bool {
    let rights = |position: &P| (position.core().castling(), position.core().promoted());
    matches!(mv.kind(), MoveKind::Normal | MoveKind::DoubleStep | MoveKind::Drop)
        && rights(position) == rights(after)
        && after.core().en_passant().is_none()
        && position.to_setup().frame == after.to_setup().frame
}

/// Making and unmaking restores everything; the key kept move by move is that of the position read anew,
/// and foreseen before a plain move.
fn make_and_unmake<P: Position + PartialEq>(position: &P, moves: &[Move]) {
    let mut played = position.clone();
    for &mv in moves {
        let undo = played.make(mv, &mut ());
        if played.over().is_none() {
            let again = read_again(&played);
            assert_eq!(played.key(), again.key(), "{} after {mv:?}", place(position));
            if P::REPETITION == Repetition::Draw {
                assert!(played == again, "{} after {mv:?}", place(position));
            }
            if is_plain(position, mv, &played) {
                assert_eq!(position.key_after(mv), played.key(), "{} before {mv:?}", place(position));
            }
        }
        played.unmake(mv, undo);
        assert!(played == *position, "{} after {mv:?}", place(position));
    }
    if !position.in_check() {
        let undo = played.make_null();
        played.unmake_null(undo);
        assert!(played == *position, "{} after a null move", place(position));
    }
}

/// `All` has no move twice and is `Tactical` and `Quiet` together; `is_tactical` tells which.
fn selections<P: Position>(position: &P, moves: &[Move]) {
    let all: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(all.len(), moves.len(), "{}: a move twice", place(position));
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{}", place(position));
    for (selection, tactical) in [(Selection::Tactical, true), (Selection::Quiet, false)] {
        let mut list = MoveList::new();
        position.generate(selection, &mut list);
        let part: HashSet<Move> = list.iter().copied().collect();
        assert_eq!(part.len(), list.len(), "{}: a move twice", place(position));
        let wanted: HashSet<Move> = moves.iter().copied().filter(|&mv| position.is_tactical(mv) == tactical).collect();
        assert_eq!(part, wanted, "{} {selection:?}", place(position));
    }
}

/// Every legal move is written in UCI and SAN so that reading gives it back; no two are written alike.
fn text<P: Position>(position: &P, moves: &[Move]) {
    let (mut ucis, mut sans) = (HashSet::new(), HashSet::new());
    for &mv in moves {
        let (uci, san) = (uci(position, mv), san(position, mv));
        assert_eq!(parse_uci(position, &uci), Ok(mv), "{}", place(position));
        assert_eq!(parse_san(position, &san), Ok(mv), "{}: {uci} {san}", place(position));
        assert_eq!(parse_san(position, &uci), Ok(mv), "{}: {uci} as SAN", place(position));
        assert!(ucis.insert(uci) && sans.insert(san), "{}: {mv:?} is written as another", place(position));
    }
}

/// Seen from the other side the position has as many moves.
fn symmetry<P: Position>(position: &P) {
    if position.over().is_some() {
        return;
    }
    let again = read_again(position);
    let Some(setup) = other_side(&again.to_setup(), position.variant()) else { return };
    let mirrored = P::from_setup(&setup, position.variant(), position.core().chess960())
        .unwrap_or_else(|error| panic!("{}: mirrored as {setup}: {error}", place(position)));
    for selection in [Selection::All, Selection::Tactical] {
        let (mut here, mut there) = (MoveList::new(), MoveList::new());
        again.generate(selection, &mut here);
        mirrored.generate(selection, &mut there);
        assert_eq!(here.len(), there.len(), "{}: mirrored as {setup}", place(position));
    }
    assert_eq!(again.in_check(), mirrored.in_check(), "{}", place(position));
    assert_eq!(again.is_dead(), mirrored.is_dead(), "{}", place(position));
}

fn word(kind: u32, role: u32, from: u32, to: u32, second: u32) -> u32 {
    kind << 22 | role << 18 | second << 12 | to << 6 | from
}

/// `is_legal` says yes to the legal moves and to no other word: all words without second square, and a sample of those
/// with one, with the board of a pair, and of any kind.
fn legality<P: Position>(position: &P, moves: &[Move], rng: &mut ChaCha8Rng) {
    let legal: HashSet<Move> = moves.iter().copied().collect();
    let check = |bits: u32| {
        if let Some(mv) = Move::from_bits(bits) {
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{}: {mv:?} {bits:#x}", place(position));
        }
    };
    for kind in 0..16 {
        for role in 0..Role::COUNT as u32 {
            (0..4096).for_each(|squares| check(word(kind, role, squares & 63, squares >> 6, 0)));
        }
    }
    for &mv in moves {
        check(mv.bits());
        (1..64).for_each(|second| check(mv.bits() ^ second << 12));
        (0..32).for_each(|bit| check(mv.bits() ^ 1 << bit));
    }
    let men = position.core().board().occupied();
    let square = |rng: &mut ChaCha8Rng| {
        let any = rng.random_range(0..64);
        men.iter().nth(any).map_or(any as u32, |square| square.index() as u32)
    };
    for _ in 0..20_000 {
        let (kind, role) = (rng.random_range(7..=9), rng.random_range(0..10));
        let (from, to) = (square(rng), rng.random_range(0..64));
        check(word(kind, role, from, to, rng.random_range(0..64)));
        check(rng.random());
    }
}

fn check_game(variant: Variant, chess960: bool) {
    with_position_type!(variant, P => {
        at_every_node(variant, chess960, GAMES, |position: &P, moves| {
            make_and_unmake(position, moves);
            selections(position, moves);
            symmetry(position);
        });
        at_every_node(variant, chess960, GAMES / 3, |position: &P, moves| text(position, moves));
    });
}

/// At one node in a hundred: there are very many words.
fn check_legality(variant: Variant, chess960: bool) {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    with_position_type!(variant, P => {
        at_every_node(variant, chess960, GAMES, |position: &P, moves| {
            if rng.random_range(0..100) == 0 {
                legality(position, moves, &mut rng);
            }
        });
    });
}

macro_rules! for_every_game {
    ($($game:ident, $legality:ident: $variant:ident, $chess960:literal;)*) => {
        $(
            #[test]
            fn $game() {
                check_game(Variant::$variant, $chess960);
            }

            #[test]
            fn $legality() {
                check_legality(Variant::$variant, $chess960);
            }
        )*
    };
}

for_every_game! {
    chess, legality_of_any_word_in_chess: Chess, false;
    chess960, legality_of_any_word_in_chess960: Chess, true;
    crazyhouse, legality_of_any_word_in_crazyhouse: Crazyhouse, false;
    bughouse, legality_of_any_word_in_bughouse: Bughouse, false;
    doorgeef, legality_of_any_word_in_doorgeef: Doorgeef, false;
    euwe, legality_of_any_word_in_euwe: Euwe, false;
    doorgeefsolo, legality_of_any_word_in_doorgeefsolo: Doorgeefsolo, false;
    superschaak, legality_of_any_word_in_superschaak: Superschaak, false;
    halijnen, legality_of_any_word_in_halijnen: Halijnen, false;
}
