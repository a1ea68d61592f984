//! Shared helpers of the kernels in this folder: the choice of the float type, parts of operands
//! and results for each thread, and sums in lanes.

use crate::error::Result;
#[cfg(target_arch = "x86_64")]
use crate::ops::cpu::lanes::Lanes;
use crate::ops::cpu::softmax::Scores;
use crate::tensor::{SharedCell, Tensor, cells};
use std::ops::Range;

#[cfg(not(target_arch = "x86_64"))]
pub(in crate::ops) trait Compute: Scores {}
#[cfg(not(target_arch = "x86_64"))]
impl<T: Scores> Compute for T {}
/// An element type that the kernels compute in.
#[cfg(target_arch = "x86_64")]
pub(in crate::ops) trait Compute: Scores + Lanes<512> + Lanes<256> {}
#[cfg(target_arch = "x86_64")]
impl<T: Scores + Lanes<512> + Lanes<256>> Compute for T {}

/// Runs an expression with the type of a dtype: float64 or float32.
macro_rules! with_float {
    ($dtype:expr, $type:ident, $body:expr) => {
        if $dtype == $crate::tensor::DType::F64 {
            type $type = f64;
            $body
        } else {
            type $type = f32;
            $body
        }
    };
}

/// Declares a function whose body is compiled for each instruction set (`ops::cpu::dispatch`),
/// including AVX-512 if it is marked `wide`.
macro_rules! kernel {
    ($(#[$meta:meta])* wide fn $($rest:tt)*) => {
        kernel! { @ true, $(#[$meta])* fn $($rest)* }
    };
    ($(#[$meta:meta])* fn $($rest:tt)*) => {
        kernel! { @ false, $(#[$meta])* fn $($rest)* }
    };
    (@ $wide:literal, $(#[$meta:meta])* fn $name:ident($($arg:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$meta])*
        #[allow(clippy::too_many_arguments, unused_parens)]
        fn $name<T: Compute>($($arg: $type),*) {
            struct Compiled<T, A>(A, std::marker::PhantomData<T>);
            impl<T: Compute> $crate::ops::cpu::dispatch::Kernel for Compiled<T, ($($type,)*)> {
                type Output = ();
                const WIDE: bool = $wide;
                #[inline(always)]
                fn run(self) {
                    let ($($arg,)*) = self.0;
                    $body
                }
            }
            $crate::ops::cpu::dispatch::run(Compiled::<T, ($($type,)*)>(($($arg,)*), std::marker::PhantomData))
        }
    };
}

/// The elements of a contiguous operand, which every thread may read.
pub(in crate::ops) struct In<T>(*const T, usize);
/// The elements of a new tensor, each written by one thread.
pub(in crate::ops) struct Out<T>(*mut T, usize);

impl<T> Clone for In<T> {
    fn clone(&self) -> In<T> {
        *self
    }
}
impl<T> Copy for In<T> {}
impl<T> Clone for Out<T> {
    fn clone(&self) -> Out<T> {
        *self
    }
}
impl<T> Copy for Out<T> {}

// SAFETY: it only reads, through `SharedCell`, which allows other writers.
unsafe impl<T: Sync> Sync for In<T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Send for In<T> {}
// SAFETY: the caller of `part` promises that no other thread has the same part.
unsafe impl<T: Send> Sync for Out<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Out<T> {}

impl<T: Compute> In<T> {
    /// The elements of a contiguous tensor of this type, which must outlive the `In`.
    ///
    /// Errors: `UNSUPPORTED` for a tensor on another device.
    pub fn of(t: &Tensor) -> Result<In<T>> {
        let cells = t.host()?.cells::<T>().expect("the caller made it contiguous and of this dtype");
        Ok(In(cells.as_ptr().cast(), cells.len()))
    }

    pub fn all(&self) -> &[SharedCell<T>] {
        // SAFETY: these are the elements of a tensor that the caller holds.
        unsafe { cells(self.0, self.1) }
    }

    pub fn part(&self, range: Range<usize>) -> &[SharedCell<T>] {
        &self.all()[range]
    }

    pub fn ptr(&self) -> *const T {
        self.0
    }
}

impl<T: Copy> Out<T> {
    /// The elements of a tensor that was just created, contiguous and of this type.
    ///
    /// Errors: `UNSUPPORTED` for a tensor on another device.
    pub fn of(t: &Tensor) -> Result<Out<T>> {
        assert!(t.is_contiguous() && t.dtype().size() == size_of::<T>());
        Ok(Out(t.host()?.as_ptr().cast(), t.size()))
    }

    /// # Safety
    /// No other code accesses these elements while the part is used, and the tensor outlives it.
    pub unsafe fn part<'a>(self, range: Range<usize>) -> &'a mut [T] {
        assert!(range.start <= range.end && range.end <= self.1);
        // SAFETY: the caller's promise, and the range was just found to be inside.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(range.start), range.len()) }
    }
}

/// The sum of a term for each index below `n`, in `N` partial sums.
#[inline(always)]
pub(in crate::ops) fn total<T: Compute, const N: usize>(n: usize, term: impl Fn(usize) -> T) -> T {
    let mut lanes = [T::ZERO; N];
    let whole = n / N * N;
    for start in (0..whole).step_by(N) {
        for (lane, sum) in lanes.iter_mut().enumerate() {
            *sum = *sum + term(start + lane);
        }
    }
    for i in whole..n {
        lanes[i - whole] = lanes[i - whole] + term(i);
    }
    let mut half = N / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = lanes[i] + lanes[i + half];
        }
        half /= 2;
    }
    lanes[0]
}
