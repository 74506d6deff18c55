use std::sync::mpsc::{Receiver, channel};

use movegen::rules::Variant;

use super::*;
use crate::session::{self, Roots, Rules};

const PATIENCE: Duration = Duration::from_secs(30);

fn host() -> Host {
    Host::start(1, |_| {}).unwrap()
}

fn session(moves: &[&str]) -> Arc<dyn Session> {
    let moves: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
    session::open(&Rules::new(Variant::Chess), None, &moves).unwrap().session
}

/// Begins a job whose events come with a number.
fn begin(host: &Host, work: Work) -> Receiver<Event> {
    let (sender, events) = channel();
    host.begin(Job::new(work, move |event| drop(sender.send(event))));
    events
}

fn search(limits: Limits) -> Work {
    Work::Search(session(&[]), Box::new(Request::new(limits)))
}

fn infinite() -> Limits {
    Limits { infinite: true, ..Limits::default() }
}

/// The last event.
#[track_caller]
fn last(events: &Receiver<Event>) -> Event {
    loop {
        match events.recv_timeout(PATIENCE).unwrap() {
            Event::Info(..) | Event::PerftMove(..) => {}
            event => return event,
        }
    }
}

#[track_caller]
fn best(events: &Receiver<Event>) -> String {
    match last(events) {
        Event::Best(answer) => answer.best.unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_search_tells_its_lines_and_then_its_answer() {
    let host = host();
    let events = begin(&host, search(Limits { depth: Some(3), ..Limits::default() }));
    let Event::Info(info, pv) = events.recv_timeout(PATIENCE).unwrap() else { panic!() };
    assert_eq!((info.depth, info.pv.len()), (1, pv.split(' ').count()));
    best(&events);
    assert!(host.wait_until_idle(Some(PATIENCE)));
    assert!(events.try_recv().is_err(), "nothing comes after the answer");
}

#[test]
fn what_is_being_done_can_be_asked() {
    let host = host();
    assert_eq!(host.activity(), None);
    let ponder = Limits { ponder: true, movetime: Some(Duration::from_secs(100)), ..Limits::default() };
    let events = begin(&host, search(ponder));
    assert_eq!(host.activity(), Some(Activity::Pondering));
    assert!(host.ponderhit());
    assert_eq!(host.activity(), Some(Activity::Thinking));
    assert!(!host.ponderhit(), "nothing ponders any more");
    assert!(!host.stop_endless() && host.stop());
    best(&events);
    let events = begin(&host, search(infinite()));
    assert_eq!(host.activity(), Some(Activity::Analysing));
    assert!(host.stop_endless());
    best(&events);
    let events = begin(&host, Work::Perft(session(&[]), 9));
    assert_eq!(host.activity(), Some(Activity::Counting));
    assert!(host.is_counting() && !host.stop_searches() && host.stop());
    assert_eq!(last(&events), Event::Perft(None));
    assert!(!host.stop(), "there is nothing left to stop");
}

#[test]
fn another_position_ends_the_analysis_of_the_one_before() {
    let host = host();
    let first = begin(&host, search(infinite()));
    let after = session(&["f2f3", "e7e5", "g2g4"]);
    let second = begin(&host, Work::Search(after, Box::new(Request::new(infinite()))));
    best(&first);
    host.stop();
    assert_eq!(best(&second), "d8h4");
}

#[test]
fn a_search_with_a_limit_is_let_finish() {
    let host = host();
    let first = begin(&host, search(Limits { nodes: Some(2000), ..Limits::default() }));
    let second = begin(&host, search(Limits { depth: Some(1), ..Limits::default() }));
    let nodes = std::iter::from_fn(|| first.recv_timeout(PATIENCE).ok()).filter_map(|event| match event {
        Event::Info(info, _) => Some(info.nodes),
        _ => None,
    });
    assert_eq!(nodes.max(), Some(2000));
    best(&second);
}

#[test]
fn an_excluded_move_is_not_played() {
    let host = host();
    let mate = session(&["f2f3", "e7e5", "g2g4"]);
    let depth = Limits { depth: Some(3), ..Limits::default() };
    let with = |roots: Roots| {
        let request = Request { roots, ..Request::new(depth.clone()) };
        best(&begin(&host, Work::Search(Arc::clone(&mate), Box::new(request))))
    };
    assert_eq!(with(Roots::Except(vec!["a7a6".into()])), "d8h4");
    assert_ne!(with(Roots::Except(vec!["d8h4".into()])), "d8h4");
    assert_eq!(with(Roots::Only(vec!["a7a6".into()])), "a7a6");
}

#[test]
fn a_call_comes_after_all_that_was_asked_for_before() {
    let host = host();
    let (sender, order) = channel();
    let told = sender.clone();
    let listener = move |event| {
        if let Event::Best(_) = event {
            let _ = told.send("best");
        }
    };
    host.begin(Job::new(search(Limits { nodes: Some(20_000), ..Limits::default() }), listener));
    host.after(move || {
        let _ = sender.send("call");
    });
    assert_eq!((order.recv_timeout(PATIENCE), order.recv_timeout(PATIENCE)), (Ok("best"), Ok("call")));
}

#[test]
fn without_a_position_the_answer_waits_where_a_search_would() {
    let host = host();
    let events = begin(&host, Work::NoPosition(Limits { depth: Some(5), ..Limits::default() }));
    assert_eq!(last(&events), Event::NoPosition);
    let events = begin(&host, Work::NoPosition(infinite()));
    assert_eq!(host.activity(), Some(Activity::Analysing));
    assert!(events.recv_timeout(Duration::from_millis(50)).is_err());
    host.stop();
    assert_eq!(last(&events), Event::NoPosition);
}

#[test]
fn the_bench_can_be_stopped() {
    let host = host();
    let events = begin(&host, Work::Bench(60));
    host.stop();
    assert_eq!(last(&events), Event::Bench(Err(BenchError::Stopped)));
    let events = begin(&host, Work::Bench(1));
    let Event::Bench(Ok(lines)) = last(&events) else { panic!() };
    assert_eq!(lines.len(), Variant::ALL.len());
}
