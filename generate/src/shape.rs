//! Which functions become public methods of Java's and C#'s `Tensor` as they are, and in what form.
//!
//! A method is a function whose first tensor is the receiver and whose other parameters are one
//! more tensor, a number, an axis, or axes to reduce. What has another form, or an idiom of its own
//! in a language, is written by hand there.

use crate::model::{Function, Kind, Output, Param};

/// The form of a method: what it takes beside the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Unary,
    /// One more tensor.
    Binary,
    /// A number, for every element.
    Scalar,
    /// A 64-bit integer: an axis, a count.
    Integer,
    /// Axes, and whether they stay.
    Reduce,
    /// In place: one more tensor.
    ChangeBinary,
    /// In place: a number.
    ChangeScalar,
    /// In place: nothing.
    Change,
}

/// Files whose functions are methods where their form is one of the above.
const FILES: [&str; 3] = ["tensor/math", "tensor/reduce", "tensor/in_place"];

/// The form of a function that is a method, else none.
pub fn form(function: &Function) -> Option<Form> {
    if !FILES.contains(&function.file.as_str()) {
        return None;
    }
    let kinds: Vec<Kind> = function.params.iter().map(|param| param.kind).collect();
    match (function.output, kinds.as_slice()) {
        (Output::Handle, [Kind::Handle, Kind::Handle]) => Some(Form::Unary),
        (Output::Handle, [Kind::Handle, Kind::Handle, Kind::Handle]) => Some(Form::Binary),
        (Output::Handle, [Kind::Handle, Kind::Handle, Kind::Scalar]) => Some(Form::Scalar),
        (Output::Handle, [Kind::Handle, Kind::Handle, Kind::Integer]) => Some(Form::Integer),
        (Output::Handle, [Kind::Handle, Kind::Handle, Kind::Axes, Kind::Flag]) => Some(Form::Reduce),
        (Output::Nothing, [Kind::Handle, Kind::Handle]) => Some(Form::ChangeBinary),
        (Output::Nothing, [Kind::Handle, Kind::Scalar]) => Some(Form::ChangeScalar),
        (Output::Nothing, [Kind::Handle]) => Some(Form::Change),
        _ => None,
    }
}

/// The name of the method: overloads tell a number from a tensor.
pub fn method(function: &Function) -> String {
    function.verb().replace("_scalar", "")
}

/// The parameter after the receiver, where the form has one.
pub fn operand(function: &Function) -> Option<&Param> {
    let receiver = usize::from(function.output == Output::Handle);
    function.params.get(receiver + 1)
}
