//! Elements as files have them: those of a dtype, and those of types that no tensor has and that
//! are widened on request.
//!
//! Invariant: widening is exact. An unsigned integer of 64 bits that is read as int64 and that int64
//! does not hold is refused.

use crate::error::{Error, Result, Status};
use crate::ops::{self, ReduceOp};
use crate::tensor::{DType, Tensor};

/// A type of elements in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// A dtype of tensors.
    Ours(DType),
    /// Floats of a byte, with 4 bits of exponent and no infinity, as OCP and PyTorch have them.
    F8E4M3,
    /// Floats of a byte, with 5 bits of exponent.
    F8E5M2,
    /// Powers of two: an exponent and nothing else.
    F8E8M0,
}

impl Stored {
    /// The bytes of an element.
    pub fn size(self) -> usize {
        match self {
            Stored::Ours(dtype) => dtype.size(),
            Stored::F8E4M3 | Stored::F8E5M2 | Stored::F8E8M0 => 1,
        }
    }

    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Stored::Ours(dtype) => dtype.name(),
            Stored::F8E4M3 => "float8_e4m3",
            Stored::F8E5M2 => "float8_e5m2",
            Stored::F8E8M0 => "float8_e8m0",
        }
    }

    /// The dtype that holds its elements exactly.
    pub fn widened(self) -> DType {
        match self {
            Stored::Ours(dtype) => dtype,
            Stored::F8E4M3 | Stored::F8E5M2 | Stored::F8E8M0 => DType::F32,
        }
    }

    /// The dtype of a tensor that is read of it: its own, or with `wanted` any.
    ///
    /// Errors: `UNSUPPORTED` if no tensor has its elements and nothing else is wanted.
    pub fn read_as(self, wanted: Option<DType>) -> Result<DType> {
        match (self, wanted) {
            (_, Some(dtype)) => Ok(dtype),
            (Stored::Ours(dtype), None) => Ok(dtype),
            (_, None) => Err(Error::new(
                Status::Unsupported,
                format!(
                    "elements are {}, which no tensor holds: ask for {} when reading",
                    self.name(),
                    self.widened().name()
                ),
            )),
        }
    }

    /// Writes the elements of `from`, in this machine's byte order, to `to` as those of
    /// [`Stored::widened`].
    pub fn widen(self, from: &[u8], to: &mut [u8]) {
        match self {
            Stored::Ours(_) => to.copy_from_slice(from),
            Stored::F8E4M3 => each(from, to, |[byte]: [u8; 1]| e4m3(byte).to_ne_bytes()),
            Stored::F8E5M2 => each(from, to, |[byte]: [u8; 1]| e5m2(byte).to_ne_bytes()),
            Stored::F8E8M0 => each(from, to, |[byte]: [u8; 1]| e8m0(byte).to_ne_bytes()),
        }
    }
}

/// What was read, as the dtype that was asked for.
///
/// Errors: `UNSUPPORTED` for an element of uint64 that int64 does not hold, if that was asked for.
pub(super) fn as_wanted(read: Tensor, wanted: DType) -> Result<Tensor> {
    if read.dtype() == wanted {
        return Ok(read);
    }
    if (read.dtype(), wanted) == (DType::U64, DType::I64) && read.size() > 0 {
        let greatest = ops::item_i64(&ops::reduce(ReduceOp::Max, &read, &[], false)?)? as u64;
        if i64::try_from(greatest).is_err() {
            let text = format!("element {greatest} is above the greatest int64, {}", i64::MAX);
            return Err(Error::new(Status::Unsupported, text));
        }
    }
    ops::cast(&read, wanted)
}

fn each<const N: usize, const M: usize>(from: &[u8], to: &mut [u8], f: impl Fn([u8; N]) -> [u8; M]) {
    let (from, to) = (from.as_chunks::<N>().0, to.as_chunks_mut::<M>().0);
    from.iter().zip(to).for_each(|(from, to)| *to = f(*from));
}

/// 4 bits of exponent with a bias of 7, 3 of mantissa; all ones are NaN, and there is no infinity.
fn e4m3(byte: u8) -> f32 {
    let (exponent, mantissa) = (i32::from(byte >> 3 & 15), f32::from(byte & 7));
    let size = match (exponent, byte & 7) {
        (15, 7) => f32::NAN,
        (0, _) => mantissa * power(-9),
        _ => (8.0 + mantissa) * power(exponent - 10),
    };
    if byte & 0x80 == 0 { size } else { -size }
}

/// 5 bits of exponent with a bias of 15, 2 of mantissa: the upper half of a float16.
fn e5m2(byte: u8) -> f32 {
    crate::tensor::F16::from_bits(u16::from(byte) << 8).to_f32()
}

/// 2 to the power of the byte less 127; 255 is NaN.
fn e8m0(byte: u8) -> f32 {
    match byte {
        255 => f32::NAN,
        0 => f32::from_bits(1 << 22), // below the normal numbers
        exponent => f32::from_bits(u32::from(exponent) << 23),
    }
}

fn power(exponent: i32) -> f32 {
    f32::from_bits(((exponent + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::excessive_precision)] // exact powers of two

    use super::*;

    #[test]
    fn floats_of_a_byte_have_the_values_of_pytorch() {
        // torch.tensor([...], dtype=torch.uint8).view(torch.float8_e4m3fn).float(), and so on.
        for (byte, value) in
            [(0x00, 0.0), (0x01, 0.001953125), (0x08, 0.015625), (0x38, 1.0), (0x7e, 448.0), (0xb8, -1.0)]
        {
            assert_eq!(e4m3(byte), value, "{byte:#x}");
        }
        assert!(e4m3(0x7f).is_nan() && e4m3(0xff).is_nan());
        for (byte, value) in
            [(0x01, 1.52587890625e-5), (0x3c, 1.0), (0x7b, 57344.0), (0x7c, f32::INFINITY), (0xbc, -1.0)]
        {
            assert_eq!(e5m2(byte), value, "{byte:#x}");
        }
        for (byte, value) in
            [(0, 5.877471754111438e-39), (1, 1.1754943508222875e-38), (127, 1.0), (254, 1.7014118346046923e38)]
        {
            assert_eq!(e8m0(byte), value, "{byte:#x}");
        }
        assert!(e8m0(255).is_nan());
    }

    #[test]
    fn unsigned_integers_are_widened_exactly_or_refused() {
        let one = crate::tensor::Shape::new(&[1]).expect("small");
        let wide = |t: Result<Tensor>| ops::item_i64(&as_wanted(t?, DType::I64)?);
        assert_eq!(wide(Tensor::from_slice(&[u16::MAX], &one)).expect("int64 holds it"), 65535);
        assert_eq!(wide(Tensor::from_slice(&[u32::MAX], &one)).expect("int64 holds it"), 4294967295);
        assert_eq!(wide(Tensor::from_slice(&[i64::MAX as u64], &one)).expect("int64 holds it"), i64::MAX);
        assert!(wide(Tensor::from_slice(&[1u64 << 63], &one)).is_err());
    }
}
