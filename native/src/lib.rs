//! The native library: the C ABI and the JNI methods of the crate `tenure`, and nothing else.
//!
//! Invariant: it exports what `bindings/` marks `no_mangle`. The crate is named here so that the
//! linker gets it.

use ::tenure as _;
