//! Dropout.

use crate::api::types::{NewModule, Owner};
use crate::error::Result;
use crate::nn::modules;
use crate::session::module::make;

/// In training, sets each element to 0 with probability `p` and divides the others by `1 - p`; in
/// evaluation, returns its input.
/// Shapes: `[...] -> [...]`.
///
/// - `Dropout::new()`
/// - `p` = 0.5: the probability
/// - `INVALID_ARGUMENT`: `p` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn dropout(scope: Owner, p: f64) -> Result<NewModule> {
    make(scope, || modules::dropout(p))
}

/// Dropout of whole channels of each sample.
/// Shapes: `[N, C, L] -> [N, C, L]`, or the same without `N`.
///
/// - `Dropout1d::new()`
/// - `p` = 0.5: the probability
/// - `INVALID_ARGUMENT`: `p` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn dropout1d(scope: Owner, p: f64) -> Result<NewModule> {
    make(scope, || modules::dropout_channels::<1>(p))
}

/// Dropout of whole channels of each sample.
/// Shapes: `[N, C, H, W] -> [N, C, H, W]`, or the same without `N`.
///
/// - `Dropout2d::new()`
/// - `p` = 0.5: the probability
/// - `INVALID_ARGUMENT`: `p` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn dropout2d(scope: Owner, p: f64) -> Result<NewModule> {
    make(scope, || modules::dropout_channels::<2>(p))
}

/// Dropout of whole channels of each sample.
/// Shapes: `[N, C, D, H, W] -> [N, C, D, H, W]`, or the same without `N`.
///
/// - `Dropout3d::new()`
/// - `p` = 0.5: the probability
/// - `INVALID_ARGUMENT`: `p` is not between 0 and 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn dropout3d(scope: Owner, p: f64) -> Result<NewModule> {
    make(scope, || modules::dropout_channels::<3>(p))
}
