//! What partners of two-board games say to each other.
//!
//! Read are the dialects of Sjeng (`+n`, `---q`, `trades`), Sunsetter (`sitting`, `go (I am ok)`), Fairy-Stockfish
//! (`sit`, `fast`, `otim 4200`) and the plain words of people, in any case. What is not understood is never answered:
//! two programs that answer each other's "I do not understand" never stop.

use std::fmt;

use movegen::piece::{Role, Roles};

/// What the partner wants, or tells about his own game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// Do not move.
    Sit,
    /// Move when you like.
    Go,
    /// Play fast.
    Fast,
    /// Take your time again.
    Slow,
    /// Forget what I asked for.
    Cancel,
    /// Move at once.
    MoveNow,
    /// These men are good for the partner (1 to 3, 3 mates) or, in the opponent's hand, bad (-1 to -3).
    Men {
        /// Which ones.
        roles: Roles,
        /// How good or bad; 0 takes it back.
        worth: i8,
    },
    /// Exchanges do not hurt any more.
    FreeTrades,
    /// The clock of the partner's opponent, who sits diagonally across, in milliseconds.
    DiagonalTime(i64),
    /// What do you understand?
    Help,
}

/// Longest tell that is read, in bytes: servers cut at a few hundred.
const LONGEST: usize = 1000;

/// Everything that is understood of a tell, in its order.
pub(crate) fn understand(text: &str) -> Vec<Request> {
    let text = text.get(..LONGEST.min(text.len())).unwrap_or_default().to_ascii_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '\'')))
        .filter(|word| !word.is_empty())
        .collect();
    // An answer to what we have told repeats it: "Ok, Knight is VERY bad (ptell me 'x' when it is no longer bad)".
    if words.first().is_some_and(|word| matches!(*word, "ok" | "okay")) {
        return Vec::new();
    }
    let mut requests: Vec<Request> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        requests.extend(signed_men(word));
        if index == 0 {
            requests.extend(command(word, words.get(1).copied()));
        }
    }
    if text.starts_with("you can trade freely") {
        requests.push(Request::FreeTrades);
    }
    if requests.is_empty() {
        requests.extend(harmless_again(&words).or_else(|| plain_words(&words)));
    }
    requests
}

/// The commands that stand at the beginning of a tell.
fn command(word: &str, parameter: Option<&str>) -> Option<Request> {
    Some(match word {
        "sit" => Request::Sit,
        "go" | "gogo" => Request::Go,
        "fast" | "faster" | "hurry" => Request::Fast,
        "slow" | "slower" => Request::Slow,
        "x" | "cancel" | "nvm" => Request::Cancel,
        "move" if parameter.is_none() => Request::MoveNow,
        "otim" => Request::DiagonalTime(parameter?.parse::<i64>().ok()?.saturating_mul(10)),
        "help" => Request::Help,
        _ => return None,
    })
}

/// `+n`, `++p`, `---q`, `---trades`; the sign may stand before several letters.
fn signed_men(word: &str) -> Option<Request> {
    let sign = word.chars().next().filter(|c| matches!(c, '+' | '-'))?;
    let rest = word.trim_start_matches(sign);
    let strength = i8::try_from((word.len() - rest.len()).min(3)).ok()?;
    let worth = if sign == '+' { strength } else { -strength };
    Some(Request::Men { roles: men(rest)?, worth })
}

/// `p doesn't mate me anymore`: what was said of the man no longer holds.
fn harmless_again(words: &[&str]) -> Option<Request> {
    let [man, "doesn't" | "doesnt", "mate", "me", ..] = words else { return None };
    Some(Request::Men { roles: men(man)?, worth: 0 })
}

/// These men as a set.
fn set(roles: &[Role]) -> Roles {
    roles.iter().fold(Roles::NONE, |set, &role| set.with(role))
}

/// The men that a word names: `n`, `knights`, `d` (diagonal movers), `h` (heavy pieces), `trades` (all).
fn men(word: &str) -> Option<Roles> {
    let of = |roles: &[Role]| Some(set(roles));
    match word.strip_suffix('s').filter(|rest| rest.len() > 1).unwrap_or(word) {
        "p" | "pawn" => of(&[Role::Pawn]),
        "n" | "knight" | "horse" => of(&[Role::Knight]),
        "b" | "bishop" => of(&[Role::Bishop]),
        "r" | "rook" => of(&[Role::Rook]),
        "q" | "queen" => of(&[Role::Queen]),
        "d" | "diag" | "diagonal" => of(&[Role::Bishop, Role::Queen]),
        "h" | "heavy" | "heavie" => of(&[Role::Rook, Role::Queen]),
        "trade" | "piece" | "anything" => Some(Roles::DROPPABLE),
        _ => None,
    }
}

fn both(first: Roles, second: Roles) -> Roles {
    second.fold(first, Roles::with)
}

/// `need a knight`, `knight please`, `no more pawns`, `dont give rooks`.
fn plain_words(words: &[&str]) -> Option<Request> {
    // A single letter is as often an English word as a man, unless it says what it is about.
    let named: Vec<Roles> = words.iter().filter(|word| word.len() > 1).filter_map(|word| men(word)).collect();
    let letters = || words.iter().filter(|word| word.len() == 1).filter_map(|word| men(word));
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
    let worth = if has(&["no", "don't", "dont", "not", "never"]) {
        -2
    } else if has(&["need", "want", "wanted", "please", "plz", "gimme", "get", "give"]) {
        2
    } else {
        return None;
    };
    let roles = if named.is_empty() { letters().next()? } else { named.into_iter().fold(Roles::NONE, both) };
    Some(Request::Men { roles, worth })
}

/// What the partner has asked for and not yet taken back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wishes {
    /// By kind of man, from -3 to 3.
    worth: [i8; Role::COUNT],
    /// Whether to play fast.
    pub fast: bool,
}

impl Wishes {
    /// Takes a request about men or speed to heart.
    pub(crate) fn note(&mut self, request: Request) {
        match request {
            Request::Men { roles, worth } => {
                for role in roles {
                    if let Some(entry) = self.worth.get_mut(role.index()) {
                        *entry = worth;
                    }
                }
            }
            Request::FreeTrades => self.worth.iter_mut().for_each(|worth| *worth = (*worth).max(0)),
            Request::Cancel => *self = Wishes::default(),
            Request::Fast => self.fast = true,
            Request::Slow | Request::Go => self.fast = false,
            Request::Sit | Request::MoveNow | Request::DiagonalTime(_) | Request::Help => {}
        }
    }

    /// How much the partner wants a man of this kind, from -3 to 3.
    pub(crate) fn worth(&self, role: Role) -> i8 {
        self.worth.get(role.index()).copied().unwrap_or_default()
    }

    /// Whether any kind is wanted.
    pub(crate) fn wants_any(&self) -> bool {
        self.worth.iter().any(|&worth| worth > 0)
    }

    /// Whether any kind would hurt the partner.
    pub(crate) fn fears_any(&self) -> bool {
        self.worth.iter().any(|&worth| worth < 0)
    }
}

/// What we want the partner to know about our board. Nothing but the man that is wanted, the waiting and mates (Euwe
/// 6b); which man of the opponent would mate is told in bughouse alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Message {
    /// Not on the move for want of a man: any of these helps.
    Waiting {
        /// The men that would help.
        wanted: Roles,
        /// Whether the player is in check.
        check: bool,
    },
    /// Mated by force as it stands, so we do not move.
    Sitting {
        /// In this many moves.
        moves: u32,
    },
    /// Men that mate from the hand.
    Drops {
        /// Any of these in our hand mates.
        mates: Roles,
        /// Any of these in the opponent's hand mates us.
        fears: Roles,
    },
    /// We mate by force.
    Winning {
        /// In this many moves.
        moves: u32,
    },
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Message::Waiting { wanted, check: true } => {
                write!(f, "{} sitting (mated until one of these arrives)", signed("+++", *wanted))
            }
            Message::Waiting { .. } => f.write_str("sitting (no legal move until a man arrives)"),
            Message::Sitting { moves } => write!(f, "sitting (mated in {moves} unless something arrives)"),
            Message::Drops { mates, fears } if fears.is_empty() => write!(f, "{} (mates)", signed("+++", *mates)),
            Message::Drops { mates, fears } if mates.is_empty() => write!(f, "{} (mates me)", signed("---", *fears)),
            Message::Drops { mates, fears } => {
                write!(f, "{} (mates) {} (mates me)", signed("+++", *mates), signed("---", *fears))
            }
            Message::Winning { moves } => write!(f, "I mate in {moves}"),
        }
    }
}

fn signed(sign: &str, roles: Roles) -> String {
    let words: Vec<String> = roles.map(|role| format!("{sign}{}", role.letter().to_ascii_lowercase())).collect();
    words.join(" ")
}

/// What the partner was told last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    last: Option<Message>,
}

/// What is said to the server in order to tell the partner something.
fn to_partner(text: impl fmt::Display) -> String {
    format!("tellics ptell {text}")
}

impl Told {
    /// The line that brings the partner up to date, if what there is to say has changed; `x` takes the last one back.
    /// A mate in fewer moves than told is the same news.
    pub(crate) fn update(&mut self, message: Option<Message>) -> Option<String> {
        let same_news = match (&self.last, &message) {
            (Some(Message::Winning { .. }), Some(Message::Winning { .. }))
            | (Some(Message::Sitting { .. }), Some(Message::Sitting { .. })) => true,
            (last, message) => last == message,
        };
        if same_news {
            return None;
        }
        let text = message.as_ref().map_or_else(|| "x".to_string(), Message::to_string);
        self.last = message;
        Some(to_partner(text))
    }
}

/// The answer to `help`.
pub(crate) fn help() -> String {
    to_partner("I understand: sit, go, fast, slow, x, move, otim N, and + or - before p n b r q d h trades (+++ mates)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Option<Request> {
        let requests = understand(text);
        assert!(requests.len() <= 1, "{text}: {requests:?}");
        requests.first().copied()
    }

    fn wish(roles: &[Role], worth: i8) -> Option<Request> {
        Some(Request::Men { roles: set(roles), worth })
    }

    #[test]
    fn commands_are_understood_in_any_case() {
        for (text, request) in [
            ("sit", Request::Sit),
            ("SIT!", Request::Sit),
            ("sit (I am in trouble)", Request::Sit),
            ("Go", Request::Go),
            ("go (I am ok)", Request::Go),
            ("fast", Request::Fast),
            ("slow", Request::Slow),
            ("x", Request::Cancel),
            ("cancel", Request::Cancel),
            ("move", Request::MoveNow),
            ("help", Request::Help),
            ("otim 4200", Request::DiagonalTime(42_000)),
        ] {
            assert_eq!(one(text), Some(request), "{text}");
        }
    }

    #[test]
    fn signs_before_letters_say_which_men_are_good_or_bad() {
        assert_eq!(one("+n"), wish(&[Role::Knight], 1));
        assert_eq!(one("++P"), wish(&[Role::Pawn], 2));
        assert_eq!(one("---q"), wish(&[Role::Queen], -3));
        assert_eq!(one("-----q"), wish(&[Role::Queen], -3));
        assert_eq!(one("--d"), wish(&[Role::Bishop, Role::Queen], -2));
        assert_eq!(one("+H"), wish(&[Role::Rook, Role::Queen], 1));
        assert_eq!(one("---trades"), Some(Request::Men { roles: Roles::DROPPABLE, worth: -3 }));
        assert_eq!(one("You can trade freely."), Some(Request::FreeTrades));
        assert_eq!(understand("+++n +++p sitting (mated until one of these arrives)").len(), 2);
    }

    #[test]
    fn people_say_it_in_words() {
        assert_eq!(one("I need a knight"), wish(&[Role::Knight], 2));
        assert_eq!(one("need n"), wish(&[Role::Knight], 2));
        assert_eq!(one("pawns please!!"), wish(&[Role::Pawn], 2));
        assert_eq!(one("no more queens"), wish(&[Role::Queen], -2));
        assert_eq!(one("dont give rooks or bishops"), wish(&[Role::Rook, Role::Bishop], -2));
    }

    #[test]
    fn a_man_that_mates_no_more_is_harmless_again() {
        let mut wishes = Wishes::default();
        for text in ["---p", "---q", "p doesn't mate me anymore"] {
            understand(text).into_iter().for_each(|request| wishes.note(request));
        }
        assert_eq!((wishes.worth(Role::Pawn), wishes.worth(Role::Queen)), (0, -3));
    }

    #[test]
    fn unknown_tells_mean_nothing() {
        for text in [
            "Ok, Knight is VERY bad (ptell me 'x' when it is no longer bad)",
            "Ok, Queen mates you (ptell me 'x' when it no longer mates you)",
            "Ok, I sit next move. Tell me when to go.",
            "",
            "hi",
            "Hello! I am Sjeng and hope you are a good partner",
            "Sorry, but I don't understand that command.",
            "abort",
            "flag",
            "formula",
            "dead",
            "time 4000",
            "otim soon",
            "move e2e4",
            "sitting (Qxf7 with mate). Tell me \"sitting\" if no stuff comes",
            "i'll have to sit...(dead)",
            "- -",
            "+z",
            "nice game",
        ] {
            assert_eq!(understand(text), [], "{text}");
        }
        assert_eq!(understand(&"é".repeat(2000)), []);
    }

    #[test]
    fn wishes_add_up_until_they_are_taken_back() {
        let mut wishes = Wishes::default();
        for text in ["+++n", "--d", "fast"] {
            understand(text).into_iter().for_each(|request| wishes.note(request));
        }
        assert_eq!((wishes.worth(Role::Knight), wishes.worth(Role::Queen), wishes.fast), (3, -2, true));
        assert!(wishes.wants_any() && wishes.fears_any());
        wishes.note(Request::FreeTrades);
        assert!(wishes.wants_any() && !wishes.fears_any());
        wishes.note(Request::Cancel);
        assert!(!wishes.wants_any() && !wishes.fast);
    }

    #[test]
    fn the_partner_is_told_changes_only() {
        let mut told = Told::default();
        assert_eq!(told.update(None), None);
        let knight = Message::Waiting { wanted: set(&[Role::Knight]), check: true };
        let first = told.update(Some(knight.clone()));
        assert_eq!(first.as_deref(), Some("tellics ptell +++n sitting (mated until one of these arrives)"));
        assert_eq!(told.update(Some(knight)), None);
        assert_eq!(told.update(None).as_deref(), Some("tellics ptell x"));
        assert_eq!(told.update(None), None);
        assert_eq!(told.update(Some(Message::Winning { moves: 4 })).as_deref(), Some("tellics ptell I mate in 4"));
        assert_eq!(told.update(Some(Message::Winning { moves: 3 })), None);
    }

    #[test]
    fn our_own_tells_are_understood_by_ourselves_and_harmless() {
        let roles = set(&[Role::Pawn, Role::Queen]);
        let both = Message::Drops { mates: roles, fears: set(&[Role::Knight]) };
        let worths: Vec<i8> = understand(&both.to_string())
            .iter()
            .map(|request| if let Request::Men { worth, .. } = request { *worth } else { 0 })
            .collect();
        assert_eq!(worths, [3, 3, -3]);
        for message in [Message::Sitting { moves: 2 }, Message::Winning { moves: 2 }] {
            assert_eq!(understand(&message.to_string()), [], "{message}");
        }
    }
}
