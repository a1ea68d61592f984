//! Rows: reports that the wrappers read without a parser.
//!
//! One record per line, fields separated by tabs. In a field, a tab, a line feed and a backslash
//! are written `\t`, `\n` and `\\`; an unknown value is empty.

use serde_json::{Map, Value};

/// Records, one per line.
#[derive(Default)]
pub(crate) struct Rows {
    pub(crate) text: String,
}

impl Rows {
    /// Adds a record.
    pub(crate) fn row(&mut self, fields: &[&str]) {
        for (i, field) in fields.iter().enumerate() {
            if i > 0 {
                self.text.push('\t');
            }
            for c in field.chars() {
                match c {
                    '\t' => self.text.push_str("\\t"),
                    '\n' => self.text.push_str("\\n"),
                    '\\' => self.text.push_str("\\\\"),
                    c => self.text.push(c),
                }
            }
        }
        self.text.push('\n');
    }
}

/// The fields of each row of such a text; a last line needs no line feed.
pub(crate) fn fields(text: &str) -> Vec<Vec<String>> {
    let plain = |field: &str| {
        let (mut plain, mut letters) = (String::with_capacity(field.len()), field.chars());
        while let Some(letter) = letters.next() {
            plain.push(match (letter, letter == '\\') {
                (_, true) => match letters.next() {
                    Some('t') => '\t',
                    Some('n') => '\n',
                    other => other.unwrap_or('\\'),
                },
                (letter, false) => letter,
            });
        }
        plain
    };
    if text.is_empty() {
        return Vec::new();
    }
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').map(|row| row.split('\t').map(plain).collect()).collect()
}

/// The names and values of an object, alternating.
pub(crate) fn pairs(object: Option<&Map<String, Value>>) -> Vec<String> {
    object.into_iter().flatten().flat_map(|(name, value)| [name.clone(), plain(value)]).collect()
}

/// A value as a field: a string without quotes, an empty field for null.
pub(crate) fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_cannot_break_rows() {
        let mut rows = Rows::default();
        rows.row(&["a\tb", "c\nd", "e\\f", ""]);
        assert_eq!(rows.text, "a\\tb\tc\\nd\te\\\\f\t\n");
    }

    #[test]
    fn fields_come_back_as_they_were() {
        let mut rows = Rows::default();
        rows.row(&["a\tb", "c\nd", "e\\f", ""]);
        rows.row(&["g"]);
        assert_eq!(fields(&rows.text), [vec!["a\tb", "c\nd", "e\\f", ""], vec!["g"]]);
        assert_eq!(fields("x\ny"), [["x"], ["y"]]);
        assert!(fields("").is_empty());
        assert_eq!(fields("\n"), [[""]]);
        assert_eq!(fields("\r\n"), [["\r"]]);
    }

    #[test]
    fn an_object_is_pairs_of_fields() {
        let object = serde_json::json!({ "a": "x\"y", "b": 2, "c": null, "d": true });
        assert_eq!(pairs(object.as_object()), ["a", "x\"y", "b", "2", "c", "", "d", "true"]);
        assert!(pairs(None).is_empty());
    }
}
