//! Modules that rearrange.

use crate::api::types::{InterpolateModeCode, Ints, NewModule, Owner};
use crate::error::Result;
use crate::nn::modules;
use crate::ops::nn::InterpolateMode;
use crate::session::module::make;

/// Joins axes into one.
/// Shapes: `[N, ...] -> [N, n]`.
///
/// - `Flatten::new()`
/// - `start_dim` = 1: the first axis
/// - `end_dim` = -1: the last axis
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn flatten(scope: Owner, start_dim: i64, end_dim: i64) -> Result<NewModule> {
    make(scope, || Ok(modules::flatten(start_dim, end_dim)))
}

/// Divides an axis into several.
/// Shapes: `[..., n, ...] -> [..., a, b, ...]`.
///
/// - `Unflatten::new()`
/// - `axis`: the axis
/// - `unflattened_size`: the sizes; one of them may be -1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn unflatten(scope: Owner, axis: i64, unflattened_size: Ints) -> Result<NewModule> {
    make(scope, || Ok(modules::unflatten(axis, unflattened_size)))
}

/// Adds zeros on the sides of the last axis.
///
///
/// - `ZeroPad1d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn zero_pad1d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::zero_pad::<1>(padding))
}

/// Adds zeros on the sides of the last two axes.
///
///
/// - `ZeroPad2d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn zero_pad2d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::zero_pad::<2>(padding))
}

/// Adds zeros on the sides of the last three axes.
///
///
/// - `ZeroPad3d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn zero_pad3d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::zero_pad::<3>(padding))
}

/// Adds a number on the sides of the last axis.
///
///
/// - `ConstantPad1d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `value`: the number to add
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn constant_pad1d(scope: Owner, padding: Ints, value: f64) -> Result<NewModule> {
    make(scope, || modules::constant_pad::<1>(padding, value))
}

/// Adds a number on the sides of the last two axes.
///
///
/// - `ConstantPad2d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `value`: the number to add
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn constant_pad2d(scope: Owner, padding: Ints, value: f64) -> Result<NewModule> {
    make(scope, || modules::constant_pad::<2>(padding, value))
}

/// Adds a number on the sides of the last three axes.
///
///
/// - `ConstantPad3d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `value`: the number to add
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn constant_pad3d(scope: Owner, padding: Ints, value: f64) -> Result<NewModule> {
    make(scope, || modules::constant_pad::<3>(padding, value))
}

/// Adds the input mirrored at its outermost elements on the sides of the last axis.
///
///
/// - `ReflectionPad1d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn reflection_pad1d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::reflection_pad::<1>(padding))
}

/// Adds the input mirrored at its outermost elements on the sides of the last two axes.
///
///
/// - `ReflectionPad2d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn reflection_pad2d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::reflection_pad::<2>(padding))
}

/// Adds the input mirrored at its outermost elements on the sides of the last three axes.
///
///
/// - `ReflectionPad3d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn reflection_pad3d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::reflection_pad::<3>(padding))
}

/// Adds the outermost elements on the sides of the last axis.
///
///
/// - `ReplicationPad1d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn replication_pad1d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::replication_pad::<1>(padding))
}

/// Adds the outermost elements on the sides of the last two axes.
///
///
/// - `ReplicationPad2d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn replication_pad2d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::replication_pad::<2>(padding))
}

/// Adds the outermost elements on the sides of the last three axes.
///
///
/// - `ReplicationPad3d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn replication_pad3d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::replication_pad::<3>(padding))
}

/// Adds elements of the other end on the sides of the last axis.
///
///
/// - `CircularPad1d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn circular_pad1d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::circular_pad::<1>(padding))
}

/// Adds elements of the other end on the sides of the last two axes.
///
///
/// - `CircularPad2d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn circular_pad2d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::circular_pad::<2>(padding))
}

/// Adds elements of the other end on the sides of the last three axes.
///
///
/// - `CircularPad3d::new()`
/// - `padding`: the number of elements added: one for all sides, or two for each axis, before and
///   behind it, the last axis first
/// - `INVALID_ARGUMENT`: the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn circular_pad3d(scope: Owner, padding: Ints) -> Result<NewModule> {
    make(scope, || modules::circular_pad::<3>(padding))
}

/// The last axes in other sizes, by interpolation.
/// Shapes: `[N, C, ...] -> [N, C, ...]`.
///
/// - `Upsample::new()`
/// - `size` = []: the sizes of a result; empty if `scale_factor` is given
/// - `scale_factor` = none: the factor of all sizes
/// - `mode` = NEAREST: how elements between others are computed
/// - `align_corners` = false: whether the outermost elements keep their places
/// - `INVALID_ARGUMENT`: neither or both of `size` and `scale_factor` are given, or there is no
///   such mode
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn upsample(
    scope: Owner,
    size: Ints,
    scale_factor: Option<f64>,
    mode: InterpolateModeCode,
    align_corners: bool,
) -> Result<NewModule> {
    make(scope, || modules::upsample(size, scale_factor, InterpolateMode::from_code(mode)?, align_corners))
}

/// Moves channels into the last two axes.
/// Shapes: `[..., C r², H, W] -> [..., C, H r, W r]`.
///
/// - `PixelShuffle::new()`
/// - `upscale_factor`: the factor of the sizes of these axes
/// - `INVALID_ARGUMENT`: the factor is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn pixel_shuffle(scope: Owner, upscale_factor: i64) -> Result<NewModule> {
    make(scope, || modules::pixel_shuffle(upscale_factor, false))
}

/// Moves elements of the last two axes into channels.
/// Shapes: `[..., C, H r, W r] -> [..., C r², H, W]`.
///
/// - `PixelUnshuffle::new()`
/// - `downscale_factor`: what the sizes of these axes are divided by
/// - `INVALID_ARGUMENT`: the factor is below 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn pixel_unshuffle(scope: Owner, downscale_factor: i64) -> Result<NewModule> {
    make(scope, || modules::pixel_shuffle(downscale_factor, true))
}
