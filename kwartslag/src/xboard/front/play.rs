//! Playing: whose move it is, thinking, pondering, and the moves that come of it.

use std::time::Instant;

use engine::limits::Limits;
use engine::report::Score;
use engine::session::{Answer, Notation, Request, Roots};
use movegen::piece::Color;
use movegen::rules::{Status, Variant};

use super::super::thinker::Thinker;
use super::super::thinking;
use super::{Expected, Front, Mode, Purpose, Search, Thought};

/// From our own view, in centipawns: so bad that a draw is welcome.
const WORSE: i64 = -50;
/// So even that there is nothing left to play for, from move [`LATE`] on.
const EVEN: i64 = 10;
const LATE: u32 = 40;

impl<T: Thinker> Front<T> {
    /// `force` or the end of the game: nothing is thought about, and no move is made any more.
    pub(super) fn force(&mut self) {
        self.abandon_search();
        self.sit_down(Mode::Forced);
    }

    /// `go`: the engine plays the side on move.
    pub(super) fn go(&mut self) {
        if self.owes_move() {
            return;
        }
        self.abandon_search();
        self.settle_turn();
        let Some(board) = &self.board else { return self.say("Error (illegal position): go") };
        let color = board.turn();
        self.sit_down(Mode::Playing(color));
        self.on_clock_since = Instant::now();
        self.think();
    }

    /// `playother`: the engine plays the side that is not on move.
    pub(super) fn play_other(&mut self) {
        self.abandon_search();
        self.settle_turn();
        let Some(board) = &self.board else { return self.say("Error (illegal position): playother") };
        let color = !board.turn();
        self.sit_down(Mode::Playing(color));
    }

    /// A move of the GUI.
    pub(super) fn take_move(&mut self, text: &str) {
        let owes_move = self.owes_move() || self.partner.keeps_opponent_waiting();
        if owes_move {
            return self.refuse_move("the engine is on move", text);
        }
        self.settle_turn();
        let Some(board) = &mut self.board else { return self.refuse_move("illegal position", text) };
        let played = match board.play(text) {
            Ok(played) => played,
            Err(reason) => return self.refuse_move(&reason, text),
        };
        if let Some(note) = played.note {
            self.note(note);
        }
        self.excluded.clear();
        match (self.mode, played.claim) {
            (Mode::Forced, _) => self.abandon_search(),
            (Mode::Analysing, _) => self.restart_analysis(),
            (Mode::Playing(_), Some(claim)) => {
                self.abandon_search();
                self.say(claim);
            }
            (Mode::Playing(color), None) => self.answer_move(color),
        }
    }

    fn refuse_move(&mut self, reason: &str, text: &str) {
        log::warn!("illegal move {text}: {reason}");
        let text: String = text.chars().take(40).collect();
        self.say(format_args!("Illegal move ({reason}): {text}"));
    }

    /// A legal move was played; if it was the opponent's, the engine's clock runs.
    fn answer_move(&mut self, color: Color) {
        let Some(board) = &self.board else { return };
        let is_our_turn = board.turn() == color;
        let was_expected = is_our_turn && self.expects(board.last_move());
        if is_our_turn {
            self.on_clock_since = Instant::now();
        }
        if was_expected && self.is_clock_as_expected() {
            if let Some(search) = &mut self.search {
                search.purpose = Purpose::Move;
            }
            return self.thinker.ponderhit();
        }
        self.abandon_search();
        self.think();
    }

    fn expects(&self, played: Option<&str>) -> bool {
        match &self.search {
            Some(Search { purpose: Purpose::Ponder(expected), .. }) => Some(expected.uci.as_str()) == played,
            _ => false,
        }
    }

    /// Whether the pondering, which plans with the clock as it was, need not begin anew.
    fn is_clock_as_expected(&self) -> bool {
        self.clocks.own() >= self.pondered_clock - self.pondered_clock / 5
    }

    /// Begins to think about the engine's move, if it is the engine's turn.
    pub(super) fn think(&mut self) {
        let Mode::Playing(color) = self.mode else { return };
        let Some(board) = self.board.as_ref().filter(|board| board.turn() == color) else { return };
        if self.paused.is_some() {
            self.suspended = Some(Purpose::Move);
            return;
        }
        if let Some(forced) = board.forced() {
            return self.make_move(&forced);
        }
        match board.status() {
            Status::Ongoing => {}
            Status::Waiting { .. } => return self.wait_for_men(),
            Status::Won { .. } | Status::Drawn(_) | Status::Stopped => {
                return board.claim().into_iter().for_each(|claim| self.say(claim));
            }
        }
        let limits = self.clocks.limits(color, self.used(), self.partner.wishes.fast);
        let mut request = self.request(limits);
        request.roots = self.roots();
        if self.is_a_wanted_man_to_be_had() {
            request.options.multipv = request.options.multipv.max(super::two_boards::LINES);
        }
        self.begin(Purpose::Move, request, None);
    }

    /// A request for a search of the position on the board, or after one more move.
    fn request(&mut self, limits: Limits) -> Request {
        self.seed = self.seed.wrapping_add(1);
        let strength = self.options.strength(&limits, self.seed);
        Request { strength, options: self.options.search, notation: Notation::San, ..Request::new(limits) }
    }

    /// The root moves that are allowed: those that XBoard can show, not those excluded and, if that leaves any, none that gives the opponent a man
    /// that the partner fears.
    fn roots(&self) -> Roots {
        let Some(board) = &self.board else { return Roots::All };
        let is_limited = self.partner.wishes.fears_any() || board.hides_moves();
        if self.excluded.is_empty() && !is_limited {
            return Roots::All;
        }
        let mut moves = board.legal_moves();
        moves.retain(|mv| !self.excluded.contains(mv));
        let harmless: Vec<String> = moves.iter().filter(|mv| !self.gives_away_feared(mv)).cloned().collect();
        Roots::Only(if harmless.is_empty() { moves } else { harmless })
    }

    /// Starts a search; after one more move if it is given.
    fn begin(&mut self, purpose: Purpose, request: Request, further: Option<&str>) {
        let Some(board) = &self.board else { return };
        let mut line = board.line();
        line.moves.extend(further.map(str::to_string));
        self.last_id += 1;
        self.search = Some(Search { id: self.last_id, purpose, lines: Vec::new() });
        self.thinker.begin(self.last_id, board.kind().game, &line, request);
    }

    /// Thinks on the opponent's time about the answer to the move expected of him.
    pub(super) fn ponder(&mut self, expected: Expected) {
        let Mode::Playing(color) = self.mode else { return };
        if self.paused.is_some() {
            self.suspended = Some(Purpose::Ponder(expected));
            return;
        }
        self.pondered_clock = self.clocks.own();
        let used = std::time::Duration::ZERO;
        let limits = Limits { ponder: true, ..self.clocks.limits(color, used, self.partner.wishes.fast) };
        let request = self.request(limits);
        let uci = expected.uci.clone();
        self.begin(Purpose::Ponder(expected), request, Some(&uci));
    }

    /// `easy`: no thinking on the opponent's time.
    pub(super) fn stop_pondering(&mut self) {
        self.ponders = false;
        let is_pondering = |purpose: &Purpose| matches!(purpose, Purpose::Ponder(_));
        if self.suspended.as_ref().is_some_and(is_pondering) {
            self.suspended = None;
        }
        if self.search.as_ref().is_some_and(|search| is_pondering(&search.purpose)) {
            self.abandon_search();
        }
    }

    /// Thinks about the position without end.
    pub(super) fn begin_analysis(&mut self) {
        let mut request = self.request(Limits { infinite: true, ..Limits::default() });
        request.roots = self.roots();
        self.begin(Purpose::Analysis, request, None);
    }

    /// Looks for a move to suggest.
    pub(super) fn begin_hint(&mut self, limits: Limits) {
        let mut request = self.request(limits);
        request.roots = self.roots();
        self.begin(Purpose::Hint, request, None);
    }

    /// A line of thinking.
    pub(super) fn hear_thought(&mut self, thought: Thought) {
        let Some(search) = &mut self.search else { return };
        if thought.info.depth == 0 {
            return;
        }
        let text = match &search.purpose {
            Purpose::Hint => None,
            Purpose::Ponder(expected) => {
                Some(thinking::line(&thought.info, &format!("{} {}", expected.san, thought.pv)))
            }
            Purpose::Move | Purpose::Analysis => Some(thinking::line(&thought.info, &thought.pv)),
        };
        search.lines.truncate(thought.info.multipv.saturating_sub(1));
        search.lines.push(thought);
        if let Some(text) = text.filter(|_| self.posts) {
            self.say(text);
        }
    }

    /// The end of a search.
    pub(super) fn hear_answer(&mut self, answer: Answer) {
        let Some(search) = self.search.take() else { return };
        match search.purpose {
            Purpose::Move => self.decide(answer, &search.lines),
            Purpose::Hint => self.give_hint(answer.best),
            Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    /// Plays the move that was found, or one that helps the partner more, or waits with it.
    fn decide(&mut self, answer: Answer, lines: &[Thought]) {
        let Some(best) = answer.best else {
            self.answer_pings();
            log::error!("no move was found: {}", answer.standing);
            return;
        };
        let chosen = self.helpful(lines).unwrap_or_else(|| best.clone());
        self.last_score = lines.first().map(|line| thinking::score(line.info.score));
        let Some(written) = self.as_xboard_writes(&chosen) else {
            log::error!("a move that cannot be read was found: {chosen}");
            return;
        };
        if self.keeps_waiting(lines.first().map(|line| line.info.score)) {
            return self.wait_with(written, lines.first().map(|line| line.info.score));
        }
        self.make_move(&written);
        if chosen == best
            && let Some(expected) = answer.ponder.and_then(|san| self.expected(san))
        {
            self.ponder(expected);
        }
    }

    /// A legal move, given as SAN, in XBoard's notation.
    pub(super) fn as_xboard_writes(&self, san: &str) -> Option<String> {
        let board = self.board.as_ref()?;
        Some(board.written(&board.uci(board.read(san).ok()?)))
    }

    /// The move expected of the opponent, if pondering makes sense.
    fn expected(&self, san: String) -> Option<Expected> {
        let board = self.board.as_ref()?;
        let is_going_on = board.status() == Status::Ongoing && !board.is_in_prelude();
        if !self.ponders || !is_going_on {
            return None;
        }
        let uci = board.uci(board.read(&san).ok()?);
        Some(Expected { uci, san })
    }

    /// Plays the engine's own move, in XBoard's notation, and says what has come of it.
    pub(super) fn make_move(&mut self, written: &str) {
        let used = self.used();
        let Some(board) = &mut self.board else { return };
        let played = match board.play(written) {
            Ok(played) => played,
            Err(reason) => return log::error!("the engine's own move {written} was refused: {reason}"),
        };
        self.search = None;
        self.excluded.clear();
        self.partner.moved();
        self.clocks.made_move(used);
        for leg in written.split_inclusive(',') {
            self.say(format_args!("move {leg}"));
        }
        match played.claim {
            Some(claim) => self.say(claim),
            None => self.inform_partner(),
        }
        self.answer_pings();
    }

    /// `?`: the move found so far is made.
    pub(super) fn move_now(&mut self) {
        if self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move) {
            self.thinker.stop();
        } else if let Some(written) = self.partner.take_held() {
            self.make_move(&written);
        }
    }

    /// The opponent offers a draw. It is taken where two players may agree on one and we stand worse, or where there is
    /// nothing left to play for. In bughouse all four would have to agree, in HA-lijnen nobody may.
    pub(super) fn consider_draw(&mut self) {
        let (Mode::Playing(_), Some(board), Some(score)) = (self.mode, &self.board, self.last_score) else { return };
        let may_agree = match board.kind().game.variant {
            Variant::Chess
            | Variant::Crazyhouse
            | Variant::Doorgeefsolo
            | Variant::Superschaak
            | Variant::Doorgeef
            | Variant::Euwe => true,
            Variant::Bughouse | Variant::Halijnen => false,
        };
        let is_even = score.abs() <= EVEN && board.move_number() >= LATE;
        if may_agree && (score <= WORSE || is_even) {
            self.say("offer draw");
        }
    }
}

/// Moves to a mate of which a score speaks, from the view of the side that thinks.
pub(super) fn mate_in(score: Score) -> Option<i32> {
    match score {
        Score::Mate(moves) => Some(moves),
        Score::Centipawns(_) => None,
    }
}
