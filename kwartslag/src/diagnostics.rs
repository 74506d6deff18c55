//! What the program tells those who look for a fault: on the standard error output as `RUST_LOG` says, and all of it in the
//! file of the option `Debug Log File`.
//!
//! Lines of a protocol are of level trace, `<` from the other side and `>` to it; what options are set to and what memory
//! is taken are of level info; input that is refused is of level warn. A line of the file:
//!
//! ```text
//! 2026-12-01T12:00:00.123456Z 4711 TRACE < go movetime 100
//! ```

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::{LazyLock, PoisonError, RwLock};

use env_logger::{Builder, Logger, Target};
use log::{LevelFilter, Log, Metadata, Record};

/// The one receiver of all messages.
struct Diagnostics {
    /// Shows what `RUST_LOG` asks for.
    shown: Logger,
    /// The log file, if there is one.
    file: RwLock<Option<Logger>>,
}

static DIAGNOSTICS: LazyLock<Diagnostics> =
    LazyLock::new(|| Diagnostics { shown: Builder::from_default_env().build(), file: RwLock::new(None) });

impl Log for Diagnostics {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.shown.enabled(metadata) || self.file.read().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    fn log(&self, record: &Record<'_>) {
        if self.shown.matches(record) {
            self.shown.log(record);
        }
        if let Some(file) = &*self.file.read().unwrap_or_else(PoisonError::into_inner) {
            file.log(record);
        }
    }

    fn flush(&self) {}
}

/// Begins to show messages.
pub(crate) fn start() {
    // Only a second start could fail.
    if log::set_logger(&*DIAGNOSTICS).is_ok() {
        log::set_max_level(DIAGNOSTICS.shown.filter());
    }
}

/// Adds all messages from now on to this file, and no longer to another one; an empty path means to none.
///
/// # Errors
/// The file cannot be opened; nothing has changed.
pub(crate) fn log_to(path: &str) -> io::Result<()> {
    let file = if path.is_empty() { None } else { Some(open(path)?) };
    let is_open = file.is_some();
    *DIAGNOSTICS.file.write().unwrap_or_else(PoisonError::into_inner) = file;
    log::set_max_level(if is_open { LevelFilter::Trace } else { DIAGNOSTICS.shown.filter() });
    if is_open {
        log::info!("Kwartslag {}, {}", env!("CARGO_PKG_VERSION"), std::env::args().collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

fn open(path: &str) -> io::Result<Logger> {
    let file = OpenOptions::new().create(true).append(true).open(path)?;
    let process = std::process::id();
    let mut builder = Builder::new();
    builder.filter_level(LevelFilter::Trace).target(Target::Pipe(Box::new(file)));
    builder.format(move |line, record| {
        let time = line.timestamp_micros();
        writeln!(line, "{time} {process} {} {}", record.level(), record.args())
    });
    Ok(builder.build())
}
