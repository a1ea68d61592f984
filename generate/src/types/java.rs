//! Java's enums and records.

use super::{Enum, Field, FieldType, Listed, Record, Span, Value, Variant, translated};
use crate::java::comment;
use crate::model::camel;
use std::fmt::Write;

/// An enum up to where what is written by hand begins; one whose constants have no code is whole.
pub fn enumeration(listed: &Listed, item: &Enum) -> Result<String, String> {
    let docs: Vec<String> = item.docs.iter().map(|text| words(text)).collect();
    let mut text = format!("{}public enum {} {{\n", comment(&docs, 0), listed.outside);
    let constants = item.variants.iter().enumerate().map(|(i, variant)| constant(listed, i, variant));
    text += &constants.collect::<Result<Vec<String>, String>>()?.join(",\n");
    text += if listed.arguments.is_some() { ";\n" } else { "\n}\n" };
    Ok(text)
}

fn constant(listed: &Listed, i: usize, variant: &Variant) -> Result<String, String> {
    let docs: Vec<String> = variant.docs.iter().map(|text| words(text)).collect();
    let name = match &variant.value {
        Value::Name(name) => name.clone(),
        Value::Code(_) => screaming(&variant.name),
    };
    let arguments = match (listed.arguments, &variant.value) {
        (Some(_), Value::Code(code)) => {
            let all = [vec![code.to_string()], variant.arguments.clone()].concat();
            format!("({})", all.join(", "))
        }
        // Without a code of its own a constant crosses by its place.
        (None, Value::Code(code)) if *code != i as i64 => {
            return Err(format!("{}::{} has code {code}, but is number {i} in Java", listed.name, variant.name));
        }
        _ => String::new(),
    };
    Ok(format!("{}    {name}{arguments}", comment(&docs, 4)))
}

/// `InvalidHandle` as `INVALID_HANDLE`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for (i, letter) in name.char_indices() {
        if i > 0 && letter.is_uppercase() {
            text.push('_');
        }
        text.extend(letter.to_uppercase());
    }
    text
}

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
        Span::Linked(ty, field) => format!("{{@link {ty}#{}()}}", camel(field)),
        Span::Primitive(name) => {
            let name = match name {
                "f32" => "float",
                "f64" => "double",
                "i32" => "int",
                "i64" => "long",
                "u8" => "byte",
                _ => "boolean",
            };
            format!("{{@code {name}}}")
        }
        Span::Name(name) => format!("{{@code {}}}", camel(name)),
        Span::Other(code) => format!("{{@code {code}}}"),
    })
}
