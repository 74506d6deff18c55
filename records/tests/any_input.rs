//! No input makes a reader panic: arbitrary bytes, scraps of records, and real files with damage.

use std::path::PathBuf;

use proptest::prelude::*;
use records::reader::{AnyGameText, games, read};
use records::{bpgn, encoding, epd, pgn};

/// Reads, replays and writes everything that the bytes may be.
fn work_through(bytes: &[u8]) {
    for game in read(bytes) {
        let _ = game.replay();
    }
    for game in pgn::read(bytes) {
        let _ = AnyGameText::OneBoard(game).replay();
    }
    for game in bpgn::read(bytes) {
        bpgn::write(&game);
        let _ = AnyGameText::TwoBoards(game).replay();
    }
    for line in encoding::decode(bytes).lines() {
        let _ = epd::parse(line);
    }
}

/// The files of the test data, each as bytes.
fn files() -> Vec<Vec<u8>> {
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/games");
    let folders = ["pgn", "bpgn"].map(|folder| games.join(folder));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// Pieces of records, well formed or not.
fn scrap() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "[Event \"x\"]",
        "[FEN \"",
        "[Variant \"bughouse\"]",
        "[WhiteA \"a\"]",
        "[Result \"0-1\"]",
        "[",
        "]",
        "\"]",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "\n",
        " ",
        "1.",
        "1...",
        "1A.",
        "1a.",
        "2B.",
        "e4",
        "e5",
        "Nf3",
        "O-O",
        "N@f3",
        "@e4",
        "xd5",
        "e8=Qd5",
        "--",
        "1-0",
        "0 - 1",
        "\u{bd}",
        "*",
        "$1",
        "\u{b1}",
        "+/-",
        "N",
        "{119.9}",
        "{[ts=1.0]}",
        "{1over=1-0}",
        "{over=1-1}",
        "\u{2658}",
        "\\",
    ])
}

proptest! {
    #[test]
    fn arbitrary_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        work_through(&bytes);
    }

    #[test]
    fn arbitrary_text(text in "\\PC{0,200}") {
        work_through(text.as_bytes());
    }

    #[test]
    fn scraps_of_records(scraps in prop::collection::vec(scrap(), 0..60)) {
        work_through(scraps.concat().as_bytes());
        work_through(scraps.join(" ").as_bytes());
    }

    #[test]
    fn damaged_files(
        file in any::<prop::sample::Index>(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0usize..8, scrap()), 1..6),
    ) {
        let files = files();
        let mut bytes = files[file.index(files.len())].clone();
        for (at, removed, scrap) in damage {
            let start = at.index(bytes.len() + 1);
            let end = (start + removed).min(bytes.len());
            bytes.splice(start..end, scrap.bytes());
        }
        work_through(&bytes);
    }

    #[test]
    fn games_are_numbered_and_their_lines_ascend(scraps in prop::collection::vec(scrap(), 0..60)) {
        let text = scraps.join(" ");
        let found: Vec<_> = games(&text).map(|game| (game.number(), game.line())).collect();
        for (index, &(number, _)) in found.iter().enumerate() {
            prop_assert_eq!(number, index + 1);
        }
        prop_assert!(found.windows(2).all(|pair| pair[0].1 <= pair[1].1), "{:?}", found);
    }
}
