//! Methods of `Tensor` against the functions of `api`: each operation is called both ways with the
//! same random arguments, and must give the same elements or the same error.
//!
//! `calls.rs` is generated, a row for each operation. The list is complete: every function of a
//! tensor in `tenure.h` is a row, or [`OTHERWISE`] says what Rust has instead.

mod calls;
mod recorded;

use calls::CALLS;
use std::collections::BTreeSet;
use tenure::api::{self, tensor};
use tenure::ops;
use tenure::tensor::{DType, Scalar, Shape};
use tenure::{Device, Error, Result, Tensor};

/// An operation as a function of handles and as a method.
struct Call {
    name: &'static str,
    /// A letter for each parameter; `Arguments::random` says what each is.
    kinds: &'static str,
    handles: fn(&Arguments) -> Result<Vec<Value>>,
    methods: fn(&Arguments) -> Result<Vec<Value>>,
}

/// Functions of tensors in C that are not methods of the same name, and what Rust has.
const OTHERWISE: [(&str, &str); 43] = [
    ("alias", "clone"),
    ("share", "clone"),
    ("export", "clone"),
    ("dispose", "drop"),
    ("leverage", "workspaces own handles"),
    ("use_count", "storage"),
    ("dtype", "dtype"),
    ("device", "device"),
    ("rank", "rank"),
    ("size", "size"),
    ("nbytes", "nbytes"),
    ("shape", "shape"),
    ("strides", "strides"),
    ("is_contiguous", "is_contiguous"),
    ("is_read_only", "is_read_only"),
    ("to_string", "Display"),
    ("to_string_format", "to_string_with"),
    ("from_data", "from_bytes"),
    ("from_data_as", "from_slice and cast"),
    ("copy_to", "to_vec"),
    ("copy_to_as", "cast and to_vec"),
    ("copy_to_rows", "cast and to_vec"),
    ("copy_from_rows", "set"),
    ("copy_from", "autograd::copy_bytes_from"),
    ("copy_from_as", "autograd::copy_into"),
    ("data", "host"),
    ("data_const", "host"),
    ("from_dlpack", "dlpack"),
    ("to_dlpack", "dlpack"),
    ("wrap_ticket", "caller_memory"),
    ("wrap_const_ticket", "caller_memory"),
    ("lender", "caller_memory"),
    ("returned", "caller_memory"),
    ("workspace", "workspaces own handles"),
    ("requires_grad", "requires_grad, which returns the leaf"),
    ("is_leaf", "is_leaf"),
    ("gradient", "gradient"),
    ("has_gradient", "gradient"),
    ("zero_gradients", "zero_gradient"),
    ("backward", "backward"),
    ("backward_from", "backward_from"),
    ("gradients", "gradients"),
    ("detached", "untracked"),
];

/// A result, for comparison: the elements are bytes, so that NaN equals itself.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Tensor(DType, Vec<i64>, Vec<u8>),
    Number(u64),
}

fn of_tensor(t: &Tensor) -> Value {
    let mut bytes = vec![0; t.nbytes()];
    ops::copy_bytes_to(t, &mut bytes).expect("it is on the processor");
    Value::Tensor(t.dtype(), t.shape().to_vec(), bytes)
}

/// The elements of a handle, which is disposed of.
fn of_handle(t: u64) -> Value {
    let dims = tensor::shape(t).expect("alive").to_vec();
    let mut bytes = vec![0; tensor::nbytes(t).expect("alive") as usize];
    tensor::copy_to(t, &mut bytes).expect("it is on the processor");
    let dtype = DType::from_code(tensor::dtype(t).expect("alive")).expect("it has one");
    tensor::dispose(t).expect("alive");
    Value::Tensor(dtype, dims, bytes)
}

/// What a function or a method returns, as values.
fn made<R: Made>(result: Result<R>) -> Result<Vec<Value>> {
    result.map(Made::values)
}

trait Made {
    fn values(self) -> Vec<Value>;
}

macro_rules! made {
    ($($ty:ty: $self:ident => $values:expr;)*) => {$(
        impl Made for $ty {
            fn values($self) -> Vec<Value> {
                $values
            }
        }
    )*};
}

made! {
    (): self => Vec::new();
    bool: self => vec![Value::Number(u64::from(self))];
    f64: self => vec![Value::Number(self.to_bits())];
    i64: self => vec![Value::Number(self as u64)];
    u64: self => vec![of_handle(self)];
    Vec<u64>: self => self.into_iter().map(of_handle).collect();
    Tensor: self => vec![of_tensor(&self)];
    Vec<Tensor>: self => self.iter().map(of_tensor).collect();
    (Tensor, Tensor): self => [self.0, self.1].iter().map(of_tensor).collect();
    (Tensor, Tensor, Tensor): self => [self.0, self.1, self.2].iter().map(of_tensor).collect();
    (Tensor, Tensor, Tensor, Tensor): self => [self.0, self.1, self.2, self.3].iter().map(of_tensor).collect();
}

impl<const N: usize> Made for [u64; N] {
    fn values(self) -> Vec<Value> {
        self.into_iter().map(of_handle).collect()
    }
}

/// One argument. Tensors are there twice, with the same elements: as a handle and as a tensor.
enum Argument {
    Tensors(Vec<(u64, Tensor)>),
    List(Vec<i64>),
    Integer(i64),
    Real(f64),
    Scalar(Scalar),
    DType(DType),
    Flag(bool),
    Text(&'static str),
    None,
}

/// The arguments of a call, by their place.
struct Arguments(Vec<Argument>);

macro_rules! accessors {
    ($($name:ident -> $ty:ty: $variant:ident($value:ident) => $result:expr;)*) => {$(
        fn $name(&self, at: usize) -> $ty {
            match &self.0[at] {
                Argument::$variant($value) => $result,
                _ => panic!("argument {at} is of another kind"),
            }
        }
    )*};
}

impl Arguments {
    accessors! {
        integer -> i64: Integer(x) => *x;
        code -> i32: Integer(x) => *x as i32;
        real -> f64: Real(x) => *x;
        scalar -> Scalar: Scalar(x) => *x;
        dtype -> DType: DType(x) => *x;
        flag -> bool: Flag(x) => *x;
        text -> &str: Text(x) => x;
    }

    fn list(&self, at: usize) -> &[i64] {
        match &self.0[at] {
            Argument::List(list) => list,
            _ => panic!("argument {at} is not a list"),
        }
    }

    fn pairs(&self, at: usize) -> &[(u64, Tensor)] {
        match &self.0[at] {
            Argument::Tensors(pairs) => pairs,
            Argument::None => &[],
            _ => panic!("argument {at} is not a tensor"),
        }
    }

    fn handle(&self, at: usize) -> u64 {
        self.pairs(at)[0].0
    }

    fn tensor(&self, at: usize) -> &Tensor {
        &self.pairs(at)[0].1
    }

    fn optional_handle(&self, at: usize) -> u64 {
        self.pairs(at).first().map_or(0, |pair| pair.0)
    }

    fn optional(&self, at: usize) -> Option<&Tensor> {
        self.pairs(at).first().map(|pair| &pair.1)
    }

    fn handles(&self, at: usize) -> Vec<u64> {
        self.pairs(at).iter().map(|pair| pair.0).collect()
    }

    fn tensors(&self, at: usize) -> Vec<&Tensor> {
        self.pairs(at).iter().map(|pair| &pair.1).collect()
    }

    fn optional_real(&self, at: usize) -> Option<f64> {
        match self.0[at] {
            Argument::Real(x) => Some(x),
            _ => None,
        }
    }

    fn optional_integer(&self, at: usize) -> Option<i64> {
        match self.0[at] {
            Argument::Integer(x) => Some(x),
            _ => None,
        }
    }

    fn device(&self, _at: usize) -> Device {
        Device::Cpu
    }

    /// Arguments of these kinds. Operands of one call have the same sizes or sizes that broadcast
    /// most of the time, so that many calls succeed.
    fn random(kinds: &str, random: &mut Random) -> Arguments {
        let dims: Vec<i64> = (0..random.below(4)).map(|_| random.below(4) as i64).collect();
        let dtype = random.one(&[DType::F32, DType::F32, DType::F32, DType::F64, DType::I64, DType::I32, DType::Bool]);
        let argument = |kind: char, random: &mut Random| match kind {
            't' => Argument::Tensors(vec![random.tensor(&dims, dtype)]),
            'o' | 'q' | 'j' if random.below(2) == 0 => Argument::None,
            'o' => Argument::Tensors(vec![random.tensor(&dims, dtype)]),
            's' => Argument::Tensors((0..random.below(4)).map(|_| random.tensor(&dims, dtype)).collect()),
            'l' => Argument::List((0..random.below(4)).map(|_| random.below(4) as i64 - 1).collect()),
            'i' | 'j' => Argument::Integer(random.below(5) as i64 - 1),
            'r' | 'q' => Argument::Real(random.one(&[0.0, 0.5, 1.0, 2.0, -1.5, 1e-5])),
            'x' => Argument::Scalar(random.one(&[2i64.into(), (-1i64).into(), 0.5.into(), 0.0.into(), true.into()])),
            'y' => Argument::DType(random.one(&[DType::F32, DType::F64, DType::I64, DType::U8])),
            'e' => Argument::Integer(random.below(3) as i64),
            'f' => Argument::Flag(random.below(2) == 0),
            'w' => {
                Argument::Text(random.one(&["0", "...", ":, 1", "1:", "-1, ...", "ij,jk->ik", "ij->ji", "i,i", "?"]))
            }
            _ => Argument::None, // a device
        };
        Arguments(kinds.chars().map(|kind| argument(kind, random)).collect())
    }

    /// What the tensors hold after a call, the handles' or the tensors'.
    fn state(&self, of: impl Fn(&(u64, Tensor)) -> Value) -> Vec<Value> {
        (0..self.0.len())
            .filter(|&at| matches!(self.0[at], Argument::Tensors(_)))
            .flat_map(|at| self.pairs(at))
            .map(of)
            .collect()
    }
}

/// A stream of random numbers that needs no crate (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    fn one<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// A tensor of about these sizes, as a handle and as a tensor on other memory.
    fn tensor(&mut self, dims: &[i64], dtype: DType) -> (u64, Tensor) {
        let mut dims = dims.to_vec();
        match (self.below(4), dims.last_mut()) {
            (0, Some(last)) => *last = 1,
            (1, Some(_)) => drop(dims.remove(0)),
            _ => {}
        }
        let dtype = if self.below(5) == 0 { DType::I64 } else { dtype };
        let shape = Shape::new(&dims).expect("small");
        let values: Vec<f64> = (0..shape.elements()).map(|_| self.below(9) as f64 / 2.0 - 1.0).collect();
        let values = Tensor::from_slice(&values, &shape).expect("as many as the shape has");
        let t = values.cast(dtype).expect("any converts");
        let mut bytes = vec![0; t.nbytes()];
        ops::copy_bytes_to(&t, &mut bytes).expect("on the processor");
        (tensor::from_data(0, 0, dtype.code(), &bytes, &dims).expect("memory"), t)
    }
}

/// Results are compared with the status and the text of errors; those of `empty` without elements,
/// which nothing has written.
fn compared(name: &str, mut result: Result<Vec<Value>>) -> std::result::Result<Vec<Value>, String> {
    if let (true, Ok(values)) = (name.starts_with("empty"), &mut result) {
        for value in values {
            if let Value::Tensor(_, _, bytes) = value {
                bytes.fill(0);
            }
        }
    }
    result.map_err(|error: Error| format!("{:?}: {}", error.status(), error.message()))
}

#[test]
fn methods_compute_what_the_functions_of_handles_do() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut never: BTreeSet<&str> = BTreeSet::new();
    for call in CALLS {
        let mut succeeded = 0;
        for round in 0..60 {
            let arguments = Arguments::random(call.kinds, &mut random);
            api::random::seed(round).expect("any seed");
            let of_handles = compared(call.name, (call.handles)(&arguments));
            api::random::seed(round).expect("any seed");
            let of_methods = compared(call.name, (call.methods)(&arguments));
            assert_eq!(of_methods, of_handles, "{} in round {round}", call.name);
            succeeded += usize::from(of_methods.is_ok());
            let of_methods = arguments.state(|pair| of_tensor(&pair.1));
            assert_eq!(of_methods, arguments.state(|pair| of_handle(pair.0)), "operands of {}", call.name);
        }
        if succeeded == 0 {
            never.insert(call.name);
        }
    }
    // Layers whose operands fit each other in ways that are not tried here.
    assert!(never.len() < CALLS.len() / 8, "{} of {} never succeeded: {never:?}", never.len(), CALLS.len());
}

#[test]
fn every_function_of_a_tensor_in_c_is_a_method() {
    let header = include_str!("../../include/tenure.h");
    let exported: BTreeSet<&str> = header
        .split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter_map(|word| word.strip_prefix("tenure_tensor_"))
        .collect();
    let called: BTreeSet<&str> = CALLS.iter().map(|call| call.name.trim_end_matches('_')).collect();
    let missing: Vec<_> = exported
        .iter()
        .filter(|name| !called.contains(*name) && !OTHERWISE.iter().any(|(listed, _)| listed == *name))
        .collect();
    assert!(missing.is_empty(), "not methods of Tensor: {missing:?}");
    let stale: Vec<_> =
        OTHERWISE.iter().filter(|(name, _)| called.contains(name) || !exported.contains(name)).collect();
    assert!(stale.is_empty(), "listed for nothing: {stale:?}");
    assert!(called.len() > 400, "{} methods", called.len());
}
