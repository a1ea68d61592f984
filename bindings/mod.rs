//! The unsafe boundary: the C ABI and JNI. Each function converts its arguments, calls one function
//! of `api` and converts the result; there is no logic here.
#![allow(unsafe_code)] // pointers from other languages end here

mod c;
mod guard;
mod jni;
