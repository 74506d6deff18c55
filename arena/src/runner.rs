//! Plays a match: checks everything first, then plays on several threads, stores and reports.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::unbounded;
use thiserror::Error;

use crate::config::MatchConfig;
use crate::connection::{Control, EngineError, connect};
use crate::openings::{OpeningError, Openings};
use crate::outcome::{GameReport, Outcome};
use crate::report::{duration_text, standings_text};
use crate::schedule::Schedule;
use crate::standings::{GameSummary, Standings, Test};
use crate::storage::{Storage, StorageError};
use crate::transcript::Transcript;
use crate::worker::{Games, Worker};

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
    /// The log cannot be opened.
    #[error("{}: {error}", .path.display())]
    Log {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The system gives no thread to play on.
    #[error("no thread for the games: {0}")]
    Thread(io::Error),
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
    for note in &config.notes {
        writeln!(out, "{note}")?;
    }
    let start = config.game.variant.start_fen_of(config.frames);
    let openings = Openings::load(&config.openings, config.game, start, config.seed)?;
    let control = Control { stop: Arc::clone(stop), transcript: Arc::new(transcript(config)?) };
    probe(config, &openings, &control)?;
    let (storage, played) = Storage::open(config)?;
    let schedule = Schedule::new(config.pairing, config.engines.len());
    let mut progress = Progress::new(config, schedule, storage, &control);
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

fn transcript(config: &MatchConfig) -> Result<Transcript, MatchError> {
    let path = config.outputs.log.as_deref();
    let error = |error| MatchError::Log { path: path.unwrap_or("standard error".as_ref()).into(), error };
    Transcript::open(path, config.debug).map_err(error)
}

/// Starts every engine once, so that a wrong option is known before the first game.
fn probe(config: &MatchConfig, openings: &Openings, control: &Control) -> Result<(), MatchError> {
    for engine in &config.engines {
        let connection = connect(engine, config.game, control)?;
        let knows_prelude = connection.dialect().knows_prelude();
        connection.quit();
        if !knows_prelude && openings.begins_in_prelude() {
            return Err(MatchError::Prelude(engine.name.clone()));
        }
    }
    Ok(())
}

/// Follows the match on the main thread.
struct Progress<'a> {
    config: &'a MatchConfig,
    schedule: Schedule,
    storage: Storage,
    control: &'a Control,
    standings: Standings,
    test: Option<Test>,
    summaries: Vec<GameSummary>,
    /// Games finished in this run, and since when it runs.
    finished: u64,
    began: Instant,
    interrupted: bool,
}

impl<'a> Progress<'a> {
    fn new(config: &'a MatchConfig, schedule: Schedule, storage: Storage, control: &'a Control) -> Progress<'a> {
        Progress {
            config,
            schedule,
            storage,
            control,
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
        let (config, control, schedule) = (self.config, self.control, self.schedule.clone());
        let games = Games { config, schedule: &schedule, openings, control, pending, next: AtomicUsize::new(0) };
        let workers = config.concurrency.min(pending.len());
        let mut result = Ok(());
        std::thread::scope(|scope| {
            let (sender, news) = unbounded();
            for number in 1..=workers {
                let (worker, sender) = (Worker::new(&games), sender.clone());
                let thread = std::thread::Builder::new().name(format!("games {number}"));
                if let Err(error) = thread.spawn_scoped(scope, move || worker.work(&sender)) {
                    control.stop.store(true, Ordering::Relaxed);
                    result = Err(MatchError::Thread(error));
                    break;
                }
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
                    control.stop.store(true, Ordering::Relaxed);
                } else {
                    self.interrupted = control.stopped();
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
            Outcome::Void => "void",
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
        if let Some(note) = report.notes.first() {
            writeln!(out, "Note: {note} ({} such moves)", report.notes.len())?;
        }
        let interval = self.config.report_interval;
        let due = interval.is_some_and(|interval| self.finished.is_multiple_of(interval));
        if due && self.finished < pending && !self.decided() {
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
