//! Plays a match: checks everything first, then plays on several threads, stores and reports.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam::channel::{Sender, unbounded};
use movegen::rules::Variant;
use thiserror::Error;

use crate::config::{FenStyle, MatchConfig};
use crate::openings::{OpeningError, Openings};
use crate::outcome::{GameReport, GameResult};
use crate::play::{Seat, Unplayed, play};
use crate::report::{duration_text, standings_text};
use crate::schedule::{Job, Schedule};
use crate::standings::{GameSummary, Standings, Test};
use crate::storage::{Storage, StorageError};
use crate::uci::{Engine, EngineError};

/// Why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum MatchError {
    /// An opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// An engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A file.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// An engine that cannot play the prelude of superschaak, and openings that want it.
    #[error("engine {0}: it knows no prelude; let the games begin from arrays: -openings arrays")]
    Prelude(String),
    /// A game could not be set up.
    #[error("game {game}: {what}")]
    Game {
        /// Its number, from 1.
        game: u64,
        /// Why.
        what: String,
    },
    /// The reports cannot be written.
    #[error("output")]
    Output(#[from] io::Error),
}

/// How a match ended.
#[derive(Debug)]
pub struct Summary {
    /// The results; after the decision of a test those of the pairs up to it.
    pub standings: Standings,
    /// The test, if there was one.
    pub test: Option<Test>,
    /// Whether the match was stopped from outside.
    pub interrupted: bool,
}

/// Plays the match to its end, or until `stop` is set, and writes progress and standings to `out`.
///
/// # Errors
/// The first thing that prevents it. Nothing is written to files before openings and engines are found to be in order,
/// and games that were finished remain stored.
pub fn run(config: &MatchConfig, stop: &Arc<AtomicBool>, out: &mut dyn Write) -> Result<Summary, MatchError> {
    let start = config.variant.start_fen_of(config.frames);
    let openings = Openings::load(&config.openings, config.variant, config.chess960, start, config.seed)?;
    probe(config, &openings, stop)?;
    let (storage, played) = Storage::open(config)?;
    let schedule = Schedule::new(config);
    let mut progress = Progress::new(config, schedule, storage, stop);
    for report in &played {
        progress.count(report);
    }
    let done: HashSet<u64> = played.iter().map(|report| report.game.saturating_sub(1)).collect();
    let pending: Vec<u64> = match progress.decided() {
        true => Vec::new(),
        false => (0..progress.schedule.total()).filter(|game| !done.contains(game)).collect(),
    };
    if !done.is_empty() {
        writeln!(out, "Resumed: {} games have been played, {} are to be played.", done.len(), pending.len())?;
    }
    progress.play(&pending, &openings, out)?;
    let summary = progress.finish();
    out.write_all(standings_text(config, &summary.standings, summary.test.as_ref()).as_bytes())?;
    Ok(summary)
}

fn start(config: &MatchConfig, engine: usize, stop: &Arc<AtomicBool>) -> Result<Engine, EngineError> {
    Engine::start(&config.engines[engine], config.variant, config.chess960, Arc::clone(stop))
}

/// Starts every engine once, so that a wrong option is known before the first game.
fn probe(config: &MatchConfig, openings: &Openings, stop: &Arc<AtomicBool>) -> Result<(), MatchError> {
    for number in 0..config.engines.len() {
        let engine = start(config, number, stop)?;
        let style = engine.fen_style();
        engine.quit();
        if style == FenStyle::Plain && config.variant == Variant::Superschaak && openings.begins_in_prelude() {
            return Err(MatchError::Prelude(config.engines[number].name.clone()));
        }
    }
    Ok(())
}

/// What a worker tells.
type News = Result<GameReport, MatchError>;

/// Plays the pending games one after the other, together with the other workers.
struct Worker<'a> {
    config: &'a MatchConfig,
    schedule: &'a Schedule,
    openings: &'a Openings,
    pending: &'a [u64],
    next: &'a AtomicUsize,
    stop: &'a Arc<AtomicBool>,
    engines: HashMap<usize, Engine>,
}

impl Worker<'_> {
    fn work(mut self, news: &Sender<News>) {
        while !self.stop.load(Ordering::Relaxed) {
            let Some(&game) = self.pending.get(self.next.fetch_add(1, Ordering::Relaxed)) else { break };
            let job = self.schedule.job(game, self.openings);
            match self.one_game(&job) {
                Ok(Some(report)) => drop(news.send(Ok(report))),
                Ok(None) => break,
                Err(error) => {
                    drop(news.send(Err(error)));
                    break;
                }
            }
        }
        self.engines.into_values().for_each(Engine::quit);
    }

    /// Plays one game; `None` if the match was stopped.
    fn one_game(&mut self, job: &Job) -> Result<Option<GameReport>, MatchError> {
        let idle: Vec<usize> = self.engines.keys().copied().filter(|engine| !job.seats.contains(engine)).collect();
        idle.iter().filter_map(|engine| self.engines.remove(engine)).for_each(Engine::quit);
        let mut seats = Vec::new();
        for number in job.seats {
            let engine = match self.engine(number) {
                Err(EngineError::Stopped) => return Ok(None),
                engine => engine?,
            };
            seats.push(Seat { config: &self.config.engines[number], engine: Some(engine) });
        }
        let Ok(mut seats) = <[Seat; 2]>::try_from(seats) else { return Ok(None) };
        let report = play(job, self.config, &mut seats);
        for (number, seat) in job.seats.into_iter().zip(seats) {
            match seat.engine {
                Some(engine) if seat.config.restart == Some(true) => engine.quit(),
                Some(engine) => drop(self.engines.insert(number, engine)),
                None => {}
            }
        }
        match report {
            Ok(report) => Ok(Some(report)),
            Err(Unplayed::Stopped) => Ok(None),
            Err(Unplayed::Opening(what)) => Err(MatchError::Game { game: job.game + 1, what }),
        }
    }

    /// A running engine. One that crashed, or ended after its game, is started again; if it does not start twice, the
    /// match ends.
    fn engine(&mut self, number: usize) -> Result<Engine, EngineError> {
        match self.engines.remove(&number).and_then(|engine| engine.if_alive(self.config.stall)) {
            Some(engine) => Ok(engine),
            None => start(self.config, number, self.stop).or_else(|_| start(self.config, number, self.stop)),
        }
    }
}

/// Follows the match on the main thread.
struct Progress<'a> {
    config: &'a MatchConfig,
    schedule: Schedule,
    storage: Storage,
    stop: &'a Arc<AtomicBool>,
    standings: Standings,
    test: Option<Test>,
    summaries: Vec<GameSummary>,
    /// Games finished in this run, and since when it runs.
    finished: u64,
    began: Instant,
    interrupted: bool,
}

impl<'a> Progress<'a> {
    fn new(config: &'a MatchConfig, schedule: Schedule, storage: Storage, stop: &'a Arc<AtomicBool>) -> Progress<'a> {
        Progress {
            config,
            schedule,
            storage,
            stop,
            standings: Standings::new(config),
            test: config.sprt.map(Test::new),
            summaries: Vec::new(),
            finished: 0,
            began: Instant::now(),
            interrupted: false,
        }
    }

    fn decided(&self) -> bool {
        self.test.as_ref().is_some_and(|test| test.decision.is_some())
    }

    fn count(&mut self, report: &GameReport) {
        let summary = GameSummary::of(report, self.schedule.seats(report.game.saturating_sub(1)));
        self.standings.add(&summary);
        if let Some(test) = &mut self.test {
            test.add(&summary);
        }
        self.summaries.push(summary);
    }

    fn play(&mut self, pending: &[u64], openings: &Openings, out: &mut dyn Write) -> Result<(), MatchError> {
        let (config, stop, schedule) = (self.config, self.stop, self.schedule.clone());
        let next = AtomicUsize::new(0);
        let workers = config.concurrency.min(pending.len());
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let (sender, news) = unbounded();
            for _ in 0..workers {
                let (sender, schedule, next) = (sender.clone(), &schedule, &next);
                let engines = HashMap::new();
                let worker = Worker { config, schedule, openings, pending, next, stop, engines };
                scope.spawn(move || worker.work(&sender));
            }
            drop(sender);
            let mut writable = true;
            for report in news {
                if self.decided() {
                    continue;
                }
                if let Err(error) = &result {
                    // What others finished meanwhile is not lost, except to files that can no longer be written.
                    writable &= !matches!(error, MatchError::Storage(_));
                    if let (true, Ok(report)) = (writable, report) {
                        writable = self.storage.store(&report).is_ok();
                    }
                    continue;
                }
                result = report.and_then(|report| self.take(&report, pending.len() as u64, out));
                if result.is_err() || self.decided() {
                    self.stop.store(true, Ordering::Relaxed);
                } else {
                    self.interrupted = self.stop.load(Ordering::Relaxed);
                }
            }
        });
        self.interrupted |= result.is_ok() && !self.decided() && self.finished < pending.len() as u64;
        result
    }

    /// Stores, counts and reports a game.
    fn take(&mut self, report: &GameReport, pending: u64, out: &mut dyn Write) -> Result<(), MatchError> {
        self.storage.store(report)?;
        self.count(report);
        self.finished += 1;
        let left = self.began.elapsed().as_secs_f64() / self.finished as f64 * (pending - self.finished) as f64;
        let left = match pending - self.finished {
            0 => String::new(),
            _ => format!("; {} left", duration_text(Duration::from_secs_f64(left))),
        };
        let result = match report.result {
            GameResult::Void => "void",
            result => result.text(),
        };
        let frames = report.score.map(|(white, black)| format!(" ({white}-{black} in frames)")).unwrap_or_default();
        writeln!(
            out,
            "Game {} ({}/{}): {} - {} {result}{frames} {{{}}}{left}",
            report.game,
            self.standings.games(),
            self.schedule.total(),
            report.white,
            report.black,
            report.reason
        )?;
        if let Some(bad) = &report.bad_pv {
            writeln!(out, "Bad PV of {bad}")?;
        }
        if self.finished.is_multiple_of(self.config.report_interval) && self.finished < pending && !self.decided() {
            out.write_all(standings_text(self.config, &self.standings, self.test.as_ref()).as_bytes())?;
        }
        out.flush()?;
        Ok(())
    }

    /// The final standings: after a decision the pairs up to it count, whatever else had been finished.
    fn finish(self) -> Summary {
        let Progress { config, test, summaries, mut standings, interrupted, .. } = self;
        if let Some((_, last)) = test.as_ref().and_then(|test| test.decision) {
            standings = Standings::new(config);
            let mut counted: Vec<GameSummary> = summaries.into_iter().filter(|game| game.pair <= last).collect();
            counted.sort_by_key(|game| game.game);
            counted.iter().for_each(|game| standings.add(game));
        }
        Summary { standings, test, interrupted }
    }
}
