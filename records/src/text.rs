//! The text that a reader of records works through.

/// What is left of a text, and the line on which it begins.
pub(crate) struct Text<'a> {
    /// What has not been taken yet.
    pub(crate) rest: &'a str,
    /// The line of the next character, from 1.
    pub(crate) line: usize,
}

impl<'a> Text<'a> {
    /// The whole of a text.
    pub(crate) fn new(text: &'a str) -> Text<'a> {
        Text { rest: text, line: 1 }
    }

    /// Takes so many bytes off the text and counts the lines in them.
    pub(crate) fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    /// Takes what is left of the line, without its end.
    pub(crate) fn take_line(&mut self) -> &'a str {
        self.take(self.line_end())
    }

    /// How many bytes are left on the line.
    pub(crate) fn line_end(&self) -> usize {
        self.rest.find('\n').unwrap_or(self.rest.len())
    }
}
