//! Where a square lies as seen from another: tables that are asked for every man.

use movegen::square::Square;

/// How many ways two squares can lie to each other, the wings taken as alike: 8 distances of files, 15 of ranks.
pub const RELATIONS: usize = 8 * 15;

/// Where `square` lies from `origin`: the distance in files, plus eight times the ranks it lies further up, counted
/// from -7.
#[inline(always)]
pub fn relation(origin: Square, square: Square) -> usize {
    usize::from(RELATION[origin.index()][square.index()])
}

/// How many king moves lie between two squares, 0 to 7.
#[inline(always)]
pub(crate) fn distance(a: Square, b: Square) -> usize {
    usize::from(DISTANCE[a.index()][b.index()])
}

static RELATION: [[u8; 64]; 64] = table(true);
static DISTANCE: [[u8; 64]; 64] = table(false);

const fn table(relations: bool) -> [[u8; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 64 {
        let (a, b) = (Square::new((i / 64) as u8), Square::new((i % 64) as u8));
        let files = a.file().abs_diff(b.file());
        let ranks = a.rank().abs_diff(b.rank());
        table[i / 64][i % 64] = if relations {
            8 * (7 + b.rank() - a.rank()) + files
        } else if files > ranks {
            files
        } else {
            ranks
        };
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_and_distances() {
        let [a1, h8, c2, b4] = ["a1", "h8", "c2", "b4"].map(|text| Square::parse(text).unwrap());
        assert_eq!([relation(a1, h8), relation(h8, a1), relation(c2, c2)], [RELATIONS - 1, 7, 56]);
        assert_eq!(relation(c2, b4), 8 * 9 + 1);
        assert_eq!([distance(a1, h8), distance(c2, b4), distance(b4, b4)], [7, 2, 0]);
    }
}
