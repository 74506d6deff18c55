//! How values are read: a number may be written as a number or as text, so that the command line, where all is text, and
//! files of TOML are read in the same way.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::time_control::seconds;

/// The text of a single value.
struct Text(String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        struct Scalar;
        impl Visitor<'_> for Scalar {
            type Value = Text;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("text, a number or a truth value")
            }
            fn visit_str<E: Error>(self, value: &str) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }
            fn visit_bool<E: Error>(self, value: bool) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }
            fn visit_i64<E: Error>(self, value: i64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }
            fn visit_u64<E: Error>(self, value: u64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }
            fn visit_f64<E: Error>(self, value: f64) -> Result<Text, E> {
                Ok(Text(value.to_string()))
            }
        }
        deserializer.deserialize_any(Scalar)
    }
}

/// Reads one value with a function that says what is wrong with its text.
fn read<'de, D, T>(deserializer: D, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
{
    let Text(text) = Text::deserialize(deserializer)?;
    if text.is_empty() {
        return Err(D::Error::custom("a value is missing"));
    }
    parse(&text).map(Some).map_err(D::Error::custom)
}

/// A value with a form of its own.
pub(super) fn parsed<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
    T::Err: fmt::Display,
{
    read(deserializer, |text| text.parse().map_err(|error: T::Err| error.to_string()))
}

/// Text, written without quotes if it looks like a number.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    read(deserializer, |text| Ok(text.to_string()))
}

/// A whole number of at least `LEAST`.
pub(super) fn number<'de, const LEAST: u64, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: TryFrom<u64>,
    D: Deserializer<'de>,
{
    read(deserializer, |text| {
        let number = text.parse::<u64>().ok().filter(|&number| number >= LEAST);
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("`{text}` is not a number from {LEAST}"))
    })
}

/// A number that may be negative or a fraction.
pub(super) fn real<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    read(deserializer, |text| {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| format!("`{text}` is not a number"))
    })
}

/// Yes or no; the name alone means yes.
pub(super) fn switch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    match text.as_str() {
        "true" | "on" | "" => Ok(Some(true)),
        "false" | "off" => Ok(Some(false)),
        _ => Err(D::Error::custom(format!("`{text}` is neither true nor false"))),
    }
}

/// A time in seconds, above zero.
pub(super) fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    read(deserializer, |text| {
        let time = seconds(text).filter(|time| !time.is_zero());
        time.ok_or_else(|| format!("`{text}` is not a time in seconds"))
    })
}

/// A time in milliseconds.
pub(super) fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    read(deserializer, |text| {
        let number = text.parse::<u32>().map(u64::from).map(Duration::from_millis);
        number.map_err(|_| format!("`{text}` is not a number of milliseconds"))
    })
}

/// One text or several.
pub(super) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct OneOrMore;
    impl<'de> Visitor<'de> for OneOrMore {
        type Value = Vec<String>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a text or an array of texts")
        }
        fn visit_str<E: Error>(self, value: &str) -> Result<Vec<String>, E> {
            Ok(vec![value.to_string()])
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Vec<String>, A::Error> {
            let mut texts = Vec::new();
            while let Some(Text(text)) = array.next_element()? {
                texts.push(text);
            }
            Ok(texts)
        }
    }
    deserializer.deserialize_any(OneOrMore)
}

/// Words as a shell splits them.
pub(super) fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let Text(text) = Text::deserialize(deserializer)?;
    shlex::split(&text).ok_or_else(|| D::Error::custom(format!("`{text}`: a quote is not closed")))
}

/// Names with a value each, in the order in which they are written.
pub(super) fn settings<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    struct Settings;
    impl<'de> Visitor<'de> for Settings {
        type Value = Vec<(String, String)>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("names with values")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut settings = Vec::new();
            while let Some((name, Text(value))) = map.next_entry()? {
                settings.push((name, value));
            }
            Ok(settings)
        }
    }
    deserializer.deserialize_map(Settings)
}
