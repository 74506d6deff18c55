use super::*;
use crate::variants::chess::Chess;
use crate::with_position_type;

/// Reads a FEN and returns it as it is written, with the notes.
fn noted(game: &str, text: &str) -> (String, Vec<String>) {
    let game: GameName = game.parse().unwrap();
    let told = |notes: Vec<FenNote>| notes.iter().map(ToString::to_string).collect();
    if is_two_boards(text) {
        let (pair, notes) = read_pair(text, game).unwrap_or_else(|error| panic!("{text}: {error}"));
        return (write_pair(&pair), told(notes));
    }
    with_position_type!(game.variant, P => {
        let (position, notes) = read::<P>(text, game).unwrap_or_else(|error| panic!("{text}: {error}"));
        (write(&position), told(notes))
    })
}

#[track_caller]
fn reads(game: &str, text: &str, written: &str, notes: &[&str]) {
    assert_eq!(noted(game, text), (written.to_string(), notes.iter().map(ToString::to_string).collect()), "{text}");
}

#[track_caller]
fn refuses(text: &str, why: &str) {
    assert_eq!(parse::<Chess>(text, Variant::Chess, false).unwrap_err().to_string(), why, "{text}");
}

const BARE: &str = "4k3/8/8/8/8/8/8/4K3";

#[test]
fn missing_counters_are_0_and_1() {
    let written = format!("{BARE} w - - 0 1");
    let both = "the halfmove clock and the move number are missing, read as 0 1";
    reads("chess", &format!("{BARE} w - -"), &written, &[both]);
    reads("chess", &format!("  {BARE}  w - - 0 "), &written, &["the move number is missing, read as 1"]);
    reads("chess", &format!("{BARE} w - - 0 0"), &written, &["move number 0 read as 1"]);
    refuses(&format!("{BARE} w -"), "FEN: the field `en passant` is missing");
    refuses(&format!("{BARE} w - - x"), "halfmove clock: `x` is not a number from 0 to 1000000");
    refuses(&format!("{BARE} w - - 0 one"), "move number: `one` is not a number from 0 to 1000000");
    refuses(&format!("{BARE} w - - -1 1"), "halfmove clock: `-1` is not a number from 0 to 1000000");
}

#[test]
fn extension_fields_may_follow_four_or_five_fields() {
    let start = Variant::Superschaak.start_fen();
    let both = "the halfmove clock and the move number are missing, read as 0 1";
    reads("superschaak", &start.replace(" 0 1", ""), start, &[both]);
    let start = Variant::Halijnen.start_fen();
    reads("halijnen", &start.replace(" 1 ", " "), start, &["the move number is missing, read as 1"]);
    let boards = format!("{BARE}[] w - - over=1-0 | {BARE}[] w - -");
    let written = format!("{BARE}[] w - - 0 1 over=1-0 | {BARE}[] w - - 0 1");
    reads("doorgeef", &boards, &written, &[&format!("board A: {both}"), &format!("board B: {both}")]);
}

#[test]
fn epd_operations_are_skipped() {
    let written = format!("{BARE} w - - 0 1");
    let both = "the halfmove clock and the move number are missing, read as 0 1";
    let operations = "bm Kd2; id \"a = b; c\";";
    let skipped = format!("EPD operations skipped: {operations}");
    reads("chess", &format!("{BARE} w - - {operations}"), &written, &[both, &skipped]);
    reads("chess", &format!("{BARE} w - - 0 1 {operations}"), &written, &[&skipped]);
    let start = Variant::Halijnen.start_fen();
    reads(
        "halijnen",
        &format!("{start} variant \"halijnen\";"),
        start,
        &["EPD operations skipped: variant \"halijnen\";"],
    );
    let hands = format!("{BARE}[Pn] w - -");
    let written = format!("{BARE}[Pn] w - - 0 1");
    reads(
        "crazyhouse",
        &format!("{hands} variant \"crazyhouse\"; bm P@e4;"),
        &written,
        &[both, "EPD operations skipped: variant \"crazyhouse\"; bm P@e4;"],
    );
    refuses(&format!("{BARE} w - - 0 1 bm Kd2"), "extension: unknown field `bm`");
}

#[test]
fn castling_rights_without_king_and_rook_are_dropped() {
    reads(
        "chess",
        "r3k3/8/8/8/8/8/8/3K3R w KQkq - 0 1",
        "r3k3/8/8/8/8/8/8/3K3R w q - 0 1",
        &[
            "castling right `K` dropped: no king on e1 and unmoved rook on h1",
            "castling right `Q` dropped: no king on e1 and unmoved rook on a1",
            "castling right `k` dropped: no king on e8 and unmoved rook on h8",
        ],
    );
    reads(
        "chess960",
        "4k3/8/8/8/8/8/8/1R2K3 w KBa - 0 1",
        "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1",
        &[
            "castling right `K` dropped: no king on rank 1 with an unmoved rook towards the h-file",
            "castling right `a` dropped: no king on rank 8 and unmoved rook on a8",
        ],
    );
    reads(
        "chess",
        "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
        "4k3/8/8/8/8/8/8/1R2K3 w - - 0 1",
        &["castling right `B` dropped: a rook on b1 castles in Chess960 only"],
    );
    reads(
        "crazyhouse",
        "4k3/8/8/8/8/8/8/4K2R~[] w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R~[] w - - 0 1",
        &["castling right `K` dropped: no king on e1 and unmoved rook on h1"],
    );
    refuses("4k3/8/8/8/8/8/8/4K3 w KK - 0 1", "castling: letter K twice");
    refuses("4k2r/8/8/8/8/8/8/4K3 w kh - 0 1", "castling: letter h twice");
}

#[test]
fn en_passant_squares_that_no_pawn_passed_are_dropped() {
    let dropped = |square| format!("en passant square {square} dropped: no pawn can have just passed it");
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    for square in ["e6", "e4", "d3", "e2"] {
        reads("chess", &format!("{after_e4} {square} 0 1"), &format!("{after_e4} - 0 1"), &[&dropped(square)]);
    }
    // Written after every double step by some programs, and left out where no capture is legal: nothing was wrong.
    reads("chess", &format!("{after_e4} e3 0 1"), &format!("{after_e4} - 0 1"), &[]);
    refuses(&format!("{after_e4} e9 0 1"), "en passant: `e9` is no square");
}

#[test]
fn stocks_with_counts_or_a_dash_are_read() {
    let board = |stock: &str| format!("{BARE}[{stock}] w - - 0 1");
    reads("crazyhouse", &board("N3P"), &board("NPPP"), &["stock `N3P` read as [NPPP]"]);
    reads("bughouse", &board("-"), &board(""), &["stock `-` read as []"]);
    for stock in ["N3", "0N", "99P", "N-"] {
        let error = parse_crazyhouse(&board(stock)).unwrap_err().to_string();
        assert!(error.starts_with("stock: "), "{stock}: {error}");
    }
}

fn parse_crazyhouse(text: &str) -> Result<crate::variants::drops::Drops, FenError> {
    parse(text, Variant::Crazyhouse, false)
}

#[test]
fn messages_count_and_quote_as_people_do() {
    refuses("8 w - - 0 1", "placement: 1 rank, not 8");
    refuses("1/8/8/8/8/8/8/8 w - - 0 1", "placement: rank 8 has 1 square, not 8");
    refuses("\"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "placement: unknown letter \" on a8");
}
