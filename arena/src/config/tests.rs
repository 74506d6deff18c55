use super::*;
use crate::cli::{Request, parse as parse_words};
use crate::openings::Order;
use crate::options::from_file;

fn parse(line: &str) -> Result<MatchConfig, ConfigError> {
    let words: Vec<String> = line.split(' ').map(String::from).collect();
    match parse_words(&words)? {
        Request::Match(config) => Ok(*config),
        Request::Help => panic!("{line}"),
    }
}

const TWO: &str = "-engine cmd=./a name=A option.Hash=32 tc=5+0.05 -engine cmd=b nodes=500";

#[test]
fn a_whole_command_line_is_understood() {
    let config = parse(&format!(
        "{TWO} option.Move=x -each timemargin=20 option.Hash=16 option.Threads=1 -variant superschaak -games 2 -rounds \
         100 -concurrency 2 -openings file=x.epd format=epd order=random start=3 -srand 7 -repeat -sprt elo0=-5 elo1=20 \
         alpha=0.1 model=logistic -resign movecount=4 score=600 -draw movenumber=40 movecount=8 score=10 -maxmoves 300 \
         -pgnout a.pgn --epdout a.epd -jsonout a.json -state a.state"
    ))
    .unwrap();
    let [a, b] = &config.engines[..] else { panic!("two engines") };
    assert_eq!((a.name.as_str(), a.margin), ("A", Some(Duration::from_millis(20))));
    assert_eq!(a.options, [("Threads", "1"), ("Hash", "32")].map(|(n, v)| (n.to_string(), v.to_string())));
    assert_eq!((b.name.as_str(), b.nodes, b.tc), ("b", Some(500), None));
    assert_eq!((config.game.variant, config.pairing.rounds, config.seed), (Variant::Superschaak, 100, 7));
    assert_eq!(config.sprt.unwrap().elo0, -5.0);
    assert_eq!(config.sprt.unwrap().model, Model::Logistic);
    assert_eq!(config.openings.order, Order::Random);
    assert_eq!(config.openings.first, 2);
    assert_eq!(config.resign, Some(Resign { moves: 4, score: 600, two_sided: false }));
    assert_eq!(config.outputs.state, Some("a.state".into()));
}

#[test]
fn every_fault_names_its_option_and_word() {
    let cases = [
        ("cmd=a", "`cmd=a`: an option such as -engine must come first"),
        ("-engine cmd=a tc=5", "-engine: two engines are needed"),
        ("-engine cmd=a tc=5 -engine cmd=a tc=5", "-engine: two engines are called `a`"),
        ("-engine cmd=a -engine cmd=b tc=5", "-engine: `a` has no limit"),
        ("-engine name=a tc=5", "-engine: cmd= is missing"),
        ("-engine cmd=a tc=5x", "-engine: tc: `5x` is no time control"),
        ("-engine cmd=a colour=red", "-engine: unknown field `colour`, expected one of `cmd`, `name`"),
        ("-engine cmd=a nodes=0", "-engine: nodes: `0` is not a number from 1"),
        ("-frobnicate", "-frobnicate: there is no such option"),
        ("-rounds ten", "-rounds: `ten` is not a number"),
        ("-rounds", "-rounds: a value is missing"),
        ("-rounds 3 4", "-rounds: `4` is one word too many"),
        ("-noswap 4", "-noswap: `4` is one word too many"),
        ("-variant superschaak960", "-variant: superschaak has no Chess960 form"),
        ("-variant shogi", "-variant: unknown game `shogi`"),
        ("-tournament knockout", "-tournament: unknown variant `knockout`, expected one of `round-robin`, "),
        ("-pgnout", "-pgnout: a value is missing"),
        ("-pgnout a=b", "-pgnout: a file is missing"),
        ("-pgnout a.pgn max", "-pgnout: unknown field `max`"),
        ("-engine cmd=a nodes=1 nodes=2", "-engine: nodes: invalid type: sequence"),
        ("-engine cmd=a args=\"x", "-engine: args: `\"x`: a quote is not closed"),
        ("-engine cmd=a proto=xboard", "-engine: proto: unknown variant `xboard`, expected `uci`"),
        ("-engine cmd=a tc=", "-engine: tc: a value is missing"),
        ("-openings random plies=x", "-openings: plies: `x` is not a number from 0"),
        ("-resign score=5 twosided=maybe", "-resign: twosided: `maybe` is neither true nor false"),
    ];
    for (line, expected) in cases {
        let error = parse(line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
    }
}

#[test]
fn options_that_do_not_fit_together_are_named() {
    let cases = [
        ("-frames 4", "-frames: an odd number from 3 to 255 is expected"),
        ("-variant doorgeef", "-variant: `doorgeef` is played on two boards"),
        ("-sprt elo0=5 elo1=0", "-sprt: elo0=5 must be less than elo1=0"),
        ("-sprt elo0=5", "-sprt: elo0= and elo1= are needed"),
        ("-openings plies=8", "-openings: file=, random or arrays is missing"),
        ("-openings random arrays", "-openings: only one of file=, random and arrays"),
        ("-openings random start=3", "-openings: start= has no meaning"),
        ("-openings arrays order=random", "-openings: order= has no meaning"),
        ("-each name=x", "-each: name= is for one engine"),
        ("-each st=1", "-engine: `A` has both tc= and st="),
        ("-resign movecount=3", "-resign: score= is missing"),
        ("-draw movecount=3", "-draw: score= is missing"),
        ("-variant halijnen -draw score=5", "-draw: a game of halijnen is never a draw"),
        ("-rounds 18446744073709551615", "-rounds: more than 10000000 games"),
        ("-openings arrays", "-openings: chess has no arrays; superschaak has"),
        ("-frames 5", "-frames: chess has no frames; halijnen has"),
        ("-variant halijnen -frames 5 -openings file=a.epd", "-frames: the positions of the opening file say"),
        ("-seeds 1", "-seeds: a round robin has no seeds"),
        ("-tournament gauntlet -seeds 2", "-seeds: no opponent is left for 2 engines"),
        ("-engine cmd=c depth=1 -sprt elo0=0 elo1=5", "-sprt: a test is between two engines"),
        ("-games 4 -sprt elo0=0 elo1=5", "-games: a test needs pairs of games: 2"),
        ("-repeat 4 -sprt elo0=0 elo1=5", "-repeat: a test needs pairs of games: 2"),
        ("-games 5 -repeat", "-games: 5 games are not a multiple of -repeat 2"),
    ];
    for (more, expected) in cases {
        let two = TWO.replace("tc=5+0.05", "tc=5+0.05 st=1");
        let line = if more == "-each st=1" { two } else { format!("{TWO} {more}") };
        let error = parse(&line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{more}: {error}");
    }
}

#[test]
fn later_options_hold_and_engines_add_up() {
    let line =
        format!("{TWO} -rounds 3 -rounds 4 -each option.Hash=1 timemargin=5 -each option.Hash=2 -engine cmd=c depth=1");
    let config = parse(&line).unwrap();
    assert_eq!((config.pairing.rounds, config.engines.len()), (4, 3));
    assert_eq!(config.engines[1].options, [("Hash".to_string(), "2".to_string())]);
    assert_eq!(config.engines[1].margin, Some(Duration::from_millis(5)));
    assert_eq!(config.engines[0].options, [("Hash".to_string(), "32".to_string())]);
}

#[test]
fn command_lines_of_cutechess_are_obeyed() {
    let config = parse(
        "-engine cmd=a proto=uci initstr=debug\\non whitepov -engine cmd=b proto=uci -each tc=0/10+0.1 restart=auto \
         -variant Standard -games 100 -rounds 2 -repeat -recover -wait 250 -pgnout g.pgn min fi -event Autumn Cup -site \
         Leiden -srand 9 -ratinginterval 0 -maxmoves 0 -noswap -reverse -debug -tournament round-robin",
    )
    .unwrap();
    assert_eq!(config.notes, [""; 0]);
    assert_eq!(config.engines[0].init, ["debug", "on"]);
    assert!(config.engines[0].white_scores && !config.engines[1].white_scores);
    assert_eq!(config.engines[1].tc, Some("10+0.1".parse().unwrap()));
    assert_eq!((config.pairing.games, config.pairing.rounds), (2, 100));
    assert_eq!((config.pairing.swap, config.pairing.reverse), (false, true));
    assert_eq!(config.pause, Duration::from_millis(250));
    assert_eq!(config.outputs.pgn, Some(PgnOptions { file: "g.pgn".into(), min: true, fi: true }));
    assert_eq!((config.event.as_str(), config.site.as_str()), ("Autumn Cup", "Leiden"));
    assert_eq!((config.report_interval, config.max_moves, config.debug), (None, None, true));
}

#[test]
fn games_repeat_and_rounds_make_the_games_of_a_match() {
    let games = |more: &str| {
        let pairing = parse(&format!("{TWO} {more}")).unwrap().pairing;
        (pairing.games, pairing.rounds)
    };
    assert_eq!(games("-rounds 10"), (2, 10));
    assert_eq!(games("-rounds 10 -games 3"), (3, 10));
    assert_eq!(games("-rounds 10 -repeat"), (2, 10));
    assert_eq!(games("-rounds 10 -repeat 4"), (4, 10));
    assert_eq!(games("-rounds 10 -games 2 -repeat"), (2, 10));
    assert_eq!(games("-rounds 10 -games 1 -repeat"), (1, 10));
    assert_eq!(games("-rounds 10 -games 8 -repeat"), (2, 40));
}

#[test]
fn what_cannot_be_obeyed_is_named_and_left_aside() {
    let config = parse(&format!(
        "{TWO} ponder book=x.bin -tb /tables -bookmode ram -openings file=a.epd plies=8 policy=round -log file=l level=trace"
    ))
    .unwrap();
    let named =
        ["-engine ponder is", "-engine book is", "-tb is", "-bookmode is", "-openings policy is", "-log level is"];
    assert_eq!(config.notes.len(), named.len(), "{:?}", config.notes);
    for (note, named) in config.notes.iter().zip(named) {
        assert!(note.starts_with(named) && note.contains(" left aside: "), "{note}");
    }
    assert_eq!(config.outputs.log, Some("l".into()));
}

#[test]
fn names_of_games_are_read_in_any_letter_case() {
    for (name, written) in [
        ("Chess960", "chess960"),
        ("fischerandom", "chess960"),
        ("STANDARD", "chess"),
        ("normal", "chess"),
        ("HaLijnen", "halijnen"),
        ("Crazyhouse960", "crazyhouse960"),
    ] {
        assert_eq!(parse(&format!("{TWO} -variant {name}")).unwrap().game.to_string(), written);
    }
}

#[test]
fn a_clock_can_be_taken_off_one_engine() {
    let config = parse("-engine cmd=a tc=inf depth=5 -engine cmd=b -each tc=5").unwrap();
    assert_eq!((config.engines[0].tc, config.engines[0].depth), (None, Some(5)));
    assert!(config.engines[1].tc.is_some());
    let error = parse("-engine cmd=a tc=inf -engine cmd=b -each tc=5").unwrap_err();
    assert!(error.to_string().contains("`a` has no limit"));
}

#[test]
fn a_toml_file_says_the_same_as_the_command_line() {
    let dir = std::env::temp_dir().join(format!("kwartslag-config-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("match.toml");
    let text = "variant = \"superschaak\"\nrounds = 3\nrepeat = true\n[each]\ntc = \"5+0.05\"\noption.Z = 1\noption.A = 2\n[openings]\nfile = \
                \"x.pgn\"\n[sprt]\nelo0 = 0\nelo1 = 20.5\n[[engine]]\ncmd = \"a\"\noption.Hash = 32\noption.\"Move \
                Overhead\" = 5\narg = [\"-x\", \"y z\"]\n[[engine]]\ncmd = \"b\"\n";
    std::fs::write(&path, text).unwrap();
    let config = parse(&format!("-config {}", path.display())).unwrap();
    let line = "-variant superschaak -rounds 3 -each tc=5+0.05 -openings file=x.pgn -sprt elo0=0 elo1=20.5 -engine cmd=b \
                -engine cmd=a option.Hash=32";
    let mut other = parse(line).unwrap();
    other.engines.reverse();
    other.engines[0].options.push(("Move Overhead".into(), "5".into()));
    other.engines[0].args = vec!["-x".into(), "y z".into()];
    for engine in &mut other.engines {
        engine.options.splice(0..0, [("Z".into(), "1".into()), ("A".into(), "2".into())]);
    }
    assert_eq!(config.engines, other.engines);
    assert_eq!((config.sprt, config.openings.clone()), (other.sprt, other.openings));
    std::fs::write(&path, "rounds = 3\n[[engine]\n").unwrap();
    let error = from_file(&path).unwrap_err().to_string();
    assert!(error.contains("match.toml: line 2"), "{error}");
    for (text, expected) in [
        ("rounds = \"x\"\n", "match.toml: line 1: rounds: `x` is not a number from 1"),
        ("rounds = 1\n[openings]\nrandom = true\nplies = \"x\"\n", "match.toml: line 4: openings: plies: `x` is not"),
        (
            "[[engine]]\ncmd = \"a\"\n\n[[engine]]\ncmd = \"b\"\nnodes = \"x\"\n",
            "match.toml: line 6: engine: nodes: `x` is not",
        ),
        ("rounds = 1\nround = 2\n", "match.toml: line 2: round: unknown field `round`"),
        (
            "rounds = 1\n[[engine]]\ncmd = [[1]]\n",
            "match.toml: line 3: engine: cmd: invalid type: sequence, expected text",
        ),
    ] {
        std::fs::write(&path, text).unwrap();
        let error = from_file(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
