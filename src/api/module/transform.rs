//! Transforms of images, labels and columns: modules for the rows of a data loader, or for the front of
//! a model. Names and formulas are those of torchvision and scikit-learn.

use crate::api::types::{InterpolateModeCode, Ints, ModuleRef, NewModule, NewTensor, Owner, TensorRef};
use crate::error::Result;
use crate::nn::modules;
use crate::ops::nn::InterpolateMode;
use crate::session::context::within_limits;
use crate::session::module::make;
use crate::session::own::own_beside;
use crate::session::resource::{module as module_of, tensor};

/// Converts uint8, from 0 to 255, and uint16, from 0 to 65535, to float32 from 0 to 1; other numbers become float32 as
/// they are.
/// Shapes: `[..., C, H, W] -> [..., C, H, W]`, or `[..., H, W, C] -> [..., C, H, W]`.
///
/// - `ToTensor::new()`
/// - `channels_last` = false: whether the channels are the last axis of the input, as in the arrays of
///   torchvision and DJL; images that this library reads have them first
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn to_tensor(scope: Owner, channels_last: bool) -> Result<NewModule> {
    make(scope, || Ok(modules::to_tensor(channels_last)))
}

/// Subtracts a mean from each channel and divides it by a standard deviation. Both are no part of the
/// state dict.
/// Shapes: `[..., C, H, W] -> [..., C, H, W]`.
///
/// - `Normalize::of()`
/// - `mean`: a number for each channel
/// - `std`: a number for each channel, not 0
/// - `INVALID_ARGUMENT`: a deviation is 0
/// - `SHAPE_MISMATCH`: they are not lists of the same length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn normalize(scope: Owner, mean: TensorRef, std: TensorRef) -> Result<NewModule> {
    let (mean, std) = (tensor(mean)?, tensor(std)?);
    make(scope, || modules::normalize(&mean, &std))
}

/// Resizes images, with antialiasing in the modes linear and cubic.
/// Shapes: `[..., H, W] -> [..., H', W']`.
///
/// - `Resize::new()`
/// - `size`: height and width, or one number, which the shorter side gets
/// - `mode` = LINEAR: how an element of the result is computed
/// - `INVALID_ARGUMENT`: a size is not above 0, or the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn resize(scope: Owner, size: Ints, mode: InterpolateModeCode) -> Result<NewModule> {
    make(scope, || modules::resize(size, InterpolateMode::from_code(mode)?))
}

/// Crops the middle of images; smaller ones are padded with zeros first.
/// Shapes: `[..., H, W] -> [..., H', W']`.
///
/// - `CenterCrop::new()`
/// - `size`: height and width, or one number for both
/// - `INVALID_ARGUMENT`: a size is not above 0, or the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn center_crop(scope: Owner, size: Ints) -> Result<NewModule> {
    make(scope, || modules::center_crop(size))
}

/// Crops images at a random position, after padding. It draws in training and in evaluation.
/// Shapes: `[..., H, W] -> [..., H', W']`.
///
/// - `RandomCrop::new()`
/// - `size`: height and width, or one number for both
/// - `padding` = []: one number for all sides, two for left and right and for top and bottom, or four
///   for left, top, right and bottom; empty: 0
/// - `fill` = 0: the value of the padding
/// - `pad_if_needed` = false: whether a smaller image is padded to the size
/// - `INVALID_ARGUMENT`: a size is not above 0, a padding is negative, or a list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn random_crop(scope: Owner, size: Ints, padding: Ints, fill: f64, pad_if_needed: bool) -> Result<NewModule> {
    make(scope, || modules::random_crop(size, padding, fill, pad_if_needed))
}

/// Crops a random part of random aspect, and resizes it. It draws in training and in evaluation.
/// Shapes: `[..., H, W] -> [..., H', W']`.
///
/// - `RandomResizedCrop::new()`
/// - `size`: height and width of the result, or one number for both
/// - `min_scale` = 0.08: the smallest share of the area
/// - `max_scale` = 1: the greatest share of the area
/// - `min_ratio` = 0.75: the smallest width divided by height
/// - `max_ratio` = 1.3333333333333333: the greatest width divided by height
/// - `mode` = LINEAR: how an element of the result is computed
/// - `INVALID_ARGUMENT`: a number is out of range, or the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn random_resized_crop(
    scope: Owner,
    size: Ints,
    min_scale: f64,
    max_scale: f64,
    min_ratio: f64,
    max_ratio: f64,
    mode: InterpolateModeCode,
) -> Result<NewModule> {
    let (scale, ratio) = ([min_scale, max_scale], [min_ratio, max_ratio]);
    make(scope, || modules::random_resized_crop(size, scale, ratio, InterpolateMode::from_code(mode)?))
}

/// Exchanges left and right with a probability. It draws in training and in evaluation.
///
///
/// - `RandomHorizontalFlip::new()`
/// - `p` = 0.5: the probability
/// - `INVALID_ARGUMENT`: `p` is not from 0 to 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn random_horizontal_flip(scope: Owner, p: f64) -> Result<NewModule> {
    make(scope, || modules::random_horizontal_flip(p))
}

/// Exchanges top and bottom with a probability. It draws in training and in evaluation.
///
///
/// - `RandomVerticalFlip::new()`
/// - `p` = 0.5: the probability
/// - `INVALID_ARGUMENT`: `p` is not from 0 to 1
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn random_vertical_flip(scope: Owner, p: f64) -> Result<NewModule> {
    make(scope, || modules::random_vertical_flip(p))
}

/// Adds a border to images.
/// Shapes: `[..., H, W] -> [..., H', W']`.
///
/// - `Pad::new()`
/// - `padding`: one number for all sides, two for left and right and for top and bottom, or four for
///   left, top, right and bottom
/// - `fill` = 0: the value of the border
/// - `INVALID_ARGUMENT`: a padding is negative, or the list has the wrong length
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn pad_image(scope: Owner, padding: Ints, fill: f64) -> Result<NewModule> {
    make(scope, || modules::pad(padding, fill))
}

/// Rotates images about their middle.
///
///
/// - `Rotate::new()`
/// - `degrees`: the angle, counter-clockwise
/// - `mode` = NEAREST: how an element of the result is computed
/// - `fill` = 0: the value of what was outside of the image
/// - `INVALID_ARGUMENT`: the angle is not finite, or the mode is neither nearest nor linear
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn rotate(scope: Owner, degrees: f64, mode: InterpolateModeCode, fill: f64) -> Result<NewModule> {
    make(scope, || modules::rotate(degrees, InterpolateMode::from_code(mode)?, fill))
}

/// Rotates images by a random angle. It draws in training and in evaluation.
///
///
/// - `RandomRotation::new()`
/// - `degrees`: the greatest angle, in either direction
/// - `mode` = NEAREST: how an element of the result is computed
/// - `fill` = 0: the value of what was outside of the image
/// - `INVALID_ARGUMENT`: the angle is negative or not finite, or the mode is neither nearest nor linear
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn random_rotation(scope: Owner, degrees: f64, mode: InterpolateModeCode, fill: f64) -> Result<NewModule> {
    make(scope, || modules::random_rotation(degrees, InterpolateMode::from_code(mode)?, fill))
}

/// Converts colours to grey: `0.2989 r + 0.587 g + 0.114 b`.
/// Shapes: `[..., C, H, W] -> [..., 1, H, W]`, or `[..., 3, H, W]`.
///
/// - `Grayscale::new()`
/// - `num_output_channels` = 1: 1, or 3 for three equal channels
/// - `INVALID_ARGUMENT`: it is another number
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn grayscale(scope: Owner, num_output_channels: i64) -> Result<NewModule> {
    make(scope, || modules::grayscale(num_output_channels))
}

/// Changes brightness, contrast, saturation and hue by random factors, in a random order. It draws in
/// training and in evaluation.
///
///
/// - `ColorJitter::new()`
/// - `brightness` = 0: how far from 1 the factor of the brightness may be
/// - `contrast` = 0: how far from 1 the factor of the contrast may be
/// - `saturation` = 0: how far from 1 the factor of the saturation may be
/// - `hue` = 0: by which part of the circle the hue may move, at most 0.5
/// - `INVALID_ARGUMENT`: a number is negative or not finite, or the hue is above 0.5
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn color_jitter(scope: Owner, brightness: f64, contrast: f64, saturation: f64, hue: f64) -> Result<NewModule> {
    make(scope, || modules::color_jitter(modules::JitterOptions { brightness, contrast, saturation, hue }))
}

/// Converts labels to rows of zeros with a one, float32.
/// Shapes: `[...] -> [..., C]`.
///
/// - `OneHot::new()`
/// - `num_classes`: the number of classes
/// - `INVALID_ARGUMENT`: it is not above 0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn one_hot(scope: Owner, num_classes: i64) -> Result<NewModule> {
    make(scope, || modules::one_hot(num_classes))
}

/// Subtracts from each column its mean and divides it by its standard deviation, which `fit_columns`
/// measures and which are saved with the model, as scikit-learn's `StandardScaler`. Until then it
/// changes nothing.
/// Shapes: `[..., F] -> [..., F]`.
///
/// - `Standardize::of()`
/// - `num_features`: the number of columns
/// - `INVALID_ARGUMENT`: it is not above 0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn standardize(scope: Owner, num_features: i64) -> Result<NewModule> {
    make(scope, || modules::standardize(num_features))
}

/// Scales each column so that its smallest value is 0 and its greatest is 1, which `fit_columns`
/// measures and which are saved with the model, as scikit-learn's `MinMaxScaler`. Until then it
/// changes nothing.
/// Shapes: `[..., F] -> [..., F]`.
///
/// - `MinMax::of()`
/// - `num_features`: the number of columns
/// - `INVALID_ARGUMENT`: it is not above 0
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn min_max(scope: Owner, num_features: i64) -> Result<NewModule> {
    make(scope, || modules::min_max(num_features))
}

/// Measures the columns of rows, `[N, F]`, for a `Standardize` or a `MinMax`: missing values, which are NaN, are left out. A
/// column of equal values is divided by 1. Errors: `INVALID_ARGUMENT` if it is another kind, or a column has no values or an
/// infinite one; `SHAPE_MISMATCH` if the rows have another number of columns; `OUT_OF_MEMORY`.
pub fn fit_columns(module: ModuleRef, rows: TensorRef) -> Result<()> {
    modules::fit_columns(&*module_of(module)?, &*tensor(rows)?)
}

/// What a `Standardize` or a `MinMax` has scaled, `[..., F]`, as it was before. *Returns new.* Errors: `INVALID_ARGUMENT` if
/// it is another kind; `SHAPE_MISMATCH` if `x` has another number of columns; `DTYPE_MISMATCH` if it has integers.
pub fn inverse_columns(scope: Owner, module: ModuleRef, x: TensorRef) -> Result<NewTensor> {
    let (of, pinned) = (module_of(module)?, tensor(x)?);
    let out = within_limits(scope, Some(&pinned), || modules::inverse_columns(&of, &pinned))?;
    own_beside(scope, &pinned, out)
}
