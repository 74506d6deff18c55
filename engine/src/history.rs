//! What earlier parts of the search teach about moves: which quiet moves cut, after which moves, and which captures.

use movegen::moves::Move;
use movegen::piece::{Color, Role};

/// No history value exceeds this.
pub const MOST: i32 = 16_384;

/// Kinds of movers: each role, and each role as a man dropped.
const MOVERS: usize = 2 * Role::COUNT;
/// A man on a square: what a continuation is looked up by.
const PLACES: usize = Role::COUNT * 64;

/// A move as far as later moves depend on it: which man came where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(u16);

impl Place {
    /// The man that the move brings to its target square.
    #[inline(always)]
    pub fn of(mv: Move) -> Place {
        Place((mv.role().index() * 64 + mv.to().index()) as u16)
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.0 as usize % PLACES
    }
}

/// The moves before a node, for continuation history: one, two and four plies ago.
pub type Context = [Option<Place>; 3];

/// Histories of one search thread.
#[derive(Clone, Debug)]
pub struct History {
    /// By colour, mover and target square.
    main: Vec<[i16; 64]>,
    /// By colour, square left and target square; not for drops.
    butterfly: Vec<[i16; 64]>,
    /// By captor, target square and role captured.
    captures: Vec<[i16; Role::COUNT]>,
    /// After a move of the opponent, and after one of the same player: by the earlier man on its square, then the
    /// later one.
    continuation: [Vec<[i16; PLACES]>; 2],
}

impl History {
    /// Knows nothing.
    pub fn new() -> History {
        History {
            main: vec![[0; 64]; 2 * MOVERS],
            butterfly: vec![[0; 64]; 2 * 64],
            captures: vec![[0; Role::COUNT]; PLACES],
            continuation: std::array::from_fn(|_| vec![[0; PLACES]; PLACES]),
        }
    }

    #[inline(always)]
    fn main_row(color: Color, mv: Move) -> usize {
        color.index() * MOVERS + if mv.is_drop() { Role::COUNT } else { 0 } + mv.role().index()
    }

    /// How well a quiet move has done; about -5 to 5 times [`MOST`].
    #[inline(always)]
    pub fn quiet(&self, color: Color, mv: Move, context: &Context) -> i32 {
        let to = mv.to().index();
        let mut score = i32::from(self.main[History::main_row(color, mv)][to]);
        if !mv.is_drop() {
            score += i32::from(self.butterfly[color.index() * 64 + mv.from().index()][to]);
        } else {
            score *= 2;
        }
        let place = Place::of(mv).index();
        for (ago, earlier) in context.iter().enumerate() {
            if let Some(earlier) = earlier {
                score += i32::from(self.continuation[usize::from(ago > 0)][earlier.index()][place]);
            }
        }
        score
    }

    /// How well a capture has done, up to [`MOST`].
    #[inline(always)]
    pub fn capture(&self, mv: Move, captured: Role) -> i32 {
        i32::from(self.captures[Place::of(mv).index()][captured.index()])
    }

    /// Remembers that a quiet move did well (positive) or badly.
    pub fn note_quiet(&mut self, color: Color, mv: Move, context: &Context, bonus: i32) {
        let to = mv.to().index();
        learn(&mut self.main[History::main_row(color, mv)][to], bonus);
        if !mv.is_drop() {
            learn(&mut self.butterfly[color.index() * 64 + mv.from().index()][to], bonus);
        }
        let place = Place::of(mv).index();
        for (ago, earlier) in context.iter().enumerate() {
            if let Some(earlier) = earlier {
                learn(&mut self.continuation[usize::from(ago > 0)][earlier.index()][place], bonus);
            }
        }
    }

    /// Remembers that a capture did well (positive) or badly.
    pub fn note_capture(&mut self, mv: Move, captured: Role, bonus: i32) {
        learn(&mut self.captures[Place::of(mv).index()][captured.index()], bonus);
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

/// Moves a value towards the bonus, the less the nearer it is to [`MOST`].
#[inline(always)]
fn learn(value: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use movegen::square::Square;

    use super::*;

    #[test]
    fn values_stay_within_their_bound() {
        let mut history = History::new();
        let mv = Move::drop(Role::Knight, Square::H8);
        let context = [Some(Place::of(mv)), None, None];
        for bonus in [1000, 5000, MOST, 2 * MOST] {
            for _ in 0..100 {
                history.note_quiet(Color::Black, mv, &context, bonus);
            }
            assert!(history.quiet(Color::Black, mv, &context) <= 5 * MOST);
        }
        assert_eq!(history.quiet(Color::White, mv, &Context::default()), 0);
        for _ in 0..200 {
            history.note_quiet(Color::Black, mv, &context, -3000);
        }
        assert!(history.quiet(Color::Black, mv, &context) < 0);
    }
}
