//! Java's records for several results: one for each function that names its results.

use super::{comment, words};
use crate::model::{Function, Output, camel, pascal};
use crate::shape;

/// The name of the record of a function's results; overloads share it.
pub fn name(function: &Function) -> String {
    pascal(&shape::method(function))
}

/// The records, each with its name.
pub fn records(functions: &[Function]) -> Vec<(String, String)> {
    let several = functions.iter().filter(|function| matches!(function.output, Output::Tensors(_)));
    let firsts = several.filter(|function| function.overload().is_none());
    firsts.map(|function| (name(function), record(function))).collect()
}

fn record(function: &Function) -> String {
    let (doc, name) = (function.doc(), name(function));
    let method = super::method_name(function);
    let mut lines = vec![
        format!("What {{@link Tensor#{method}}} gives: {}", lower(&words(&doc.text))),
        String::new(),
        "<p>The record owns nothing: each tensor has the owner that a single result would have.".into(),
        String::new(),
    ];
    lines.extend(doc.results.iter().map(|one| format!("@param {} {}", camel(&one.name), words(&one.what))));
    let fields: Vec<String> = doc.results.iter().map(|one| format!("Tensor {}", camel(&one.name))).collect();
    let head = "import dev.tenure.Tensor;\n\n";
    format!("{head}{}public record {name}({}) {{}}\n", comment(&lines, 0), fields.join(", "))
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().to_string() + letters.as_str())
}
