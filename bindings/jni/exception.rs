//! The one place where an error becomes a Java exception.
//!
//! Invariant: nothing of the Java side is kept. A class that is kept keeps its class loader, and
//! one library may serve one loader after another. So a class is found when it is thrown: in a
//! native method the JVM looks where the class that declares it came from. All were found once on
//! load, so that a missing one fails that, and none is loaded for the first time when there is no
//! memory for it.

use super::env::{Env, Object};
use super::generated::EXCEPTIONS;
use crate::bindings::guard::guard;
use crate::error::{Error, Result};
use ::jni::sys;
use std::ffi::CStr;

impl Env {
    /// Runs a native's body. An error, or a panic, becomes a Java exception and a zero.
    #[inline]
    pub(super) fn guarded<T: Default>(self, body: impl FnOnce() -> Result<T>) -> T {
        match guard(body) {
            Ok(value) => value,
            Err(error) => {
                throw(self, &error);
                T::default()
            }
        }
    }
}

/// A class and its constructor `(int status, String message)`.
struct Exception {
    class: Object,
    constructor: sys::jmethodID,
}

/// Finds an exception class. `None`, with an exception pending, if it is missing.
fn find(env: Env, name: &CStr) -> Option<Exception> {
    let class = env.find_class(name);
    if class.is_null() {
        return None;
    }
    let (jvm, raw) = env.raw();
    // SAFETY: a class of this call.
    let constructor =
        unsafe { (jvm.GetMethodID)(raw, class.0, c"<init>".as_ptr(), c"(ILjava/lang/String;)V".as_ptr()) };
    (!constructor.is_null()).then_some(Exception { class, constructor })
}

/// Whether all classes exist; false, with an exception pending, if one is missing.
pub(super) fn find_classes(env: Env) -> bool {
    EXCEPTIONS.into_iter().all(|name| find(env, name).is_some())
}

/// Makes the exception of this error pending. An exception that is already pending, such as the
/// JVM's own `OutOfMemoryError`, stays.
#[cold]
pub(super) fn throw(env: Env, error: &Error) {
    if env.exception_pending() {
        return;
    }
    let Some(exception) = find(env, EXCEPTIONS[error.status().exception() as usize]) else { return };
    let Ok(message) = env.string(error.message()) else { return };
    let arguments = [sys::jvalue { i: error.status().code() }, sys::jvalue { l: message.0 }];
    let (jvm, raw) = env.raw();
    // SAFETY: the constructor belongs to this class and takes an int and a string.
    let thrown = Object(unsafe { (jvm.NewObjectA)(raw, exception.class.0, exception.constructor, arguments.as_ptr()) });
    if !thrown.is_null() {
        // SAFETY: it is an exception of this call.
        unsafe { (jvm.Throw)(raw, thrown.0) };
    }
}
