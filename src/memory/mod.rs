//! Memory: storages, the pool they come from, limits and accounting.
#![allow(unsafe_code)] // raw memory is the point of this room

mod storage;

pub use storage::Storage;
