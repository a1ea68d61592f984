//! The methods of Java's `Tensor` that have a receiver or join several tensors.

use super::{
    checked, comment, method_name, otherwise, overloads, param, passed, results, throws, type_among, with_list, words,
};
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
            Form::Several | Form::Listed => several(function),
            Form::Asking => asking(function),
            Form::Reduce => reduction(function),
            Form::List => list(function),
            form => overloads(function).iter().map(|overload| method(overload, form)).collect(),
        };
        if function.doc().spread {
            text += &spreads(function);
        }
    }
    text
}

/// A method with its Javadoc; `params` are the parameters that it has.
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
    let list = params.iter().map(|param| format!("{} {}", type_among(param), shape::name(param)));
    let list = list.collect::<Vec<_>>().join(", ");
    // Tensors may be given one by one where they come last.
    match (params.last(), list.rsplit_once("[] ")) {
        (Some(last), Some((before, name))) if last.kind == Kind::Handles => format!("{before}... {name}"),
        _ => list,
    }
}

/// The arguments of the core's function after the receiver, in Java's order: lists come last.
fn arguments(params: &[&Param]) -> String {
    let (lists, others): (Vec<&Param>, Vec<&Param>) = params.iter().copied().partition(|param| param.is_list());
    others.into_iter().chain(lists).map(|param| format!(", {}", passed(param))).collect()
}

/// The lines that keep operands reachable up to this point.
fn kept(params: &[&Param]) -> String {
    let is_tensor = |param: &&&Param| matches!(param.kind, Kind::Handle | Kind::OptionalHandle | Kind::Handles);
    let tensors: Vec<String> = params.iter().filter(is_tensor).map(|param| shape::name(param)).collect();
    tensors.chunks(2).map(|some| format!("        KeepAlive.done({});\n", some.join(", "))).collect()
}

fn method(function: &Function, form: Form) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (name, core) = (method_name(function), function.java_name());
    let operand = params.first().map(|param| shape::name(param)).unwrap_or_default();
    let checks: String = params.iter().map(|param| checked(param)).collect();
    let body = match form {
        Form::Unary => format!("return Call.unary(Native::{core}, this);"),
        Form::Binary => format!("return Call.binary(Native::{core}, this, {operand});"),
        Form::Scalar if params[0].kind == Kind::Real => format!("return Call.real(Native::{core}, this, {operand});"),
        Form::Scalar => format!("return Call.scalar(Native::{core}, this, {});", passed(params[0])),
        Form::ChangeBinary => {
            format!(
                "Call.change(() -> Native.{core}(handle, {operand}.handle));\n        KeepAlive.done(this, {operand});"
            )
        }
        Form::ChangeScalar => format!("Native.{core}(handle, {});\n        KeepAlive.done(this);", passed(params[0])),
        Form::Change => format!("Native.{core}(handle);\n        KeepAlive.done(this);"),
        Form::ChangeMixed => {
            let call = format!("Call.change(() -> Native.{core}(handle{}));", arguments(&params));
            format!("{call}\n        KeepAlive.done(this);\n{}", kept(&params)).trim_end().to_string()
        }
        _ => mixed(&core, &params),
    };
    let changes = matches!(form, Form::Change | Form::ChangeBinary | Form::ChangeScalar | Form::ChangeMixed);
    let (result, returned) = if changes { ("void", "") } else { ("Tensor", "a new tensor") };
    let code = format!("    public {result} {name}({}) {{\n{checks}        {body}\n    }}\n", declared(&params));
    // An overload for other numbers would omit the same parameters.
    let is_first = !params.iter().any(|param| param.kind == Kind::Scalar && param.of != "double");
    let without = if is_first { with_defaults(function, &params, result, returned) } else { String::new() };
    format!(
        "{without}{}{}{}",
        documented(function, &params, returned, &code),
        of_numbers(function, &params, result, returned),
        of_ints(function, &params)
    )
}

/// The overload that takes an optional number as a primitive, so that `0` can be passed.
fn of_numbers(function: &Function, params: &[&Param], result: &str, returned: &str) -> String {
    if !params.iter().any(|param| param.is_optional_number()) {
        return String::new();
    }
    let pass = |param: &&Param| match (param.kind, shape::name(param)) {
        (Kind::OptionalReal, number) => format!("Double.valueOf({number})"),
        (Kind::OptionalInteger, number) => format!("Long.valueOf({number})"),
        (_, other) => other,
    };
    let name = method_name(function);
    let declared = declared(params).replace("@Nullable Double ", "double ").replace("@Nullable Long ", "long ");
    let code = format!(
        "    public {result} {name}({declared}) {{\n        return {name}({});\n    }}\n",
        params.iter().map(pass).collect::<Vec<_>>().join(", ")
    );
    documented(function, params, returned, &code)
}

/// The overload that takes a shape as `int`s, which Java's arrays use; empty if there is none.
fn of_ints(function: &Function, params: &[&Param]) -> String {
    if !params.iter().any(|param| param.kind == Kind::Dims) {
        return String::new();
    }
    let pass = |param: &&Param| match (param.kind, shape::name(param)) {
        (Kind::Dims, list) => format!("Numbers.longs({list}, \"{list}\")"),
        (_, other) => other,
    };
    let name = method_name(function);
    let code = format!(
        "    public Tensor {name}({}) {{\n        return {name}({});\n    }}\n",
        declared(params).replace("long[]", "int[]"),
        params.iter().map(pass).collect::<Vec<_>>().join(", ")
    );
    documented(function, params, "a new tensor", &code)
}

/// The overload without the parameters that have a default.
fn with_defaults(function: &Function, params: &[&Param], result: &str, returned: &str) -> String {
    let doc = function.doc();
    let (given, rest): (Vec<&Param>, Vec<&Param>) =
        params.iter().copied().partition(|param| doc.otherwise(&param.name).is_none());
    if rest.is_empty() {
        return String::new();
    }
    let values = rest.iter().filter_map(|param| doc.otherwise(&param.name).map(|value| otherwise(param, value)));
    let arguments: Vec<String> = given.iter().map(|param| shape::name(param)).chain(values).collect();
    let name = method_name(function);
    let returns = if result == "void" { "" } else { "return " };
    let code = format!(
        "    public {result} {name}({}) {{\n        {returns}{name}({});\n    }}\n",
        declared(&given),
        arguments.join(", ")
    );
    documented(function, &given, returned, &code)
}

/// The overloads that take axes as separate numbers, behind what comes before them, and whether
/// they stay.
fn spreads(function: &Function) -> String {
    let operands: Vec<&Param> = shape::operands(function).iter().collect();
    let to = operands.iter().position(|param| param.kind == Kind::Axes).expect("it takes axes");
    let (doc, name, before) = (function.doc(), method_name(function), &operands[..to]);
    let keepdim = *operands.iter().find(|param| param.kind == Kind::Flag).expect("axes may stay");
    let value = |param: &&Param| match param.kind {
        Kind::Axes | Kind::Flag => shape::name(param),
        _ if before.iter().any(|one| one.name == param.name) => shape::name(param),
        _ => otherwise(param, doc.otherwise(&param.name).unwrap_or_default()),
    };
    let all: Vec<String> = operands.iter().map(value).collect();
    let names: String = before.iter().map(|param| shape::name(param) + ", ").collect();
    let first: String = before.iter().map(|param| declared(&[param]) + ", ").collect();
    let code = |more: &str, call: &str| {
        format!("    public Tensor {name}({first}{more}long... axes) {{\n        return {name}({call});\n    }}\n")
    };
    let short = [before, &operands[to..=to]].concat();
    let long = [before, &[keepdim], &operands[to..=to]].concat();
    documented(function, &short, "a new tensor without these axes", &code("", &format!("{names}false, axes")))
        + &documented(function, &long, "a new tensor", &code("boolean keepdim, ", &all.join(", ")))
}

fn mixed(core: &str, params: &[&Param]) -> String {
    let call = format!("Call.from(this, scope -> Native.{core}(scope, handle{}))", arguments(params));
    match kept(params) {
        none if none.is_empty() => format!("return {call};"),
        kept => format!("Tensor result = {call};\n{kept}        return result;"),
    }
}

/// A method with several results: a record that names them, or a list.
fn several(function: &Function) -> String {
    let is_static = function.params.get(1).is_some_and(|param| param.kind == Kind::Handles);
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (name, core) = (method_name(function), function.java_name());
    let (operands, receiver, from) = if is_static {
        (params.clone(), "", shape::name(params[0]))
    } else {
        (params.clone(), ", handle", "this".into())
    };
    let core_call = format!("(scope, room) -> Native.{core}(scope{receiver}{}, room)", arguments(&operands));
    let (result, returned, call) = match function.output {
        Output::Tensors(n) => {
            let record = results::name(function);
            let parts: Vec<String> = (0..n).map(|i| format!("made[{i}]")).collect();
            let line = format!("return new {record}({});", parts.join(", "));
            (record, "new tensors".to_string(), (format!("Call.several({from}, {n}, {core_call})"), line))
        }
        _ => (
            "List<Tensor>".to_string(),
            "new tensors".to_string(),
            (format!("Call.listed({from}, {core_call})"), "return List.of(made);".to_string()),
        ),
    };
    let checks: String = params.iter().map(|param| checked(param)).collect();
    let (call, line) = call;
    let head = if is_static { "static " } else { "" };
    let body = format!("        Tensor[] made = {call};\n{}        {line}\n", kept(&params));
    let code = format!("    public {head}{result} {name}({}) {{\n{checks}{body}    }}\n", declared(&params));
    let result = format!("{head}{result}");
    with_defaults(function, &params, &result, &returned)
        + &documented(function, &params, &returned, &code)
        + &of_numbers(function, &params, &result, &returned)
}

/// A query with operands other than the receiver.
fn asking(function: &Function) -> String {
    let params: Vec<&Param> = shape::operands(function).iter().collect();
    let (name, core) = (method_name(function), function.java_name());
    let result = match function.output {
        Output::F64 => "double",
        Output::Flag => "boolean",
        _ => "long",
    };
    let checks: String = params.iter().map(|param| checked(param)).collect();
    let call = format!("KeepAlive.value(Native.{core}(handle{}), this)", arguments(&params));
    let body = format!("        {result} answer = {call};\n{}        return answer;\n", kept(&params));
    let code = format!("    public {result} {name}({}) {{\n{checks}{body}    }}\n", declared(&params));
    with_defaults(function, &params, result, "the answer") + &documented(function, &params, "the answer", &code)
}

/// A method with a list of axes or a shape, also as `int`s, which Java's arrays use.
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

/// A reduction: first the overload that keeps no axis.
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

/// A static method of several tensors, and one of a list of them.
fn join(function: &Function) -> String {
    let operands = shape::operands(function);
    let tensors = operands.iter().find(|param| param.kind == Kind::Handles).expect("the form says so");
    let (name, list) = (method_name(function), shape::name(tensors));
    let mut params: Vec<&Param> = operands.iter().filter(|param| param.kind != Kind::Handles).collect();
    let before = params.iter().map(|param| declared(&[param]) + ", ").collect::<String>();
    let names = params.iter().map(|param| shape::name(param) + ", ").collect::<String>();
    let checks: String = params.iter().map(|param| checked(param)).collect();
    let passed: Vec<String> = operands.iter().map(passed).collect();
    params.push(tensors);
    let code = format!(
        "    public static Tensor {name}({before}Tensor... {list}) {{\n        Arguments.notNull(\"{list}\", {list});\n{checks}\
         \x20       return Call.joined({list}, scope -> Native.{}(scope, {}));\n    }}\n",
        function.java_name(),
        passed.join(", ")
    );
    let of_list = format!(
        "    public static Tensor {name}({before}List<? extends Tensor> {list}) {{\n\
         \x20       return {name}({names}Arguments.array(\"{list}\", {list}, Tensor[]::new));\n    }}\n"
    );
    let returned = "a new tensor";
    documented(function, &params, returned, &code)
        + &documented(function, &params, returned, &of_list)
        + &join_in_order(function, &params)
}

/// The overloads of a join with the tensors first, as PyTorch and NumPy have them, where all else
/// may be left out.
fn join_in_order(function: &Function, params: &[&Param]) -> String {
    let doc = function.doc();
    let (tensors, others) = params.split_last().expect("there are tensors");
    let values: Option<Vec<String>> =
        others.iter().map(|param| doc.otherwise(&param.name).map(|value| otherwise(param, value))).collect();
    let Some(values) = values.filter(|values| !values.is_empty()) else { return String::new() };
    let (name, list) = (method_name(function), shape::name(tensors));
    let names: Vec<String> = others.iter().map(|param| shape::name(param)).collect();
    let in_order = [&[*tensors], others].concat();
    let one = |ty: &str, params: &[&Param], more: &str, values: &[String]| {
        let code = format!(
            "    public static Tensor {name}({ty} {list}{more}) {{\n        return {name}({}, {list});\n    }}\n",
            values.join(", ")
        );
        documented(function, params, "a new tensor", &code)
    };
    let more = format!(", {}", declared(others));
    one("Tensor...", &[*tensors], "", &values)
        + &one("List<? extends Tensor>", &[*tensors], "", &values)
        + &one("Tensor[]", &in_order, &more, &names)
        + &one("List<? extends Tensor>", &in_order, &more, &names)
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
