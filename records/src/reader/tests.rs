use super::*;

fn raw(text: &str) -> Vec<RawGame<'_>> {
    RawGames::new(text).collect()
}

/// Number, line, tags, words and ending of each game.
fn shapes(text: &str) -> Vec<(usize, usize, usize, usize, Option<&'static str>)> {
    raw(text).iter().map(|game| (game.number, game.line, game.tags.len(), game.words, game.ending)).collect()
}

#[track_caller]
fn one(text: &str) -> AnyGameText {
    let mut games: Vec<_> = games(text).collect();
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0)
}

#[test]
fn comments_between_tags_do_not_part_them() {
    let text = "[Event \"x\"]\n{a comment}\n[Site \"y\"]\n; another\n\n[White \"z\"]\n\n1. e4 *";
    assert_eq!(shapes(text), [(1, 1, 3, 2, Some("*"))]);
    let AnyGameText::OneBoard(game) = one(text) else { panic!("one board") };
    assert_eq!(game.preface, ["a comment", "another"]);
}

#[test]
fn a_game_without_moves_ends_where_the_tags_begin_again() {
    assert_eq!(shapes("[Event \"a\"]\n[Event \"b\"]\n*"), [(1, 1, 1, 0, None), (2, 2, 1, 0, Some("*"))]);
    assert_eq!(shapes("[White \"a\"]\n{none}\n[white \"b\"]\n*"), [(1, 1, 1, 0, None), (2, 3, 1, 0, Some("*"))]);
    assert_eq!(shapes("[White \"a\"]\n\n[White \"b\"]\n*"), [(1, 1, 1, 0, None), (2, 3, 1, 0, Some("*"))]);
    assert_eq!(shapes("[White \"a\"]\n[White \"b\"]\n*"), [(1, 1, 2, 0, Some("*"))], "twice in one block");
}

#[test]
fn the_tags_of_one_game_are_no_repetition_in_the_next() {
    let text = "[White \"a\"]\n*\n[Site \"b\"]\n\n[White \"c\"]\n*";
    assert_eq!(shapes(text), [(1, 1, 1, 0, Some("*")), (2, 3, 2, 0, Some("*"))]);
}

#[test]
fn damage_alone_is_a_game_with_a_fault() {
    let games = raw("\n}");
    assert_eq!((games.len(), games[0].line), (1, 2));
    assert_eq!(games[0].fault.as_ref().unwrap().1.to_string(), "line 2: `}` closes nothing");
}

#[test]
fn prose_before_the_first_game_is_left_out() {
    let one_game = |line| vec![(1, line, 1, 2, Some("1-0"))];
    assert_eq!(shapes("Dear Jan (here\nthey are): I won 1-0!\n\n[A \"b\"]\n1. e4 1-0"), one_game(4));
    assert_eq!(shapes("* list [x] {\n[A \"b\"]\n1. e4 1-0"), one_game(2));
    assert_eq!(shapes("My best game:\n1. e4 1-0"), [(1, 2, 0, 2, Some("1-0"))]);
    assert_eq!(shapes("White Black\n1A. e4 1-0"), [(1, 2, 0, 2, Some("1-0"))]);
    assert_eq!(shapes("Nothing but prose"), [(1, 1, 0, 3, None)]);
    // A game without tags whose first number is missing, and what follows the first game.
    assert_eq!(shapes("e4 e5 2. Nf3 1-0"), [(1, 1, 0, 4, Some("1-0"))]);
    assert_eq!(shapes("1. e4 1-0\nDamage 1. e4 1-0").len(), 2);
}

#[test]
fn variations_may_hold_anything_and_must_be_closed() {
    let text = "1. e4 (1. d4 {)} d5 (1... c5 1-0)) e5 (unclosed\n[Event \"next\"]\n1. c4 )1-0";
    let games = raw(text);
    assert_eq!(games.iter().map(|game| game.words).collect::<Vec<_>>(), [3, 2]);
    let faults: Vec<_> = games.iter().map(|game| game.fault.as_ref().map(|(_, fault)| fault.to_string())).collect();
    assert_eq!(faults[0].as_deref(), Some("line 1: the variation that begins here is not closed"));
    assert_eq!(faults[1].as_deref(), Some("line 3: `)` closes nothing"));
}

#[test]
fn the_text_tells_on_how_many_boards_a_game_is() {
    let two = |text: &str| matches!(one(text), AnyGameText::TwoBoards(_));
    assert!(two("1A. e4 1a. e5 *"));
    assert!(two("{C: hi} 1a.e5 *"));
    assert!(two("[whitea \"x\"]\n*"));
    assert!(!two("1. e4 e5 *"));
    assert!(!two("[White \"1A.\"]\n*"));
    assert!(!two("e4 1A. *"));
    let kinds: Vec<_> = games("1. e4 *\n1A. e4 *").map(|game| matches!(game, AnyGameText::TwoBoards(_))).collect();
    assert_eq!(kinds, [false, true]);
}

#[test]
fn a_text_holds_games_if_it_begins_with_tags_or_moves() {
    for text in ["[Event \"x\"]\n*", "Dear Jan,\n[Event \"x\"]", "1. e4", "e4 e5", "{C: hi} 1A. e4", "My game: 1. e4"] {
        assert!(holds_games(text), "{text}");
    }
    for text in ["", "no game", "{a comment}", "*", "variant\tfen\n"] {
        assert!(!holds_games(text), "{text}");
    }
}

#[test]
fn three_thousand_games_stand_on_one_line() {
    let game = "[Event \"x\"] [White \"a (b)\"] 1. e4 {good} e5 (1... c5) 2. Nf3 $1 1/2-1/2 ";
    let games: Vec<_> =
        raw(&game.repeat(3000)).iter().map(|game| (game.number, game.words, game.fault.is_some())).collect();
    assert_eq!(games.len(), 3000);
    assert_eq!(games[2999], (3000, 6, false));
}

#[test]
fn a_damaged_line_of_a_megabyte_is_reported_and_the_next_game_read() {
    for damage in ["x", "[", "{ ", "(", "\u{fffd}", "[White \"", "}"] {
        let text =
            format!("[Event \"a\"]\n\n1. e4 {}\n[Event \"b\"]\n\n1. d4 1-0\n", damage.repeat(1_000_000 / damage.len()));
        let games: Vec<_> = games(&text).collect();
        let [AnyGameText::OneBoard(first), AnyGameText::OneBoard(second)] = &games[..] else { panic!("{damage}") };
        let seen = first.fault.is_some() || first.moves.len() > 1;
        assert!(seen, "{damage}");
        assert_eq!((second.number, second.moves.len(), second.fault.as_ref()), (2, 1, None), "{damage}");
    }
}

/// Each of these takes forever if what was read is looked through again.
#[test]
fn megabytes_of_games_are_read_in_linear_time() {
    const SIZE: usize = 1_000_000;
    for pattern in [
        "[A \"\"]{x}",
        "[A \"\"]\n\n",
        "[Event \"\"]\n",
        "{x}",
        "1A. ",
        "1A. e4 {1} ",
        "()",
        "(1. e4 {x}",
        "e4 ",
        ")",
        "1-0 ",
    ] {
        let text = pattern.repeat(SIZE / pattern.len());
        let mut moves = 0;
        for game in games(&text) {
            match game {
                AnyGameText::OneBoard(game) => moves += game.moves.len(),
                AnyGameText::TwoBoards(game) => moves += game.moves.len(),
            }
        }
        assert_eq!(moves > 0, pattern.starts_with("1A. e4") || pattern == "e4 ", "{pattern}");
    }
    let numbered: String = (0..SIZE / 20).map(|number| format!("[A{number} \"\"]\n\n")).collect();
    assert_eq!(raw(&numbered).len(), 1);
}
