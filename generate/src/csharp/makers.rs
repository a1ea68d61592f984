//! Functions that create tensors without operands: static methods of C#'s `Tensor` for the current
//! scope, and methods of `Scope` for that scope.

use super::{making, member_name, name, otherwise, passed, type_among, type_of, value, with_defaults, xml};
use crate::model::{Function, Kind, Param};
use crate::shape::{self, Form};

/// The class that the methods belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Tensor,
    Scope,
}

impl Of {
    fn head(self) -> &'static str {
        if self == Of::Tensor { "public static Tensor" } else { "public Tensor" }
    }

    fn owner(self) -> &'static str {
        if self == Of::Tensor { "CurrentScope.Get()" } else { "this" }
    }

    fn returned(self) -> &'static str {
        match self {
            Of::Tensor => "A new tensor, which the current scope owns; without one it is the caller's.",
            Of::Scope => "A new tensor, which this scope owns.",
        }
    }
}

const PREFERRED: &str = "    [OverloadResolutionPriority(1)]\n";
const OF_SCOPE: &str = "It is on the default device of its scope.";

/// The element type and the device, last, with their defaults.
fn defaults(function: &Function) -> String {
    format!("DType dtype = DType.{}, Device? device = null", shape::default_dtype(function))
}

/// The methods, in order.
pub fn makers(functions: &[Function], of: Of) -> Vec<String> {
    let made = functions.iter().filter_map(|function| match shape::form(function)? {
        Form::Shaped => Some(shaped(function, of)),
        Form::Counted => Some(vec![counted(function, of)]),
        _ => None,
    });
    made.flatten().collect()
}

/// The device and the element type of a maker, and its other parameters.
fn parts(function: &Function) -> (&Param, &Param, &[Param]) {
    (&function.params[1], &function.params[2], shape::operands(function))
}

fn declared(params: &[&Param]) -> String {
    params.iter().map(|param| format!("{} {}", type_of(param.kind), name(param))).collect::<Vec<_>>().join(", ")
}

fn body(function: &Function, of: Of) -> String {
    let arguments: Vec<String> = function.params[1..].iter().map(passed).collect();
    making(function, of.owner(), "Call.Number", &arguments, &[])
}

/// A maker with a shape, which is passed as the last parameters, or as an array of `int`s before
/// all others.
fn shaped(function: &Function, of: Of) -> Vec<String> {
    let (device, dtype, operands) = parts(function);
    let (member, doc) = (member_name(function), function.doc());
    let default = shape::default_dtype(function);
    let usual = format!("It is {}, on the default device of its scope.", shape::dtype_name(default));
    let operands: Vec<&Param> = operands.iter().collect();
    let names: Vec<String> = operands.iter().map(|param| name(param)).collect();
    let names = names.join(", ");
    let overload = |more: &str, before: &[&Param], attribute: &str, code: &str| {
        let params = [before, &operands].concat();
        let head = format!("{attribute}    {} {member}({})", of.head(), declared(&params));
        format!("{}{head}{code}", xml(&doc.about(&params), &params, more, of.returned()))
    };
    let mut texts = vec![
        overload(&usual, &[], PREFERRED, &format!(" => {member}(DType.{default}, Device.OfScope, {names});\n")),
        overload(OF_SCOPE, &[dtype], "", &format!(" => {member}(dtype, Device.OfScope, {names});\n")),
        overload("", &[dtype, device], "", &format!("\n    {{\n{}    }}\n", body(function, of))),
    ];
    let (shapes, numbers): (Vec<&Param>, Vec<&Param>) = operands.iter().partition(|param| param.kind == Kind::Dims);
    let first = |list: &str, attribute: &str, passed: &str| {
        let params = [&shapes[..], &numbers, &[dtype, device]].concat();
        let numbers_declared: String =
            numbers.iter().map(|param| format!("{} {}, ", type_of(param.kind), name(param))).collect();
        let numbers: String = numbers.iter().map(|param| format!("{}, ", name(param))).collect();
        format!(
            "{}{attribute}    {} {member}({list} shape, {numbers_declared}{}) =>\n        \
             {member}(dtype, device ?? Device.OfScope, {numbers}{passed});\n",
            xml(&doc.about(&params), &params, "", of.returned()),
            of.head(),
            defaults(function)
        )
    };
    // NumPy and PyTorch have the shape before a value, too.
    if !numbers.is_empty() {
        texts.push(first("ReadOnlySpan<long>", PREFERRED, "shape"));
    }
    texts.push(first("int[]", "", "IntShape.Of(shape)"));
    texts
}

fn counted(function: &Function, of: Of) -> String {
    let function = &with_defaults(function);
    let (device, dtype, numbers) = parts(function);
    let doc = function.doc();
    // C# wants constants as defaults, so one that is another parameter is null until the call.
    let is_other = |param: &Param| numbers.iter().any(|other| doc.otherwise(&param.name) == Some(other.name.as_str()));
    let declare = |param: &Param| {
        let (ty, default) = (type_among(param), doc.otherwise(&param.name));
        match default {
            Some(_) if is_other(param) => format!("{ty}? {} = null, ", name(param)),
            Some(value) => format!("{ty} {} = {}, ", name(param), otherwise(param, value)),
            None => format!("{ty} {}, ", name(param)),
        }
    };
    let declared: String = numbers.iter().map(declare).collect();
    let params: Vec<&Param> = numbers.iter().chain([dtype, device]).collect();
    let (mut defaults, mut more, mut body) = (defaults(function), "", body(function, of));
    if shape::is_of_numbers(function) {
        // Integers create an integer tensor, unless the caller names another type.
        let values: Vec<String> = numbers.iter().map(value).collect();
        defaults = defaults.replace("DType dtype = DType.F32", "DType? dtype = null");
        more = "Without an element type it is int64 if all numbers are integers, else float32.";
        body = body.replace("(int)dtype", &format!("(int)(dtype ?? Call.TypeOf({}))", values.join(", ")));
    }
    body = body.replace("device.Code", "(device ?? Device.OfScope).Code");
    for param in numbers.iter().filter(|param| is_other(param)) {
        let (name, value) = (name(param), doc.otherwise(&param.name).unwrap_or_default());
        body = body.replace(&format!(", {name},"), &format!(", {name} ?? {value},"));
    }
    format!(
        "{}{PREFERRED}    {} {}({declared}{defaults})\n    {{\n{body}    }}\n",
        xml(&doc.about(&params), &params, more, of.returned()),
        of.head(),
        member_name(function),
    )
}
