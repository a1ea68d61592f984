//! Files: NumPy's `.npy` and `.npz`, Hugging Face's `.safetensors`, and ONNX models.
//!
//! Invariant: whatever bytes a file contains, reading it gives tensors or a typed error, and
//! allocates no more memory than the file has bytes for. If a save is interrupted, the previous
//! file is still there and complete.
//!
//! Statuses: `IO` for a file that cannot be read, written or parsed, `UNSUPPORTED` for a valid file
//! with contents that tensors here do not support (another element type, more dimensions),
//! `INVALID_ARGUMENT` for invalid arguments of the caller.

mod file;
mod listing;
pub mod npy;
mod npy_header;
mod npy_type;
pub mod npz;
pub mod onnx;
pub mod safetensors;
mod sniff;
mod stored;

pub use listing::Entry;

const _: () = assert!(cfg!(target_endian = "little"), "storages are written to files as they lie in memory");
