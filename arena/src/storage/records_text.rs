//! Games as text: PGN, final positions, JSON.

use movegen::rules::Variant;
use records::record::{Record, to_pgn};

use super::{Kind, StorageError};
use crate::config::MatchConfig;
use crate::outcome::{GameReport, PlayedMove};

/// Writes games of one match.
pub(super) struct Texts {
    variant: Variant,
    chess960: bool,
    event: String,
    site: String,
    limits: Vec<(String, String)>,
}

impl Texts {
    pub(super) fn new(config: &MatchConfig) -> Texts {
        Texts {
            variant: config.variant,
            chess960: config.chess960,
            event: config.event.clone(),
            site: config.site.clone(),
            limits: config.engines.iter().map(|engine| (engine.name.clone(), engine.limits())).collect(),
        }
    }

    pub(super) fn text(&self, kind: Kind, report: &GameReport) -> Result<String, StorageError> {
        let fault = |what: String| StorageError::Game { game: report.game, what };
        match kind {
            Kind::Pgn => to_pgn(&self.record(report)).map_err(|error| fault(error.to_string())),
            Kind::Epd => Ok(format!("{}\n", report.final_fen)),
            Kind::Json => {
                serde_json::to_string(report).map(|json| format!("{json}\n")).map_err(|error| fault(error.to_string()))
            }
        }
    }

    fn record(&self, report: &GameReport) -> Record {
        let limits = |name: &str| {
            let found = self.limits.iter().find(|(engine, _)| engine == name);
            found.map(|(_, limits)| limits.clone()).unwrap_or_default()
        };
        let mut tags = vec![
            ("Event", self.event.clone()),
            ("Site", self.site.clone()),
            ("Date", date(report.began)),
            ("White", report.white.clone()),
            ("Black", report.black.clone()),
        ];
        let (white, black) = (limits(&report.white), limits(&report.black));
        if white == black {
            tags.push(("TimeControl", white));
        } else {
            tags.push(("WhiteTimeControl", white));
            tags.push(("BlackTimeControl", black));
        }
        tags.push(("Ending", report.reason.clone()));
        // In HA-lijnen a round is a game, whose frames are numbered behind it.
        let round = if self.variant == Variant::Halijnen { report.game } else { report.pair };
        Record {
            variant: self.variant,
            chess960: self.chess960,
            fen: report.fen.clone(),
            moves: report.moves.iter().enumerate().map(|(i, mv)| comment(mv, i < report.opening)).collect(),
            result: report.result.text().to_string(),
            score: report.score,
            termination: report.termination.text().to_string(),
            round: round.to_string(),
            tags: tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        }
    }
}

/// A move with its comment: `+0.31/9 0.120s`, or `book`.
fn comment(mv: &PlayedMove, book: bool) -> (String, Option<String>) {
    let thought = mv.thought.clone();
    let time = mv.seconds.map(|seconds| format!("{seconds:.3}s"));
    let words: Vec<String> = if book { vec!["book".to_string()] } else { thought.into_iter().chain(time).collect() };
    (mv.uci.clone(), (!words.is_empty()).then(|| words.join(" ")))
}

/// The date of a moment in seconds since 1970, as PGN writes it (UTC).
fn date(seconds: u64) -> String {
    // Days since 1 March of the year 0, in eras of 400 years (H. Hinnant, "chrono-compatible low-level date algorithms").
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day_of_month:02}", era * 400 + year + carry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_known_moments() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(951_868_800), "2000.03.01");
        assert_eq!(date(1_767_225_599), "2025.12.31");
    }
}
