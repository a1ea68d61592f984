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

/// What a caller may omit: the device, and then the element type.
const LEFT_OUT: [(usize, &str); 3] =
    [(2, "It is float32, in the processor's memory."), (1, "It is in the processor's memory."), (0, "")];

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
    for (left_out, more) in LEFT_OUT {
        let params = &left(&all, left_out);
        let body = match left_out {
            0 => whole(function, of, &all),
            n => delegated(function, of, n, &all),
        };
        let code = format!("    {} {name}({}) {{\n{body}    }}\n", of.head(), declared(params, list));
        text += &documented(function, of, more, params, &code);
    }
    for (left_out, more) in LEFT_OUT {
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
        text += &documented(function, of, more, params, &code);
    }
    text
}

fn counted(function: &Function, of: Of) -> String {
    let all = ordered(function);
    let name = method_name(function);
    // Without an element type the literal's type decides between double and long.
    let without_device = left(&all, 1);
    let mut text = String::new();
    for (params, more) in [(&without_device, LEFT_OUT[1].1), (&all, "")] {
        let body = if params.len() == all.len() { whole(function, of, &all) } else { in_cpu(&name, &all) };
        let code = format!("    {} {name}({}) {{\n{body}    }}\n", of.head(), declared(params, ""));
        text += &documented(function, of, more, params, &code);
    }
    text
}

fn in_cpu(name: &str, all: &[&Param]) -> String {
    let pass = |param: &&Param| if param.kind == Kind::Device { "Device.CPU".into() } else { shape::name(param) };
    format!("        return {name}({});\n", all.iter().map(pass).collect::<Vec<_>>().join(", "))
}

/// The body of an overload that omits the device, or the element type too.
fn delegated(function: &Function, of: Of, left_out: usize, all: &[&Param]) -> String {
    let dtype = if left_out == 2 { "DType.F32" } else { "dtype" };
    if only_shape(all) {
        return create(function, of, dtype, "Device.CPU");
    }
    let rest: Vec<String> = all[2..].iter().map(|param| shape::name(param)).collect();
    format!("        return {}({dtype}, Device.CPU, {});\n", method_name(function), rest.join(", "))
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
