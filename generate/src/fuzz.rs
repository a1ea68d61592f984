//! The calls of the fuzzer, `fuzz/targets/calls.rs`: one line for each member of `Tensor`.
//!
//! Invariant: existing lines keep their positions, because a byte of a seed selects a line. So the
//! generator adds missing lines at the end and changes nothing else.

use crate::model::{Function, Kind, Output};
use crate::shape;

const END: &str = "\n}\n\nunsafe extern \"C\" {";

/// The file, with a line for each function that had none.
pub fn with_calls(text: &str, functions: &[Function], modules: &[Function]) -> Result<String, String> {
    let (before, after) = text.split_once(END).ok_or("its list of calls does not end as it did")?;
    let mut lines = before.to_string();
    let modules = modules.iter();
    for function in functions.iter().filter(|function| shape::form(function).is_some()).chain(modules) {
        if !before.contains(&format!("    {}(", function.c_name())) {
            lines += &format!("\n    {}({});", function.c_name(), arguments(function).join(", "));
        }
    }
    Ok(format!("{lines}{END}{after}"))
}

/// The kinds of arguments of the C function, as the fuzzer names them.
fn arguments(function: &Function) -> Vec<&'static str> {
    let mut kinds = Vec::new();
    for param in &function.params {
        kinds.extend_from_slice(match param.kind {
            Kind::Handle | Kind::OptionalHandle | Kind::Disposed => &["handle"],
            Kind::Handles => &["handles", "n"],
            Kind::Dims => &["dims", "n"],
            Kind::Axes | Kind::Ints => &["axes", "n"],
            Kind::Integer => &["long"],
            Kind::Unsigned => &["ulong"],
            Kind::Real => &["double"],
            Kind::Scalar => &["kind", "bits"],
            Kind::OptionalReal => &["some_double"],
            Kind::OptionalInteger => &["some_long"],
            Kind::DType => &["dtype"],
            Kind::Device => &["device"],
            Kind::Code | Kind::Enum => &["int"],
            Kind::Flag => &["byte"],
            Kind::Text if param.name == "path" => &["path"],
            Kind::Text | Kind::OptionalText => &["text"],
        });
    }
    kinds.extend_from_slice(match function.output {
        Output::Nothing => &[],
        Output::Handle => &["out"],
        Output::Tensors(n) => &["out"; 8][..n],
        Output::TensorList => &["made", "n", "info"],
        Output::Shape => &["sizes", "n", "info"],
        Output::Text | Output::OptionalText => &["buffer", "n", "out"],
        Output::Handles | Output::Records(_) => &["room", "n", "out"],
        _ => &["info"],
    });
    kinds
}
