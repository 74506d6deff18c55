//! The transposition table: shared by all search threads without locks.
//!
//! An entry is two words: `data`, and the key with the static evaluation in its lowest bits, combined with a mix of
//! `data`. If two threads write one entry at once, the words of a mixed pair do not fit each other and the entry reads as
//! absent (R. Hyatt, T. Mann: A lockless transposition table implementation for parallel search, 2002).
//! Four entries share a cache line.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use movegen::moves::Move;

use crate::memory;
use crate::score::Bound;

/// Words a cluster: four entries of two words, one cache line.
const CLUSTER: usize = 8;
const ENTRIES: usize = CLUSTER / 2;
const WORDS_A_MEBIBYTE: usize = (1 << 20) / 8;

/// Ages count modulo this.
const AGES: u8 = 64;

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The best move found; to be tested by `is_legal` before use.
    pub best: Option<Move>,
    /// The score, mates counted from this position (see [`crate::score::to_table`]).
    pub score: i32,
    /// The static evaluation; `None` if it was not computed.
    pub evaluation: Option<i32>,
    /// Plies searched below the position, 0 to 255.
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
}

/// The place of a missing static evaluation.
const NO_EVALUATION: i16 = i16::MIN;

// The layout of `data`: 27 bits move, 16 score, 8 depth, 2 bound (0 = entry unused), 6 age.
const SCORE: u32 = 27;
const DEPTH: u32 = 43;
const BOUND: u32 = 51;
const AGE: u32 = 53;

impl Entry {
    /// Whether the score says all that a search with this window would.
    #[inline(always)]
    pub fn settles(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }

    fn pack(&self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1u64,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.best.map_or(0, Move::bits))
            | u64::from(self.score as i16 as u16) << SCORE
            | (self.depth.clamp(0, 255) as u64) << DEPTH
            | bound << BOUND
            | u64::from(age) << AGE
    }

    fn unpack(data: u64, evaluation: i16) -> Option<Entry> {
        Some(Entry {
            best: move_of(data),
            score: (data >> SCORE) as u16 as i16 as i32,
            evaluation: (evaluation != NO_EVALUATION).then_some(i32::from(evaluation)),
            depth: depth_of(data),
            bound: match data >> BOUND & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                3 => Bound::Exact,
                _ => return None,
            },
        })
    }
}

#[inline(always)]
fn move_of(data: u64) -> Option<Move> {
    Move::from_bits(data as u32 & ((1 << SCORE) - 1))
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    (data >> DEPTH & 255) as i32
}

#[inline(always)]
fn age_of(data: u64) -> u8 {
    (data >> AGE) as u8 % AGES
}

/// The second word: the key without its highest 16 bits (they choose the cluster), the evaluation below,
/// all ^ the data mixed.
#[inline(always)]
fn check_word(key: u64, evaluation: i16, data: u64) -> u64 {
    (key << 16 | u64::from(evaluation as u16)) ^ mixed(data)
}

/// The data so that two that differ anywhere differ above the lowest 16 bits, where the key is (but for one pair in
/// thousands).
#[inline(always)]
fn mixed(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32)
}

/// The table. A new search does not clear it, but ages its entries.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Index of the first word that begins a cache line.
    first: usize,
    clusters: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of so many mebibytes, at least one. All of it is written to, so that the system provides the memory now
    /// and not during a search.
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let table = TranspositionTable::allocate(mebibytes);
        table.clear_part(0, 1);
        table
    }

    /// A table that is still to be cleared, or the system will provide its memory page by page as it is used.
    pub(crate) fn allocate(mebibytes: usize) -> TranspositionTable {
        let size = mebibytes.max(1) * WORDS_A_MEBIBYTE;
        // The conversion of the elements is compiled to nothing.
        let words: Vec<AtomicU64> = vec![0u64; size].into_iter().map(AtomicU64::new).collect();
        memory::prefer_huge_pages(&words);
        let first = words.as_ptr().align_offset(64).min(CLUSTER);
        // One less than there may be room for: the number must not depend on where the memory lies.
        TranspositionTable { clusters: size / CLUSTER - 1, first, words, age: AtomicU8::new(0) }
    }

    /// Memory in bytes.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<AtomicU64>()
    }

    /// Clears one of so many equal parts: together, the threads that do this clear the table. No search may run meanwhile.
    pub(crate) fn clear_part(&self, part: usize, parts: usize) {
        self.age.store(0, Ordering::Relaxed);
        let size = self.words.len().div_ceil(parts);
        for word in self.words.chunks(size).nth(part).unwrap_or_default() {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// Begins a new search: entries of older ones give way first.
    pub fn new_search(&self) {
        let age = (self.age.load(Ordering::Relaxed) + 1) % AGES;
        self.age.store(age, Ordering::Relaxed);
    }

    /// The cluster of a key: any number of clusters, by multiplication (D. Lemire 2016).
    #[inline(always)]
    fn cluster(&self, key: u64) -> &[AtomicU64] {
        let index = ((u128::from(key) * self.clusters as u128) >> 64) as usize;
        let start = self.first + index * CLUSTER;
        &self.words[start..start + CLUSTER]
    }

    /// Begins to bring the cluster of a key into the cache, for a [`probe`](TranspositionTable::probe) soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(&self.cluster(key)[0]);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(key);
        for i in 0..ENTRIES {
            let data = cluster[2 * i].load(Ordering::Relaxed);
            let check = cluster[2 * i + 1].load(Ordering::Relaxed) ^ mixed(data);
            if check >> 16 == key & (!0 >> 16) && data != 0 {
                return Entry::unpack(data, check as u16 as i16);
            }
        }
        None
    }

    /// Stores an entry in place of the same position or of the least valuable one of its cluster: shallow and
    /// old. A known move is kept if the new entry has none.
    pub fn store(&self, key: u64, mut entry: Entry) {
        let cluster = self.cluster(key);
        let age = self.age.load(Ordering::Relaxed);
        let (mut slot, mut least) = (0, i32::MAX);
        for i in 0..ENTRIES {
            let data = cluster[2 * i].load(Ordering::Relaxed);
            let check = cluster[2 * i + 1].load(Ordering::Relaxed) ^ mixed(data);
            if data == 0 {
                (slot, least) = if least == i32::MIN { (slot, least) } else { (i, i32::MIN) };
                continue;
            }
            let depth = depth_of(data);
            let older = (age + AGES - age_of(data)) % AGES;
            if check >> 16 == key & (!0 >> 16) {
                // A much shallower bound does not replace what this search has found.
                if entry.bound != Bound::Exact && older == 0 && entry.depth + 4 < depth {
                    return;
                }
                entry.best = entry.best.or_else(|| move_of(data));
                slot = i;
                break;
            }
            let value = depth - 4 * i32::from(older);
            if value < least {
                (slot, least) = (i, value);
            }
        }
        let data = entry.pack(age);
        let evaluation = entry.evaluation.map_or(NO_EVALUATION, |score| score as i16);
        cluster[2 * slot].store(data, Ordering::Relaxed);
        cluster[2 * slot + 1].store(check_word(key, evaluation, data), Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths, from its first 250 clusters.
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = self.clusters.min(250);
        let used = (0..sample * ENTRIES)
            .map(|i| self.words[self.first + 2 * i].load(Ordering::Relaxed))
            .filter(|data| data >> BOUND & 3 != 0 && age_of(*data) == age)
            .count();
        (used * 1000 / (sample * ENTRIES).max(1)) as u32
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::thread;

    use movegen::moves::MoveKind;
    use movegen::piece::Role;
    use movegen::square::Square;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// An entry that can be told from its key.
    fn entry_of(key: u64) -> Entry {
        Entry {
            best: Some(Move::new(
                MoveKind::Normal,
                Role::Queen,
                Square::new((key & 63) as u8),
                Square::new((key >> 6 & 63) as u8),
            )),
            score: (key >> 12 & 0x3fff) as i32 - 8000,
            evaluation: Some((key >> 26 & 0x3fff) as i32 - 8000),
            depth: (key >> 40 & 127) as i32,
            bound: [Bound::Exact, Bound::Lower, Bound::Upper][(key >> 47) as usize % 3],
        }
    }

    #[test]
    fn the_table_has_the_size_asked_for_within_one_percent() {
        for mebibytes in [1, 2, 3, 7, 16, 33, 100] {
            let table = TranspositionTable::new(mebibytes);
            let wanted = mebibytes << 20;
            assert!(table.bytes().abs_diff(wanted) * 100 <= wanted);
            assert!(table.clusters * 64 * 100 >= wanted * 99);
            assert_eq!(table.words[table.first..].as_ptr() as usize % 64, 0);
            assert_eq!(table.clusters, (mebibytes << 14) - 1, "wherever the memory lies");
        }
    }

    #[test]
    fn entries_come_back_as_stored() {
        let table = TranspositionTable::new(3);
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut key = 0;
        let mut missing = 0;
        for _ in 0..50_000 {
            key = random.random();
            table.store(key, entry_of(key));
            assert_eq!(table.probe(key), Some(entry_of(key)));
            missing += i32::from(table.probe(random.random()).is_some());
        }
        assert_eq!(missing, 0);
        assert!(table.hashfull() > 0);
        table.clear_part(0, 1);
        assert_eq!(table.hashfull(), 0);
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn negative_and_missing_values_survive() {
        let table = TranspositionTable::new(1);
        let entry = Entry { best: None, score: -31_999, evaluation: None, depth: 0, bound: Bound::Upper };
        table.store(5, entry);
        assert_eq!(table.probe(5), Some(entry));
        table.store(5, Entry { evaluation: Some(-1), bound: Bound::Exact, ..entry });
        assert_eq!(table.probe(5).and_then(|entry| entry.evaluation), Some(-1));
    }

    #[test]
    fn two_entries_of_one_position_do_not_mix() {
        let pair = |to| {
            let table = TranspositionTable::new(1);
            let best = Some(Move::new(MoveKind::Normal, Role::Knight, Square::A1, Square::new(to)));
            table.store(5, Entry { best, score: 7, evaluation: Some(7), depth: 3, bound: Bound::Exact });
            table
        };
        let (one, other) = (pair(17), pair(10));
        let slot = one.first..one.first + CLUSTER;
        for (word, torn) in one.words[slot.clone()].iter().zip(&other.words[slot]).skip(1).step_by(2) {
            word.store(torn.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        assert_eq!(one.probe(5), None);
    }

    #[test]
    fn a_known_move_survives_an_entry_without_one() {
        let table = TranspositionTable::new(1);
        let entry = Entry { depth: 3, bound: Bound::Exact, ..entry_of(77) };
        table.store(77, entry);
        table.store(77, Entry { best: None, depth: 4, ..entry });
        assert_eq!(table.probe(77).and_then(|found| found.best), entry.best);
    }

    #[test]
    fn the_parts_of_the_table_are_the_whole() {
        for parts in [1, 2, 3, 64] {
            let table = TranspositionTable::new(1);
            table.words.iter().for_each(|word| word.store(1, Ordering::Relaxed));
            for part in 0..parts {
                table.clear_part(part, parts);
            }
            assert!(table.words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }

    /// Two threads write entries of many keys into one cluster while two read: nobody ever reads an entry under a
    /// key it does not belong to.
    #[test]
    fn torn_writes_read_as_absent() {
        let table = TranspositionTable::new(1);
        let keys: Vec<u64> = (1..=64u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20).collect();
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            for offset in 0..2 {
                let (table, keys, done) = (&table, &keys, &done);
                scope.spawn(move || {
                    for round in 0..60_000 {
                        let key = keys[(round * 7 + offset * 31) % keys.len()];
                        table.store(key, entry_of(key));
                    }
                    done.store(true, Ordering::Relaxed);
                });
                scope.spawn(move || {
                    while !done.load(Ordering::Relaxed) {
                        for &key in keys {
                            assert!(table.probe(key).is_none_or(|entry| entry == entry_of(key)));
                        }
                    }
                });
            }
        });
    }

    /// Entries of one cluster: the keys differ in their lowest bits alone.
    fn of_depth(table: &TranspositionTable, key: u64, depth: i32) {
        table.store(key, Entry { best: None, score: 0, evaluation: None, depth, bound: Bound::Exact });
    }

    #[test]
    fn the_shallowest_entry_of_a_search_gives_way_and_old_ones_before_it() {
        for earlier_searches in [0, 60] {
            let table = TranspositionTable::new(1);
            (0..earlier_searches).for_each(|_| table.new_search());
            for (key, depth) in [(1, 20), (2, 19), (3, 18), (4, 5)] {
                of_depth(&table, key, depth);
            }
            of_depth(&table, 5, 7);
            assert_eq!([1, 2, 3, 4, 5].map(|key| table.probe(key).is_some()), [true, true, true, false, true]);
            // The ages begin again from zero meanwhile.
            (0..6).for_each(|_| table.new_search());
            assert_eq!(table.hashfull(), 0, "nothing is of this search");
            of_depth(&table, 6, 2);
            of_depth(&table, 7, 1);
            assert!(table.probe(6).is_some() && table.probe(7).is_some(), "what is older went before");
            assert!(table.probe(5).is_none() && table.probe(3).is_none());
        }
    }

    #[test]
    fn a_much_shallower_bound_does_not_replace_what_this_search_has_found() {
        let table = TranspositionTable::new(1);
        of_depth(&table, 5, 10);
        let shallow = Entry { best: None, score: 7, evaluation: None, depth: 2, bound: Bound::Lower };
        table.store(5, shallow);
        assert_eq!(table.probe(5).map(|entry| entry.depth), Some(10));
        table.new_search();
        table.store(5, shallow);
        assert_eq!(table.probe(5).map(|entry| entry.depth), Some(2));
    }
}
