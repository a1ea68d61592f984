//! Every public meaning, once: handles, numbers and slices in, a `Result` out.
//!
//! The bindings convert, call one function of here, and convert back; they hold no rules. A C function
//! `tenure_<noun>_<verb>` is `api::<noun>::<verb>`, and so is the JNI method that the Java wrapper calls.
//!
//! What every function keeps to:
//! - a handle that is stale, foreign, forged or of another kind is `INVALID_HANDLE`;
//! - `scope` names the owner of the result; 0 means the scope that owns the first operand, and if there is none the
//!   result is unowned: the caller's to dispose; a scope that has been closed is `SCOPE_CLOSED`;
//! - on an error nothing has changed: no handle made, none moved, no element written;
//! - operands are *borrowed*, results are *new* references, unless it says *consumes*.

pub mod batcher;
mod checkpoint;
pub mod counter;
pub mod data_loader;
pub mod debug;
pub mod device;
pub mod dtype;
mod evaluator;
pub mod gguf;
pub mod handle;
pub mod idx;
pub mod image;
pub mod init;
#[cfg(feature = "internals")]
pub mod internals;
pub mod leak;
pub mod log;
pub mod memory;
pub mod metric;
pub mod module;
pub mod no_grad;
pub mod npy;
pub mod npz;
pub mod onnx_model;
pub mod onnx_run_options;
pub mod onnx_value;
pub mod optimizer;
pub mod pressure;
pub mod pth;
pub mod random;
pub mod record;
pub mod records;
pub mod report;
pub mod safetensors;
pub mod scheduler;
pub mod scope;
pub mod table;
pub mod tape;
pub mod tensor;
pub mod threads;
pub mod trainer;
mod training;
pub mod types;
pub mod workspace;

/// Instead of a scope's handle: the result is unowned, whatever owns the operand by then. A wrapper that has found no
/// owner passes it, since another thread may move the operand before the core looks.
pub const UNOWNED: u64 = crate::session::resource::UNOWNED;

/// Instead of a device's code, for makers: the default device of the scope.
pub const DEVICE_OF_SCOPE: i32 = crate::session::context::OF_SCOPE;

/// The version of the C ABI. A wrapper that was built for another one refuses to load.
pub const ABI_VERSION: u32 = 5;

/// The version of the library.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
