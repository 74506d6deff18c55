//! Files as other programs and people write them: each game is read and replayed as a table says.

use std::fmt::Write;
use std::path::PathBuf;

use records::reader::{AnyGameText, read};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/games/pgn")
}

/// The line of the table for a game: what was read, where it ends, what was taken for granted and what is wrong.
fn row(file: &str, game: &AnyGameText) -> String {
    let mut row = format!("{file}\t{}\t{}\t{}", game.number(), game.line(), game.result());
    let (notes, fault) = match game.replay() {
        Ok(replay) => {
            let name = replay.game.name();
            let chess960 = if name.chess960 { " (960)" } else { "" };
            write!(row, "\t{}{chess960}\t{}\t{}", name.variant, replay.moves.len(), replay.game.fen()).unwrap();
            let notes: Vec<String> = replay.notes.iter().map(ToString::to_string).collect();
            (notes.join("; "), replay.fault)
        }
        Err(unreadable) => {
            row.push_str("\t\t\t");
            (String::new(), Some(unreadable))
        }
    };
    let fault = fault.map(|fault| fault.to_string()).unwrap_or_default();
    write!(row, "\t{notes}\t{}", fault.escape_debug()).unwrap();
    row
}

#[test]
fn files_of_other_programs_are_read_as_the_table_says() {
    let table = std::fs::read_to_string(folder().join("expected.tsv")).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    let mut found = Vec::new();
    for name in files.iter().map(|name| name.to_string_lossy()).filter(|name| !name.ends_with(".tsv")) {
        let games = read(&std::fs::read(folder().join(&*name)).unwrap());
        found.extend(games.iter().map(|game| row(&name, game)));
    }
    let expected: Vec<&str> = table.lines().skip(1).collect();
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len(), "{:#?}", &found[expected.len().min(found.len())..]);
}
