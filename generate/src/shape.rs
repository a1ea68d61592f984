//! Which functions become public members of Java's and C#'s `Tensor` and `Scope` unchanged, and in
//! what form.
//!
//! A method is a function whose first tensor is the receiver and whose other operands are tensors,
//! numbers, codes or one list of numbers. A maker takes no tensor: it is a static method of
//! `Tensor`, and a method of the scope that will own the result. Functions of any other form, or
//! with an idiom in a language, are written by hand there.

use crate::model::{Doc, Function, Kind, Output, Param};

/// The form of a member: its parameters other than the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing.
    Unary,
    /// One more tensor.
    Binary,
    /// A number, for every element.
    Scalar,
    /// Anything else other than a receiver: tensors, some of which may be missing, numbers, lists,
    /// codes, texts.
    Mixed,
    /// A shape, or axes.
    List,
    /// Axes, and whether they are kept.
    Reduce,
    /// Several tensors, none of which is the receiver, and anything else.
    Join,
    /// Any parameters; several results, each with a name.
    Several,
    /// Any parameters; a list of results.
    Listed,
    /// No parameters; a query whose result is not a tensor.
    Question,
    /// Any parameters; a query whose result is not a tensor.
    Asking,
    /// In place: one more tensor.
    ChangeBinary,
    /// In place: a number.
    ChangeScalar,
    /// In place: nothing.
    Change,
    /// In place: anything else.
    ChangeMixed,
    /// A maker: a device, an element type, numbers, and a shape.
    Shaped,
    /// A maker: a device, an element type and numbers.
    Counted,
}

/// The files with functions of tensors, in the order of the reference. A function of one of these
/// forms is a member.
pub const FILES: [&str; 27] = [
    "tensor/create",
    "tensor/like",
    "tensor/info",
    "tensor/view",
    "tensor/transfer",
    "tensor/math",
    "tensor/function",
    "tensor/activation",
    "tensor/logic",
    "tensor/subscript",
    "tensor/index",
    "tensor/sort",
    "tensor/order",
    "tensor/reduce",
    "tensor/statistics",
    "tensor/products",
    "tensor/linalg",
    "tensor/fft",
    "tensor/nn",
    "tensor/conv",
    "tensor/pool",
    "tensor/norm",
    "tensor/recurrent",
    "tensor/loss",
    "tensor/in_place",
    "tensor/init",
    "tensor/gradient",
];

/// Functions of such a form that are written by hand: a copy for another owner finds that owner
/// differently in each language, printing never throws, and Java and C# have their own index, which
/// C lacks.
const BY_HAND: [&str; 7] = ["leverage", "to_string", "get_at", "set_at", "set_at_scalar", "get_f64", "get_i64"];

/// Functions of single elements. Java passes their indices to the core as scalars, because an array
/// costs more than the call.
pub const ELEMENTS: [&str; 3] = ["get_f64", "get_i64", "set_at_scalar"];

/// The form of a function that is a member, otherwise none.
pub fn form(function: &Function) -> Option<Form> {
    if !FILES.contains(&function.file.as_str()) || BY_HAND.contains(&function.verb()) {
        return None;
    }
    let kinds: Vec<Kind> = function.params.iter().map(|param| param.kind).collect();
    match function.output {
        Output::Handle => making(&kinds),
        Output::Nothing => match kinds.as_slice() {
            [Kind::Handle, Kind::Handle] => Some(Form::ChangeBinary),
            [Kind::Handle, Kind::Real | Kind::Scalar] => Some(Form::ChangeScalar),
            [Kind::Handle] => Some(Form::Change),
            [Kind::Handle, others @ ..] if others.iter().all(is_plain) => Some(Form::ChangeMixed),
            _ => None,
        },
        Output::Tensors(_) if kinds.len() > 1 => Some(Form::Several),
        Output::TensorList if kinds.len() > 1 => Some(Form::Listed),
        _ if kinds == [Kind::Handle] => Some(Form::Question),
        Output::F64 | Output::I64 | Output::Flag => match kinds.as_slice() {
            [Kind::Handle, others @ ..] if others.iter().all(is_plain) => Some(Form::Asking),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a method may take this in addition to its receiver.
fn is_plain(kind: &Kind) -> bool {
    !matches!(kind, Kind::Disposed | Kind::Unsigned | Kind::Code | Kind::OptionalText)
}

/// The form of a function that creates a tensor; the first parameter is its owner.
fn making(kinds: &[Kind]) -> Option<Form> {
    Some(match kinds {
        [Kind::Handle, Kind::Handle] => Form::Unary,
        [Kind::Handle, Kind::Handle, Kind::Handle] => Form::Binary,
        [Kind::Handle, Kind::Handle, Kind::Real | Kind::Scalar] => Form::Scalar,
        [Kind::Handle, Kind::Handle, Kind::Axes, Kind::Flag] => Form::Reduce,
        [Kind::Handle, Kind::Handle, Kind::Axes | Kind::Dims] => Form::List,
        [Kind::Handle, Kind::Handle, others @ ..] if others.iter().all(is_plain) => Form::Mixed,
        [Kind::Handle, Kind::Handles, others @ ..] if others.iter().all(is_plain) => Form::Join,
        [Kind::Handle, Kind::Text, Kind::Handles] => Form::Join,
        [Kind::Handle, Kind::Device, Kind::DType, numbers @ .., Kind::Dims] if numbers.iter().all(is_number) => {
            Form::Shaped
        }
        [Kind::Handle, Kind::Device, Kind::DType, numbers @ ..] if numbers.iter().all(is_number) => Form::Counted,
        _ => return None,
    })
}

fn is_number(kind: &Kind) -> bool {
    matches!(kind, Kind::Real | Kind::Scalar | Kind::Integer | Kind::Flag)
}

/// The parameter that is a shape or a list of axes, if it is the only list. On hot paths a short
/// one is passed from Java to the core as scalars.
pub fn list(function: &Function) -> Option<&Param> {
    if function.noun == "tensor" && ELEMENTS.contains(&function.verb()) {
        return function.params.iter().find(|param| param.kind == Kind::Ints);
    }
    let is_hot = !matches!(
        form(function),
        Some(Form::Mixed | Form::Join | Form::Several | Form::Listed | Form::Asking | Form::ChangeMixed)
    );
    let mut lists = function.params.iter().filter(|param| param.is_list());
    let first = lists.next().filter(|param| matches!(param.kind, Kind::Dims | Kind::Axes))?;
    (is_hot && lists.next().is_none()).then_some(first)
}

/// Whether this is the form of a maker.
pub fn is_maker(form: Form) -> bool {
    matches!(form, Form::Shaped | Form::Counted)
}

/// The name of the member. The item with parentheses in its doc comment names that of an overload;
/// other overloads are distinguished by the types of numbers and tensors.
pub fn method(function: &Function) -> String {
    function.member()
}

/// The parameters after the owner and the receiver, or after the common parameters of makers.
pub fn operands(function: &Function) -> &[Param] {
    let second = function.params.get(1).map(|param| param.kind);
    let before = match second {
        _ if !function.makes_tensors() => 1,
        Some(Kind::Device) => 3,
        Some(Kind::Handles | Kind::Text) => 1,
        _ => 2,
    };
    function.params.get(before..).unwrap_or_default()
}

/// The name of a parameter outside of Rust.
pub fn name(param: &Param) -> String {
    if param.kind == Kind::Dims && param.name == "dims" { "shape".into() } else { crate::model::camel(&param.name) }
}

/// The description of a parameter, if the doc comment has none.
pub fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::Dims => "the size along each axis; none for a scalar",
        Kind::DType => "the element type",
        Kind::Device => "where the memory is",
        _ => "",
    }
}

/// The element type of what a maker makes where the caller names none, such as `F32`: what its doc
/// comment says of `dtype`.
pub fn default_dtype(function: &Function) -> &'static str {
    default_dtype_of(&function.doc())
}

/// The same of a doc comment.
pub fn default_dtype_of(doc: &Doc) -> &'static str {
    match doc.otherwise("dtype") {
        Some("I64") => "I64",
        _ => "F32",
    }
}

/// What messages and docs call an element type.
pub fn dtype_name(dtype: &str) -> &'static str {
    if dtype == "I64" { "int64" } else { "float32" }
}

/// Whether all that a maker takes are numbers of any type: then their types decide which element
/// type it makes.
pub fn is_of_numbers(function: &Function) -> bool {
    let operands = operands(function);
    !operands.is_empty() && operands.iter().all(|param| param.kind == Kind::Scalar)
}
