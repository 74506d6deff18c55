//! The partner on the other board: what he wants, what he is told, and waiting for the men that he wins.

use std::time::{Duration, Instant};

use engine::report::Score;
use movegen::moves::MoveKind;
use movegen::piece::{Color, Role, Roles};
use movegen::rules::{Status, Variant};

use super::super::board::Board;
use super::super::tells::{self, Message, Request, Told, Wishes};
use super::super::thinker::Thinker;
use super::super::thinking;
use super::super::variants::Form;
use super::play::mate_in;
use super::{Front, Mode, Purpose, Thought};

/// Lines to look at while the partner wants a man that can be captured.
pub(super) const LINES: usize = 4;

/// What a wanted man may cost, in centipawns, by how much it is wanted (1 to 3).
const PRICES: [i64; 3] = [30, 80, 200];

/// The engine's clock below which it never waits on its own account, in milliseconds.
const SHORTEST_CLOCK: i64 = 5000;

/// A move that is found and not made yet.
#[derive(Clone, Debug)]
struct Held {
    /// In XBoard's notation.
    written: String,
    /// The clock at which it is made, in milliseconds, if the diagonal opponent's clock is not known.
    floor: i64,
    /// Moves to the mate that threatens, if that is why.
    mated_in: Option<u32>,
}

/// The partner, as far as he is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Partner {
    name: Option<String>,
    told: Told,
    pub(super) wishes: Wishes,
    /// Whether he has asked us to hold back our next move.
    sits: bool,
    /// Whether he has told us to move, come what may.
    goes: bool,
    /// The clock of his opponent, as he has told it, in milliseconds.
    diagonal: Option<i64>,
    held: Option<Held>,
    /// Whether we are on move and cannot.
    waits: bool,
}

impl Partner {
    pub(super) fn new_game(&mut self) {
        *self = Partner { name: self.name.take(), ..Partner::default() };
    }

    /// Nothing is waited for any more.
    pub(super) fn release(&mut self) {
        self.held = None;
        self.waits = false;
    }

    /// A move of ours was made.
    pub(super) fn moved(&mut self) {
        self.release();
        self.sits = false;
        self.goes = false;
    }

    /// Whether it is our turn and we do not move.
    pub(super) fn keeps_opponent_waiting(&self) -> bool {
        self.held.is_some() || self.waits
    }

    /// The move held back, to be made now.
    pub(super) fn take_held(&mut self) -> Option<String> {
        self.held.take().map(|held| held.written)
    }
}

impl<T: Thinker> Front<T> {
    /// `partner NAME`, or nobody.
    pub(super) fn set_partner(&mut self, name: Option<String>) {
        self.partner.name = name;
        self.partner.told = Told::default();
    }

    /// Whether the game is one of two boards that is played with a partner.
    fn has_partner(&self) -> bool {
        self.kind.form == Form::TwoBoards && self.partner.name.is_some()
    }

    /// Whether the partners may say more than which man is wanted, that they wait, and mates (Euwe 6b).
    fn may_talk_freely(&self) -> bool {
        self.kind.game.variant == Variant::Bughouse
    }

    /// `ptell`: what the partner says. Advice on when to move is followed in bughouse alone.
    pub(super) fn hear_partner(&mut self, text: &str) {
        if self.kind.form != Form::TwoBoards {
            return;
        }
        for request in tells::understand(text) {
            self.follow(request);
        }
    }

    fn follow(&mut self, request: Request) {
        match request {
            Request::Men { .. } | Request::FreeTrades => self.partner.wishes.note(request),
            Request::Cancel => {
                self.partner.wishes.note(request);
                self.partner.sits = false;
            }
            Request::Help => self.say(tells::help()),
            Request::DiagonalTime(milliseconds) => self.partner.diagonal = Some(milliseconds),
            _ if !self.may_talk_freely() => {}
            Request::Sit => {
                self.partner.sits = true;
                self.partner.goes = false;
            }
            Request::Go => {
                self.partner.wishes.note(request);
                self.partner.sits = false;
                self.partner.goes = true;
                self.make_held_move();
            }
            Request::MoveNow => self.move_now(),
            Request::Fast | Request::Slow => self.partner.wishes.note(request),
        }
    }

    fn make_held_move(&mut self) {
        if let Some(written) = self.partner.take_held() {
            self.make_move(&written);
        }
    }

    /// `holding`: the hands as they are now. Men that arrive change what there is to think about.
    pub(super) fn hold(&mut self, white: &str, black: &str) {
        let Some(board) = &mut self.board else { return };
        match board.hold(white, black) {
            Ok(false) => {}
            Ok(true) => self.think_about_new_hands(),
            Err(reason) => self.say(format_args!("Error ({reason}): holding [{white}] [{black}]")),
        }
    }

    fn think_about_new_hands(&mut self) {
        match self.search.as_ref().map(|search| search.purpose.clone()) {
            Some(Purpose::Move) => self.think_anew(),
            Some(Purpose::Ponder(expected)) => {
                self.abandon_search();
                let is_possible = self.board.as_ref().is_some_and(|board| board.read(&expected.san).is_ok());
                if is_possible {
                    self.ponder(expected);
                }
            }
            Some(Purpose::Analysis | Purpose::Hint) => self.restart_analysis(),
            None if self.partner.keeps_opponent_waiting() => self.think_anew(),
            None => self.restart_analysis(),
        }
    }

    /// Thinks about the move again, on the clock that runs; pings still wait for it.
    pub(super) fn think_anew(&mut self) {
        if self.search.take().is_some() {
            self.thinker.stop();
        }
        self.partner.release();
        self.think();
    }

    /// We are on move and have none: only a man that arrives helps.
    pub(super) fn wait_for_men(&mut self) {
        self.partner.waits = true;
        self.answer_pings();
        self.inform_partner();
    }

    /// Whether a move that was found is not to be made yet: the partner has asked us to sit, or it walks into a mate that
    /// a man may still prevent. Not when the clock is short, or shorter than that of the partner's opponent, who may sit
    /// as well.
    pub(super) fn keeps_waiting(&self, score: Option<Score>) -> bool {
        let is_mated = score.and_then(mate_in).is_some_and(|moves| moves <= 0);
        let has_reason = self.partner.sits || is_mated;
        self.has_partner() && has_reason && !self.partner.goes && self.clock() > self.floor(self.clock() / 2)
    }

    /// Holds back a move.
    pub(super) fn wait_with(&mut self, written: String, score: Option<Score>) {
        let mated_in = score.and_then(mate_in).filter(|&moves| moves <= 0).map(i32::unsigned_abs);
        self.partner.held = Some(Held { written, floor: self.clock() / 2, mated_in });
        self.answer_pings();
        self.inform_partner();
    }

    /// The engine's clock as it is now, in milliseconds.
    fn clock(&self) -> i64 {
        self.clocks.own() - i64::try_from(self.used().as_millis()).unwrap_or(i64::MAX)
    }

    /// The clock at which waiting ends: that of the diagonal opponent, or half of what there was.
    fn floor(&self, half: i64) -> i64 {
        self.partner.diagonal.unwrap_or(half).max(SHORTEST_CLOCK)
    }

    /// How long a move that is held back may still wait.
    fn patience(&self) -> Option<Duration> {
        let held = self.partner.held.as_ref().filter(|_| self.paused.is_none())?;
        let left = self.clock() - self.floor(held.floor);
        Some(Duration::from_millis(u64::try_from(left).unwrap_or_default()))
    }

    /// When to look again at the clock.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        Instant::now().checked_add(self.patience()?)
    }

    /// Makes a move that has waited long enough.
    pub(crate) fn look_at_clock(&mut self) {
        if self.patience() == Some(Duration::ZERO) {
            self.make_held_move();
        }
    }

    /// Whether a move may capture a man that the partner wants.
    pub(super) fn is_a_wanted_man_to_be_had(&self) -> bool {
        let wishes = &self.partner.wishes;
        let Some(board) = self.board.as_ref().filter(|_| self.has_partner() && wishes.wants_any()) else {
            return false;
        };
        board.legal_moves().iter().filter_map(|mv| board.captured(mv)).any(|role| wishes.worth(role) > 0)
    }

    /// Whether the opponent could capture a man after this move that would hurt the partner badly.
    pub(super) fn gives_away_feared(&self, uci: &str) -> bool {
        let wishes = &self.partner.wishes;
        let Some(board) = self.board.as_ref().filter(|_| self.has_partner() && wishes.fears_any()) else {
            return false;
        };
        board.gives_away(uci, |role| wishes.worth(role) <= -2)
    }

    /// The move that gives the partner what he wants at a price that it is worth; in SAN.
    pub(super) fn helpful(&self, lines: &[Thought]) -> Option<String> {
        let board = self.board.as_ref().filter(|_| self.has_partner() && self.partner.wishes.wants_any())?;
        let best = thinking::score(lines.first()?.info.score);
        let worth = |line: &Thought| {
            let mv = board.read(line.first_move()).ok()?;
            let worth = self.partner.wishes.worth(board.captured(&board.uci(mv))?);
            let price = *PRICES.get(usize::try_from(worth).ok()?.checked_sub(1)?)?;
            (thinking::score(line.info.score) >= best - price).then_some(worth)
        };
        let wanted = lines.iter().filter_map(|line| Some((worth(line)?, line)));
        // Of those wanted equally the first is the best.
        let (_, line) = wanted.reduce(|a, b| if b.0 > a.0 { b } else { a })?;
        Some(line.first_move().to_string())
    }

    /// Tells the partner what has changed.
    pub(super) fn inform_partner(&mut self) {
        if !self.has_partner() {
            return;
        }
        let message = self.news();
        if let Some(text) = self.partner.told.update(message) {
            self.say(text);
        }
    }

    /// What there is to say about our board as it stands.
    fn news(&self) -> Option<Message> {
        let Mode::Playing(color) = self.mode else { return None };
        let board = self.board.as_ref()?;
        match board.status() {
            Status::Waiting { color: waiting, check } if waiting == color => {
                return Some(Message::Waiting { wanted: saviours(board, color), check });
            }
            Status::Ongoing => {}
            _ => return None,
        }
        if let Some(moves) = self.partner.held.as_ref().and_then(|held| held.mated_in) {
            return Some(Message::Sitting { moves });
        }
        if let Some(moves) = self.last_score.and_then(thinking::winning_in) {
            return Some(Message::Winning { moves });
        }
        let (mates, fears) = if self.may_talk_freely() && board.turn() != color {
            (mating_drops(board, color), mating_drops(board, !color))
        } else {
            (Roles::NONE, Roles::NONE)
        };
        (!mates.is_empty() || !fears.is_empty()).then_some(Message::Drops { mates, fears })
    }
}

/// The men of which one more in hand gives a player on move, who has no move, a move.
fn saviours(board: &Board, color: Color) -> Roles {
    let saves = |role: &Role| board.with_man(color, *role, color).is_some_and(|game| !game.legal_moves().is_empty());
    Roles::DROPPABLE.filter(saves).fold(Roles::NONE, Roles::with)
}

/// The men of which one more in hand would let this colour, if it were on move, mate at once.
fn mating_drops(board: &Board, color: Color) -> Roles {
    let in_hand = board.stock().of(color);
    Roles::DROPPABLE.filter(|&role| !in_hand.has(role) && mates_with(board, color, role)).fold(Roles::NONE, Roles::with)
}

fn mates_with(board: &Board, color: Color, role: Role) -> bool {
    let Some(mut game) = board.with_man(color, role, color) else { return false };
    let drops = game.legal_moves().into_iter().filter(|mv| mv.kind() == MoveKind::Drop && mv.role() == role);
    for mv in drops.collect::<Vec<_>>() {
        if game.play(mv.into()).is_err() {
            continue;
        }
        let status = game.status().of_board(0);
        game.undo();
        if matches!(status, Status::Won { winner, .. } if winner == color) {
            return true;
        }
    }
    false
}
