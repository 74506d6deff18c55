//! One game between two engines.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use movegen::any_game::{self, AnyGame};
use movegen::moves::{Move, MoveKind};
use movegen::piece::Color;
use movegen::rules::{Status, Variant};

use crate::adjudication::{Adjudication, Adjudicator};
use crate::config::{EngineConfig, MatchConfig};
use crate::connection::{Connection, Control, EngineError, EngineScore, Info, SearchEnd, Turn};
use crate::dialect::Dialect;
use crate::outcome::{Faults, GameReport, Outcome, Overhead, PlayedMove, Termination};
use crate::referee::{self, Ruling};
use crate::schedule::Job;
use crate::thinking::Thinking;
use crate::time_control::Clock;

/// An engine at the board. `engine` is `None` after it ended or had to be given up.
pub(crate) struct Seat<'a> {
    /// Its conditions.
    pub config: &'a EngineConfig,
    /// The process.
    pub engine: Option<Box<dyn Connection>>,
}

/// Why there is no report.
#[derive(Debug)]
pub(crate) enum Unplayed {
    /// The match was stopped.
    Stopped,
    /// The opening is none (openings are checked when they are read).
    Opening(String),
}

/// Plays a game, White's seat first.
///
/// # Errors
/// If the match is stopped.
pub(crate) fn play(
    job: &Job,
    config: &MatchConfig,
    control: &Control,
    seats: &mut [Seat; 2],
) -> Result<GameReport, Unplayed> {
    let opening_fault = |error: &dyn std::fmt::Display| Unplayed::Opening(error.to_string());
    let mut game = any_game::open(config.game, &job.opening.fen).map_err(|e| opening_fault(&e))?.game;
    let mut moves = Vec::new();
    for uci in &job.opening.moves {
        game.play_uci(uci).map_err(|e| opening_fault(&e))?;
        moves.push(PlayedMove { uci: uci.clone(), ..PlayedMove::default() });
    }
    let seated = [seats[0].config, seats[1].config];
    let mut played = GameInProgress {
        config,
        control,
        clocks: seated.map(|engine| engine.tc.map(Clock::new)),
        after_opening: game.setup(0),
        opening: moves.len(),
        start: job.opening.fen.clone(),
        game,
        moves,
        adjudicator: Adjudicator::new(config),
        faults: [Faults::default(); 2],
        bad_pv: None,
        notes: Vec::new(),
        overhead: Overhead::default(),
        last_move: None,
        unchecked: None,
    };
    let (began, clock) = (SystemTime::now(), Instant::now());
    let end = match played.prepare(seats)? {
        Some(end) => end,
        None => played.play_moves(seats)?,
    };
    played.check_thinking();
    Ok(GameReport {
        game: job.game + 1,
        pair: job.pair + 1,
        variant: config.game.to_string(),
        white: seats[0].config.name.clone(),
        black: seats[1].config.name.clone(),
        fen: played.start,
        opening: played.opening,
        moves: played.moves,
        result: end.result,
        score: end.score,
        termination: end.termination,
        reason: end.reason,
        final_fen: played.game.fen(),
        faults: played.faults,
        bad_pv: played.bad_pv,
        notes: played.notes,
        overhead: played.overhead,
        began: began.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        seconds: clock.elapsed().as_secs_f64(),
    })
}

/// How a game ended.
#[derive(Clone, Debug)]
struct End {
    result: Outcome,
    score: Option<(u8, u8)>,
    termination: Termination,
    reason: String,
}

/// A game while it is played.
struct GameInProgress<'a> {
    config: &'a MatchConfig,
    control: &'a Control,
    game: Box<dyn AnyGame>,
    start: String,
    after_opening: movegen::setup::Setup,
    opening: usize,
    moves: Vec<PlayedMove>,
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    faults: [Faults; 2],
    bad_pv: Option<String>,
    /// What was odd, but no fault.
    notes: Vec<String>,
    overhead: Overhead,
    /// When the last move was read.
    last_move: Option<Instant>,
    unchecked: Option<Thinking>,
}

impl GameInProgress<'_> {
    /// Tells both engines that a game begins.
    fn prepare(&mut self, seats: &mut [Seat; 2]) -> Result<Option<End>, Unplayed> {
        for color in Color::ALL {
            let seat = &mut seats[color.index()];
            let fault = match seat.engine.as_mut().map(|engine| engine.new_game(self.config.stall)) {
                Some(Ok(())) => continue,
                Some(Err(EngineError::Stopped)) => return Err(Unplayed::Stopped),
                Some(Err(error)) => Some(error),
                None => None,
            };
            return Ok(Some(self.give_up(color, seat, fault)));
        }
        Ok(None)
    }

    /// Moves until the game is over.
    fn play_moves(&mut self, seats: &mut [Seat; 2]) -> Result<End, Unplayed> {
        loop {
            if let Some(end) = self.ended() {
                return Ok(end);
            }
            let color = self.game.turn(0);
            let frame = self.game.setup(0).frame;
            if let Some(end) = self.one_move(color, &mut seats[color.index()])? {
                return Ok(end);
            }
            if self.game.setup(0).frame != frame {
                self.clocks.iter_mut().flatten().for_each(Clock::begin_frame);
            }
        }
    }

    /// The end of the game by its rules.
    fn ended(&self) -> Option<End> {
        let (result, score, reason) = match referee::status(self.game.as_ref()) {
            Status::Won { winner, score, reason } => (Outcome::won_by(winner), Some(score), reason.to_string()),
            Status::Drawn(reason) => (Outcome::Draw, None, reason.to_string()),
            _ => return None,
        };
        let score = score.filter(|_| self.config.game.variant == Variant::Halijnen);
        Some(End { result, score, termination: Termination::Normal, reason })
    }

    /// The player on move makes a move, or ends the game by a fault or the arena's judgement.
    fn one_move(&mut self, color: Color, seat: &mut Seat) -> Result<Option<End>, Unplayed> {
        let Some(engine) = seat.engine.as_mut() else { return Ok(Some(self.give_up(color, seat, None))) };
        let dialect = engine.dialect();
        let told = match engine.go(&self.turn()) {
            Ok(told) => told,
            Err(error) => return Ok(Some(self.give_up(color, seat, Some(error)))),
        };
        if let Some(read) = self.last_move.take() {
            self.overhead.count(told.saturating_duration_since(read).as_micros() as u64);
        }
        self.check_thinking();
        let margin = seat.config.margin.unwrap_or_default();
        let allowed = seat.config.st.or(self.clocks[color.index()].as_ref().map(Clock::left)).map(|time| time + margin);
        let mut infos = Vec::new();
        let (read, best) = match engine.think(told + allowed.unwrap_or(self.config.stall), &mut infos) {
            SearchEnd::Move(read, best) => (read, best),
            SearchEnd::Stopped => return Err(Unplayed::Stopped),
            SearchEnd::Died(error) => return Ok(Some(self.give_up(color, seat, Some(error)))),
            SearchEnd::Overdue => return self.overdue(color, seat, allowed.is_some()),
        };
        let used = read.saturating_duration_since(told);
        if allowed.is_some_and(|allowed| used > allowed) {
            return Ok(self.flag(color));
        }
        let (mv, written) = match referee::judge(self.game.as_ref(), &best, dialect) {
            Ruling::Legal(mv, written) => (mv, written),
            Ruling::Illegal(reason) => {
                self.faults[color.index()].illegal_moves += 1;
                return Ok(Some(self.lost(color, Termination::IllegalMove, format!("{}: {reason}", color.word()))));
            }
            Ruling::Void(reason) => {
                let reason = format!("{}: {reason}", color.word());
                return Ok(Some(End { result: Outcome::Void, score: None, termination: Termination::Void, reason }));
            }
        };
        if written != best {
            self.notes.push(format!("{} wrote {best} for {written}", color.word()));
        }
        if let Some(clock) = &mut self.clocks[color.index()] {
            clock.spend(used);
        }
        self.last_move = Some(read);
        let thinking = Thinking { color, before: self.game.copy(), infos, best };
        Ok(self.make(mv, written, thinking, used, dialect))
    }

    /// Makes a legal move and lets the arena judge.
    fn make(&mut self, mv: Move, written: String, thinking: Thinking, used: Duration, dialect: Dialect) -> Option<End> {
        let color = thinking.color;
        let last = thinking.infos.iter().rfind(|info| info.multipv == 1 && info.score.is_some());
        let score = last.and_then(|info| info.score);
        self.moves.push(PlayedMove {
            uci: written,
            thought: last.and_then(thought_text),
            seconds: Some((used.as_secs_f64() * 1e4).round() / 1e4),
            nodes: last.map(|info| info.nodes).filter(|&nodes| nodes > 0),
        });
        self.unchecked = dialect.shows_legal_lines().then_some(thinking);
        // It was found to be legal.
        drop(self.game.play(mv.into()));
        if self.game.status().is_over() || mv.kind() == MoveKind::Prelude {
            return None;
        }
        let score = score.map(EngineScore::centipawns);
        let ruling = self.adjudicator.judge(color, score, &self.game.setup(0), self.moves.len())?;
        let Adjudication { result, score, reason } = ruling;
        Some(End { result, score, termination: Termination::Adjudication, reason })
    }

    /// No move in time: the flag has fallen, or without a clock the engine has stalled. An engine that does not answer
    /// `stop` either is given up.
    fn overdue(&mut self, color: Color, seat: &mut Seat, has_clock: bool) -> Result<Option<End>, Unplayed> {
        let patience = self.config.stall.min(Duration::from_secs(10));
        let answers = seat.engine.as_mut().is_some_and(|engine| engine.interrupt(patience));
        if self.control.stopped() {
            return Err(Unplayed::Stopped);
        }
        if !answers {
            seat.engine = None;
        }
        if has_clock && (answers || self.config.game.variant != Variant::Halijnen) {
            return Ok(self.flag(color));
        }
        self.faults[color.index()].stalls += 1;
        Ok(Some(self.lost(color, Termination::Stall, format!("{} does not answer", color.word()))))
    }

    /// The flag of the player on move has fallen: in HA-lijnen it costs the frame, elsewhere the game.
    fn flag(&mut self, color: Color) -> Option<End> {
        self.faults[color.index()].time_losses += 1;
        self.last_move = None;
        if self.config.game.variant == Variant::Halijnen {
            self.moves.push(PlayedMove { uci: "flag".to_string(), ..PlayedMove::default() });
            drop(self.game.play(Move::FLAG.into()));
            if let Some(clock) = &mut self.clocks[color.index()] {
                clock.run_out();
            }
            return None;
        }
        let result = referee::flag_result(self.game.as_ref(), color);
        let reason = format!("{}'s flag fell", color.word());
        Some(End { result, score: None, termination: Termination::TimeForfeit, reason })
    }

    /// The player loses by a fault.
    fn lost(&self, color: Color, termination: Termination, reason: String) -> End {
        let score = referee::all_frames(&self.game.setup(0), !color);
        End { result: Outcome::won_by(!color), score, termination, reason }
    }

    /// The engine ended or cannot be talked to.
    fn give_up(&mut self, color: Color, seat: &mut Seat, error: Option<EngineError>) -> End {
        seat.engine = None;
        let silent = matches!(error, Some(EngineError::Silent { .. }));
        let faults = &mut self.faults[color.index()];
        let (count, termination) = match silent {
            true => (&mut faults.stalls, Termination::Stall),
            false => (&mut faults.crashes, Termination::Crash),
        };
        *count += 1;
        let reason = error.map_or_else(|| format!("engine {} does not start", seat.config.name), |e| e.to_string());
        self.lost(color, termination, reason)
    }

    /// The game as the engine on move has to know it.
    fn turn(&self) -> Turn<'_> {
        Turn {
            game: self.config.game,
            start: &self.start,
            moves: &self.moves,
            opening: self.opening,
            after_opening: &self.after_opening,
            color: self.game.turn(0),
            clocks: &self.clocks,
        }
    }

    /// Checks the lines of thinking of the last move. Done while the opponent thinks.
    fn check_thinking(&mut self) {
        let Some(thinking) = self.unchecked.take() else { return };
        let bad = thinking.faults();
        self.faults[thinking.color.index()].bad_pvs += bad.len() as u64;
        if let (Some(first), None) = (bad.into_iter().next(), &self.bad_pv) {
            self.bad_pv = Some(format!("{}: {first}, at {}", thinking.color.word(), thinking.before.fen()));
        }
    }
}

/// `+0.31/9`, `-M4/12`.
fn thought_text(info: &Info) -> Option<String> {
    Some(match info.score? {
        EngineScore::Centipawns(cp) => format!("{:+.2}/{}", cp as f64 / 100.0, info.depth),
        EngineScore::Mate(moves) if moves > 0 => format!("+M{moves}/{}", info.depth),
        EngineScore::Mate(moves) => format!("-M{}/{}", moves.unsigned_abs(), info.depth),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_comments_show_them() {
        let text = |depth, score| thought_text(&Info { depth, score, ..Info::default() });
        assert_eq!(text(9, Some(EngineScore::Centipawns(31))).as_deref(), Some("+0.31/9"));
        assert_eq!(text(12, Some(EngineScore::Mate(4))).as_deref(), Some("+M4/12"));
        assert_eq!(text(12, Some(EngineScore::Mate(-4))).as_deref(), Some("-M4/12"));
        assert_eq!(text(0, Some(EngineScore::Mate(i64::MIN))).as_deref(), Some("-M9223372036854775808/0"));
        assert_eq!(text(9, None), None);
    }
}
