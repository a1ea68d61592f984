//! `Color`: the changes of colours.

/// A change of colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Color {
    /// All channels are the grey of a pixel.
    Grey,
    /// Each value times a factor.
    Brightness(f64),
    /// The image mixed with the mean of its greys.
    Contrast(f64),
    /// Each pixel mixed with its grey.
    Saturation(f64),
    /// The hue moved by a part of the circle.
    Hue(f64),
}
