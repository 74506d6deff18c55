//! The games under the names that XBoard knows, and what it is told about those it does not know.

use movegen::name::GameName;
use movegen::rules::Variant;

/// How XBoard shows a game, where that differs from how we play it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As it is.
    Plain,
    /// `super`: XBoard draws the array and sends the replaced pieces in the holdings.
    Array,
    /// `superschaak`: the prelude, with the superpieces standing on ranks 4 and 5 to begin with.
    Prelude,
    /// `halijnen`: a frame is a game of its own.
    Frame,
    /// One board of a match on two, the hands come with `holding`.
    TwoBoards,
}

/// A game as XBoard names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct XBoardGame {
    /// The game.
    pub game: GameName,
    /// How XBoard shows it.
    pub form: Form,
}

/// Chess, which `new` sets up.
pub(crate) const CHESS: XBoardGame =
    XBoardGame { game: GameName { variant: Variant::Chess, chess960: false }, form: Form::Plain };

/// All names that are announced, XBoard's own first.
pub(crate) const NAMES: &str =
    "normal,fischerandom,crazyhouse,bughouse,super,superschaak,doorgeef,euwe,doorgeefsolo,halijnen";

/// The game that a name stands for; what a server calls bughouse may be played by other rules.
pub(crate) fn named(name: &str, bughouse: Variant) -> Option<XBoardGame> {
    let (variant, chess960, form) = match name {
        "normal" | "chess" | "standard" => (Variant::Chess, false, Form::Plain),
        "fischerandom" => (Variant::Chess, true, Form::Plain),
        "crazyhouse" => (Variant::Crazyhouse, false, Form::Plain),
        "bughouse" => (bughouse, false, Form::TwoBoards),
        "super" => (Variant::Superschaak, false, Form::Array),
        "superschaak" => (Variant::Superschaak, false, Form::Prelude),
        "doorgeef" => (Variant::Doorgeef, false, Form::TwoBoards),
        "euwe" => (Variant::Euwe, false, Form::TwoBoards),
        "doorgeefsolo" => (Variant::Doorgeefsolo, false, Form::Plain),
        "halijnen" => (Variant::Halijnen, false, Form::Frame),
        _ => return None,
    };
    Some(XBoardGame { game: GameName { variant, chess960 }, form })
}

/// The placement from which XBoard shows the prelude.
pub(crate) const PRELUDE_PLACEMENT: &str = "rnbqkbnr/pppppppp/8/aesv4/AESV4/8/PPPPPPPP/RNBQKBNR";

/// Letters of the men by XBoard's kinds of pieces, White's and Black's: the orthodox men alone.
const ORTHODOX: &str = "PNBRQ..............Kpnbrq..............k";
/// The same where a promoted man is a pawn again in hand; the marks stand for promoted knights, bishops, rooks, queens.
const DEMOTED: &str = "PNBRQ.......~~~~...Kpnbrq.......~~~~...k";
/// The same with the superpieces.
const SUPER: &str = "PNBRQ..SE.......V.AKpnbrq..se.......v.ak";
/// The same with a king that is not royal.
const BARE_KING: &str = "PNBRQ.....K.........pnbrq.....k.........";

/// What XBoard is told about a game that it does not know: the board, and the men that move in their own ways (in
/// Betza's notation). It need not know all rules, but must not refuse a legal move.
pub(crate) fn description(name: &str) -> Vec<String> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let setup = |letters: &str, holdings: usize, parent: &str, placement: &str| {
        format!("setup ({letters}) 8x8+{holdings}_{parent} {placement}[] w KQkq - 0 1")
    };
    let mut lines = Vec::new();
    match name {
        "euwe" => lines.push(setup(ORTHODOX, 5, "bughouse", start)),
        "doorgeef" => lines.push(setup(DEMOTED, 5, "bughouse", start)),
        "doorgeefsolo" => lines.push(setup(DEMOTED, 5, "crazyhouse", start)),
        "superschaak" => {
            lines.push(setup(SUPER, 9, "super", PRELUDE_PLACEMENT));
            // A leap anywhere onto a man of one's own is an action of the prelude.
            for (letter, moves) in [('E', "RN"), ('S', "BN"), ('A', "QN"), ('V', "KN")] {
                lines.push(format!("piece {letter}& {moves}dU"));
            }
        }
        "halijnen" => {
            lines.push(setup(BARE_KING, 5, "fairy", start));
            lines.push("piece K& KisO2".to_string());
            // A blocked pawn steps diagonally, and any pawn on rank 1 or 2 may make a double step.
            lines.push("piece P& fmR2fFfceF".to_string());
        }
        _ => {}
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_is_announced_is_known() {
        for name in NAMES.split(',') {
            assert!(named(name, Variant::Bughouse).is_some(), "{name}");
        }
        assert_eq!(named("normal", Variant::Bughouse), Some(CHESS));
        assert_eq!(named("atomic", Variant::Bughouse), None);
    }

    #[test]
    fn bughouse_is_played_by_the_rules_that_the_option_names() {
        for rules in [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe] {
            assert_eq!(named("bughouse", rules).unwrap().game.variant, rules);
            assert_eq!(named("euwe", rules).unwrap().game.variant, Variant::Euwe);
        }
    }

    #[test]
    fn only_games_that_xboard_does_not_know_are_described() {
        let described: Vec<&str> = NAMES.split(',').filter(|name| !description(name).is_empty()).collect();
        assert_eq!(described, ["superschaak", "doorgeef", "euwe", "doorgeefsolo", "halijnen"]);
        for letters in [ORTHODOX, DEMOTED, SUPER, BARE_KING] {
            let (white, black) = letters.split_at(letters.len() / 2);
            assert_eq!(white.to_ascii_lowercase(), black);
        }
    }
}
