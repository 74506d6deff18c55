//! A game set up for thinking, whatever the game: what a protocol talks to.
//!
//! Behind [`open`] lies the one `match` on the variant; every protocol command costs one virtual call, no node
//! of the search does.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod pair;

use std::fmt::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use eval::Evaluate;
use movegen::fen::{self, FenError};
use movegen::game::Game;
use movegen::moves::Move;
use movegen::notation::{self, Fault, MoveError};
use movegen::pair::status::{MatchStatus, PairStatus};
use movegen::piece::Color;
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use movegen::with_position_type;
use thiserror::Error;

use crate::clock::Clock;
use crate::display;
use crate::limits::{Control, Limits, SearchOptions};
use crate::report::{Bound, Info, Outcome, Score};
use crate::search::SharedState;
use crate::strength::{self, Strength};
use crate::team::{ClocksB, Seating};
use crate::win_rates::WinRates;

/// Which game is played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The game.
    pub variant: Variant,
    /// Whether Chess960 arrays and king-takes-rook castling are wanted; means nothing where the game has none.
    pub chess960: bool,
    /// HA-lijnen: number of frames of a game from the start position, odd, from 3 to 255.
    pub frames: u32,
}

impl Rules {
    /// The usual number of frames of HA-lijnen (rules.md 4).
    pub const FRAMES: u32 = 3;

    /// A game in its usual form.
    pub const fn new(variant: Variant) -> Rules {
        Rules { variant, chess960: false, frames: Rules::FRAMES }
    }

    /// The FEN from which a game starts.
    pub fn start_fen(&self) -> String {
        self.variant.start_fen_of(self.frames)
    }

    /// Whether moves and castling rights are written as in Chess960.
    fn writes_chess960(&self) -> bool {
        self.chess960 && self.variant.allows_chess960()
    }
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// For programs.
    Uci,
    /// For people.
    San,
}

/// Which of the legal moves to look at, as UCI text. Texts that are [`illegal`](Session::illegal) are skipped, and if no
/// move is left, all count.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Roots {
    /// All.
    #[default]
    All,
    /// These alone (`searchmoves`).
    Only(Vec<String>),
    /// All but these (`exclude`).
    Except(Vec<String>),
}

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// When it ends; `search_moves` is filled in by the session.
    pub limits: Limits,
    /// Which moves to look at.
    pub roots: Roots,
    /// Threads, lines, overhead.
    pub options: SearchOptions,
    /// How strong to play, if not as strong as possible.
    pub strength: Option<Strength>,
    /// How the moves of the report and of the answer are written.
    pub notation: Notation,
    /// Two boards: for whom to think.
    pub seating: Seating,
    /// Two boards: the clocks of board B; those of board A, or of a board alone, are in `limits`.
    pub clocks_b: ClocksB,
}

impl Request {
    /// A search of all moves at full strength with these limits and the usual options, told in UCI notation; on two boards
    /// for the team with White on board A.
    pub fn new(limits: Limits) -> Request {
        Request {
            limits,
            roots: Roots::All,
            options: SearchOptions::default(),
            strength: None,
            notation: Notation::Uci,
            seating: Seating::default(),
            clocks_b: ClocksB::default(),
        }
    }

    /// Whether the clock of a player runs on one of the boards.
    pub fn is_on_the_clock(&self) -> bool {
        self.limits.is_on_the_clock() || self.clocks_b.time != [None; 2]
    }

    /// Whether only a command, or a mate found, ends it.
    pub fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, movetime, infinite, .. } = self.limits;
        infinite || (depth.is_none() && nodes.is_none() && movetime.is_none() && !self.is_on_the_clock())
    }
}

impl Roots {
    /// The moves to look at, none if there is no reason to leave any out.
    fn choose(&self, legal: impl FnOnce() -> Vec<Move>, read: impl Fn(&str) -> Option<Move>) -> Vec<Move> {
        let read_all = |texts: &[String]| texts.iter().filter_map(|text| read(text)).collect::<Vec<_>>();
        match self {
            Roots::All => Vec::new(),
            Roots::Only(texts) => read_all(texts),
            Roots::Except(texts) => {
                let excluded = read_all(texts);
                legal().into_iter().filter(|mv| !excluded.contains(mv)).collect()
            }
        }
    }
}

/// How a game, or a match on two boards, stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A game on one board.
    Game(Status),
    /// Both games and the match.
    Match(PairStatus),
}

impl Standing {
    /// Whether the game or the match is over.
    pub fn is_over(&self) -> bool {
        match self {
            Standing::Game(status) => status.is_over(),
            Standing::Match(status) => matches!(status.of_match, MatchStatus::Over(_)),
        }
    }

    /// What stands for a move where there is none.
    pub fn no_move(&self) -> &'static str {
        match self {
            Standing::Game(_) => "(none)",
            Standing::Match(_) => "(pass,pass)",
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Game(status) => status.fmt(f),
            Standing::Match(status) => status.fmt(f),
        }
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play, on two boards a joint action; `None` if there is no legal one.
    pub best: Option<String>,
    /// The answer expected to it.
    pub ponder: Option<String>,
    /// How the game stands.
    pub standing: Standing,
    /// When the answer should be given, counted from the start of the search: weakened play takes its time.
    pub due: Duration,
}

/// Takes a line of thinking, and its moves as text.
pub type Report<'a> = dyn Fn(&Info, &str) + Sync + 'a;

/// A game set up for thinking. It does not change: the next position is another session.
pub trait Session: Send + Sync {
    /// Thinks until the limits or the control end it. Every line that is found goes to `report`.
    fn think(&self, state: &SharedState, control: &Control, request: Request, report: &Report<'_>) -> Answer;

    /// Those of the moves that nobody can choose here, with the reason: they are not legal or, on two boards, not those
    /// of this seat.
    fn illegal(&self, moves: &[String], seating: Seating) -> Vec<MoveError>;

    /// The same game after further moves, given as UCI text. A fault's place counts from the first of them.
    fn continued(&self, moves: &[String]) -> Opened;

    /// Counts the sequences of `depth` legal moves below each legal move and tells each to `report`; the sum, or
    /// `None` if the control stopped it.
    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64>;

    /// The board, stocks, FEN, key, checkers and status, for people.
    fn display(&self) -> String;

    /// The static evaluation, for people.
    fn evaluation(&self) -> String;

    /// How the game stands.
    fn standing(&self) -> Standing;
}

/// A move list that breaks off at a move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("ply {ply}{}: {error}", .board.map(|board| format!(" on board {board}")).unwrap_or_default())]
pub struct IllegalMove {
    /// Its place in the list, from 1.
    pub ply: usize,
    /// Two boards: the board it names, `A` or `B`.
    pub board: Option<&'static str>,
    /// What is wrong with it; names its text.
    pub error: MoveError,
}

/// A session, and what was wrong with the move list.
pub struct Opened {
    /// The game, as far as the moves are legal.
    pub session: Arc<dyn Session>,
    /// The first move that is not.
    pub fault: Option<IllegalMove>,
}

/// What stands for a FEN where both boards begin at their start.
pub const START_BOTH: &str = "startpos2";

/// Whether a FEN speaks of two boards.
pub fn is_two_boards(fen: &str) -> bool {
    fen == START_BOTH || fen.contains('|')
}

/// Sets up a game from a FEN (`None`: from its start) and plays moves, given as UCI text. Two FENs joined by `|`, or
/// [`START_BOTH`], are a match on two boards.
///
/// # Errors
/// Names what is wrong with the FEN. An illegal move is no error of this kind: see [`Opened`].
pub fn open(rules: &Rules, fen: Option<&str>, moves: &[String]) -> Result<Opened, FenError> {
    if let Some(fen) = fen.filter(|fen| is_two_boards(fen)) {
        return pair::open(rules, fen, moves);
    }
    with_position_type!(rules.variant, P => open_as::<P>(rules, fen, moves))
}

fn open_as<P: Evaluate>(rules: &Rules, fen: Option<&str>, moves: &[String]) -> Result<Opened, FenError> {
    let start = rules.start_fen();
    let position: P = fen::parse(fen.unwrap_or(&start), rules.variant, rules.writes_chess960())?;
    Ok(Seat { game: Game::new(position) }.continued(moves))
}

/// The session of one family of games.
struct Seat<P> {
    game: Game<P>,
}

impl<P: Evaluate> Session for Seat<P> {
    fn think(&self, state: &SharedState, control: &Control, request: Request, report: &Report<'_>) -> Answer {
        let position = self.game.position();
        if !position.has_legal_move() {
            return self.without_move(report);
        }
        let mut limits = request.limits;
        limits.search_moves =
            request.roots.choose(|| position.legal_moves().to_vec(), |text| self.choosable(text).ok());
        let told = |info: &Info| report(info, &texts(position, &info.pv, request.notation).join(" "));
        let Request { options, strength, .. } = request;
        let Outcome { best, ponder, .. } =
            strength::think(&self.game, state, control, &limits, &options, strength, &told);
        let expected: Vec<Move> = [best, ponder].into_iter().map_while(|mv| mv).collect();
        let mut texts = texts(position, &expected, request.notation).into_iter();
        let clock = Clock::new(&limits, &options, position.actor());
        let due =
            strength.map_or(Duration::ZERO, |strength| strength.answer_time(&clock, position.legal_moves().len()));
        Answer { best: texts.next(), ponder: texts.next(), standing: self.standing(), due }
    }

    fn illegal(&self, moves: &[String], _seating: Seating) -> Vec<MoveError> {
        moves.iter().filter_map(|text| self.choosable(text).err()).collect()
    }

    fn continued(&self, moves: &[String]) -> Opened {
        let mut game = self.game.clone();
        let mut fault = None;
        for (index, text) in moves.iter().enumerate() {
            match notation::parse_uci(game.position(), text) {
                Ok(mv) => game.play(mv),
                Err(error) => {
                    fault = Some(IllegalMove { ply: index + 1, board: None, error });
                    break;
                }
            }
        }
        Opened { session: Arc::new(Seat { game }), fault }
    }

    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64> {
        let mut position = self.game.position().clone();
        if depth == 0 {
            return Some(1);
        }
        let mut total = 0;
        for &mv in position.legal_moves().iter() {
            let undo = position.make(mv, &mut ());
            let nodes = count(&mut position, depth - 1, control);
            position.unmake(mv, undo);
            let nodes = nodes?;
            report(&notation::uci(&position, mv), nodes);
            total += nodes;
        }
        Some(total)
    }

    fn display(&self) -> String {
        let position = self.game.position();
        let mut text = display::draw(position);
        let _ = write!(text, "Fen: {}\nKey: {:016X}\nCheckers:", fen::write(position), position.key());
        for square in position.core().checkers() {
            let _ = write!(text, " {square}");
        }
        let _ = write!(text, "\nStatus: {}", self.game.status());
        text
    }

    fn evaluation(&self) -> String {
        let position = self.game.position();
        let score = position.evaluate(&position.fresh());
        let white = if position.actor() == Color::White { score } else { -score };
        format!(
            "Static evaluation: {:+.2} pawns for White, {score} centipawns for the side to move",
            f64::from(white) / 100.0
        )
    }

    fn standing(&self) -> Standing {
        Standing::Game(self.game.status())
    }
}

impl<P: Evaluate> Seat<P> {
    /// Reads a move that the player on move can choose: the flag of HA-lijnen is none.
    fn choosable(&self, text: &str) -> Result<Move, MoveError> {
        let mv = notation::parse_uci(self.game.position(), text)?;
        if self.game.position().is_legal(mv) { Ok(mv) } else { Err(MoveError::illegal(text, Fault::NotChosen)) }
    }

    /// What there is to say about a position without a legal move: its value, if the game is over.
    fn without_move(&self, report: &Report<'_>) -> Answer {
        let status = self.game.status();
        let score = match status {
            Status::Won { winner, .. } if winner != self.game.position().actor() => {
                Some((Score::Mate(0), WinRates::LOSS))
            }
            Status::Drawn(_) => Some((Score::Centipawns(0), WinRates::DRAW)),
            _ => None,
        };
        if let Some((score, win_rates)) = score {
            let info = Info {
                depth: 0,
                seldepth: 0,
                multipv: 1,
                score,
                bound: Bound::Exact,
                win_rates,
                nodes: 0,
                time: Duration::ZERO,
                hashfull: 0,
                pv: Vec::new(),
            };
            report(&info, "");
        }
        Answer { best: None, ponder: None, standing: Standing::Game(status), due: Duration::ZERO }
    }
}

/// Depth of a perft that is done in one go, without a look at the control: some milliseconds.
const UNINTERRUPTED: u32 = 3;

fn count<P: Position>(position: &mut P, depth: u32, control: &Control) -> Option<u64> {
    if control.stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(movegen::perft::perft(position, depth));
    }
    let mut total = 0;
    for &mv in position.legal_moves().iter() {
        let undo = position.make(mv, &mut ());
        let nodes = count(position, depth - 1, control);
        position.unmake(mv, undo);
        total += nodes?;
    }
    Some(total)
}

/// The moves of a line as texts, as far as they are legal (all of them, or the search is at fault).
fn texts<P: Position>(position: &P, moves: &[Move], notation: Notation) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        let legal = position.is_legal(mv);
        debug_assert!(legal, "illegal {mv:?} in a line at {}", fen::write(&position));
        if !legal {
            break;
        }
        texts.push(match notation {
            Notation::Uci => notation::uci(&position, mv),
            Notation::San => notation::san(&position, mv),
        });
        position.make(mv, &mut ());
    }
    texts
}
