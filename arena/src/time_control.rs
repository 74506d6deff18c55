//! Time controls and the clocks that follow them.
//!
//! In HA-lijnen each frame has its own time (rules.md 4, "Clocks"): the base time is added again when a frame
//! begins, what was left is kept, and a count of moves begins anew.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Serialize, Serializer};

/// `moves/time+increment` with times in seconds or `minutes:seconds`; moves and increment may be left out, and no moves
/// (`0/time`) means all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves in a period; `None` for all moves in one.
    pub moves: Option<u32>,
    /// Time for a period.
    pub base: Duration,
    /// Added after each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let fault =
            || format!("`{text}` is no time control of the form moves/time+increment, as in 40/60+0.5 or 5+0.05");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| fault())?).filter(|&moves| moves > 0), rest),
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (seconds(base), seconds(increment)),
            None => (seconds(rest), Some(Duration::ZERO)),
        };
        let (base, increment) = base.zip(increment).ok_or_else(fault)?;
        if base.is_zero() && increment.is_zero() {
            return Err(format!("the time control `{text}` leaves no time"));
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// `1.5` or `1:30`, at most a million seconds.
pub(crate) fn seconds(text: &str) -> Option<Duration> {
    let number = |text: &str| -> Option<f64> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse().ok().filter(|&number| plain && number <= 1e6)
    };
    let total = match text.split_once(':') {
        Some((minutes, seconds)) => 60.0 * number(minutes)? + number(seconds)?,
        None => number(text)?,
    };
    Some(Duration::from_secs_f64(total))
}

/// Keeps a time in seconds.
pub(crate) fn as_seconds<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(|time| time.as_secs_f64()).serialize(serializer)
}

impl Serialize for TimeControl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The clock of one player.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    left: Duration,
    moves_left: Option<u32>,
}

impl Clock {
    /// A clock before the first move.
    pub(crate) fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, moves_left: control.moves }
    }

    /// The time left.
    pub(crate) fn left(&self) -> Duration {
        self.left
    }

    /// What each move adds.
    pub(crate) fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Moves to the next period.
    pub(crate) fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// A move was made in time (the margin included): takes its time off and adds what the control adds.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time) + self.control.increment;
        self.moves_left = self.moves_left.map(|moves| moves - 1);
        if self.moves_left == Some(0) {
            self.left += self.control.base;
            self.moves_left = self.control.moves;
        }
    }

    /// The time ran out, which ends the frame only: nothing is left of it.
    pub(crate) fn run_out(&mut self) {
        self.left = Duration::ZERO;
    }

    /// A new frame begins.
    pub(crate) fn begin_frame(&mut self) {
        self.left += self.control.base;
        self.moves_left = self.control.moves;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn time_controls_are_read_as_cutechess_writes_them() {
        let read = |text: &str| text.parse::<TimeControl>();
        let expected = TimeControl { moves: Some(40), base: 90 * SECOND, increment: Duration::from_millis(500) };
        assert_eq!(read("40/1:30+0.5"), Ok(expected));
        assert_eq!(read("40/1:30+0.5").unwrap().to_string(), "40/90+0.5");
        assert_eq!(read("5").unwrap(), TimeControl { moves: None, base: 5 * SECOND, increment: Duration::ZERO });
        assert_eq!(read("0/10+0.1"), read("10+0.1"));
        for bad in ["", "+", "-1/5", "/5", "x+1", "5+-1", "5/5/5", "0+0", "1e9", "nan", "5+"] {
            assert!(read(bad).unwrap_err().contains(bad), "{bad}");
        }
    }

    #[test]
    fn periods_and_increments_are_added() {
        let mut clock = Clock::new("2/10+1".parse().unwrap());
        clock.spend(4 * SECOND);
        assert_eq!((clock.left(), clock.moves_left()), (7 * SECOND, Some(1)));
        clock.spend(4 * SECOND);
        assert_eq!((clock.left(), clock.moves_left()), (14 * SECOND, Some(2)));
    }

    #[test]
    fn what_is_left_of_a_frame_is_carried_over() {
        let mut clock = Clock::new("5+1".parse().unwrap());
        clock.spend(2 * SECOND);
        clock.begin_frame();
        assert_eq!(clock.left(), 9 * SECOND);
        clock.run_out();
        clock.begin_frame();
        assert_eq!(clock.left(), 5 * SECOND);
    }
}
