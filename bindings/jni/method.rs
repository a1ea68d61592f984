//! `Method`: a row of the table that `JNI_OnLoad` registers, and the macro that writes it next to its function.

use super::env::{Env, Object};
use ::jni::sys;
use std::ffi::{CStr, c_void};

/// One native method, as `RegisterNatives` takes it.
pub(super) struct Method {
    pub(super) name: &'static CStr,
    pub(super) signature: &'static CStr,
    pub(super) function: *const c_void,
}

#[cfg(test)]
impl Method {
    pub(super) fn name(&self) -> &str {
        self.name.to_str().expect("ASCII")
    }

    pub(super) fn signature(&self) -> &str {
        self.signature.to_str().expect("ASCII")
    }
}

impl Env {
    /// False, with an exception pending, when the class does not declare one of them.
    pub(super) fn register(self, class: Object, methods: &[Method]) -> bool {
        let rows: Vec<sys::JNINativeMethod> = methods
            .iter()
            .map(|method| sys::JNINativeMethod {
                name: method.name.as_ptr().cast_mut(),
                signature: method.signature.as_ptr().cast_mut(),
                fnPtr: method.function.cast_mut(),
            })
            .collect();
        let (jvm, env) = self.raw();
        // SAFETY: the rows live until the call returns; the JVM copies what it keeps.
        let code = unsafe { (jvm.RegisterNatives)(env, class.0, rows.as_ptr(), rows.len() as sys::jint) };
        code == sys::JNI_OK
    }
}

/// Writes `METHODS`: for each native its Java name, its JVM signature, and a function with this body under the guard.
/// A function could not do it: each native needs an address of its own, and its row must not drift from it.
macro_rules! natives {
    ($($java:literal $signature:literal |$env:ident $(, $arg:ident: $type:ty)*| -> $out:ty $body:block)*) => {
        pub(super) const METHODS: &[crate::bindings::jni::method::Method] = &[$({
            extern "system" fn native($env: crate::bindings::jni::env::Env, _class: crate::bindings::jni::env::Object
                $(, $arg: $type)*) -> $out {
                $env.guarded(|| $body)
            }
            crate::bindings::jni::method::Method {
                name: $java,
                signature: $signature,
                function: native as *const std::ffi::c_void,
            }
        }),*];
    };
}
pub(super) use natives;
