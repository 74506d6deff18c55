//! Games as text: PGN, final positions, JSON.

use jiff::Timestamp;
use movegen::name::GameName;
use movegen::rules::Variant;
use records::record::{Record, to_pgn};

use super::{Kind, StorageError};
use crate::config::MatchConfig;
use crate::options::PgnOptions;
use crate::outcome::{GameReport, Outcome, PlayedMove};

/// Writes games of one match.
pub(super) struct GameWriter {
    game: GameName,
    pgn: PgnOptions,
    event: String,
    site: String,
    limits: Vec<(String, String)>,
}

impl GameWriter {
    pub(super) fn new(config: &MatchConfig) -> GameWriter {
        GameWriter {
            game: config.game,
            pgn: config.outputs.pgn.clone().unwrap_or_default(),
            event: config.event.clone(),
            site: config.site.clone(),
            limits: config.engines.iter().map(|engine| (engine.name.clone(), engine.limits())).collect(),
        }
    }

    pub(super) fn text(&self, kind: Kind, report: &GameReport) -> Result<String, StorageError> {
        let fault = |what: String| StorageError::Game { game: report.game, what };
        match kind {
            // Only games that count are wanted.
            Kind::Pgn if self.pgn.fi && report.result == Outcome::Void => Ok(String::new()),
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
        // A game in short has the tags that every game has, and those that replaying it needs.
        if !self.pgn.min {
            if white == black {
                tags.push(("TimeControl", white));
            } else {
                tags.push(("WhiteTimeControl", white));
                tags.push(("BlackTimeControl", black));
            }
            tags.push(("Ending", report.reason.clone()));
        }
        // In HA-lijnen a round is a game, whose frames are numbered after it.
        let round = if self.game.variant == Variant::Halijnen { report.game } else { report.pair };
        Record {
            variant: self.game.variant,
            chess960: self.game.chess960,
            fen: report.fen.clone(),
            moves: report.moves.iter().enumerate().map(|(i, mv)| self.commented(mv, i < report.opening)).collect(),
            result: report.result.text().to_string(),
            score: report.score,
            termination: report.termination.text().to_string(),
            round: round.to_string(),
            tags: tags.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
        }
    }

    /// A move with its comment: `+0.31/9 0.120s`, or `book`.
    fn commented(&self, mv: &PlayedMove, book: bool) -> (String, Option<String>) {
        let thought = mv.thought.clone();
        let time = mv.seconds.map(|seconds| format!("{seconds:.3}s"));
        let words: Vec<String> = match (self.pgn.min, book) {
            (true, _) => Vec::new(),
            (_, true) => vec!["book".to_string()],
            (_, false) => thought.into_iter().chain(time).collect(),
        };
        (mv.uci.clone(), (!words.is_empty()).then(|| words.join(" ")))
    }
}

/// The date of a moment in seconds since 1970, as PGN writes it (UTC).
fn date(seconds: u64) -> String {
    let moment = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
    moment.map_or("????.??.??".to_string(), |moment| moment.strftime("%Y.%m.%d").to_string())
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
        assert_eq!(date(u64::MAX), "????.??.??");
    }
}
