//! `.gguf`: the weights of a language model with its metadata, as llama.cpp reads and writes them.
//!
//! Source: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>, versions 2 and 3, little
//! endian: the magic `GGUF`, a version, two counts, the metadata, the name, the sizes, the type and
//! the place of each tensor, and the elements, each tensor's aligned. Sizes are innermost first in
//! the file, and outermost first here, as in PyTorch.
//!
//! Quantised elements are read as float32, by the formulas of ggml's `dequantize_row_*`
//! (`ggml-quants.c`) with the same bits as Python's `gguf`. A type that is not read is an error of
//! its tensor, not of the file.

mod blocks;
mod elements;
mod header;
mod reader;
mod value;

pub use reader::Reader;
