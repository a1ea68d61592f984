//! Runs that are cancelled: before, during and afterwards, and while the model closes.

use crate::world::{file, floats, in_scope, ints, library, live, model, options, read_floats};
use tenure::api::{handle, onnx_model, onnx_run_options, scope, tensor};
use tenure::error::Status;

/// More steps than a test could wait for.
const FOREVER: i64 = 1 << 40;

/// Returns when a run on another thread allocates memory, which the loop does at each step.
fn when_it_runs(before: u64) {
    while live() <= before {
        std::hint::spin_loop();
    }
}

#[test]
fn a_run_is_cancelled_from_another_thread() {
    let library = library();
    in_scope(|root| {
        let count = model(root, &library, "count").expect("a good model");
        let (forever, few) = (ints(root, &[FOREVER], &[]), ints(root, &[7], &[]));
        let before = live();
        for _ in 0..20 {
            let options = onnx_run_options::create(root, None).expect("the defaults");
            let error = std::thread::scope(|threads| {
                threads.spawn(|| {
                    when_it_runs(before);
                    onnx_run_options::cancel(options).expect("open");
                });
                onnx_model::run_with_options(root, count, options, None, &[forever]).expect_err("it is cancelled")
            });
            assert_eq!(error.status(), Status::Cancelled, "{error}");
            assert!(error.message().contains("the run was cancelled"), "{error}");
            assert!(onnx_run_options::is_cancelled(options).expect("open"));
            onnx_run_options::dispose(options).expect("open");
            assert_eq!(live(), before, "what the run had taken is free");
            let counted = onnx_model::run(root, count, None, &[few]).expect("the session can be used")[0];
            assert_eq!(read_floats(counted), [7.0]);
            tensor::dispose(counted).expect("alive");
        }
    });
}

#[test]
fn a_cancellation_before_a_run_refuses_it_and_one_after_changes_nothing() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        let x = floats(root, &[1.0, 2.0, 3.0], &[1, 3]);
        let options =
            onnx_run_options::create(root, Some(r#"{"logId": "mine", "logSeverity": "ERROR"}"#)).expect("good");
        let y = onnx_model::run_with_options(root, affine, options, None, &[x]).expect("not cancelled")[0];
        onnx_run_options::cancel(options).expect("open");
        onnx_run_options::cancel(options).expect("twice is as once");
        assert_eq!(read_floats(y), [14.5, 139.5], "what has ended has its outputs");
        let handles = handle::live().expect("any").len();
        let error = onnx_model::run_with_options(root, affine, options, Some("x"), &[x]).expect_err("cancelled before");
        assert_eq!(error.status(), Status::Cancelled, "{error}");
        assert_eq!(handle::live().expect("any").len(), handles, "nothing was made");
        let other = onnx_run_options::create(root, None).expect("the defaults");
        onnx_model::run_with_options(root, affine, other, None, &[x]).expect("these were not cancelled");
        onnx_run_options::dispose(other).expect("open");
        let error = onnx_model::run_with_options(root, affine, other, None, &[x]).expect_err("closed");
        assert_eq!(error.status(), Status::InvalidHandle);
        assert_eq!(onnx_run_options::cancel(other).expect_err("closed").status(), Status::InvalidHandle);
        assert_eq!(onnx_run_options::cancel(x).expect_err("a tensor").status(), Status::InvalidHandle);
    });
}

#[test]
fn one_cancellation_ends_all_runs_of_its_options_and_no_other() {
    let library = library();
    in_scope(|root| {
        let count = model(root, &library, "count").expect("a good model");
        let (forever, few) = (ints(root, &[FOREVER], &[]), ints(root, &[1000], &[]));
        let options = onnx_run_options::create(root, None).expect("the defaults");
        std::thread::scope(|threads| {
            let runs: Vec<_> = (0..3)
                .map(|_| threads.spawn(|| onnx_model::run_with_options(root, count, options, None, &[forever])))
                .collect();
            let sum = onnx_model::run(root, count, None, &[few]).expect("it has no such options")[0];
            assert_eq!(read_floats(sum), [1000.0]);
            onnx_run_options::cancel(options).expect("open");
            for run in runs {
                let error = run.join().expect("no panic").expect_err("cancelled");
                assert_eq!(error.status(), Status::Cancelled, "{error}");
            }
        });
    });
}

#[test]
fn a_cancelled_run_may_outlive_the_handles_of_its_model_and_options() {
    let library = library();
    in_scope(|root| {
        let text = options(&library, "\"threads\": 1, \"logSeverity\": \"FATAL\"");
        for _ in 0..20 {
            let inner = scope::push(root).expect("open");
            let count = onnx_model::load(inner, &file("count").to_string_lossy(), Some(&text)).expect("a good model");
            let forever = ints(inner, &[FOREVER], &[]);
            let options = onnx_run_options::create(inner, None).expect("the defaults");
            let before = live();
            std::thread::scope(|threads| {
                let run = threads.spawn(|| onnx_model::run_with_options(root, count, options, None, &[forever]));
                when_it_runs(before);
                onnx_model::dispose(count).expect("open");
                onnx_run_options::cancel(options).expect("open");
                scope::close(inner).expect("open");
                let error = run.join().expect("no panic").expect_err("it can only end so");
                assert_eq!(error.status(), Status::Cancelled, "{error}");
            });
        }
    });
}
