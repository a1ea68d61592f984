//! Models of ONNX: what they compute, whose memory it is, and what is refused.
//!
//! The tests need ONNX Runtime, whose library `ci/onnxruntime` fetches: where `TENURE_ONNXRUNTIME`
//! names none, each fails, but `ci/test` counts it as skipped, by its name. `models.py` has written the
//! models.

mod batcher;
mod cancel;
mod errors;
mod hostile;
mod memory;
mod races;
mod real;
mod results;
mod shared;
mod threads;
mod world;
