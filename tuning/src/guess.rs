//! Where a fit starts: values chosen by hand. Weights that are not mentioned start at zero.

use eval::tapered::Tapered;
use eval::weights::{
    ByRole, KingWeights, MEN_IN_HAND, MOBILITY, PassedWeights, PawnWeights, PieceWeights, ThreatWeights, Weights,
};
use movegen::piece::Role;
use movegen::square::Square;

use crate::fit::Fitted;

/// The weights with which a fit starts.
pub(crate) fn first_guess(game: Fitted) -> Weights {
    match game {
        Fitted::Chess => without_superpieces(CHESS),
        Fitted::Superschaak => SUPERSCHAAK,
        Fitted::Crazyhouse | Fitted::Doorgeefsolo => without_superpieces(DROPS),
    }
}

/// The table without squares, mobility and threats of the men that do not occur.
fn without_superpieces(mut weights: Weights) -> Weights {
    for role in Role::SUPER {
        weights.squares[role.index()] = [T0; 64];
        weights.mobility[role.index()] = [T0; MOBILITY];
        weights.pieces.outpost[role.index()] = T0;
        for threats in [&mut weights.threats.by_pawn, &mut weights.threats.hanging] {
            threats[role.index()] = T0;
        }
        for threats in &mut weights.threats.by_minor {
            threats[role.index()] = T0;
        }
    }
    weights
}

const T0: Tapered = Tapered::ZERO;

const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}

/// Distance from the centre lines of a file or rank, doubled: 1, 3, 5 or 7.
const fn off_centre(line: u8) -> i32 {
    let d = 2 * line as i32 - 7;
    if d < 0 { -d } else { d }
}

/// Square values by a rule for each role.
const fn squares(pawn_advance: Tapered, king_middle: i32) -> [[Tapered; 64]; Role::COUNT] {
    let mut table = [[T0; 64]; Role::COUNT];
    let mut i = 0;
    while i < 64 {
        let square = Square::new(i as u8);
        let (file, rank) = (square.file(), square.rank() as i32);
        let (f, r) = (off_centre(file), off_centre(square.rank()));
        let centre = 8 - f - r;
        let back = if rank == 0 { 1 } else { 0 };
        let pawn_centre = if (file == 3 || file == 4) && rank >= 3 {
            14
        } else if f <= 3 {
            5
        } else {
            -3
        };
        let pawn = t(pawn_centre, 0)
            .plus(Tapered::new((rank - 1) * pawn_advance.middle(), (rank - 1) * (rank - 1) * pawn_advance.end()));
        let wing = if f >= 5 { 1 } else { 0 };
        table[Role::Pawn.index()][i] = pawn;
        table[Role::Knight.index()][i] = t(4 * centre - 10 * back, 3 * centre);
        table[Role::Bishop.index()][i] = t(2 * centre - 10 * back, 2 * centre);
        table[Role::Rook.index()][i] = t(if rank == 6 { 18 } else { -f }, if rank >= 5 { 10 } else { 0 });
        table[Role::Queen.index()][i] = t(centre - 4 * back, 3 * centre);
        table[Role::King.index()][i] = t(king_middle * (2 * wing * back - 2 * rank), 5 * centre);
        table[Role::Veteran.index()][i] = t(4 * centre - 6 * back, 4 * centre);
        table[Role::Princess.index()][i] = t(2 * centre - 8 * back, 3 * centre);
        table[Role::Empress.index()][i] = t(centre - 4 * back, 2 * centre);
        table[Role::Amazon.index()][i] = t(centre - 4 * back, 3 * centre);
        i += 1;
    }
    table
}

/// A middle-game and an endgame score that grow with each further square, from so many squares on.
const fn slope(from: i32, middle: i32, end: i32) -> [Tapered; MOBILITY] {
    let mut table = [T0; MOBILITY];
    let mut i = 0;
    while i < MOBILITY {
        let mut squares = i as i32 - from;
        // Beyond twice the usual number further squares count half.
        if squares > from {
            squares = from + (squares - from) / 2;
        }
        table[i] = t(middle * squares, end * squares);
        i += 1;
    }
    table
}

const NONE: [Tapered; MOBILITY] = [T0; MOBILITY];

const MOBILITY_OF_ALL: [[Tapered; MOBILITY]; Role::COUNT] = [
    NONE,
    slope(4, 7, 7),
    slope(6, 6, 7),
    slope(6, 4, 7),
    slope(12, 2, 4),
    NONE,
    slope(7, 5, 6),
    slope(9, 5, 6),
    slope(10, 4, 6),
    slope(16, 2, 4),
];

/// Units of danger, `share` hundredths of them in the endgame.
const fn units<const N: usize>(units: [i32; N], share: i32) -> [Tapered; N] {
    let mut table = [T0; N];
    let mut i = 0;
    while i < N {
        table[i] = unit(units[i], share);
        i += 1;
    }
    table
}

const fn unit(units: i32, share: i32) -> Tapered {
    t(units, units * share / 100)
}

/// Men in hand, each like the first.
const fn hand(men: ByRole<Tapered>) -> ByRole<[Tapered; MEN_IN_HAND]> {
    let mut table = [[T0; MEN_IN_HAND]; Role::COUNT];
    let mut i = 0;
    while i < Role::COUNT {
        table[i] = [men[i]; MEN_IN_HAND];
        i += 1;
    }
    table
}

/// Units of danger of men in hand, up to three.
const fn hand_units(units: ByRole<i32>) -> ByRole<[Tapered; 3]> {
    let mut table = [[T0; 3]; Role::COUNT];
    let mut i = 0;
    while i < Role::COUNT {
        table[i] = [unit(units[i], 100), unit(2 * units[i], 100), unit(3 * units[i], 100)];
        i += 1;
    }
    table
}

const fn king(attacker: ByRole<i32>, safe_check: ByRole<i32>, share: i32) -> KingWeights {
    KingWeights {
        base: unit(20, share),
        attacker: units(attacker, share),
        hit: unit(8, share),
        weak: unit(18, share),
        safe_check: units(safe_check, share),
        safe_checks: units(safe_check, share),
        shield: units([-18, -9], share),
        open_file: unit(14, share),
        no_queen: unit(-60, share),
        ..KingWeights::ZERO
    }
}

const THREAT_BY_PAWN: ByRole<Tapered> = {
    let mut table = [t(42, 36); Role::COUNT];
    table[0] = T0;
    table
};
const THREAT_TO_STRONG: ByRole<Tapered> = {
    let mut table = [t(30, 20); Role::COUNT];
    table[0] = T0;
    table[1] = T0;
    table[2] = T0;
    table
};

/// Orthodox chess.
static CHESS: Weights = Weights {
    values: [100, 320, 335, 500, 980, 10_000, 0, 0, 0, 0],
    phase: [0, 1, 1, 2, 4, 0, 0, 0, 0, 0],
    tempo: t(22, 12),
    material: [t(90, 115), t(325, 310), t(340, 325), t(470, 540), t(970, 980), T0, T0, T0, T0, T0],
    squares: squares(t(1, 2), 12),
    mobility: MOBILITY_OF_ALL,
    pieces: PieceWeights {
        bishop_pair: t(28, 45),
        rook_open: t(26, 12),
        rook_half_open: t(12, 8),
        ..PieceWeights::ZERO
    },
    threats: ThreatWeights {
        by_pawn: THREAT_BY_PAWN,
        by_minor: [THREAT_TO_STRONG; 2],
        hanging: [t(26, 26); Role::COUNT],
        ..ThreatWeights::ZERO
    },
    pawns: PawnWeights {
        isolated: t(-12, -14),
        doubled: t(-10, -20),
        supported: [T0, t(2, 0), t(6, 3), t(8, 6), t(14, 12), t(28, 25), t(50, 45), T0],
        phalanx: [T0, t(2, 0), t(6, 3), t(8, 6), t(14, 12), t(28, 25), t(50, 45), T0],
        ..PawnWeights::ZERO
    },
    passed: PassedWeights {
        rank: [T0, t(0, 8), t(2, 12), t(6, 28), t(20, 55), t(45, 100), t(80, 160), T0],
        free: [T0, t(0, 0), t(0, 3), t(2, 8), t(6, 22), t(12, 45), t(20, 75), T0],
        ..PassedWeights::ZERO
    },
    king: king([0, 24, 22, 30, 40, 0, 26, 40, 44, 58], [0, 54, 40, 68, 56, 0, 50, 62, 74, 78], 35),
    ..Weights::ZERO
};

/// Superschaak: chess with four superpieces, promotion limited by the stock.
static SUPERSCHAAK: Weights = Weights {
    values: [100, 320, 335, 500, 980, 10_000, 700, 850, 920, 1150],
    phase: [0, 0, 1, 1, 3, 0, 2, 3, 3, 4],
    material: [
        t(90, 110),
        t(325, 310),
        t(340, 325),
        t(470, 540),
        t(970, 980),
        T0,
        t(690, 700),
        t(840, 820),
        t(900, 930),
        t(1120, 1150),
    ],
    ..CHESS
};

/// Games with drops.
static DROPS: Weights = Weights {
    values: [100, 225, 235, 280, 500, 10_000, 0, 0, 0, 0],
    material: [t(85, 110), t(225, 220), t(235, 230), t(265, 300), t(490, 520), T0, T0, T0, T0, T0],
    squares: squares(t(5, 2), 10),
    hand: hand([t(105, 120), t(245, 235), t(235, 235), t(275, 305), t(520, 540), T0, T0, T0, T0, T0]),
    tempo: t(35, 20),
    king: KingWeights {
        drop_check: units([0, 6, 4, 4, 10, 0, 0, 0, 0, 0], 100),
        safe_drop_check: units([16, 46, 32, 34, 66, 0, 0, 0, 0, 0], 100),
        hand: hand_units([14, 20, 18, 16, 34, 0, 0, 0, 0, 0]),
        hole: unit(9, 100),
        ..king([0, 26, 24, 26, 40, 0, 0, 0, 0, 0], [0, 50, 40, 50, 60, 0, 0, 0, 0, 0], 100)
    },
    ..CHESS
};
