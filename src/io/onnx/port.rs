//! `Port`: an input or output of a model, and whether tensors fit the inputs.
//!
//! Invariant: all mismatches are reported in one message: which inputs are missing or unknown,
//! which have another element type or shape, and which named sizes disagree.

use super::element;
use super::runtime::{Failure, Owned, Runtime};
use super::table::{Object, TENSOR, Text};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::tensor::shape::display;
use crate::tensor::{DType, Shape, Tensor};
use std::borrow::Borrow;
use std::ffi::{CStr, CString};
use std::fmt;
use std::ptr::{null, null_mut};

/// A size of an input or output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dim {
    /// Always this number.
    Fixed(i64),
    /// Any number, but the same wherever the name occurs.
    Named(String),
    /// Any number.
    Any,
}

impl Dim {
    /// A size that is open, by its name in the file. Models from PaddlePaddle have `?` for sizes
    /// that need not agree.
    fn of_name(name: &str) -> Dim {
        if matches!(name, "" | "?") { Dim::Any } else { Dim::Named(name.to_owned()) }
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dim::Fixed(size) => write!(f, "{size}"),
            Dim::Named(name) => f.write_str(name),
            Dim::Any => f.write_str("?"),
        }
    }
}

/// An input or output of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in the model.
    pub name: String,
    /// The element type.
    pub dtype: DType,
    /// The sizes, outermost first; empty if the model leaves the number of dimensions open.
    pub dims: Vec<Dim>,
    pub(super) c_name: CString,
}

impl Port {
    /// The shape as messages write it.
    fn shape(&self) -> String {
        let dims: Vec<String> = self.dims.iter().map(Dim::to_string).collect();
        format!("[{}]", dims.join(","))
    }
}

/// Reads a port of this type. `UNSUPPORTED` if it is not a tensor, or for elements that tensors
/// here do not support.
pub(super) fn read(runtime: &Runtime, what: &str, name: String, type_info: &Owned) -> Result<Port> {
    let unsupported = |why: String| Error::new(Status::Unsupported, format!("{what} '{name}': {why}"));
    let (code, dims) = raw(runtime, type_info.object).map_err(|failure| unsupported(failure.text))?;
    let code = code.ok_or_else(|| unsupported("it is a sequence or a map, not a tensor".into()))?;
    let dtype = element::dtype(code).map_err(|error| unsupported(error.message().into()))?;
    let c_name = CString::new(name.as_str()).map_err(|_| unsupported("its name holds a 0".into()))?;
    Ok(Port { name, dtype, dims, c_name })
}

/// The code of the element type, `None` if it is not a tensor, and the sizes.
fn raw(runtime: &Runtime, type_info: Object) -> std::result::Result<(Option<i32>, Vec<Dim>), Failure> {
    let table = &runtime.table;
    let (mut kind, mut tensor, mut code, mut rank) = (0, null_mut(), 0, 0);
    // SAFETY: each result has room, and each call is passed what the previous one returned. The
    // tensor's type and the null-terminated names are parts of `type_info`.
    unsafe {
        runtime.check((table.type_kind)(type_info, &mut kind))?;
        if kind != TENSOR {
            return Ok((None, Vec::new()));
        }
        runtime.check((table.type_as_tensor)(type_info, &mut tensor))?;
        runtime.check((table.element_type)(tensor, &mut code))?;
        runtime.check((table.dimension_count)(tensor, &mut rank))?;
        let (mut sizes, mut names) = (vec![0; rank], vec![null(); rank]);
        runtime.check((table.dimensions)(tensor, sizes.as_mut_ptr(), rank))?;
        runtime.check((table.symbolic_dimensions)(tensor, names.as_mut_ptr(), rank))?;
        let dim = |(size, name): (i64, Text)| match size {
            0.. => Dim::Fixed(size),
            _ if name.is_null() => Dim::Any,
            _ => Dim::of_name(&CStr::from_ptr(name).to_string_lossy()),
        };
        Ok((Some(code), sizes.into_iter().zip(names).map(dim).collect()))
    }
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

/// Checks tensors, in the order of the inputs. The status is `DTYPE_MISMATCH` or `SHAPE_MISMATCH`,
/// whichever is found first; the message lists all mismatches. Matching tensors cost no memory.
pub(super) fn check<P: Borrow<Port>>(inputs: &[P], tensors: &[&Tensor]) -> Result<()> {
    let mut misfits = Misfits::default();
    for (input, tensor) in inputs.iter().map(P::borrow).zip(tensors) {
        let (name, sizes) = (&input.name, tensor.shape());
        if tensor.dtype() != input.dtype {
            let text = format!("input '{name}': {} given, {} expected", tensor.dtype(), input.dtype);
            misfits.add(Status::DtypeMismatch, text);
        }
        let differs = |(dim, size): (&Dim, &i64)| matches!(dim, Dim::Fixed(fixed) if fixed != size);
        if !has_rank(input, tensor) || input.dims.iter().zip(sizes).any(differs) {
            let text = format!("input '{name}': shape {} given, {} expected", display(sizes), input.shape());
            misfits.add(Status::ShapeMismatch, text);
        }
        if !has_rank(input, tensor) {
            continue;
        }
        for (dim, &size) in input.dims.iter().zip(sizes) {
            let Dim::Named(dim) = dim else { continue };
            let Some((first, of)) = first_of(inputs, tensors, dim) else { continue };
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
        if tensor.track().is_some() {
            refuse("the tensor that it is written to is recorded on a tape");
        }
        let shares = |other: &&Tensor| tensor.nbytes() > 0 && tensor.storage().may_share(other.storage());
        if inputs.iter().any(shares) || tensors[..i].iter().any(shares) {
            refuse("the tensor that it is written to shares memory with an input or another output");
        }
        if tensor.dtype() != output.dtype {
            let text = format!("output '{name}': {} given, the model computes {}", tensor.dtype(), output.dtype);
            misfits.add(Status::DtypeMismatch, text);
        }
        let differs = |(dim, size): (&Dim, &i64)| matches!(dim, Dim::Fixed(fixed) if fixed != size);
        if !has_rank(output, tensor) || output.dims.iter().zip(sizes).any(differs) {
            let text =
                format!("output '{name}': shape {} given, the model computes {}", display(sizes), output.shape());
            misfits.add(Status::ShapeMismatch, text);
        }
    }
    misfits.result()
}

/// Zeros for each input; see [`super::Model::zeros`].
pub(super) fn zeros(inputs: &[Port], shapes: &[(String, Vec<i64>)]) -> Result<Vec<Tensor>> {
    if let Some((name, _)) = shapes.iter().find(|(name, _)| !inputs.iter().any(|input| input.name == *name)) {
        return Err(Error::argument(format!("a shape for '{name}', which is not an input")));
    }
    let zeros = inputs.iter().map(|input| {
        let given = shapes.iter().find(|(name, _)| *name == input.name);
        let size = |dim: &Dim| if let Dim::Fixed(size) = dim { *size } else { 1 };
        let dims = match given {
            Some((_, dims)) => dims.clone(),
            None => input.dims.iter().map(size).collect(),
        };
        Tensor::zeroed(Device::Cpu, input.dtype, &Shape::new(&dims)?)
    });
    zeros.collect()
}

/// An input with an open number of dimensions accepts any tensor.
fn has_rank(input: &Port, tensor: &Tensor) -> bool {
    input.dims.is_empty() || tensor.rank() == input.dims.len()
}

/// The size of the first dimension of this name, and the name of its input.
fn first_of<'a, P: Borrow<Port>>(inputs: &'a [P], tensors: &[&Tensor], name: &str) -> Option<(i64, &'a str)> {
    inputs.iter().map(P::borrow).zip(tensors).filter(|(input, tensor)| has_rank(input, tensor)).find_map(
        |(input, tensor)| {
            let axis = input.dims.iter().position(|dim| matches!(dim, Dim::Named(other) if other == name))?;
            Some((tensor.shape()[axis], input.name.as_str()))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(name: &str, dtype: DType, dims: &[Dim]) -> Port {
        Port { name: name.into(), dtype, dims: dims.to_vec(), c_name: CString::new(name).expect("no 0") }
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
            port("z", DType::F32, &[]),
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
}
