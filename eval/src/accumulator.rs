//! What the evaluation keeps up to date move by move.

use movegen::core::Core;
use movegen::piece::{Color, Piece, Role};
use movegen::position::Observer;
use movegen::square::Square;

use crate::relation::relation;
use crate::tapered::Tapered;
use crate::term::Term;
use crate::weights::{MEN_IN_HAND, Weights};
use crate::{king, pawns};

/// Material in hand and on the board, the places of the men on their own and from both kings, and the pawn structure,
/// White minus Black; the danger to each king that follows from stocks and pawns alone; the phase that the men on the
/// board make.
#[derive(Clone, Debug)]
pub struct Accumulator<S: Term + 'static = Tapered> {
    weights: &'static Weights<S>,
    kings: [Square; 2],
    men: S::Sum,
    structure: S::Sum,
    /// Units of danger to each king that follow from what is in hand alone.
    from_stocks: [S::Sum; 2],
    /// Units of danger to each king that follow from the pawns before it.
    shelter: [S::Sum; 2],
    phase: i32,
    behind: Behind,
}

/// What no longer fits the board until [`Accumulator::settle`] is called.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Behind {
    kings: bool,
    pawns: bool,
    /// Whatever there is; `kings` is set, too.
    all: bool,
}

impl<S: Term> Accumulator<S> {
    /// The sums over this board and the stocks beside it.
    pub fn new(core: &Core, weights: &'static Weights<S>) -> Accumulator<S> {
        // Without a king, on a board that is over, any square will do.
        let kings = Color::ALL.map(|color| core.board().king(color).unwrap_or(Square::A1));
        let mut sums = Accumulator {
            weights,
            kings,
            men: S::Sum::default(),
            structure: pawns::structure(core, weights),
            from_stocks: [S::Sum::default(), S::Sum::default()],
            shelter: king::shelters(core, weights),
            phase: 0,
            behind: Behind::default(),
        };
        for square in core.board().occupied() {
            if let Some(piece) = core.board().piece_on(square) {
                sums.count(piece, square, 1);
            }
        }
        for color in Color::ALL {
            for role in Role::ALL {
                (1..=core.stock().of(color).count(role)).for_each(|number| sums.stocked(color, role, number));
            }
        }
        sums
    }

    /// Men, places and structure, White minus Black.
    #[inline(always)]
    pub fn score(&self) -> S::Sum {
        let mut score = self.men.clone();
        score += self.structure.clone();
        score
    }

    /// Phase of the men on the board, about 24 in the orthodox array.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// Units of danger to the king of a colour from the men in both hands as such and from the pawns before it.
    #[inline(always)]
    pub(crate) fn danger(&self, color: Color) -> S::Sum {
        let mut units = self.from_stocks[color.index()].clone();
        units += self.shelter[color.index()].clone();
        units
    }

    /// A man counts once more, or once less.
    #[inline(always)]
    fn count(&mut self, Piece { color, role }: Piece, square: Square, times: i32) {
        let signed = times * sign(color);
        let (w, role) = (self.weights, role.index());
        let square = square.relative(color);
        let [own_king, their_king] = [color, !color].map(|side| self.kings[side.index()].relative(color));
        self.men += w.material[role] * signed;
        self.men += w.squares[role][square.index()] * signed;
        self.men += w.from_own_king[role][relation(own_king, square)] * signed;
        self.men += w.from_their_king[role][relation(their_king, square)] * signed;
        self.phase += w.phase[role] * times;
    }

    /// Brings up to date what could not be followed man by man.
    #[inline(always)]
    pub fn settle(&mut self, core: &Core) {
        let Behind { kings, pawns, .. } = self.behind;
        if kings {
            self.settle_kings(core);
        }
        if pawns {
            self.structure = pawns::structure(core, self.weights);
        }
        if kings || pawns {
            self.shelter = king::shelters(core, self.weights);
            self.behind = Behind::default();
        }
    }

    #[inline(never)]
    fn settle_kings(&mut self, core: &Core) {
        let [Some(white), Some(black)] = Color::ALL.map(|color| core.board().king(color)) else {
            return self.redo(core);
        };
        if self.behind.all {
            return self.redo(core);
        }
        for (color, king) in [(Color::White, white), (Color::Black, black)] {
            if king != self.kings[color.index()] {
                self.move_king(core, color, king);
            }
        }
    }

    fn redo(&mut self, core: &Core) {
        *self = Accumulator::new(core, self.weights);
    }

    /// A king has gone to another square: all men lie differently from it.
    fn move_king(&mut self, core: &Core, color: Color, to: Square) {
        let king = Piece { color, role: Role::King };
        let from = self.kings[color.index()];
        self.count(king, from, -1);
        for side in Color::ALL {
            let tables = if side == color { &self.weights.from_own_king } else { &self.weights.from_their_king };
            let (from, to) = (from.relative(side), to.relative(side));
            for square in core.board().color(side).without(core.board().men(color, Role::King)) {
                let Some(role) = core.board().role_on(square) else { continue };
                let (table, square) = (&tables[role.index()], square.relative(side));
                self.men += table[relation(to, square)] * sign(side);
                self.men += table[relation(from, square)] * -sign(side);
            }
        }
        self.kings[color.index()] = to;
        self.count(king, to, 1);
    }

    /// The `number`-th man of a role in hand counts once more, or once less.
    #[inline(always)]
    fn count_in_stock(&mut self, color: Color, role: Role, number: u32, times: i32) {
        let (role, number) = (role.index(), number as usize);
        self.men += self.weights.hand[role][number.min(MEN_IN_HAND) - 1] * (times * sign(color));
        let king = &self.weights.king;
        let units = |number: usize| king.hand[role][number.min(king.hand[role].len()) - 1];
        self.from_stocks[(!color).index()] += units(number) * times;
        if number == 1 {
            self.from_stocks[color.index()] += king.own_hand[role] * times;
        } else {
            self.from_stocks[(!color).index()] += units(number - 1) * -times;
        }
    }
}

/// How the men of a colour count.
#[inline(always)]
fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl PartialEq for Accumulator {
    fn eq(&self, other: &Accumulator) -> bool {
        let parts = |sums: &Accumulator| {
            (sums.kings, sums.men, sums.structure, sums.from_stocks, sums.shelter, sums.phase, sums.behind)
        };
        parts(self) == parts(other)
    }
}

impl<S: Term> Observer for Accumulator<S> {
    #[inline(always)]
    fn added(&mut self, piece: Piece, square: Square) {
        match piece.role {
            Role::King => self.behind.kings = true,
            role => {
                self.behind.pawns |= role == Role::Pawn;
                self.count(piece, square, 1);
            }
        }
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        match piece.role {
            Role::King => self.behind.kings = true,
            role => {
                self.behind.pawns |= role == Role::Pawn;
                self.count(piece, square, -1);
            }
        }
    }

    #[inline(always)]
    fn stocked(&mut self, color: Color, role: Role, number: u32) {
        self.count_in_stock(color, role, number, 1);
    }

    #[inline(always)]
    fn spent(&mut self, color: Color, role: Role, number: u32) {
        self.count_in_stock(color, role, number, -1);
    }

    #[inline(always)]
    fn refresh(&mut self) {
        self.behind = Behind { kings: true, all: true, ..self.behind };
    }
}
