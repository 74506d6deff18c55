use movegen::rules::Variant;

use super::*;

fn load(source: Source, plies: Option<u32>, variant: Variant, seed: u64) -> Result<Openings, OpeningError> {
    let config = OpeningConfig { source, plies, ..OpeningConfig::default() };
    Openings::load(&config, variant.into(), variant.start_fen().to_string(), seed)
}

fn file(name: &str, text: &str) -> (std::path::PathBuf, Source) {
    let path = std::env::temp_dir().join(format!("kwartslag-openings-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let format = if name.ends_with("pgn") { Format::Pgn } else { Format::Epd };
    (path.clone(), Source::File { path, format })
}

#[test]
fn random_openings_depend_on_seed_and_pair_alone() {
    for variant in [Variant::Chess, Variant::Doorgeefsolo, Variant::Superschaak, Variant::Halijnen] {
        let (a, b) =
            (load(Source::Random, Some(8), variant, 5).unwrap(), load(Source::Random, Some(8), variant, 5).unwrap());
        let other = load(Source::Random, Some(8), variant, 6).unwrap();
        assert_eq!(a.of_pair(17), b.of_pair(17));
        assert_eq!(a.of_pair(17).moves.len(), 8);
        assert_ne!(a.of_pair(17), a.of_pair(18));
        assert_ne!(a.of_pair(17), other.of_pair(17));
        let opening = a.of_pair(17);
        let mut game = any_game::open(variant.into(), &opening.fen).unwrap().game;
        for uci in &opening.moves {
            game.play_uci(uci).unwrap();
        }
    }
}

#[test]
fn all_432_arrays_come_once_before_any_comes_again() {
    let arrays = load(Source::Arrays, None, Variant::Superschaak, 1).unwrap();
    let mut fens: Vec<String> = (0..432).map(|pair| arrays.of_pair(pair).fen).collect();
    assert_eq!(arrays.of_pair(432).fen, fens[0]);
    fens.sort();
    fens.dedup();
    assert_eq!(fens.len(), 432);
    assert!(!arrays.begins_in_prelude());
    assert!(load(Source::Start, None, Variant::Superschaak, 1).unwrap().begins_in_prelude());
    assert!(load(Source::Random, Some(3), Variant::Superschaak, 1).unwrap().begins_in_prelude());
    assert!(!load(Source::Random, Some(4), Variant::Superschaak, 1).unwrap().begins_in_prelude());
}

#[test]
fn positions_of_a_file_are_checked_and_a_fault_names_its_line() {
    let good = "# book\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - id \"x\";\n";
    let (path, source) = file("good.epd", good);
    let openings = load(source, None, Variant::Crazyhouse, 1).unwrap();
    assert_eq!(openings.of_pair(5).fen, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 1");
    std::fs::remove_file(path).unwrap();
    for (text, line, what) in [
        ("\nrnbqkbnr/ppppxppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n", ":2: ", "unknown letter x"),
        ("8/8 w\n", ":1: ", "2 fields"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n", ":1: ", "the game is over here: win white 1-0 mate"),
    ] {
        let (path, source) = file("bad.epd", text);
        let error = load(source, None, Variant::Chess, 1).unwrap_err().to_string();
        assert!(error.contains(line) && error.contains(what) && error.contains("bad.epd"), "{error}");
        std::fs::remove_file(path).unwrap();
    }
    let (path, source) = file("empty.epd", "\n# nothing\n");
    assert!(matches!(load(source, None, Variant::Chess, 1), Err(OpeningError::Empty(_))));
    std::fs::remove_file(path).unwrap();
    let missing = Source::File { path: "no/such/file.epd".into(), format: Format::Epd };
    assert!(load(missing, None, Variant::Chess, 1).unwrap_err().to_string().contains("no/such/file.epd"));
}

#[test]
fn lines_of_a_pgn_file_are_cut_at_the_plies_wanted() {
    let (path, source) = file("lines.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0\n\n1. d4 {x} d5 Kxx9 *\n");
    let openings = load(source.clone(), Some(2), Variant::Chess, 1).unwrap();
    assert_eq!(openings.of_pair(0).moves, ["e2e4", "e7e5"]);
    assert_eq!(openings.of_pair(3).moves, ["d2d4", "d7d5"]);
    let error = load(source, None, Variant::Chess, 1).unwrap_err().to_string();
    assert!(error.contains("lines.pgn:3: move 2. Kxx9"), "{error}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn an_order_by_seed_uses_every_opening_once() {
    let text: String = (1..=9).map(|n| format!("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 {n}\n")).collect();
    let (path, source) = file("order.epd", &text);
    let config = OpeningConfig { source, order: Order::Random, first: 2, plies: None };
    let load = |seed| Openings::load(&config, Variant::Chess.into(), String::new(), seed).unwrap();
    let fens = |seed| (0..9).map(|pair| load(seed).of_pair(pair).fen).collect::<Vec<_>>();
    assert_ne!(fens(1), fens(2));
    let mut sorted = fens(1);
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), 9);
    std::fs::remove_file(path).unwrap();
}
