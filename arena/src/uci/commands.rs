//! The commands that tell an engine its position and its limits.

use movegen::piece::Color;
use movegen::rules::Variant;

use crate::config::EngineConfig;
use crate::connection::Turn;
use crate::dialect::Dialect;

/// `position ...` with the moves of the game.
pub(super) fn position(turn: &Turn<'_>, dialect: Dialect) -> String {
    let variant = turn.game.variant;
    let (fen, moves) = match dialect.is_told_openings() {
        true => (turn.start.to_string(), turn.moves),
        false => (dialect.fen(turn.after_opening), turn.moves.get(turn.opening..).unwrap_or_default()),
    };
    // In HA-lijnen an engine may have another number of frames set.
    let mut command = match fen == variant.start_fen() && variant != Variant::Halijnen {
        true => "position startpos".to_string(),
        false => format!("position fen {fen}"),
    };
    if !moves.is_empty() {
        command.push_str(" moves");
    }
    for mv in moves {
        command.push(' ');
        command.push_str(&mv.uci);
    }
    command
}

/// `go ...` with the clocks of both players and the limits of the one on move.
pub(super) fn go(turn: &Turn<'_>, limits: &EngineConfig) -> String {
    let mut go = "go".to_string();
    let mut add = |key: &str, value: u128| go.push_str(&format!(" {key} {value}"));
    if let Some(own) = &turn.clocks[turn.color.index()] {
        // An opponent without a clock has as much time as oneself.
        let clock = |color: Color| turn.clocks[color.index()].as_ref().unwrap_or(own);
        add("wtime", clock(Color::White).left().as_millis().max(1));
        add("btime", clock(Color::Black).left().as_millis().max(1));
        add("winc", clock(Color::White).increment().as_millis());
        add("binc", clock(Color::Black).increment().as_millis());
        if let Some(moves) = own.moves_left() {
            add("movestogo", moves.into());
        }
    }
    if let Some(st) = limits.st {
        add("movetime", st.as_millis().max(1));
    }
    if let Some(depth) = limits.depth {
        add("depth", depth.into());
    }
    if let Some(nodes) = limits.nodes {
        add("nodes", nodes.into());
    }
    go
}

#[cfg(test)]
mod tests {
    use movegen::any_game;
    use movegen::rules::Variant;

    use super::*;
    use crate::outcome::PlayedMove;
    use crate::time_control::Clock;

    fn with_turn<R>(
        variant: Variant,
        color: Color,
        clocks: [Option<&str>; 2],
        check: impl FnOnce(&Turn<'_>) -> R,
    ) -> R {
        let clocks = clocks.map(|control| control.map(|control| Clock::new(control.parse().unwrap())));
        let after = any_game::open(variant.into(), variant.start_fen()).unwrap().game.setup(0);
        let moves = ["e2e4", "e7e5"].map(|uci| PlayedMove { uci: uci.into(), ..PlayedMove::default() });
        check(&Turn {
            game: variant.into(),
            start: variant.start_fen(),
            moves: &moves,
            opening: 1,
            after_opening: &after,
            color,
            clocks: &clocks,
        })
    }

    #[test]
    fn positions_are_told_from_the_start_or_from_the_opening_on() {
        with_turn(Variant::Chess, Color::White, [None; 2], |turn| {
            assert_eq!(position(turn, Dialect::Full), "position startpos moves e2e4 e7e5");
            assert_eq!(position(&Turn { moves: &[], ..*turn }, Dialect::Full), "position startpos");
        });
        with_turn(Variant::Superschaak, Color::White, [None; 2], |turn| {
            let plain = position(turn, Dialect::Plain);
            assert!(plain.starts_with("position fen ") && plain.ends_with(" moves e7e5"), "{plain}");
        });
        with_turn(Variant::Halijnen, Color::White, [None; 2], |turn| {
            assert!(position(turn, Dialect::Full).starts_with("position fen rnbqkbnr/"));
        });
    }

    #[test]
    fn both_clocks_and_the_limits_of_the_player_on_move_are_told() {
        let limits = |words: &str| {
            let options = toml::from_str(&format!("cmd = \"a\"\n{words}")).unwrap();
            EngineConfig::new(options, &Default::default()).unwrap()
        };
        with_turn(Variant::Chess, Color::Black, [Some("60+1"), Some("40/30+2")], |turn| {
            let told = go(turn, &limits("tc = \"30\"\ndepth = 9"));
            assert_eq!(told, "go wtime 60000 btime 30000 winc 1000 binc 2000 movestogo 40 depth 9");
        });
        with_turn(Variant::Chess, Color::White, [Some("60+1"), None], |turn| {
            assert_eq!(go(turn, &limits("tc = 60")), "go wtime 60000 btime 60000 winc 1000 binc 1000");
        });
        with_turn(Variant::Chess, Color::White, [None; 2], |turn| {
            assert_eq!(go(turn, &limits("st = 0.25\nnodes = 7")), "go movetime 250 nodes 7");
        });
    }
}
