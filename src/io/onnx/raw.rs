//! `RawData`: a tensor whose elements no dtype has: ONNX's four kinds of float8, and integers of 4
//! bits.
//!
//! Invariant: there are as many bytes as the elements need. An element of 8 bits is a byte; two
//! elements of 4 bits share one, the first in the low half. Nothing is computed with them here: a
//! model casts or dequantises them.

use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops;
use crate::tensor::shape::display;
use crate::tensor::{DType, Shape, Tensor};
use std::ffi::c_int;
use std::fmt;

/// An element type that no dtype has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawElement {
    /// 4 bits of exponent and 3 of mantissa, without infinities.
    Float8E4M3Fn,
    /// As [`RawElement::Float8E4M3Fn`], with another bias and without a negative zero.
    Float8E4M3FnUz,
    /// 5 bits of exponent and 2 of mantissa.
    Float8E5M2,
    /// As [`RawElement::Float8E5M2`], with another bias, without infinities and a negative zero.
    Float8E5M2FnUz,
    /// 0 to 15.
    UInt4,
    /// -8 to 7.
    Int4,
}

impl RawElement {
    /// All of them, in the order of their codes.
    pub const ALL: [RawElement; 6] = [
        RawElement::Float8E4M3Fn,
        RawElement::Float8E4M3FnUz,
        RawElement::Float8E5M2,
        RawElement::Float8E5M2FnUz,
        RawElement::UInt4,
        RawElement::Int4,
    ];

    /// The element type of this name, such as `float8e4m3fn`. `INVALID_ARGUMENT` lists the names.
    pub fn of_name(name: &str) -> Result<RawElement> {
        RawElement::ALL.into_iter().find(|element| element.name() == name).ok_or_else(|| {
            let names = RawElement::ALL.map(RawElement::name).join(", ");
            Error::argument(format!("raw data has elements of {names}, not '{name}'"))
        })
    }

    /// The name, as ONNX Runtime writes it.
    pub fn name(self) -> &'static str {
        match self {
            RawElement::Float8E4M3Fn => "float8e4m3fn",
            RawElement::Float8E4M3FnUz => "float8e4m3fnuz",
            RawElement::Float8E5M2 => "float8e5m2",
            RawElement::Float8E5M2FnUz => "float8e5m2fnuz",
            RawElement::UInt4 => "uint4",
            RawElement::Int4 => "int4",
        }
    }

    /// The code of ONNX.
    pub(super) fn code(self) -> c_int {
        17 + self as c_int
    }

    /// The element type of a code of ONNX.
    pub(super) fn of_code(code: c_int) -> Option<RawElement> {
        RawElement::ALL.into_iter().find(|element| element.code() == code)
    }

    /// The bytes of so many elements.
    pub(super) fn bytes(self, elements: usize) -> usize {
        match self {
            RawElement::UInt4 | RawElement::Int4 => elements.div_ceil(2),
            _ => elements,
        }
    }
}

impl fmt::Display for RawElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A tensor whose elements no dtype has, by its bytes.
#[derive(Clone)]
pub struct RawData {
    element: RawElement,
    shape: Shape,
    /// uint8 `[n]`, contiguous.
    bytes: Tensor,
}

impl RawData {
    /// A tensor of this shape on the bytes of a tensor of uint8, which has any shape; one that is
    /// not contiguous is copied.
    ///
    /// Errors: `DTYPE_MISMATCH` unless the bytes are uint8; `SHAPE_MISMATCH` unless they are as many
    /// as the shape needs; `INVALID_ARGUMENT` for a negative size, and for bytes that are not on the
    /// processor.
    pub fn new(element: RawElement, bytes: &Tensor, shape: &[i64]) -> Result<RawData> {
        let shape = Shape::new(shape)?;
        if bytes.dtype() != DType::U8 {
            return Err(Error::dtype(format!("raw data is uint8, not {}", bytes.dtype())));
        }
        if bytes.device() != Device::Cpu {
            return Err(Error::argument("raw data is not on the processor"));
        }
        let needed = element.bytes(shape.elements());
        if bytes.size() != needed {
            let (given, display) = (bytes.size(), display(&shape));
            return Err(Error::shape(format!("{given} bytes for {element} {display}, which has {needed}")));
        }
        Ok(RawData { element, shape, bytes: ops::reshape(bytes, &[needed as i64])? })
    }

    /// Zeros of this shape.
    pub(super) fn zeroed(element: RawElement, shape: &[i64]) -> Result<RawData> {
        let n = element.bytes(Shape::new(shape)?.elements());
        RawData::new(element, &Tensor::zeroed(Device::Cpu, DType::U8, &Shape::new(&[n as i64])?)?, shape)
    }

    /// The element type.
    pub fn element(&self) -> RawElement {
        self.element
    }

    /// The shape.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// The bytes: uint8 `[n]`, contiguous.
    pub fn bytes(&self) -> &Tensor {
        &self.bytes
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.shape.elements()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_come_back() {
        for element in RawElement::ALL {
            assert_eq!(RawElement::of_name(element.name()).expect("one of ours"), element);
            assert_eq!(RawElement::of_code(element.code()), Some(element));
            assert_eq!(super::super::element::name(element.code()), element.name());
        }
        assert_eq!((RawElement::of_code(16), RawElement::of_code(23)), (None, None));
        let error = RawElement::of_name("float8").expect_err("which one?");
        assert!(error.message().ends_with("uint4, int4, not 'float8'"), "{error}");
    }

    #[test]
    fn two_small_elements_share_a_byte() {
        let bytes = |n: i64| Tensor::zeroed(Device::Cpu, DType::U8, &Shape::new(&[n]).expect("small")).expect("small");
        let three = RawData::new(RawElement::Int4, &bytes(2), &[3]).expect("2 bytes");
        assert_eq!((three.len(), three.bytes().size()), (3, 2));
        RawData::new(RawElement::Float8E5M2, &bytes(0), &[4, 0]).expect("none");
        let error = RawData::new(RawElement::UInt4, &bytes(3), &[3]).err().expect("one too many");
        assert_eq!(error.message(), "3 bytes for uint4 [3], which has 2");
    }
}
