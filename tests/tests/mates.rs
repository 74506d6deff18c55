//! The suites of forced wins (`tests/data/mates`): they are what they claim to be, and the engine finds the short ones.
//! How many it finds of all is measured by the program `mates`.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use kwartslag_tests::mates::measure::attempt;
use kwartslag_tests::mates::prover::{Attack, Verdict, wins_within};
use kwartslag_tests::mates::{ForcedWin, GAMES, LENGTHS, Split, suite};
use movegen::fen;
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::with_position_type;

/// What the prover may spend on one question.
const BUDGET: u64 = 3_000_000;

/// Proofs are repeated for one position in so many: all of them take most of a minute.
const REPEATED: usize = 5;

fn wins(variant: Variant) -> Vec<ForcedWin> {
    suite(variant).unwrap()
}

/// The lengths that occur; those of HA-lijnen are short, since it has no check rule.
fn lengths(variant: Variant) -> RangeInclusive<u32> {
    *LENGTHS.start()..=if variant == Variant::Halijnen { 3 } else { *LENGTHS.end() }
}

#[test]
fn half_of_each_length_is_held_back() {
    for variant in GAMES {
        let wins = wins(variant);
        let fens: HashSet<&str> = wins.iter().map(|win| win.fen.as_str()).collect();
        assert_eq!(fens.len(), wins.len(), "{variant}: a position twice");
        assert!(wins.iter().all(|win| win.variant == variant && lengths(variant).contains(&win.moves)));
        for moves in lengths(variant) {
            let [looked_at, held] =
                Split::ALL.map(|split| wins.iter().filter(|win| win.moves == moves && win.split == split).count());
            assert!(held > 0 && (held..=held + 1).contains(&looked_at), "{variant} {moves}: {looked_at} and {held}");
        }
    }
}

/// Whether the win is proved in its number of moves and none is shorter: of up to four moves none at all, of more none
/// by checks.
fn is_proved<P: Position>(win: &ForcedWin) -> bool {
    let position: P = fen::parse(&win.fen, win.variant, false).expect(&win.fen);
    let verdict = |moves, attack| wins_within(&position, moves, attack, BUDGET);
    let proved = [Attack::Checks, Attack::All].into_iter().any(|attack| verdict(win.moves, attack) == Verdict::Proved);
    let others = if win.moves <= 4 { Attack::All } else { Attack::Checks };
    proved && verdict(win.moves - 1, others) == Verdict::Disproved
}

#[test]
fn wins_are_proved_in_their_number_of_moves() {
    for variant in GAMES {
        for win in wins(variant).iter().step_by(REPEATED) {
            let proved = with_position_type!(variant, P => is_proved::<P>(win));
            assert!(proved, "{win}");
        }
    }
}

/// Nodes for a win in two moves: twice what the hardest takes.
const TWO_MOVES: u64 = 15_000;

/// Nodes for a win in more than three moves, with which some are found.
const MORE_MOVES: u64 = 30_000;

/// The engine finds the short ones of the wins to look at, those in three moves with so many nodes, and shows how a game
/// ends that it calls decided.
fn finds_short_wins(variant: Variant, three_moves: u64) {
    for win in wins(variant).iter().filter(|win| win.split == Split::Development) {
        let nodes = match win.moves {
            ..=2 => TWO_MOVES,
            3 => three_moves,
            _ => MORE_MOVES,
        };
        let attempt = attempt(win, nodes).unwrap();
        assert_eq!(attempt.fault, None, "{win}");
        assert!(attempt.in_time.is_some() || win.moves > 3, "{win}");
    }
}

macro_rules! games {
    ($($name:ident: $variant:ident $three_moves:literal),*) => {
        $(#[test]
        fn $name() {
            finds_short_wins(Variant::$variant, $three_moves);
        })*
    };
}

// Twice what the hardest win in three moves takes.
games!(
    chess: Chess 350_000,
    crazyhouse: Crazyhouse 50_000,
    bughouse: Bughouse 45_000,
    doorgeef: Doorgeef 1_250_000,
    doorgeefsolo: Doorgeefsolo 420_000,
    superschaak: Superschaak 130_000,
    halijnen: Halijnen 80_000
);
