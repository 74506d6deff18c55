//! One game between two engines.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use movegen::any_game::{self, AnyGame};
use movegen::moves::{Move, MoveKind};
use movegen::name::GameName;
use movegen::piece::Color;
use movegen::rules::{Status, Variant};

use crate::adjudication::{Adjudicator, Verdict};
use crate::config::{EngineConfig, FenStyle, MatchConfig};
use crate::outcome::{Faults, GameReport, GameResult, Overhead, PlayedMove, Termination};
use crate::referee::{self, Ruling};
use crate::schedule::Job;
use crate::time_control::Clock;
use crate::uci::{Engine, EngineError, EngineScore, Info, Thought};

/// An engine at the board. `engine` is `None` after it ended or had to be given up.
#[derive(Debug)]
pub(crate) struct Seat<'a> {
    /// Its conditions.
    pub config: &'a EngineConfig,
    /// The process.
    pub engine: Option<Engine>,
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
pub(crate) fn play(job: &Job, config: &MatchConfig, seats: &mut [Seat; 2]) -> Result<GameReport, Unplayed> {
    let opening_fault = |error: &dyn std::fmt::Display| Unplayed::Opening(error.to_string());
    let name = GameName::new(config.variant, config.chess960);
    let mut game = any_game::open(name, &job.opening.fen).map_err(|e| opening_fault(&e))?.game;
    let mut moves = Vec::new();
    for uci in &job.opening.moves {
        game.play_uci(uci).map_err(|e| opening_fault(&e))?;
        moves.push(PlayedMove { uci: uci.clone(), ..PlayedMove::default() });
    }
    let seated = [seats[0].config, seats[1].config];
    let mut table = Table {
        config,
        clocks: seated.map(|engine| engine.tc.map(Clock::new)),
        after_opening: game.setup(0),
        opening: moves.len(),
        start: job.opening.fen.clone(),
        game,
        moves,
        adjudicator: Adjudicator::new(config),
        faults: [Faults::default(); 2],
        bad_pv: None,
        overhead: Overhead::default(),
        last_move: None,
        unchecked: None,
    };
    let (began, clock) = (SystemTime::now(), Instant::now());
    let end = match table.prepare(seats)? {
        Some(end) => end,
        None => table.play_moves(seats)?,
    };
    table.check_thinking();
    Ok(GameReport {
        game: job.game + 1,
        pair: job.pair + 1,
        variant: format!("{}{}", config.variant, if config.chess960 { "960" } else { "" }),
        white: seats[0].config.name.clone(),
        black: seats[1].config.name.clone(),
        fen: table.start,
        opening: table.opening,
        moves: table.moves,
        result: end.result,
        score: end.score,
        termination: end.termination,
        reason: end.reason,
        final_fen: table.game.fen(),
        faults: table.faults,
        bad_pv: table.bad_pv,
        overhead: table.overhead,
        began: began.duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
        seconds: clock.elapsed().as_secs_f64(),
    })
}

/// How a game ended.
#[derive(Clone, Debug)]
struct End {
    result: GameResult,
    score: Option<(u8, u8)>,
    termination: Termination,
    reason: String,
}

/// The thinking behind a move, to be checked while the opponent thinks.
struct Thinking {
    color: Color,
    before: Box<dyn AnyGame>,
    infos: Vec<Info>,
    best: String,
}

struct Table<'a> {
    config: &'a MatchConfig,
    game: Box<dyn AnyGame>,
    start: String,
    after_opening: movegen::setup::Setup,
    opening: usize,
    moves: Vec<PlayedMove>,
    clocks: [Option<Clock>; 2],
    adjudicator: Adjudicator,
    faults: [Faults; 2],
    bad_pv: Option<String>,
    overhead: Overhead,
    /// When the last move was read.
    last_move: Option<Instant>,
    unchecked: Option<Thinking>,
}

impl Table<'_> {
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
        let (result, score, reason) = match self.game.status().of_board(0) {
            Status::Won { winner, score, reason } => (GameResult::won_by(winner), Some(score), reason.to_string()),
            Status::Drawn(reason) => (GameResult::Draw, None, reason.to_string()),
            _ => return None,
        };
        let score = score.filter(|_| self.config.variant == Variant::Halijnen);
        Some(End { result, score, termination: Termination::Normal, reason })
    }

    /// The player on move makes a move, or ends the game by a fault or the arena's judgement.
    fn one_move(&mut self, color: Color, seat: &mut Seat) -> Result<Option<End>, Unplayed> {
        let Some(engine) = seat.engine.as_mut() else { return Ok(Some(self.give_up(color, seat, None))) };
        let position = self.position_command(engine.fen_style());
        let go = self.go_command(seat.config);
        let told = match engine.go(&position, &go) {
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
            Thought::Move(read, best) => (read, best),
            Thought::Stopped => return Err(Unplayed::Stopped),
            Thought::Died(error) => return Ok(Some(self.give_up(color, seat, Some(error)))),
            Thought::Overdue => return self.overdue(color, seat, allowed.is_some()),
        };
        let used = read.saturating_duration_since(told);
        if allowed.is_some_and(|allowed| used > allowed) {
            return Ok(self.flag(color));
        }
        let mv = match referee::judge(self.game.as_ref(), &best, engine.fen_style()) {
            Ruling::Legal(mv) => mv,
            Ruling::Illegal(reason) => {
                self.faults[color.index()].illegal_moves += 1;
                return Ok(Some(self.lost(color, Termination::IllegalMove, format!("{}: {reason}", color.word()))));
            }
            Ruling::Void(reason) => {
                let reason = format!("{}: {reason}", color.word());
                return Ok(Some(End { result: GameResult::Void, score: None, termination: Termination::Void, reason }));
            }
        };
        if let Some(clock) = &mut self.clocks[color.index()] {
            clock.spend(used);
        }
        self.last_move = Some(read);
        Ok(self.make(color, mv, infos, best, used, engine.fen_style()))
    }

    /// Makes a legal move and lets the arena judge.
    fn make(
        &mut self,
        color: Color,
        mv: Move,
        infos: Vec<Info>,
        best: String,
        used: Duration,
        style: FenStyle,
    ) -> Option<End> {
        let last = infos.iter().rfind(|info| info.multipv == 1 && info.score.is_some());
        let score = last.and_then(|info| info.score);
        self.moves.push(PlayedMove {
            uci: self.game.uci(mv.into()),
            thought: last.and_then(thought_text),
            seconds: Some((used.as_secs_f64() * 1e4).round() / 1e4),
            nodes: last.map(|info| info.nodes).filter(|&nodes| nodes > 0),
        });
        // An engine that knows no stock cannot but show lines that our rules forbid.
        if style == FenStyle::Full || self.config.variant != Variant::Superschaak {
            self.unchecked = Some(Thinking { color, before: self.game.copy(), infos, best });
        }
        let played = self.game.play(mv.into());
        debug_assert_eq!(played, Ok(()), "the referee found it legal");
        if self.game.status().is_over() || mv.kind() == MoveKind::Prelude {
            return None;
        }
        let score = score.map(EngineScore::centipawns);
        let verdict = self.adjudicator.judge(color, score, &self.game.setup(0), self.moves.len())?;
        let Verdict { result, score, reason } = verdict;
        Some(End { result, score, termination: Termination::Adjudication, reason })
    }

    /// No move in time: the flag has fallen, or without a clock the engine has stalled. An engine that does not answer
    /// `stop` either is given up.
    fn overdue(&mut self, color: Color, seat: &mut Seat, has_clock: bool) -> Result<Option<End>, Unplayed> {
        let patience = self.config.stall.min(Duration::from_secs(10));
        let answers = seat.engine.as_mut().is_some_and(|engine| engine.interrupt(patience));
        if seat.engine.as_ref().is_some_and(Engine::stopped) {
            return Err(Unplayed::Stopped);
        }
        if !answers {
            seat.engine = None;
        }
        if has_clock && (answers || self.config.variant != Variant::Halijnen) {
            return Ok(self.flag(color));
        }
        self.faults[color.index()].stalls += 1;
        Ok(Some(self.lost(color, Termination::Stall, format!("{} does not answer", color.word()))))
    }

    /// The flag of the player on move has fallen: in HA-lijnen it costs the frame, elsewhere the game.
    fn flag(&mut self, color: Color) -> Option<End> {
        self.faults[color.index()].time_losses += 1;
        self.last_move = None;
        if self.config.variant == Variant::Halijnen {
            self.moves.push(PlayedMove { uci: "flag".to_string(), ..PlayedMove::default() });
            let played = self.game.play(Move::FLAG.into());
            debug_assert_eq!(played, Ok(()), "the game goes on");
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
        End { result: GameResult::won_by(!color), score, termination, reason }
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

    /// `position ...` with all moves; for an engine that reads plain FENs from the end of the opening on.
    fn position_command(&self, style: FenStyle) -> String {
        let variant = self.config.variant;
        let plain = style == FenStyle::Plain && variant == Variant::Superschaak;
        let (fen, moves) = if plain {
            (referee::fen_for(&self.after_opening, variant, style), &self.moves[self.opening..])
        } else {
            (self.start.clone(), &self.moves[..])
        };
        let mut command = if fen == variant.start_fen() && variant != Variant::Halijnen {
            "position startpos".to_string()
        } else {
            format!("position fen {fen}")
        };
        if !moves.is_empty() {
            command.push_str(" moves");
        }
        for mv in moves {
            command.push(' ');
            command.push_str(&mv.uci);
        }
        command
    }

    fn go_command(&self, engine: &EngineConfig) -> String {
        let mut go = "go".to_string();
        let mut add = |key: &str, value: u128| go.push_str(&format!(" {key} {value}"));
        let color = self.game.turn(0);
        if let Some(own) = &self.clocks[color.index()] {
            // An opponent without a clock has as much time as oneself.
            let clock = |color: Color| self.clocks[color.index()].as_ref().unwrap_or(own);
            add("wtime", clock(Color::White).left().as_millis().max(1));
            add("btime", clock(Color::Black).left().as_millis().max(1));
            add("winc", clock(Color::White).increment().as_millis());
            add("binc", clock(Color::Black).increment().as_millis());
            if let Some(moves) = own.moves_left() {
                add("movestogo", moves.into());
            }
        }
        if let Some(st) = engine.st {
            add("movetime", st.as_millis().max(1));
        }
        if let Some(depth) = engine.depth {
            add("depth", depth.into());
        }
        if let Some(nodes) = engine.nodes {
            add("nodes", nodes.into());
        }
        go
    }

    /// Checks the lines of thinking of the last move. Done while the opponent thinks.
    fn check_thinking(&mut self) {
        let Some(thinking) = self.unchecked.take() else { return };
        let main = thinking.infos.iter().rfind(|info| info.multipv == 1 && !info.pv.is_empty());
        let other_move = main.filter(|info| info.pv.first() != Some(&thinking.best));
        let other_move =
            other_move.map(|info| format!("{} was played, not the first move of {}", thinking.best, info.pv.join(" ")));
        let mut checked: Option<&[String]> = None;
        let mut bad: Vec<String> = other_move.into_iter().collect();
        for info in &thinking.infos {
            // The next iteration often only repeats the line, or lengthens it.
            if checked.is_some_and(|checked| checked.starts_with(&info.pv)) {
                continue;
            }
            match referee::pv_fault(thinking.before.as_ref(), &info.pv) {
                Some(fault) => bad.push(format!("{} in {}", fault, info.pv.join(" "))),
                None => checked = Some(&info.pv),
            }
        }
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
        let text = |line: &str| Info::parse(line).as_ref().and_then(thought_text);
        assert_eq!(text("depth 9 score cp 31 pv e2e4").as_deref(), Some("+0.31/9"));
        assert_eq!(text("depth 12 score mate 4").as_deref(), Some("+M4/12"));
        assert_eq!(text("depth 12 score mate -4").as_deref(), Some("-M4/12"));
        assert_eq!(text("score mate -9223372036854775808").as_deref(), Some("-M9223372036854775808/0"));
        assert_eq!(text("depth 9 pv e2e4"), None);
    }
}
