//! The records that cross the boundary, each defined once, in Rust.
//!
//! From one follow those of Java and C#, how Java reads its own, and the functions that return it.
//! The header has it from cbindgen.

pub mod csharp;
pub mod java;
pub mod read;
#[cfg(test)]
mod tests;

/// The records, by which a signature is known to return one.
pub const RECORDS: [&str; 5] = ["MemoryStats", "ScopeStats", "CounterStats", "WorkspaceStats", "WorkspaceCycle"];

/// Where they are defined.
pub const RECORDS_FILE: &str = "src/api/records.rs";

/// A record.
#[derive(Debug)]
pub struct Record {
    pub name: String,
    pub docs: Vec<String>,
    pub fields: Vec<Field>,
}

#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub docs: Vec<String>,
    pub ty: FieldType,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldType {
    U64,
    I64,
    /// 1 or 0.
    Flag,
}

/// A code span of a doc comment.
enum Span<'a> {
    /// A field of the same record.
    Name(&'a str),
    Other(&'a str),
}

/// The text with `plain` of what is not code, and `code` of each code span or link of rustdoc.
fn translated(text: &str, plain: impl Fn(&str) -> String, code: impl Fn(Span) -> String) -> String {
    let text = text.replace("[`", "`").replace("`]", "`");
    let parts = text.split('`').enumerate();
    parts.map(|(i, part)| if i % 2 == 0 { plain(part) } else { code(span(part)) }).collect()
}

fn span(code: &str) -> Span<'_> {
    match code {
        name if name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_') => Span::Name(name),
        other => Span::Other(other),
    }
}
