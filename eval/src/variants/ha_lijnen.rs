//! HA-lijnen: the race to fill the own line, men and king on the enemy's line, the count of men, the frames.

use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::piece::{Color, Role};
use movegen::position::Position;
use movegen::square::Square;
use movegen::variants::ha_lijnen::{HaLijnen, MIN_MEN};

use crate::weights::HA_LIJNEN;
use crate::{EVALUATION_LIMIT, Evaluate};

impl Evaluate for HaLijnen {
    type Accumulator = ();
    const EXCHANGES: bool = false;

    fn fresh(&self) {}

    #[inline(always)]
    fn settle(&self, (): &mut ()) {}

    fn evaluate(&self, (): &()) -> i32 {
        let us = self.core().turn();
        let score = side(self, us) - side(self, !us) + frames(self, us);
        (score + HA_LIJNEN.tempo).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    #[inline(always)]
    fn values(&self) -> &'static [i32; Role::COUNT] {
        &HA_LIJNEN.values
    }

    /// The last empty square of the line of the side to move.
    fn decisive_square(&self) -> Option<Square> {
        let board = self.core().board();
        let us = self.core().turn();
        let missing = HaLijnen::line(us).without(board.color(us));
        missing.without(board.occupied()).first().filter(|_| !missing.many())
    }

    /// Never: there is no zugzwang to fear, but a turn more or less decides the race.
    fn may_pass(&self) -> bool {
        false
    }
}

/// Everything that one colour has, from its own view.
fn side(position: &HaLijnen, us: Color) -> i32 {
    let w = &HA_LIJNEN;
    let core = position.core();
    let board = core.board();
    let own = board.color(us);
    let line = HaLijnen::line(us);
    let reach = Reach::of(position, us);
    let on_move = core.turn() == us;

    let mut score = w.mobility * reach.mobility;
    for role in Role::ALL {
        score += w.material[role.index()] * board.men(us, role).count() as i32;
    }
    let spare = (own.count().saturating_sub(MIN_MEN) as usize).min(w.spare_men.len() - 1);
    score += w.spare_men[spare];

    let halves = 2 * reach.moves_to_fill(position, us, line) - i32::from(on_move);
    score += w.race[(halves.max(0) as usize).min(w.race.len() - 1)];
    score - exposed(position, us, on_move)
}

/// What the men on the enemy's line risk: there, and only there, they can be captured, and no man of their own
/// can take back.
fn exposed(position: &HaLijnen, us: Color, on_move: bool) -> i32 {
    let w = &HA_LIJNEN;
    let board = position.core().board();
    let occupied = board.occupied();
    let (mut king, mut men, mut dearest) = (0, 0, 0);
    for square in board.color(us) & HaLijnen::line(!us) {
        let Some(role) = board.role_on(square) else { continue };
        let in_danger = position.capturers(!us, square, occupied).any();
        if role == Role::King {
            king = w.king_on_line + if in_danger { w.king_attacked } else { 0 };
        } else if in_danger {
            let loss = w.values[role.index()] + w.attacked;
            men += loss;
            dearest = dearest.max(loss);
        }
    }
    // One attacked man can still leave when its owner moves.
    king + if on_move { men - dearest * 2 / 3 } else { men }
}

/// The frames won, and whether they already decide the game.
fn frames(position: &HaLijnen, us: Color) -> i32 {
    let w = &HA_LIJNEN;
    let frames = position.frames();
    let (ours, theirs) = (frames.won_by(us) as i32, frames.won_by(!us) as i32);
    let needed = (frames.count() / 2 + 1) as i32;
    let decided = i32::from(ours >= needed) - i32::from(theirs >= needed);
    let lead = (ours - theirs).clamp(-8, 8);
    w.frame * lead + w.most_frames * decided
}

/// The men that cross the board.
const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// How men reach the own line.
struct Reach {
    /// Squares of the line, empty or held by enemies, that a man off the line can move to.
    squares: Bitboard,
    /// How many pieces off the line, and how many pawns, can move to one.
    ready_pieces: i32,
    ready_pawns: i32,
    /// How many pieces stand off the line.
    pieces: i32,
    /// Squares that pieces off the line can move to, by role.
    by: [Bitboard; Role::COUNT],
    /// Squares all pieces can move to.
    mobility: i32,
}

impl Reach {
    fn of(position: &HaLijnen, us: Color) -> Reach {
        let board = position.core().board();
        let (own, occupied) = (board.color(us), board.occupied());
        let line = HaLijnen::line(us);
        let capturable = board.color(!us) & line;
        let targets = !occupied | capturable;
        let mut reach = Reach {
            squares: Bitboard::EMPTY,
            ready_pieces: 0,
            ready_pawns: 0,
            pieces: 0,
            by: [Bitboard::EMPTY; Role::COUNT],
            mobility: 0,
        };
        for role in PIECES {
            for from in board.role(role) & own {
                let squares = attacks::attacks(role, us, from, occupied) & targets;
                if !line.has(from) && (squares & line).any() {
                    reach.squares |= squares & line;
                    reach.ready_pieces += 1;
                }
                reach.mobility += squares.count() as i32;
                if !line.has(from) {
                    reach.by[role.index()] |= squares;
                }
            }
        }
        let pieces = own.without(board.role(Role::Pawn) | line);
        reach.pieces = pieces.count() as i32;
        // Pawns next to the line: captures, and the sidestep of a blockaded pawn.
        let beside = line.east() | line.west();
        for from in board.men(us, Role::Pawn) & beside {
            let blockaded = board.role_on(from.forward(us)).is_some();
            let diagonal = attacks::pawn(us, from) & line;
            let allowed = if blockaded { targets } else { capturable };
            if (diagonal & allowed).any() {
                reach.squares |= diagonal & allowed;
                reach.ready_pawns += 1;
            }
        }
        reach
    }

    /// About how many own moves it takes to fill the line: what the men off the line would need if all squares were
    /// alike, or what the squares need if there were men enough, whichever is more.
    fn moves_to_fill(&self, position: &HaLijnen, us: Color, line: Bitboard) -> i32 {
        let board = position.core().board();
        let missing = line.without(board.color(us));
        if missing.is_empty() {
            // Full after a turn: it counts once its owner has moved (rules.md 4).
            return 1;
        }
        let blocked = missing & board.color(!us);
        let count = missing.count() as i32;
        // One move for men that reach the line now, two for other pieces, more for pawns. Pawns that are ready go first,
        // as the others would be late.
        let at_once = (self.squares.count() as i32).min(self.ready_pieces + self.ready_pawns);
        let spare_pieces = self.pieces - (at_once - self.ready_pawns).max(0);
        let soon = (count - at_once).min(spare_pieces);
        let late = count - at_once - soon;
        let by_men = at_once + 2 * soon + 4 * late;
        let by_squares: i32 = missing.iter().map(|square| self.moves_to(square, board.occupied())).sum();
        by_men.max(by_squares) + blocked.without(self.squares).count() as i32
    }

    /// How many moves a man off the line needs to the square: one, two, or for short four.
    fn moves_to(&self, square: Square, occupied: Bitboard) -> i32 {
        if self.squares.has(square) {
            return 1;
        }
        let in_two = |role: Role| {
            let last_steps = attacks::attacks(role, Color::White, square, occupied).without(occupied);
            (last_steps & self.by[role.index()]).any()
        };
        if PIECES.into_iter().any(in_two) { 2 } else { 4 }
    }
}
