//! Men off the board that still play a part: hands (drop games), promotion stock (superschaak),
//! own men off the board (HA-lijnen).

use std::fmt;

use crate::piece::{Color, Piece, Role, Roles};

/// Men of one colour, counted by role; at most 63 of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u64);

const BITS: u32 = 6;

const _: () = assert!(Role::COUNT * BITS as usize <= u64::BITS as usize, "a hand has no room for all roles");

impl Hand {
    /// No men.
    pub const EMPTY: Hand = Hand(0);

    /// How many men of this role, 0 to 63.
    #[inline(always)]
    pub const fn count(self, role: Role) -> u32 {
        (self.0 >> (role as u32 * BITS) & 63) as u32
    }

    /// Whether there is a man of this role.
    #[inline(always)]
    pub const fn has(self, role: Role) -> bool {
        self.count(role) != 0
    }

    /// Whether there is no man.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Adds a man; a 64th of one role is not counted (no game has so many).
    #[inline(always)]
    pub fn add(&mut self, role: Role) {
        if self.count(role) < 63 {
            self.0 += 1 << (role as u32 * BITS);
        }
    }

    /// Takes a man away; nothing happens if there is none.
    #[inline(always)]
    pub fn remove(&mut self, role: Role) {
        if self.has(role) {
            self.0 -= 1 << (role as u32 * BITS);
        }
    }

    /// Number of men of all roles.
    pub fn total(self) -> u32 {
        Role::ALL.into_iter().map(|role| self.count(role)).sum()
    }

    /// The counts as one word: equal hands have equal words.
    #[inline(always)]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The roles of which there is at least one man.
    #[inline]
    pub fn roles(self) -> Roles {
        Role::ALL.into_iter().filter(|&role| self.has(role)).fold(Roles::NONE, Roles::with)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for role in Role::WRITTEN {
            for _ in 0..self.count(role) {
                write!(f, "{}", role.letter())?;
            }
        }
        Ok(())
    }
}

/// The stocks of both colours; each game says what they mean (rules.md 1, "FEN").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Stock(pub [Hand; 2]);

impl Stock {
    /// Both empty.
    pub const EMPTY: Stock = Stock([Hand::EMPTY; 2]);

    /// One colour's men.
    #[inline(always)]
    pub const fn of(&self, color: Color) -> Hand {
        self.0[color.index()]
    }

    /// One colour's men, to change.
    #[inline(always)]
    pub fn of_mut(&mut self, color: Color) -> &mut Hand {
        &mut self.0[color.index()]
    }
}

/// The letters between the square brackets: White's first, each colour as `K Q A E S R B N V P`.
impl fmt::Display for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            for role in Role::WRITTEN {
                for _ in 0..self.of(color).count(role) {
                    write!(f, "{}", Piece { color, role }.letter())?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_is_written_in_the_order_of_rules_1() {
        let mut stock = Stock::EMPTY;
        for role in Role::ALL {
            stock.of_mut(Color::Black).add(role);
            stock.of_mut(Color::White).add(role);
        }
        assert_eq!(stock.to_string(), "KQAESRBNVPkqaesrbnvp");
        assert_eq!(stock.of(Color::White).total(), 10);
        stock.of_mut(Color::White).remove(Role::King);
        assert!(!stock.of(Color::White).has(Role::King));
    }
}
