//! The public members of Java that map one to one, with their Javadoc.
//!
//! Invariant: what a member says is what the doc comment in `src/api` says; only what every member
//! of a form has in common, such as who owns the result, is added here.

pub mod calls;
pub mod elements;
pub mod makers;
pub mod methods;
pub mod results;

use crate::model::{Doc, Function, Kind, Param, camel, spans};
use crate::shape;
use std::fmt::Write;

const WIDTH: usize = 100;

/// The name of a method.
pub fn method_name(function: &Function) -> String {
    camel(&shape::method(function)).replace("I64", "Long")
}

/// The type of a parameter of a method with any.
pub fn type_among(param: &Param) -> String {
    match param.kind {
        Kind::Dims | Kind::Axes => "long[]".into(),
        Kind::OptionalHandle => "@Nullable Tensor".into(),
        Kind::OptionalScalar => "@Nullable Double".into(),
        Kind::OptionalInteger => "@Nullable Long".into(),
        Kind::Enum => param.of.clone(),
        kind => type_of(kind).into(),
    }
}

/// What a parameter is where a caller leaves it out.
pub fn otherwise(param: &Param, value: &str) -> String {
    match (param.kind, value) {
        (Kind::OptionalHandle | Kind::OptionalScalar | Kind::OptionalInteger, _) => "null".into(),
        (_, "[]") => "new long[0]".into(),
        (Kind::Enum, constant) => format!("{}.{constant}", param.of),
        _ => value.into(),
    }
}

/// The type of a parameter.
pub fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Handle | Kind::OptionalHandle => "Tensor",
        Kind::Handles => "Tensor[]",
        Kind::Ints => "long[]",
        Kind::Text => "String",
        Kind::Scalar | Kind::OptionalScalar => "double",
        Kind::DType => "DType",
        Kind::Device => "Device",
        Kind::Dims | Kind::Axes => "long...",
        Kind::Flag => "boolean",
        _ => "long",
    }
}

/// How a parameter crosses.
pub fn passed(param: &Param) -> String {
    let name = shape::name(param);
    match param.kind {
        Kind::Handle => format!("{name}.handle"),
        Kind::OptionalHandle => format!("{name} == null ? 0 : {name}.handle"),
        Kind::OptionalScalar | Kind::OptionalInteger => format!("{name} != null, {name} == null ? 0 : {name}"),
        Kind::Handles => format!("KeepAlive.handles({name})"),
        Kind::DType | Kind::Device | Kind::Enum => format!("{name}.code()"),
        _ => name,
    }
}

/// The line that refuses null, for what can be null.
fn checked(param: &Param) -> String {
    let name = shape::name(param);
    if param.kind == Kind::Handles {
        return format!("        Arguments.notNull(\"{name}\", {name});\n");
    }
    let can_be_null =
        param.is_list() || matches!(param.kind, Kind::Handle | Kind::DType | Kind::Device | Kind::Enum | Kind::Text);
    if can_be_null { format!("        Objects.requireNonNull({name}, \"{name}\");\n") } else { String::new() }
}

/// The call of a native method whose last argument is a list: a short one crosses as scalars.
fn with_list(function: &Function, before: &[String], list: &str) -> String {
    let call = format!("Native.{}({}", function.java_name(), before.join(", "));
    let scalars: Vec<String> = (0..4).map(|i| format!("Call.at({list}, {i})")).collect();
    format!(
        "{list}.length <= Call.INLINE\n                        ? {call}, {list}.length,\n                                {})\n\
         \x20                       : {call}, {list})",
        scalars.join(", ")
    )
}

/// `@param` of a parameter.
fn param(doc: &Doc, param: &Param) -> String {
    let said = doc.param(&param.name);
    let what = if said.is_empty() { shape::meaning(param.kind) } else { said };
    format!("@param {} {}", shape::name(param), words(what))
}

pub fn throws(doc: &Doc) -> Vec<String> {
    doc.thrown().iter().map(|(exception, when)| format!("@throws {exception} if {}", words(when))).collect()
}

/// Javadoc for Markdown: `` `x` `` is `{@code x}`, a link to another function is one to its method.
fn words(text: &str) -> String {
    let plain = |part: &str| part.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    spans(text, plain, |part| format!("{{@code {part}}}"), linked)
}

/// A link of rustdoc, as `random::seed` or `item_i64`.
fn linked(link: &str) -> String {
    match link {
        "random::seed" => "{@link Tenure#seed(long)}".into(),
        verb => format!("{{@link Tensor#{}}}", camel(verb).replace("I64", "Long")),
    }
}

/// A doc comment of these lines, which are wrapped; one that fits a line is on one.
pub fn comment(lines: &[String], indent: usize) -> String {
    let space = " ".repeat(indent);
    if let [line] = lines
        && indent + "/**  */".len() + line.len() <= WIDTH
    {
        return format!("{space}/** {line} */\n");
    }
    let mut text = format!("{space}/**\n");
    for line in lines {
        let mut rest = format!("{space} *");
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            if rest.len() + 1 + word.len() > WIDTH {
                let _ = writeln!(text, "{rest}");
                rest = format!("{space} *{}", if line.starts_with('@') { "    " } else { "" });
            }
            rest = format!("{rest} {word}");
        }
        let _ = writeln!(text, "{rest}");
    }
    format!("{text}{space} */\n")
}
