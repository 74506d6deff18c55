//! What the engine says, as lines of the protocol.

use std::fmt::Write as _;

use engine::host::Event;
use engine::options::{self, Definition, Kind};
use engine::report::{Bound, Info, Score, nodes_per_second};
use engine::session::{Answer, Rules};
use engine::win_rates::WinRates;
use movegen::any_game::Standing;
use movegen::piece::{Role, Roles};
use movegen::rules::Variant;

use super::output::Output;
use crate::cli::bench;

/// The answer to `uci`.
pub(super) fn introduction() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("id name Kwartslag {version}\nid author the authors of Kwartslag\n\n");
    for definition in options::definitions() {
        let _ = writeln!(text, "{}", option_line(&definition));
    }
    text.push_str("uciok");
    text
}

fn option_line(Definition { name, kind, .. }: &Definition) -> String {
    let rest = match kind {
        Kind::Check => "check default false".to_string(),
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Combo(values) => {
            let default = values.first().copied().unwrap_or_default();
            format!("combo default {default} var {}", values.join(" var "))
        }
        Kind::Text => "string default <empty>".to_string(),
        Kind::Button => "button".to_string(),
    };
    format!("option name {name} type {rest}")
}

/// What boards need to know of a game they have never heard of, as Fairy-Stockfish tells it.
pub(super) fn variant(rules: &Rules) -> String {
    let (name, start) = (rules.variant, rules.start_fen());
    let (pocket, template) = pocket_and_template(name);
    format!("variant {name} files 8 ranks 8 pocket {pocket} template {template} startpos {start}")
}

/// How many kinds of men may be in a stock, and the game that XBoard knows and whose board serves for this one.
fn pocket_and_template(variant: Variant) -> (usize, &'static str) {
    let droppable = Roles::DROPPABLE.count();
    match variant {
        Variant::Chess => (0, "fairy"),
        Variant::Crazyhouse | Variant::Doorgeefsolo => (droppable, "crazyhouse"),
        Variant::Bughouse | Variant::Doorgeef | Variant::Euwe => (droppable, "bughouse"),
        Variant::Superschaak => (Roles::ORTHODOX.count() + Role::SUPER.len(), "super"),
        Variant::Halijnen => (droppable, "fairy"),
    }
}

/// Writes what a job tells; with `show_wdl` lines of thinking say what their scores mean for the result.
pub(super) fn tell(output: &Output, event: Event, show_wdl: bool) {
    match event {
        Event::Info(info, pv) => output.lines(&info_line(&info, &pv, show_wdl)),
        Event::Best(answer) => {
            if answer.best.is_none() {
                output.note(format_args!("{}: {}", why_no_move(&answer.standing), answer.standing));
            }
            output.lines(&best_move(&answer));
        }
        Event::NoPosition => output.lines("bestmove (none)"),
        Event::PerftMove(mv, nodes) => output.lines(&format!("{mv}: {nodes}")),
        Event::Perft(Some(nodes)) => output.lines(&format!("\nNodes searched: {nodes}\n")),
        Event::Perft(None) => output.note("perft stopped"),
        Event::Bench(Ok(lines)) => output.lines(bench::report(&lines).trim_end()),
        Event::Bench(Err(error)) => output.note(error),
    }
}

/// The line that ends a search.
fn best_move(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => match answer.standing {
            Standing::Game(_) => "bestmove (none)".to_string(),
            Standing::Match(_) => "bestmove (pass,pass)".to_string(),
        },
    }
}

/// Why there is no move.
fn why_no_move(standing: &Standing) -> &'static str {
    match standing {
        Standing::Game(status) if status.is_over() => "the game is over",
        Standing::Game(_) => "the player on move waits",
        Standing::Match(_) if standing.is_over() => "the match is over",
        Standing::Match(_) => "the team has no move",
    }
}

/// The `info` line of a line of thinking, its moves already written; with `show_wdl` what the score means for the
/// result, as Stockfish tells it.
///
/// The order of the fields is the one that clients with a regular expression expect; all numbers are whole.
fn info_line(info: &Info, pv: &str, show_wdl: bool) -> String {
    let score = match info.score {
        Score::Centipawns(centipawns) => format!("cp {centipawns}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let WinRates { win, draw, loss } = info.win_rates;
    let wdl = if show_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() };
    let Info { depth, seldepth, multipv, nodes, hashfull, .. } = info;
    let time = info.time.as_millis();
    let nps = nodes_per_second(*nodes, info.time);
    let pv = if pv.is_empty() { String::new() } else { format!(" pv {pv}") };
    format!(
        "info depth {depth} seldepth {seldepth} multipv {multipv} score {score}{wdl}{bound} nodes {nodes} nps {nps} \
         hashfull {hashfull} tbhits 0 time {time}{pv}"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn info_has_the_order_that_clients_expect() {
        let mut info = Info {
            depth: 7,
            seldepth: 12,
            multipv: 2,
            score: Score::Centipawns(-31),
            bound: Bound::Lower,
            win_rates: WinRates { win: 120, draw: 680, loss: 200 },
            nodes: 5000,
            time: Duration::from_millis(20),
            hashfull: 3,
            pv: Vec::new(),
        };
        assert_eq!(
            info_line(&info, "e2e4 e7e5", false),
            "info depth 7 seldepth 12 multipv 2 score cp -31 lowerbound nodes 5000 nps 250000 hashfull 3 tbhits 0 \
             time 20 pv e2e4 e7e5"
        );
        let with_rates = info_line(&info, "e2e4 e7e5", true);
        assert!(with_rates.contains(" score cp -31 wdl 120 680 200 lowerbound nodes 5000 "), "{with_rates}");
        info.score = Score::Mate(-2);
        info.bound = Bound::Exact;
        info.time = Duration::ZERO;
        assert!(info_line(&info, "a2a3", false).contains("score mate -2 nodes 5000 nps 5000000000 "));
    }

    #[test]
    fn every_option_is_announced_with_its_type() {
        let text = introduction();
        for Definition { name, .. } in options::definitions() {
            assert!(text.contains(&format!("option name {name} type ")), "{text}");
        }
        assert!(text.contains("\noption name Hash type spin default 16 min 1 max 1048576\n"));
        assert!(text.contains("\noption name UCI_Variant type combo default chess var chess var crazyhouse var "));
        assert!(text.contains("\noption name Debug Log File type string default <empty>\n"));
        assert!(text.contains("\noption name Clear Hash type button\n"));
        assert!(text.starts_with("id name Kwartslag ") && text.ends_with("\nuciok"));
    }
}
