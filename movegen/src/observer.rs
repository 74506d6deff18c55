//! The hook for what is updated incrementally as moves are made.

use crate::piece::{Color, Piece, Role};
use crate::square::Square;

/// Follows the changes that moves make on a board: the hook for incremental updates, of which the board itself knows
/// nothing. All methods do nothing unless overridden.
pub trait Observer {
    /// A man appears on a square.
    #[inline(always)]
    fn added(&mut self, _piece: Piece, _square: Square) {}
    /// A man leaves a square.
    #[inline(always)]
    fn removed(&mut self, _piece: Piece, _square: Square) {}
    /// The `number`-th man of a role comes into a colour's stock.
    #[inline(always)]
    fn stocked(&mut self, _color: Color, _role: Role, _number: u32) {}
    /// The `number`-th man of a role leaves a colour's stock.
    #[inline(always)]
    fn spent(&mut self, _color: Color, _role: Role, _number: u32) {}
    /// Everything may have changed (the board turned, a prelude action).
    #[inline(always)]
    fn refresh(&mut self) {}
}

/// Watches nothing.
impl Observer for () {}
