//! The operations with integer parameters, for `tests/extremes`, which calls each with integers
//! that might wrap.

use crate::model::{Function, Kind, Output};
use crate::shape;

/// `tests/extremes/calls.rs`: one line for each operation, with the kinds of its parameters.
pub fn calls(functions: &[Function]) -> String {
    let lines: String = functions.iter().filter(|function| is_listed(function)).map(line).collect();
    format!("// {}\n\ncalls! {{\n{lines}}}\n", crate::notice("src/api/tensor"))
}

fn is_listed(function: &Function) -> bool {
    let makes_tensors =
        matches!(function.output, Output::Nothing | Output::Handle | Output::Tensors(_) | Output::TensorList);
    let takes_integers =
        function.params.iter().any(|p| p.is_list() || matches!(p.kind, Kind::Integer | Kind::Unsigned));
    shape::form(function).is_some() && makes_tensors && takes_integers
}

fn line(function: &Function) -> String {
    let is_owner = |at: usize| at == 0 && function.output != Output::Nothing;
    let kind = |(at, param): (usize, &crate::model::Param)| match param.kind {
        Kind::Handle if is_owner(at) => "owner",
        Kind::Handle | Kind::Disposed => "tensor",
        Kind::OptionalHandle => "optional",
        Kind::Handles => "tensors",
        Kind::Dims | Kind::Axes | Kind::Ints => "integers",
        Kind::Integer => "integer",
        Kind::Unsigned => "unsigned",
        Kind::Real => "number",
        Kind::Scalar => "scalar",
        Kind::OptionalReal => "optional_number",
        Kind::OptionalInteger => "optional_integer",
        Kind::DType => "dtype",
        Kind::Device => "device",
        Kind::Enum | Kind::Code => "code",
        Kind::Flag => "flag",
        Kind::Text | Kind::OptionalText => "text",
    };
    let kinds: Vec<&str> = function.params.iter().enumerate().map(kind).collect();
    format!("    {}({});\n", function.name, kinds.join(", "))
}
