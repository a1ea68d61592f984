//! The public members of Java that map one to one, with their Javadoc.
//!
//! Invariant: a member's Javadoc is the doc comment in `src/api`. Only what all members of a form
//! have in common, such as the owner of the result, is added here.

pub mod access;
pub mod calls;
pub mod elements;
pub mod makers;
pub mod methods;
pub mod results;

use crate::model::{Doc, Function, Kind, Param, VALUE, camel, escaped, pascal, spans};
use crate::shape;
use std::fmt::Write;

const WIDTH: usize = 100;

/// The name of a method.
pub fn method_name(function: &Function) -> String {
    camel(&shape::method(function)).replace("I64", "Long")
}

/// The overloads of a function: each scalar is a `double` or a `long`, or a `boolean` if a truth
/// value may be passed; [`Param::of`] says which. The first overload has `double`s. If there are
/// more than two scalars, all have the same type.
pub fn overloads(function: &Function) -> Vec<Function> {
    let scalars: Vec<&Param> = function.params.iter().filter(|param| param.kind == Kind::Scalar).collect();
    let mut types = match scalars.len() {
        0 => return vec![function.clone()],
        2 => vec![["double", "double"], ["long", "double"], ["double", "long"], ["long", "long"]]
            .into_iter()
            .map(Vec::from)
            .collect(),
        n => vec![vec!["double"; n], vec!["long"; n]],
    };
    if scalars.iter().all(|param| param.of == VALUE) {
        types.push(vec!["boolean"; scalars.len()]);
    }
    let of = |types: Vec<&str>| {
        let mut overload = function.clone();
        let scalars = overload.params.iter_mut().filter(|param| param.kind == Kind::Scalar);
        scalars.zip(types).for_each(|(param, ty)| param.of = ty.into());
        overload
    };
    types.into_iter().map(of).collect()
}

/// The type of a parameter of a method of any form.
pub fn type_among(param: &Param) -> String {
    match param.kind {
        Kind::Dims | Kind::Axes => "long[]".into(),
        Kind::OptionalHandle => "@Nullable Tensor".into(),
        Kind::OptionalReal => "@Nullable Double".into(),
        Kind::OptionalInteger => "@Nullable Long".into(),
        Kind::Enum => param.of.clone(),
        _ => type_of(param).into(),
    }
}

/// The default of a parameter.
pub fn otherwise(param: &Param, value: &str) -> String {
    match (param.kind, value) {
        (Kind::OptionalHandle | Kind::OptionalReal | Kind::OptionalInteger, _) => "null".into(),
        (_, "[]") => "new long[0]".into(),
        (Kind::Enum, constant) => format!("{}.{constant}", param.of),
        _ => value.into(),
    }
}

/// The type of a parameter.
pub fn type_of(param: &Param) -> &str {
    match param.kind {
        Kind::Handle | Kind::OptionalHandle => "Tensor",
        Kind::Handles => "Tensor[]",
        Kind::Ints => "long[]",
        Kind::Text => "String",
        Kind::Real | Kind::OptionalReal => "double",
        Kind::Scalar => &param.of,
        Kind::DType => "DType",
        Kind::Device => "Device",
        Kind::Dims | Kind::Axes => "long...",
        Kind::Flag => "boolean",
        _ => "long",
    }
}

/// How a parameter is passed to the core.
pub fn passed(param: &Param) -> String {
    let name = shape::name(param);
    match param.kind {
        // Modules lie in a package of their own, which does not see the field.
        // The field is not inherited by classes of other packages.
        Kind::Handle if crate::handles::package(&pascal(&param.of)).is_some() => {
            format!("((NativeResource) {name}).handle")
        }
        Kind::Handle => format!("{name}.handle"),
        Kind::OptionalHandle => format!("{name} == null ? 0 : {name}.handle"),
        Kind::OptionalReal | Kind::OptionalInteger => format!("{name} != null, {name} == null ? 0 : {name}"),
        Kind::Handles => format!("Call.handles({name})"),
        Kind::DType | Kind::Device | Kind::Enum => format!("{name}.code()"),
        Kind::Scalar if param.of == "long" => format!("Numbers.INTEGER, {name}"),
        Kind::Scalar if param.of == "boolean" => format!("Numbers.TRUTH, {name} ? 1 : 0"),
        Kind::Scalar => format!("Numbers.REAL, Double.doubleToRawLongBits({name})"),
        _ => name,
    }
}

/// The line that refuses null, if the parameter can be null.
fn checked(param: &Param) -> String {
    let name = shape::name(param);
    if param.kind == Kind::Handles {
        return format!("        Arguments.notNull(\"{name}\", {name});\n");
    }
    let can_be_null =
        param.is_list() || matches!(param.kind, Kind::Handle | Kind::DType | Kind::Device | Kind::Enum | Kind::Text);
    if can_be_null { format!("        Objects.requireNonNull({name}, \"{name}\");\n") } else { String::new() }
}

/// The call of a native method whose last argument is a list: a short list is passed as scalars.
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
    crate::types::exceptions::thrown(doc)
        .iter()
        .map(|(exception, when)| format!("@throws {exception} if {}", words(when)))
        .collect()
}

/// Converts Markdown to Javadoc: `` `x` `` to `{@code x}`, and a link to a function to one to its
/// method.
fn words(text: &str) -> String {
    spans(text, escaped, |part| format!("{{@code {part}}}"), linked)
}

/// A link of rustdoc, such as `random::seed` or `item_i64`.
fn linked(link: &str) -> String {
    match link {
        "random::seed" => "{@link Tenure#seed(long)}".into(),
        path if path.contains("::") => format!("{{@code {}}}", camel(path.rsplit("::").next().unwrap_or(path))),
        verb => format!("{{@link Tensor#{}}}", camel(verb).replace("I64", "Long")),
    }
}

/// A doc comment of these lines, which are wrapped; a comment that fits in one line is on one line.
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
