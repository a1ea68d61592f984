//! The types of elements that ggml has: what they are called, how many bytes they take, and how they
//! are read.
//!
//! Invariant: a type whose size is listed here is checked against the file, even if it is not read.

use super::blocks::Quant;
use crate::error::{Error, Result, Status};
use crate::tensor::DType;

/// How elements are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    /// As they are.
    Ours(DType),
    /// As float32, a block at a time.
    Quantised(Quant),
    /// Not at all.
    Unread,
}

/// A type of elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// As ggml and model cards call it, such as `Q4_K`.
    pub name: &'static str,
    /// The elements of a block, and its bytes. An element of a type without blocks is one.
    pub block: u64,
    pub bytes: u64,
    pub read: Elements,
}

impl Kind {
    /// The type with this number in a file; `None` for a number that is not known.
    pub fn of(number: u32) -> Option<Kind> {
        use Elements::{Ours, Quantised, Unread};
        let (name, block, bytes, read) = match number {
            0 => ("F32", 1, 4, Ours(DType::F32)),
            1 => ("F16", 1, 2, Ours(DType::F16)),
            2 => ("Q4_0", 32, 18, Quantised(Quant::Q4_0)),
            3 => ("Q4_1", 32, 20, Quantised(Quant::Q4_1)),
            6 => ("Q5_0", 32, 22, Quantised(Quant::Q5_0)),
            7 => ("Q5_1", 32, 24, Quantised(Quant::Q5_1)),
            8 => ("Q8_0", 32, 34, Quantised(Quant::Q8_0)),
            9 => ("Q8_1", 32, 36, Unread),
            10 => ("Q2_K", 256, 84, Quantised(Quant::Q2K)),
            11 => ("Q3_K", 256, 110, Quantised(Quant::Q3K)),
            12 => ("Q4_K", 256, 144, Quantised(Quant::Q4K)),
            13 => ("Q5_K", 256, 176, Quantised(Quant::Q5K)),
            14 => ("Q6_K", 256, 210, Quantised(Quant::Q6K)),
            15 => ("Q8_K", 256, 292, Unread),
            16 => ("IQ2_XXS", 256, 66, Unread),
            17 => ("IQ2_XS", 256, 74, Unread),
            18 => ("IQ3_XXS", 256, 98, Unread),
            19 => ("IQ1_S", 256, 50, Unread),
            20 => ("IQ4_NL", 32, 18, Unread),
            21 => ("IQ3_S", 256, 110, Unread),
            22 => ("IQ2_S", 256, 82, Unread),
            23 => ("IQ4_XS", 256, 136, Unread),
            24 => ("I8", 1, 1, Ours(DType::I8)),
            25 => ("I16", 1, 2, Ours(DType::I16)),
            26 => ("I32", 1, 4, Ours(DType::I32)),
            27 => ("I64", 1, 8, Ours(DType::I64)),
            28 => ("F64", 1, 8, Ours(DType::F64)),
            29 => ("IQ1_M", 256, 56, Unread),
            30 => ("BF16", 1, 2, Ours(DType::BF16)),
            34 => ("TQ1_0", 256, 54, Unread),
            35 => ("TQ2_0", 256, 66, Unread),
            39 => ("MXFP4", 32, 17, Unread),
            _ => return None,
        };
        Some(Kind { name, block, bytes, read })
    }

    /// What a file calls the type with this number.
    pub fn name_of(number: u32) -> String {
        Kind::of(number).map_or_else(|| format!("type {number}"), |kind| kind.name.to_string())
    }

    /// The bytes of elements of this shape, outermost size first. Errors: `IO` if the innermost size
    /// is not a multiple of the block, or the bytes are more than a file can have.
    pub fn bytes_of(&self, shape: &[u64]) -> Result<u64> {
        let innermost = shape.last().copied().unwrap_or(1);
        if !innermost.is_multiple_of(self.block) {
            let text = format!("{} has blocks of {}, which do not divide the {innermost}", self.name, self.block);
            return Err(Error::io(format!("{text} columns of shape {shape:?}")));
        }
        let elements = shape.iter().try_fold(1u64, |product, &size| product.checked_mul(size));
        let bytes = elements.and_then(|elements| (elements / self.block).checked_mul(self.bytes));
        bytes.ok_or_else(|| Error::io(format!("shape {shape:?} has too many elements")))
    }
}

/// The error for elements that are not read.
#[cold]
pub(super) fn unread(number: u32) -> Error {
    let text = format!(
        "elements are {}, which is not read here: F32, F16, BF16, F64, I8 to I64, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0 and \
         Q2_K to Q6_K are; convert it with llama-quantize of llama.cpp",
        Kind::name_of(number)
    );
    Error::new(Status::Unsupported, text)
}
