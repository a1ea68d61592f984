//! A CUDA driver for tests on machines without a GPU: a library with the functions of libcuda that
//! Tenure calls, which interprets the PTX that Tenure would give to a GPU.
//!
//! ```text
//!   blas       the functions of cuBLAS
//!   driver     the exported functions, contexts, streams, faults on request
//!   memory     device memory: addresses that the host cannot read, and what is known of each byte
//!   ptx        a module of PTX, parsed
//!   machine    a launch of a kernel, thread by thread
//! ```
//!
//! Invariant: it is stricter than a GPU. Work of a stream is done when a call waits for it and
//! not before; fresh memory holds garbage, and a kernel that reads a byte which nothing has written
//! fails; so does one with a race, a barrier that not all threads of a block reach, or an access
//! outside of an allocation. An address is never used twice, so a use after a free is found. A
//! fault is sticky, as a GPU's is, and its text says which kernel, thread, line and byte.

#![deny(unsafe_op_in_unsafe_fn)]

pub mod blas;
pub mod driver;
pub mod machine;
pub mod memory;
pub mod ptx;
