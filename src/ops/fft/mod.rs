//! Fourier transforms along one axis, by the crates `rustfft` and `realfft`.
//!
//! Invariant: a complex tensor has a last axis of size 2 for the real and the imaginary part, which
//! axis numbers do not count. Everything is computed in f64 and rounded once at the end, whatever
//! the float dtype; integers give f32. Rows and scratch memory are tensors, so they are counted.
//! The tables of a plan are not counted (`plans` says how many there can be).

mod frequencies;
mod plans;
mod transform;

pub use frequencies::{fftfreq, rfftfreq};
pub use transform::{Along, complex, from_real, to_real};

use crate::error::{Error, Result};

/// Which direction of a transform is divided by the number of points.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftNorm {
    /// The inverse transform.
    Backward = 0,
    /// Both transforms, by the square root of the number.
    Ortho = 1,
    /// The forward transform.
    Forward = 2,
}

impl FftNorm {
    /// The normalisation with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<FftNorm> {
        match code {
            0 => Ok(FftNorm::Backward),
            1 => Ok(FftNorm::Ortho),
            2 => Ok(FftNorm::Forward),
            _ => Err(Error::argument(format!("{code} is not the code of a norm of a transform (0 to 2 are)"))),
        }
    }

    /// The factor of a transform of `n` points.
    pub(crate) fn scale(self, n: i64, is_forward: bool) -> f64 {
        match (self, is_forward) {
            (FftNorm::Ortho, _) => 1.0 / (n as f64).sqrt(),
            (FftNorm::Backward, false) | (FftNorm::Forward, true) => 1.0 / n as f64,
            (FftNorm::Backward, true) | (FftNorm::Forward, false) => 1.0,
        }
    }
}
