//! `Port`: an input or output of a model, and whether tensors and values fit the inputs.
//!
//! Invariant: all mismatches are reported in one message: which inputs are missing or unknown,
//! which have another element type or shape, and which named sizes disagree.

use super::runtime::{Owned, Runtime};
use super::types::{Dim, Element, Type};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::tensor::shape::display;
use crate::tensor::{DType, Tensor};
use std::borrow::Borrow;
use std::ffi::CString;

/// An input or output of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in the model.
    pub name: String,
    /// What it is.
    pub ty: Type,
    pub(super) c_name: CString,
}

impl Port {
    /// The dtype of a tensor of numbers; `None` for anything else.
    pub fn dtype(&self) -> Option<DType> {
        self.ty.dtype()
    }

    /// The sizes, outermost first; empty if it is not a tensor, and if the model leaves the number of
    /// dimensions open ([`Type::is_any_rank`]).
    pub fn dims(&self) -> &[Dim] {
        self.ty.dims()
    }

    /// The shape as messages write it.
    fn shape(&self) -> String {
        let dims: Vec<String> = self.dims().iter().map(Dim::to_string).collect();
        format!("[{}]", dims.join(","))
    }
}

/// Reads a port of this type. `UNSUPPORTED` for a type or elements that no value here has.
pub(super) fn read(runtime: &Runtime, what: &str, name: String, type_info: &Owned) -> Result<Port> {
    let unsupported = |why: &str| Error::new(Status::Unsupported, format!("{what} '{name}': {why}"));
    let ty = Type::read(runtime, type_info.object).map_err(|error| unsupported(error.message()))?;
    let c_name = CString::new(name.as_str()).map_err(|_| unsupported("its name holds a 0"))?;
    Ok(Port { name, ty, c_name })
}

/// What a run gets for an input.
pub(super) trait Given {
    /// Whether it is of this type, sizes aside.
    fn is_of(&self, ty: &Type) -> bool;

    /// Its type as messages write it.
    fn type_name(&self) -> String;

    /// The sizes of a tensor.
    fn sizes(&self) -> Option<&[i64]>;
}

impl Given for &Tensor {
    fn is_of(&self, ty: &Type) -> bool {
        ty.dtype() == Some(self.dtype())
    }

    fn type_name(&self) -> String {
        self.dtype().to_string()
    }

    fn sizes(&self) -> Option<&[i64]> {
        Some(self.shape())
    }
}

/// The message for a model with such an output, which `run` cannot return as a tensor; `None` if
/// there is none.
pub(super) fn not_tensors(outputs: &[Port]) -> Option<String> {
    let other = outputs.iter().find(|output| output.dtype().is_none())?;
    let tensors = outputs.iter().filter(|output| output.dtype().is_some());
    let tensors: Vec<String> = tensors.map(|output| format!("\"{}\"", output.name)).collect();
    let way_out = match tensors.is_empty() {
        true => String::new(),
        false => format!(", or load the model with the option outputs({}), which are tensors", tensors.join(", ")),
    };
    let is = match &other.ty {
        Type::Tensor(Element::Raw(raw), _) => format!("{raw}, which no tensor holds"),
        ty => format!("{ty}, not a tensor of numbers"),
    };
    Some(format!("output '{}' is {is}: run it with runValues{way_out}", other.name))
}

/// `INVALID_ARGUMENT` names each output that is requested more than once, because both results
/// would be one value.
pub(super) fn distinct(wanted: &[String]) -> Result<()> {
    let mut misfits = Misfits::default();
    for (i, name) in wanted.iter().enumerate() {
        if wanted[..i].iter().filter(|other| *other == name).count() == 1 {
            misfits.add(Status::InvalidArgument, format!("output '{name}' is asked for twice"));
        }
    }
    misfits.result()
}

/// The mismatches found so far.
#[derive(Default)]
struct Misfits {
    said: Vec<String>,
    status: Option<Status>,
}

impl Misfits {
    fn add(&mut self, status: Status, text: String) {
        self.status.get_or_insert(status);
        self.said.push(text);
    }

    fn result(self) -> Result<()> {
        match self.status {
            None => Ok(()),
            Some(status) => Err(Error::new(status, self.said.join("; "))),
        }
    }
}

/// Which of the inputs are given, and the position of the tensor for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// Positions among the inputs: all that are required, and of the optional ones those that were
    /// named.
    pub inputs: Vec<usize>,
    /// The positions of their tensors.
    pub tensors: Vec<usize>,
}

/// Which tensor is for which input: by name, or, without names, in order. Each of the first
/// `required` inputs needs one; the others, which have a default, are given by name alone.
pub(super) fn ordered(inputs: &[Port], required: usize, names: Option<&[&str]>, given: usize) -> Result<Order> {
    let listed = |ports: &[Port]| ports.iter().map(|input| format!("'{}'", input.name)).collect::<Vec<_>>().join(", ");
    let Some(names) = names else {
        if given != required {
            let all = if required == 0 { String::new() } else { format!(": {}", listed(&inputs[..required])) };
            return Err(Error::argument(format!("{given} tensors given, the model takes {required}{all}")));
        }
        return Ok(Order { inputs: (0..given).collect(), tensors: (0..given).collect() });
    };
    if names.len() != given {
        return Err(Error::argument(format!("{} names for {given} tensors", names.len())));
    }
    let (mut misfits, mut order) = (Misfits::default(), Order::default());
    for (i, input) in inputs.iter().enumerate() {
        match names.iter().position(|name| *name == input.name) {
            Some(position) => {
                order.inputs.push(i);
                order.tensors.push(position);
            }
            None if i < required => misfits.add(Status::InvalidArgument, format!("input '{}' is missing", input.name)),
            None => {}
        }
    }
    for (i, name) in names.iter().enumerate() {
        if !inputs.iter().any(|input| input.name == *name) {
            let only = match inputs {
                [] => "the model has none".to_string(),
                _ => format!("only {}", listed(inputs)),
            };
            misfits.add(Status::InvalidArgument, format!("there is no input '{name}', {only}"));
        } else if names[..i].contains(name) {
            misfits.add(Status::InvalidArgument, format!("input '{name}' is given twice"));
        }
    }
    misfits.result()?;
    Ok(order)
}

/// Checks tensors or values, in the order of the inputs. The status is `DTYPE_MISMATCH` or
/// `SHAPE_MISMATCH`, whichever is found first; the message lists all mismatches. Matching tensors
/// cost no memory.
pub(super) fn check<P: Borrow<Port>, G: Given>(inputs: &[P], given: &[G]) -> Result<()> {
    let mut misfits = Misfits::default();
    for (input, one) in inputs.iter().map(P::borrow).zip(given) {
        let name = &input.name;
        if !one.is_of(&input.ty) {
            let way_out = if input.dtype().is_none() { "; values are run with runValues" } else { "" };
            let text = format!("input '{name}': {} given, {} expected{way_out}", one.type_name(), input.ty);
            misfits.add(Status::DtypeMismatch, text);
        }
        let Some(sizes) = one.sizes() else { continue };
        let differs = |(dim, size): (&Dim, &i64)| matches!(dim, Dim::Fixed(fixed) if fixed != size);
        if !has_rank(input, sizes) || input.dims().iter().zip(sizes).any(differs) {
            let text = format!("input '{name}': shape {} given, {} expected", display(sizes), input.shape());
            misfits.add(Status::ShapeMismatch, text);
        }
        if !has_rank(input, sizes) {
            continue;
        }
        for (dim, &size) in input.dims().iter().zip(sizes) {
            let Dim::Named(dim) = dim else { continue };
            let Some((first, of)) = first_of(inputs, given, dim) else { continue };
            if first != size {
                let text = format!("'{dim}' is {first} by input '{of}' and {size} by input '{name}'");
                misfits.add(Status::ShapeMismatch, text);
            }
        }
    }
    misfits.result()
}

/// Whether results can be written to these tensors, in the order of the outputs, while these inputs
/// are read: all that does not fit is in one message.
pub(super) fn check_outputs(outputs: &[Port], inputs: &[&Tensor], tensors: &[&Tensor]) -> Result<()> {
    if tensors.len() != outputs.len() {
        let names: Vec<String> = outputs.iter().map(|output| format!("'{}'", output.name)).collect();
        let text = format!("{} tensors for the {} outputs {}", tensors.len(), outputs.len(), names.join(", "));
        return Err(Error::argument(text));
    }
    let mut misfits = Misfits::default();
    for (i, (output, tensor)) in outputs.iter().zip(tensors).enumerate() {
        let (name, sizes) = (&output.name, tensor.shape());
        let mut refuse = |why: &str| misfits.add(Status::InvalidArgument, format!("output '{name}': {why}"));
        if tensor.device() != Device::Cpu || !tensor.is_contiguous() {
            refuse("the tensor that it is written to is not contiguous, or not on the processor");
        }
        if tensor.storage().is_read_only() {
            refuse("the memory of the tensor that it is written to is read-only");
        }
        if tensor.track().is_some() {
            refuse("the tensor that it is written to is recorded on a tape");
        }
        let shares = |other: &&Tensor| tensor.nbytes() > 0 && tensor.storage().may_share(other.storage());
        if inputs.iter().any(shares) || tensors[..i].iter().any(shares) {
            refuse("the tensor that it is written to shares memory with an input or another output");
        }
        if output.dtype() != Some(tensor.dtype()) {
            let text = format!("output '{name}': {} given, the model computes {}", tensor.dtype(), output.ty);
            misfits.add(Status::DtypeMismatch, text);
        }
        let differs = |(dim, size): (&Dim, &i64)| matches!(dim, Dim::Fixed(fixed) if fixed != size);
        if !has_rank(output, sizes) || output.dims().iter().zip(sizes).any(differs) {
            let text =
                format!("output '{name}': shape {} given, the model computes {}", display(sizes), output.shape());
            misfits.add(Status::ShapeMismatch, text);
        }
    }
    misfits.result()
}

/// The shape of each input for a first run; see [`super::Model::warm_up`]. Empty sizes for an input
/// that is not a tensor.
pub(super) fn shapes(inputs: &[Port], shapes: &[(String, Vec<i64>)]) -> Result<Vec<Vec<i64>>> {
    if let Some((name, _)) = shapes.iter().find(|(name, _)| !inputs.iter().any(|input| input.name == *name)) {
        return Err(Error::argument(format!("a shape for '{name}', which is not an input")));
    }
    let shape = |input: &Port| {
        let given = shapes.iter().find(|(name, _)| *name == input.name);
        let size = |dim: &Dim| if let Dim::Fixed(size) = dim { *size } else { 1 };
        given.map_or_else(|| input.dims().iter().map(size).collect(), |(_, dims)| dims.clone())
    };
    Ok(inputs.iter().map(shape).collect())
}

/// An input with an open number of dimensions accepts any tensor; one that is not a tensor is refused
/// for its type.
fn has_rank(input: &Port, sizes: &[i64]) -> bool {
    input.ty.is_any_rank() || !input.ty.is_tensor() || sizes.len() == input.dims().len()
}

/// The size of the first dimension of this name, and the name of its input.
fn first_of<'a, P: Borrow<Port>, G: Given>(inputs: &'a [P], given: &[G], name: &str) -> Option<(i64, &'a str)> {
    inputs.iter().map(P::borrow).zip(given).find_map(|(input, one)| {
        let sizes = one.sizes().filter(|sizes| has_rank(input, sizes))?;
        let axis = input.dims().iter().position(|dim| matches!(dim, Dim::Named(other) if other == name))?;
        Some((sizes[axis], input.name.as_str()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::raw::RawElement;
    use super::*;
    use crate::tensor::Shape;

    fn port(name: &str, dtype: DType, dims: &[Dim]) -> Port {
        let ty = Type::Tensor(Element::Number(dtype), Some(dims.to_vec()));
        Port { name: name.into(), ty, c_name: CString::new(name).expect("no 0") }
    }

    fn open(name: &str, dtype: DType) -> Port {
        Port { ty: Type::Tensor(Element::Number(dtype), None), ..port(name, dtype, &[]) }
    }

    fn tensor(dtype: DType, dims: &[i64]) -> Tensor {
        Tensor::zeroed(Device::Cpu, dtype, &Shape::new(dims).expect("small")).expect("small")
    }

    #[test]
    fn all_that_does_not_fit_is_in_one_message() {
        let batch = || Dim::Named("batch".into());
        let inputs = [
            port("x", DType::F32, &[batch(), Dim::Fixed(4)]),
            port("y", DType::I64, &[batch(), Dim::Any]),
            open("z", DType::F32),
        ];
        let (x, y, z) = (tensor(DType::F32, &[2, 4]), tensor(DType::I64, &[2, 9]), tensor(DType::F32, &[7]));
        check(&inputs, &[&x, &y, &z]).expect("they fit");
        let (x, y) = (tensor(DType::F64, &[2, 5]), tensor(DType::I64, &[3, 9]));
        let error = check(&inputs, &[&x, &y, &z]).expect_err("nothing fits");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert_eq!(
            error.message(),
            "input 'x': float64 given, float32 expected; input 'x': shape [2,5] given, [batch,4] expected; \
             'batch' is 2 by input 'x' and 3 by input 'y'"
        );
        let alone = check(&inputs, &[&tensor(DType::F64, &[2, 4]), &tensor(DType::I64, &[2, 9]), &z]);
        let alone = alone.expect_err("a dtype that is wrong alone");
        assert_eq!(alone.status(), Status::DtypeMismatch);
        assert_eq!(alone.message(), "input 'x': float64 given, float32 expected");
        let y = tensor(DType::I64, &[3]);
        let error = check(&inputs, &[&tensor(DType::F32, &[2, 4]), &y, &z]).expect_err("one dimension is missing");
        assert_eq!(error.status(), Status::ShapeMismatch);
        assert_eq!(error.message(), "input 'y': shape [3] given, [batch,?] expected");
    }

    #[test]
    fn a_scalar_is_not_of_any_rank() {
        let (one, scalar) = (tensor(DType::F32, &[1]), tensor(DType::F32, &[]));
        check(&[open("x", DType::F32)], &[&one]).expect("any rank");
        check(&[open("x", DType::F32)], &[&scalar]).expect("any rank");
        check(&[port("x", DType::F32, &[])], &[&scalar]).expect("a scalar");
        let error = check(&[port("x", DType::F32, &[])], &[&one]).expect_err("a vector");
        assert_eq!(error.status(), Status::ShapeMismatch);
        assert_eq!(error.message(), "input 'x': shape [1] given, [] expected");
        check_outputs(&[open("y", DType::F32)], &[], &[&one]).expect("any rank");
        let error = check_outputs(&[port("y", DType::F32, &[])], &[], &[&one]).expect_err("a vector");
        assert_eq!(error.message(), "output 'y': shape [1] given, the model computes []");
        let optional = |port: Port| Port { ty: Type::Optional(Box::new(port.ty)), ..port };
        assert!(optional(open("x", DType::F32)).ty.is_any_rank());
        assert!(!optional(open("x", DType::F32)).ty.scalar().is_any_rank());
    }

    #[test]
    fn a_question_mark_is_no_name() {
        let dims: Vec<Dim> = ["?", "?", ""].map(Dim::of_name).to_vec();
        let inputs = [port("x", DType::F32, &dims)];
        check(&inputs, &[&tensor(DType::F32, &[2, 3, 4])]).expect("each may be any");
        assert_eq!(Dim::of_name("batch"), Dim::Named("batch".into()));
    }

    #[test]
    fn an_output_is_asked_for_once() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<String>>();
        distinct(&names(&["y", "z"])).expect("each once");
        distinct(&[]).expect("all");
        let error = distinct(&names(&["y", "z", "y", "", "y", ""])).expect_err("two are there again");
        assert_eq!(error.message(), "output 'y' is asked for twice; output '' is asked for twice");
    }

    #[test]
    fn names_find_their_inputs() {
        let order = |inputs: &[usize], tensors: &[usize]| Order { inputs: inputs.to_vec(), tensors: tensors.to_vec() };
        let inputs = [port("x", DType::F32, &[]), port("y", DType::F32, &[]), port("w", DType::F32, &[])];
        assert_eq!(ordered(&inputs, 2, Some(&["y", "x"]), 2).expect("both are there"), order(&[0, 1], &[1, 0]));
        assert_eq!(ordered(&inputs, 2, Some(&["y", "w", "x"]), 3).expect("one more"), order(&[0, 1, 2], &[2, 0, 1]));
        assert_eq!(ordered(&inputs, 2, None, 2).expect("as many"), order(&[0, 1], &[0, 1]));
        let refused = |names: Option<&[&str]>, given| {
            ordered(&inputs, 2, names, given).expect_err("it does not fit").message().to_string()
        };
        assert_eq!(refused(None, 1), "1 tensors given, the model takes 2: 'x', 'y'");
        assert_eq!(refused(None, 3), "3 tensors given, the model takes 2: 'x', 'y'");
        let text = "input 'x' is missing; there is no input 'v', only 'x', 'y', 'w'; input 'y' is given twice";
        assert_eq!(refused(Some(&["y", "v", "y"]), 3), text);
        assert_eq!(refused(Some(&["x"]), 2), "1 names for 2 tensors");
        let error = ordered(&[], 0, Some(&["q"]), 1).expect_err("there is none");
        assert_eq!(error.message(), "there is no input 'q', the model has none");
        assert_eq!(ordered(&[], 0, None, 1).expect_err("none").message(), "1 tensors given, the model takes 0");
    }

    #[test]
    fn what_is_not_a_tensor_is_named_with_the_way_out() {
        let (label, map) =
            (port("label", DType::I64, &[]), Type::Map(Element::Text, Box::new(port("", DType::F32, &[]).ty)));
        let prob = Port { name: "prob".into(), ty: Type::Sequence(Box::new(map)), c_name: CString::default() };
        assert_eq!(not_tensors(std::slice::from_ref(&label)), None);
        assert_eq!(
            not_tensors(&[label, prob.clone()]).expect("one is a sequence"),
            "output 'prob' is sequence of map of string to float32, not a tensor of numbers: run it with runValues, \
             or load the model with the option outputs(\"label\"), which are tensors"
        );
        assert!(not_tensors(std::slice::from_ref(&prob)).expect("a sequence").ends_with("with runValues"));
        let raw = Type::Tensor(Element::Raw(RawElement::Int4), None);
        let text = not_tensors(&[Port { ty: raw, ..prob.clone() }]).expect("4 bits");
        assert_eq!(text, "output 'prob' is int4, which no tensor holds: run it with runValues");
        let error = check(&[prob], &[&tensor(DType::F32, &[2])]).expect_err("it is a tensor");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert_eq!(
            error.message(),
            "input 'prob': float32 given, sequence of map of string to float32 expected; values are run with runValues"
        );
    }
}
