//! Whatever is given as a FEN or a move: no panic, and one clear line when it is wrong.

use kwartslag_tests::{data_text, random_game, random_start, suite_fens};
use movegen::fen;
use movegen::notation::pair as pair_text;
use movegen::notation::{parse_san, parse_uci, san, uci};
use movegen::pair::action::Action;
use movegen::pair::game::PairGame;
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::with_position_type;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Longest message that is still one line to a reader.
const LONGEST: usize = 300;

fn one_line(message: &str) {
    assert!(!message.is_empty() && message.chars().count() <= LONGEST, "{} characters: {message}", message.len());
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

/// Reads a FEN in a game. One that is accepted has moves that can be played, and is written so that it is read again.
fn read(text: &str, variant: Variant, chess960: bool) {
    with_position_type!(variant, P => match fen::parse::<P>(text, variant, chess960) {
        Err(error) => one_line(&error.to_string()),
        Ok(position) => {
            let written = fen::write(&position);
            let again: P = fen::parse(&written, variant, chess960).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(fen::write(&again), written);
            assert_eq!(again.key(), position.key());
            random_game(position, 8, 1, |position, _| {
                let _ = position.status(1);
            });
        }
    });
}

/// All FENs of the data with their games, in one-board games.
fn known_fens() -> Vec<(Variant, bool, String)> {
    let mut fens = Vec::new();
    let mut add = |name: &str, fen: &str| {
        let chess960 = name == "chess960";
        let variant = if chess960 { Some(Variant::Chess) } else { Variant::from_id(name) };
        if let Some(variant) = variant.filter(|_| !fen.contains('|')) {
            fens.push((variant, chess960, fen.to_string()));
        }
    };
    for file in ["games/endings.tsv", "games/illegal.tsv", "games/invalid-fen.tsv", "games/lenient-fen.tsv"] {
        for line in data_text(file).lines().skip(1) {
            let mut fields = line.split('\t');
            if let (Some(name), Some(fen)) = (fields.next(), fields.next()) {
                add(name, fen);
            }
        }
    }
    for variant in Variant::ALL {
        suite_fens(variant.id()).iter().for_each(|fen| add(variant.id(), fen));
    }
    suite_fens("chess960").iter().for_each(|fen| add("chess960", fen));
    fens
}

/// The games that are played on two boards.
const TWO_BOARDS: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];

/// The two-board FENs of the data with their games.
fn known_pairs() -> Vec<(Variant, String)> {
    let perft = TWO_BOARDS.map(|variant| data_text(&format!("perft/{variant}.tsv")));
    let games = ["games/endings.tsv", "games/illegal.tsv", "games/invalid-fen.tsv", "games/lenient-fen.tsv"];
    let games = games.map(data_text);
    let mut fens = Vec::new();
    for line in perft.iter().chain(&games).flat_map(|text| text.lines()) {
        let mut fields = line.split('\t');
        if let (Some(name), Some(fen)) = (fields.next(), fields.next()) {
            fens.extend(
                Variant::from_id(name).filter(|_| fen.contains(" | ")).map(|variant| (variant, fen.to_string())),
            );
        }
    }
    fens.dedup();
    fens
}

/// Reads the FENs of two boards. Those that are accepted begin a match in which every legal move is written so that it
/// is read again and can be played, and any text is read as an entry or refused.
fn read_pair(text: &str, variant: Variant, chess960: bool, entry: &str) {
    let pair = match fen::parse_pair(text, variant, chess960) {
        Ok(pair) => pair,
        Err(error) => return one_line(&error.to_string()),
    };
    let written = fen::write_pair(&pair);
    let again = fen::parse_pair(&written, variant, chess960).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(fen::write_pair(&again), written);
    let mut game = PairGame::new(pair);
    for ply in 0..8 {
        let _ = game.status().to_string();
        match pair_text::parse(game.pair(), entry) {
            Ok(action) => assert_eq!(game.pair().check(action), Ok(())),
            Err(error) => one_line(&error.to_string()),
        }
        let moves = game.pair().legal_moves();
        for &mv in moves.iter() {
            let action = Action::Move(mv);
            assert_eq!(pair_text::parse(game.pair(), &pair_text::write(game.pair(), action)), Ok(action), "{written}");
        }
        if moves.is_empty() {
            return;
        }
        let action = Action::Move(moves[(7 * ply + 3) % moves.len()]);
        game.play(action).unwrap_or_else(|error| panic!("{written}: {error}"));
    }
}

/// What a slip of the hand does to a text.
#[derive(Clone, Debug)]
enum Slip {
    Delete(Index),
    Insert(Index, char),
    Replace(Index, char),
    Swap(Index, Index),
    Cut(Index),
    Repeat(Index, Index),
}

fn slips() -> impl Strategy<Value = Vec<Slip>> {
    let letters = "pnbrqkvseaPNBRQKVSEA012345678/[]~ -wbKQkqHAhaabcdefghx=|@+#O.,;\"é\t\u{0}";
    let letter = select(letters.chars().collect::<Vec<_>>());
    let at = any::<Index>;
    let slip = prop_oneof![
        at().prop_map(Slip::Delete),
        (at(), letter.clone()).prop_map(|(at, letter)| Slip::Insert(at, letter)),
        (at(), letter).prop_map(|(at, letter)| Slip::Replace(at, letter)),
        (at(), at()).prop_map(|(a, b)| Slip::Swap(a, b)),
        at().prop_map(Slip::Cut),
        (at(), at()).prop_map(|(a, b)| Slip::Repeat(a, b)),
    ];
    prop::collection::vec(slip, 1..4)
}

fn mutated(text: &str, slips: &[Slip]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for slip in slips {
        let len = text.len();
        if len == 0 {
            break;
        }
        match slip {
            Slip::Delete(at) => {
                text.remove(at.index(len));
            }
            Slip::Insert(at, letter) => text.insert(at.index(len + 1), *letter),
            Slip::Replace(at, letter) => text[at.index(len)] = *letter,
            Slip::Swap(a, b) => text.swap(a.index(len), b.index(len)),
            Slip::Cut(at) => text.truncate(at.index(len)),
            Slip::Repeat(a, b) => {
                let (a, b) = (a.index(len), b.index(len));
                text.extend_from_within(a.min(b)..a.max(b));
            }
        }
    }
    text.into_iter().collect()
}

/// A position some moves into a random game.
fn position<P: Position>(variant: Variant, seed: u64, plies: u32) -> P {
    let mut found: P = random_start(variant, false, &suite_fens(variant.id()), seed);
    let start = found.clone();
    random_game(start, plies, seed, |position, _| found = position.clone());
    found
}

/// Reads a text as a move, both ways.
fn read_move<P: Position>(position: &P, text: &str) {
    for (read, how) in [(parse_uci(position, text), "UCI"), (parse_san(position, text), "SAN")] {
        match read {
            Ok(mv) => assert!(position.accepts(mv), "{text:?} read as {how} is {mv:?}"),
            Err(error) => one_line(&error.to_string()),
        }
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn any_bytes_as_fen(bytes in prop::collection::vec(any::<u8>(), 0..200), variant in select(&Variant::ALL[..])) {
        let text = String::from_utf8_lossy(&bytes);
        read(&text, variant, false);
        read_pair(&text, variant, false, &text);
    }

    #[test]
    fn any_fields_as_fen(
        fields in prop::collection::vec("[^ ]{0,40}|[pnbrqkPNBRQK1-8/]{0,80}|[wb-]|KQkq|[a-h][1-8]|[0-9]{1,12}|[a-z]{1,8}=[0-9/-]{0,6}", 0..9),
        variant in select(&Variant::ALL[..]),
    ) {
        read(&fields.join(" "), variant, false);
    }

    #[test]
    fn any_text_as_move(text in ".{0,80}|[a-hA-Z@=+#xO0-9-]{0,9}", variant in select(&Variant::ALL[..]), seed in 0..50u64) {
        with_position_type!(variant, P => read_move(&position::<P>(variant, seed, 30), &text));
    }
}

proptest! {
    #![proptest_config(config(10_000))]

    #[test]
    fn mutated_fens_of_the_data(which in select(known_fens()), slips in slips(), chess960 in any::<bool>()) {
        let (variant, known_chess960, fen) = which;
        read(&mutated(&fen, &slips), variant, known_chess960 || chess960 && variant.allows_chess960());
    }

    #[test]
    fn mutated_two_board_fens_of_the_data(
        which in select(known_pairs()),
        slips in slips(),
        entry in ".{0,40}|[12](over=)?[a-hA-Z@0-9/-]{0,9}",
    ) {
        let (variant, fen) = which;
        read_pair(&mutated(&fen, &slips), variant, false, &entry);
    }
}

proptest! {
    #![proptest_config(config(3000))]

    #[test]
    fn mutated_moves(variant in select(&Variant::ALL[..]), seed in 0..50u64, pick in any::<Index>(), slips in slips()) {
        with_position_type!(variant, P => {
            let position = position::<P>(variant, seed, 30);
            let moves = position.legal_moves();
            if !moves.is_empty() {
                let mv = moves[pick.index(moves.len())];
                read_move(&position, &mutated(&uci(&position, mv), &slips));
                read_move(&position, &mutated(&san(&position, mv), &slips));
            }
        });
    }
}

#[test]
fn a_rook_that_came_from_promotion_has_no_castling_right() {
    let read = |castling: &str| {
        let fen = format!("4k3/8/8/8/8/8/8/4KR1R~[] w {castling} - 0 1");
        fen::parse::<Drops>(&fen, Variant::Crazyhouse, true).map(|position| fen::write(&position))
    };
    assert_eq!(read("K").unwrap(), "4k3/8/8/8/8/8/8/4KR1R~[] w - - 0 1");
    assert_eq!(read("F").unwrap(), "4k3/8/8/8/8/8/8/4KR1R~[] w F - 0 1");
}

#[test]
fn counters_beyond_the_largest_that_is_read_are_written_as_that() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 1000000 1000000";
    let mut position: Chess = fen::parse(fen, Variant::Chess, false).unwrap();
    let mv = parse_uci(&position, "e8e7").unwrap();
    position.make(mv, &mut ());
    assert_eq!(fen::write(&position), "8/4k3/8/8/8/8/8/4K3 w - - 1000000 1000000");
}
