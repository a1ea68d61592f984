//! Functions that create tensors without operands: static methods of Java's `Tensor` for the
//! current scope, and methods of `Scope` for that scope.

use super::{checked, comment, method_name, overloads, param, passed, throws, type_of, with_list, words};
use crate::model::{Function, Kind, Param};
use crate::shape::{self, Form};

/// The class that the methods belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Tensor,
    Scope,
}

impl Of {
    pub fn head(self) -> &'static str {
        if self == Of::Tensor { "public static Tensor" } else { "public Tensor" }
    }

    pub fn owner(self) -> &'static str {
        if self == Of::Tensor { "Current.scope()" } else { "this" }
    }

    pub fn returned(self) -> &'static str {
        match self {
            Of::Tensor => "@return a new tensor, which the current scope owns; without one it is the caller's",
            Of::Scope => "@return a new tensor, which this scope owns",
        }
    }
}

/// What a caller may omit: the device, and then the element type, which is `dtype` by default.
fn left_out(dtype: &str) -> [(usize, String); 3] {
    let name = shape::dtype_name(dtype);
    [
        (2, format!("It is {name}, on the default device of its scope.")),
        (1, "It is on the default device of its scope.".to_string()),
        (0, String::new()),
    ]
}

/// The methods for the region of `Tensor.java` or of `Scope.java`.
pub fn makers(functions: &[Function], of: Of) -> String {
    let mut text = String::new();
    for function in functions.iter().filter(|function| shape::form(function).is_some_and(shape::is_maker)) {
        for overload in overloads(function) {
            text += &match shape::form(function) {
                Some(Form::Shaped) => shaped(&overload, of),
                _ => counted(&overload, of),
            };
        }
    }
    text
}

/// The parameters in Java's order: the element type, the device, then numbers, which after a shape
/// would be read as part of it.
pub fn ordered(function: &Function) -> Vec<&Param> {
    let (shapes, numbers): (Vec<&Param>, Vec<&Param>) =
        shape::operands(function).iter().partition(|param| param.kind == Kind::Dims);
    [&function.params[2], &function.params[1]].into_iter().chain(shapes).chain(numbers).collect()
}

fn declared(params: &[&Param], list: &str) -> String {
    let declare = |param: &&Param| {
        let ty = if param.kind == Kind::Dims { list } else { type_of(param) };
        format!("{ty} {}", shape::name(param))
    };
    params.iter().map(declare).collect::<Vec<_>>().join(", ")
}

fn documented(function: &Function, of: Of, more: &str, params: &[&Param], code: &str) -> String {
    let doc = function.doc().about(params);
    let mut lines = vec![format!("{} {more}", words(&doc.text)).trim_end().to_string(), String::new()];
    lines.extend(params.iter().map(|operand| param(&doc, operand)));
    lines.push(of.returned().into());
    lines.extend(throws(&doc));
    format!("{}{code}\n", comment(&lines, 4))
}

/// The parameters without the device, or without the element type too.
fn left<'a>(all: &[&'a Param], left_out: usize) -> Vec<&'a Param> {
    let is_left = |param: &&Param| match param.kind {
        Kind::Device => left_out < 1,
        Kind::DType => left_out < 2,
        _ => true,
    };
    all.iter().copied().filter(is_left).collect()
}

/// Six overloads: with and without the device and the element type, for a shape of `long`s and one
/// of `int`s.
fn shaped(function: &Function, of: Of) -> String {
    let (name, all) = (method_name(function), ordered(function));
    let list = if all.last().is_some_and(|param| param.kind == Kind::Dims) { "long..." } else { "long[]" };
    let mut text = String::new();
    for (left_out, more) in left_out(shape::default_dtype(function)) {
        let params = &left(&all, left_out);
        let body = match left_out {
            0 => whole(function, of, &all),
            n => delegated(function, of, n, &all),
        };
        let code = format!("    {} {name}({}) {{\n{body}    }}\n", of.head(), declared(params, list));
        text += &documented(function, of, &more, params, &code);
    }
    for (left_out, more) in left_out(shape::default_dtype(function)) {
        let params = &left(&all, left_out);
        let pass = |param: &&Param| match param.kind {
            Kind::Dims => "Numbers.longs(shape)".to_string(),
            _ => shape::name(param),
        };
        let arguments: Vec<String> = params.iter().map(pass).collect();
        let code = format!(
            "    {} {name}({}) {{\n        return {name}({});\n    }}\n",
            of.head(),
            declared(params, "int[]"),
            arguments.join(", ")
        );
        text += &documented(function, of, &more, params, &code);
    }
    text + &numbers_first(function, of, &all)
}

/// The overloads with the shape last, as PyTorch has it behind bounds and moments, but not behind a
/// value.
fn numbers_first(function: &Function, of: Of, all: &[&Param]) -> String {
    let (shapes, numbers): (Vec<&Param>, Vec<&Param>) = all[2..].iter().partition(|param| param.kind == Kind::Dims);
    if numbers.is_empty() || numbers.iter().any(|param| param.kind == Kind::Scalar) {
        return String::new();
    }
    let in_order: Vec<&Param> = all[..2].iter().copied().chain(numbers).chain(shapes).collect();
    let mut text = String::new();
    for (left_out, more) in left_out(shape::default_dtype(function)) {
        let params = left(&in_order, left_out);
        let (name, head) = (method_name(function), of.head());
        for list in ["long...", "int[]"] {
            let pass = |param: &&Param| match param.kind {
                Kind::Dims if list == "int[]" => "Numbers.longs(shape)".to_string(),
                _ => shape::name(param),
            };
            let arguments: Vec<String> = left(all, left_out).iter().map(pass).collect();
            let code = format!(
                "    {head} {name}({}) {{\n        return {name}({});\n    }}\n",
                declared(&params, list),
                arguments.join(", ")
            );
            text += &documented(function, of, &more, &params, &code);
        }
    }
    text
}

/// Up to six overloads: with and without the device, the element type, and the numbers that have a
/// default.
fn counted(function: &Function, of: Of) -> String {
    let all = ordered(function);
    let (name, doc, dtype) = (method_name(function), function.doc(), dtype_of_numbers(function));
    let otherwise = |param: &Param| doc.otherwise(&param.name).filter(|_| param.kind != Kind::DType);
    let has_defaults = all.iter().any(|param| otherwise(param).is_some());
    let mut text = String::new();
    for is_short in [true, false].into_iter().filter(|is_short| has_defaults || !is_short) {
        for (left_out, more) in left_out(dtype) {
            let mut params = left(&all, left_out);
            params.retain(|param| !is_short || otherwise(param).is_none());
            let pass = |param: &&Param| match param.kind {
                Kind::Device if left_out > 0 => "Device.OF_SCOPE".to_string(),
                Kind::DType if left_out > 1 => format!("DType.{dtype}"),
                _ => otherwise(param).filter(|_| is_short).map_or_else(|| shape::name(param), str::to_string),
            };
            let body = match params.len() == all.len() {
                true => whole(function, of, &all),
                false => format!("        return {name}({});\n", all.iter().map(pass).collect::<Vec<_>>().join(", ")),
            };
            let code = format!("    {} {name}({}) {{\n{body}    }}\n", of.head(), declared(&params, ""));
            text += &documented(function, of, &more, &params, &code);
        }
    }
    text
}

/// The element type without one: numbers that are all integers make int64.
fn dtype_of_numbers(function: &Function) -> &str {
    let operands = shape::operands(function);
    let is_integers = operands.iter().all(|param| param.kind == Kind::Scalar && param.of == "long");
    if is_integers && !operands.is_empty() { "I64" } else { shape::default_dtype(function) }
}

/// The body of an overload that omits the device, or the element type too.
fn delegated(function: &Function, of: Of, left_out: usize, all: &[&Param]) -> String {
    let dtype = if left_out == 2 { format!("DType.{}", shape::default_dtype(function)) } else { "dtype".into() };
    if only_shape(all) {
        return create(function, of, &dtype, "Device.OF_SCOPE");
    }
    let rest: Vec<String> = all[2..].iter().map(|param| shape::name(param)).collect();
    format!("        return {}({dtype}, Device.OF_SCOPE, {});\n", method_name(function), rest.join(", "))
}

fn only_shape(all: &[&Param]) -> bool {
    matches!(&all[2..], [shape] if shape.kind == Kind::Dims)
}

/// The hot path, with nothing but a shape.
fn create(function: &Function, of: Of, dtype: &str, device: &str) -> String {
    let (owner, core) = (of.owner(), function.java_name());
    format!("        return Call.create({owner}, Native::{core}, Native::{core}, {dtype}, {device}, shape);\n")
}

fn whole(function: &Function, of: Of, all: &[&Param]) -> String {
    if only_shape(all) {
        return create(function, of, "dtype", "device");
    }
    let checks: String = all.iter().map(|param| checked(param)).collect();
    let mut arguments = vec!["scope".to_string()];
    arguments.extend(function.params[1..].iter().filter(|param| param.kind != Kind::Dims).map(passed));
    let call = match crate::shape::list(function) {
        Some(list) => with_list(function, &arguments, &shape::name(list)),
        None => format!("Native.{}({})", function.java_name(), arguments.join(", ")),
    };
    format!(
        "{checks}        return Call.made(\n                {},\n                scope -> {call},\n                null);\n",
        of.owner()
    )
}
