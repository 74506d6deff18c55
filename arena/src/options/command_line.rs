//! The command line of a match as cutechess-cli writes it, `-engine cmd=a tc=5+0.05 -rounds 10`, as a table with the
//! same content as a file of TOML.

use toml::{Table, Value};

use super::ConfigError;

/// What may follow an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// Nothing.
    Alone,
    /// One word.
    Word,
    /// Nothing or one word; the value if there is none.
    OptionalWord(&'static str),
    /// Any words, which make one text.
    Text,
    /// `key=value` words; a key alone is a switch.
    Pairs,
    /// A file and switches.
    FileAndSwitches,
}

/// The options that are obeyed.
const OPTIONS: [(&str, Form); 31] = [
    ("config", Form::Word),
    ("concurrency", Form::Word),
    ("debug", Form::Alone),
    ("draw", Form::Pairs),
    ("each", Form::Pairs),
    ("engine", Form::Pairs),
    ("epdout", Form::Word),
    ("event", Form::Text),
    ("frames", Form::Word),
    ("games", Form::Word),
    ("jsonout", Form::Word),
    ("log", Form::Pairs),
    ("maxmoves", Form::Word),
    ("noswap", Form::Alone),
    ("openings", Form::Pairs),
    ("pgnout", Form::FileAndSwitches),
    ("ratinginterval", Form::Word),
    ("repeat", Form::OptionalWord("2")),
    ("resign", Form::Pairs),
    ("reverse", Form::Alone),
    ("rounds", Form::Word),
    ("seeds", Form::Word),
    ("site", Form::Text),
    ("sprt", Form::Pairs),
    ("srand", Form::Word),
    ("stall", Form::Word),
    ("state", Form::Word),
    ("tournament", Form::Word),
    ("variant", Form::Word),
    ("wait", Form::Word),
    // What this asks for is always so.
    ("recover", Form::Alone),
];

/// Options and keys of other match runners that are left aside, and why. They change nothing that decides a game, or
/// ask for what does not exist here.
const LEFT_ASIDE: [(&str, &str); 29] = [
    ("autosaveinterval", "-state is written after every game"),
    ("bookmode", "Polyglot books are not read"),
    ("check-mate-pvs", "lines that announce a mate are checked like all others"),
    ("crc32", "records have no checksum"),
    ("force-concurrency", "-concurrency is obeyed as it is"),
    ("outcomeinterval", "outcomes are shown with the standings"),
    ("output", "there is one form of output"),
    ("report", "pairs are always reported"),
    ("resultformat", "there is one form of results"),
    ("scoreinterval", "-ratinginterval sets how often the standings are shown"),
    ("show-latency", "the overhead is always shown"),
    ("strict", "faults are counted in the standings"),
    ("tb", "tablebases are not read: games are played to their end"),
    ("tbpieces", "tablebases are not read"),
    ("tbignore50", "tablebases are not read"),
    ("tbadjudicate", "tablebases are not read"),
    ("use-affinity", "the system decides which processor an engine runs on"),
    ("engine book", "Polyglot books are not read; -openings sets where games begin"),
    ("engine bookdepth", "Polyglot books are not read"),
    ("engine ponder", "engines do not think in their opponent's time"),
    ("engine trust", "UCI engines claim no results"),
    ("engine tscale", "-stall sets how long an engine may keep silent"),
    ("log level", "the protocol of the engines is logged"),
    ("log append", "a log is always added to its file"),
    ("log engine", "the protocol of the engines is always logged"),
    ("log realtime", "every line is written at once"),
    ("log compress", "logs are not compressed"),
    ("openings policy", "every pair of games has the next opening"),
    ("pgnout notation", "moves are written in SAN"),
];

fn form(name: &str) -> Option<Form> {
    OPTIONS.iter().find(|(option, _)| *option == name).map(|&(_, form)| form)
}

/// Why an option, or with a blank a key of it, is left aside, if it is.
fn left_aside(name: &str) -> Option<&'static str> {
    LEFT_ASIDE.iter().find(|(option, _)| *option == name).map(|&(_, why)| why)
}

/// An option with the words after it.
struct Directive<'a> {
    name: &'a str,
    words: Vec<&'a str>,
}

/// Splits a command line at its options, which may begin with one hyphen or two.
fn split(args: &[String]) -> Result<Vec<Directive<'_>>, ConfigError> {
    let mut directives: Vec<Directive<'_>> = Vec::new();
    for arg in args {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        let is_option = |name: &str| name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains('=');
        match (name, directives.last_mut()) {
            (Some(name), _) if is_option(name) => directives.push(Directive { name, words: Vec::new() }),
            (_, Some(last)) => last.words.push(arg),
            (_, None) => {
                return Err(ConfigError::new(format!("`{arg}`"), "an option such as -engine must come first"));
            }
        }
    }
    Ok(directives)
}

/// What a command line says.
pub(super) struct CommandLine {
    /// The options in their order, each as a table with one entry.
    pub(super) options: Vec<Table>,
    /// What is left aside, and why.
    pub(super) notes: Vec<String>,
}

/// Reads a command line.
///
/// # Errors
/// The first option that is unknown, or has words that do not fit.
pub(super) fn read(args: &[String]) -> Result<CommandLine, ConfigError> {
    let mut line = CommandLine { options: Vec::new(), notes: Vec::new() };
    for directive in split(args)? {
        let name = directive.name;
        if let Some(why) = left_aside(name) {
            line.notes.push(format!("-{name} is left aside: {why}"));
            continue;
        }
        let fault = |what: String| ConfigError::new(format!("-{name}"), what);
        let form = form(name)
            .ok_or_else(|| fault("there is no such option; `kwartslag match --help` lists them all".to_string()))?;
        let value = value(form, &directive, &mut line.notes).map_err(fault)?;
        line.options.push(Table::from_iter([(name.to_string(), value)]));
    }
    line.notes.dedup();
    Ok(line)
}

fn value(form: Form, directive: &Directive<'_>, notes: &mut Vec<String>) -> Result<Value, String> {
    let words = &directive.words[..];
    let too_many = |word: &str| format!("`{word}` is one word too many");
    Ok(match (form, words) {
        (Form::Alone, []) => Value::Boolean(true),
        (Form::Alone, [word, ..]) => return Err(too_many(word)),
        (Form::OptionalWord(value), []) => Value::String(value.to_string()),
        (Form::Word | Form::OptionalWord(_), [word]) => Value::String(word.to_string()),
        (Form::Word | Form::OptionalWord(_), [_, word, ..]) => return Err(too_many(word)),
        (Form::Word | Form::FileAndSwitches | Form::Text, []) => return Err("a value is missing".to_string()),
        (Form::Text, words) => Value::String(words.join(" ")),
        (Form::Pairs, words) => Value::Table(pairs(directive.name, words, notes)),
        (Form::FileAndSwitches, words) => {
            let mut words = words.to_vec();
            let file = words.iter().position(|word| word.starts_with("file=") || !word.contains('='));
            let file = words.remove(file.ok_or("a file is missing")?);
            let mut table = pairs(directive.name, &words, notes);
            table.insert("file".to_string(), file.strip_prefix("file=").unwrap_or(file).into());
            Value::Table(table)
        }
    })
}

/// A table of `key=value` words. A key that comes again gets an array; `option.NAME=VALUE` goes into a table `option`.
fn pairs(option: &str, words: &[&str], notes: &mut Vec<String>) -> Table {
    let whose = if option == "each" { "engine" } else { option };
    let mut table = Table::new();
    for word in words {
        let (key, value) = match word.split_once('=') {
            Some((key, value)) => (key, Value::String(value.to_string())),
            None => (*word, Value::Boolean(true)),
        };
        if let Some(why) = left_aside(&format!("{whose} {key}")) {
            notes.push(format!("-{option} {key} is left aside: {why}"));
        } else if let Some(name) = key.strip_prefix("option.").filter(|name| !name.is_empty()) {
            let settings = table.entry("option").or_insert_with(|| Value::Table(Table::new()));
            if let Value::Table(settings) = settings {
                // A button has no value.
                let value = if value.is_bool() { Value::String(String::new()) } else { value };
                settings.insert(name.to_string(), value);
            }
        } else {
            match table.get_mut(key) {
                Some(Value::Array(values)) => values.push(value),
                Some(first) => *first = Value::Array(vec![first.clone(), value]),
                None => drop(table.insert(key.to_string(), value)),
            }
        }
    }
    table
}
