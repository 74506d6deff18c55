//! How far an engine knows the rules that are played. All know ours, except that Fairy-Stockfish plays superschaak
//! without its prelude and its stock: it counts the pieces on the board instead, and so thinks that a promoted piece can
//! come back after its capture.

use movegen::any_game::{self, AnyGame};
use movegen::bitboard::Bitboard;
use movegen::name::GameName;
use movegen::piece::Role;
use movegen::rules::Variant;
use movegen::setup::Setup;
use movegen::stock::Hand;
use serde::{Deserialize, Serialize};

/// The rules that an engine knows. The names are the values of `fen=`, which say how positions are written for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Ours; positions are written as rules.md 1 has them.
    Full,
    /// In superschaak no prelude and no stock; positions are written without either, from the array on.
    Plain,
}

impl Dialect {
    /// The dialect of an engine in a game: the one asked for, else by what the engine calls itself.
    pub(crate) fn of(asked: Option<Dialect>, own_name: &str, variant: Variant) -> Dialect {
        let known = own_name.to_lowercase().contains("fairy-stockfish");
        match asked {
            _ if variant != Variant::Superschaak => Dialect::Full,
            Some(dialect) => dialect,
            None if known => Dialect::Plain,
            None => Dialect::Full,
        }
    }

    /// Whether the engine can play the prelude of superschaak.
    pub(crate) fn knows_prelude(self) -> bool {
        self == Dialect::Full
    }

    /// Whether the moves of the opening are told. Otherwise a game begins after them.
    pub(crate) fn is_told_openings(self) -> bool {
        self == Dialect::Full
    }

    /// Whether the lines that the engine shows can be legal by our rules.
    pub(crate) fn shows_legal_lines(self) -> bool {
        self == Dialect::Full
    }

    /// The FEN of a position for the engine.
    pub(crate) fn fen(self, setup: &Setup) -> String {
        match self {
            Dialect::Full => setup.to_string(),
            Dialect::Plain => Setup { stock: None, promoted: Bitboard::EMPTY, ..setup.clone() }.to_string(),
        }
    }

    /// Whether a move that is illegal here is legal by the rules that the engine knows, so that it is no fault: a
    /// promotion that would be legal if its piece were in the stock.
    pub(crate) fn excuses(self, game: &dyn AnyGame, text: &str) -> bool {
        if self == Dialect::Full {
            return false;
        }
        let Some(role) = text.chars().nth(4).and_then(Role::from_letter) else { return false };
        let mut setup = game.setup(0);
        // Instead of the others: with them the count of men may exceed the limit. What never comes back is refused.
        let mut alone = Hand::EMPTY;
        alone.add(role);
        *setup.stock.get_or_insert_default().of_mut(setup.turn) = alone;
        let supplied = any_game::open(GameName::from(Variant::Superschaak), &setup.to_string());
        supplied.is_ok_and(|supplied| supplied.game.parse_uci(text).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(fen: &str) -> Box<dyn AnyGame> {
        any_game::open(Variant::Superschaak.into(), fen).unwrap().game
    }

    #[test]
    fn only_promotions_that_lack_a_piece_in_stock_are_excused() {
        let game = open("4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1");
        let excused = |text: &str| Dialect::Plain.excuses(game.as_ref(), text);
        assert!(excused("a7a8q"));
        assert!(!Dialect::Full.excuses(game.as_ref(), "a7a8q"));
        assert!(!excused("a7a8a"), "never an Amazon");
        assert!(!excused("a7b8q"), "nothing to capture");
        assert!(!excused("e1e3"));
        let complete = open("4k3/P7/8/8/8/8/1PPPPPPP/VEBQKSAR[RBNN] w - - 0 30");
        assert!(Dialect::Plain.excuses(complete.as_ref(), "a7a8q"), "no man is lost yet");
    }

    #[test]
    fn plain_fens_of_superschaak_have_no_stock() {
        let setup = open("vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1").setup(0);
        assert_eq!(Dialect::Plain.fen(&setup), "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR w Kk - 0 1");
        assert!(Dialect::Full.fen(&setup).contains("[RBNNrbnn]"));
    }

    #[test]
    fn the_dialect_follows_from_the_game_the_wish_and_the_name() {
        let name = "Fairy-Stockfish 14.0.1 LB";
        assert_eq!(Dialect::of(None, name, Variant::Superschaak), Dialect::Plain);
        assert_eq!(Dialect::of(None, name, Variant::Crazyhouse), Dialect::Full);
        assert_eq!(Dialect::of(None, "Kwartslag", Variant::Superschaak), Dialect::Full);
        assert_eq!(Dialect::of(Some(Dialect::Full), name, Variant::Superschaak), Dialect::Full);
        assert_eq!(Dialect::of(Some(Dialect::Plain), "Kwartslag", Variant::Superschaak), Dialect::Plain);
    }
}
