//! What UCI engines say of their thinking.

use crate::connection::{EngineScore, Info};

/// Reads what follows the word `info`; `None` if it holds neither score nor moves.
pub(super) fn parse(text: &str) -> Option<Info> {
    let mut info = Info { multipv: 1, ..Info::default() };
    let mut words = text.split_ascii_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().unwrap_or(0),
            "nodes" => info.nodes = words.next()?.parse().unwrap_or(0),
            "multipv" => info.multipv = words.next()?.parse().unwrap_or(1),
            "score" => {
                let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
                info.score = match kind {
                    "cp" => Some(EngineScore::Centipawns(number)),
                    "mate" => Some(EngineScore::Mate(number)),
                    _ => None,
                };
            }
            "pv" => info.pv = words.by_ref().map(String::from).collect(),
            "string" => break,
            _ => {}
        }
    }
    (info.score.is_some() || !info.pv.is_empty()).then_some(info)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinking_is_read_in_any_order_of_its_fields() {
        let info = parse("depth 9 seldepth 12 score cp -31 upperbound nodes 77 pv e2e4 e7e5").unwrap();
        assert_eq!((info.depth, info.nodes, info.score), (9, 77, Some(EngineScore::Centipawns(-31))));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        assert_eq!(parse("score mate -3").unwrap().score, Some(EngineScore::Mate(-3)));
        assert_eq!(parse("currmove e2e4 currmovenumber 1"), None);
        assert_eq!(parse("string pv e2e4 score cp 3"), None);
        assert_eq!(parse("depth"), None);
        assert!(EngineScore::Mate(-1).centipawns() < -30_000 && EngineScore::Mate(2).centipawns() > 30_000);
    }
}
