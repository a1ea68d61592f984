//! Kernels: they see tensors, never handles.
#![allow(unsafe_code)] // hot kernels read and write elements through raw pointers
