//! `Env`: the JVM as a native method sees it.
//!
//! Invariant: an `Env` is only ever the first argument of a native method, or made in `JNI_OnLoad`, and is used before
//! that returns, on its thread. That, and that an [`Object`] comes from the JVM in the same call, is what every
//! `SAFETY` below rests on.

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
    /// The calling thread's, `None` when the JVM is older than 1.8.
    ///
    /// # Safety
    /// `vm` is the running JVM, and this thread is attached to it.
    pub(super) unsafe fn of_thread(vm: *mut sys::JavaVM) -> Option<Env> {
        let mut env = std::ptr::null_mut();
        // SAFETY: the caller's word; the function writes one pointer.
        let code = unsafe { ((**vm).v1_4.GetEnv)(vm, &mut env, sys::JNI_VERSION_1_8) };
        (code == sys::JNI_OK).then_some(Env(env.cast()))
    }

    /// The functions that every JVM from 1.8 on has, and the pointer that each of them takes.
    #[inline]
    pub(super) fn raw(self) -> (sys::JNINativeInterface__1_6, *mut sys::JNIEnv) {
        // SAFETY: see the top of the file; the version was checked on load.
        (unsafe { (**self.0).v1_6 }, self.0)
    }

    /// Null, with an exception pending, when there is none.
    pub(super) fn find_class(self, name: &CStr) -> Object {
        let (jvm, env) = self.raw();
        // SAFETY: see the top of the file.
        Object(unsafe { (jvm.FindClass)(env, name.as_ptr()) })
    }

    /// Whether a Java exception is on its way.
    pub(super) fn exception_pending(self) -> bool {
        let (jvm, env) = self.raw();
        // SAFETY: see the top of the file.
        unsafe { (jvm.ExceptionCheck)(env) }
    }

    /// A Java string as text. `INVALID_ARGUMENT` for a lone surrogate, which has no place in text: it would arrive as U+FFFD.
    pub(super) fn text(self, string: Object) -> Result<String> {
        if string.is_null() {
            return Err(Error::argument("null where a string is needed"));
        }
        let (jvm, env) = self.raw();
        // SAFETY: a string of this call.
        let length = unsafe { (jvm.GetStringLength)(env, string.0) };
        let mut units = vec![0u16; length as usize];
        // SAFETY: there is room for all of it.
        unsafe { (jvm.GetStringRegion)(env, string.0, 0, length, units.as_mut_ptr()) };
        decoded(&units)
    }

    /// A string, null for none.
    pub(super) fn optional_text(self, string: Object) -> Result<Option<String>> {
        if string.is_null() { Ok(None) } else { self.text(string).map(Some) }
    }

    /// A new string, null for none.
    pub(super) fn optional_string(self, text: Option<&str>) -> Result<Object> {
        text.map_or(Ok(Object::default()), |text| self.string(text))
    }

    /// Text as a Java string. UTF-16, since the JVM's own UTF-8 is not the usual one.
    pub(super) fn string(self, text: &str) -> Result<Object> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let (jvm, env) = self.raw();
        // SAFETY: the units are read before the call returns.
        self.made(Object(unsafe { (jvm.NewString)(env, units.as_ptr(), units.len() as sys::jsize) }))
    }

    /// What the JVM has made; null means that it had no memory, and its own exception is pending.
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
