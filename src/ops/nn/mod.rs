//! Neural operations: normalisation, convolution, pooling, resizing, attention, recurrent cells and
//! losses.
//!
//! Invariant: operands are float32 or float64, and made contiguous before a kernel gets them;
//! callers cast halves. The processor's kernels are in `ops::cpu::nn`; only those of a few lines
//! (masks, bags), of resizing and of CTC are beside their operation.
//!
//! Each function and its gradient are in one file.
#![allow(clippy::needless_range_loop)] // several rows are walked by one index, which vectorises
#![allow(clippy::useless_conversion)] // the same text is compiled for f32 and f64

mod antialias;
mod attention;
mod bag;
mod color;
mod conv;
mod ctc;
mod loss;
mod mask;
mod norm;
mod pool;
mod recurrent;
mod resize;
mod rotate;
mod shared;

pub use super::settings::{Axis, Cell, Channels, Color, Geometry, Pointwise, Pool, Sliding};
pub use antialias::antialiased;
pub use attention::{Attention, attention, attention_grad};
pub use bag::{BagMode, greatest_of_bags};
pub use color::recolored;
pub use conv::{Weights, correlate, weight_grad};
pub use ctc::{Labels, ctc, ctc_grad};
pub use loss::{Reduction, Targets, class_loss, class_loss_grad, pointwise, pointwise_grad};
pub use mask::{dropout_mask, masked};
pub use norm::{Statistics, channel_norm, channel_norm_grad, row_norm, row_norm_grad};
pub use pool::{average, average_grad, greatest, greatest_grad};
pub use recurrent::{Grads, Layer, Trace, recur, recur_grad};
pub use resize::{InterpolateMode, Scale, resize, resize_grad};
pub use rotate::{Rotation, rotated};
