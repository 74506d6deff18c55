//! Options as UCI engines declare them.

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct UciOption {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// Least value of a spin.
    pub min: Option<i64>,
    /// Greatest value of a spin.
    pub max: Option<i64>,
    /// Values of a combo.
    pub vars: Vec<String>,
}

impl UciOption {
    /// Reads what follows the word `option`.
    pub(super) fn parse(text: &str) -> Option<UciOption> {
        let mut option = UciOption::default();
        let mut key = "";
        let mut value: Vec<&str> = Vec::new();
        let words = text.split_ascii_whitespace().chain(["var"]);
        for word in words {
            // In a name or a default these words may occur; nobody does so before `type`.
            if matches!(word, "name" | "type" | "default" | "min" | "max" | "var") && (key != "name" || word == "type")
            {
                let text = value.join(" ");
                match key {
                    "name" => option.name = text,
                    "type" => option.kind = text,
                    "min" => option.min = text.parse().ok(),
                    "max" => option.max = text.parse().ok(),
                    "var" => option.vars.push(text),
                    _ => {}
                }
                (key, value) = (word, Vec::new());
            } else {
                value.push(word);
            }
        }
        (!option.name.is_empty() && !option.kind.is_empty()).then_some(option)
    }

    /// What is wrong with a value, if anything.
    pub(super) fn fault(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "check" if !matches!(value, "true" | "false") => Some(format!("`{value}` is neither true nor false")),
            "spin" => {
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                let fits = value.parse().is_ok_and(|number: i64| (min..=max).contains(&number));
                (!fits).then(|| format!("`{value}` is not a number from {min} to {max}"))
            }
            "combo" if !self.vars.iter().any(|var| var.eq_ignore_ascii_case(value)) => {
                Some(format!("`{value}` is none of {}", self.vars.join(", ")))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_blanks_in_names_and_values() {
        let option = UciOption::parse("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((option.name.as_str(), option.min, option.max), ("Move Overhead", Some(0), Some(5000)));
        assert_eq!(option.fault("5001").unwrap(), "`5001` is not a number from 0 to 5000");
        let option = UciOption::parse("name UCI_Variant type combo default chess var chess var super schaak").unwrap();
        assert_eq!(option.vars, ["chess", "super schaak"]);
        assert_eq!(option.fault("go").unwrap(), "`go` is none of chess, super schaak");
        let option = UciOption::parse("name Clear Hash type button").unwrap();
        assert_eq!((option.kind.as_str(), option.fault("")), ("button", None));
        assert!(UciOption::parse("name x type check default true").unwrap().fault("1").is_some());
        assert_eq!(UciOption::parse("type check"), None);
    }
}
