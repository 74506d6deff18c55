//! Colours, kinds of men, and men.

use std::ops::Not;

/// The side a man belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that begins.
    White,
    /// The other side.
    Black,
}

impl Color {
    /// Both colours, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word used in statuses and messages: `white` or `black`.
    pub const fn word(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

/// The ten kinds of men of all our games (rules.md 1, "Letters").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// P
    Pawn,
    /// N
    Knight,
    /// B
    Bishop,
    /// R
    Rook,
    /// Q
    Queen,
    /// K
    King,
    /// V: moves as king or knight, not royal.
    Veteran,
    /// S: bishop and knight.
    Princess,
    /// E: rook and knight.
    Empress,
    /// A: queen and knight.
    Amazon,
}

impl Role {
    /// How many roles there are.
    pub const COUNT: usize = 10;

    /// All roles, the pawn first, the Amazon last.
    pub const ALL: [Role; Role::COUNT] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
        Role::Veteran,
        Role::Princess,
        Role::Empress,
        Role::Amazon,
    ];

    /// The order in which a stock is written: `K Q A E S R B N V P` (rules.md 1, "FEN").
    pub const WRITTEN: [Role; Role::COUNT] = [
        Role::King,
        Role::Queen,
        Role::Amazon,
        Role::Empress,
        Role::Princess,
        Role::Rook,
        Role::Bishop,
        Role::Knight,
        Role::Veteran,
        Role::Pawn,
    ];

    /// The four superpieces of superschaak.
    pub const SUPER: [Role; 4] = [Role::Amazon, Role::Empress, Role::Princess, Role::Veteran];

    /// Number from 0 (pawn) to 9 (Amazon).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The role with this number, if below [`Role::COUNT`].
    #[inline(always)]
    pub const fn from_index(index: usize) -> Option<Role> {
        Some(match index {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            5 => Role::King,
            6 => Role::Veteran,
            7 => Role::Princess,
            8 => Role::Empress,
            9 => Role::Amazon,
            _ => return None,
        })
    }

    /// The upper-case letter.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
            Role::Veteran => 'V',
            Role::Princess => 'S',
            Role::Empress => 'E',
            Role::Amazon => 'A',
        }
    }

    /// The role with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Role> {
        let upper = letter.to_ascii_uppercase();
        Role::ALL.into_iter().find(|role| role.letter() == upper)
    }

    /// The English name in lower case, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
            Role::Veteran => "veteran",
            Role::Princess => "princess",
            Role::Empress => "empress",
            Role::Amazon => "amazon",
        }
    }
}

/// A set of roles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Roles(pub u16);

impl Roles {
    /// No role.
    pub const NONE: Roles = Roles(0);
    /// Queen, rook, bishop and knight: what an orthodox pawn may become.
    pub const ORTHODOX: Roles = Roles::NONE.with(Role::Knight).with(Role::Bishop).with(Role::Rook).with(Role::Queen);
    /// The men that may stand in a hand of the drop games: the orthodox pieces and the pawn.
    pub const DROPPABLE: Roles = Roles::ORTHODOX.with(Role::Pawn);

    /// The set with one more role.
    #[inline(always)]
    pub const fn with(self, role: Role) -> Roles {
        Roles(self.0 | 1 << role as u16)
    }

    /// Whether the role is in the set.
    #[inline(always)]
    pub const fn has(self, role: Role) -> bool {
        self.0 >> role as u16 & 1 != 0
    }

    /// How many roles are in the set.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no role is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Roles {
    type Item = Role;

    #[inline(always)]
    fn next(&mut self) -> Option<Role> {
        let role = Role::from_index(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(role)
    }
}

/// A man of one colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The letter of a FEN: upper case White, lower case Black.
    pub fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The man with this FEN letter.
    pub fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Role::from_letter(letter).map(|role| Piece { color, role })
    }
}
