//! What the compiler does not check of the sources.

use std::path::{Path, PathBuf};

/// The Rust files below a directory, build output left out.
fn rust_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap().map(Result::unwrap) {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "target" && !name.to_string_lossy().starts_with('.') {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The line numbers of wildcard arms in matches of which another arm names a `Variant`.
fn wildcards_on_variants(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().collect();
    let is_wildcard = |line: &str| line.trim_start().starts_with("_ =>");
    let names_variant = |at: &usize| {
        let depth = indentation(lines[*at]);
        let arms = lines[..*at].iter().rev().take_while(|line| line.trim().is_empty() || indentation(line) >= depth);
        arms.filter(|line| indentation(line) == depth).any(|line| line.trim_start().starts_with("Variant::"))
    };
    (0..lines.len()).filter(|&at| is_wildcard(lines[at])).filter(names_variant).map(|at| at + 1).collect()
}

#[test]
fn a_wildcard_beside_variants_is_found() {
    let text = "match v {\n    Variant::Chess => {\n        1\n    }\n    _ => 2,\n}\nmatch w {\n    1 => 2,\n    _ => 3,\n}\n";
    assert_eq!(wildcards_on_variants(text), [5]);
}

/// A new game must be met by the compiler wherever games differ.
#[test]
fn no_match_on_a_variant_has_a_wildcard_arm() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut files = Vec::new();
    rust_files(root, &mut files);
    assert!(files.len() > 100, "{} files", files.len());
    let found: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let lines = wildcards_on_variants(&text);
            lines.into_iter().map(|line| format!("{}:{line}", path.strip_prefix(root).unwrap().display()))
        })
        .collect();
    assert!(found.is_empty(), "wildcard arms on variants: {}", found.join(", "));
}
