//! ONNX models: what they compute, who owns the memory, and what is refused.
//!
//! The tests need ONNX Runtime, whose library `ci/onnxruntime` fetches. If `TENURE_ONNXRUNTIME`
//! does not name one, each test fails, but `ci/test` counts it as skipped, by its name. `models.py`
//! has written the models.

mod batcher;
mod cancel;
mod errors;
mod hostile;
mod memory;
mod races;
mod raw;
mod real;
mod results;
mod shared;
mod threads;
mod values;
mod world;
