//! A position with the history that repetition needs.

use crate::cycle;
use crate::moves::Move;
use crate::position::{Observer, Position};
use crate::rules::Status;

/// A position and the keys of all positions of the game so far, the present one last.
#[derive(Clone, Debug)]
pub struct Game<P> {
    position: P,
    keys: Vec<u64>,
    filter: KeyFilter,
    /// How many keys there were when the turn was passed without a move, each time.
    passes: Vec<usize>,
}

/// Counts the keys of a game by their low bits: rejects most positions as new without scanning the history.
#[derive(Clone, Debug)]
struct KeyFilter(Box<[u16; KeyFilter::BUCKETS]>);

impl KeyFilter {
    const BUCKETS: usize = 1024;

    fn new(keys: &[u64]) -> KeyFilter {
        let mut filter = KeyFilter(Box::new([0; KeyFilter::BUCKETS]));
        keys.iter().for_each(|&key| *filter.at(key) += 1);
        filter
    }

    #[inline(always)]
    fn at(&mut self, key: u64) -> &mut u16 {
        &mut self.0[key as usize % KeyFilter::BUCKETS]
    }

    #[inline(always)]
    fn holds_once(&self, key: u64) -> bool {
        self.0[key as usize % KeyFilter::BUCKETS] == 1
    }
}

impl<P: Position> Game<P> {
    /// A game that begins here; the set-up position counts for repetition.
    pub fn new(position: P) -> Game<P> {
        Game::with_history(position, Vec::new())
    }

    /// A game that has come to this position after those with these repetition keys, the earliest first.
    pub fn with_history(position: P, earlier: Vec<u64>) -> Game<P> {
        let mut keys = earlier;
        keys.push(position.repetition_key());
        let filter = KeyFilter::new(&keys);
        Game { position, keys, filter, passes: Vec::new() }
    }

    /// The present position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The repetition keys of all positions of the game, the present one last.
    #[inline(always)]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Makes a legal move.
    #[inline]
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> P::Undo {
        let undo = self.position.make(mv, observer);
        self.note();
        undo
    }

    /// Takes back the move that was made last.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: P::Undo) {
        self.forget();
        self.position.unmake(mv, undo);
    }

    /// Passes the turn (search only, see [`Position::make_null`]).
    #[inline]
    pub fn make_null(&mut self) -> P::Undo {
        let undo = self.position.make_null();
        self.passes.push(self.keys.len());
        self.note();
        undo
    }

    /// Takes back [`make_null`](Game::make_null).
    #[inline]
    pub fn unmake_null(&mut self, undo: P::Undo) {
        self.forget();
        self.passes.pop();
        self.position.unmake_null(undo);
    }

    #[inline(always)]
    fn note(&mut self) {
        let key = self.position.repetition_key();
        self.keys.push(key);
        *self.filter.at(key) += 1;
    }

    #[inline(always)]
    fn forget(&mut self) {
        if let Some(key) = self.keys.pop() {
            *self.filter.at(key) -= 1;
        }
    }

    /// Whether the present position has not stood before in the game. A cheap test: `false` if one would have to look.
    #[inline(always)]
    pub fn is_surely_new(&self) -> bool {
        self.keys.last().is_some_and(|&key| self.filter.holds_once(key))
    }

    /// Most plies ago that the present position can have stood: no further than a move that cannot be undone, nor than a
    /// pass.
    #[inline(always)]
    pub fn reversible_plies(&self) -> usize {
        let now = self.keys.len() - 1;
        let since_pass = self.passes.last().map_or(now, |&pass| now - pass);
        self.position.reversible_plies().min(since_pass)
    }

    /// Whether a move of a piece of the side to move brings back a position that stood at most `plies` plies ago, so
    /// that a draw by repetition is at hand.
    #[inline]
    pub fn can_repeat(&self, plies: usize) -> bool {
        let core = self.position.core();
        let plies = plies.min(self.reversible_plies());
        let now = self.keys.len() - 1;
        let key = self.keys[now];
        (3..=plies).step_by(2).any(|ago| cycle::joins(core.board(), core.turn(), key ^ self.keys[now - ago]))
    }

    /// Makes a legal move for good.
    pub fn play(&mut self, mv: Move) {
        self.make(mv, &mut ());
    }

    /// How often the present position has stood, now included.
    pub fn occurrences(&self) -> u32 {
        match self.keys.last() {
            Some(_) if self.is_surely_new() => 1,
            Some(last) => self.keys.iter().filter(|key| *key == last).count() as u32,
            None => 0,
        }
    }

    /// How the game stands, repetition included.
    pub fn status(&self) -> Status {
        self.position.status(self.occurrences())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::rules::Variant;
    use crate::variants::superschaak::Superschaak;

    /// The moves that bring back a position of the last plies, found by making them all.
    fn returns(game: &mut Game<Superschaak>) -> bool {
        let earlier = game.keys.clone();
        let moves = game.position.legal_moves();
        moves.iter().any(|&mv| {
            let undo = game.make(mv, &mut ());
            let repeats = game.keys.last().is_some_and(|key| earlier.contains(key));
            game.unmake(mv, undo);
            repeats
        })
    }

    #[test]
    fn a_move_that_repeats_a_position_is_foreseen() {
        let text = "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1";
        let mut game = Game::new(fen::parse::<Superschaak>(text, Variant::Superschaak, false).unwrap());
        let (mut seed, mut foreseen, mut new, mut played) = (7u64, 0, 0, Vec::new());
        for _ in 0..400 {
            // Pieces go about, pawns stay: positions come back often.
            let moves = game.position.legal_moves();
            let quiet: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| mv.mover() != crate::piece::Role::Pawn && !game.position.is_tactical(mv))
                .collect();
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let back = |mv: &&Move| {
                played.iter().rev().nth(1).is_some_and(|&m: &Move| (mv.from(), mv.to()) == (m.to(), m.from()))
            };
            let home = quiet.iter().find(back).filter(|_| seed >> 40 & 1 == 0);
            let Some(&mv) = home.or(quiet.get(seed as usize % quiet.len().max(1))) else { break };
            game.play(mv);
            played.push(mv);
            let stood = game.keys.iter().rev().skip(1).any(|key| Some(key) == game.keys.last());
            assert!(!game.is_surely_new() || !stood);
            new += usize::from(game.is_surely_new());
            let by_moves = returns(&mut game);
            foreseen += usize::from(by_moves);
            // Only men marked `~` are overlooked, which do not occur here.
            assert!(game.can_repeat(usize::MAX) || !by_moves, "{:?}", game.position);
            assert!(!game.can_repeat(2), "one's own last move is no repetition");
        }
        assert!(foreseen >= 10 && new >= 10, "{foreseen} {new}");
    }

    #[test]
    fn a_pass_is_no_way_back() {
        let text = "k7/8/8/8/8/8/8/K6R w - - 10 30";
        let mut game = Game::new(fen::parse::<crate::variants::chess::Chess>(text, Variant::Chess, false).unwrap());
        let play = |game: &mut Game<_>, text| {
            let mv = crate::notation::parse_uci(game.position(), text).unwrap();
            game.play(mv);
        };
        for text in ["h1h2", "a8b8", "h2h3"] {
            play(&mut game, text);
        }
        game.make_null();
        play(&mut game, "h3h1");
        // Black's king could go back and bring about the start, but only because Black has passed.
        assert_eq!(game.reversible_plies(), 1);
        assert!(!game.can_repeat(usize::MAX));
    }
}
