//! The methods of Java's `Tensor` that have a receiver, or join several tensors.

use super::{checked, comment, method_name, param, passed, throws, type_of, with_list, words};
use crate::model::{Function, Kind, Output, Param};
use crate::shape::{self, Form};

/// The methods for the region of `Tensor.java`.
pub fn methods(functions: &[Function]) -> String {
    let mut text = String::new();
    for function in functions {
        let Some(form) = shape::form(function).filter(|form| !shape::is_maker(*form)) else { continue };
        text += &match form {
            Form::Question => question(function),
            Form::Join => join(function),
            Form::Reduce => reduction(function),
            Form::List => list(function),
            form => method(function, form),
        };
    }
    text
}

/// A method with its Javadoc; `params` are those that it has.
fn documented(function: &Function, params: &[&Param], returned: &str, code: &str) -> String {
    let doc = function.doc();
    let mut lines = vec![words(&doc.text), String::new()];
    lines.extend(params.iter().map(|operand| param(&doc, operand)));
    if !returned.is_empty() {
        lines.push(format!("@return {returned}"));
    }
    lines.extend(throws(&doc));
    if lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    format!("{}{code}\n", comment(&lines, 4))
}

fn declared(params: &[&Param]) -> String {
    params.iter().map(|param| format!("{} {}", type_of(param.kind), shape::name(param))).collect::<Vec<_>>().join(", ")
}

fn method(function: &Function, form: Form) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (name, core) = (method_name(function), function.java_name());
    let operand = params.first().map(|param| shape::name(param)).unwrap_or_default();
    let checks: String = params.iter().map(|param| checked(param)).collect();
    let body = match form {
        Form::Unary => format!("return Call.unary(Native::{core}, this);"),
        Form::Binary => format!("return Call.binary(Native::{core}, this, {operand});"),
        Form::Scalar => format!("return Call.scalar(Native::{core}, this, {operand});"),
        Form::ChangeBinary => {
            format!(
                "Call.change(() -> Native.{core}(handle, {operand}.handle));\n        KeepAlive.done(this, {operand});"
            )
        }
        Form::ChangeScalar => format!("Native.{core}(handle, {operand});\n        KeepAlive.done(this);"),
        Form::Change => format!("Native.{core}(handle);\n        KeepAlive.done(this);"),
        _ => mixed(&core, &params),
    };
    let changes = matches!(form, Form::Change | Form::ChangeBinary | Form::ChangeScalar);
    let (result, returned) = if changes { ("void", "") } else { ("Tensor", "a new tensor") };
    let code = format!("    public {result} {name}({}) {{\n{checks}        {body}\n    }}\n", declared(&params));
    format!("{}{}", with_defaults(function, &params), documented(function, &params, returned, &code))
}

/// The overload without the parameters that have a default.
fn with_defaults(function: &Function, params: &[&Param]) -> String {
    let doc = function.doc();
    let (given, rest): (Vec<&Param>, Vec<&Param>) =
        params.iter().copied().partition(|param| doc.otherwise(&param.name).is_none());
    if rest.is_empty() {
        return String::new();
    }
    let values = rest.iter().filter_map(|param| doc.otherwise(&param.name).map(str::to_string));
    let arguments: Vec<String> = given.iter().map(|param| shape::name(param)).chain(values).collect();
    let name = method_name(function);
    let code = format!(
        "    public Tensor {name}({}) {{\n        return {name}({});\n    }}\n",
        declared(&given),
        arguments.join(", ")
    );
    documented(function, &given, "a new tensor", &code)
}

fn mixed(core: &str, params: &[&Param]) -> String {
    let arguments: Vec<String> = params.iter().map(|param| passed(param)).collect();
    let call = format!("Call.from(this, scope -> Native.{core}(scope, handle, {}))", arguments.join(", "));
    let tensors: Vec<String> =
        params.iter().filter(|param| param.kind == Kind::Handle).map(|param| shape::name(param)).collect();
    if tensors.is_empty() {
        return format!("return {call};");
    }
    let kept: String =
        tensors.chunks(2).map(|some| format!("        KeepAlive.done({});\n", some.join(", "))).collect();
    format!("Tensor result = {call};\n{kept}        return result;")
}

/// A list of axes or a shape, also as `int`s, as arrays of Java have them.
fn list(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (name, list) = (method_name(function), shape::name(params[0]));
    let call = with_list(function, &["scope".into(), "handle".into()], &list);
    let code = format!(
        "    public Tensor {name}(long... {list}) {{\n{}        return Call.from(\n                this,\n\
         \x20               scope -> {call});\n    }}\n",
        checked(params[0])
    );
    let ints = format!(
        "    public Tensor {name}(int[] {list}) {{\n        return {name}(Numbers.longs({list}, \"{list}\"));\n    }}\n"
    );
    let returned = "a new tensor";
    documented(function, &params, returned, &code) + &documented(function, &params, returned, &ints)
}

/// A reduction, first the overload that keeps no axis.
fn reduction(function: &Function) -> String {
    let [axes, keepdim] = shape::operands(function) else { unreachable!("the form says so") };
    let name = method_name(function);
    let short = format!("    public Tensor {name}(long... axes) {{\n        return {name}(false, axes);\n    }}\n");
    let call = with_list(function, &["scope".into(), "handle".into(), "keepdim".into()], "axes");
    let long = format!(
        "    public Tensor {name}(boolean keepdim, long... axes) {{\n{}        return Call.from(\n                this,\n\
         \x20               scope -> {call});\n    }}\n",
        checked(axes)
    );
    documented(function, &[axes], "a new tensor without these axes", &short)
        + &documented(function, &[keepdim, axes], "a new tensor", &long)
}

/// A static method of several tensors, and of a list of them.
fn join(function: &Function) -> String {
    let [tensors, others @ ..] = shape::operands(function) else { unreachable!("the form says so") };
    let (name, list) = (method_name(function), shape::name(tensors));
    let mut params: Vec<&Param> = others.iter().collect();
    let before = declared(&params);
    let names: Vec<String> = others.iter().map(shape::name).collect();
    params.push(tensors);
    let code = format!(
        "    public static Tensor {name}({before}, Tensor... {list}) {{\n        Arguments.notNull(\"{list}\", {list});\n\
         \x20       return Call.joined({list}, scope -> Native.{}(scope, KeepAlive.handles({list}), {}));\n    }}\n",
        function.java_name(),
        names.join(", ")
    );
    let of_list = format!(
        "    public static Tensor {name}({before}, List<? extends Tensor> {list}) {{\n\
         \x20       return {name}({}, Arguments.array(\"{list}\", {list}));\n    }}\n",
        names.join(", ")
    );
    let returned = "a new tensor";
    documented(function, &params, returned, &code) + &documented(function, &params, returned, &of_list)
}

fn question(function: &Function) -> String {
    let call = format!("KeepAlive.value(Native.{}(handle), this)", function.java_name());
    let (result, value) = match function.output {
        Output::F64 => ("double", call),
        Output::Flag => ("boolean", call),
        Output::I32 | Output::U32 => ("int", format!("(int) {call}")),
        Output::DType => ("DType", format!("DType.of((int) {call})")),
        Output::Device => ("Device", format!("Device.of((int) {call})")),
        Output::Shape => ("long[]", call),
        _ => ("long", call),
    };
    let doc = function.doc();
    let (first, rest) = doc.text.split_once(". ").unwrap_or((doc.text.trim_end_matches('.'), ""));
    let mut letters = first.chars();
    let first = letters.next().map_or_else(String::new, |letter| letter.to_lowercase().to_string() + letters.as_str());
    let mut lines = vec![format!("{{@return {}}} {}", words(&first), words(rest)).trim_end().to_string()];
    let thrown = throws(&doc);
    if !thrown.is_empty() {
        lines.push(String::new());
        lines.extend(thrown);
    }
    let name = method_name(function);
    format!("{}    public {result} {name}() {{\n        return {value};\n    }}\n\n", comment(&lines, 4))
}
