use super::*;

fn kinds(text: &str) -> Vec<Kind<'_>> {
    Lexer::new(text).map(|token| token.kind).collect()
}

fn tag(name: &'static str, value: &str) -> Kind<'static> {
    Kind::Tag { name, value: value.to_string() }
}

fn comment(text: &str) -> Kind<'static> {
    Kind::Comment(text.to_string())
}

#[test]
fn every_token_knows_its_line() {
    let text = "[A \"b\"]\n% left out\n\n1. e4{x\ny} ;z\n1-0";
    let found: Vec<_> = Lexer::new(text).map(|token| (token.line, token.kind)).collect();
    let expected = [
        (1, tag("A", "b")),
        (4, Kind::Word("1.")),
        (4, Kind::Word("e4")),
        (4, comment("x y")),
        (5, comment("z")),
        (6, Kind::Result("1-0")),
    ];
    assert_eq!(found, expected);
}

#[test]
fn tags_are_read_with_quotes_inside_and_typographic_ones_around() {
    assert_eq!(kinds(r#"[Event "a "b" c"]"#), [tag("Event", "a \"b\" c")]);
    assert_eq!(kinds(r#"[Event "C:\\x \"y\""]"#), [tag("Event", "C:\\x \"y\"")]);
    assert_eq!(kinds("[ Event \u{201c}Club\u{201d} ]"), [tag("Event", "Club")]);
    assert_eq!(kinds(r#"[A "b"][C "d"] [E ""]"#), [tag("A", "b"), tag("C", "d"), tag("E", "")]);
}

#[test]
fn a_damaged_tag_ends_with_its_line_or_before_the_next_game() {
    let fault = |text: &str| Kind::Fault(format!("`{text}` is no tag of the form [Name \"value\"]"));
    assert_eq!(kinds("[White a] [B \"c\"]"), [fault("[White a]"), tag("B", "c")]);
    assert_eq!(kinds("[White \"a\n[B \"c\"]"), [fault("[White \"a"), tag("B", "c")]);
    assert_eq!(kinds("[Resu[Event \"c\"]"), [fault("[Resu"), tag("Event", "c")]);
    assert_eq!(kinds("[White \"Mag[Event \"c\"]"), [fault("[White \"Mag"), tag("Event", "c")]);
    assert_eq!(kinds("["), [fault("[")]);
    assert_eq!(kinds("[\"x\"]"), [fault("[\"x\"]")]);
    assert_eq!(kinds("[White \"a\""), [fault("[White \"a\"")]);
}

#[test]
fn an_event_tag_in_a_closed_comment_belongs_to_it() {
    let text = "{see\n[Event \"x\"]\n[Site \"y\"]\n} e5";
    assert_eq!(kinds(text), [comment("see [Event \"x\"] [Site \"y\"]"), Kind::Word("e5")]);
}

#[test]
fn a_comment_that_is_not_closed_ends_before_the_next_game() {
    let unclosed = || Kind::Fault("the comment that begins here is not closed".to_string());
    for next in ["[Event \"x\"]", "\n[White \"x\"]"] {
        let text = format!("{{torn{next}\n1. e4 {{good}} 1-0");
        let found = kinds(&text);
        assert_eq!(found[..2], [comment("torn"), unclosed()], "{next}");
        assert!(matches!(found[2], Kind::Tag { .. }) && found.contains(&comment("good")), "{found:?}");
    }
    assert_eq!(kinds("{to the end"), [comment("to the end"), unclosed()]);
}

#[test]
fn words_end_at_brackets_and_glyphs_but_hold_a_promotion() {
    let word = Kind::Word;
    assert_eq!(kinds("e4$1 $12"), [word("e4"), word("$1"), word("$12")]);
    assert_eq!(kinds("b8(Q)(b8)"), [word("b8(Q)"), Kind::Open, word("b8"), Kind::Close]);
    assert_eq!(kinds("e4(d4)"), [word("e4"), Kind::Open, word("d4"), Kind::Close]);
    assert_eq!(kinds("e4;x"), [word("e4"), comment("x")]);
    let stray = |sign: &str| Kind::Fault(format!("`{sign}` closes nothing"));
    assert_eq!(kinds("} ]"), [stray("}"), stray("]")]);
}

#[test]
fn only_percent_signs_that_begin_a_line_hide_it() {
    assert_eq!(kinds("%a\n%b\n c %d\n%"), [Kind::Word("c"), Kind::Word("%d")]);
    assert_eq!(kinds("{a\n%b} c"), [comment("a %b"), Kind::Word("c")]);
}

#[test]
fn end_marks_zeros_and_byte_order_marks_are_blanks() {
    assert_eq!(kinds("\u{feff}a\0b\u{a0}c\u{200b}d\u{1a}"), ["a", "b", "c", "d"].map(Kind::Word));
}

/// Each of these takes forever if anything is looked through more than a few times.
#[test]
fn megabytes_of_damage_are_read_in_linear_time() {
    const SIZE: usize = 1_000_000;
    let patterns = [
        "x",
        "[",
        "{",
        "(",
        "\"",
        "[\"",
        "[A \"",
        "[A \"b\" ",
        "[Event \"",
        "\n[A \"",
        "{\n[A \"b\"]\n",
        "{[Event \"",
        "{[Event \"x\"]{",
        "[A",
        "[ ",
        "\" ",
        "1/2-",
        "0 ",
        "1 - ",
        "*",
        "%\n",
        "\n",
        "\\\"",
        "[Event \"\\",
        ";",
        "$",
        "b8(Q",
        "[A \"b\"] ",
        "{x} ",
        "e4 ",
        "\u{fffd}",
    ];
    for pattern in patterns {
        let text = pattern.repeat(SIZE / pattern.len());
        let mut end = 0;
        for token in Lexer::new(&text) {
            end = token.line;
        }
        assert!(end <= text.matches('\n').count() + 1, "{pattern:?}");
    }
}
