//! What a file of several tensors says of each, without reading its elements.

use super::stored::Stored;
use crate::error::Error;
use crate::tensor::DType;

/// A tensor of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The type of its elements as the file names it, such as `F8_E4M3`; in `.npz` NumPy's name,
    /// such as `uint16` or `<U5`.
    pub stored: String,
    /// The dtype of the tensor that is read; none if no tensor holds these elements.
    pub dtype: Option<DType>,
    /// The dtype that holds the elements exactly, for reading what has no dtype of its own; none if
    /// nothing does.
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

/// The error for a name that none of a file's tensors, or of a table's columns, has; messages call one of them `what`.
#[cold]
pub(crate) fn missing<'a>(what: &str, name: &str, names: impl ExactSizeIterator<Item = &'a String>) -> Error {
    let count = names.len();
    let shown = names.take(10).map(|name| format!("'{name}'")).collect::<Vec<_>>().join(", ");
    let more = if count > 10 { ", ..." } else { "" };
    Error::argument(format!("there is no {what} '{name}' among its {count}: {shown}{more}"))
}
