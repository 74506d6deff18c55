//! A match on two boards that was played, and its BPGN (rules.md 7).

use movegen::fen;
use movegen::notation::Fault;
use movegen::notation::MoveError;
use movegen::notation::pair as text;
use movegen::pair::Pair;
use movegen::pair::action::Action;
use movegen::pair::game::PairGame;
use movegen::pair::status::MatchStatus;
use movegen::position::Position;
use movegen::rules::Variant;

use super::replay::result_of;
use super::{BpgnGame, BpgnMove, Seat, Stamp, rule_tags, write};
use crate::pgn::{rules_name, variant_name};
use crate::record::RecordError;
use crate::result;

/// A whole match: where it began, the entries of its move list, who played.
#[derive(Clone, Debug)]
pub struct PairRecord {
    /// The game.
    pub variant: Variant,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// Where it began, if not at the start of both boards: two FENs joined by ` | `.
    pub fen: Option<String>,
    /// The moves, and what else ended games.
    pub entries: Vec<PairEntry>,
    /// Tags of the event and the players (`WhiteA`, `BlackA`, `WhiteB`, `BlackB`) and others; those that the match itself
    /// says, `Result`, `MatchScore`, `Variant` and the rules, are added.
    pub tags: Vec<(String, String)>,
}

/// One entry of the move list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairEntry {
    /// `1e2e4`, `2N@f3`, `1over=0-1`, `over=1-1`.
    pub text: String,
    /// The time to write after a move.
    pub stamp: Option<Stamp>,
    /// A comment to write after it.
    pub comment: Option<String>,
}

/// The BPGN text of a match.
///
/// # Errors
/// The record is not that of a legal match.
pub fn to_bpgn(record: &PairRecord) -> Result<String, RecordError> {
    to_game(record).map(|game| write(&game))
}

/// The match as a game of a BPGN file.
///
/// # Errors
/// As [`to_bpgn`].
pub fn to_game(record: &PairRecord) -> Result<BpgnGame, RecordError> {
    let pair = match &record.fen {
        Some(text) => fen::parse_pair(text, record.variant, record.chess960)?,
        None => Pair::start(record.variant, record.chess960).map_err(fen::FenError::from)?,
    };
    let start = record.fen.as_ref().map(|_| fen::write_pair(&pair));
    let mut game = PairGame::new(pair);
    let mut bpgn = BpgnGame::default();
    for (index, entry) in record.entries.iter().enumerate() {
        let fault = |error| RecordError::Move { ply: index + 1, error };
        let action = text::parse(game.pair(), &entry.text).map_err(fault)?;
        let mut notes: Vec<String> = entry.comment.iter().cloned().collect();
        match action {
            Action::Move(mv) => {
                let board = game.pair().board(mv.board());
                bpgn.moves.push(BpgnMove {
                    seat: Seat { board: mv.board(), color: board.core().turn() },
                    number: board.core().fullmove(),
                    text: text::san(game.pair(), mv),
                    stamp: entry.stamp,
                    comments: Vec::new(),
                    line: 0,
                });
            }
            Action::Over { .. } | Action::MatchDraw => notes.insert(0, entry.text.clone()),
        }
        bpgn.moves.last_mut().map_or(&mut bpgn.preface, |mv| &mut mv.comments).extend(notes);
        let illegal = |error| fault(MoveError::illegal(&entry.text, Fault::Action(error)));
        game.play(action).map_err(illegal)?;
    }
    bpgn.tags = tags(record, &game, start);
    bpgn.ending = bpgn.tag("Result").and_then(result::parse);
    Ok(bpgn)
}

/// The tags in their order: event, players, result, game, position, others.
fn tags(record: &PairRecord, game: &PairGame, start: Option<String>) -> Vec<(String, String)> {
    let given = |name: &str| record.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
    let mut tags: Vec<(String, String)> = Vec::new();
    let mut tag = |name: &str, value: String| tags.push((name.to_string(), value));
    let first = ["Event", "Site", "Date", "Round"].into_iter().chain(Seat::ALL.map(Seat::tag));
    for name in first.clone() {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        tag(name, given(name).unwrap_or_else(|| unknown.to_string()));
    }
    match game.status().of_match {
        MatchStatus::Over(score) => {
            tag("Result", result_of(score).to_string());
            tag("MatchScore", score.to_string());
        }
        _ => tag("Result", "*".to_string()),
    }
    tag("Variant", variant_name(record.variant, record.chess960));
    if let Some(rules) = rules_name(record.variant) {
        tag("Rules", rules.to_string());
    }
    for (name, value) in rule_tags(record.variant) {
        tag(name, value.to_string());
    }
    if let Some(fen) = start {
        tag("SetUp", "1".to_string());
        tag("FEN", fen);
    }
    let mut own: Vec<&str> = first.collect();
    own.extend([
        "Result",
        "MatchScore",
        "Variant",
        "Rules",
        "Promotion",
        "DropAggression",
        "PawnDropRanks",
        "SetUp",
        "FEN",
    ]);
    for (name, value) in record.tags.iter().filter(|(name, _)| !own.contains(&name.as_str())) {
        tag(name, value.clone());
    }
    tags
}
