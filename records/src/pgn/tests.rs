use movegen::piece::Color;

use super::*;
use crate::replay::{ReplayFault, ReplayNote, replay};

fn one(text: &str) -> PgnGame {
    let games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{games:?}");
    games.into_iter().next().unwrap()
}

fn texts(game: &PgnGame) -> Vec<&str> {
    game.moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn everything_that_is_no_move_is_left_out() {
    let game = one(
        "\u{feff}[Event \"a \"quoted\" \\\"name\\\"\"]\r\n[Variant \"CrazyHouse\"] [White \"C:\\\\x\"]\r\n\r\n\
        % escaped line [Event \"no\"]\r\n{before} 1. e4 $1 {one\r\ntwo} (1. d4 {)} d5 (1... c5)) 1... e5!? ; to the end\r\n\
        2.Nf3 ?! 2... Nc6 3.d4 ! e.p. exd4\r\n1/2-1/2\r\n",
    );
    assert_eq!(texts(&game), ["e4", "e5!?", "Nf3", "Nc6", "d4", "exd4"]);
    assert_eq!(game.tag("event"), Some("a \"quoted\" \"name\""));
    assert_eq!(game.tag("White"), Some("C:\\x"));
    assert_eq!(game.moves[0].comments, ["one two"]);
    assert_eq!(game.moves[1].comments, ["to the end"]);
    assert_eq!(game.preface, ["before"]);
    assert_eq!((game.result(), game.fault.clone()), ("1/2-1/2", None));
    assert_eq!(game.variant(), Ok((Variant::Crazyhouse, false)));
    assert_eq!(game.moves[2].line, 7);
}

#[test]
fn latin_1_bytes_are_read() {
    let games = read(b"[White \"Andr\xe9\"]\n[Black \"J\xc3\xb3zsef\"]\n\n1. e4 *\n");
    assert_eq!(games[0].tag("White"), Some("Andr\u{e9}"));
    assert_eq!(games[0].tag("Black"), Some("J\u{f3}zsef"));
}

#[test]
fn games_are_told_apart_with_and_without_results_and_tags() {
    let games = read(
        b"[White \"a\"]\n1. e4\n[White \"b\"]\n\n1. d4 1-0\n1. c4 c5 0-1\n\n[White \"d\"]\n[Result \"1-0\"]\n\n*\n",
    );
    let found: Vec<_> =
        games.iter().map(|game| (game.line, game.tag("White"), game.moves.len(), game.result())).collect();
    assert_eq!(
        found,
        [(1, Some("a"), 1, "*"), (3, Some("b"), 1, "1-0"), (6, None, 2, "0-1"), (8, Some("d"), 0, "1-0")]
    );
}

#[test]
fn a_broken_record_names_its_line_and_keeps_what_was_read() {
    let games = read(b"[White \"a\"]\n\n1. e4 e5\n2. Nf3 {never closed\n\n[White \"b\"]\n\n1. d4 1-0\n");
    assert_eq!(games.len(), 2);
    assert_eq!(texts(&games[0]), ["e4", "e5", "Nf3"]);
    assert_eq!(games[0].fault.as_ref().unwrap().line, 4);
    assert_eq!(games[1].fault, None);
    let game = one("[White a]\n\n1. e4 (1. d4\n");
    assert!(game.fault.as_ref().unwrap().to_string().starts_with("line 1: `[White a]` is no tag"));
    assert_eq!(texts(&game), ["e4"]);
}

#[test]
fn a_torn_record_does_not_swallow_the_next_game() {
    let next = "[Event \"two\"]\n[White \"b\"]\n\n1. d4 {+0.1/3 1s} 1-0\n";
    for torn in ["[Event \"one\"]\n\n1. e4 {+0.31/9 0.1", "[Event \"one\"]\n[White \"a\"]\n[Resu", "[Event \"one\"]\n"]
    {
        let games = read(format!("{torn}{next}").as_bytes());
        let last = games.last().unwrap();
        assert_eq!((games.len(), last.tag("White"), last.result()), (2, Some("b"), "1-0"), "{torn}");
        assert_eq!((last.fault.as_ref(), texts(last)), (None, vec!["d4"]), "{torn}");
    }
}

#[test]
fn a_comment_between_games_is_no_game() {
    let games = read(
        b"; a file of games\n{and more}\n\n[White \"a\"]\n\n1. e4 1-0 {resigns}\n\n[White \"b\"]\n\n1. d4 0-1\n; end\n",
    );
    let found: Vec<_> = games.iter().map(|game| game.tag("White")).collect();
    assert_eq!(found, [Some("a"), Some("b")]);
}

#[test]
fn glyphs_and_bracketed_promotions_belong_to_their_move() {
    let game = one("1. e4$1 e5$146 2. b8(R) a1(A)$2 (3. h8(Q)) h1(Q) *");
    assert_eq!(texts(&game), ["e4", "e5", "b8(R)", "a1(A)", "h1(Q)"]);
}

#[test]
fn an_illegal_move_names_line_and_move() {
    let game = one("[Event \"x\"]\n\n1. e4 e5 2. Nf3\nNc6 3. Nxe6 a6 *\n");
    let replay = replay(&game).unwrap();
    assert_eq!(replay.moves, ["e2e4", "e7e5", "g1f3", "b8c6"]);
    let fault = replay.fault.unwrap();
    assert!(fault.to_string().starts_with("line 4: move 3. Nxe6: "), "{fault}");
}

#[test]
fn a_result_against_the_board_is_a_fault() {
    let game = one("1. f3 e5 2. g4 Qh4# 1-0");
    let fault = replay(&game).unwrap().fault.unwrap();
    assert_eq!(fault, ReplayFault::Result { line: 1, given: "1-0".into(), status: "win black 0-1 mate".into() });
    assert_eq!(replay(&one("1. f3 e5 2. g4 Qh4 0-1")).unwrap().fault, None);
    assert_eq!(replay(&one("1. f3 e5 0-1")).unwrap().fault, None, "a resignation");
}

#[test]
fn drops_are_read_with_and_without_the_letter_of_the_pawn() {
    let game = one("[Variant \"crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. @e4 Qa5 4. P@c3 *");
    let fault = replay(&game).unwrap().fault.unwrap();
    assert!(fault.to_string().contains("move 4. P@c3"), "only one pawn was captured: {fault}");
}

#[test]
fn variant_names_of_other_programs_are_known() {
    let variant = |name: &str| one(&format!("[Variant \"{name}\"]\n\n*\n")).variant();
    assert_eq!(variant("Chess 960"), Ok((Variant::Chess, true)));
    assert_eq!(variant("fischerandom"), Ok((Variant::Chess, true)));
    assert_eq!(variant("Crazyhouse960"), Ok((Variant::Crazyhouse, true)));
    assert_eq!(variant("HA-LIJNEN"), Ok((Variant::Halijnen, false)));
    assert_eq!(variant("doorgeefschaak"), Ok((Variant::Doorgeef, false)));
    assert_eq!(variant("shogi"), Err("shogi".to_string()));
    let euwe = one("[Variant \"Doorgeefschaak\"]\n[Rules \"euwe\"]\n\n*\n");
    assert_eq!(euwe.variant(), Ok((Variant::Euwe, false)));
}

#[test]
fn a_fen_says_chess960_by_its_castling_field_alone() {
    let fen = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1";
    let replay = replay(&one(&format!("[FEN \"{fen}\"]\n\n1. O-O O-O-O *"))).unwrap();
    assert_eq!((replay.fault, replay.notes), (None, vec![]));
    assert_eq!(replay.moves, ["f1g1", "f8b8"]);
    assert!(replay.game.name().chess960);
    // The usual castling rights are those of chess.
    let usual = one("[FEN \"4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1\"]\n\n1. O-O-O *");
    assert_eq!(crate::replay::replay(&usual).unwrap().moves, ["e1c1"]);
}

#[test]
fn careless_castling_rights_do_not_make_a_game_chess960() {
    // Some of the rights hold in Chess960, or all of them, but the kings cannot have begun on one file.
    for fen in ["r3k2r/8/8/8/8/8/8/R5K1 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1"] {
        let replay = replay(&one(&format!("[FEN \"{fen}\"]\n\n1. O-O-O *"))).unwrap();
        assert!(!replay.game.name().chess960, "{fen}");
        assert_eq!(replay.notes.len(), 2, "{fen}: {:?}", replay.notes);
        assert!(replay.fault.is_some(), "{fen}");
    }
}

#[test]
fn on_one_board_of_two_a_dropped_man_was_in_hand() {
    let game = one("[Variant \"Bughouse\"]\n\n1. e4 N@f6 2. @d4 Nxe4 3. Q@e5 N@e6 1-0");
    let replay = replay(&game).unwrap();
    assert_eq!((replay.fault, replay.notes), (None, vec![ReplayNote::OtherBoardUnknown]));
    assert_eq!(replay.moves, ["e2e4", "N@f6", "P@d4", "f6e4", "Q@e5", "N@e6"]);
    let occupied = one("[Variant \"Bughouse\"]\n\n1. N@e2 *");
    let fault = crate::replay::replay(&occupied).unwrap().fault.unwrap().to_string();
    assert!(fault.contains("move 1. N@e2") && fault.contains("occupied"), "{fault}");
    let crazyhouse = one("[Variant \"Crazyhouse\"]\n\n1. N@e4 *");
    let fault = crate::replay::replay(&crazyhouse).unwrap().fault.unwrap().to_string();
    assert!(fault.contains("no knight in hand"), "{fault}");
}

#[test]
fn on_one_board_of_two_nothing_is_a_draw() {
    let again = "Nf3 Nf6 Ng1 Ng8 ";
    let replayed = |variant: &str| {
        let game = one(&format!("[Variant \"{variant}\"]\n\n{} e4 0-1", again.repeat(3)));
        crate::replay::replay(&game).unwrap()
    };
    assert_eq!(replayed("Bughouse").fault, None);
    assert_eq!(replayed("Bughouse").moves.len(), 13);
    let fault = replayed("Crazyhouse").fault.unwrap().to_string();
    assert!(fault.contains("move 5. Nf3: the game is over (draw 1/2-1/2 repetition)"), "{fault}");
}

#[test]
fn no_result_contradicts_no_mate() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for text in [
        format!("{mate} *"),
        mate.to_string(),
        format!("[Result \"*\"]\n\n{mate}"),
        format!("[Result \"?\"]\n\n{mate}"),
    ] {
        assert_eq!(replay(&one(&text)).unwrap().fault, None, "{text}");
    }
    assert!(replay(&one(&format!("[Result \"1/2\"]\n\n{mate}"))).unwrap().fault.is_some());
}

#[test]
fn a_move_of_black_has_a_number_at_the_beginning_and_after_a_comment() {
    let game = one("{start} 3... e5 4. Nf3 {a} (4. d4) Nc6 5. Bb5 a6 1/2-1/2");
    assert_eq!(write(&game, Color::Black, 3), "\n{start} 3... e5 4. Nf3 {a} 4... Nc6 5. Bb5 a6 1/2-1/2\n\n");
}
