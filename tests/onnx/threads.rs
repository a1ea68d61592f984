//! The threads that models share.

use crate::world::{file, floats, library, options};
use std::ffi::{CStr, c_int, c_void};
use std::process::Command;
use tenure::api::{onnx_model, threads};

/// Tells the test, which runs itself again in a separate process, how many threads to set.
const SET: &str = "TENURE_TEST_ONNX_THREADS";

/// The number of threads of this process, without the one that returns unused memory; `None` if the
/// system does not report it.
fn running() -> Option<usize> {
    let threads = std::fs::read_dir("/proc/self/task").ok()?.flatten();
    let name = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("comm")).unwrap_or_default();
    Some(threads.map(name).filter(|name| name.trim() != "tenure-decay").count())
}

#[test]
fn models_share_one_pool_of_as_many_threads_as_were_set() {
    let library = library();
    if let Some(count) = std::env::var(SET).ok().and_then(|count| count.parse::<usize>().ok()) {
        return in_a_process_of_its_own(&library, count);
    }
    for count in ["1", "3"] {
        let name = "threads::models_share_one_pool_of_as_many_threads_as_were_set";
        let mut test = Command::new(std::env::current_exe().expect("it runs"));
        let status = test.args(["--exact", name]).env(SET, count).status().expect("it can be run once more");
        assert!(status.success(), "with {count} threads");
    }
}

fn in_a_process_of_its_own(library: &str, count: usize) {
    threads::set(count as i64).expect("as many as that");
    let Some(before) = running() else { return };
    let load = |fields: &str| {
        let path = file("affine");
        let model =
            onnx_model::load(0, &path.to_string_lossy(), Some(&options(library, fields))).expect("a good model");
        let x = floats(0, &[1.0, 2.0, 3.0], &[1, 3]);
        onnx_model::run(0, model, None, &[x]).expect("it fits");
    };
    for _ in 0..3 {
        load("");
        assert_eq!(running(), Some(before + count - 1), "the caller is one of them");
    }
    load("\"threads\": 3");
    assert_eq!(running(), Some(before + count - 1 + 2), "those are its own");
}

/// Tells a test, which runs itself again in a separate process, to go on there.
const ALONE: &str = "TENURE_TEST_ONNX_ALONE";

#[test]
fn models_load_where_the_program_has_started_the_library_by_itself() {
    let library = library();
    if std::env::var_os(ALONE).is_none() {
        let name = "threads::models_load_where_the_program_has_started_the_library_by_itself";
        let mut test = Command::new(std::env::current_exe().expect("it runs"));
        let status = test.args(["--exact", name]).env(ALONE, "1").status().expect("it can be run once more");
        return assert!(status.success());
    }
    start(&library);
    threads::set(2).expect("as many as that");
    for fields in ["", "\"threads\": 1", "\"sharedWeights\": true"] {
        let model = onnx_model::load(0, &file("affine").to_string_lossy(), Some(&options(&library, fields)));
        let x = floats(0, &[1.0, 2.0, 3.0], &[1, 3]);
        let result = onnx_model::run(0, model.expect("a good model"), None, &[x]).expect("it fits");
        assert_eq!(result.len(), 1, "{fields}");
    }
}

/// Creates the environment as other users of ONNX Runtime do: by `CreateEnv`, without threads that
/// sessions share.
fn start(library: &str) {
    type Base = *const (extern "system" fn(u32) -> *const *const c_void, extern "system" fn() -> *const i8);
    type Create = extern "system" fn(c_int, *const i8, *mut *mut c_void) -> *mut c_void;
    // SAFETY: the library is ONNX Runtime, whose functions at these places have these types.
    unsafe {
        let library = Box::leak(Box::new(libloading::Library::new(library).expect("it is there")));
        let base: libloading::Symbol<extern "system" fn() -> Base> = library.get(b"OrtGetApiBase").expect("it has it");
        let table = ((*base()).0)(18);
        let create = std::mem::transmute::<*const c_void, Create>(table.add(3).read());
        let (mut env, name): (_, &CStr) = (std::ptr::null_mut(), c"another");
        assert!(create(3, name.as_ptr().cast(), &mut env).is_null(), "it starts");
    }
}
