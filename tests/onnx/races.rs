//! Runs on many threads, while the model and the inputs are closed.

use crate::world::{file, floats, in_scope, ints, library, model, options, read_floats};
use std::sync::atomic::{AtomicBool, Ordering};
use tenure::api::{onnx_model, onnx_run_options, scope, tensor};
use tenure::error::Status;

#[test]
fn a_close_during_runs_is_harmless() {
    let library = library();
    in_scope(|root| {
        for _ in 0..50 {
            let model = model(root, &library, "affine").expect("a good model");
            let begun = AtomicBool::new(false);
            std::thread::scope(|threads| {
                let run = || {
                    let own = scope::push(root).expect("open");
                    let x = floats(own, &[1.0, 2.0, 3.0], &[1, 3]);
                    for _ in 0..1000 {
                        match onnx_model::run(own, model, None, &[x]) {
                            Ok(y) => {
                                assert_eq!(read_floats(y[0]), [14.5, 139.5]);
                                tensor::dispose(y[0]).expect("alive");
                            }
                            Err(error) => {
                                assert_eq!(error.status(), Status::InvalidHandle);
                                break;
                            }
                        }
                        begun.store(true, Ordering::Release);
                    }
                    scope::close(own).expect("open");
                };
                threads.spawn(run);
                threads.spawn(run);
                while !begun.load(Ordering::Acquire) {
                    std::hint::spin_loop();
                }
                onnx_model::dispose(model).expect("open");
            });
        }
    });
}

/// Rows of an input that takes a while to read.
const ROWS: usize = 256;

#[test]
fn inputs_may_close_during_runs() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let (values, others) = ([1.0, 2.0, 3.0].repeat(ROWS), [9.0; 3 * ROWS]);
        for _ in 0..2000 {
            let x = floats(root, &values, &[ROWS as i64, 3]);
            std::thread::scope(|threads| {
                threads.spawn(|| {
                    tensor::dispose(x).expect("alive");
                    // It gets the memory of `x`, if that is free now.
                    tensor::dispose(floats(root, &others, &[ROWS as i64, 3])).expect("alive");
                });
                match onnx_model::run(root, model, None, &[x]) {
                    Ok(y) => {
                        assert_eq!(read_floats(y[0]), [14.5, 139.5].repeat(ROWS));
                        tensor::dispose(y[0]).expect("alive");
                    }
                    Err(error) => assert_eq!(error.status(), Status::InvalidHandle),
                }
            });
        }
    });
}

/// The number of rounds of each race: few here, 100,000 in `ci/soak`.
fn rounds() -> usize {
    std::env::var("TENURE_ONNX_RACES").ok().and_then(|n| n.parse().ok()).unwrap_or(2000)
}

/// Overwrites what this thread has just freed and gets again first. A run that still reads it then
/// computes wrong results or crashes.
fn write_over_freed(scope: u64) {
    tensor::dispose(ints(scope, &[77], &[])).expect("alive");
    let blocks: Vec<Vec<u8>> = (1..=64).map(|n| vec![0xa5; 16 * n]).collect();
    std::hint::black_box(&blocks);
}

/// Runs twenty steps against `meanwhile` on another thread, many times. The other thread starts
/// after a varying number of loop rounds. Prints how many runs have returned outputs.
fn race(root: u64, library: &str, meanwhile: impl Fn(u64, u64, u64) + Sync, may_end_with: &[Status]) {
    let bytes = std::fs::read(file("count")).expect("a model");
    let text = options(library, "\"threads\": 1, \"logSeverity\": \"FATAL\"");
    let mut done = 0;
    for round in 0..rounds() {
        let own = scope::push(root).expect("open");
        let model = onnx_model::load_bytes(own, &bytes, Some(&text)).expect("a good model");
        let (n, options) = (ints(own, &[20], &[]), onnx_run_options::create(own, None).expect("the defaults"));
        std::thread::scope(|threads| {
            threads.spawn(|| {
                (0..round % 64 * 64).for_each(|_| std::hint::spin_loop());
                meanwhile(model, n, options);
                write_over_freed(root);
            });
            match onnx_model::run_with_options(own, model, options, None, &[n]) {
                Ok(results) => {
                    assert_eq!(read_floats(results[0]), [20.0]);
                    done += 1;
                }
                Err(error) => assert!(may_end_with.contains(&error.status()), "{error:?}"),
            }
        });
        scope::close(own).expect("open");
    }
    println!("{done} of {} runs have ended in outputs", rounds());
}

#[test]
fn a_run_races_with_a_close_of_its_model() {
    let library = library();
    let close = |model, _, _| onnx_model::dispose(model).expect("open");
    in_scope(|root| race(root, &library, close, &[Status::InvalidHandle]));
}

#[test]
fn a_run_races_with_a_close_of_its_input() {
    let library = library();
    let close = |_, n, _| tensor::dispose(n).expect("open");
    in_scope(|root| race(root, &library, close, &[Status::InvalidHandle]));
}

#[test]
fn a_run_races_with_its_cancelling() {
    let library = library();
    let cancel = |_, _, options| onnx_run_options::cancel(options).expect("open");
    in_scope(|root| race(root, &library, cancel, &[Status::Cancelled]));
}

#[test]
fn a_run_races_with_a_close_of_its_options() {
    let library = library();
    let close = |_, _, options| onnx_run_options::dispose(options).expect("open");
    in_scope(|root| race(root, &library, close, &[Status::InvalidHandle]));
}

#[test]
fn a_run_races_with_all_of_them() {
    let library = library();
    let all = |model, n, options| {
        onnx_run_options::cancel(options).expect("open");
        onnx_run_options::dispose(options).expect("open");
        onnx_model::dispose(model).expect("open");
        tensor::dispose(n).expect("open");
    };
    in_scope(|root| race(root, &library, all, &[Status::Cancelled, Status::InvalidHandle]));
}
