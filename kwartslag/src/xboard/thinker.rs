//! What the front needs of the thinking thread.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use engine::host::{Event, Host, Job, Work};
use engine::session::{self, Request, Rules, Session};
use movegen::name::GameName;

use super::Message;
use super::board::Line;

/// The number of a search, by which its events are known.
pub(crate) type SearchId = u64;

/// Someone who thinks, one search at a time. Events come back as [`Message`]s with the number of their search.
pub(crate) trait Thinker {
    /// Begins a search; one that only a command would end makes way.
    fn begin(&mut self, id: SearchId, game: GameName, line: &Line, request: Request);

    /// Ends the search that runs.
    fn stop(&mut self);

    /// The pondered move was played: the clock counts from now on.
    fn ponderhit(&mut self);

    /// The transposition table gets another size, in mebibytes.
    fn resize(&mut self, mebibytes: usize);

    /// Earlier searches are forgotten.
    fn clear(&mut self);

    /// Returns when all that was asked for is done and a search could begin at once.
    fn settle(&mut self, threads: usize);
}

/// The thinking thread of the engine.
pub(crate) struct HostThinker {
    host: Host,
    messages: Sender<Message>,
    /// The game last thought about: a move that continues it need not be replayed from the start.
    known: Option<Known>,
}

struct Known {
    game: GameName,
    line: Line,
    session: Arc<dyn Session>,
}

impl HostThinker {
    /// Thinks with this host and sends what comes of it.
    pub(crate) fn new(host: Host, messages: Sender<Message>) -> HostThinker {
        HostThinker { host, messages, known: None }
    }

    /// The session of a game, continued from the one before if possible.
    fn session(&mut self, game: GameName, line: &Line) -> Option<Arc<dyn Session>> {
        let further = self.known.as_ref().filter(|known| known.game == game && known.line.start == line.start);
        let further = further.and_then(|known| Some((known, line.moves.strip_prefix(known.line.moves.as_slice())?)));
        let rules = Rules { chess960: game.chess960, ..Rules::new(game.variant) };
        let session = match further {
            Some((known, moves)) => known.session.continued(moves).ok()?,
            None => session::open(&rules, Some(&line.start), &line.moves).ok()?.session,
        };
        self.known = Some(Known { game, line: line.clone(), session: Arc::clone(&session) });
        Some(session)
    }
}

impl Thinker for HostThinker {
    fn begin(&mut self, id: SearchId, game: GameName, line: &Line, request: Request) {
        let Some(session) = self.session(game, line) else {
            log::error!("no session for {line:?}");
            let _ = self.messages.send(Message::Event(id, Event::NoPosition));
            return;
        };
        let messages = self.messages.clone();
        let listener = move |event: Event| drop(messages.send(Message::Event(id, event)));
        self.host.begin(Job::new(Work::Search(session, Box::new(request)), listener));
    }

    fn stop(&mut self) {
        self.host.stop();
    }

    fn ponderhit(&mut self) {
        self.host.ponderhit();
    }

    fn resize(&mut self, mebibytes: usize) {
        self.host.resize(mebibytes);
    }

    fn clear(&mut self) {
        self.host.clear();
    }

    fn settle(&mut self, threads: usize) {
        self.host.prepare(threads);
        self.host.wait_until_idle(None);
    }
}
