//! The threads that play the games of a match, each with engines of its own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use crate::config::MatchConfig;
use crate::connection::{Connection, Control, EngineError, connect};
use crate::openings::Openings;
use crate::outcome::GameReport;
use crate::play::{Seat, Unplayed, play};
use crate::runner::MatchError;
use crate::schedule::{Job, Schedule};

/// What a worker reports: a game, or why there are no more.
pub(crate) type News = Result<GameReport, MatchError>;

/// How often a pause looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(20);

/// The games that all workers take from, one after the other.
pub(crate) struct Games<'a> {
    pub(crate) config: &'a MatchConfig,
    pub(crate) schedule: &'a Schedule,
    pub(crate) openings: &'a Openings,
    pub(crate) control: &'a Control,
    /// Numbers of the games still to be played.
    pub(crate) pending: &'a [u64],
    /// The next of them.
    pub(crate) next: AtomicUsize,
}

/// One thread's engines.
pub(crate) struct Worker<'a> {
    games: &'a Games<'a>,
    engines: HashMap<usize, Box<dyn Connection>>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(games: &'a Games<'a>) -> Worker<'a> {
        Worker { games, engines: HashMap::new() }
    }

    /// Plays games until there are no more, or the match is stopped.
    pub(crate) fn work(mut self, news: &Sender<News>) {
        let Games { schedule, openings, control, pending, next, .. } = self.games;
        let mut first = true;
        while !control.stopped() {
            let Some(&game) = pending.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            if !std::mem::take(&mut first) && !self.pause() {
                break;
            }
            match self.one_game(&schedule.job(game, openings)) {
                Ok(Some(report)) => drop(news.send(Ok(report))),
                Ok(None) => break,
                Err(error) => {
                    drop(news.send(Err(error)));
                    break;
                }
            }
        }
        self.engines.into_values().for_each(|engine| engine.quit());
    }

    /// Waits before the next game; whether it is still to be played then.
    fn pause(&self) -> bool {
        let end = Instant::now() + self.games.config.pause;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if self.games.control.stopped() || left.is_zero() {
                return !self.games.control.stopped();
            }
            std::thread::sleep(left.min(GLANCE));
        }
    }

    /// Plays one game; `None` if the match was stopped.
    fn one_game(&mut self, job: &Job) -> Result<Option<GameReport>, MatchError> {
        let Games { config, control, .. } = self.games;
        let idle: Vec<usize> = self.engines.keys().copied().filter(|engine| !job.seats.contains(engine)).collect();
        idle.iter().filter_map(|engine| self.engines.remove(engine)).for_each(|engine| engine.quit());
        let mut seats = Vec::new();
        for number in job.seats {
            let engine = match self.engine(number) {
                Err(EngineError::Stopped) => return Ok(None),
                engine => engine?,
            };
            seats.push(Seat { config: &config.engines[number], engine: Some(engine) });
        }
        let Ok(mut seats) = <[Seat; 2]>::try_from(seats) else { return Ok(None) };
        let [white, black] = [&seats[0].config.name, &seats[1].config.name];
        control.transcript.remark(format_args!("game {} begins: {white} - {black}", job.game + 1));
        let report = play(job, config, control, &mut seats);
        for (number, seat) in job.seats.into_iter().zip(seats) {
            match seat.engine {
                Some(engine) if seat.config.restart => engine.quit(),
                Some(engine) => drop(self.engines.insert(number, engine)),
                None => {}
            }
        }
        match report {
            Ok(report) => {
                let (number, result) = (report.game, report.result.text());
                control.transcript.remark(format_args!("game {number} ends: {result} {{{}}}", report.reason));
                Ok(Some(report))
            }
            Err(Unplayed::Stopped) => Ok(None),
            Err(Unplayed::Opening(what)) => Err(MatchError::Game { game: job.game + 1, what }),
        }
    }

    /// A running engine. One that crashed, or ended after its game, is started again; if it does not start twice, the
    /// match ends.
    fn engine(&mut self, number: usize) -> Result<Box<dyn Connection>, EngineError> {
        let Games { config, control, .. } = self.games;
        if let Some(mut engine) = self.engines.remove(&number)
            && engine.is_alive(config.stall)
        {
            return Ok(engine);
        }
        let start = || connect(&config.engines[number], config.game, control);
        start().or_else(|_| start())
    }
}
