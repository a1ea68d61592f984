//! `Geometry`: how the kernel of a convolution slides over an input.

/// How a kernel slides over the last three dimensions. Missing dimensions have size 1 and kernel 1.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// Sizes of the input.
    pub input: [usize; 3],
    /// Sizes of the output.
    pub output: [usize; 3],
    /// Sizes of the kernel.
    pub kernel: [usize; 3],
    /// The steps of the kernel.
    pub stride: [usize; 3],
    /// The distances between the kernel's elements.
    pub dilation: [usize; 3],
    /// The number of zeros before the input; a negative one skips input elements.
    pub before: [i64; 3],
    /// The distances between the input's elements, which are filled with zeros.
    pub insert: [usize; 3],
    /// The number of groups of channels, each with its own weights.
    pub groups: usize,
}

impl Geometry {
    /// The geometry of the gradient of the input, which is also that of the transposed convolution.
    pub fn transposed(&self) -> Geometry {
        let before = std::array::from_fn(|a| (self.dilation[a] * (self.kernel[a] - 1)) as i64 - self.before[a]);
        let (input, output) = (self.output, self.input);
        Geometry { input, output, before, stride: [1; 3], insert: self.stride, ..*self }
    }

    /// The number of elements of the kernel.
    pub fn taps(&self) -> usize {
        self.kernel.iter().product()
    }
}
