//! Where men attack: leapers from tables, sliders by magic multiplication.
//!
//! All tables are constants. The magic numbers were found by random search for this project (the method is on
//! <https://www.chessprogramming.org/Magic_Bitboards>).

use crate::bitboard::Bitboard;
use crate::piece::{Color, Role};
use crate::square::Square;

const fn step(square: usize, file_step: i32, rank_step: i32) -> u64 {
    let file = (square % 8) as i32 + file_step;
    let rank = (square / 8) as i32 + rank_step;
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (rank * 8 + file) }
}

const fn leaper(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < steps.len() {
            table[square].0 |= step(square, steps[i].0, steps[i].1);
            i += 1;
        }
        square += 1;
    }
    table
}

const fn ray(square: usize, direction: (i32, i32)) -> u64 {
    let mut set = 0;
    let mut i = 1;
    while i < 8 {
        set |= step(square, direction.0 * i, direction.1 * i);
        i += 1;
    }
    set
}

const ROOK_STEPS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

const fn rays(directions: &[(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 {
            table[square][i] = ray(square, directions[i]);
            i += 1;
        }
        square += 1;
    }
    table
}

const ROOK_RAYS: [[u64; 4]; 64] = rays(&ROOK_STEPS);
const BISHOP_RAYS: [[u64; 4]; 64] = rays(&BISHOP_STEPS);

static KNIGHT: [Bitboard; 64] = leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] = leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// Slider attacks on an otherwise empty board, by ray: the first two rays run up the numbering, the others down.
const fn sliding(square: usize, occupied: u64, rays: &[[u64; 4]; 64]) -> u64 {
    let mut attacks = 0;
    let mut i = 0;
    while i < 4 {
        let ray = rays[square][i];
        let blockers = ray & occupied;
        attacks |= if blockers == 0 {
            ray
        } else if i < 2 {
            ray ^ rays[blockers.trailing_zeros() as usize][i]
        } else {
            ray ^ rays[63 - blockers.leading_zeros() as usize][i]
        };
        i += 1;
    }
    attacks
}

#[derive(Clone, Copy)]
struct Magic {
    mask: u64,
    factor: u64,
    offset: u32,
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        self.offset as usize + ((occupied & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// The squares whose occupation matters: the rays without their last squares.
const fn relevant(square: usize, rays: &[[u64; 4]; 64]) -> u64 {
    let file = Bitboard::file((square % 8) as u8).0;
    let rank = Bitboard::rank((square / 8) as u8).0;
    let edges =
        ((Bitboard::FILE_A.0 | Bitboard::FILE_H.0) & !file) | ((Bitboard::rank(0).0 | Bitboard::rank(7).0) & !rank);
    (rays[square][0] | rays[square][1] | rays[square][2] | rays[square][3]) & !edges
}

const fn magics(rays: &[[u64; 4]; 64], factors: &[u64; 64]) -> [Magic; 64] {
    let mut table = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let mask = relevant(square, rays);
        table[square] = Magic { mask, factor: factors[square], offset, shift: 64 - mask.count_ones() };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    table
}

#[allow(long_running_const_eval)]
const fn slider_table<const SIZE: usize>(rays: &[[u64; 4]; 64], magics: &[Magic; 64]) -> [Bitboard; SIZE] {
    let mut table = [Bitboard::EMPTY; SIZE];
    let mut square = 0;
    while square < 64 {
        let magic = magics[square];
        let mut occupied = 0u64;
        loop {
            let index = magic.index(occupied);
            table[index] = Bitboard(sliding(square, occupied, rays));
            occupied = occupied.wrapping_sub(magic.mask) & magic.mask;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

const ROOK_FACTORS: [u64; 64] = [
    0x1080_0190_4002_8821,
    0x0440_0020_0442_1002,
    0x1080_0880_1000_2000,
    0x2500_0510_0009_0021,
    0x6600_08a0_1002_0004,
    0x1080_0400_8001_0200,
    0x2200_2088_0200_0401,
    0x0900_0040_8100_0022,
    0x0910_8000_4000_2083,
    0x0801_8040_0060_0084,
    0x0088_8010_0080_2000,
    0x0402_0010_4022_0008,
    0x4080_8080_0400_0800,
    0x0304_8004_0022_0080,
    0x4102_00a4_0841_0200,
    0x0102_0010_6100_840a,
    0x0080_2080_0040_0080,
    0x0001_0500_4000_8020,
    0x0820_0040_4010_0800,
    0x0850_8080_0800_1000,
    0x4002_0500_0801_0011,
    0x2004_0080_8002_0004,
    0xc090_8080_0200_0100,
    0xa000_0200_0041_00a4,
    0x0480_3880_8000_4002,
    0x1020_0020_4000_5001,
    0x0000_4011_0020_0900,
    0x0202_0022_000c_1040,
    0x8042_1005_0048_0100,
    0x0000_0400_8002_0080,
    0x9205_0100_8080_0200,
    0x0800_2082_0000_4104,
    0x02f0_4000_2880_0080,
    0x0000_8020_0080_4000,
    0x2140_8010_0080_2000,
    0x4080_2102_0900_1000,
    0x1025_0008_0100_0410,
    0x4002_8002_0080_0401,
    0x1142_0288_0400_0110,
    0x0401_0402_4600_0981,
    0x011c_2080_4000_8000,
    0xc030_1020_0040_4003,
    0x5a10_3060_0303_0041,
    0xa000_1001_0021_000c,
    0x2168_0011_0009_0004,
    0x0884_0200_0400_8080,
    0x0000_0810_0184_0002,
    0x0001_0020_8c41_0002,
    0x000a_2880_0110_4300,
    0x0040_0620_0040_8480,
    0x2010_9004_2004_8380,
    0x0001_0800_1001_8280,
    0x3804_0004_8008_0080,
    0xa003_0200_0400_8080,
    0x8091_000a_0004_0500,
    0x1023_1103_4404_8200,
    0x0004_8311_0640_2202,
    0x2860_4208_8020_1102,
    0x0409_0941_0020_0011,
    0x2085_0010_0045_2009,
    0x1002_0009_a004_1002,
    0x8529_0002_0400_0801,
    0x3099_6110_0800_8224,
    0x0400_0400_4081_0022,
];

const BISHOP_FACTORS: [u64; 64] = [
    0x50c0_0202_0851_0100,
    0x0110_2101_0102_1181,
    0x0384_1822_0242_0302,
    0x2414_2404_8000_6014,
    0x0004_0504_5000_2000,
    0x2882_0211_0400_280b,
    0x0010_4802_1110_4000,
    0x0102_1484_0402_4020,
    0x0401_1010_4280_8400,
    0x0200_2504_0086_0a01,
    0x9040_1001_0200_2800,
    0x0400_8806_8101_1000,
    0x0800_0202_1084_2421,
    0xac18_0904_a004_0880,
    0x9400_0108_0110_4880,
    0x8000_4041_0410_034a,
    0x8420_0084_0444_0800,
    0x0010_6108_2141_0401,
    0x0810_0418_2480_1010,
    0x0400_8028_0200_4020,
    0x0a14_0042_0121_0008,
    0x0040_4086_0042_2083,
    0x0000_a003_4c10_0800,
    0x0001_2084_4608_0420,
    0x0044_4014_0410_0406,
    0x0044_2000_2498_0088,
    0x2080_3000_0204_0041,
    0x0016_0020_1800_8020,
    0x00a2_0020_0200_8058,
    0x2041_0410_0202_0080,
    0x0014_5080_084a_1008,
    0x4504_2440_0301_0090,
    0x0008_0404_02c0_084a,
    0x0104_4118_0104_9000,
    0x0003_2401_0810_0110,
    0x0002_a008_000a_8820,
    0x0001_1004_0070_8020,
    0x1010_1000_4000_2400,
    0x8004_0842_0808_8080,
    0x0011_0041_0902_0108,
    0x4021_0421_0401_2000,
    0x0002_8804_0240_3111,
    0x1202_0020_2420_8800,
    0x0010_1140_1040_2a00,
    0x2000_0102_1200_0400,
    0x8001_4208_0a00_0041,
    0x2020_0842_0040_4084,
    0x8004_0884_0450_0101,
    0x0800_8858_0804_0012,
    0x4004_4042_08a0_1042,
    0x0220_1052_0804_0248,
    0x1344_1008_2288_1001,
    0x8000_0090_021a_0400,
    0x0411_4008_0204_2009,
    0x0804_105a_0803_0100,
    0x6004_1102_320e_0400,
    0x0041_0101_1002_8205,
    0x4500_0200_5228_0400,
    0x0001_0281_0088_0480,
    0x0100_0000_00e1_8821,
    0x8001_0c00_9102_0200,
    0x00a0_0805_0408_2203,
    0x0400_4010_4102_2880,
    0x0040_1084_2100_4010,
];

static ROOK_MAGICS: [Magic; 64] = magics(&ROOK_RAYS, &ROOK_FACTORS);
static BISHOP_MAGICS: [Magic; 64] = magics(&BISHOP_RAYS, &BISHOP_FACTORS);
static ROOK_TABLE: [Bitboard; 102_400] = slider_table(&ROOK_RAYS, &magics(&ROOK_RAYS, &ROOK_FACTORS));
static BISHOP_TABLE: [Bitboard; 5_248] = slider_table(&BISHOP_RAYS, &magics(&BISHOP_RAYS, &BISHOP_FACTORS));

const fn empty_board(rays: &[[u64; 4]; 64]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Bitboard(sliding(square, 0, rays));
        square += 1;
    }
    table
}

static ROOK_EMPTY: [Bitboard; 64] = empty_board(&ROOK_RAYS);
static BISHOP_EMPTY: [Bitboard; 64] = empty_board(&BISHOP_RAYS);

/// For each pair of squares on one line: the squares between them, or the whole line through them.
const fn lines(whole: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut i = 0;
        while i < 8 {
            let rays = if i < 4 { &ROOK_RAYS } else { &BISHOP_RAYS };
            let mut rest = rays[a][i & 3];
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[a][b] = Bitboard(if whole {
                    rays[a][i & 3] | rays[a][(i + 2) & 3] | 1 << a
                } else {
                    rays[a][i & 3] & rays[b][(i + 2) & 3]
                });
            }
            i += 1;
        }
        a += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = lines(false);
static LINE: [[Bitboard; 64]; 64] = lines(true);

/// Squares attacked by a knight.
#[inline(always)]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// Squares attacked by a king.
#[inline(always)]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// Squares attacked by a pawn of this colour, from any rank.
#[inline(always)]
pub fn pawn(color: Color, from: Square) -> Bitboard {
    PAWN[color.index()][from.index()]
}

/// Squares attacked by a rook over this occupation; the blocking men are included.
#[inline(always)]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    ROOK_TABLE[ROOK_MAGICS[from.index()].index(occupied.0)]
}

/// Squares attacked by a bishop over this occupation; the blocking men are included.
#[inline(always)]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    BISHOP_TABLE[BISHOP_MAGICS[from.index()].index(occupied.0)]
}

/// Squares attacked by a rook on an empty board.
#[inline(always)]
pub fn rook_rays(from: Square) -> Bitboard {
    ROOK_EMPTY[from.index()]
}

/// Squares attacked by a bishop on an empty board.
#[inline(always)]
pub fn bishop_rays(from: Square) -> Bitboard {
    BISHOP_EMPTY[from.index()]
}

/// Squares attacked by a man of this role and colour.
#[inline(always)]
pub fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, from),
        Role::Knight => knight(from),
        Role::Bishop => bishop(from, occupied),
        Role::Rook => rook(from, occupied),
        Role::Queen => rook(from, occupied) | bishop(from, occupied),
        Role::King => king(from),
        Role::Veteran => king(from) | knight(from),
        Role::Princess => bishop(from, occupied) | knight(from),
        Role::Empress => rook(from, occupied) | knight(from),
        Role::Amazon => rook(from, occupied) | bishop(from, occupied) | knight(from),
    }
}

/// The squares strictly between two squares on one rank, file or diagonal; else empty.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares; empty if there is none.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    LINE[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow_slider(from: Square, occupied: Bitboard, steps: &[(i32, i32); 4]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for (file_step, rank_step) in steps {
            let (mut file, mut rank) = (from.file() as i32 + file_step, from.rank() as i32 + rank_step);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let to = Square::at(file as u8, rank as u8);
                set |= to.into();
                if occupied.has(to) {
                    break;
                }
                (file, rank) = (file + file_step, rank + rank_step);
            }
        }
        set
    }

    #[test]
    fn sliders_match_walking_the_board() {
        let mut seed = 0x2545_F491_4F6C_DD1Du64;
        for _ in 0..200 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let occupied = Bitboard(seed & seed.rotate_left(21));
            for from in Square::all() {
                assert_eq!(rook(from, occupied), slow_slider(from, occupied, &ROOK_STEPS));
                assert_eq!(bishop(from, occupied), slow_slider(from, occupied, &BISHOP_STEPS));
            }
        }
    }

    #[test]
    fn lines_and_gaps() {
        let sq = |text| Square::parse(text).unwrap();
        assert_eq!(between(sq("a1"), sq("d4")), [sq("b2"), sq("c3")].into_iter().collect());
        assert_eq!(between(sq("a1"), sq("b3")), Bitboard::EMPTY);
        assert_eq!(line(sq("h1"), sq("c1")), Bitboard::rank(0));
        assert_eq!(line(sq("a8"), sq("c6")).count(), 8);
        assert_eq!(line(sq("a1"), sq("b3")), Bitboard::EMPTY);
    }
}
