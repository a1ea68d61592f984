//! Elements as files have them: those of a dtype, and those of types that no tensor has and that
//! are widened on request.
//!
//! Invariant: widening is exact. An unsigned integer of 64 bits that int64 does not hold is
//! refused.

use crate::error::{Error, Result, Status};
use crate::ops;
use crate::tensor::{DType, Tensor};

/// A type of elements in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// A dtype of tensors.
    Ours(DType),
    /// Unsigned integers of 16, 32 and 64 bits.
    U16,
    U32,
    U64,
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
            Stored::U16 => 2,
            Stored::U32 => 4,
            Stored::U64 => 8,
        }
    }

    /// What messages call it.
    pub fn name(self) -> &'static str {
        match self {
            Stored::Ours(dtype) => dtype.name(),
            Stored::U16 => "uint16",
            Stored::U32 => "uint32",
            Stored::U64 => "uint64",
            Stored::F8E4M3 => "float8_e4m3",
            Stored::F8E5M2 => "float8_e5m2",
            Stored::F8E8M0 => "float8_e8m0",
        }
    }

    /// The dtype that holds its elements exactly.
    pub fn widened(self) -> DType {
        match self {
            Stored::Ours(dtype) => dtype,
            Stored::U16 => DType::I32,
            Stored::U32 | Stored::U64 => DType::I64,
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
    ///
    /// Errors: `UNSUPPORTED` for an element that int64 does not hold.
    pub fn widen(self, from: &[u8], to: &mut [u8]) -> Result<()> {
        match self {
            Stored::Ours(_) => to.copy_from_slice(from),
            Stored::U16 => each(from, to, |two: [u8; 2]| i32::from(u16::from_ne_bytes(two)).to_ne_bytes()),
            Stored::U32 => each(from, to, |four: [u8; 4]| i64::from(u32::from_ne_bytes(four)).to_ne_bytes()),
            Stored::U64 => {
                let (elements, _) = from.as_chunks::<8>();
                if let Some(large) =
                    elements.iter().map(|e| u64::from_ne_bytes(*e)).find(|e| i64::try_from(*e).is_err())
                {
                    let text = format!("element {large} is above the greatest int64, {}", i64::MAX);
                    return Err(Error::new(Status::Unsupported, text));
                }
                to.copy_from_slice(from);
            }
            Stored::F8E4M3 => each(from, to, |[byte]: [u8; 1]| e4m3(byte).to_ne_bytes()),
            Stored::F8E5M2 => each(from, to, |[byte]: [u8; 1]| e5m2(byte).to_ne_bytes()),
            Stored::F8E8M0 => each(from, to, |[byte]: [u8; 1]| e8m0(byte).to_ne_bytes()),
        }
        Ok(())
    }
}

/// What was read, as the dtype that was asked for.
pub(super) fn as_wanted(read: Tensor, wanted: DType) -> Result<Tensor> {
    if read.dtype() == wanted { Ok(read) } else { ops::cast(&read, wanted) }
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
        let mut to = [0; 8];
        Stored::U16.widen(&u16::MAX.to_ne_bytes(), &mut to[..4]).expect("int32 holds it");
        assert_eq!(i32::from_ne_bytes(*to.first_chunk().expect("four bytes")), 65535);
        Stored::U32.widen(&u32::MAX.to_ne_bytes(), &mut to).expect("int64 holds it");
        assert_eq!(i64::from_ne_bytes(to), 4294967295);
        assert!(Stored::U64.widen(&(1u64 << 63).to_ne_bytes(), &mut to).is_err());
    }
}
