//! Files: NumPy's `.npy` and `.npz`, Hugging Face's `.safetensors`, PyTorch's `.pth`, llama.cpp's
//! `.gguf`, MNIST's `.idx`, tables as CSV, images as PNG and JPEG, and ONNX models; and the batcher of
//! models.
//!
//! Invariant: whatever bytes a file contains, reading it gives tensors or a typed error, and
//! allocates no more memory for elements than the file has bytes for; a deflated array of `.npz`
//! has up to 1032 bytes for one, and elements that are widened, dequantised or converted have the bytes
//! of their dtype. If a save is interrupted, the previous file is still there and complete.
//!
//! Statuses: `IO` for a file that cannot be read, written or parsed, `UNSUPPORTED` for a valid file
//! with contents that tensors here do not support (another element type, more dimensions),
//! `INVALID_ARGUMENT` for invalid arguments of the caller.

pub mod batcher;
pub mod csv;
mod file;
mod folder;
pub mod gguf;
pub mod idx;
pub mod image;
mod listing;
pub mod npy;
mod npy_header;
mod npy_type;
pub mod npz;
pub mod onnx;
pub mod pth;
pub mod safetensors;
mod sniff;
pub(crate) mod state;
mod stored;

pub use folder::{ImageFolder, image_folder};
pub use listing::Entry;
pub(crate) use listing::missing;

use crate::error::Result;
use std::path::Path;

/// Writes a file of these bytes, whole or not at all. Errors: `IO`.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    file::replace(path, bytes.len() as u64, |out| out.write_all(bytes).map_err(file::refused))
        .map_err(|error| error.context(format_args!("writing '{}'", path.display())))
}

/// Reads a regular file of UTF-8 text. Errors: `IO`.
pub(crate) fn read_whole(path: &Path) -> Result<String> {
    let read = |mut source: file::Source<std::fs::File>| {
        let bytes = source.bytes(source.left(), "its text")?;
        String::from_utf8(bytes).map_err(|_| crate::error::Error::io("it is not UTF-8"))
    };
    let text = file::Source::open(path).and_then(read);
    text.map_err(|error| file::in_file(path, error))
}

const _: () = assert!(cfg!(target_endian = "little"), "storages are written to files as they lie in memory");
