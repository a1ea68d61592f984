//! The state of a module out of a file: `.safetensors`, the index of several such files, or what
//! `torch.save` wrote.
//!
//! Invariant: the first bytes decide, not the name, since both kinds are published under any name.
//! A checkpoint of training holds the state of the module among others, under a key that its
//! tensors' names begin with; then nothing else of it is read.

use super::file::{Source, in_file};
use super::{pth, safetensors};
use crate::error::Result;
use crate::tensor::Tensor;
use std::path::Path;

/// The keys of a module's state in checkpoints: of Lightning, and of PyTorch's own tutorials.
const STATES: [&str; 2] = ["state_dict.", "model_state_dict."];

/// How files of `torch.save` begin: an archive, and, before version 1.6, a pickle. A `.safetensors`
/// file that began so would have a header of 67 MB at least.
const TORCH: [&[u8; 4]; 2] = [b"PK\x03\x04", b"\x80\x02\x8a\x0a"];

/// Reads the tensors of a file with their names. Errors: `IO`, `UNSUPPORTED` for a file of PyTorch
/// that has no tensors by name, and those of reading a tensor.
pub(crate) fn read(path: &Path) -> Result<Vec<(String, Tensor)>> {
    let first = Source::open(path).map(|mut file| file.some(4)).map_err(|error| in_file(path, error))?;
    if !TORCH.iter().any(|start| first == *start) {
        let mut file = safetensors::Weights::open(path)?;
        let names = file.names();
        return names.into_iter().map(|name| file.load(&name, None).map(|value| (name, value))).collect();
    }
    let mut file = pth::Reader::open(path)?;
    let all = file.names();
    let state = STATES.into_iter().find(|state| all.iter().any(|name| name.starts_with(state)));
    let state = state.unwrap_or_default();
    let names: Vec<&str> = all.iter().map(String::as_str).filter(|name| name.starts_with(state)).collect();
    let values = file.load(&names, None)?;
    Ok(names.iter().map(|name| name[state.len()..].to_string()).zip(values).collect())
}
