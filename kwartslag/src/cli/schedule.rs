//! `kwartslag schedule`: who plays whom on a club evening, the results and the standings (rules.md 5).

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use arena::club::Schedule;
use arena::club::render::Report;
use arena::club::results::Results;
use arena::club::roster::Roster;
use records::encoding;

/// Arguments of `kwartslag schedule`.
#[derive(clap::Args, Clone, Debug)]
#[command(group(clap::ArgGroup::new("who").required(true).args(["names", "participants"])))]
pub(crate) struct Args {
    /// Participants, one on each line: a name, or with --teams `TEAM: FIRST, SECOND` or `FIRST, SECOND`.
    #[arg(long, value_name = "FILE")]
    pub(crate) names: Option<PathBuf>,
    /// Number of participants, 2 to 60, where names do not matter.
    #[arg(long, value_name = "N")]
    pub(crate) participants: Option<usize>,
    /// Doorgeefschaak: the participants are teams of two, the tables have two boards.
    #[arg(long)]
    pub(crate) teams: bool,
    /// Results: a table as `--format csv` writes it, filled in by hand, in a spreadsheet or with --enter.
    #[arg(long, value_name = "FILE")]
    pub(crate) results: Option<PathBuf>,
    /// Enter a result into the file of results, e.g. `2.1=1-0` for round 2, table 1, with teams `2.1.A=1/2-1/2`. The
    /// file is made if it is not there.
    #[arg(long, value_name = "ROUND.TABLE[.BOARD]=RESULT", requires = "results", num_args = 1..)]
    pub(crate) enter: Vec<String>,
    /// How to write the schedule.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Heading of the page.
    #[arg(long, default_value = "Schedule")]
    pub(crate) title: String,
    /// Write to a file rather than to the standard output.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Forms of a schedule.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Format {
    /// For reading.
    #[default]
    Text,
    /// For spreadsheets, and to be read back by --results.
    Csv,
    /// A page to print.
    Html,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or written, or what is wrong in it, with its line; nothing is written then.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let roster = match (&args.names, args.participants) {
        (Some(path), _) => Roster::parse(&read(path)?, args.teams).map_err(|fault| in_file(path, &fault))?,
        (None, number) => Roster::numbered(number.unwrap_or_default(), args.teams)?,
    };
    let schedule = Schedule::new(roster);
    let results = match &args.results {
        Some(path) => results(&schedule, path, &args.enter)?,
        None => Results::none(&schedule),
    };
    let report = Report { schedule: &schedule, results: &results };
    let text = match args.format {
        Format::Text => report.text(),
        Format::Csv => results.to_csv(&schedule),
        Format::Html => report.html(&args.title),
    };
    match &args.out {
        Some(path) => replace(path, &text)?,
        None => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The results in a file, after the new ones have been entered there.
fn results(schedule: &Schedule, path: &Path, entries: &[String]) -> anyhow::Result<Results> {
    let mut results = match fs::read(path) {
        Ok(bytes) => Results::parse(schedule, &encoding::decode(&bytes)).map_err(|fault| in_file(path, &fault))?,
        Err(error) if error.kind() == ErrorKind::NotFound && !entries.is_empty() => Results::none(schedule),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    for entry in entries {
        results.enter(schedule, entry).map_err(|fault| anyhow!("--enter {entry}: {fault}"))?;
    }
    if !entries.is_empty() {
        replace(path, &results.to_csv(schedule))?;
    }
    Ok(results)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(encoding::decode(&bytes))
}

fn in_file(path: &Path, fault: &dyn std::fmt::Display) -> anyhow::Error {
    anyhow!("{}: {fault}", path.display())
}

/// Writes a file as a whole or not at all.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut name = path.file_name().with_context(|| format!("{} is no file", path.display()))?.to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    fs::write(&new, text)
        .and_then(|()| fs::rename(&new, path))
        .with_context(|| format!("cannot write {}", path.display()))
}
