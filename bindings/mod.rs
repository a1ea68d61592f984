//! The unsafe boundary: the C ABI and JNI. Convert, call one function of `api`, convert back; no rules here.
#![allow(unsafe_code)] // pointers from other languages end here

mod c;
mod guard;
