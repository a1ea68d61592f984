//! What a file of several tensors says of each, without reading its elements.

use super::stored::Stored;
use crate::tensor::DType;

/// A tensor of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The type of its elements as the file names it, such as `F8_E4M3` or `<u2`.
    pub stored: String,
    /// The dtype of the tensor that is read; none if no tensor holds these elements.
    pub dtype: Option<DType>,
    /// The dtype that holds the elements exactly, for reading what has no dtype of its own; none if nothing does.
    pub widened: Option<DType>,
    /// Its sizes, outermost first.
    pub shape: Vec<u64>,
    /// The bytes of its elements in the file, before they are compressed.
    pub bytes: u64,
}

impl Entry {
    /// The dtypes of an entry with these elements; `None` for a type that is not known.
    pub(super) fn dtypes(stored: Option<Stored>) -> (Option<DType>, Option<DType>) {
        match stored {
            Some(Stored::Ours(dtype)) => (Some(dtype), Some(dtype)),
            Some(other) => (None, Some(other.widened())),
            None => (None, None),
        }
    }
}
