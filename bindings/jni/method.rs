//! A table of native methods that `JNI_OnLoad` registers, and the macro that writes its rows next to their functions.

use super::env::{Env, Object};
use ::jni::sys;

/// Native methods, as `RegisterNatives` takes them.
pub(super) type Methods = &'static [sys::JNINativeMethod];

impl Env {
    /// False, with an exception pending, if the class does not declare one of them.
    pub(super) fn register(self, class: Object, methods: Methods) -> bool {
        let (jvm, env) = self.raw();
        // SAFETY: the rows and the texts they name are static.
        let code = unsafe { (jvm.RegisterNatives)(env, class.0, methods.as_ptr(), methods.len() as sys::jint) };
        code == sys::JNI_OK
    }
}

/// Writes `METHODS`: for each native its Java name, its JVM signature, and a function with this
/// body under the guard. It is a macro because each native needs an address of its own, and its row
/// must not drift from it.
macro_rules! natives {
    ($($java:literal $signature:literal |$env:ident $(, $arg:ident: $type:ty)*| -> $out:ty $body:block)*) => {
        pub(super) const METHODS: crate::bindings::jni::method::Methods = &[$({
            extern "system" fn native($env: crate::bindings::jni::env::Env, _class: crate::bindings::jni::env::Object
                $(, $arg: $type)*) -> $out {
                $env.guarded(|| $body)
            }
            ::jni::sys::JNINativeMethod {
                name: $java.as_ptr().cast_mut(),
                signature: $signature.as_ptr().cast_mut(),
                fnPtr: native as *mut std::ffi::c_void,
            }
        }),*];
    };
}
pub(super) use natives;
