//! Parts of a JSON document that was checked as a whole: the members of an object and the items of a list.
//!
//! ```text
//! {"a":[1,2,3], "b":"x]"}      a value ends where its brackets are closed; brackets in strings do not count
//!      ^.....^      ^..^
//! ```
//!
//! `serde_json` checks every byte of a part again, and a map's cells lie in parts four deep. Here only brackets and
//! quotation marks are looked at: a map of 1000×1000 cells in a list of the bench `loading` takes 0.7 of the time.

use serde_json::value::RawValue;
use std::borrow::Cow;

/// A value in a well-formed document: a slice of its text, without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JsonPart<'d>(&'d str);

impl<'d> JsonPart<'d> {
    /// Checks a document and returns its value.
    pub(super) fn of_document(text: &'d str) -> Result<Self, serde_json::Error> {
        serde_json::from_str::<&'d RawValue>(text).map(|whole| Self(whole.get()))
    }

    /// Returns the text.
    pub(super) const fn get(self) -> &'d str {
        self.0
    }

    /// Returns the items of a list; `None` where this is no list or has more than `most` items.
    pub(super) fn items(self, most: usize) -> Option<Vec<Self>> {
        let mut splitter = Splitter::inside(self.0, '[')?;
        let mut items = Vec::new();
        while let Some(item) = splitter.next() {
            if items.len() == most {
                return None;
            }
            items.push(item);
        }
        Some(items)
    }

    /// Returns the names and the values of an object; `None` where this is no object, has more than `most` members, or
    /// has a name that is no text, such as half a surrogate pair.
    pub(super) fn members(self, most: usize) -> Option<Vec<(Cow<'d, str>, Self)>> {
        let mut splitter = Splitter::inside(self.0, '{')?;
        let mut members = Vec::new();
        while let Some(Self(name)) = splitter.next() {
            if members.len() == most {
                return None;
            }
            let name = match name.contains('\\') {
                true => Cow::Owned(serde_json::from_str(name).ok()?),
                false => Cow::Borrowed(name.get(1..name.len() - 1)?),
            };
            members.push((name, splitter.next()?));
        }
        Some(members)
    }
}

/// The values between the brackets of a list or an object; names count as values.
struct Splitter<'d> {
    text: &'d str,
    /// Where the next value is looked for.
    at: usize,
}

impl<'d> Splitter<'d> {
    fn inside(text: &'d str, bracket: char) -> Option<Self> {
        text.starts_with(bracket).then_some(Self { text, at: 1 })
    }
}

impl<'d> Iterator for Splitter<'d> {
    type Item = JsonPart<'d>;

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let between = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b',' | b':');
        let start = self.at + bytes.get(self.at..)?.iter().position(|byte| !between(byte))?;
        let end = match bytes[start] {
            b']' | b'}' => return None,
            b'"' => end_of_string(bytes, start),
            b'[' | b'{' => end_of_brackets(bytes, start),
            _ => start + bytes[start..].iter().position(|byte| between(byte) || matches!(byte, b']' | b'}'))?,
        };
        self.at = end;
        self.text.get(start..end).map(JsonPart)
    }
}

/// Returns the position after the string that begins at `start`.
fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    loop {
        at = find(bytes, at, |byte| (byte == b'"') | (byte == b'\\'));
        match bytes.get(at) {
            Some(b'\\') => at += 2,
            _ => return (at + 1).min(bytes.len()),
        }
    }
}

/// Returns the position after the list or the object that begins at `start`.
fn end_of_brackets(bytes: &[u8], start: usize) -> usize {
    // The bits of `[` and `{` differ in one place, and so do those of `]` and `}`.
    let is_mark = |byte: u8| (byte == b'"') | (byte | 0x20 == b'{') | (byte | 0x20 == b'}');
    let (mut at, mut depth) = (start, 0usize);
    loop {
        at = find(bytes, at, is_mark);
        match bytes.get(at) {
            Some(b'"') => {
                at = end_of_string(bytes, at);
                continue;
            }
            Some(b'[' | b'{') => depth += 1,
            Some(_) if depth > 1 => depth -= 1,
            _ => return (at + 1).min(bytes.len()),
        }
        at += 1;
    }
}

/// Returns the position of the first byte from `at` on that is meant, or the length.
#[inline]
fn find(bytes: &[u8], mut at: usize, is_meant: impl Fn(u8) -> bool) -> usize {
    // Without a branch in a chunk, the compiler makes vector code of it.
    while let Some(chunk) = bytes.get(at..at + 32) {
        if chunk.iter().fold(false, |found, byte| found | is_meant(*byte)) {
            break;
        }
        at += 32;
    }
    let rest = bytes.get(at..).unwrap_or_default();
    rest.iter().position(|byte| is_meant(*byte)).map_or(bytes.len(), |index| at + index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use std::collections::HashMap;

    /// Writes a random value, nested up to a depth, with white space anywhere.
    fn value(rng: &mut Rng, depth: u32, out: &mut String) {
        let space = |rng: &mut Rng, out: &mut String| {
            out.push_str(["", "", " ", "\n\t", "                                        "][rng.usize(..5)]);
        };
        let text = |rng: &mut Rng| {
            let parts = ["a", "\\\"", "\\\\", "]", "}", "[{", "\\u00e9", "☺", ",", ":", "                        x"];
            format!("\"{}\"", (0..rng.usize(..6)).map(|_| parts[rng.usize(..parts.len())]).collect::<String>())
        };
        let kind = if depth == 0 { rng.u32(..4) } else { rng.u32(..9) };
        match kind {
            0 => out.push_str(["true", "false", "null"][rng.usize(..3)]),
            1 => out.push_str(["0", "-1.5e3", "123456789"][rng.usize(..3)]),
            2..=3 => out.push_str(&text(rng)),
            _ => {
                let is_list = kind < 6;
                out.push(if is_list { '[' } else { '{' });
                space(rng, out);
                for index in 0..rng.usize(..5) {
                    if index > 0 {
                        out.push(',');
                        space(rng, out);
                    }
                    if !is_list {
                        out.push_str(&text(rng));
                        space(rng, out);
                        out.push(':');
                        space(rng, out);
                    }
                    value(rng, depth - 1, out);
                    space(rng, out);
                }
                out.push(if is_list { ']' } else { '}' });
            }
        }
    }

    /// Asserts that a part is taken apart as `serde_json` does, and its parts too.
    fn assert_like_serde(part: JsonPart<'_>) {
        let items: Option<Vec<&RawValue>> = serde_json::from_str(part.get()).ok();
        let expected = items.map(|items| items.into_iter().map(RawValue::get).collect::<Vec<_>>());
        let found = part.items(usize::MAX);
        let found = found.map(|items| items.into_iter().map(JsonPart::get).collect::<Vec<_>>());
        assert_eq!(found, expected, "{}", part.get());
        let members: Option<HashMap<String, &RawValue>> = serde_json::from_str(part.get()).ok();
        let expected = members
            .map(|members| members.into_iter().map(|(name, raw)| (name, raw.get())).collect::<HashMap<String, &str>>());
        let found = part.members(usize::MAX);
        // Of two members with one name a table has the last.
        let table = found.clone().map(|members| {
            members.into_iter().map(|(name, part)| (name.into_owned(), part.get())).collect::<HashMap<_, _>>()
        });
        assert_eq!(table, expected, "{}", part.get());
        let parts = found.unwrap_or_default().into_iter().map(|(_, part)| part);
        parts.chain(part.items(usize::MAX).unwrap_or_default()).for_each(assert_like_serde);
    }

    #[test]
    fn parts_are_those_of_serde_json() {
        let cases = std::env::var("TILERAY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(300);
        let mut rng = Rng::with_seed(29);
        let mut lists = 0;
        for _ in 0..cases {
            let mut text = String::new();
            value(&mut rng, 4, &mut text);
            let part = JsonPart::of_document(&text).expect("a valid document");
            lists += usize::from(part.items(usize::MAX).is_some_and(|items| items.len() > 1));
            assert_like_serde(part);
        }
        assert!(lists > cases / 20, "{lists} lists of {cases}");
    }

    #[test]
    fn more_parts_than_are_asked_for_are_none() {
        let list = JsonPart::of_document("[1, [2], 3]").expect("a list");
        assert_eq!((list.items(3).map(|items| items.len()), list.items(2)), (Some(3), None));
        assert_eq!(list.members(9), None);
        let object = JsonPart::of_document(r#"{"a":1, "a":2}"#).expect("an object");
        assert_eq!((object.members(2).map(|members| members.len()), object.members(1)), (Some(2), None));
        assert_eq!(object.items(9), None);
    }
}
