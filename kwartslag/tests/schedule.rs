//! `kwartslag schedule` as an organiser uses it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder of its own for one test, with a file of names.
struct Club {
    folder: PathBuf,
}

impl Club {
    fn new(test: &str, names: &str) -> Club {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("schedule-{test}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("names.txt"), names).unwrap();
        Club { folder }
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_kwartslag"))
            .current_dir(&self.folder)
            .args(["schedule", "--names", "names.txt"])
            .args(arguments)
            .output()
            .unwrap()
    }

    fn prints(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str], message: &str) {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr).trim_end(), message);
        assert!(output.stdout.is_empty());
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap()
    }
}

#[test]
fn an_evening_from_names_to_standings() {
    let club = Club::new("evening", "Anna\nBob\nCarl\nDora\n");
    let plan = club.prints(&[]);
    assert!(plan.starts_with("Round 1\n") && plan.contains("turn the board at table 2"), "{plan}");
    let standings = club.prints(&["--results", "results.csv", "--enter", "1.1=1-0", "1.2=½-½"]);
    assert!(standings.contains("Standings (2 of 6 games played)"), "{standings}");
    let filled = club.prints(&["--results", "results.csv", "--format", "csv"]);
    assert_eq!(filled, club.read("results.csv"));
    let page = ["--results", "results.csv", "--format", "html", "--title", "Summer", "--out", "page.html"];
    assert_eq!(club.prints(&page), "");
    assert!(club.read("page.html").contains("<h1>Summer</h1>"));
}

#[test]
fn names_and_results_are_read_in_the_encodings_of_windows() {
    let club = Club::new("encodings", "");
    fs::write(club.folder.join("names.txt"), b"Andr\xe9\r\nBob\r\n").unwrap();
    fs::write(club.folder.join("results.csv"), b"white;black;result\r\nAndr\xe9;Bob;1-0\r\n").unwrap();
    let standings = club.prints(&["--results", "results.csv"]);
    assert!(standings.contains("1  Andr\u{e9}  1 "), "{standings}");
    let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    fs::write(club.folder.join("names.txt"), utf16("\u{feff}Andr\u{e9}\r\nBob\r\n")).unwrap();
    assert_eq!(club.prints(&["--results", "results.csv"]), standings);
}

#[test]
fn what_is_wrong_is_named_with_file_and_line_and_changes_nothing() {
    let club = Club::new("faults", "Anna, Bob\nCarl, Dora\n");
    club.prints(&["--teams", "--results", "results.csv", "--enter", "1.1.A=1-0"]);
    let before = club.read("results.csv");
    let entry = ["--teams", "--results", "results.csv", "--enter", "1.1.B=0-1", "7.1.A=1-0"];
    club.refuses(&entry, "kwartslag: --enter 7.1.A=1-0: there is no game `7.1.A` in this schedule");
    assert_eq!(club.read("results.csv"), before);

    fs::write(club.folder.join("results.csv"), "white,black,result\nAnna,Zoe,\n").unwrap();
    let message = "kwartslag: results.csv: line 2: there is no game Anna - Zoe (White first) in this schedule";
    club.refuses(&["--teams", "--results", "results.csv", "--enter", "1.1.A=0-1"], message);
    assert_eq!(club.read("results.csv"), "white,black,result\nAnna,Zoe,\n");

    fs::write(club.folder.join("names.txt"), "Anna, Bob\nAnna, Carl\n").unwrap();
    club.refuses(&["--teams"], "kwartslag: names.txt: line 2: `Anna` is already on line 1");
    let missing = club.run(&["--results", "missing.csv"]);
    assert!(String::from_utf8_lossy(&missing.stderr).starts_with("kwartslag: cannot read missing.csv"));
}
