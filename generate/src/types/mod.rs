//! The types of the C interface: enums and records, each defined once, in Rust.
//!
//! The enums of Java and C# follow from a Rust enum. From a record follow the records of both, the
//! code that reads them, and the functions that return them. The configuration of workspaces is a
//! struct whose fields are passed as JSON. The header gets enums and records from cbindgen.
//! [`ENUMS`] has the name of each enum outside of Rust. A record has the same name everywhere, and
//! `src/api/records.rs` defines all of them.

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

/// An enum: where it is defined, and what is generated from it.
pub struct Listed {
    pub file: &'static str,
    pub name: &'static str,
    /// Its name in Java and C#.
    pub outside: &'static str,
    /// The properties of constants other than their code. `None` for constants that have nothing,
    /// not even a code.
    pub arguments: Option<&'static [Asked]>,
    /// The constant that Java uses for an unknown code of a newer library.
    pub unknown: Option<&'static str>,
}

/// A property of a constant, which methods of the Rust enum define for each variant.
pub struct Asked {
    /// The methods, as a chain such as `width.bytes`.
    pub methods: &'static str,
    /// The name of the field in Java.
    pub field: &'static str,
    pub docs: &'static str,
    /// The return type of Java's method; `None` for the name by which a constant is printed and
    /// found.
    pub returned: Option<&'static str>,
}

impl Asked {
    /// Its type in Java.
    pub fn ty(&self) -> &'static str {
        if self.returned.is_some() { "int" } else { "String" }
    }
}

/// The properties of an element type.
const OF_DTYPE: [Asked; 2] = [
    Asked { methods: "width.bytes", field: "size", docs: "Bytes of one element.", returned: Some("1, 2, 4 or 8") },
    Asked { methods: "name", field: "text", docs: "The name that NumPy uses: {@code float32}.", returned: None },
];

/// The file that defines the configuration of workspaces and its enums.
pub const CONFIG: &str = "src/memory/workspace/config.rs";

pub const ENUMS: [Listed; 27] = [
    Listed { arguments: Some(&OF_DTYPE), ..plain("src/tensor/dtype.rs", "DType", "DType") },
    Listed { arguments: Some(&[]), ..plain("src/tensor/limits.rs", "DTypeKind", "DTypeKind") },
    Listed { arguments: Some(&[]), unknown: Some("INTERNAL"), ..plain("src/error.rs", "Status", "Status") },
    Listed { arguments: Some(&[]), ..plain("src/ops/nn/resize.rs", "InterpolateMode", "InterpolateMode") },
    Listed { arguments: Some(&[]), ..plain("src/ops/nn/loss.rs", "Reduction", "Reduction") },
    Listed { arguments: Some(&[]), ..plain("src/ops/nn/bag.rs", "BagMode", "EmbeddingBagMode") },
    Listed { arguments: Some(&[]), ..plain("src/nn/init.rs", "FanMode", "FanMode") },
    Listed { arguments: Some(&[]), ..plain("src/nn/schedule/cycle.rs", "CyclicMode", "CyclicMode") },
    Listed { arguments: Some(&[]), ..plain("src/nn/trainer/loss.rs", "LossKind", "Loss") },
    Listed { arguments: Some(&[]), ..plain("src/nn/trainer/metric.rs", "Average", "Average") },
    Listed { arguments: Some(&[]), ..plain("src/nn/init.rs", "Nonlinearity", "Nonlinearity") },
    Listed { arguments: Some(&[]), ..plain("src/ops/fft/mod.rs", "FftNorm", "FftNorm") },
    Listed { arguments: Some(&[]), ..plain("src/autograd/linalg/norms.rs", "MatrixNormOrder", "MatrixNormOrder") },
    Listed { arguments: Some(&[]), ..plain("src/ops/rearrange.rs", "PadMode", "PadMode") },
    Listed {
        arguments: Some(&[]),
        ..plain("src/autograd/quantile.rs", "QuantileInterpolation", "QuantileInterpolation")
    },
    Listed { arguments: Some(&[]), ..plain("src/tensor/copy_mode.rs", "CopyMode", "CopyMode") },
    Listed { arguments: Some(&[]), ..plain("src/ops/scatter.rs", "ScatterReduce", "ScatterReduce") },
    Listed { arguments: Some(&[]), ..plain("src/record/export.rs", "SnapshotFormat", "SnapshotFormat") },
    plain("src/ownership/metadata.rs", "Level", "LeakLevel"),
    plain("src/log/level.rs", "LogLevel", "LogLevel"),
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

/// The C# namespace of a type; the folders below `Tenure` have the same names.
pub fn namespace(outside: &str) -> String {
    match java_package(outside) {
        "" | "access" => "Tenure".into(),
        below => format!("Tenure.{}", pascal(below)),
    }
}

/// The Java package of a type, below `dev.tenure`; empty for the package of the nouns. `access` is
/// not exported.
pub fn java_package(outside: &str) -> &'static str {
    match outside {
        "DType" | "DTypeKind" | "Status" | "Exceptions" => "",
        name if name.ends_with("Exception") => "",
        "Average"
        | "CopyMode"
        | "CyclicMode"
        | "EmbeddingBagMode"
        | "FanMode"
        | "FftNorm"
        | "InterpolateMode"
        | "Loss"
        | "MatrixNormOrder"
        | "Nonlinearity"
        | "PadMode"
        | "QuantileInterpolation"
        | "Reduction"
        | "ScatterReduce" => "options",
        "FloatInfo" | "IntegerInfo" => "results",
        "Records" => "access",
        "LeakLevel" | "LogLevel" | "SnapshotFormat" | "MemoryStats" | "ScopeStats" | "CounterStats"
        | "BatcherStats" | "DeviceProperties" => "reports",
        _ => "workspaces",
    }
}

/// The records; a signature with one of these names returns a record.
pub const RECORDS: [&str; 9] = [
    "MemoryStats",
    "ScopeStats",
    "CounterStats",
    "WorkspaceStats",
    "WorkspaceCycle",
    "BatcherStats",
    "FloatInfo",
    "IntegerInfo",
    "DeviceProperties",
];

/// The file that defines them.
pub const RECORDS_FILE: &str = "src/api/records.rs";

/// A Rust type that docs refer to, and its name in Java and C#.
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
    /// The properties that [`Listed::arguments`] asks for, as literals.
    pub arguments: Vec<String>,
}

/// How a variant is represented in the C interface.
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
    /// A field of the type with this name outside of Rust.
    Linked(&'static str, &'a str),
    /// A primitive Rust type.
    Primitive(&'a str),
    /// A name that may be that of a field.
    Name(&'a str),
    Other(&'a str),
}

/// The text with `plain` applied to prose, and `code` to each code span or link of rustdoc.
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
        "f32" | "f64" | "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "bool" => Span::Primitive(code),
        name if name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_') => Span::Name(name),
        other => Span::Other(other),
    }
}
