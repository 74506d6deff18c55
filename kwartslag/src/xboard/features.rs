//! What the engine announces, and what the GUI has made of it.

use std::fmt::Write as _;

use engine::options::{self, Definition, Id, Kind};
use movegen::rules::Variant;

use super::variants;

/// The option that says by which rules a server's bughouse is played: the server does not tell.
pub(crate) const BUGHOUSE_RULES: &str = "Bughouse Rules";

/// The values of [`BUGHOUSE_RULES`], the first unless told otherwise.
pub(crate) const TWO_BOARD_RULES: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];

/// Whether an option of the engine is one in this protocol, which has commands of its own for the rest.
pub(crate) fn is_offered(id: Id) -> bool {
    match id {
        Id::ClearHash | Id::MultiPv | Id::MoveOverhead | Id::SkillLevel | Id::LimitStrength | Id::Elo | Id::LogFile => {
            true
        }
        Id::Threads
        | Id::Hash
        | Id::Ponder
        | Id::ShowWdl
        | Id::AnalyseMode
        | Id::Chess960
        | Id::Variant
        | Id::Frames
        | Id::Team
        | Id::Mode => false,
        #[cfg(feature = "tune")]
        Id::Parameter(_) => true,
    }
}

/// The answer to `protover`.
pub(crate) fn announcement() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!(
        "feature done=0\n\
         feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1\n\
         feature colors=0 ics=0 name=0 pause=1 nps=0 debug=1 memory=1 smp=1 exclude=1 setscore=0 highlight=1\n\
         feature myname=\"Kwartslag {version}\"\n\
         feature variants=\"{}\"\n",
        variants::NAMES
    );
    for definition in options::definitions().iter().filter(|definition| is_offered(definition.id)) {
        let _ = writeln!(text, "feature option=\"{}\"", option(definition));
    }
    let names = TWO_BOARD_RULES.map(Variant::id);
    let _ = writeln!(text, "feature option=\"{BUGHOUSE_RULES} -combo {}\"", choices(&names));
    text.push_str("feature done=1");
    text
}

fn option(Definition { id, name, kind }: &Definition) -> String {
    match kind {
        Kind::Check => format!("{name} -check 0"),
        Kind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        Kind::Combo(values) => format!("{name} -combo {}", choices(values)),
        Kind::Text if *id == Id::LogFile => format!("{name} -file "),
        Kind::Text => format!("{name} -string "),
        Kind::Button => format!("{name} -button"),
    }
}

/// The values of a combo; the default, which is the first, has an asterisk.
fn choices(values: &[&str]) -> String {
    format!("*{}", values.join(" /// "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_announcement_begins_and_ends_the_wait_for_features() {
        let text = announcement();
        assert!(text.starts_with("feature done=0\n") && text.ends_with("\nfeature done=1"), "{text}");
        assert!(text.lines().all(|line| line.starts_with("feature ")), "{text}");
        assert!(text.lines().all(|line| line.matches('"').count() % 2 == 0), "{text}");
    }

    #[test]
    fn options_are_written_with_their_types() {
        let text = announcement();
        for line in [
            "feature option=\"MultiPV -spin 1 1 500\"",
            "feature option=\"Clear Hash -button\"",
            "feature option=\"UCI_LimitStrength -check 0\"",
            "feature option=\"Debug Log File -file \"",
            "feature option=\"Bughouse Rules -combo *bughouse /// doorgeef /// euwe\"",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        for name in ["Hash -spin", "Threads", "UCI_Variant", "Ponder"] {
            assert!(!text.contains(name), "{name}");
        }
    }
}
