//! The second arm of operations: launches of the kernels of a CUDA device.
//!
//! Invariant: an operation decides shapes, dtypes and layouts as it does for the processor, and
//! passes the same plan here; nothing in these files knows what a kernel computes. What has no
//! kernel is refused by `Tensor::host`, so no address of a device is read here.

mod fold;
mod launch;
mod walk;

pub(super) use fold::{Folded, argmax, fold, product, softmax};
pub(super) use launch::{on, series, unsupported};
pub(super) use walk::{Beside, choose, copy, fill, map1, map2};
