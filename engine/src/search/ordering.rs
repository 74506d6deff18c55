//! The order in which a node's moves are tried, generated stage by stage.

use eval::Evaluate;
use movegen::bitboard::Bitboard;
use movegen::moves::{Move, MoveList};
use movegen::piece::Role;
use movegen::position::Selection;

use super::history::{Context, History};
use super::quiet_scores::{
    CheckSquares, Decisive, QuietScorer, SafeChecks, is_decisive, loses_much, place_of, rank, score_of,
};

/// Which moves a node wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// All moves.
    All,
    /// What quiescence looks at: tactical moves, and quiet ones that decide at once.
    Noisy,
}

/// Which quiet moves a picker still deals out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quiet {
    All,
    Checks,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Hash,
    GenerateTactical,
    Tactical,
    Killer(u8),
    GenerateQuiet,
    Quiet,
    LosingTactical,
    GenerateDecisive,
    Decisive,
    Done,
}

/// Deals out the legal moves of one node, each once, the promising first. Keeps its memory from node to node.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    wanted: Wanted,
    hash: Option<Move>,
    killers: [Option<Move>; 2],
    moves: MoveList,
    ranks: Vec<i32>,
    next: usize,
    losing: Vec<Move>,
    quiet: Quiet,
    checks: Option<CheckSquares>,
}

impl Picker {
    /// A picker to be [`begin`](Picker::begin)ned.
    pub(crate) fn new() -> Picker {
        Picker {
            stage: Stage::Done,
            wanted: Wanted::All,
            hash: None,
            killers: [None; 2],
            moves: MoveList::new(),
            ranks: Vec::new(),
            next: 0,
            losing: Vec::new(),
            quiet: Quiet::All,
            checks: None,
        }
    }

    /// Starts on a node. The hash move and the killers need not be legal here.
    #[inline]
    pub(crate) fn begin<P: Evaluate>(
        &mut self,
        position: &P,
        wanted: Wanted,
        hash: Option<Move>,
        killers: [Option<Move>; 2],
    ) {
        self.wanted = wanted;
        self.hash = hash.filter(|&mv| position.is_legal(mv) && (wanted == Wanted::All || is_noisy(position, mv)));
        self.killers = killers;
        self.stage = Stage::Hash;
        self.losing.clear();
        self.quiet = Quiet::All;
        self.checks = None;
    }

    /// From now on no quiet move any more.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiet = Quiet::None;
    }

    /// Whether the quiet moves are still to be listed.
    #[inline(always)]
    pub(crate) fn is_before_quiets(&self) -> bool {
        self.stage <= Stage::GenerateQuiet && self.quiet == Quiet::All
    }

    /// Of the quiet moves, only those that attack the king and do not lose the man; to be asked for before they are
    /// listed.
    pub(crate) fn only_checks(&mut self) {
        self.quiet = Quiet::Checks;
    }

    /// The next move. The position must be the one given to [`begin`](Picker::begin).
    #[inline]
    pub(crate) fn next<P: Evaluate>(&mut self, position: &P, history: &History, context: &Context) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateTactical;
                    if self.hash.is_some() {
                        return self.hash;
                    }
                }
                Stage::GenerateTactical => {
                    self.generate_tactical(position, history);
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => match self.best() {
                    Some(mv) if Some(mv) == self.hash => {}
                    Some(mv) if self.loses(position, mv) => self.losing.push(mv),
                    Some(mv) => return Some(mv),
                    None if self.wanted == Wanted::All => self.stage = Stage::Killer(0),
                    None => self.stage = Stage::GenerateDecisive,
                },
                Stage::Killer(slot) => {
                    self.stage = if slot == 0 { Stage::Killer(1) } else { Stage::GenerateQuiet };
                    if let Some(mv) = self.killer(position, slot.into()) {
                        return Some(mv);
                    }
                }
                Stage::GenerateQuiet => {
                    self.stage = Stage::Quiet;
                    self.list_quiets(position, history, context);
                }
                Stage::Quiet => match if self.quiet == Quiet::None { None } else { self.best() } {
                    Some(mv) if Some(mv) == self.hash || self.killers.contains(&Some(mv)) => {}
                    Some(mv) => return Some(mv),
                    None => {
                        self.stage = Stage::LosingTactical;
                        self.next = 0;
                    }
                },
                Stage::LosingTactical => {
                    let mv = self.losing.get(self.next).copied();
                    self.next += 1;
                    if mv.is_none() {
                        self.stage = Stage::Done;
                    }
                    return mv;
                }
                Stage::GenerateDecisive => {
                    self.stage = Stage::Decisive;
                    self.list_decisive(position);
                }
                Stage::Decisive => match self.best() {
                    Some(mv) if Some(mv) == self.hash => {}
                    Some(mv) => return Some(mv),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn start_list(&mut self) {
        self.moves.clear();
        self.ranks.clear();
        self.next = 0;
    }

    /// Lists the quiet moves that are still wanted, with their scores.
    #[inline(always)]
    fn list_quiets<P: Evaluate>(&mut self, position: &P, history: &History, context: &Context) {
        self.start_list();
        if self.quiet == Quiet::None {
            return;
        }
        let color = position.actor();
        let pawns = position.core().board().men(!color, Role::Pawn).forward(!color);
        let mut list = QuietScorer {
            position,
            learnt: history.quiets(color, context),
            checks: self.check_squares(position),
            checks_are_safe: self.quiet == Quiet::Checks,
            covered: if P::EXCHANGES { pawns.west() | pawns.east() } else { Bitboard::EMPTY },
            moves: &mut self.moves,
            ranks: &mut self.ranks,
        };
        match self.quiet {
            Quiet::Checks => position.generate(Selection::Quiet, &mut SafeChecks(list)),
            _ => position.generate(Selection::Quiet, &mut list),
        }
    }

    /// Lists the quiet moves that decide at once.
    fn list_decisive<P: Evaluate>(&mut self, position: &P) {
        self.start_list();
        if position.decisive_square().is_some() {
            position.generate(Selection::Quiet, &mut Decisive { position, list: &mut self.moves });
            self.ranks.extend((0..self.moves.len()).map(|place| rank(0, place)));
        }
    }

    fn generate_tactical<P: Evaluate>(&mut self, position: &P, history: &History) {
        self.start_list();
        position.generate(Selection::Tactical, &mut self.moves);
        let values = position.values();
        let ranks = self.moves.iter().enumerate().map(|(place, &mv)| {
            let learnt = position.captured(mv).map_or(0, |role| history.capture(mv, role));
            rank(16 * material_gain(position, mv) - values[mv.mover().index()].min(1000) + learnt / 8, place)
        });
        self.ranks.extend(ranks);
    }

    /// The squares from which men give check or decide, found once a node.
    #[inline(always)]
    pub(crate) fn check_squares<P: Evaluate>(&mut self, position: &P) -> CheckSquares {
        *self.checks.get_or_insert_with(|| CheckSquares::of(position))
    }

    /// Whether a tactical move should wait until the quiet ones have been tried; in quiescence, for ever.
    fn loses<P: Evaluate>(&self, position: &P, mv: Move) -> bool {
        P::EXCHANGES && !position.see_ge(mv, 0, position.values())
    }

    /// A killer that is legal, quiet and wanted here, and not the hash move.
    fn killer<P: Evaluate>(&mut self, position: &P, slot: usize) -> Option<Move> {
        let mv = self.killers[slot].filter(|&mv| Some(mv) != self.hash)?;
        let wanted = match self.quiet {
            Quiet::All => true,
            Quiet::Checks => self.check_squares(position).attacked_by(mv) && !loses_much(position, mv),
            Quiet::None => false,
        };
        (wanted && position.is_legal(mv) && !position.is_tactical(mv)).then_some(mv)
    }

    /// Takes the best-ranked move left on the list.
    #[inline(always)]
    fn best(&mut self) -> Option<Move> {
        let most = self.ranks[self.next..].iter().copied().max()?;
        let place = place_of(most);
        self.ranks[place] = rank(score_of(self.ranks[self.next]), place);
        let mv = self.moves.swap(self.next, place);
        self.next += 1;
        Some(mv)
    }
}

impl Default for Picker {
    fn default() -> Picker {
        Picker::new()
    }
}

/// What a move captures and what its pawn becomes, in centipawns.
#[inline(always)]
pub(crate) fn material_gain<P: Evaluate>(position: &P, mv: Move) -> i32 {
    let values = position.values();
    let captured = position.captured(mv).map_or(0, |role| values[role.index()]);
    let promotion = if mv.is_promotion() { values[mv.role().index()] - values[Role::Pawn.index()] } else { 0 };
    captured + promotion
}

/// Whether the move is one of [`Wanted::Noisy`].
pub(crate) fn is_noisy<P: Evaluate>(position: &P, mv: Move) -> bool {
    position.is_tactical(mv) || is_decisive(position, mv)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use movegen::fen;
    use movegen::position::Position;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;
    use movegen::variants::drops::Drops;
    use movegen::variants::ha_lijnen::HaLijnen;
    use movegen::variants::superschaak::Superschaak;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn deal<P: Evaluate>(picker: &mut Picker, position: &P, history: &History) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position, history, &Context::default())).collect()
    }

    /// Every node of random games: all legal moves, the noisy ones, and all but quiet moves that are no safe checks.
    fn check<P: Evaluate>(variant: Variant) {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut random = |below: usize| rng.random_range(0..below);
        let (mut picker, history) = (Picker::new(), History::default());
        for _ in 0..4 {
            let mut position: P = fen::parse(variant.start_fen(), variant, false).expect("the start is sound");
            let mut earlier = Move::FLAG;
            for _ in 0..120 {
                let legal = position.legal_moves().to_vec();
                if position.over().is_some() || legal.is_empty() {
                    break;
                }
                let mut any = || [Some(legal[random(legal.len())]), Some(earlier), None][random(3)];
                let (hash, killers) = (any(), [any(), any()]);
                let killers = if killers[0] == killers[1] { [killers[0], None] } else { killers };
                let set: HashSet<Move> = legal.iter().copied().collect();
                let noisy: HashSet<Move> = legal.iter().copied().filter(|&mv| is_noisy(&position, mv)).collect();
                for (wanted, checks) in [(Wanted::All, false), (Wanted::All, true), (Wanted::Noisy, false)] {
                    picker.begin(&position, wanted, hash, killers);
                    if checks {
                        picker.only_checks();
                    }
                    let dealt = deal(&mut picker, &position, &history);
                    let killers = if wanted == Wanted::All { killers } else { [None; 2] };
                    check_order(&position, &dealt, picker.hash, killers);
                    let once: HashSet<Move> = dealt.iter().copied().collect();
                    assert_eq!(once.len(), dealt.len(), "{variant}: one comes twice: {dealt:?}");
                    let squares = picker.check_squares(&position);
                    let is_asked_for = |mv: &Move| match (wanted, checks) {
                        (Wanted::All, false) => true,
                        (Wanted::All, true) => {
                            position.is_tactical(*mv) || (squares.attacked_by(*mv) && !loses_much(&position, *mv))
                        }
                        (Wanted::Noisy, _) => {
                            noisy.contains(mv) && (!position.is_tactical(*mv) || !picker.loses(&position, *mv))
                        }
                    };
                    let mut expected: HashSet<Move> = set.iter().copied().filter(is_asked_for).collect();
                    expected.extend(
                        hash.filter(|mv| if wanted == Wanted::Noisy { noisy.contains(mv) } else { set.contains(mv) }),
                    );
                    assert_eq!(once, expected, "{variant} {wanted:?} {checks}");
                }
                earlier = legal[random(legal.len())];
                position.make(earlier, &mut ());
            }
        }
    }

    /// The hash move, captures and promotions that lose nothing, killers, quiet moves, losing captures.
    fn check_order<P: Evaluate>(position: &P, dealt: &[Move], hash: Option<Move>, killers: [Option<Move>; 2]) {
        let stage = |mv: Move| match mv {
            _ if Some(mv) == hash => 0,
            _ if position.is_tactical(mv) && (!P::EXCHANGES || position.see_ge(mv, 0, position.values())) => 1,
            _ if position.is_tactical(mv) => 4,
            _ if killers.contains(&Some(mv)) => 2,
            _ => 3,
        };
        assert!(dealt.is_sorted_by_key(|&mv| stage(mv)), "{dealt:?}");
    }

    #[test]
    fn a_quiet_move_that_has_cut_comes_before_others_and_all_can_be_skipped() {
        let position: Chess = fen::parse("4k3/8/8/3p4/4P3/8/8/R3K3 w - - 0 1", Variant::Chess, false).expect("sound");
        let good = movegen::notation::parse_uci(&position, "a1a6").expect("a legal move");
        let mut history = History::default();
        history.note_quiet(position.actor(), good, &Context::default(), 4000);
        let mut picker = Picker::new();
        picker.begin(&position, Wanted::All, None, [None; 2]);
        let dealt = deal(&mut picker, &position, &history);
        let quiets: Vec<Move> = dealt.into_iter().filter(|&mv| !position.is_tactical(mv)).collect();
        assert!(quiets[..2].contains(&good), "only a safe check may come before it: {quiets:?}");
        picker.begin(&position, Wanted::All, Some(good), [None; 2]);
        picker.skip_quiets();
        let dealt = deal(&mut picker, &position, &history);
        assert_eq!((dealt.len(), dealt[0]), (2, good), "the hash move and the capture: {dealt:?}");
    }

    #[test]
    fn every_move_is_dealt_once() {
        check::<Chess>(Variant::Chess);
        check::<Drops>(Variant::Crazyhouse);
        check::<Drops>(Variant::Doorgeefsolo);
        check::<Superschaak>(Variant::Superschaak);
        check::<HaLijnen>(Variant::Halijnen);
    }
}
