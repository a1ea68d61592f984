//! The members that each kind of handle has in its own class in Java and C#: the wrapper around a
//! number, its release, and in Java the methods that return the resource as its own type.
//!
//! A kind of handle is a noun with a function `dispose`. A new kind also needs one line in the list
//! of nouns, and one where the core and Java name the kinds.

use crate::model::{Function, camel, pascal};
use std::fmt::Write;

/// The methods of a tensor that return the tensor.
pub const OF_TENSORS: [&str; 6] = ["name", "attach", "tempAttach", "moveToOuterScope", "moveTo", "detachFromScope"];

/// Whether a noun is a kind of handle with its own function `dispose`.
pub fn is_kind(functions: &[Function]) -> bool {
    functions.iter().any(|function| function.disposes() && function.verb() == "dispose")
}

/// The name of the class of a noun.
pub fn class(noun: &str) -> String {
    pascal(noun)
}

/// The file of a Java class, relative to the folder of the nouns.
pub fn java_file(class: &str) -> String {
    package(class).map_or_else(|| class.into(), |package| format!("{package}/{class}"))
}

/// The package below that of the nouns that a class lies in, where a handle is asked for by its
/// method: modules, data, optimizers, training, and models of ONNX.
pub fn package(class: &str) -> Option<&'static str> {
    match class {
        "Module" => Some("nn"),
        "DataLoader" | "Table" => Some("data"),
        "Optimizer" | "Scheduler" => Some("optim"),
        "Batcher" | "Metric" | "Trainer" => Some("models"),
        class if class.starts_with("Onnx") => Some("onnx"),
        _ => None,
    }
}

/// The Java classes that a resource may have: those written by hand, and one for each kind.
pub fn permits(nouns: &[&str]) -> String {
    let classes: String = nouns.iter().map(|noun| format!(", {}", class(noun))).collect();
    format!("        permits Tensor, Scope{classes}\n")
}

/// The generated region of the Java class; a tensor has its own constructor.
pub fn java(noun: &str) -> String {
    let class = class(noun);
    let handle = if package(&class).is_some() { "handle()" } else { "handle" };
    let mut text = String::new();
    if noun != "tensor" {
        let _ = writeln!(
            text,
            "    /** Of a handle; 0 for one that the core is about to make. */\n    {class}(long handle) {{\n        \
             super(handle, null);\n    }}\n"
        );
    }
    text += &overrides(&class, &["name", "moveToOuterScope", "moveTo", "detachFromScope"]);
    let _ = writeln!(
        text,
        "    /** @hidden */\n    @Override\n    \
         protected void dispose() {{\n        Native.{}Dispose({handle});\n    }}",
        camel(noun)
    );
    text
}

/// Overrides of Java's methods that return their receiver, so that a subclass returns its own type;
/// C# uses generics for this.
pub fn overrides(class: &str, methods: &[&str]) -> String {
    let mut text = String::new();
    for method in methods {
        let (params, argument) = match *method {
            "name" => ("String name", "name"),
            "moveTo" | "attach" | "tempAttach" => ("Scope scope", "scope"),
            _ => ("", ""),
        };
        let _ = writeln!(
            text,
            "    @Override\n    @CanIgnoreReturnValue\n    public {class} {method}({params}) {{\n        super.{method}({argument});\n        \
             return this;\n    }}\n"
        );
    }
    text
}

/// The members of the class in C#.
pub fn csharp(noun: &str) -> String {
    let class = class(noun);
    format!(
        "    internal {class}(ulong handle, object? holder) : base(handle, holder)\n    {{\n    }}\n\n    \
         private protected override int Release() => Native.tenure_{noun}_dispose(Handle);\n"
    )
}
