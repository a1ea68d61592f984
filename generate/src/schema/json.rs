//! JSON as text: objects whose fields keep the order in which they were added; at the top level one
//! line for each.

use std::fmt::Write;

/// An object on one line.
#[derive(Default)]
pub struct Object(Vec<String>);

impl Object {
    /// Adds a field whose value is JSON already.
    pub fn raw(mut self, name: &str, value: impl std::fmt::Display) -> Object {
        self.0.push(format!("\"{name}\": {value}"));
        self
    }

    /// Adds a text field, unless the text is empty.
    pub fn text(self, name: &str, value: &str) -> Object {
        if value.is_empty() { self } else { self.raw(name, quoted(value)) }
    }

    /// The object on one line.
    pub fn line(&self) -> String {
        format!("{{{}}}", self.0.join(", "))
    }
}

/// An array with a line for each element.
pub fn array(elements: &[String], indent: usize) -> String {
    if elements.is_empty() {
        return "[]".into();
    }
    let (inner, end) = (" ".repeat(indent + 2), " ".repeat(indent));
    format!("[\n{inner}{}\n{end}]", elements.join(&format!(",\n{inner}")))
}

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            letter if u32::from(letter) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
