//! What one colour attacks.

use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};
use movegen::square::Square;

use crate::term::Term;

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
    pub(crate) attackers: usize,
}

impl<S: Term> Attacks<S> {
    /// The attacks of king and pawns.
    #[inline(always)]
    pub(crate) fn begin(core: &Core, us: Color) -> Attacks<S> {
        let board = core.board();
        let king = board.king(us).map_or(Bitboard::EMPTY, attacks::king);
        let pawns = board.men(us, Role::Pawn).forward(us);
        let (west, east) = (pawns.west(), pawns.east());
        let mut by = [Bitboard::EMPTY; Role::COUNT];
        by[Role::King.index()] = king;
        by[Role::Pawn.index()] = west | east;
        let twice = (king & (west | east)) | (west & east);
        Attacks { by, all: king | west | east, twice, units: S::Sum::default(), attackers: 0 }
    }

    /// Adds the attacks of a piece.
    #[inline(always)]
    pub(crate) fn note(&mut self, role: Role, squares: Bitboard) {
        self.by[role.index()] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }

    /// The squares that a man other than the king covers.
    #[inline(always)]
    pub(crate) fn all_but_king(&self) -> Bitboard {
        let king = self.by[Role::King.index()];
        self.all & (!king | self.twice)
    }

    /// The squares that men of one of these roles attack.
    #[inline(always)]
    pub(crate) fn by_any(&self, roles: &[Role]) -> Bitboard {
        roles.iter().fold(Bitboard::EMPTY, |squares, role| squares | self.by[role.index()])
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

/// The file of a square and those beside it.
#[inline(always)]
pub(crate) fn files_beside(square: Square) -> Bitboard {
    FILES_BESIDE[usize::from(square.file())]
}

static FILES_BESIDE: [Bitboard; 8] = {
    let mut table = [Bitboard::EMPTY; 8];
    let mut file = 0;
    while file < 8 {
        let set = Bitboard::file(file as u8);
        table[file] = Bitboard(set.0 | set.west().0 | set.east().0);
        file += 1;
    }
    table
};

/// The files of the king and those beside it, as far as its own half and one rank more.
#[inline(always)]
pub(crate) fn king_flank(king: Square, color: Color) -> Bitboard {
    let half = match color {
        Color::White => Bitboard(0x0000_00ff_ffff_ffff),
        Color::Black => Bitboard(0xffff_ffff_ff00_0000),
    };
    files_beside(king) & half
}

const ORTHODOX: &[Role] = &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
const WITH_SUPER: &[Role] =
    &[Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Veteran, Role::Princess, Role::Empress, Role::Amazon];

/// The roles of pieces but the king.
#[inline(always)]
pub(crate) const fn roles<const SUPER: bool>() -> &'static [Role] {
    if SUPER { WITH_SUPER } else { ORTHODOX }
}

/// The roles worth more than a rook.
#[inline(always)]
pub(crate) const fn strong_roles<const SUPER: bool>() -> &'static [Role] {
    if SUPER { &[Role::Queen, Role::Veteran, Role::Princess, Role::Empress, Role::Amazon] } else { &[Role::Queen] }
}
