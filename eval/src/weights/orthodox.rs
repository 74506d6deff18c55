//! First values: by hand.

use movegen::piece::Role;
use movegen::square::Square;

use super::{KingWeights, MOBILITY, PawnWeights, Weights};
use crate::tapered::Tapered;
use crate::term::DangerShape;

const T0: Tapered = Tapered::ZERO;

/// Units of danger.
const fn units<const N: usize>(units: [i32; N]) -> [Tapered; N] {
    let mut table = [T0; N];
    let mut i = 0;
    while i < N {
        table[i] = unit(units[i]);
        i += 1;
    }
    table
}

const fn unit(units: i32) -> Tapered {
    Tapered::flat(units)
}

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

const PAWNS: PawnWeights = PawnWeights {
    passed: [T0, t(0, 8), t(2, 12), t(6, 28), t(20, 55), t(45, 100), t(80, 160), T0],
    passed_free: [T0, t(0, 0), t(0, 3), t(2, 8), t(6, 22), t(12, 45), t(20, 75), T0],
    isolated: t(-12, -14),
    doubled: t(-10, -20),
    connected: [T0, t(2, 0), t(6, 3), t(8, 6), t(14, 12), t(28, 25), t(50, 45), T0],
};

/// Round the king, where nobody drops men.
const KING: KingWeights = KingWeights {
    attacker: units([0, 22, 20, 28, 36, 0, 24, 36, 40, 52]),
    hit: unit(7),
    weak: unit(14),
    safe_check: units([0, 48, 36, 60, 50, 0, 44, 56, 66, 70]),
    drop_check: units([0; Role::COUNT]),
    safe_drop_check: units([0; Role::COUNT]),
    hand: units([0; Role::COUNT]),
    hole: unit(0),
    shield: units([16, 8]),
    open_file: unit(14),
    no_queen: unit(-70),
    base: unit(20),
};

/// Orthodox chess.
pub static CHESS: Weights = Weights {
    values: [100, 320, 335, 500, 980, 10_000, 0, 0, 0, 0],
    material: [t(90, 115), t(325, 310), t(340, 325), t(470, 540), t(970, 980), T0, T0, T0, T0, T0],
    squares: squares(t(1, 2), 12),
    hand: [T0; Role::COUNT],
    phase: [0, 1, 1, 2, 4, 0, 0, 0, 0, 0],
    mobility: MOBILITY_OF_ALL,
    pawns: PAWNS,
    bishop_pair: t(28, 45),
    rook_open: t(26, 12),
    rook_half_open: t(12, 8),
    threat_by_pawn: t(-45, -35),
    threat_by_minor: t(-30, -20),
    hanging: t(-25, -25),
    tempo: t(22, 12),
    king: KING,
    danger: DangerShape { divisor: 200, most: 700, end_share: 8 },
};

/// Superschaak: chess with four superpieces, promotion limited by the stock.
pub static SUPERSCHAAK: Weights = Weights {
    values: [100, 320, 335, 500, 980, 10_000, 700, 850, 920, 1150],
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
    phase: [0, 0, 1, 1, 3, 0, 2, 3, 3, 4],
    bishop_pair: t(20, 30),
    king: KingWeights { no_queen: unit(-40), ..KING },
    danger: DangerShape { divisor: 240, most: 700, end_share: 8 },
    ..CHESS
};

/// Round the king, where captured men come back with check.
const DROP_KING: KingWeights = KingWeights {
    attacker: units([0, 26, 24, 26, 40, 0, 0, 0, 0, 0]),
    hit: unit(9),
    weak: unit(20),
    safe_check: units([0, 50, 40, 50, 60, 0, 0, 0, 0, 0]),
    drop_check: units([0, 6, 4, 4, 10, 0, 0, 0, 0, 0]),
    safe_drop_check: units([16, 46, 32, 34, 66, 0, 0, 0, 0, 0]),
    hand: units([14, 20, 18, 16, 34, 0, 0, 0, 0, 0]),
    hole: unit(9),
    shield: units([16, 9]),
    open_file: unit(8),
    no_queen: unit(-20),
    base: unit(0),
};

const DROP_DANGER: DangerShape = DangerShape { divisor: 230, most: 1800, end_share: 64 };

const DROP_VALUES: [i32; Role::COUNT] = [100, 225, 235, 280, 500, 10_000, 0, 0, 0, 0];
const DROP_MATERIAL: [Tapered; Role::COUNT] =
    [t(85, 110), t(225, 220), t(235, 230), t(265, 300), t(490, 520), T0, T0, T0, T0, T0];
const DROP_HAND: [Tapered; Role::COUNT] =
    [t(105, 120), t(245, 235), t(235, 235), t(275, 305), t(520, 540), T0, T0, T0, T0, T0];

/// Crazyhouse.
pub static CRAZYHOUSE: Weights = Weights {
    values: DROP_VALUES,
    material: DROP_MATERIAL,
    squares: squares(t(5, 2), 10),
    hand: DROP_HAND,
    pawns: PawnWeights {
        passed: [T0, t(0, 8), t(2, 12), t(10, 28), t(30, 55), t(70, 100), t(130, 160), T0],
        isolated: t(-4, -10),
        doubled: t(-6, -15),
        ..PAWNS
    },
    bishop_pair: t(10, 20),
    rook_open: t(12, 10),
    rook_half_open: t(6, 6),
    threat_by_pawn: t(-40, -40),
    hanging: t(-30, -30),
    tempo: t(35, 20),
    king: DROP_KING,
    danger: DROP_DANGER,
    ..CHESS
};

/// Doorgeefsolo: crazyhouse hands, but no drop checks: men in hand come near the king a move later.
pub static DOORGEEFSOLO: Weights = Weights {
    hand: SLOW_HAND,
    king: SLOW_KING,
    danger: DangerShape { divisor: 220, ..DROP_DANGER },
    tempo: t(28, 18),
    ..CRAZYHOUSE
};

const SLOW_HAND: [Tapered; Role::COUNT] =
    [t(100, 120), t(225, 225), t(230, 230), t(270, 305), t(510, 530), T0, T0, T0, T0, T0];
const SLOW_KING: KingWeights = KingWeights {
    drop_check: units([0; Role::COUNT]),
    safe_drop_check: units([0; Role::COUNT]),
    hand: units([9, 14, 12, 12, 24, 0, 0, 0, 0, 0]),
    hole: unit(7),
    ..DROP_KING
};

/// One board of bughouse: captured men leave the board, what is in hand came from the partner.
pub static BUGHOUSE: Weights = Weights { danger: DangerShape { divisor: 200, ..DROP_DANGER }, ..CRAZYHOUSE };

/// One board of doorgeefschaak, by either set of rules.
pub static DOORGEEF: Weights = Weights { ..DOORGEEFSOLO };
