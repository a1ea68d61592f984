//! The second arm of operations: launches of the kernels of a CUDA device.
//!
//! Invariant: an operation decides shapes, dtypes and layouts as it does for the processor, and
//! passes the same plan here; nothing in these files knows what a kernel computes. What has no
//! kernel is refused by `Tensor::host`, so no address of a device is read here.

mod bag;
mod ctc;
mod fold;
mod launch;
mod loss;
mod norm;
mod optim;
mod place;
mod recurrent;
mod resize;
mod sort;
mod walk;
mod window;

pub(super) use bag::greatest_of_bags;
pub(super) use ctc::{Alignments, ctc, ctc_grad};
pub(super) use fold::{Folded, argmax, by_blas, fold, product, softmax};
pub(super) use launch::{on, reachable, series};
pub(super) use loss::{
    LossCode, Rows, class_loss, class_slopes, dropped, picked, pointwise, pointwise_slopes, pointwise_sum,
};
pub(super) use norm::{Measures, Runs, channel_norm, channel_norm_grad, columns, row_norm, row_norm_grad};
pub(super) use optim::step;
pub(super) use place::{
    Line, Positions, add_offsets, check, scan, scatter, scatter_sorted, softmax_grad, take, triangle, truths, unravel,
};
pub(super) use recurrent::cell;
pub(super) use resize::{Mapping, resize};
pub(super) use sort::{searched, sorted};
pub(super) use walk::{Beside, choose, copy, copy_from, fill, is_close, map1, map2, map3, power, slopes, wide};
pub(super) use window::{Slide, Steps, Windows, average, greatest, pool_grad, sliding_columns};
