//! The types that cross the boundary: enums and records, each defined once, in Rust.
//!
//! Of an enum follow those of Java and C#; of a record those too, with how it is read, and the
//! functions that return it. The configuration of workspaces is a struct whose fields cross as JSON. The
//! header has enums and records from cbindgen. [`ENUMS`] says what each enum is
//! called outside; a record is called the same everywhere, and `src/api/records.rs` has them all.

use crate::model::pascal;

pub mod config;
pub mod config_csharp;
pub mod config_java;
pub mod csharp;
pub mod exceptions;
pub mod java;
pub mod read;
#[cfg(test)]
mod tests;

/// An enum: where it is defined, and what follows from it.
pub struct Listed {
    pub file: &'static str,
    pub name: &'static str,
    /// Its name in Java and C#.
    pub outside: &'static str,
    /// What constants have beside their code. `None` for constants that have nothing, not even a
    /// code.
    pub arguments: Option<&'static [Asked]>,
    /// What Java takes the code of a newer library for.
    pub unknown: Option<&'static str>,
}

/// Something that a constant has: what methods of Rust say of the variant.
pub struct Asked {
    /// In a chain, as `width.bytes`.
    pub methods: &'static str,
    /// What Java calls it.
    pub field: &'static str,
    pub docs: &'static str,
    /// What Java's method returns; `None` for what a constant is printed as, and found by.
    pub returned: Option<&'static str>,
}

impl Asked {
    /// Its type in Java.
    pub fn ty(&self) -> &'static str {
        if self.returned.is_some() { "int" } else { "String" }
    }
}

/// What an element type has.
const OF_DTYPE: [Asked; 2] = [
    Asked { methods: "width.bytes", field: "size", docs: "Bytes of one element.", returned: Some("1, 2, 4 or 8") },
    Asked { methods: "name", field: "text", docs: "The name that NumPy uses: {@code float32}.", returned: None },
];

/// Where the configuration of workspaces and its enums are defined.
pub const CONFIG: &str = "src/memory/workspace/config.rs";

pub const ENUMS: [Listed; 19] = [
    Listed { arguments: Some(&OF_DTYPE), ..plain("src/tensor/dtype.rs", "DType", "DType") },
    Listed { arguments: Some(&[]), ..plain("src/tensor/limits.rs", "DTypeKind", "DTypeKind") },
    Listed { arguments: Some(&[]), unknown: Some("INTERNAL"), ..plain("src/error.rs", "Status", "Status") },
    Listed { arguments: Some(&[]), ..plain("src/ops/nn/resize.rs", "InterpolateMode", "InterpolateMode") },
    Listed { arguments: Some(&[]), ..plain("src/ops/nn/loss.rs", "Reduction", "Reduction") },
    Listed { arguments: Some(&[]), ..plain("src/ops/fft/mod.rs", "FftNorm", "FftNorm") },
    Listed { arguments: Some(&[]), ..plain("src/autograd/linalg/norms.rs", "MatrixNormOrder", "MatrixNormOrder") },
    Listed { arguments: Some(&[]), ..plain("src/ops/rearrange.rs", "PadMode", "PadMode") },
    Listed {
        arguments: Some(&[]),
        ..plain("src/autograd/quantile.rs", "QuantileInterpolation", "QuantileInterpolation")
    },
    Listed { arguments: Some(&[]), ..plain("src/tensor/copy_mode.rs", "CopyMode", "CopyMode") },
    Listed { arguments: Some(&[]), ..plain("src/ops/scatter.rs", "ScatterReduce", "ScatterReduce") },
    plain("src/ownership/metadata.rs", "Level", "LeakLevel"),
    plain(CONFIG, "Allocation", "AllocationPolicy"),
    plain(CONFIG, "Learning", "LearningPolicy"),
    plain(CONFIG, "Location", "LocationPolicy"),
    plain(CONFIG, "Mirroring", "MirroringPolicy"),
    plain(CONFIG, "Mode", "WorkspaceMode"),
    plain(CONFIG, "Reset", "ResetPolicy"),
    plain(CONFIG, "Spill", "SpillPolicy"),
];

const fn plain(file: &'static str, name: &'static str, outside: &'static str) -> Listed {
    Listed { file, name, outside, arguments: None, unknown: None }
}

/// The namespace of C# that a type lies in; below `Tenure` the folders have the same names.
pub fn namespace(outside: &str) -> String {
    match java_package(outside) {
        "" | "access" => "Tenure".into(),
        below => format!("Tenure.{}", pascal(below)),
    }
}

/// The package of Java that a type lies in, below `dev.tenure`; empty for the nouns' own. `access` is not exported.
pub fn java_package(outside: &str) -> &'static str {
    match outside {
        "DType" | "DTypeKind" | "Status" | "Exceptions" => "",
        name if name.ends_with("Exception") => "",
        "CopyMode"
        | "FftNorm"
        | "InterpolateMode"
        | "MatrixNormOrder"
        | "PadMode"
        | "QuantileInterpolation"
        | "Reduction"
        | "ScatterReduce" => "options",
        "FloatInfo" | "IntegerInfo" => "results",
        "Records" => "access",
        "LeakLevel" | "MemoryStats" | "ScopeStats" | "CounterStats" | "OnnxBatcherStats" => "reports",
        _ => "workspaces",
    }
}

/// The records, by which a signature is known to return one.
pub const RECORDS: [&str; 8] = [
    "MemoryStats",
    "ScopeStats",
    "CounterStats",
    "WorkspaceStats",
    "WorkspaceCycle",
    "OnnxBatcherStats",
    "FloatInfo",
    "IntegerInfo",
];

/// Where they are defined.
pub const RECORDS_FILE: &str = "src/api/records.rs";

/// A type of Rust that docs refer to, and its name in Java and C#.
const LINKED: [(&str, &str); 1] = [("Config", "WorkspaceConfig")];

/// An enum.
#[derive(Debug)]
pub struct Enum {
    pub docs: Vec<String>,
    pub variants: Vec<Variant>,
}

#[derive(Debug)]
pub struct Variant {
    pub name: String,
    pub docs: Vec<String>,
    pub value: Value,
    /// What [`Listed::arguments`] asks for, as literals.
    pub arguments: Vec<String>,
}

/// How a variant crosses the boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// As a number.
    Code(i64),
    /// By this name, in JSON.
    Name(String),
}

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
    F64,
    /// 1 or 0.
    Flag,
}

/// A code span of a doc comment.
enum Span<'a> {
    /// A field of the type with this name outside.
    Linked(&'static str, &'a str),
    /// A type of Rust's own.
    Primitive(&'a str),
    /// A name that may be a field's.
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
    if let Some((ty, field)) = code.split_once("::")
        && let Some((_, outside)) = LINKED.iter().find(|(name, _)| *name == ty)
    {
        return Span::Linked(outside, field);
    }
    match code {
        "f32" | "f64" | "i8" | "i16" | "i32" | "i64" | "u8" | "bool" => Span::Primitive(code),
        name if name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_') => Span::Name(name),
        other => Span::Other(other),
    }
}
