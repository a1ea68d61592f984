//! Helpers that several integration tests share.
pub mod numpy;
