//! What pieces attack, and what that is worth: mobility, threats, and the figures for king safety.

use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::pawns;
use crate::term::Term;
use crate::weights::Weights;

/// What one colour attacks.
pub(crate) struct Attacks<S: Term> {
    /// By role.
    pub(crate) by: [Bitboard; Role::COUNT],
    /// By any man.
    pub(crate) all: Bitboard,
    /// By two men or more.
    pub(crate) twice: Bitboard,
    /// Units of danger from the pieces that attack the squares round the enemy king.
    pub(crate) units: S::Sum,
    /// How many pieces do.
    pub(crate) attackers: i32,
}

impl<S: Term> Attacks<S> {
    /// The attacks of king and pawns.
    #[inline(always)]
    pub(crate) fn begin(core: &Core, us: Color) -> Attacks<S> {
        let board = core.board();
        let king = board.king(us).map_or(Bitboard::EMPTY, attacks::king);
        let pawns = pawns::attacks(board.men(us, Role::Pawn), us);
        let mut by = [Bitboard::EMPTY; Role::COUNT];
        by[Role::King.index()] = king;
        by[Role::Pawn.index()] = pawns;
        Attacks { by, all: king | pawns, twice: king & pawns, units: S::Sum::default(), attackers: 0 }
    }

    #[inline(always)]
    fn note(&mut self, role: Role, squares: Bitboard) {
        self.by[role.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// The squares that matter to a king: those it reaches and those one step further ahead.
#[inline(always)]
pub(crate) fn king_zone(core: &Core, color: Color) -> Bitboard {
    core.board().king(color).map_or(Bitboard::EMPTY, |king| {
        let near = attacks::king(king) | king.into();
        near | near.forward(color)
    })
}

/// The pieces whose attacks count.
const ORTHODOX: &[Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const WITH_SUPER: &[Role] =
    &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Veteran, Role::Princess, Role::Empress, Role::Amazon];

/// The roles of pieces but the king.
#[inline(always)]
pub(crate) const fn roles<const SUPER: bool>() -> &'static [Role] {
    if SUPER { WITH_SUPER } else { ORTHODOX }
}

/// Mobility of one colour's pieces, noting what they attack. `zone` lies round the enemy king.
#[inline(always)]
pub(crate) fn mobility<const SUPER: bool, S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    ours: &mut Attacks<S>,
    their_pawns: Bitboard,
    zone: Bitboard,
) -> S::Sum {
    let board = core.board();
    let occupied = board.occupied();
    let own = board.color(us);
    let area = !(own & (board.role(Role::Pawn) | board.role(Role::King))) & !their_pawns;
    let mut score = S::Sum::default();
    for &role in roles::<SUPER>() {
        for from in board.role(role) & own {
            let squares = attacks::attacks(role, us, from, occupied);
            ours.note(role, squares);
            score += weights.mobility[role.index()][(squares & area).count() as usize];
            let hits = (squares & zone).count() as i32;
            if hits != 0 {
                ours.attackers += 1;
                ours.units += weights.king.attacker[role.index()];
                ours.units += weights.king.hit * hits;
            }
        }
    }
    score
}

/// Enemy threats to the men of one colour, and rooks on open files.
#[inline(always)]
pub(crate) fn placement<S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    ours: &Attacks<S>,
    theirs: &Attacks<S>,
) -> S::Sum {
    let board = core.board();
    let own = board.color(us);
    let pawns = board.role(Role::Pawn);
    let pieces = own.without(pawns | board.role(Role::King));
    let strong = pieces.without(board.role(Role::Knight) | board.role(Role::Bishop));
    let minor_attacks = theirs.by[Role::Knight.index()] | theirs.by[Role::Bishop.index()];
    let exposed = own.without(board.role(Role::King)) & theirs.all;
    let mut score = weights.threat_by_pawn * (pieces & theirs.by[Role::Pawn.index()]).count() as i32;
    score += weights.threat_by_minor * (strong & minor_attacks).count() as i32;
    score += weights.hanging * exposed.without(ours.all).count() as i32;
    if (board.men(us, Role::Bishop)).many() {
        score += weights.bishop_pair;
    }
    let rooks = board.men(us, Role::Rook);
    if rooks.any() {
        let half_open = rooks.without(pawns::files(pawns & own));
        let open = half_open.without(pawns::files(pawns));
        score += weights.rook_open * open.count() as i32;
        score += weights.rook_half_open * (half_open.count() - open.count()) as i32;
    }
    score
}
