//! `Channels`: which elements are normalised together.

/// Which elements of a tensor `[samples, channels, inner]` share a mean: a channel of all samples,
/// or `channels / groups` channels of one sample.
#[derive(Clone, Copy, Debug)]
pub struct Channels {
    /// The first size.
    pub samples: usize,
    /// The second size.
    pub channels: usize,
    /// The product of the other sizes.
    pub inner: usize,
    /// The number of groups, or `None` for a mean over all samples.
    pub groups: Option<usize>,
}

impl Channels {
    /// The number of means.
    pub fn count(&self) -> usize {
        self.groups.map_or(self.channels, |groups| self.samples * groups)
    }
}
