//! The games, and one description of each.

use std::fmt;

/// The orthodox array with a stock, White to move.
macro_rules! start {
    ($stock:literal) => {
        concat!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", $stock, " w KQkq - 0 1")
    };
}
/// A game, by its id in `UCI_Variant` and on the command line (rules.md, first table).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Variant {
    /// Orthodox chess and Chess960.
    Chess,
    /// Captured men go to the capturer's own hand.
    Crazyhouse,
    /// International bughouse.
    Bughouse,
    /// Doorgeefschaak by KNSB rules.
    Doorgeef,
    /// Doorgeefschaak by the rules of the Euwe club.
    Euwe,
    /// Crazyhouse in which no drop gives check.
    Doorgeefsolo,
    /// Dutch Open Superchess.
    Superschaak,
    /// HA-lijnen, played in frames.
    Halijnen,
}

impl Variant {
    /// All games, in the order of rules.md.
    pub const ALL: [Variant; 8] = [
        Variant::Chess,
        Variant::Crazyhouse,
        Variant::Bughouse,
        Variant::Doorgeef,
        Variant::Euwe,
        Variant::Doorgeefsolo,
        Variant::Superschaak,
        Variant::Halijnen,
    ];

    /// What is to be known of the game apart from its rules.
    pub const fn info(self) -> &'static VariantInfo {
        &VARIANTS[self as usize]
    }

    /// The id used in protocols and files.
    pub const fn id(self) -> &'static str {
        self.info().id
    }

    /// The game with this id, in any letter case; `standard` and `normal` mean chess.
    pub fn from_id(id: &str) -> Option<Variant> {
        let names = |variant: &Variant| [&[variant.id()], variant.info().aliases].concat();
        Variant::ALL.into_iter().find(|variant| names(variant).iter().any(|name| name.eq_ignore_ascii_case(id)))
    }

    /// Whether the game is played on two boards (one of which can be set up alone).
    pub const fn has_two_boards(self) -> bool {
        self.info().boards == 2
    }

    /// Whether `UCI_Chess960` means anything (rules.md 1: "never to superschaak and halijnen").
    pub const fn allows_chess960(self) -> bool {
        self.info().chess960
    }

    /// Whether a FEN of the game carries a stock.
    pub const fn has_stock(self) -> bool {
        self.info().stock
    }

    /// The FEN of the start position.
    pub const fn start_fen(self) -> &'static str {
        self.info().start_fen
    }

    /// The FEN of the start position, in HA-lijnen that of a game of this number of frames (odd, from 3 to 255).
    pub fn start_fen_of(self, frames: u32) -> String {
        match self.info().frames {
            true => format!("{} frame=1/{frames} won=0-0", start!("[]")),
            false => self.start_fen().to_string(),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// What is to be known of a game apart from its rules: names, boards, how it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VariantInfo {
    /// The game.
    pub variant: Variant,
    /// The id used in protocols, on the command line and in data files.
    pub id: &'static str,
    /// Other names that are read for the id.
    pub aliases: &'static [&'static str],
    /// The `Variant` tag of PGN and BPGN (rules.md 7).
    pub pgn_name: &'static str,
    /// The `Rules` tag, where one `Variant` tag stands for several games (rules.md 7).
    pub house_rules: Option<&'static str>,
    /// The FEN of the start position.
    pub start_fen: &'static str,
    /// Boards of a match: 1 or 2.
    pub boards: usize,
    /// Whether a FEN carries a stock.
    pub stock: bool,
    /// Whether the arrays of Chess960 are played.
    pub chess960: bool,
    /// Whether the game is played in frames.
    pub frames: bool,
    /// The own ranks (0 = first) from which a pawn may make a double step.
    pub double_steps_from: &'static [u8],
}

/// A drop game on one board; the others are described by what differs.
const DROPS: VariantInfo = VariantInfo {
    variant: Variant::Crazyhouse,
    id: "crazyhouse",
    aliases: &[],
    pgn_name: "Crazyhouse",
    house_rules: None,
    start_fen: start!("[]"),
    boards: 1,
    stock: true,
    chess960: true,
    frames: false,
    double_steps_from: &[1],
};

/// One description for each game, in the order of [`Variant::ALL`].
static VARIANTS: [VariantInfo; Variant::ALL.len()] = [
    VariantInfo {
        variant: Variant::Chess,
        id: "chess",
        aliases: &["standard", "normal"],
        pgn_name: "chess",
        start_fen: start!(""),
        stock: false,
        ..DROPS
    },
    DROPS,
    VariantInfo { variant: Variant::Bughouse, id: "bughouse", pgn_name: "Bughouse", boards: 2, ..DROPS },
    VariantInfo {
        variant: Variant::Doorgeef,
        id: "doorgeef",
        pgn_name: "Doorgeefschaak",
        house_rules: Some("KNSB"),
        boards: 2,
        ..DROPS
    },
    VariantInfo {
        variant: Variant::Euwe,
        id: "euwe",
        pgn_name: "Doorgeefschaak",
        house_rules: Some("Euwe"),
        boards: 2,
        ..DROPS
    },
    VariantInfo { variant: Variant::Doorgeefsolo, id: "doorgeefsolo", pgn_name: "doorgeefsolo", ..DROPS },
    VariantInfo {
        variant: Variant::Superschaak,
        id: "superschaak",
        pgn_name: "Superschaak",
        start_fen: concat!(start!("[AESVaesv]"), " prelude=1"),
        chess960: false,
        ..DROPS
    },
    VariantInfo {
        variant: Variant::Halijnen,
        id: "halijnen",
        pgn_name: "HA-lijnen",
        start_fen: concat!(start!("[]"), " frame=1/3 won=0-0"),
        chess960: false,
        frames: true,
        double_steps_from: &[0, 1],
        ..DROPS
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_description_stands_at_its_game() {
        for (index, variant) in Variant::ALL.into_iter().enumerate() {
            assert_eq!((variant as usize, variant.info().variant), (index, variant));
        }
    }

    #[test]
    fn every_game_is_found_by_its_id() {
        for variant in Variant::ALL {
            assert_eq!(Variant::from_id(variant.id()), Some(variant));
        }
    }

    #[test]
    fn only_halijnen_starts_with_a_number_of_frames() {
        for variant in Variant::ALL {
            let changed = variant.start_fen_of(5) != variant.start_fen();
            assert_eq!(changed, variant == Variant::Halijnen);
            assert_eq!(variant.start_fen_of(3), variant.start_fen());
        }
        assert!(Variant::Halijnen.start_fen_of(5).ends_with(" frame=1/5 won=0-0"));
    }
}
