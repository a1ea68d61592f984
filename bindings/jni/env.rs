//! `Env`: the JVM, as available in a native method.
//!
//! Invariant: an `Env` is only ever the first argument of a native method, or made in `JNI_OnLoad`,
//! and is used before that returns, on its thread. An [`Object`] comes from the JVM in the same
//! call. Every `SAFETY` comment below relies on both.

use crate::error::{Error, Result, Status};
use ::jni::sys;
use std::ffi::CStr;

/// The table of JVM functions for this thread.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Env(*mut sys::JNIEnv);

/// A reference to a Java object, valid until the native method returns; null is `null`.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Object(pub(super) sys::jobject);

impl Default for Object {
    fn default() -> Object {
        Object(std::ptr::null_mut())
    }
}

impl Object {
    pub(super) fn is_null(self) -> bool {
        self.0.is_null()
    }
}

impl Env {
    /// The environment of the calling thread, `None` if the JVM is older than 1.8.
    ///
    /// # Safety
    /// `vm` is the running JVM, and this thread is attached to it.
    pub(super) unsafe fn of_thread(vm: *mut sys::JavaVM) -> Option<Env> {
        let mut env = std::ptr::null_mut();
        // SAFETY: the caller guarantees `vm`; the function writes one pointer.
        let code = unsafe { ((**vm).v1_4.GetEnv)(vm, &mut env, sys::JNI_VERSION_1_8) };
        (code == sys::JNI_OK).then_some(Env(env.cast()))
    }

    /// The functions that every JVM from 1.8 on has, and the pointer that each of them takes.
    #[inline]
    pub(super) fn raw(self) -> (sys::JNINativeInterface__1_6, *mut sys::JNIEnv) {
        // SAFETY: the file's invariant; the version was checked on load.
        (unsafe { (**self.0).v1_6 }, self.0)
    }

    /// Finds a class. Returns null, with an exception pending, if it does not exist.
    pub(super) fn find_class(self, name: &CStr) -> Object {
        let (jvm, env) = self.raw();
        // SAFETY: the file's invariant.
        Object(unsafe { (jvm.FindClass)(env, name.as_ptr()) })
    }

    /// Whether a Java exception is pending.
    pub(super) fn exception_pending(self) -> bool {
        let (jvm, env) = self.raw();
        // SAFETY: the file's invariant.
        unsafe { (jvm.ExceptionCheck)(env) }
    }

    /// Converts a Java string. `INVALID_ARGUMENT` for a lone surrogate, which UTF-8 cannot
    /// represent and which would become U+FFFD.
    pub(super) fn text(self, string: Object) -> Result<String> {
        if string.is_null() {
            return Err(Error::argument("null where a string is needed"));
        }
        let (jvm, env) = self.raw();
        // SAFETY: it is a string of this call.
        let length = unsafe { (jvm.GetStringLength)(env, string.0) };
        let mut units = vec![0u16; length as usize];
        // SAFETY: there is room for all of it.
        unsafe { (jvm.GetStringRegion)(env, string.0, 0, length, units.as_mut_ptr()) };
        decoded(&units)
    }

    /// Converts a Java string, null to `None`.
    pub(super) fn optional_text(self, string: Object) -> Result<Option<String>> {
        if string.is_null() { Ok(None) } else { self.text(string).map(Some) }
    }

    /// A new Java string, null for `None`.
    pub(super) fn optional_string(self, text: Option<&str>) -> Result<Object> {
        text.map_or(Ok(Object::default()), |text| self.string(text))
    }

    /// A new Java string. It goes through UTF-16, because the JVM's own UTF-8 is a modified one.
    pub(super) fn string(self, text: &str) -> Result<Object> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let (jvm, env) = self.raw();
        // SAFETY: the units are read before the call returns.
        self.made(Object(unsafe { (jvm.NewString)(env, units.as_ptr(), units.len() as sys::jsize) }))
    }

    /// Checks a new object; null means that the JVM was out of memory, and its own exception is
    /// pending.
    pub(super) fn made(self, object: Object) -> Result<Object> {
        if object.is_null() {
            return Err(Error::new(Status::OutOfMemory, "the Java heap is full"));
        }
        Ok(object)
    }
}

fn decoded(units: &[u16]) -> Result<String> {
    let (mut text, mut index) = (String::with_capacity(units.len()), 0);
    for decoded in char::decode_utf16(units.iter().copied()) {
        let character = decoded.map_err(|lone| {
            let unit = lone.unpaired_surrogate();
            Error::argument(format!("the text has a lone surrogate (U+{unit:04X}) at index {index}"))
        })?;
        index += character.len_utf16();
        text.push(character);
    }
    Ok(text)
}
