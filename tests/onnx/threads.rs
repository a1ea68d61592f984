//! The threads that models share.

use crate::world::{file, floats, library, options};
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
