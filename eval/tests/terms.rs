//! Every term of the evaluation, in positions that tell it from its neighbours: how often a weight counts.

use eval::relation::relation;
use eval::trace::{Coefficient, Parameter, Trace, parameters};
use eval::weights::{CRAZYHOUSE, SUPERSCHAAK, Weights};
use eval::{Evaluate, Tunable};
use movegen::fen;
use movegen::piece::{Color, Role};
use movegen::rules::Variant;
use movegen::square::Square;
use movegen::variants::drops::Drops;
use movegen::variants::ha_lijnen::HaLijnen;
use movegen::variants::superschaak::Superschaak;

/// Which weight a case asks about.
type Pick = fn(&Weights<Parameter>) -> Parameter;

/// A term, its weight, and how often that counts in positions.
type Case<'a> = (&'a str, Pick, &'a [(&'a str, i32)]);

const P: usize = Role::Pawn as usize;
const N: usize = Role::Knight as usize;
const B: usize = Role::Bishop as usize;
const R: usize = Role::Rook as usize;
const Q: usize = Role::Queen as usize;
const V: usize = Role::Veteran as usize;
const S: usize = Role::Princess as usize;
const E: usize = Role::Empress as usize;
const A: usize = Role::Amazon as usize;

/// The trace of a position with White to move, and the numbers of its weights.
fn trace<P: Tunable>(variant: Variant, weights: &Weights, board: &str) -> (Trace, &'static Weights<Parameter>) {
    let fields = if board.contains(' ') { "0 1" } else { "w - - 0 1" };
    let text = format!("{board} {fields}");
    let position: P = fen::parse(&text, variant, false).unwrap_or_else(|error| panic!("{text}: {error}"));
    let numbered = Box::leak(Box::new(parameters(weights)));
    (position.trace(numbered), numbered)
}

/// In crazyhouse, with empty hands unless the text says otherwise.
fn crazyhouse(board: &str) -> (Trace, &'static Weights<Parameter>) {
    let board = if board.contains('[') { board.to_owned() } else { format!("{board}[]") };
    trace::<Drops>(Variant::Crazyhouse, &CRAZYHOUSE, &board)
}

/// In superschaak, with an empty stock.
fn superschaak(board: &str) -> (Trace, &'static Weights<Parameter>) {
    trace::<Superschaak>(Variant::Superschaak, &SUPERSCHAAK, &format!("{board}[]"))
}

/// How often the parameter counts.
fn times(terms: &[Coefficient], parameter: Parameter) -> i32 {
    let count: i32 = terms.iter().filter(|term| term.0 == parameter).map(|term| term.1).sum();
    assert_eq!(count % 64, 0, "whole weights");
    count / 64
}

/// How often a weight counts in the linear part for White.
fn linear((trace, numbered): &(Trace, &Weights<Parameter>), pick: Pick) -> i32 {
    times(&trace.form.linear, pick(numbered))
}

/// How often a weight counts in the danger to the king of a colour.
fn danger((trace, numbered): &(Trace, &Weights<Parameter>), king: Color, pick: Pick) -> i32 {
    let sign = if king == Color::White { 1 } else { -1 };
    let (units, _) = trace.form.dangers.iter().find(|(_, times)| *times == sign).expect("a danger to each king");
    times(units, pick(numbered))
}

#[track_caller]
fn check_linear(cases: &[Case]) {
    for (term, pick, positions) in cases {
        for (board, expected) in *positions {
            assert_eq!(linear(&crazyhouse(board), *pick), *expected, "{term}: {board}");
        }
    }
}

/// Cases about the danger to the king of Black.
#[track_caller]
fn check_danger(cases: &[Case]) {
    for (term, pick, positions) in cases {
        for (board, expected) in *positions {
            assert_eq!(danger(&crazyhouse(board), Color::Black, *pick), *expected, "{term}: {board}");
        }
    }
}

#[test]
fn material_squares_and_the_right_to_move() {
    let square = |text: &str| Square::parse(text).unwrap();
    check_linear(&[
        ("tempo", |w| w.tempo, &[("4k3/8/8/8/8/8/8/4K3[] w - -", 1), ("4k3/8/8/8/8/8/8/4K3[] b - -", 1)]),
        ("material", |w| w.material[N], &[("4k3/8/8/8/8/8/8/1N2K3", 1), ("1n2k3/8/8/8/8/8/8/4K3", -1)]),
        ("squares", |w| w.squares[N][1], &[("4k3/8/8/8/8/8/8/1N2K3", 1), ("1n2k3/8/8/8/8/8/8/4K3", -1)]),
        ("promoted", |w| w.pieces.promoted[Q], &[("4k3/8/8/8/8/8/8/Q~3K3", 1), ("4k3/8/8/8/8/8/8/Q3K3", 0)]),
    ]);
    let (trace, numbered) = crazyhouse("4k3/8/8/8/8/8/8/1N2K3");
    let own = numbered.from_own_king[N][relation(square("e1"), square("b1"))];
    let their = numbered.from_their_king[N][relation(square("e8"), square("b1"))];
    assert_eq!([times(&trace.form.linear, own), times(&trace.form.linear, their)], [1, 1]);
}

#[test]
fn pieces_in_hand_count_one_by_one() {
    check_linear(&[
        ("first", |w| w.hand[Q][0], &[("4k3/8/8/8/8/8/8/4K3[Q]", 1), ("4k3/8/8/8/8/8/8/4K3[q]", -1)]),
        ("second", |w| w.hand[Q][1], &[("4k3/8/8/8/8/8/8/4K3[Q]", 0), ("4k3/8/8/8/8/8/8/4K3[QQ]", 1)]),
        ("last", |w| w.hand[P][3], &[("4k3/8/8/8/8/8/8/4K3[PPP]", 0), ("4k3/8/8/8/8/8/8/4K3[PPPPPP]", 3)]),
    ]);
}

#[test]
fn mobility_leaves_out_own_pawns_and_squares_under_enemy_pawns() {
    check_linear(&[
        ("three", |w| w.mobility[N][3], &[("4k3/8/8/8/8/8/8/1N2K3", 1), ("4k3/8/8/8/8/2R5/8/1N2K3", 1)]),
        ("own pawn", |w| w.mobility[N][2], &[("4k3/8/8/8/8/2P5/8/1N2K3", 1), ("4k3/8/8/8/8/8/3K4/1N6", 1)]),
        ("their pawn", |w| w.mobility[N][1], &[("4k3/8/8/8/1p6/8/8/1N2K3", 1), ("4k3/8/8/1p6/8/8/8/1N2K3", 0)]),
    ]);
}

#[test]
fn bishops_and_their_pawns() {
    check_linear(&[
        (
            "pair",
            |w| w.pieces.bishop_pair,
            &[("4k3/8/8/8/8/8/8/2B1KB2", 1), ("4k3/8/8/8/8/8/8/4KB2", 0), ("2b1kb2/8/8/8/8/8/8/4K3", -1)],
        ),
        // a2 and c2 are light squares like f1, b2 is dark like c1.
        (
            "pawns on its colour",
            |w| w.pieces.pawns_of_bishop,
            &[
                ("4k3/8/8/8/8/8/PPP5/4KB2", 2),
                ("4k3/8/8/8/8/8/PPP5/2B1K3", 1),
                ("4k3/8/8/8/8/8/PPP5/4K3", 0),
                ("4kb2/1ppp4/8/8/8/8/8/4K3", -1),
            ],
        ),
    ]);
}

#[test]
fn outposts_and_minor_pieces_behind_pawns() {
    check_linear(&[
        (
            "outpost",
            |w| w.pieces.outpost[N],
            &[
                ("4k3/8/8/4N3/3P4/8/8/4K3", 1),
                ("4k3/4p3/8/4N3/3P4/8/8/4K3", 1),
                ("4k3/3p4/8/4N3/3P4/8/8/4K3", 0),
                ("4k3/8/8/4N3/8/8/8/4K3", 0),
                ("4k3/8/8/8/8/4N3/3P4/4K3", 0),
                ("4k3/8/8/3p4/4n3/8/8/4K3", -1),
            ],
        ),
        ("bishop's outpost", |w| w.pieces.outpost[B], &[("4k3/8/8/4B3/3P4/8/8/4K3", 1)]),
        (
            "behind a pawn",
            |w| w.pieces.behind_pawn,
            &[("4k3/8/8/8/5P2/5N2/8/4K3", 1), ("4k3/8/8/8/5p2/5N2/8/4K3", 1), ("4k3/8/8/5P2/8/5N2/8/4K3", 0)],
        ),
    ]);
}

#[test]
fn rooks_on_files_without_pawns() {
    let cases =
        [("4k3/8/8/8/8/8/8/R3K3", [1, 0]), ("4k3/p7/8/8/8/8/8/R3K3", [0, 1]), ("4k3/8/8/8/8/8/P7/R3K3", [0, 0])];
    for (board, [open, half_open]) in cases {
        check_linear(&[
            ("open", |w| w.pieces.rook_open, &[(board, open)]),
            ("half open", |w| w.pieces.rook_half_open, &[(board, half_open)]),
        ]);
    }
}

#[test]
fn castling_rights_and_the_number_of_pawns() {
    check_linear(&[
        ("one side", |w| w.pieces.castling[0], &[("4k3/8/8/8/8/8/8/R3K2R[] w K -", 1), ("4k3/8/8/8/8/8/8/R3K2R", 0)]),
        (
            "both",
            |w| w.pieces.castling[1],
            &[("4k3/8/8/8/8/8/8/R3K2R[] w KQ -", 1), ("r3k2r/8/8/8/8/8/8/4K3[] w kq -", -1)],
        ),
        (
            "with many or few pawns",
            |w| w.pieces.with_pawns[N],
            &[
                ("4k3/8/8/8/8/8/PPPPPP2/1N2K3", 1),
                ("4k3/8/8/8/8/8/PPPP4/1N2K1N1", -2),
                ("4k3/8/8/8/8/8/PPPPPP2/4K3", 0),
            ],
        ),
    ]);
}

#[test]
fn attacks_on_pieces_by_their_protection() {
    check_linear(&[
        ("by a pawn", |w| w.threats.by_pawn[N], &[("4k3/8/8/4n3/3P4/8/8/4K3", 1), ("4k3/8/8/3n4/3P4/8/8/4K3", 0)]),
        ("on a pawn", |w| w.threats.by_pawn[P], &[("4k3/8/8/4p3/3P4/8/8/4K3", 0)]),
        (
            "by a knight",
            |w| w.threats.by_minor[0][R],
            &[("4k3/8/8/3r4/8/2N5/8/4K3", 1), ("4k3/8/4p3/3r4/8/2N5/8/4K3", 0)],
        ),
        (
            "by a knight, protected",
            |w| w.threats.by_minor[1][R],
            &[
                ("4k3/8/4p3/3r4/8/2N5/8/4K3", 1),
                ("4k3/8/1n3n2/3r4/8/2N5/8/4K3", 1),
                ("4k3/8/1n3n2/3r4/5N2/2N5/8/4K3", 0),
            ],
        ),
        ("by a rook", |w| w.threats.by_rook[0][N], &[("4k3/8/8/3n4/8/8/8/3RK3", 1), ("4k3/8/8/3n4/8/8/8/2R1K3", 0)]),
        ("by a queen", |w| w.threats.by_strong[0][N], &[("4k3/8/8/3n4/8/8/8/3QK3", 1), ("4k3/8/8/3n4/8/8/8/3RK3", 0)]),
        ("hanging", |w| w.threats.hanging[N], &[("4k3/8/8/3n4/8/8/8/3RK3", 1), ("8/8/4k3/3n4/8/8/8/3RK3", 0)]),
        ("by the king", |w| w.threats.by_king, &[("4k3/8/8/3n4/4K3/8/8/8", 1), ("4k3/8/4p3/3n4/4K3/8/8/8", 0)]),
        (
            "by the step of a pawn",
            |w| w.threats.by_push,
            &[
                ("4k3/8/8/4n3/8/3P4/8/4K3", 1),
                ("4k3/8/8/4n3/8/8/3P4/4K3", 1),
                ("4k3/8/8/2p1n3/8/3P4/8/4K3", 0),
                ("4k3/8/8/4n3/3B4/3P4/8/4K3", 0),
                ("4k3/8/8/4p3/8/3P4/8/4K3", 0),
            ],
        ),
    ]);
}

#[test]
fn pawn_structure() {
    check_linear(&[
        ("isolated", |w| w.pawns.isolated, &[("4k3/8/8/8/8/8/P7/4K3", 1), ("4k3/8/8/8/8/8/PP6/4K3", 0)]),
        ("doubled", |w| w.pawns.doubled, &[("4k3/8/8/8/8/2P5/2P5/4K3", 1), ("4k3/8/8/8/8/2P5/3P4/4K3", 0)]),
        ("backward", |w| w.pawns.backward, &[("4k3/8/8/2p5/4P3/3P4/8/4K3", 1), ("4k3/8/8/p7/4P3/3P4/8/4K3", 0)]),
        (
            "weak on an open file",
            |w| w.pawns.weak_unopposed,
            &[
                ("4k3/8/8/2p5/4P3/3P4/8/4K3", 0),
                ("4k3/1p6/8/2p5/4P3/3P4/8/4K3", 1),
                ("4k3/1p1p4/8/2p5/4P3/3P4/8/4K3", 0),
            ],
        ),
        ("supported", |w| w.pawns.supported[3], &[("4k3/8/8/8/3P4/2P5/8/4K3", 1), ("4k3/8/8/8/2PP4/8/8/4K3", 0)]),
        ("phalanx", |w| w.pawns.phalanx[3], &[("4k3/8/8/8/2PP4/8/8/4K3", 2), ("4k3/8/8/8/3P4/2P5/8/4K3", 0)]),
        ("Black's phalanx", |w| w.pawns.phalanx[3], &[("4k3/8/8/2pp4/8/8/8/4K3", -2)]),
    ]);
}

#[test]
fn passed_pawns() {
    // The kings are far away: from e6 White's is 5 steps, Black's 3.
    check_linear(&[
        (
            "by rank",
            |w| w.passed.rank[4],
            &[
                ("8/8/8/4P3/8/7k/8/K7", 1),
                ("8/3p4/8/4P3/8/7k/8/K7", 0),
                ("8/4p3/8/4P3/8/7k/8/K7", 0),
                ("8/8/4P3/4P3/8/7k/8/K7", 0),
                ("8/8/8/4P3/8/3p3k/8/K7", 1),
            ],
        ),
        ("Black's by rank", |w| w.passed.rank[4], &[("8/8/8/7k/4p3/8/8/K7", -1)]),
        ("free", |w| w.passed.free[4], &[("8/8/8/4P3/8/7k/8/K7", 1), ("8/8/4n3/4P3/8/7k/8/K7", 0)]),
        (
            "a safe path",
            |w| w.passed.safe_path[4],
            &[("8/8/8/4P3/8/7k/8/K7", 1), ("8/7r/8/4P3/8/7k/8/K7", 0), ("4n3/8/8/4P3/8/7k/8/K7", 0)],
        ),
        ("hindered", |w| w.passed.hindered[4], &[("8/3k4/8/4P3/8/8/8/K7", 1), ("8/8/8/4P3/8/7k/8/K7", 0)]),
        ("helped", |w| w.passed.helped[4], &[("8/8/8/3KP3/8/7k/8/8", 1), ("8/8/8/4P3/8/7k/8/K7", 0)]),
        ("the own king", |w| w.passed.own_king[4][5], &[("8/8/8/4P3/8/7k/8/K7", 1), ("8/8/8/4P3/8/7k/K7/8", 0)]),
        ("their king", |w| w.passed.their_king[4][3], &[("8/8/8/4P3/8/7k/8/K7", 1), ("8/8/8/4P3/8/8/7k/K7", 0)]),
        (
            "an own rook behind",
            |w| w.passed.rook_behind[0],
            &[("8/8/8/4P3/8/7k/8/K3R3", 1), ("4R3/8/8/4P3/8/7k/8/K7", 0)],
        ),
        (
            "their rook behind",
            |w| w.passed.rook_behind[1],
            &[("8/8/8/4P3/4r3/7k/8/K7", 1), ("8/8/8/4P3/8/7k/8/K3R3", 0)],
        ),
    ]);
}

#[test]
fn attackers_near_the_king() {
    // The zone of a king on e8 is d6 to f8; the knight on c5 hits d7 and e6, which no other black piece covers.
    const KNIGHT: &str = "4k3/8/8/2N5/8/8/8/4K3";
    const NONE: &str = "4k3/8/8/8/8/8/8/1N2K3";
    check_danger(&[
        ("always", |w| w.king.base, &[(NONE, 1)]),
        ("attacker", |w| w.king.attacker[N], &[(KNIGHT, 1), (NONE, 0)]),
        ("no attackers", |w| w.king.attackers[0], &[(NONE, 1), (KNIGHT, 0)]),
        ("one attacker", |w| w.king.attackers[1], &[(NONE, 0), (KNIGHT, 1)]),
        ("squares hit", |w| w.king.hit, &[(KNIGHT, 2), (NONE, 0)]),
        ("weak squares", |w| w.king.weak, &[(KNIGHT, 2), ("4k3/5p2/8/2N5/8/8/8/4K3", 1)]),
        ("contact", |w| w.king.contact, &[("4k3/8/8/2N5/8/8/8/3RK3", 1), (KNIGHT, 0)]),
        ("five escapes", |w| w.king.escapes[5], &[(NONE, 1), (KNIGHT, 0)]),
        ("four escapes", |w| w.king.escapes[4], &[(KNIGHT, 1), ("3rk3/8/8/8/8/8/8/1N2K3", 1)]),
        ("flank attacked", |w| w.king.flank_attacked, &[(KNIGHT, 3), (NONE, 0)]),
        ("flank attacked twice", |w| w.king.flank_attacked_twice, &[(KNIGHT, 0), ("4k3/8/8/2N5/8/8/8/3RK3", 1)]),
        ("flank defended", |w| w.king.flank_defended, &[(NONE, 5), ("4k3/3p4/8/8/8/8/8/1N2K3", 6)]),
        ("no queen", |w| w.king.no_queen, &[(NONE, 1), ("4k3/8/8/8/8/8/8/Q3K3", 0), ("4k3/8/8/8/8/8/8/4K3[Q]", 0)]),
    ]);
}

#[test]
fn checks_from_safe_squares_and_others() {
    // A knight checks e8 from c7, d6, f6 and g7. From c4 it reaches d6 alone, from e4 also f6.
    const ONE: &str = "4k3/8/8/8/2N5/8/8/4K3";
    const TWO: &str = "4k3/8/8/8/4N3/8/8/4K3";
    const GUARDED: &str = "4k3/2p5/8/8/2N5/8/8/4K3";
    // Both pieces reach d8, which the king guards: it takes one of them alone.
    const ROOK: &str = "4k3/8/8/8/8/8/8/3RK3";
    const ROOK_AND_QUEEN: &str = "4k3/8/8/Q7/8/8/8/3RK3";
    check_danger(&[
        ("safe", |w| w.king.safe_check[N], &[(ONE, 1), (TWO, 0), (GUARDED, 0), ("4k3/8/3P4/8/2N5/8/8/4K3", 0)]),
        ("two safe", |w| w.king.safe_checks[N], &[(ONE, 0), (TWO, 1), (GUARDED, 0)]),
        ("not safe", |w| w.king.check[N], &[(ONE, 0), (TWO, 0), (GUARDED, 1)]),
        ("guarded by the king", |w| w.king.check[R], &[(ROOK, 1), (ROOK_AND_QUEEN, 0)]),
        ("guarded by the king, attacked twice", |w| w.king.safe_check[R], &[(ROOK, 0), (ROOK_AND_QUEEN, 1)]),
    ]);
}

#[test]
fn superpieces_move_check_and_threaten_as_their_parts_do() {
    let cases: [(&str, Pick, &str); 5] = [
        ("veteran", |w| w.king.safe_check[V], "4k3/8/8/8/2V5/8/8/4K3"),
        ("princess", |w| w.king.safe_checks[S], "4k3/8/8/8/4S3/8/8/4K3"),
        ("empress", |w| w.king.safe_checks[E], "4k3/8/8/8/2E5/8/8/4K3"),
        ("amazon", |w| w.king.safe_checks[A], "4k3/8/8/8/2A5/8/8/4K3"),
        ("rook", |w| w.king.safe_checks[R], "4k3/8/8/8/2R5/8/8/3K4"),
    ];
    for (term, pick, board) in cases {
        assert_eq!(danger(&superschaak(board), Color::Black, pick), 1, "{term}: {board}");
        assert_eq!(danger(&superschaak("4k3/8/8/8/8/8/8/4K3"), Color::Black, pick), 0, "{term}");
    }
    for strong in ["V", "S", "E", "A", "Q"] {
        let position = superschaak(&format!("4k3/8/8/1n6/1{strong}6/8/8/4K3"));
        assert_eq!(linear(&position, |w| w.threats.by_strong[0][N]), i32::from(strong != "S"), "{strong}");
    }
    for (piece, expected) in [("Q", 0), ("E", 0), ("A", 0), ("V", 1), ("S", 1), ("R", 1)] {
        let position = superschaak(&format!("4k3/8/8/8/8/8/{piece}7/4K3"));
        assert_eq!(danger(&position, Color::Black, |w| w.king.no_queen), expected, "{piece}");
    }
    assert_eq!(linear(&superschaak("4k3/8/8/8/8/8/8/A3K3"), |w| w.mobility[A][7 + 3 + 7 + 2]), 1);
}

#[test]
fn pieces_in_hand_endanger_the_enemy_king() {
    const BARE: &str = "4k3/8/8/8/8/8/8/4K3";
    check_danger(&[
        (
            "one pawn",
            |w| w.king.hand[P][0],
            &[("4k3/8/8/8/8/8/8/4K3[P]", 1), ("4k3/8/8/8/8/8/8/4K3[PP]", 0), (BARE, 0)],
        ),
        ("two pawns", |w| w.king.hand[P][1], &[("4k3/8/8/8/8/8/8/4K3[P]", 0), ("4k3/8/8/8/8/8/8/4K3[PP]", 1)]),
        ("many pawns", |w| w.king.hand[P][2], &[("4k3/8/8/8/8/8/8/4K3[PPPPP]", 1)]),
        ("Black's own", |w| w.king.own_hand[N], &[("4k3/8/8/8/8/8/8/4K3[nn]", 1), ("4k3/8/8/8/8/8/8/4K3[N]", 0)]),
        ("a safe drop", |w| w.king.safe_drop_check[N], &[("4k3/8/8/8/8/8/8/4K3[N]", 1), (BARE, 0)]),
        (
            "a pawn's safe drop",
            |w| w.king.safe_drop_check[P],
            &[("4k3/8/8/8/8/8/8/3RK3[P]", 1), ("4k3/8/8/8/8/8/8/4K3[P]", 0)],
        ),
        (
            "a pawn's drop",
            |w| w.king.drop_check[P],
            &[("4k3/8/8/8/8/8/8/4K3[P]", 1), ("4k3/3p1p2/8/8/8/8/8/4K3[P]", 0)],
        ),
        // Of d6 to f8 all but e8 are empty; a pawn on e7 covers d6 and f6.
        ("holes", |w| w.king.hole, &[("4k3/8/8/8/8/8/8/4K3[P]", 8), ("4k3/4p3/8/8/8/8/8/4K3[P]", 5), (BARE, 0)]),
    ]);
    let hand = crazyhouse("4k3/8/8/8/8/8/8/4K3[N]");
    assert_eq!(danger(&hand, Color::White, |w| w.king.own_hand[N]), 1);
    assert_eq!(danger(&hand, Color::White, |w| w.king.hand[N][0]), 0);
}

#[test]
fn pawns_before_the_king() {
    const SHELTER: &str = "6k1/5ppp/8/8/8/8/8/4K3";
    check_danger(&[
        (
            "next to it",
            |w| w.king.shield[0],
            &[(SHELTER, 3), ("6k1/5pp1/7p/8/8/8/8/4K3", 2), ("6k1/1ppp4/8/8/8/8/8/4K3", 0)],
        ),
        ("one rank further", |w| w.king.shield[1], &[(SHELTER, 0), ("6k1/5pp1/7p/8/8/8/8/4K3", 1)]),
        ("files without own pawns", |w| w.king.open_file, &[(SHELTER, 0), ("6k1/5p1p/8/8/8/8/8/4K3", 1)]),
        ("files without their pawns", |w| w.king.their_open_file, &[(SHELTER, 3), ("6k1/5ppp/8/8/8/8/6P1/4K3", 2)]),
    ]);
}

/// The score of a position of HA-lijnen for White, who is on move in the first frame.
fn ha_lijnen(board: &str) -> i32 {
    let text = format!("{board} w - - 0 20 frame=1/3 won=0-0");
    let position: HaLijnen =
        fen::parse(&text, Variant::Halijnen, false).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.evaluate(&position.fresh())
}

#[test]
fn ha_lijnen_terms_prefer_the_better_of_two_positions() {
    for (term, better, worse) in [
        (
            "a rook that can fill the last square of the line",
            "1R6/pppppp1P/kn5P/7P/7P/7P/7P/7K[QRBBNNPPqrrbbnpp]",
            "1Rn5/pppppp1P/k6P/7P/7P/7P/7P/7K[QRBBNNPPqrrbbnpp]",
        ),
        (
            "a knight that cannot be captured on the enemy's line",
            "rnbqkbnr/pppppppp/8/8/N7/8/PPPPPPPP/R1BQKBNR[]",
            "rnbqkbnr/1ppppppp/1p6/8/N7/8/PPPPPPPP/R1BQKBNR[]",
        ),
        (
            "a king that cannot be captured on the enemy's line",
            "rnbqkbnr/pppppppp/8/8/K7/8/PPPPPPPP/RNBQ1BNR[]",
            "rnbqkbnr/1ppppppp/1p6/8/K7/8/PPPPPPPP/RNBQ1BNR[]",
        ),
        (
            "more men above the fewest allowed",
            "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[r]",
            "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR[Rr]",
        ),
        (
            "pieces that can move",
            "rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR[]",
            "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR[]",
        ),
    ] {
        let scores = [better, worse].map(ha_lijnen);
        assert!(scores[0] > scores[1], "{term}: {scores:?}");
    }
}

#[test]
fn ha_lijnen_a_frame_won_counts_more_than_any_standing() {
    let score = |fields: &str| {
        let text = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 20 {fields}");
        let position: HaLijnen = fen::parse(&text, Variant::Halijnen, false).unwrap();
        position.evaluate(&position.fresh())
    };
    assert!(score("frame=2/3 won=1-0") > score("frame=1/3 won=0-0") + 500);
    assert!(score("frame=2/3 won=0-1") < score("frame=1/3 won=0-0") - 500);
}
