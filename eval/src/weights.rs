//! Every number of the evaluation, one table a game.

use movegen::piece::Role;
use movegen::square::Square;

use crate::tapered::Tapered;

/// Most squares a man can attack, plus one: an Amazon in the centre attacks 35.
pub const MOBILITY: usize = 36;

/// The numbers with which the games of the check rule are evaluated. Scores in centipawns; danger in units
/// whose square divided by [`KingWeights::divisor`] is a score.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// Values by role for exchanges and move ordering.
    pub values: [i32; Role::COUNT],
    /// A man on the board, by role.
    pub material: [Tapered; Role::COUNT],
    /// A man on a square as its owner sees it, by role.
    pub squares: [[Tapered; 64]; Role::COUNT],
    /// A man in hand (drop games), by role.
    pub hand: [Tapered; Role::COUNT],
    /// What a man adds to the phase, on the board or in hand.
    pub phase: [i32; Role::COUNT],
    /// Squares that a piece attacks, not counting own men and squares under enemy pawns, by role.
    pub mobility: [[Tapered; MOBILITY]; Role::COUNT],
    /// Pawns.
    pub pawns: PawnWeights,
    /// Both bishops.
    pub bishop_pair: Tapered,
    /// A rook on a file without pawns, or without own pawns.
    pub rook_open: Tapered,
    /// A rook on a file without own pawns.
    pub rook_half_open: Tapered,
    /// A piece that an enemy pawn attacks.
    pub threat_by_pawn: Tapered,
    /// A rook or better that an enemy knight or bishop attacks.
    pub threat_by_minor: Tapered,
    /// A man that is attacked and not defended.
    pub hanging: Tapered,
    /// The right to move.
    pub tempo: Tapered,
    /// The king's safety.
    pub king: KingWeights,
}

/// Pawns, by own rank where it matters.
#[derive(Clone, Copy, Debug)]
pub struct PawnWeights {
    /// No enemy pawn ahead on its own or a neighbouring file.
    pub passed: [Tapered; 8],
    /// A passed pawn whose next square is free of men.
    pub passed_free: [Tapered; 8],
    /// No own pawn on a neighbouring file.
    pub isolated: Tapered,
    /// An own pawn ahead on the file.
    pub doubled: Tapered,
    /// Defended by a pawn, or beside one.
    pub connected: [Tapered; 8],
}

/// The danger to a king, in units.
#[derive(Clone, Copy, Debug)]
pub struct KingWeights {
    /// A piece that attacks squares round the king, by role.
    pub attacker: [i32; Role::COUNT],
    /// Each square round the king that a piece attacks.
    pub hit: i32,
    /// Each square round the king that is attacked and only the king, or nobody, defends.
    pub weak: i32,
    /// A kind of piece that can check from a safe square, by role.
    pub safe_check: [i32; Role::COUNT],
    /// A kind of man in hand that can be dropped with check, by role; more if the square is safe.
    pub drop_check: [i32; Role::COUNT],
    /// The same, on a square that the defender does not cover.
    pub safe_drop_check: [i32; Role::COUNT],
    /// A man in the enemy's hand, by role, up to three of each.
    pub hand: [i32; Role::COUNT],
    /// An empty square round the king that the defender does not cover while the enemy has men in hand.
    pub hole: i32,
    /// Each own pawn before the king, next to it and one rank further.
    pub shield: [i32; 2],
    /// A file at the king without own pawns.
    pub open_file: i32,
    /// The attacker has no queen or better, on the board or in hand.
    pub no_queen: i32,
    /// Always there.
    pub base: i32,
    /// Score = danger squared / divisor.
    pub divisor: i32,
    /// Most that danger may cost.
    pub most: i32,
}

impl Weights {
    /// A man on a square as its owner sees it, its material included.
    #[inline(always)]
    pub fn man(&self, role: Role, square: Square) -> Tapered {
        self.material[role.index()] + self.squares[role.index()][square.index()]
    }
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

const PAWNS: PawnWeights = PawnWeights {
    passed: [T0, t(0, 8), t(2, 12), t(6, 28), t(20, 55), t(45, 100), t(80, 160), T0],
    passed_free: [T0, t(0, 0), t(0, 3), t(2, 8), t(6, 22), t(12, 45), t(20, 75), T0],
    isolated: t(-12, -14),
    doubled: t(-10, -20),
    connected: [T0, t(2, 0), t(6, 3), t(8, 6), t(14, 12), t(28, 25), t(50, 45), T0],
};

/// Round the king, where nobody drops men.
const KING: KingWeights = KingWeights {
    attacker: [0, 22, 20, 28, 36, 0, 24, 36, 40, 52],
    hit: 7,
    weak: 14,
    safe_check: [0, 48, 36, 60, 50, 0, 44, 56, 66, 70],
    drop_check: [0; Role::COUNT],
    safe_drop_check: [0; Role::COUNT],
    hand: [0; Role::COUNT],
    hole: 0,
    shield: [16, 8],
    open_file: 14,
    no_queen: -70,
    base: 20,
    divisor: 200,
    most: 700,
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
    king: KingWeights { no_queen: -40, divisor: 240, ..KING },
    ..CHESS
};

/// Round the king, where captured men come back with check.
const DROP_KING: KingWeights = KingWeights {
    attacker: [0, 26, 24, 26, 40, 0, 0, 0, 0, 0],
    hit: 9,
    weak: 20,
    safe_check: [0, 50, 40, 50, 60, 0, 0, 0, 0, 0],
    drop_check: [0, 6, 4, 4, 10, 0, 0, 0, 0, 0],
    safe_drop_check: [16, 46, 32, 34, 66, 0, 0, 0, 0, 0],
    hand: [14, 20, 18, 16, 34, 0, 0, 0, 0, 0],
    hole: 9,
    shield: [16, 9],
    open_file: 8,
    no_queen: -20,
    base: 0,
    divisor: 230,
    most: 1800,
};

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
    ..CHESS
};

/// Doorgeefsolo: crazyhouse hands, but no drop checks: men in hand come near the king a move later.
pub static DOORGEEFSOLO: Weights = Weights { hand: SLOW_HAND, king: SLOW_KING, tempo: t(28, 18), ..CRAZYHOUSE };

const SLOW_HAND: [Tapered; Role::COUNT] =
    [t(100, 120), t(225, 225), t(230, 230), t(270, 305), t(510, 530), T0, T0, T0, T0, T0];
const SLOW_KING: KingWeights = KingWeights {
    drop_check: [0; Role::COUNT],
    safe_drop_check: [0; Role::COUNT],
    hand: [9, 14, 12, 12, 24, 0, 0, 0, 0, 0],
    hole: 7,
    divisor: 220,
    ..DROP_KING
};

/// One board of bughouse: captured men leave the board, what is in hand came from the partner.
pub static BUGHOUSE: Weights = Weights { king: KingWeights { divisor: 200, ..DROP_KING }, ..CRAZYHOUSE };

/// One board of doorgeefschaak, by either set of rules.
pub static DOORGEEF: Weights = Weights { king: SLOW_KING, ..DOORGEEFSOLO };

/// The numbers of HA-lijnen, in centipawns.
#[derive(Clone, Copy, Debug)]
pub struct HaLijnenWeights {
    /// Values by role for move ordering and for men that can be captured.
    pub values: [i32; Role::COUNT],
    /// A man on the board, by role.
    pub material: [i32; Role::COUNT],
    /// By the number of men above the fewest allowed.
    pub spare_men: [i32; 9],
    /// By twice the own moves that filling the line takes, less one for the player on move.
    pub race: [i32; 49],
    /// A square that a piece can move to.
    pub mobility: i32,
    /// The king stands on the enemy's line.
    pub king_on_line: i32,
    /// It can be captured there.
    pub king_attacked: i32,
    /// What the loss of a man costs beyond its value.
    pub attacked: i32,
    /// A frame more than the opponent.
    pub frame: i32,
    /// More than half of all frames.
    pub most_frames: i32,
    /// The right to move.
    pub tempo: i32,
}

const fn race() -> [i32; 49] {
    let mut table = [0; 49];
    let mut i = 0;
    while i < 49 {
        table[i] = 900 / (i as i32 + 2) + 9 * (48 - i as i32);
        i += 1;
    }
    table
}

/// HA-lijnen.
pub static HA_LIJNEN: HaLijnenWeights = HaLijnenWeights {
    values: [60, 130, 130, 180, 260, 5_000, 0, 0, 0, 0],
    material: [45, 110, 110, 160, 240, 0, 0, 0, 0, 0],
    spare_men: [-700, -380, -220, -120, -60, -30, -10, 0, 0],
    race: race(),
    mobility: 3,
    king_on_line: 60,
    king_attacked: 400,
    attacked: 40,
    // More than the best standing in the race, or the last move would be put off.
    frame: 900,
    most_frames: 2_500,
    tempo: 15,
};
