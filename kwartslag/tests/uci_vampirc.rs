//! Our messages, read by `vampirc-uci`.

mod common;

use common::Gui;
use vampirc_uci::{UciInfoAttribute, UciMessage, parse_one};

#[test]
fn our_messages_are_understood() {
    let mut gui = Gui::start();
    gui.send("uci\nisready\nposition startpos\ngo depth 3");
    for line in gui.until("bestmove ").iter().filter(|line| !line.is_empty()) {
        match parse_one(line) {
            UciMessage::Id { .. } | UciMessage::Option(_) | UciMessage::UciOk | UciMessage::ReadyOk => {}
            UciMessage::BestMove { .. } => {}
            UciMessage::Info(attributes) => {
                assert!(attributes.iter().any(|one| matches!(one, UciInfoAttribute::Pv(moves) if !moves.is_empty())));
                assert!(!attributes.iter().any(|one| matches!(one, UciInfoAttribute::Any(..))), "{line}");
            }
            other => panic!("{line}: {other:?}"),
        }
    }
}
