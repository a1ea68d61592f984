//! The C ABI.
//!
//! Conventions of every function `tenure_<noun>_<verb>`:
//! - the owner scope of what it makes comes first, outputs come last;
//! - it returns a `TenureStatus`; on failure no output has been written and nothing has changed, and
//!   `tenure_last_error_message` gives the text, per thread;
//! - every pointer is checked for NULL and alignment; a length of 0 may come with NULL;
//! - integers have fixed widths; there is no `bool` and no struct by value;
//! - operands are borrowed, results are new references for the caller, unless it says *consumes*.

mod args;
mod files;
mod generated;
mod handle;
mod library;
mod memory;
mod onnx;
mod optimize;
mod scope;
mod tensor_memory;
mod workspace;
