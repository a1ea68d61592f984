//! Runs of many threads, against a close of the model and of the inputs.

use crate::world::{floats, in_scope, library, model, read_floats};
use std::sync::atomic::{AtomicBool, Ordering};
use tenure::api::{onnx_model, scope, tensor};
use tenure::error::Status;

#[test]
fn a_close_during_runs_is_harmless() {
    let Some(library) = library() else { return };
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

#[test]
fn inputs_may_close_during_runs() {
    let Some(library) = library() else { return };
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        for _ in 0..2000 {
            let x = floats(root, &[1.0, 2.0, 3.0], &[1, 3]);
            std::thread::scope(|threads| {
                threads.spawn(|| tensor::dispose(x).expect("alive"));
                match onnx_model::run(root, model, None, &[x]) {
                    Ok(y) => tensor::dispose(y[0]).expect("alive"),
                    Err(error) => assert_eq!(error.status(), Status::InvalidHandle),
                }
            });
        }
    });
}
