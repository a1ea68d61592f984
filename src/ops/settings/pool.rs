//! `Pool`: windows over the last three axes.

/// The windows along one axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The size of the input.
    pub size: usize,
    /// The number of windows.
    pub output: usize,
    /// The sliding windows; `None` divides the input into `output` windows.
    pub sliding: Option<Sliding>,
}

/// Windows of a fixed size.
#[derive(Clone, Copy, Debug)]
pub struct Sliding {
    /// The number of elements of a window.
    pub kernel: usize,
    /// The distance from one window to the next.
    pub stride: usize,
    /// The number of positions before the input and after it.
    pub padding: usize,
    /// The distance between the elements of a window.
    pub dilation: usize,
}

/// Windows over the last three dimensions of a tensor of rank 5.
#[derive(Clone, Copy, Debug)]
pub struct Pool {
    /// The windows.
    pub axes: [Axis; 3],
    /// Whether positions in the padding count in a mean.
    pub count_padding: bool,
    /// The divisor of a sum, in place of the count.
    pub divisor: Option<f64>,
}
