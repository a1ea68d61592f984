//! The one place where an error becomes a Java exception.
//!
//! Invariant: the classes are found once, on load, where the class loader is that of the Java side; later a thread of
//! the application may have another one. They are never let go: exceptions may be thrown as long as the library is there.

use super::env::{Env, Object};
use crate::error::{Error, Status};
use ::jni::sys;
use std::ffi::CStr;
use std::sync::OnceLock;

const CLASSES: usize = 8;

const NAMES: [&CStr; CLASSES] = [
    c"dev/tenure/ClosedException",
    c"dev/tenure/InvalidArgumentException",
    c"dev/tenure/ShapeMismatchException",
    c"dev/tenure/DTypeMismatchException",
    c"dev/tenure/DeviceMismatchException",
    c"dev/tenure/NativeMemoryException",
    c"dev/tenure/ScopeException",
    c"dev/tenure/TensorException",
];

/// A class and its constructor `(int status, String message)`.
#[derive(Clone, Copy)]
struct Exception {
    class: sys::jclass,
    constructor: sys::jmethodID,
}

struct Exceptions([Exception; CLASSES]);

// SAFETY: global references and method ids may be used from any thread.
unsafe impl Send for Exceptions {}
// SAFETY: as above.
unsafe impl Sync for Exceptions {}

static EXCEPTIONS: OnceLock<Exceptions> = OnceLock::new();

/// Finds the classes; false, with an exception pending, when one is missing.
pub(super) fn find_classes(env: Env) -> bool {
    let mut found = [Exception { class: std::ptr::null_mut(), constructor: std::ptr::null_mut() }; CLASSES];
    for (name, exception) in NAMES.into_iter().zip(&mut found) {
        let local = env.find_class(name);
        if local.is_null() {
            return false;
        }
        let (jvm, raw) = env.raw();
        // SAFETY: a class of this call.
        exception.class = unsafe { (jvm.NewGlobalRef)(raw, local.0) };
        // SAFETY: as above.
        exception.constructor =
            unsafe { (jvm.GetMethodID)(raw, local.0, c"<init>".as_ptr(), c"(ILjava/lang/String;)V".as_ptr()) };
        if exception.constructor.is_null() {
            return false;
        }
    }
    EXCEPTIONS.get_or_init(|| Exceptions(found));
    true
}

/// Makes the exception of this error pending. One that is pending already, such as the JVM's own `OutOfMemoryError`,
/// stays.
#[cold]
pub(super) fn throw(env: Env, error: &Error) {
    if env.exception_pending() {
        return;
    }
    let Some(exceptions) = EXCEPTIONS.get() else { return };
    let exception = exceptions.0[class_of(error.status())];
    let Ok(message) = env.string(error.message()) else { return };
    let arguments = [sys::jvalue { i: error.status().code() }, sys::jvalue { l: message.0 }];
    let (jvm, raw) = env.raw();
    // SAFETY: the constructor is of this class and takes an int and a string.
    let thrown = Object(unsafe { (jvm.NewObjectA)(raw, exception.class, exception.constructor, arguments.as_ptr()) });
    if !thrown.is_null() {
        // SAFETY: an exception of this call.
        unsafe { (jvm.Throw)(raw, thrown.0) };
    }
}

/// Which of [`NAMES`] a status is thrown as.
fn class_of(status: Status) -> usize {
    match status {
        Status::InvalidHandle => 0,
        Status::InvalidArgument => 1,
        Status::ShapeMismatch => 2,
        Status::DtypeMismatch => 3,
        Status::DeviceMismatch => 4,
        Status::OutOfMemory | Status::LimitExceeded => 5,
        Status::ScopeClosed | Status::ScopeCapped | Status::Workspace => 6,
        Status::Ok
        | Status::Unsupported
        | Status::DeviceUnavailable
        | Status::Io
        | Status::Panic
        | Status::Internal => 7,
    }
}
