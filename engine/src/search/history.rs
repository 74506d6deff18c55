//! What earlier parts of the search teach about moves: which quiet moves cut, after which moves, and which captures.

use movegen::moves::Move;
use movegen::piece::{Color, Role};
use movegen::square::Square;

/// No history value exceeds this.
pub(crate) const MOST: i32 = 16_384;

/// Kinds of movers: each role, and each role as a man dropped.
const MOVERS: usize = 2 * Role::COUNT;
/// Values by man and square.
type ByPlace = [[i16; 64]; Role::COUNT];

/// A move as far as later moves depend on it: which man came where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo {
    role: Role,
    square: Square,
}

impl PieceTo {
    /// How many there are.
    const COUNT: usize = Role::COUNT * 64;

    /// The man that the move brings to its target square.
    #[inline(always)]
    pub(crate) fn of(mv: Move) -> PieceTo {
        PieceTo { role: mv.role(), square: mv.to() }
    }

    #[inline(always)]
    pub(crate) fn index(self) -> usize {
        self.role.index() * 64 + self.square.index()
    }
}

/// The moves before a node, for continuation history: one, two and four plies ago.
pub(crate) type Context = [Option<PieceTo>; 3];

/// Histories of one search thread.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct History {
    /// By colour, mover and target square.
    main: [Box<[[i16; 64]; MOVERS]>; 2],
    /// By colour, square left and target square; not for drops.
    butterfly: [Box<[[i16; 64]; 64]>; 2],
    /// By captor, target square and role captured.
    captures: Vec<[i16; Role::COUNT]>,
    /// After a move of the opponent, and after one of the same player: by the earlier man on its square, then the
    /// later one.
    continuation: [Vec<ByPlace>; 2],
}

impl History {
    /// Knows nothing.
    pub(crate) fn new() -> History {
        History {
            main: std::array::from_fn(|_| Box::new([[0; 64]; MOVERS])),
            butterfly: std::array::from_fn(|_| Box::new([[0; 64]; 64])),
            captures: vec![[0; Role::COUNT]; PieceTo::COUNT],
            continuation: std::array::from_fn(|_| vec![[[0; 64]; Role::COUNT]; PieceTo::COUNT]),
        }
    }

    /// What is known of the quiet moves of this colour after these moves.
    #[inline(always)]
    pub(crate) fn quiets(&self, color: Color, context: &Context) -> Quiets<'_> {
        let after = |ago: usize| {
            let row = |place: PieceTo| &self.continuation[usize::from(ago > 0)][place.index()];
            context[ago].map_or(&NOTHING, row)
        };
        Quiets {
            main: &self.main[color.index()],
            butterfly: &self.butterfly[color.index()],
            continuation: [after(0), after(1), after(2)],
        }
    }

    /// How well a capture has done, up to [`MOST`].
    #[inline(always)]
    pub(crate) fn capture(&self, mv: Move, captured: Role) -> i32 {
        i32::from(self.captures[PieceTo::of(mv).index()][captured.index()])
    }

    /// Remembers that a quiet move did well (positive) or badly.
    pub(crate) fn note_quiet(&mut self, color: Color, mv: Move, context: &Context, bonus: i32) {
        let to = mv.to().index();
        learn(&mut self.main[color.index()][main_row(mv)][to], bonus);
        if !mv.is_drop() {
            learn(&mut self.butterfly[color.index()][mv.from().index()][to], bonus);
        }
        for (ago, earlier) in context.iter().enumerate() {
            if let Some(earlier) = earlier {
                let after = &mut self.continuation[usize::from(ago > 0)][earlier.index()];
                learn(&mut after[mv.role().index()][to], bonus);
            }
        }
    }

    /// Remembers that a capture did well (positive) or badly.
    pub(crate) fn note_capture(&mut self, mv: Move, captured: Role, bonus: i32) {
        learn(&mut self.captures[PieceTo::of(mv).index()][captured.index()], bonus);
    }
}

impl Default for History {
    fn default() -> History {
        History::new()
    }
}

/// What [`History`] knows of the quiet moves at one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quiets<'a> {
    main: &'a [[i16; 64]; MOVERS],
    butterfly: &'a [[i16; 64]; 64],
    continuation: [&'a ByPlace; 3],
}

impl<'a> Quiets<'a> {
    /// What is known of the man that makes this move, on all its ways.
    #[inline(always)]
    pub(crate) fn of_piece(&self, mv: Move) -> PieceHistory<'a> {
        let main = &self.main[main_row(mv)];
        let by_square = if mv.is_drop() { main } else { &self.butterfly[mv.from().index()] };
        let [one, two, four] = self.continuation.map(|after| &after[mv.role().index()]);
        PieceHistory([main, by_square, one, two, four])
    }

    /// How well the move has done; about -5 to 5 times [`MOST`].
    #[inline(always)]
    pub(crate) fn of(&self, mv: Move) -> i32 {
        self.of_piece(mv).to(mv.to())
    }
}

/// What [`History`] knows of the quiet moves of one man.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceHistory<'a>([&'a [i16; 64]; 5]);

impl PieceHistory<'_> {
    /// How well its move to this square has done.
    #[inline(always)]
    pub(crate) fn to(&self, square: Square) -> i32 {
        self.0.iter().map(|row| i32::from(row[square.index()])).sum()
    }
}

/// What follows where there is no earlier move.
static NOTHING: ByPlace = [[0; 64]; Role::COUNT];

#[inline(always)]
fn main_row(mv: Move) -> usize {
    mv.role().index() + if mv.is_drop() { Role::COUNT } else { 0 }
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
    use movegen::moves::MoveKind;
    use movegen::square::Square;

    use super::*;

    #[test]
    fn values_stay_within_their_bound() {
        let mut history = History::new();
        let mv = Move::drop(Role::Knight, Square::H8);
        let context = [Some(PieceTo::of(mv)), None, None];
        for bonus in [1000, 5000, MOST, 2 * MOST] {
            for _ in 0..100 {
                history.note_quiet(Color::Black, mv, &context, bonus);
            }
            assert!(history.quiets(Color::Black, &context).of(mv) <= 5 * MOST);
        }
        assert_eq!(history.quiets(Color::White, &Context::default()).of(mv), 0);
        for _ in 0..200 {
            history.note_quiet(Color::Black, mv, &context, -3000);
        }
        assert!(history.quiets(Color::Black, &context).of(mv) < 0);
    }

    fn quiet(role: Role, from: &str, to: &str) -> Move {
        let [from, to] = [from, to].map(|text| Square::parse(text).unwrap());
        Move::new(MoveKind::Normal, role, from, to)
    }

    #[test]
    fn what_is_learnt_of_a_move_is_known_of_its_man_its_squares_and_what_came_before() {
        let mut history = History::new();
        let earlier = ["a5", "b5", "c5"].map(|to| Some(PieceTo::of(quiet(Role::Pawn, "a4", to))));
        let none = Context::default();
        history.note_quiet(Color::White, quiet(Role::Knight, "b1", "c3"), &earlier, 1000);
        let known = |mv, context: &Context| history.quiets(Color::White, context).of(mv);
        assert!(known(quiet(Role::Knight, "a2", "c3"), &none) > 0, "the man on the square");
        assert!(known(quiet(Role::Queen, "b1", "c3"), &none) > 0, "from square to square");
        assert_eq!(known(quiet(Role::Queen, "a1", "c3"), &none), 0);
        assert_eq!(known(Move::drop(Role::Knight, Square::parse("c3").unwrap()), &none), 0, "a drop is another mover");
        assert_eq!(history.quiets(Color::Black, &none).of(quiet(Role::Knight, "b1", "c3")), 0);
        for ago in 0..3 {
            let mut context = none;
            context[ago] = earlier[ago];
            let other = quiet(Role::Knight, "a2", "c3");
            assert!(known(other, &context) > known(other, &none), "after the move at {ago}");
        }
    }

    #[test]
    fn captures_are_told_apart_by_what_they_take() {
        let mut history = History::new();
        let mv = quiet(Role::Knight, "b1", "c3");
        history.note_capture(mv, Role::Bishop, 1000);
        assert!(history.capture(mv, Role::Bishop) > 0);
        assert_eq!(history.capture(mv, Role::Rook), 0);
        assert_eq!(history.quiets(Color::White, &Context::default()).of(mv), 0);
    }
}
