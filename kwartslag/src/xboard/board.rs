//! The game on the GUI's board: set up, played and taken back in XBoard's notation.

mod promotion;
#[cfg(test)]
mod tests;

use movegen::any_game::{self, AnyGame};
use movegen::fen::START;
use movegen::moves::{Move, MoveKind};
use movegen::notation::MoveError;
use movegen::pair::action::Action;
use movegen::piece::{Color, Role, Roles};
use movegen::rules::Status;
use movegen::setup::Setup;
use movegen::square::Square;
use movegen::stock::{Hand, Stock};

use super::highlight::Mark;
use super::prelude::{self, Ply};
use super::results;
use super::variants::{CHESS, Form, PRELUDE_PLACEMENT, XBoardGame};

/// The game since it was set up; hands that change set it up anew.
#[derive(Debug)]
struct Stretch {
    /// The FEN from which it began.
    start: String,
    game: Box<dyn AnyGame>,
    /// The moves since then, as UCI text.
    moves: Vec<String>,
    /// Plies of the prelude that mirror an action; `None` if XBoard shows no prelude.
    mirrored: Option<usize>,
    /// The number of the frame that XBoard shows, and how many there are.
    frame: Option<(u32, u32)>,
    /// Whether it began with a move that the rules do not know, rather than with other hands.
    begins_with_move: bool,
}

/// The game that XBoard shows, with everything that can be taken back.
#[derive(Debug)]
pub(crate) struct Board {
    kind: XBoardGame,
    stretch: Stretch,
    earlier: Vec<Stretch>,
}

/// What a search starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// The FEN of the beginning.
    pub start: String,
    /// The moves since then, as UCI text.
    pub moves: Vec<String>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Played {
    /// What the user should know about it.
    pub note: Option<String>,
    /// How the game has ended with it, by the rules.
    pub claim: Option<String>,
}

impl Board {
    /// The start of a game.
    ///
    /// # Errors
    /// Never for a game of the table of variants; the text says what was wrong.
    pub(crate) fn start(kind: XBoardGame) -> Result<Board, String> {
        let start = match kind.form {
            // Until XBoard sends the array that it has drawn, the orthodox one.
            Form::Array => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            Form::Plain | Form::Prelude | Form::Frame | Form::TwoBoards => START,
        };
        Board::set_up(kind, start).map(|(board, _)| board)
    }

    /// A game of chess.
    ///
    /// # Errors
    /// As [`start`](Board::start).
    pub(crate) fn chess() -> Result<Board, String> {
        Board::start(CHESS)
    }

    /// The position of a FEN, and what was changed to read it.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub(crate) fn set_up(kind: XBoardGame, fen: &str) -> Result<(Board, Vec<String>), String> {
        let shows_prelude = kind.form == Form::Prelude;
        let is_prelude = shows_prelude && fen.split(['[', ' ']).next() == Some(PRELUDE_PLACEMENT);
        let mut notes = Vec::new();
        let fen = if is_prelude {
            START.to_string()
        } else if matches!(kind.form, Form::Array | Form::Prelude) {
            without_worthless_stock(fen, &mut notes)
        } else {
            fen.to_string()
        };
        let opened = any_game::open(kind.game, &fen).map_err(|error| error.to_string())?;
        if opened.game.boards() != 1 {
            return Err("one board, not two, is shown here".to_string());
        }
        notes.extend(opened.notes.iter().map(ToString::to_string));
        let in_prelude = shows_prelude && opened.game.setup(0).prelude == Some(1);
        let mirrored = in_prelude.then_some(0);
        let frame = opened.game.setup(0).frame;
        let stretch =
            Stretch { start: fen, game: opened.game, moves: Vec::new(), mirrored, frame, begins_with_move: false };
        Ok((Board { kind, stretch, earlier: Vec::new() }, notes))
    }

    /// The game, and how XBoard shows it.
    pub(crate) fn kind(&self) -> XBoardGame {
        self.kind
    }

    fn game(&self) -> &dyn AnyGame {
        &*self.stretch.game
    }

    /// The number of the ply of the prelude that comes now, from 0; `None` after the prelude.
    fn prelude_ply(&self) -> Option<(usize, Ply)> {
        let number = self.stretch.mirrored? + self.stretch.moves.len();
        Some((number, prelude::ply(number)?))
    }

    /// Who is on move.
    pub(crate) fn turn(&self) -> Color {
        self.prelude_ply().map_or_else(|| self.game().turn(0), |(number, _)| prelude::turn(number))
    }

    /// How the game stands. It stops with a frame: XBoard cannot turn its board.
    pub(crate) fn status(&self) -> Status {
        match self.game().status().of_board(0) {
            Status::Ongoing if self.won_frame().is_some() => Status::Stopped,
            status => status,
        }
    }

    /// The line that says how the game has ended by the rules; `None` while it has not.
    pub(crate) fn claim(&self) -> Option<String> {
        let claim_frame = || Some(results::claim_frame(!self.game().turn(0), self.won_frame()?, &self.fen()));
        results::claim(self.status()).or_else(claim_frame)
    }

    /// The number of the frame that was won, and how many there are, if another one would begin now. Its loser is then
    /// on move.
    fn won_frame(&self) -> Option<(u32, u32)> {
        self.stretch.frame.filter(|_| self.stretch.frame != self.game().setup(0).frame)
    }

    /// The FEN of the position.
    pub(crate) fn fen(&self) -> String {
        self.game().fen()
    }

    /// The men in hand.
    pub(crate) fn stock(&self) -> Stock {
        self.game().setup(0).stock.unwrap_or(Stock::EMPTY)
    }

    /// What a search starts from.
    pub(crate) fn line(&self) -> Line {
        Line { start: self.stretch.start.clone(), moves: self.stretch.moves.clone() }
    }

    /// The legal moves that XBoard can show, as UCI text.
    pub(crate) fn legal_moves(&self) -> Vec<String> {
        let game = self.game();
        let moves = game.legal_moves().into_iter().filter(|&mv| self.can_be_shown(mv));
        moves.map(|mv| game.uci(mv.into())).collect()
    }

    /// Whether there are legal moves that XBoard cannot show.
    pub(crate) fn hides_moves(&self) -> bool {
        self.game().legal_moves().into_iter().any(|mv| !self.can_be_shown(mv))
    }

    /// XBoard has no move that exchanges two men, as the last action of the prelude may, and takes no pawn that is
    /// dropped on the first rank, as Euwe allows.
    fn can_be_shown(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Prelude => self.stretch.mirrored.is_none() || mv.second() == mv.from(),
            MoveKind::Drop => mv.role() != Role::Pawn || mv.to().relative_rank(self.turn()) != 0,
            _ => true,
        }
    }

    /// The only move there is, in XBoard's notation, where the prelude has the last action mirrored.
    pub(crate) fn forced(&self) -> Option<String> {
        let (number, Ply::Mirror(action)) = self.prelude_ply()? else { return None };
        // The actions before the first mirroring are those with the numbers 0 and 1.
        prelude::placing(self.stretch.moves.get(action)?, prelude::turn(number))
    }

    /// The last move since the position was set up, as UCI text.
    pub(crate) fn last_move(&self) -> Option<&str> {
        self.stretch.moves.last().map(String::as_str)
    }

    /// The number of the move, from 1.
    pub(crate) fn move_number(&self) -> u32 {
        self.game().setup(0).fullmove
    }

    /// Whether the prelude is still shown.
    pub(crate) fn is_in_prelude(&self) -> bool {
        self.prelude_ply().is_some()
    }

    /// A legal move as UCI text.
    pub(crate) fn uci(&self, mv: Move) -> String {
        self.game().uci(mv.into())
    }

    /// A move in UCI text as XBoard writes it.
    pub(crate) fn written(&self, uci: &str) -> String {
        if let Some((number, Ply::Action)) = self.prelude_ply() {
            return prelude::placing(uci, prelude::turn(number)).unwrap_or_else(|| uci.to_string());
        }
        let Ok(Action::Move(mv)) = self.game().parse_uci(uci) else { return uci.to_string() };
        match mv.kind() {
            MoveKind::Castling if self.kind.game.chess960 => {
                self.game().san(mv).trim_end_matches(['+', '#']).to_string()
            }
            // Two legs: the pawn goes to the last rank and is put back from there.
            MoveKind::PawnBack => format!("{0}{1},{1}{2}", mv.from(), mv.to(), mv.second()),
            _ => uci.to_string(),
        }
    }

    /// Reads a move in any notation that GUIs use: coordinates, `O-O`, SAN, or two legs with a comma.
    ///
    /// # Errors
    /// Why it is no legal move.
    pub(crate) fn read(&self, text: &str) -> Result<Move, String> {
        let game = self.game();
        let put_back = two_legs(text);
        let uci = game.parse_uci(put_back.as_deref().unwrap_or(text));
        match uci {
            Ok(Action::Move(mv)) if mv.kind() != MoveKind::Flag => Ok(mv),
            Ok(_) => Err("not a move".to_string()),
            Err(error) => game.parse_san(0, text).map_err(|other| match (&error, &other) {
                (MoveError::NotAMove(_), _) => reason(&other),
                _ => reason(&error),
            }),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it is not legal.
    pub(crate) fn play(&mut self, text: &str) -> Result<Played, String> {
        if let Some((number, ply)) = self.prelude_ply() {
            return self.play_in_prelude(text, number, ply);
        }
        if self.won_frame().is_some() {
            return Err("the frame is over".to_string());
        }
        match self.read(text) {
            Ok(mv) => self.make(mv),
            Err(reason) if self.kind.form == Form::Array => self.accept_promotion(text).ok_or(reason),
            Err(reason) => Err(reason),
        }
    }

    fn play_in_prelude(&mut self, text: &str, number: usize, ply: Ply) -> Result<Played, String> {
        match ply {
            Ply::Action => {
                let action = prelude::read(text, prelude::turn(number));
                let action = action.ok_or("the prelude comes first: a superpiece replaces a man of the back rank")?;
                match self.game().parse_uci(&action).map_err(|error| reason(&error))? {
                    Action::Move(mv) => self.make(mv),
                    Action::Over { .. } | Action::MatchDraw => Err("not a move".to_string()),
                }
            }
            Ply::Mirror(_) => {
                let forced = self.forced().unwrap_or_default();
                if text != forced {
                    return Err(format!("the other side's superpiece is mirrored first: {forced}"));
                }
                self.stretch.mirrored = self.stretch.mirrored.map(|mirrored| mirrored + 1);
                Ok(Played::default())
            }
        }
    }

    fn make(&mut self, mv: Move) -> Result<Played, String> {
        let text = self.game().uci(mv.into());
        self.stretch.game.play(mv.into()).map_err(|fault| fault.to_string())?;
        self.stretch.moves.push(text);
        Ok(Played { note: None, claim: self.claim() })
    }

    /// Takes back one ply; whether there was one.
    pub(crate) fn undo(&mut self) -> bool {
        match (self.prelude_before(), self.stretch.game.played().is_empty()) {
            (Some(Ply::Mirror(_)), _) => {
                self.stretch.mirrored = self.stretch.mirrored.map(|mirrored| mirrored.saturating_sub(1));
                true
            }
            (_, false) => {
                self.stretch.game.undo();
                self.stretch.moves.pop();
                true
            }
            (_, true) => {
                let Some(earlier) = self.earlier.pop() else { return false };
                let later = std::mem::replace(&mut self.stretch, earlier);
                later.begins_with_move || self.undo()
            }
        }
    }

    /// What the last ply was, if it was one of the prelude.
    fn prelude_before(&self) -> Option<Ply> {
        let played = self.stretch.mirrored? + self.stretch.moves.len();
        prelude::ply(played.checked_sub(1)?)
    }

    /// Replaces both hands; whether anything changed.
    ///
    /// # Errors
    /// A letter is no man that can be in hand, or there are too many of them.
    pub(crate) fn hold(&mut self, white: &str, black: &str) -> Result<bool, String> {
        let stock = Stock([hand(white)?, hand(black)?]);
        let mut setup = self.game().setup(0);
        if self.stock() == stock {
            return Ok(false);
        }
        setup.stock = Some(stock);
        self.restart(&setup, false)?;
        Ok(true)
    }

    /// Gives the move to this side, as `white` and `black` of protocol 1 do.
    ///
    /// # Errors
    /// The position is not possible so.
    pub(crate) fn give_move_to(&mut self, color: Color) -> Result<(), String> {
        let mut setup = self.game().setup(0);
        if setup.turn == color {
            return Ok(());
        }
        setup.turn = color;
        setup.en_passant = None;
        self.restart(&setup, false)
    }

    /// Goes on from another position.
    fn restart(&mut self, setup: &Setup, begins_with_move: bool) -> Result<(), String> {
        let start = setup.to_string();
        let opened = any_game::open(self.kind.game, &start).map_err(|error| error.to_string())?;
        let mirrored = self.stretch.mirrored.filter(|_| self.prelude_ply().is_some());
        let frame = self.stretch.frame;
        let stretch = Stretch { start, game: opened.game, moves: Vec::new(), mirrored, frame, begins_with_move };
        self.earlier.push(std::mem::replace(&mut self.stretch, stretch));
        Ok(())
    }

    /// Where the man on a square, or one from the hand (`N@`), can go.
    pub(crate) fn targets(&self, from: &str) -> Vec<(Square, Mark)> {
        if let Some((number, ply)) = self.prelude_ply() {
            return self.placings(from, number, ply);
        }
        let dropped = from.strip_suffix('@').and_then(|letter| letter.chars().next()).and_then(Role::from_letter);
        let square = Square::parse(from);
        let board = self.game().setup(0).board;
        let leaves = |mv: &Move| match mv.kind() {
            MoveKind::Drop => dropped == Some(mv.role()),
            MoveKind::Prelude | MoveKind::Flag => false,
            _ => square == Some(mv.from()),
        };
        let moves = self.game().legal_moves().into_iter().filter(leaves);
        let mark = |mv: Move| match mv.kind() {
            MoveKind::Castling => (self.castling_target(mv), Mark::Quiet),
            MoveKind::PawnBack => (mv.second(), Mark::Quiet),
            MoveKind::Promotion | MoveKind::Taking => (mv.to(), Mark::Promotion),
            MoveKind::EnPassant => (mv.to(), Mark::Capture),
            _ if board.piece_on(mv.to()).is_some() => (mv.to(), Mark::Capture),
            _ => (mv.to(), Mark::Quiet),
        };
        moves.map(mark).collect()
    }

    /// Where the king is put down to castle: on the rook in Chess960, else two files away.
    fn castling_target(&self, mv: Move) -> Square {
        if self.kind.game.chess960 {
            return mv.to();
        }
        let file = if mv.to().file() > mv.from().file() { 6 } else { 2 };
        Square::at(file, mv.from().rank())
    }

    fn placings(&self, from: &str, number: usize, ply: Ply) -> Vec<(Square, Mark)> {
        let color = prelude::turn(number);
        let texts: Vec<String> = match ply {
            Ply::Mirror(_) => self.forced().into_iter().collect(),
            Ply::Action => self.legal_moves().iter().filter_map(|text| prelude::placing(text, color)).collect(),
        };
        let leaving = texts.iter().filter_map(|text| text.strip_prefix(from));
        leaving.filter_map(Square::parse).map(|to| (to, Mark::Capture)).collect()
    }

    /// What a pawn that lands on a square may become, by the letters of the men; empty if no pawn does.
    pub(crate) fn promotions(&self, to: &str) -> String {
        let square = Square::parse(to);
        let promotes = |mv: &Move| mv.kind() == MoveKind::Promotion && square == Some(mv.to());
        let roles =
            self.game().legal_moves().into_iter().filter(promotes).map(Move::role).fold(Roles::NONE, Roles::with);
        Role::WRITTEN.into_iter().filter(|&role| roles.has(role)).map(Role::letter).collect()
    }

    /// The man that a legal move, given as UCI text, captures: as which it arrives in the partner's hand.
    pub(crate) fn captured(&self, uci: &str) -> Option<Role> {
        let Ok(Action::Move(mv)) = self.game().parse_uci(uci) else { return None };
        captured(&self.game().setup(0), mv)
    }

    /// Whether the opponent can capture a man of one of these kinds right after a legal move, given as UCI text.
    pub(crate) fn gives_away(&self, uci: &str, feared: impl Fn(Role) -> bool) -> bool {
        let mut game = self.stretch.game.copy();
        if game.play_uci(uci).is_err() {
            return false;
        }
        let setup = game.setup(0);
        game.legal_moves().into_iter().filter_map(|mv| captured(&setup, mv)).any(feared)
    }

    /// The position with one more man in a hand, this side on move; `None` if it is not possible.
    pub(crate) fn with_man(&self, color: Color, role: Role, turn: Color) -> Option<Box<dyn AnyGame>> {
        let mut setup = self.game().setup(0);
        if setup.turn != turn {
            setup.turn = turn;
            setup.en_passant = None;
        }
        setup.stock.get_or_insert(Stock::EMPTY).of_mut(color).add(role);
        any_game::open(self.kind.game, &setup.to_string()).ok().map(|opened| opened.game)
    }
}

/// The man that a move captures, a promoted one as a pawn.
fn captured(setup: &Setup, mv: Move) -> Option<Role> {
    match mv.kind() {
        MoveKind::EnPassant => Some(Role::Pawn),
        MoveKind::Drop | MoveKind::Castling | MoveKind::Prelude | MoveKind::Flag => None,
        _ if setup.promoted.has(mv.to()) => Some(Role::Pawn),
        _ => setup.board.piece_on(mv.to()).map(|man| man.role),
    }
}

/// The reason alone: the text of the move follows it.
fn reason(error: &MoveError) -> String {
    match error {
        MoveError::NotAMove(_) => "not a move".to_string(),
        MoveError::Illegal { fault, .. } => fault.to_string(),
        MoveError::Ambiguous { choices, .. } => format!("ambiguous: it may be {choices}"),
    }
}

/// `e7e8,e8d2` as `e7e8pd2`: the pawn is put back on d2. XBoard 4.9 passes the same move on to the other engine as
/// `e7d2,e8` and a last square that means nothing.
fn two_legs(text: &str) -> Option<String> {
    let (first, second) = text.split_once(',')?;
    let (from, to) = first.split_at_checked(2)?;
    let (via, last) = second.split_at_checked(2)?;
    let last = if to == via { last } else { to };
    Some(format!("{from}{via}p{last}"))
}

/// A hand from its letters, of either case.
fn hand(letters: &str) -> Result<Hand, String> {
    let mut hand = Hand::EMPTY;
    for letter in letters.chars().filter(|c| !c.is_whitespace()) {
        let role = Role::from_letter(letter.to_ascii_uppercase());
        let role = role.filter(|role| Roles::DROPPABLE.has(*role));
        hand.add(role.ok_or_else(|| format!("`{letter}` cannot be in hand"))?);
    }
    Ok(hand)
}

/// The FEN without the men of the holdings that nothing promotes to: XBoard counts a captured Amazon as a pawn.
fn without_worthless_stock(fen: &str, notes: &mut Vec<String>) -> String {
    let parts = fen.split_once('[').and_then(|(before, rest)| Some((before, rest.split_once(']')?)));
    let Some((before, (stock, after))) = parts.filter(|_| !fen.contains("prelude=")) else { return fen.to_string() };
    let kept: String = stock.chars().filter(|letter| !"PpAa".contains(*letter)).collect();
    if kept.len() < stock.len() {
        notes.push("pawns and Amazons in the holdings are left out: no pawn becomes one".to_string());
    }
    format!("{before}[{kept}]{after}")
}
