//! Tensors: element types, shapes, layouts and views. Nothing here computes on elements.
#![allow(unsafe_code)] // elements are read from and written to a storage shared with other languages

pub mod caller_memory;
mod cell;
mod copy_mode;
pub mod dlpack;
pub mod dtype;
mod half;
mod host;
pub mod layout;
mod limits;
mod options;
mod print;
mod scalar;
pub mod shape;
#[allow(clippy::module_inception)] // the main type of each folder has a file of its own
pub mod tensor;
pub mod track;
mod transfer;
mod view;

pub use cell::{RawBytes, RawBytesMut};
pub(crate) use cell::{SharedCell, cells};
pub use copy_mode::CopyMode;
pub use dtype::{DType, Element};
pub(crate) use dtype::{FloatType, Width};
pub use half::{BF16, F16};
pub use host::Host;
pub use layout::Layout;
pub use limits::{DTypeKind, FloatLimits, IntegerLimits};
pub use options::TensorOptions;
pub use print::PrintOptions;
pub use scalar::{Scalar, ScalarKind};
pub use shape::{MAX_RANK, Shape};
pub use tensor::Tensor;
pub use track::{Recording, Track};
