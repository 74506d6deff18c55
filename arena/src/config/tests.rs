use super::*;
use crate::directives::{from_command_line, from_toml};

fn parse(line: &str) -> Result<MatchConfig, ConfigError> {
    let words: Vec<String> = line.split(' ').map(String::from).collect();
    MatchConfig::from_directives(&from_command_line(&words)?)
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
    assert_eq!((config.variant, config.rounds, config.seed), (Variant::Superschaak, 100, 7));
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
        ("-engine cmd=a tc=5x", "-engine: `5x` is no time control"),
        ("-engine cmd=a colour=red", "-engine: `colour` is none of cmd"),
        ("-engine cmd=a nodes=0", "-engine: nodes=`0` is not a number from 1"),
        ("-frobnicate", "-frobnicate: there is no such option"),
        ("-rounds ten", "-rounds: `ten` is not a number"),
        ("-rounds", "-rounds: a value is missing"),
        ("-frames 4", "-frames: an odd number"),
        ("-variant doorgeef", "-variant: `doorgeef` is played on two boards"),
        ("-variant superschaak960", "-variant: there is no game `superschaak960`"),
        ("-sprt elo0=5 elo1=0", "-sprt: elo0=5 must be less than elo1=0"),
        ("-sprt elo0=5", "-sprt: elo0= and elo1= are needed"),
        ("-openings plies=8", "-openings: file=, random or arrays is missing"),
        ("-openings random plies=x", "-openings: plies=`x` is no number"),
        ("-openings random arrays", "-openings: only one of file=, random and arrays"),
        ("-openings random start=3", "-openings: start= has no meaning"),
        ("-openings arrays order=random", "-openings: order= has no meaning"),
        ("-openings file=a.epd plies=4", "-openings: plies= has no meaning"),
        ("-each name=x", "-each: name= is for one engine"),
        ("-resign movecount=3", "-resign: score= is missing"),
        ("-resign score=5 twosided=maybe", "-resign: twosided=`maybe` is neither true nor false"),
    ];
    for (line, expected) in cases {
        let error = parse(line).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{line}: {error}");
    }
    let error = parse(&format!("{TWO} -variant halijnen -draw score=5")).unwrap_err().to_string();
    assert_eq!(error, "-draw: a game of halijnen is never a draw");
    let error = parse(&format!("{TWO} -rounds 18446744073709551615")).unwrap_err().to_string();
    assert!(error.starts_with("-rounds: more than "), "{error}");
    let error = parse(&format!("{TWO} -openings arrays")).unwrap_err().to_string();
    assert_eq!(error, "-openings: chess has no arrays; superschaak has");
    let error = parse(&format!("{TWO} -frames 5")).unwrap_err().to_string();
    assert_eq!(error, "-frames: chess has no frames; halijnen has");
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
    let config = MatchConfig::from_directives(&from_toml(&path).unwrap()).unwrap();
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
    let error = from_toml(&path).unwrap_err().to_string();
    assert!(error.contains("match.toml: line 2"), "{error}");
    for (text, expected) in [
        ("rounds = \"x\"\n", "match.toml: line 1: rounds: `x` is not a number"),
        ("rounds = 1\n[openings]\nrandom = true\nplies = \"x\"\n", "match.toml: line 2: openings: plies=`x`"),
        (
            "[[engine]]\ncmd = \"a\"\n\n[[engine]]\ncmd = \"b\"\nnodes = \"x\"\n",
            "match.toml: line 4: engine: nodes=`x`",
        ),
        ("rounds = 1\n[[engine]]\ncmd = [[1]]\n", "match.toml: line 2: engine: cmd: a text or number"),
    ] {
        std::fs::write(&path, text).unwrap();
        let read = from_toml(&path).and_then(|directives| MatchConfig::from_directives(&directives));
        let error = read.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    std::fs::remove_dir_all(&dir).unwrap();
}
