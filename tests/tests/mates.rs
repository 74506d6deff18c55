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

/// Far more than the search needs for a win in two or three moves.
const NODES: u64 = 2_000_000;

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

/// The engine finds six of the short wins to look at.
fn finds_short_wins(variant: Variant) {
    let short = |win: &&ForcedWin| win.split == Split::Development && win.moves <= 3;
    for win in wins(variant).iter().filter(short).step_by(3).take(6) {
        assert!(attempt(win, NODES).unwrap().win.is_some(), "{win}");
    }
}

macro_rules! games {
    ($($name:ident: $variant:ident),*) => {
        $(#[test]
        fn $name() {
            finds_short_wins(Variant::$variant);
        })*
    };
}

games!(
    chess: Chess,
    crazyhouse: Crazyhouse,
    bughouse: Bughouse,
    doorgeef: Doorgeef,
    doorgeefsolo: Doorgeefsolo,
    superschaak: Superschaak,
    halijnen: Halijnen
);
