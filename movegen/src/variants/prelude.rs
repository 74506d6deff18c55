//! The prelude of superschaak: four actions in which superpieces replace chess pieces (rules.md 3, "Prelude").

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::core::Core;
use crate::moves::{Move, MoveSink};
use crate::piece::{Color, Piece, Role};
use crate::setup::{PositionError, Setup};
use crate::square::Square;
use crate::stock::Stock;
use crate::zobrist;

/// The actions of the prelude, by the number that `prelude=` carries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Action {
    /// White replaces a piece on f1, g1 or h1.
    First = 1,
    /// Black replaces a piece on a8, b8, c8 or d8.
    Second,
    /// White replaces a second piece on f1, g1 or h1.
    Third,
    /// Black replaces a second piece on a8 to d8 and may exchange two superpieces.
    Fourth,
}

/// The orthodox array, by file.
const ARRAY: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

/// The files a to d, where Black replaces.
const WEST: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
/// The files f to h, where White replaces.
const EAST: Bitboard = Bitboard(0xe0e0_e0e0_e0e0_e0e0);

impl Action {
    /// The action with this number, 1 to 4.
    pub const fn from_number(number: u8) -> Option<Action> {
        Some(match number {
            1 => Action::First,
            2 => Action::Second,
            3 => Action::Third,
            4 => Action::Fourth,
            _ => return None,
        })
    }

    /// Number from 1 to 4.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Whose action it is.
    pub const fn color(self) -> Color {
        match self {
            Action::First | Action::Third => Color::White,
            Action::Second | Action::Fourth => Color::Black,
        }
    }

    /// The action that follows; `None` when play begins.
    pub(crate) const fn next(self) -> Option<Action> {
        Action::from_number(self.number() + 1)
    }

    /// The action before; the fourth if play has begun.
    pub(crate) const fn before(next: Option<Action>) -> Option<Action> {
        match next {
            None => Some(Action::Fourth),
            Some(action) => Action::from_number(action.number() - 1),
        }
    }

    /// The squares whose men this action may replace, superpieces included.
    fn wing(self) -> Bitboard {
        match self.color() {
            Color::White => EAST & Bitboard::rank(0),
            Color::Black => WEST & Bitboard::rank(7),
        }
    }

    /// Distinguishes the positions of the prelude from the same placement in play.
    pub(crate) fn key(self) -> u64 {
        zobrist::extra(self.number())
    }
}

fn superpieces(board: &Board) -> Bitboard {
    Role::SUPER.into_iter().fold(Bitboard::EMPTY, |set, role| set | board.role(role))
}

/// Passes every way to play this action to the sink.
#[cold]
pub(crate) fn generate<S: MoveSink>(core: &Core, action: Action, sink: &mut S) {
    let placed = superpieces(&core.board) & Bitboard::relative_rank(action.color(), 0);
    let stock = core.state.stock.of(action.color());
    for role in Role::SUPER.into_iter().filter(|&role| stock.has(role)) {
        for to in action.wing().without(placed) {
            sink.push(Move::prelude(role, to, None));
            if action != Action::Fourth {
                continue;
            }
            let all = placed | to.into();
            for first in all {
                for second in all.iter().filter(|&second| second > first) {
                    sink.push(Move::prelude(role, to, Some((first, second))));
                }
            }
        }
    }
}

/// Plays an action on both sides of the board and passes the turn; neither counter changes.
pub(crate) fn make(core: &mut Core, mv: Move) {
    for to in [mv.to(), mv.to().flip()] {
        let Some(replaced) = core.board.piece_on(to) else { continue };
        core.take(replaced, to, &mut ());
        core.put(Piece { role: mv.role(), ..replaced }, to, &mut ());
        core.take_stock(replaced.color, mv.role(), &mut ());
        core.add_stock(replaced.color, replaced.role, &mut ());
        core.lose_castling(to.into());
    }
    exchange(core, mv);
    core.turn = !core.turn;
    core.state.key ^= zobrist::BLACK_TO_MOVE;
}

/// Reverses the changes of [`make`] to the board and the turn; the state is for the caller to restore.
pub(crate) fn unmake(core: &mut Core, mv: Move) {
    core.turn = !core.turn;
    exchange(core, mv);
    for to in [mv.to(), mv.to().flip()] {
        let Some(placed) = core.board.piece_on(to) else { continue };
        core.board.take(placed, to);
        core.board.put(Piece { role: ARRAY[to.file() as usize], ..placed }, to);
    }
}

/// Exchanges the two superpieces that the move names, if any, on both ranks; the same again takes it back.
fn exchange(core: &mut Core, mv: Move) {
    if mv.from() == mv.second() {
        return;
    }
    for (a, b) in [(mv.from(), mv.second()), (mv.from().flip(), mv.second().flip())] {
        let (Some(on_a), Some(on_b)) = (core.board.piece_on(a), core.board.piece_on(b)) else { continue };
        core.take(on_a, a, &mut ());
        core.take(on_b, b, &mut ());
        core.put(on_a, b, &mut ());
        core.put(on_b, a, &mut ());
    }
}

/// Checks that legal actions lead to the set-up with this action to come.
///
/// # Errors
/// Says which field cannot arise.
pub(crate) fn check(setup: &Setup, action: Action, castling: Bitboard) -> Result<(), PositionError> {
    let number = action.number();
    let wrong = |what: String| Err(PositionError::Prelude(what));
    if setup.turn != action.color() {
        return wrong(format!("action {number} is for {}", action.color().word()));
    }
    if setup.halfmove != 0 || setup.fullmove != 1 || setup.en_passant.is_some() || setup.promoted.any() {
        return wrong("the counters are 0 and 1, without en passant square or marks (~)".to_string());
    }
    let supers = superpieces(&setup.board) & Bitboard::rank(0);
    let (board, stock) = reached(&setup.board);
    if let Some(square) = Square::all().find(|&square| setup.board.piece_on(square) != board.piece_on(square)) {
        return wrong(format!("no action can lead to what stands on {square}"));
    }
    let expected = (u32::from(number / 2), u32::from((number - 1) / 2));
    if ((supers & EAST).count(), (supers & WEST).count()) != expected || supers.count() != u32::from(number) - 1 {
        return wrong(format!(
            "before action {number} there are {} superpieces on the files f to h and {} on a to d",
            expected.0, expected.1
        ));
    }
    if setup.stock.unwrap_or_default() != stock {
        return wrong(format!("the stock must be [{stock}]: superpieces not yet placed and pieces replaced"));
    }
    let rooks = board.role(Role::Rook);
    if castling != rooks {
        return wrong("castling rights are those whose rook was not replaced".to_string());
    }
    Ok(())
}

/// The board and stock after the actions that put the superpieces on White's first rank where they stand there; before
/// the first action if there are none. A superpiece on the e-file or one that stands twice is left out.
pub(crate) fn reached(board: &Board) -> (Board, Stock) {
    let (mut reached, mut stock) = (Board::EMPTY, Stock::EMPTY);
    for color in Color::ALL {
        Role::SUPER.into_iter().for_each(|role| stock.of_mut(color).add(role));
        for (file, original) in (0..8).zip(ARRAY) {
            let hand = stock.of_mut(color);
            let role = match board.role_on(Square::at(file, 0)) {
                Some(role) if Role::SUPER.contains(&role) && original != Role::King && hand.has(role) => {
                    hand.remove(role);
                    hand.add(original);
                    role
                }
                _ => original,
            };
            reached.put(Piece { color, role }, Square::at(file, 0).relative(color));
            reached.put(Piece { color, role: Role::Pawn }, Square::at(file, 1).relative(color));
        }
    }
    (reached, stock)
}
