//! The encodings in which files of games are found.

use encoding_rs::{Encoding, WINDOWS_1252};

/// The bytes of a file as text with `\n` at the end of each line.
///
/// A byte order mark decides between UTF-8 and UTF-16. Without one the text is UTF-8, except for lines that are not,
/// which are read as Windows-1252 (of which Latin-1 is a part): many files were put together from several sources.
pub fn decode(bytes: &[u8]) -> String {
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, mark)) if encoding != encoding_rs::UTF_8 => {
            encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned()
        }
        Some((_, mark)) => decode_lines(&bytes[mark..]),
        None => decode_lines(bytes),
    };
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

fn decode_lines(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.push_str(&WINDOWS_1252.decode_without_bom_handling(line).0),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_names_the_encoding() {
        let text = "[White \"J\u{f3}zsef\"]\r\n";
        let little: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        let big: Vec<u8> = [0xfe, 0xff].into_iter().chain(text.encode_utf16().flat_map(u16::to_be_bytes)).collect();
        let utf8: Vec<u8> = b"\xef\xbb\xbf".iter().copied().chain(text.bytes()).collect();
        for bytes in [little, big, utf8, text.as_bytes().to_vec()] {
            assert_eq!(decode(&bytes), "[White \"J\u{f3}zsef\"]\n");
        }
        // Half a character at the end of UTF-16.
        assert_eq!(decode(b"\xff\xfea\0b"), "a\u{fffd}");
    }

    #[test]
    fn a_line_that_is_not_utf_8_is_windows_1252() {
        assert_eq!(
            decode(b"Andr\xe9 0\x961 \xbd\nJ\xc3\xb3zsef\rend"),
            "Andr\u{e9} 0\u{2013}1 \u{bd}\nJ\u{f3}zsef\nend"
        );
    }
}
