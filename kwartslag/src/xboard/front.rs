//! Obeys the commands of the GUI and answers what the thinking thread finds.
//!
//! All of it happens on one thread, which never waits for a search: lines and events come as messages, in their order.
//! Every search has a number, and what an abandoned one still finds is dropped; so no move is made after `force`, `new`,
//! `result` or `setboard`.

mod analysis;
mod play;
mod set_up;
mod two_boards;

#[cfg(test)]
mod tests;

use std::fmt::Display;
use std::time::{Duration, Instant};

use engine::host::Event;
use engine::options::{Change, Effect, OptionError, Options};
use engine::report::Info;
use movegen::piece::Color;
use movegen::rules::Variant;

use super::board::Board;
use super::clocks::Clocks;
use super::edit::{Editor, Step};
use super::features::{self, BUGHOUSE_RULES, TWO_BOARD_RULES};
use super::parse::{self, Command};
use super::thinker::{SearchId, Thinker};
use super::variants::{CHESS, XBoardGame};
use crate::diagnostics;
use two_boards::Partner;

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The next line.
    Next,
    /// The end.
    Quit,
}

/// For whom the engine plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// For nobody (`force`).
    Forced,
    /// For this colour.
    Playing(Color),
    /// For nobody, but it thinks about every position (`analyze`).
    Analysing,
}

/// Why there is a search.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Purpose {
    /// To make a move.
    Move,
    /// To be ready for this move of the opponent.
    Ponder(Expected),
    /// To analyse.
    Analysis,
    /// To suggest a move to the user.
    Hint,
}

/// The move expected of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Expected {
    uci: String,
    san: String,
}

/// A line of thinking.
#[derive(Clone, Debug)]
struct Thought {
    info: Info,
    /// Its moves, in SAN.
    pv: String,
}

impl Thought {
    fn first_move(&self) -> &str {
        self.pv.split(' ').next().unwrap_or_default()
    }
}

/// The search that runs.
#[derive(Debug)]
struct Search {
    id: SearchId,
    purpose: Purpose,
    /// The lines of the last iteration, the best first.
    lines: Vec<Thought>,
}

/// The engine as a player and analyst on the GUI's board.
pub(crate) struct Front<T> {
    thinker: T,
    output: Box<dyn FnMut(&str)>,
    options: Options,
    /// By which rules a server's bughouse is played.
    bughouse: Variant,
    kind: XBoardGame,
    /// The game; `None` after a position that cannot be, until the next good one.
    board: Option<Board>,
    /// Protocol 1: who is on move, where that was said and not yet needed.
    turn: Option<Color>,
    mode: Mode,
    search: Option<Search>,
    /// The number of the last search.
    last_id: SearchId,
    /// A search that goes on when the pause ends.
    suspended: Option<Purpose>,
    paused: Option<Instant>,
    clocks: Clocks,
    /// Since when the engine's clock has run.
    on_clock_since: Instant,
    /// Whether to think on the opponent's time.
    ponders: bool,
    /// The engine's clock when the pondering began, in milliseconds.
    pondered_clock: i64,
    /// Whether to show the thinking.
    posts: bool,
    /// Whether the GUI takes debug lines.
    debug: bool,
    /// Pings that wait for the move.
    pings: Vec<String>,
    /// Root moves not to think about, as UCI text.
    excluded: Vec<String>,
    editor: Option<Editor>,
    partner: Partner,
    /// The score after the engine's last move, from its own view.
    last_score: Option<i64>,
    /// Makes the choices of weakened play different in each search.
    seed: u64,
}

impl<T: Thinker> Front<T> {
    /// A front before the first command.
    ///
    /// # Errors
    /// Never; the text would say what is wrong with the array of chess.
    pub(crate) fn new(thinker: T, seed: u64, output: impl FnMut(&str) + 'static) -> Result<Front<T>, String> {
        let mut clocks = Clocks::default();
        clocks.new_game();
        Ok(Front {
            thinker,
            output: Box::new(output),
            options: Options::default(),
            bughouse: Variant::Bughouse,
            kind: CHESS,
            board: Some(Board::chess()?),
            turn: None,
            mode: Mode::Forced,
            search: None,
            last_id: 0,
            suspended: None,
            paused: None,
            clocks,
            on_clock_since: Instant::now(),
            ponders: false,
            pondered_clock: 0,
            posts: false,
            debug: false,
            pings: Vec::new(),
            excluded: Vec::new(),
            editor: None,
            partner: Partner::default(),
            last_score: None,
            seed,
        })
    }

    /// Obeys one line.
    pub(crate) fn obey(&mut self, line: &str) -> Flow {
        if self.edits(line) {
            return Flow::Next;
        }
        match parse::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => {
                self.abandon_search();
                return Flow::Quit;
            }
            Ok(Some(command)) => self.execute(command),
            Err(error) => {
                log::warn!("{error}");
                self.say(error);
            }
        }
        Flow::Next
    }

    /// Takes a line of edit mode; whether it is one.
    fn edits(&mut self, line: &str) -> bool {
        let Some(editor) = &mut self.editor else { return false };
        match editor.obey(line) {
            Step::More => true,
            Step::Done => {
                self.finish_editing();
                true
            }
            Step::Unknown => false,
        }
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::ProtocolVersion => self.say(features::announcement()),
            Command::Accepted(feature) if feature == "debug" => self.debug = true,
            Command::Xboard | Command::Accepted(_) | Command::Rejected(_) | Command::Information | Command::Quit => {}
            Command::New => self.new_game(),
            Command::Variant(name) => self.set_variant(&name),
            Command::SetBoard(fen) => self.set_board(&fen),
            Command::Edit => self.start_editing(),
            Command::Undo => self.take_back(1),
            Command::Remove => self.take_back(2),
            Command::White => self.assign(Color::White),
            Command::Black => self.assign(Color::Black),
            Command::Force | Command::Result => self.force(),
            Command::Go => self.go(),
            Command::PlayOther => self.play_other(),
            Command::Move(text) => self.take_move(&text),
            Command::MoveNow => self.move_now(),
            Command::Draw => self.consider_draw(),
            Command::Level { level, ignored } => {
                self.clocks.set_level(level);
                for text in ignored {
                    self.note(format_args!("level: `{text}` is not obeyed"));
                }
            }
            Command::TimePerMove(time) => self.clocks.set_time_per_move(time),
            Command::Depth(depth) => self.clocks.set_depth(depth),
            Command::OwnTime(milliseconds) => self.set_own_time(milliseconds),
            Command::OpponentTime(milliseconds) => self.clocks.set_opponent(milliseconds),
            Command::Ping(number) => self.ping(number),
            Command::Hard => self.ponders = true,
            Command::Easy => self.stop_pondering(),
            Command::Post => self.posts = true,
            Command::NoPost => self.posts = false,
            Command::Pause => self.pause(),
            Command::Resume => self.resume(),
            Command::Analyze => self.analyse(),
            Command::Exit => self.end_analysis(),
            Command::Progress => self.show_progress(),
            Command::Exclude(mv) => self.exclude(mv.as_deref()),
            Command::Include(mv) => self.include(mv.as_deref()),
            Command::Hint => self.hint(),
            Command::Book => self.say(" There is no opening book.\n"),
            Command::Lift(square) => self.show_targets(&square),
            Command::Put(square) => self.offer_promotions(&square),
            Command::Memory(mebibytes) => self.set_memory(mebibytes),
            Command::Cores(number) => self.set_engine_option("Threads", Some(&number.to_string())),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Partner(name) => self.set_partner(name),
            Command::PartnerTell(text) => self.hear_partner(&text),
            Command::Holding { white, black } => self.hold(&white, &black),
        }
    }

    /// Hears what a search has found.
    pub(crate) fn hear(&mut self, id: SearchId, event: Event) {
        if self.search.as_ref().is_none_or(|search| search.id != id) {
            return;
        }
        match event {
            Event::Info(info, pv) => self.hear_thought(Thought { info, pv }),
            Event::Best(answer) => self.hear_answer(answer),
            Event::NoPosition => self.abandon_search(),
            Event::PerftMove(..) | Event::Perft(_) | Event::Bench(_) => {}
        }
    }

    /// Passes on a notice of the thinking thread.
    pub(crate) fn notice(&mut self, text: &str) {
        self.note(text);
    }

    /// Writes one or more lines.
    fn say(&mut self, text: impl Display) {
        (self.output)(&text.to_string());
    }

    /// Writes a debug line, if the GUI takes them.
    fn note(&mut self, text: impl Display) {
        log::info!("{text}");
        if self.debug {
            self.say(format_args!("# {text}"));
        }
    }

    /// Answers at once, unless a move is being thought about: the pong comes after the move. An idle engine is ready when
    /// it says so.
    fn ping(&mut self, number: String) {
        if self.owes_move() {
            self.pings.push(number);
            return;
        }
        if self.search.is_none() {
            self.thinker.settle(self.options.search.threads);
        }
        self.say(format_args!("pong {number}"));
    }

    /// Whether a move is owed, in a pause too.
    fn owes_move(&self) -> bool {
        self.thinks_about_move() || self.suspended == Some(Purpose::Move)
    }

    /// Whether a move comes without any further command.
    pub(crate) fn thinks_about_move(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// The engine plays for somebody else, or from another position: how it stood before says nothing any more.
    fn sit_down(&mut self, mode: Mode) {
        self.mode = mode;
        self.last_score = None;
    }

    /// No move is owed any more.
    fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.pings) {
            self.say(format_args!("pong {number}"));
        }
    }

    /// Ends the search and drops whatever it comes to.
    fn abandon_search(&mut self) {
        if self.search.take().is_some() {
            self.thinker.stop();
        }
        self.suspended = None;
        self.partner.release();
        self.answer_pings();
    }

    /// How long the engine's clock has run, pauses left out.
    fn used(&self) -> Duration {
        self.paused.unwrap_or_else(Instant::now).saturating_duration_since(self.on_clock_since)
    }

    /// The clock is told as it stands now.
    fn set_own_time(&mut self, milliseconds: i64) {
        self.clocks.set_own(milliseconds);
        self.on_clock_since = Instant::now();
    }

    fn pause(&mut self) {
        if self.paused.is_some() {
            return;
        }
        self.paused = Some(Instant::now());
        if let Some(search) = self.search.take() {
            self.thinker.stop();
            self.suspended = Some(search.purpose);
        }
    }

    fn resume(&mut self) {
        let Some(since) = self.paused.take() else { return };
        self.on_clock_since += since.elapsed();
        match self.suspended.take() {
            Some(Purpose::Move) => self.think(),
            Some(Purpose::Ponder(expected)) => self.ponder(expected),
            Some(Purpose::Analysis) => self.restart_analysis(),
            Some(Purpose::Hint) => self.hint(),
            None => {}
        }
    }

    /// The memory for all tables; what they need beside the transposition table is small.
    fn set_memory(&mut self, mebibytes: usize) {
        self.set_engine_option("Hash", Some(&mebibytes.to_string()));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if name.eq_ignore_ascii_case(BUGHOUSE_RULES) {
            return self.set_bughouse_rules(value.unwrap_or_default());
        }
        let definitions = engine::options::definitions();
        let is_offered = definitions
            .iter()
            .any(|definition| definition.name.eq_ignore_ascii_case(name) && features::is_offered(definition.id));
        if is_offered {
            self.set_engine_option(name, value);
        } else {
            self.refuse_option(&OptionError::Unknown(name.to_string()), name);
        }
    }

    fn open_log(&mut self) {
        let path = &self.options.log_file;
        if let Err(error) = diagnostics::log_to(path) {
            let text = format!("tellusererror option Debug Log File: {path}: {error}");
            self.say(text);
        }
    }

    fn refuse_option(&mut self, error: &OptionError, name: &str) {
        log::warn!("{error}");
        self.say(format_args!("Error ({error}): option {name}"));
    }

    fn set_bughouse_rules(&mut self, value: &str) {
        match TWO_BOARD_RULES.into_iter().find(|rules| rules.id().eq_ignore_ascii_case(value)) {
            Some(rules) => self.bughouse = rules,
            None => {
                let names = TWO_BOARD_RULES.map(Variant::id).join(", ");
                self.say(format_args!("Error (choose one of {names}): option {BUGHOUSE_RULES}={value}"));
            }
        }
    }

    /// Sets an option of the engine. A search without end takes it to heart at once, one for a move with the next.
    fn set_engine_option(&mut self, name: &str, value: Option<&str>) {
        let Change { effect, note, .. } = match self.options.set(name, value) {
            Ok(change) => change,
            Err(error) => return self.refuse_option(&error, name),
        };
        if let Some(note) = note {
            self.note(note);
        }
        match effect {
            Effect::Hash => self.thinker.resize(self.options.hash),
            Effect::ClearHash => self.thinker.clear(),
            Effect::LogFile => self.open_log(),
            Effect::None | Effect::Rules | Effect::Variant => {}
        }
        match self.search.as_ref().map(|search| search.purpose.clone()) {
            Some(Purpose::Analysis) => self.restart_analysis(),
            Some(Purpose::Ponder(expected)) => self.ponder(expected),
            Some(Purpose::Move | Purpose::Hint) | None => {}
        }
    }
}
