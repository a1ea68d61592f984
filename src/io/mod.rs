//! Files: `.npy` of NumPy, `.safetensors` of Hugging Face, and models of ONNX.
//!
//! Invariant: whatever bytes a file holds, reading it ends in tensors or in a typed error, and no more memory is taken
//! than the file has bytes for. Whatever stops a save, the file that was there before is still there and whole.
//!
//! Statuses: `IO` for a file that cannot be read, written or understood, `UNSUPPORTED` for one that is right but holds
//! what a tensor here cannot (another element type, more dimensions), `INVALID_ARGUMENT` for what the caller named.

mod file;
pub mod npy;
mod npy_header;
pub mod onnx;
pub mod safetensors;

const _: () = assert!(cfg!(target_endian = "little"), "storages are written to files as they lie in memory");
