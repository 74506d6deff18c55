//! The standings as text.

use std::fmt::Write;
use std::time::Duration;

use crate::config::MatchConfig;
use crate::standings::{Score, Standings, Test};
use crate::stats::{EloEstimate, TestState};

/// The block that is shown every few games and at the end.
pub(crate) fn standings_text(config: &MatchConfig, standings: &Standings, test: Option<&Test>) -> String {
    let mut text = String::new();
    let line = "-".repeat(80);
    text.push_str(&line);
    text.push('\n');
    match &standings.names[..] {
        [a, b] => two_engines(&mut text, config, standings, a, b),
        _ => many_engines(&mut text, standings),
    }
    if let (Some(sprt), Some(test)) = (&config.sprt, test) {
        let (low, high) = sprt.bounds();
        let llr = sprt.llr(&test.pairs);
        let part = 100.0 * if llr < 0.0 { -llr / low } else { llr / high };
        let verdict = match test.decision {
            Some((TestState::H1, _)) => ": H1 accepted",
            Some((TestState::H0, _)) => ": H0 accepted",
            _ => "",
        };
        put(
            &mut text,
            format!("LLR: {llr:.2} ({part:.1} %) ({low:.2}, {high:.2}) [{:.2}, {:.2}]{verdict}", sprt.elo0, sprt.elo1),
        );
    }
    let white = standings.white;
    if white.games() > 0 {
        put(
            &mut text,
            format!(
                "White: {} won, {} lost, {} drawn ({:.2} %)",
                white.wins,
                white.losses,
                white.draws,
                100.0 * white.points() / white.games() as f64
            ),
        );
    }
    faults(&mut text, standings);
    text.push_str(&line);
    text.push('\n');
    text
}

/// Adds a line; writing to a string cannot fail.
fn put(text: &mut String, line: String) {
    text.push_str(&line);
    text.push('\n');
}

fn strength(score: &Score) -> Option<EloEstimate> {
    if score.pairs.pairs() > 0 { EloEstimate::of_pairs(&score.pairs) } else { EloEstimate::of_games(&score.wld) }
}

fn two_engines(text: &mut String, config: &MatchConfig, standings: &Standings, a: &str, b: &str) {
    let score = standings.between(0, 1);
    let limits: Vec<String> = config.engines.iter().map(|engine| engine.limits()).collect();
    let limits = if limits[0] == limits[1] { limits[0].clone() } else { limits.join(" - ") };
    put(text, format!("{a} - {b} ({}, {limits})", config.game));
    let (wld, pairs) = (score.wld, score.pairs.0);
    let Some(strength) = strength(&score) else {
        put(text, format!("Games: 0, Void: {}", score.void));
        return;
    };
    put(
        text,
        format!(
            "Elo: {:.2} +/- {:.2}, nElo: {:.2} +/- {:.2}, LOS: {:.2} %",
            strength.elo,
            strength.elo_error,
            strength.nelo,
            strength.nelo_error,
            100.0 * strength.los
        ),
    );
    let percent = 100.0 * wld.points() / wld.games() as f64;
    put(
        text,
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({percent:.2} %), Void: {}",
            wld.games(),
            wld.wins,
            wld.losses,
            wld.draws,
            wld.points(),
            score.void
        ),
    );
    if score.pairs.pairs() > 0 {
        let (won, lost) = (pairs[3] + pairs[4], pairs[0] + pairs[1]);
        put(text, format!("Ptnml(0-2): {pairs:?}, pairs won: {won}, even: {}, lost: {lost}", pairs[2]));
    }
}

/// Ratings and a cross table, the best first.
fn many_engines(text: &mut String, standings: &Standings) {
    let share = |engine: usize| {
        let wld = standings.total(engine).wld;
        if wld.games() == 0 { 0.5 } else { wld.points() / wld.games() as f64 }
    };
    let mut order: Vec<usize> = (0..standings.names.len()).collect();
    order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
    let width = standings.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    let mut head = format!("{:>2} {:width$} {:>8} {:>8} {:>7} {:>7}", "", "Engine", "Elo", "+/-", "Points", "Games");
    for place in 1..=order.len() {
        let _ = write!(head, " {place:>9}");
    }
    put(text, head);
    for (place, &engine) in order.iter().enumerate() {
        let total = standings.total(engine);
        let (elo, error) = strength(&total).map_or((0.0, f64::INFINITY), |strength| (strength.elo, strength.elo_error));
        let mut row = format!(
            "{:>2} {:width$} {elo:>8.1} {error:>8.1} {:>7.1} {:>7}",
            place + 1,
            standings.names[engine],
            total.wld.points(),
            total.wld.games()
        );
        for &other in &order {
            let wld = standings.between(engine, other).wld;
            let cell = match wld.games() {
                _ if other == engine => "x".to_string(),
                0 => "-".to_string(),
                games => format!("{}/{games}", wld.points()),
            };
            let _ = write!(row, " {cell:>9}");
        }
        put(text, row);
    }
}

fn faults(text: &mut String, standings: &Standings) {
    for (name, faults) in standings.names.iter().zip(&standings.faults) {
        let counted = [
            ("illegal moves", faults.illegal_moves),
            ("time losses", faults.time_losses),
            ("crashes", faults.crashes),
            ("stalls", faults.stalls),
            ("bad PVs", faults.bad_pvs),
        ];
        let list: Vec<String> = counted.iter().map(|(what, count)| format!("{what} {count}")).collect();
        put(text, format!("Faults of {name}: {}", list.join(", ")));
    }
    let overhead = standings.overhead;
    if overhead.moves > 0 {
        put(
            text,
            format!(
                "Overhead: {:.3} ms per move, longest {:.3} ms",
                overhead.total_us as f64 / overhead.moves as f64 / 1000.0,
                overhead.longest_us as f64 / 1000.0
            ),
        );
    }
}

/// A time in words: `3 s`, `2 min 05 s`, `1 h 20 min`.
pub(crate) fn duration_text(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
    }
}
