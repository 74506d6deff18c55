//! The clocks of a game as the protocol tells them, and the limits of a search that follow.

use std::time::Duration;

use engine::limits::Limits;
use movegen::piece::Color;

/// A time control: `level MOVES BASE INCREMENT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    /// Moves in a session; 0 if the whole game is one.
    pub moves: u32,
    /// Time for a session.
    pub base: Duration,
    /// Increment a move.
    pub increment: Duration,
}

/// XBoard's own default.
impl Default for Level {
    fn default() -> Level {
        Level { moves: 40, base: Duration::from_secs(300), increment: Duration::ZERO }
    }
}

/// On chess servers a base of 0 is 10 seconds; XBoard passes the 0 on.
const BASE_FOR_ZERO: Duration = Duration::from_secs(10);

/// The clocks of both players and the other limits of a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clocks {
    level: Level,
    /// Exact time for each move, in place of the level.
    per_move: Option<Duration>,
    depth: Option<u32>,
    /// The engine's clock, in milliseconds.
    own: i64,
    /// The opponent's clock, in milliseconds.
    opponent: i64,
    /// The engine's moves since the level was set.
    moves_made: u32,
}

impl Clocks {
    /// The clocks at the start of a game: no limit of depth, no exact time for a move.
    pub(crate) fn new_game(&mut self) {
        self.per_move = None;
        self.depth = None;
        self.set_level(self.level);
    }

    /// Sets the time control; in the middle of a game, what is left of the session.
    pub(crate) fn set_level(&mut self, level: Level) {
        self.level = level;
        self.per_move = None;
        self.moves_made = 0;
        self.own = self.base();
        self.opponent = self.base();
    }

    /// Sets an exact time for each move.
    pub(crate) fn set_time_per_move(&mut self, time: Duration) {
        self.per_move = Some(time.max(Duration::from_millis(1)));
    }

    /// Limits the depth of each search, beside the clock.
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Sets the engine's clock, in milliseconds.
    pub(crate) fn set_own(&mut self, milliseconds: i64) {
        self.own = milliseconds;
    }

    /// Sets the opponent's clock, in milliseconds.
    pub(crate) fn set_opponent(&mut self, milliseconds: i64) {
        self.opponent = milliseconds;
    }

    /// The engine's clock, in milliseconds, as it was last told or reckoned.
    pub(crate) fn own(&self) -> i64 {
        self.own
    }

    /// The engine has made a move for which it used this much time.
    pub(crate) fn made_move(&mut self, used: Duration) {
        self.own = self.own.saturating_sub(milliseconds(used)).saturating_add(milliseconds(self.level.increment));
        self.moves_made = self.moves_made.saturating_add(1);
        if self.level.moves > 0 && self.moves_made.is_multiple_of(self.level.moves) {
            self.own = self.own.saturating_add(self.base());
        }
    }

    /// A move of the engine was taken back: it is to be made again within the session. Its time is not given back.
    pub(crate) fn took_back_move(&mut self) {
        self.moves_made = self.moves_made.saturating_sub(1);
    }

    /// The limits of a search for a move of this colour, if so much of the engine's time has gone since its clock was
    /// told. In haste, a quarter of the clock is all there is.
    pub(crate) fn limits(&self, color: Color, used: Duration, haste: bool) -> Limits {
        let mut limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(time) = self.per_move {
            limits.movetime = Some(time.saturating_sub(used).max(Duration::from_millis(1)));
            return limits;
        }
        let left = self.own.saturating_sub(milliseconds(used));
        let own = if haste { left / 4 } else { left };
        limits.time = by_color(color, own, self.opponent);
        let increment = milliseconds(self.level.increment);
        limits.increment = [Some(increment); 2];
        if self.level.moves > 0 {
            limits.moves_to_go = Some(self.level.moves - self.moves_made % self.level.moves);
        }
        limits
    }

    fn base(&self) -> i64 {
        milliseconds(if self.level.base.is_zero() { BASE_FOR_ZERO } else { self.level.base })
    }
}

fn by_color(own_color: Color, own: i64, opponent: i64) -> [Option<i64>; 2] {
    match own_color {
        Color::White => [Some(own), Some(opponent)],
        Color::Black => [Some(opponent), Some(own)],
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    fn at(level: Level) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set_level(level);
        clocks
    }

    #[test]
    fn the_clocks_belong_to_the_colours_of_engine_and_opponent() {
        let mut clocks = at(Level { moves: 0, base: seconds(60), increment: seconds(2) });
        clocks.set_own(40_000);
        clocks.set_opponent(30_000);
        assert_eq!(clocks.limits(Color::White, Duration::ZERO, false).time, [Some(40_000), Some(30_000)]);
        let limits = clocks.limits(Color::Black, seconds(1), false);
        assert_eq!(limits.time, [Some(30_000), Some(39_000)]);
        assert_eq!(limits.increment, [Some(2000); 2]);
        assert_eq!(limits.moves_to_go, None);
        assert_eq!(limits.movetime, None);
    }

    #[test]
    fn a_clock_that_nobody_tells_is_reckoned() {
        let mut clocks = at(Level { moves: 2, base: seconds(60), increment: seconds(1) });
        clocks.made_move(seconds(10));
        assert_eq!(clocks.own(), 51_000);
        assert_eq!(clocks.limits(Color::White, Duration::ZERO, false).moves_to_go, Some(1));
        clocks.made_move(seconds(10));
        assert_eq!(clocks.own(), 102_000);
        assert_eq!(clocks.limits(Color::White, Duration::ZERO, false).moves_to_go, Some(2));
    }

    #[test]
    fn a_level_within_a_game_is_what_is_left_of_the_session() {
        let mut clocks = at(Level { moves: 40, base: seconds(3600), increment: Duration::ZERO });
        clocks.made_move(seconds(1));
        clocks.set_level(Level { moves: 20, base: seconds(1320), increment: Duration::ZERO });
        let limits = clocks.limits(Color::White, Duration::ZERO, false);
        assert_eq!((limits.moves_to_go, limits.time[0]), (Some(20), Some(1_320_000)));
    }

    #[test]
    fn a_base_of_zero_is_ten_seconds_until_the_clock_is_told() {
        let mut clocks = at(Level { moves: 0, base: Duration::ZERO, increment: Duration::ZERO });
        assert_eq!(clocks.limits(Color::White, Duration::ZERO, false).time[0], Some(10_000));
        clocks.set_own(180_000);
        assert_eq!(clocks.limits(Color::White, Duration::ZERO, false).time[0], Some(180_000));
    }

    #[test]
    fn time_per_move_and_depth_go_together_and_a_new_game_clears_both() {
        let mut clocks = at(Level::default());
        clocks.set_time_per_move(seconds(3));
        clocks.set_depth(7);
        let limits = clocks.limits(Color::White, seconds(1), false);
        assert_eq!((limits.movetime, limits.depth, limits.time), (Some(seconds(2)), Some(7), [None; 2]));
        clocks.set_level(Level::default());
        assert_eq!(clocks.limits(Color::White, Duration::ZERO, false).depth, Some(7));
        clocks.set_time_per_move(seconds(3));
        clocks.new_game();
        let limits = clocks.limits(Color::White, Duration::ZERO, false);
        assert_eq!((limits.movetime, limits.depth, limits.time[0]), (None, None, Some(300_000)));
    }

    #[test]
    fn haste_leaves_a_quarter_of_the_clock() {
        let clocks = at(Level { moves: 0, base: seconds(40), increment: Duration::ZERO });
        assert_eq!(clocks.limits(Color::Black, Duration::ZERO, true).time[1], Some(10_000));
    }
}
