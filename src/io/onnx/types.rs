//! `Type`: what an input or output of a model is: a tensor of numbers or of strings, a sequence, a
//! map, or an optional value of these.
//!
//! Invariant: a type is read whole when the model is loaded. A model with a type that no value here
//! can have, such as a sparse tensor, is refused then and not at a run.

use super::element;
use super::raw::RawElement;
use super::runtime::{Failure, Owned, Runtime};
use super::table::{MAP, OPTIONAL, Object, SEQUENCE, TENSOR, Text};
use crate::error::{Error, Result, Status};
use crate::tensor::DType;
use std::ffi::{CStr, c_int};
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

/// What descriptions have for the sizes of a tensor with any number of dimensions.
pub(crate) const ANY_RANK: &str = "...";

impl Dim {
    /// A size that is open, by its name in the file. Models from PaddlePaddle have `?` for sizes
    /// that need not agree.
    pub(super) fn of_name(name: &str) -> Dim {
        if matches!(name, "" | "?" | ANY_RANK) { Dim::Any } else { Dim::Named(name.to_owned()) }
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

/// What a tensor holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Numbers or booleans of this dtype.
    Number(DType),
    /// Strings.
    Text,
    /// Elements of a type that no dtype has.
    Raw(RawElement),
}

impl Element {
    /// The element of a code of ONNX. `UNSUPPORTED` names it if no value holds it.
    pub(super) fn of_code(code: c_int) -> Result<Element> {
        match RawElement::of_code(code) {
            Some(raw) => Ok(Element::Raw(raw)),
            None if code == element::STRING => Ok(Element::Text),
            None => element::dtype(code).map(Element::Number),
        }
    }

    /// The code of ONNX.
    pub(super) fn code(self) -> c_int {
        match self {
            Element::Number(dtype) => element::code(dtype),
            Element::Text => element::STRING,
            Element::Raw(raw) => raw.code(),
        }
    }

    /// The dtype; `None` for strings and raw data.
    pub(super) fn dtype(self) -> Option<DType> {
        if let Element::Number(dtype) = self { Some(dtype) } else { None }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Number(dtype) => dtype.fmt(f),
            Element::Text => f.write_str("string"),
            Element::Raw(raw) => raw.fmt(f),
        }
    }
}

/// What an input, an output or a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A tensor, with its sizes, outermost first; `None` if the number of dimensions is open.
    Tensor(Element, Option<Vec<Dim>>),
    /// Any number of values of one type.
    Sequence(Box<Type>),
    /// Values by keys, which are int64 or strings.
    Map(Element, Box<Type>),
    /// A value or none.
    Optional(Box<Type>),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tensor(element, _) => element.fmt(f),
            Type::Sequence(of) => match &**of {
                Type::Tensor(element, _) => write!(f, "sequence of {element} tensors"),
                other => write!(f, "sequence of {other}"),
            },
            Type::Map(key, of) => write!(f, "map of {key} to {of}"),
            Type::Optional(of) => match &**of {
                Type::Tensor(element, _) => write!(f, "optional {element} tensor"),
                other => write!(f, "optional {other}"),
            },
        }
    }
}

impl Type {
    /// What it is apart from being optional.
    pub fn required(&self) -> &Type {
        match self {
            Type::Optional(of) => of.required(),
            other => other,
        }
    }

    /// Whether it is the same type, sizes aside.
    pub(super) fn is_like(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Tensor(a, _), Type::Tensor(b, _)) => a == b,
            (Type::Map(a, of), Type::Map(b, other)) => a == b && of.is_like(other),
            (Type::Sequence(of), Type::Sequence(other)) | (Type::Optional(of), Type::Optional(other)) => {
                of.is_like(other)
            }
            _ => false,
        }
    }

    /// The dtype of a tensor of numbers; `None` for anything else.
    pub fn dtype(&self) -> Option<DType> {
        match self {
            Type::Tensor(Element::Number(dtype), _) => Some(*dtype),
            _ => None,
        }
    }

    /// The sizes of a tensor, also an optional one; empty if their number is open, and for anything
    /// else.
    pub fn dims(&self) -> &[Dim] {
        match self.required() {
            Type::Tensor(_, Some(dims)) => dims,
            _ => &[],
        }
    }

    /// Whether it is a tensor, also an optional one.
    pub(super) fn is_tensor(&self) -> bool {
        matches!(self.required(), Type::Tensor(..))
    }

    /// Whether it is a tensor, also an optional one, of any number of dimensions.
    pub fn is_any_rank(&self) -> bool {
        matches!(self.required(), Type::Tensor(_, None))
    }

    /// The type where the model states that a tensor has no dimensions. ONNX Runtime describes a
    /// tensor without dimensions and one with any number of them alike.
    pub(super) fn scalar(self) -> Type {
        match self {
            Type::Tensor(element, None) => Type::Tensor(element, Some(Vec::new())),
            Type::Optional(of) => Type::Optional(Box::new(of.scalar())),
            other => other,
        }
    }

    /// Reads the type that ONNX Runtime describes, where no dimensions mean any number of them: see
    /// [`Type::scalar`]. `UNSUPPORTED` for a type that no value has.
    pub(super) fn read(runtime: &Runtime, info: Object) -> Result<Type> {
        let table = &runtime.table;
        let failed = |failure: Failure| Error::new(Status::Unsupported, failure.text);
        // The views and the inner types: the first belong to `info`, the others are released here.
        let get = |get: unsafe extern "system" fn(Object, *mut Object) -> super::table::Status, of: Object| {
            let mut object = null_mut();
            // SAFETY: the object is of the kind that the function takes, and the result has room.
            runtime.check(unsafe { get(of, &mut object) }).map_err(failed).map(|()| object)
        };
        let inner = |read, of| get(read, of).map(|info| Owned::new(info, table.release_type));
        let mut kind = 0;
        // SAFETY: the type is alive, and the result has room.
        runtime.check(unsafe { (table.type_kind)(info, &mut kind) }).map_err(failed)?;
        Ok(match kind {
            TENSOR => {
                let (code, dims) = sizes(runtime, get(table.type_as_tensor, info)?).map_err(failed)?;
                Type::Tensor(Element::of_code(code)?, Some(dims).filter(|dims| !dims.is_empty()))
            }
            SEQUENCE => {
                let of = inner(table.sequence_element, get(table.type_as_sequence, info)?)?;
                Type::Sequence(Box::new(Type::read(runtime, of.object)?))
            }
            MAP => {
                let (map, mut key) = (get(table.type_as_map, info)?, 0);
                // SAFETY: the map's type is a part of `info`, and the result has room.
                runtime.check(unsafe { (table.map_key)(map, &mut key) }).map_err(failed)?;
                let of = inner(table.map_value, map)?;
                Type::Map(Element::of_code(key)?, Box::new(Type::read(runtime, of.object)?))
            }
            OPTIONAL => {
                let of = inner(table.optional_element, get(table.type_as_optional, info)?)?;
                Type::Optional(Box::new(Type::read(runtime, of.object)?))
            }
            _ => {
                return Err(Error::new(Status::Unsupported, "it is a sparse tensor or opaque, which no value here is"));
            }
        })
    }
}

/// The code of the elements of a tensor's type, and its sizes.
fn sizes(runtime: &Runtime, tensor: Object) -> std::result::Result<(c_int, Vec<Dim>), Failure> {
    let table = &runtime.table;
    let (mut code, mut rank) = (0, 0);
    // SAFETY: the type is alive, each result has room, and the null-terminated names are parts of
    // it.
    unsafe {
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
        Ok((code, sizes.into_iter().zip(names).map(dim).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_as_people_say_them() {
        let floats = || Type::Tensor(Element::Number(DType::F32), None);
        let map = || Type::Map(Element::Number(DType::I64), Box::new(floats()));
        assert_eq!(floats().to_string(), "float32");
        assert_eq!(Type::Tensor(Element::Text, None).to_string(), "string");
        assert_eq!(map().to_string(), "map of int64 to float32");
        assert_eq!(Type::Sequence(Box::new(map())).to_string(), "sequence of map of int64 to float32");
        let sequence = Type::Sequence(Box::new(floats()));
        assert_eq!(sequence.to_string(), "sequence of float32 tensors");
        assert_eq!(Type::Optional(Box::new(floats())).to_string(), "optional float32 tensor");
        let optional = Type::Optional(Box::new(sequence.clone()));
        assert_eq!(optional.to_string(), "optional sequence of float32 tensors");
        assert_eq!((optional.required(), optional.dtype(), floats().dtype()), (&sequence, None, Some(DType::F32)));
    }
}
