//! Refuses Java classes of another release, with a message that names both releases.
//!
//! Otherwise the first method that only one of them has would fail, with a message about that
//! method.

use super::env::{Env, Object};
use crate::api::VERSION;
use std::ffi::CString;

/// Whether the classes belong to this library's release; if not, returns false with a
/// `LinkageError` pending.
pub(super) fn matches(env: Env) -> bool {
    let class = env.find_class(c"dev/tenure/internal/Version");
    if class.is_null() {
        return false;
    }
    let (jvm, raw) = env.raw();
    // SAFETY: it is a class of this call; on null an exception is pending.
    let field = unsafe { (jvm.GetStaticFieldID)(raw, class.0, c"LIBRARY".as_ptr(), c"Ljava/lang/String;".as_ptr()) };
    if field.is_null() {
        return false;
    }
    // SAFETY: a static field of this class.
    let classes = Object(unsafe { (jvm.GetStaticObjectField)(raw, class.0, field) });
    match env.text(classes) {
        Ok(classes) if classes == VERSION => true,
        Ok(classes) => refuse(env, &classes),
        Err(_) => refuse(env, "unknown"),
    }
}

fn refuse(env: Env, classes: &str) -> bool {
    let error = env.find_class(c"java/lang/LinkageError");
    let text = format!("the library is Tenure {VERSION}, the Java classes are Tenure {classes}");
    let text = CString::new(text.replace('\0', "?")).expect("every NUL was replaced");
    if !error.is_null() {
        let (jvm, raw) = env.raw();
        // SAFETY: a class of this call, and a text that ends.
        unsafe { (jvm.ThrowNew)(raw, error.0, text.as_ptr()) };
    }
    false
}
