//! Random numbers that depend on the seed alone, today and in every later version: a match can be resumed and repeated.

/// The generator SplitMix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed and a place in the match.
    pub fn new(seed: u64, place: u64) -> Random {
        let mut random = Random(seed ^ place.wrapping_mul(0xd6e8_feb8_6659_fd93));
        random.bits();
        random
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `below` - 1; 0 if `below` is 0.
    pub fn below(&mut self, below: usize) -> usize {
        ((u128::from(self.bits()) * below as u128) >> 64) as usize
    }

    /// The numbers 0 to `len` - 1 in random order.
    pub fn order(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for i in (1..len).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_seed_never_change() {
        let mut random = Random(1234567);
        // The reference values of SplitMix64 for this seed.
        assert_eq!([random.bits(), random.bits()], [6457827717110365317, 3203168211198807973]);
        assert_eq!(Random::new(7, 3).order(6).len(), 6);
        assert_ne!(Random::new(7, 3).bits(), Random::new(7, 4).bits());
        assert!((0..1000).all(|_| random.below(3) < 3) && random.below(0) == 0);
    }
}
