//! Writes BPGN.

use super::{BpgnGame, Stamp};
use crate::pgn::{Lines, write_tags};

/// The text of a game and an empty line. The times say in which dialect.
pub fn write(game: &BpgnGame) -> String {
    let mut lines = Lines::after(write_tags(&game.tags));
    for comment in &game.preface {
        lines.comment(comment);
    }
    for mv in &game.moves {
        lines.word(&mv.label());
        match mv.stamp {
            Some(stamp @ Stamp::Left(_)) => lines.word(&format!("{}{{{stamp}}}", mv.text)),
            Some(stamp @ Stamp::Since(_)) => {
                lines.word(&mv.text);
                lines.word(&format!("{{{stamp}}}"));
            }
            None => lines.word(&mv.text),
        }
        for comment in &mv.comments {
            lines.comment(comment);
        }
    }
    lines.word(game.ending.unwrap_or_else(|| game.result()));
    lines.finish()
}
