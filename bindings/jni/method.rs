//! `Methods`: a table that `JNI_OnLoad` registers, and the macro that writes its rows next to their functions.
//!
//! Invariant: `texts` are the name and the signature of each of `functions`, in their order, each with a 0 behind it. As one
//! text they need no address each, which the system would have to correct when it loads the library: 80 bytes a native.

use super::env::{Env, Object};
use ::jni::sys;
use std::ffi::{CStr, c_void};

/// Native methods, as `RegisterNatives` takes them.
#[derive(Clone, Copy)]
pub(super) struct Methods {
    pub(super) texts: &'static [u8],
    pub(super) functions: &'static [*const c_void],
}

impl Methods {
    /// Name, signature and function of each.
    pub(super) fn rows(self) -> impl Iterator<Item = (&'static CStr, &'static CStr, *const c_void)> {
        let mut rest = self.texts;
        let mut next = move || {
            let text = CStr::from_bytes_until_nul(rest).expect("two texts for each function, as `packed` wrote them");
            rest = &rest[text.count_bytes() + 1..];
            text
        };
        self.functions.iter().map(move |&function| (next(), next(), function))
    }
}

impl Env {
    /// False, with an exception pending, when the class does not declare one of them.
    pub(super) fn register(self, class: Object, methods: Methods) -> bool {
        let row = |(name, signature, function): (&CStr, &CStr, *const c_void)| sys::JNINativeMethod {
            name: name.as_ptr().cast_mut(),
            signature: signature.as_ptr().cast_mut(),
            fnPtr: function.cast_mut(),
        };
        let rows: Vec<sys::JNINativeMethod> = methods.rows().map(row).collect();
        let (jvm, env) = self.raw();
        // SAFETY: the rows live until the call returns; the JVM copies what it keeps.
        let code = unsafe { (jvm.RegisterNatives)(env, class.0, rows.as_ptr(), rows.len() as sys::jint) };
        code == sys::JNI_OK
    }
}

/// The bytes of these texts, with a 0 behind each.
pub(super) const fn length(texts: &[&CStr]) -> usize {
    let (mut length, mut i) = (0, 0);
    while i < texts.len() {
        length += texts[i].count_bytes() + 1;
        i += 1;
    }
    length
}

/// These texts one after another.
pub(super) const fn packed<const LENGTH: usize>(texts: &[&CStr]) -> [u8; LENGTH] {
    let (mut packed, mut at, mut i) = ([0; LENGTH], 0, 0);
    while i < texts.len() {
        let (text, mut j) = (texts[i].to_bytes_with_nul(), 0);
        while j < text.len() {
            packed[at] = text[j];
            (at, j) = (at + 1, j + 1);
        }
        i += 1;
    }
    packed
}

/// Writes `METHODS`: for each native its Java name, its JVM signature, and a function with this body under the guard.
/// A function could not do it: each native needs an address of its own, and its row must not drift from it.
macro_rules! natives {
    ($($java:literal $signature:literal |$env:ident $(, $arg:ident: $type:ty)*| -> $out:ty $body:block)*) => {
        pub(super) const METHODS: crate::bindings::jni::method::Methods = {
            use crate::bindings::jni::method::{Methods, length, packed};
            const TEXTS: &[&std::ffi::CStr] = &[$($java, $signature),*];
            const PACKED: [u8; length(TEXTS)] = packed(TEXTS);
            let functions: &[*const std::ffi::c_void] = &[$({
                extern "system" fn native($env: crate::bindings::jni::env::Env, _class: crate::bindings::jni::env::Object
                    $(, $arg: $type)*) -> $out {
                    $env.guarded(|| $body)
                }
                native as *const std::ffi::c_void
            }),*];
            Methods { texts: &PACKED, functions }
        };
    };
}
pub(super) use natives;
