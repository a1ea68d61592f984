//! The types of parameters and results in the signatures of `api`, by which the generator knows
//! what each number means.
//!
//! Except for [`Scalar`], they are names for what crosses the boundary, not types of their own: a handle is the same 64
//! bits for a caller in C, Java or C#, and the functions of this module check it in any case.
//! `generate/` reads the names and writes from them the C exports, the native methods of Java and
//! the imports of C#. A kind of handle that a single file is about has its two names there: `Ref` at
//! the end for one that is borrowed, `New` at the start for one that is made.

// What functions take whose bindings are written by hand.
pub use crate::tensor::caller_memory::CallerMemory;
pub use crate::tensor::dlpack::Managed;
pub use crate::tensor::{RawBytes, RawBytesMut};

/// The scope that is to own the result. 0 means the scope that owns the first tensor operand;
/// without one the result is unowned.
pub type Owner = u64;

/// A handle of any kind, borrowed for the length of the call.
pub type AnyRef = u64;

/// Handles of any kinds, borrowed for the length of the call.
pub type AnyRefs<'a> = &'a [u64];

/// A tensor's handle, borrowed for the length of the call.
pub type TensorRef = u64;

/// Handles of several tensors, borrowed for the length of the call.
pub type TensorRefs<'a> = &'a [u64];

/// A tensor's handle, borrowed for the length of the call; 0 is none.
pub type OptionalTensorRef = u64;

/// A scope's handle, borrowed. A parent of 0 is none.
pub type ScopeRef = u64;

/// A workspace's handle, borrowed: also a scope's.
pub type WorkspaceRef = u64;

/// A module's handle, borrowed.
pub type ModuleRef = u64;

/// The handle of a module that becomes a part of another one, borrowed.
pub type ChildRef = u64;

/// The handle of a new module. Its owner releases it, or the caller.
pub type NewModule = u64;

/// A handle that the call consumes. In Java, where closing twice is no error, a handle that is not
/// valid any more is none.
pub type Disposed = u64;

/// The handle of a new reference on a tensor. The caller or the owner scope releases it.
pub type NewTensor = u64;

/// The handles of so many new references, all of the same owner, or of none if the call failed.
pub type NewTensors<const N: usize> = [u64; N];

/// The handle of a new scope. Its parent releases it, or the caller.
pub type NewScope = u64;

/// The handle of a new workspace, or one more of one that there is. Its parent releases it, or the
/// caller.
pub type NewWorkspace = u64;

/// In a record: 1 for true, 0 for false, which is a boolean in Java.
pub type Flag = u64;

/// Sizes, outermost first.
pub type Dims<'a> = &'a [i64];

/// Axes; a negative one counts from the last.
pub type Axes<'a> = &'a [i64];

/// Integers that are no sizes of a tensor and no axes, such as strides of a window.
pub type Ints<'a> = &'a [i64];

// A number that may be left out is an `Option<f64>` or an `Option<i64>`: no number stands for none.

/// A number of bytes. What callers give is refused above `i64::MAX`, which a negative number
/// becomes.
pub type Bytes = u64;

/// A number that is combined with elements, of the type in which the caller has it. In C it is a kind
/// and 64 bits ([`Scalar::from_parts`]), in Java a `long` or a `double`.
pub use crate::tensor::Scalar;

/// A [`Scalar`] that is stored as elements or compared with them: also a `boolean` in Java.
pub type ScalarValue = Scalar;

/// The code of a [`DType`](crate::tensor::DType).
pub type DTypeCode = i32;

/// The code of a [`DTypeKind`](crate::tensor::DTypeKind).
pub type DTypeKindCode = i32;

/// The code of a [`Device`](crate::device::Device).
pub type DeviceCode = i32;

/// The code of a [`ScatterReduce`](crate::ops::ScatterReduce).
pub type ScatterReduceCode = i32;

/// The code of an [`FftNorm`](crate::ops::fft::FftNorm).
pub type FftNormCode = i32;

/// The code of a [`MatrixNormOrder`](crate::autograd::linalg::MatrixNormOrder).
pub type MatrixNormOrderCode = i32;

/// The code of a [`QuantileInterpolation`](crate::autograd::QuantileInterpolation).
pub type QuantileInterpolationCode = i32;

/// The code of a [`CopyMode`](crate::tensor::CopyMode).
pub type CopyModeCode = i32;

/// The code of an [`InterpolateMode`](crate::ops::nn::InterpolateMode).
pub type InterpolateModeCode = i32;

/// The code of a [`Reduction`](crate::ops::nn::Reduction).
pub type ReductionCode = i32;

/// The code of a [`BagMode`](crate::ops::nn::BagMode).
pub type BagModeCode = i32;

/// The code of a [`FanMode`](crate::nn::init::FanMode).
pub type FanModeCode = i32;

/// The code of a [`CyclicMode`](crate::nn::schedule::CyclicMode).
pub type CyclicModeCode = i32;

/// The code of a [`LossKind`](crate::nn::trainer::LossKind).
pub type LossKindCode = i32;

/// The code of an [`Average`](crate::nn::trainer::Average).
pub type AverageCode = i32;

/// The code of a [`Nonlinearity`](crate::nn::init::Nonlinearity).
pub type NonlinearityCode = i32;

/// The code of a [`PadMode`](crate::ops::PadMode).
pub type PadModeCode = i32;

/// The code of a `SnapshotFormat`.
pub type SnapshotFormatCode = i32;

/// The kind of a collector: 0 looks at all of its heap each time, as the JVM's; 1 has generations, as
/// .NET's.
pub type CollectorCode = i32;

/// The form of a report: 0 text, 1 JSON, 2 rows.
pub type FormatCode = i32;

/// How much is recorded of where handles come from: 0 OFF, 1 SAMPLED, 2 ALL.
pub type LevelCode = i32;

/// The least important records of the log that are kept: 0 OFF, 1 ERROR, 2 WARNING, 3 INFO, 4 DEBUG, 5 TRACE.
pub type LogLevelCode = i32;

/// The code of a [`Status`](crate::error::Status).
pub type StatusCode = i32;
