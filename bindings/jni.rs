//! JNI: the native methods of the Java class `dev.tenure.internal.Native`.
//!
//! Invariant: every native method of that class is one row of a table here. The JVM checks the rows
//! when the library is loaded: a row without its Java declaration fails the load. A test checks the
//! other direction.
//!
//! The natives are raw `extern "system"` functions with their own guard, which costs 7 ns. The safe
//! layer of the `jni` crate costs 40, because it attaches the thread and queries the VM in every
//! call. A handle crosses as Java's `long` and `u64`: the same 64 bits. A failure becomes the Java
//! exception of its status in the same call, and the returned value is then zero.

mod array;
mod data;
mod env;
mod exception;
mod files;
mod generated;
mod library;
mod method;
mod ownership;
mod training;
mod version;
mod workspace;

use super::guard::guard;
use crate::api::{memory, threads};
use crate::device::Device;
use ::jni::sys;
use env::Env;
use method::Methods;
use std::ffi::c_void;

/// The tables that are written by hand; the others are in `generated`.
const TABLES: [Methods; 6] =
    [library::METHODS, ownership::METHODS, data::METHODS, training::METHODS, files::METHODS, workspace::METHODS];

/// Called by the JVM after loading the library: compares versions, finds the exception classes and
/// registers the natives. On a failure the pending Java exception describes what is missing.
#[unsafe(no_mangle)]
#[allow(non_snake_case)] // the name that the JVM looks for
pub unsafe extern "system" fn JNI_OnLoad(vm: *mut sys::JavaVM, _reserved: *mut c_void) -> sys::jint {
    // SAFETY: the JVM passes itself.
    match unsafe { Env::of_thread(vm) } {
        Some(env) if version::matches(env) && exception::find_classes(env) && register(env) => sys::JNI_VERSION_1_8,
        _ => sys::JNI_ERR,
    }
}

/// Called by the JVM after the class loader that loaded the library was collected. The library
/// stays loaded (`build.rs`), for a later loader or other users; its idle threads end, and the
/// memory that its pool keeps returns to the system.
#[unsafe(no_mangle)]
#[allow(non_snake_case)] // the name that the JVM looks for
pub extern "system" fn JNI_OnUnload(_vm: *mut sys::JavaVM, _reserved: *mut c_void) {
    // A failure cannot be reported to anything.
    let _ = guard(threads::end_idle);
    let _ = guard(|| memory::trim(Device::Cpu.code()));
}

fn register(env: Env) -> bool {
    let class = env.find_class(c"dev/tenure/internal/Native");
    !class.is_null() && tables().all(|table| env.register(class, table))
}

fn tables() -> impl Iterator<Item = Methods> {
    TABLES.into_iter().chain(generated::TABLES)
}

#[cfg(test)]
mod tests {
    use super::tables;
    use std::collections::BTreeSet;
    use std::ffi::{CStr, c_char};

    /// The JVM type code of a Java type as `Native.java` writes it.
    fn code(java: &str) -> &'static str {
        match java {
            "void" => "V",
            "boolean" => "Z",
            "int" => "I",
            "long" => "J",
            "float" => "F",
            "double" => "D",
            "long[]" => "[J",
            "byte[]" => "[B",
            "String" => "Ljava/lang/String;",
            "String[]" => "[Ljava/lang/String;",
            "Object" => "Ljava/lang/Object;",
            "Buffer" => "Ljava/nio/Buffer;",
            "ByteBuffer" => "Ljava/nio/ByteBuffer;",
            "ByteBuffer[]" => "[Ljava/nio/ByteBuffer;",
            other => panic!("a native method uses {other}"),
        }
    }

    fn declared() -> BTreeSet<String> {
        let source = include_str!("../java/tenure/src/main/java/dev/tenure/internal/Native.java");
        let declarations =
            source.split("static native ").skip(1).map(|rest| rest.split_once(");").expect("a declaration").0);
        declarations
            .map(|declaration| {
                let (head, arguments) = declaration.split_once('(').expect("arguments");
                let (result, name) = head.split_once(' ').expect("a type and a name");
                let arguments = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty());
                let codes: String =
                    arguments.map(|argument| code(argument.rsplit_once(' ').expect("a type and a name").0)).collect();
                format!("{name}({codes}){}", code(result))
            })
            .collect()
    }

    #[test]
    fn natives_are_what_java_declares() {
        // SAFETY: the texts of a table are static.
        let text = |text: *mut c_char| unsafe { CStr::from_ptr(text) }.to_str().expect("ASCII");
        let registered: BTreeSet<String> =
            tables().flatten().map(|method| format!("{}{}", text(method.name), text(method.signature))).collect();
        assert_eq!(registered, declared());
    }
}
