//! Whole conversations, word for word: what a change makes the engine say differently is seen at once.

mod common;

use common::Gui;

/// Sends lines one by one, each followed by a question whose answer shows that it was obeyed, and writes down both sides.
fn converse(lines: &str, question: &str, answer: &str) -> String {
    let mut gui = Gui::start();
    let mut text = String::new();
    for line in lines.lines() {
        text.push_str(&format!("> {line}\n"));
        gui.send(line);
        // UCI answers the question at once, even during a search.
        let mut said = if line.starts_with("go ") { gui.until(end_of(line)) } else { Vec::new() };
        gui.send(question);
        said.extend(gui.until(answer));
        said.pop();
        // Of the lines of thinking the last one is the same whatever the weights: every search here finds a mate.
        let is_last = |index: usize| said.get(index + 1).is_none_or(|next| !is_thinking(next));
        let shown = said.iter().enumerate().filter(|&(index, line)| !is_thinking(line) || is_last(index));
        for (_, line) in shown {
            text.push_str(&format!("< {}\n", without_measurements(line)));
        }
    }
    gui.quit();
    text
}

/// The last line of what a `go` brings.
fn end_of(go: &str) -> &'static str {
    if go.starts_with("go perft") { "Nodes searched" } else { "bestmove" }
}

/// The line without what depends on the machine, the version and the weights of the evaluation.
fn without_measurements(line: &str) -> String {
    let line = line.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    if let Some((numbers, pv)) = line.split_once('\t') {
        let numbers: Vec<&str> = numbers.split(' ').map(|_| "N").collect();
        return format!("{}\t{pv}", numbers.join(" "));
    }
    if !line.starts_with("info depth") {
        return line;
    }
    let words = line.split(' ').map(|word| if word.parse::<i64>().is_ok() { "N" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

fn is_thinking(line: &str) -> bool {
    line.contains('\t') || line.starts_with("info depth")
}

#[test]
fn xboard() {
    let text = converse(include_str!("transcripts/xboard.txt"), "ping 0", "pong 0");
    insta::assert_snapshot!("xboard", text);
}

#[test]
fn uci() {
    let text = converse(include_str!("transcripts/uci.txt"), "isready", "readyok");
    insta::assert_snapshot!("uci", text);
}
