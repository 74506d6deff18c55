//! Who sits where in which round when the participants of an evening move along a row of tables (rules.md 5, after the
//! KNSB's regulation of the summer competition).
//!
//! Seen from above, the tables stand in a row from left to right, numbered from 1; each has a seat above and a seat below.
//! Clockwise is along the upper side to the right, round the right-hand end, and back along the lower side. What happens
//! at that end depends on the number of participants: with an even number the lower seat of the last table belongs to the
//! one who stays, with an odd number there is a place where one sits out.

/// Fewest and most participants of a schedule.
pub const PARTICIPANTS: std::ops::RangeInclusive<usize> = 2..=60;

/// One table in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// The participant in the seat above, from 0.
    pub above: usize,
    /// The participant in the seat below, from 0.
    pub below: usize,
    /// Whether the white men stand above (of a team: the white men of its first player).
    pub white_above: bool,
}

impl Table {
    /// The participants with White and with Black.
    pub fn white_and_black(&self) -> (usize, usize) {
        if self.white_above { (self.above, self.below) } else { (self.below, self.above) }
    }
}

/// One round of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The tables, number 1 first.
    pub tables: Vec<Table>,
    /// The participant who sits out.
    pub bye: Option<usize>,
}

/// The rounds of a round robin: every pair meets once, nobody sits out twice, and everybody's numbers of games with White
/// and with Black differ by at most one.
///
/// Participants are numbered in the order in which they first sit, clockwise from the seat above table 1; with an even
/// number the last one stays, with an odd number the one in the middle begins by sitting out.
///
/// # Panics
/// The number of participants is not one of [`PARTICIPANTS`].
pub fn round_robin(participants: usize) -> Vec<Round> {
    assert!(PARTICIPANTS.contains(&participants), "a schedule has 2 to 60 participants");
    // Those who move, and the place at the end of the row, reached after half of the seats.
    let moving = participants - usize::from(participants.is_multiple_of(2));
    let end = moving / 2;
    (0..moving).map(|round| Round::of(round, moving, end, participants)).collect()
}

impl Round {
    fn of(round: usize, moving: usize, end: usize, participants: usize) -> Round {
        // Each round everybody comes to the next seat clockwise.
        let at = |seat: usize| (seat + moving - round) % moving;
        let mut tables: Vec<Table> = (0..end)
            .map(|table| Table { above: at(table), below: at(moving - 1 - table), white_above: table % 2 == 0 })
            .collect();
        let stays = participants > moving;
        if stays {
            // The board of the one who stays is turned after every round.
            let white_above = (tables.len() + round).is_multiple_of(2);
            tables.push(Table { above: at(end), below: moving, white_above });
        }
        Round { tables, bye: (!stays).then(|| at(end)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_pair_meets_exactly_once() {
        for n in PARTICIPANTS {
            let mut pairs = HashSet::new();
            let rounds = round_robin(n);
            assert_eq!(rounds.len(), if n % 2 == 0 { n - 1 } else { n });
            for round in &rounds {
                let mut seated: Vec<usize> = round.bye.into_iter().collect();
                for table in &round.tables {
                    let pair = (table.above.min(table.below), table.above.max(table.below));
                    assert!(pairs.insert(pair), "{n} participants: {pair:?} meet twice");
                    seated.extend([table.above, table.below]);
                }
                seated.sort_unstable();
                assert_eq!(seated, (0..n).collect::<Vec<_>>(), "everybody sits somewhere, once");
            }
            assert_eq!(pairs.len(), n * (n - 1) / 2);
        }
    }

    #[test]
    fn with_an_odd_number_everybody_sits_out_once_and_with_an_even_number_nobody() {
        for n in PARTICIPANTS {
            let mut byes: Vec<usize> = round_robin(n).iter().filter_map(|round| round.bye).collect();
            byes.sort_unstable();
            assert_eq!(byes, if n % 2 == 1 { (0..n).collect::<Vec<_>>() } else { Vec::new() });
        }
    }

    #[test]
    fn colours_differ_by_at_most_one() {
        for n in PARTICIPANTS {
            let mut balance = vec![0i32; n];
            for table in round_robin(n).iter().flat_map(|round| &round.tables) {
                let (white, black) = table.white_and_black();
                balance[white] += 1;
                balance[black] -= 1;
            }
            assert!(balance.iter().all(|difference| difference.abs() <= 1), "{n}: {balance:?}");
            assert!(n % 2 == 0 || balance.iter().all(|&difference| difference == 0), "{n}: {balance:?}");
        }
    }

    #[test]
    fn only_the_board_of_the_one_who_stays_is_turned_and_after_every_round() {
        for n in PARTICIPANTS {
            let rounds = round_robin(n);
            for (before, after) in rounds.iter().zip(&rounds[1..]) {
                for (number, (old, new)) in before.tables.iter().zip(&after.tables).enumerate() {
                    let is_last = number + 1 == before.tables.len();
                    let turned = old.white_above != new.white_above;
                    assert_eq!(turned, n % 2 == 0 && is_last, "{n} participants, table {}", number + 1);
                }
            }
            let first = &rounds[0].tables;
            assert!(first.iter().enumerate().all(|(number, table)| table.white_above == (number % 2 == 0)));
        }
    }

    #[test]
    fn everybody_but_the_one_who_stays_moves_one_seat_clockwise() {
        for n in PARTICIPANTS {
            let rounds = round_robin(n);
            // The seats clockwise from above table 1, without that of the one who stays.
            let ring = |round: &Round| -> Vec<usize> {
                let above = round.tables.iter().map(|table| table.above).chain(round.bye);
                let below = round.tables.iter().rev().map(|table| table.below);
                above.chain(below).filter(|&participant| n % 2 == 1 || participant != n - 1).collect()
            };
            for (before, after) in rounds.iter().zip(&rounds[1..]) {
                let mut moved = ring(before);
                moved.rotate_right(1);
                assert_eq!(moved, ring(after));
            }
        }
    }
}
