//! Java's records.

use super::{Field, FieldType, Record, Span, translated};
use crate::java::comment;
use crate::model::camel;
use std::fmt::Write;

/// A record, whole.
pub fn record(item: &Record) -> String {
    let mut docs = Vec::new();
    for (i, text) in item.docs.iter().enumerate() {
        docs.push(if i == 0 { words(text) } else { format!("<p>{}", words(text)) });
        docs.push(String::new());
    }
    docs.extend(item.fields.iter().map(|field| format!("@param {} {}", camel(&field.name), phrase(field))));
    let mut text = format!("{}public record {}(", comment(&docs, 0), item.name);
    let mut numbers = String::new();
    for (i, field) in item.fields.iter().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        let at = if i == 0 { "at".to_string() } else { format!("at + {i}") };
        let (ty, number) = match field.ty {
            FieldType::U64 | FieldType::I64 => ("long", format!("numbers[{at}]")),
            FieldType::Flag => ("boolean", format!("numbers[{at}] != 0")),
        };
        let _ = write!(text, "{comma}\n        {ty} {}", camel(&field.name));
        let _ = write!(numbers, "{comma}\n                {number}");
    }
    let _ = write!(
        text,
        ") {{\n    /** How many of the core's numbers make one. */\n    static final int NUMBERS = {};\n\n    \
         /** Reads the one whose numbers begin at {{@code at}}. */\n    static {name} of(long[] numbers, int at) {{\n        \
         return new {name}({numbers});\n    }}\n}}\n",
        item.fields.len(),
        name = item.name
    );
    text
}

/// What `@param` says: the sentence without its capital letter and its full stop, and of a boolean
/// what it is true for.
fn phrase(field: &Field) -> String {
    let text = words(&field.docs.join(" "));
    let text = text.strip_suffix('.').unwrap_or(&text);
    if field.ty == FieldType::Flag
        && let Some(when) = text.strip_prefix("1 if ").and_then(|text| text.strip_suffix(", else 0"))
    {
        return format!("whether {when}");
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
}

fn words(text: &str) -> String {
    translated(text, str::to_string, |span| match span {
        Span::Name(name) => format!("{{@code {}}}", camel(name)),
        Span::Other(code) => format!("{{@code {code}}}"),
    })
}
