//! Runs of several threads as one: answers, owners, errors, limits, closing.

use crate::world::{CPU, F32, floats, in_scope, ints, library, live, model, read_floats};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use tenure::api::{batcher, onnx_model, scope, tensor};
use tenure::error::Status;

const HOUR: i64 = 3_600_000_000;

/// A batcher of up to `size` rows, whose requests wait until a batch is full.
fn full(scope: u64, model: u64, size: i64) -> u64 {
    batcher::of_onnx_model(scope, model, size, HOUR, 1, 1000, 0).expect("a good model")
}

/// Runs on this many threads at the same time, each in a separate scope below `root`.
fn at_once<R: Send>(root: u64, threads: usize, run: impl Fn(usize, u64) -> R + Sync) -> Vec<R> {
    let all = Barrier::new(threads);
    let body = |i| {
        let own = scope::push(root).expect("open");
        all.wait();
        let result = run(i, own);
        scope::close(own).expect("open");
        result
    };
    let body = &body;
    std::thread::scope(|spawned| {
        let threads: Vec<_> = (0..threads).map(|i| spawned.spawn(move || body(i))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
    })
}

/// The input `x` of `affine`, different for each thread.
fn row(i: usize) -> [f32; 3] {
    [i as f32, 2.0, 3.0]
}

/// The only output of a row that runs alone.
fn alone(scope: u64, model: u64, i: usize) -> Vec<f32> {
    let x = floats(scope, &row(i), &[1, 3]);
    read_floats(onnx_model::run(scope, model, None, &[x]).expect("it fits")[0])
}

#[test]
fn a_joined_run_gives_each_caller_its_own_rows() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let batcher = full(root, model, 8);
        let before = live();
        for _ in 0..20 {
            at_once(root, 8, |i, own| {
                let x = floats(own, &row(i), &[1, 3]);
                let y = batcher::run(0, batcher, (i % 2 == 0).then_some("x"), &[x]).expect("it fits");
                assert_eq!(scope::owner(y[0]).expect("alive"), own);
                assert_eq!(*tensor::shape(y[0]).expect("alive"), [1, 2]);
                assert_eq!(read_floats(y[0]), alone(own, model, i));
            });
            assert_eq!(live(), before, "nothing of a batch is left");
        }
        let stats = batcher::stats(batcher).expect("open");
        assert_eq!((stats.requests, stats.runs, stats.rows, stats.largest, stats.refused), (160, 20, 160, 8, 0));
    });
}

#[test]
fn requests_of_several_rows_are_split_where_they_were_joined() {
    let library = library();
    in_scope(|root| {
        let model = model(root, &library, "affine").expect("a good model");
        let batcher = full(root, model, 6);
        at_once(root, 3, |i, own| {
            let rows: Vec<f32> = (0..=i).flat_map(|row_of| row(10 * i + row_of)).collect();
            let x = floats(own, &rows, &[i as i64 + 1, 3]);
            let y = batcher::run(0, batcher, None, &[x]).expect("it fits")[0];
            let expected: Vec<f32> = (0..=i).flat_map(|row_of| alone(own, model, 10 * i + row_of)).collect();
            assert_eq!(read_floats(y), expected);
        });
        assert_eq!(batcher::stats(batcher).expect("open").runs, 1);
    });
}

#[test]
fn an_error_is_that_of_the_request_it_comes_from() {
    let library = library();
    in_scope(|root| {
        // Requests that do not fit the model never wait.
        let affine = model(root, &library, "affine").expect("a good model");
        let batcher = full(root, affine, 2);
        for (bad, status) in [
            (floats(root, &[1.0; 4], &[1, 4]), Status::ShapeMismatch),
            (ints(root, &[1; 3], &[1, 3]), Status::DtypeMismatch),
        ] {
            let error = batcher::run(0, batcher, None, &[bad]).expect_err("it does not fit");
            assert_eq!(error.status(), status);
            let own = onnx_model::run(0, affine, None, &[bad]).expect_err("it does not fit");
            assert_eq!(error.message(), own.message());
        }
        assert_eq!(batcher::run(0, batcher, Some("z"), &[]).expect_err("?").status(), Status::InvalidArgument);
        assert_eq!(batcher::stats(batcher).expect("open").requests, 0);
        // Errors of an operation occur in the joined run.
        let pick = model(root, &library, "pick").expect("a good model");
        let batcher = full(root, pick, 3);
        let results = at_once(root, 3, |i, own| {
            let at = ints(own, &[if i == 1 { 99 } else { i as i64 }], &[1]);
            batcher::run(own, batcher, None, &[at]).map(|y| read_floats(y[0])).map_err(|error| error.status())
        });
        let expected = |i: i64| {
            let at = ints(root, &[i], &[1]);
            onnx_model::run(root, pick, None, &[at]).map(|y| read_floats(y[0])).map_err(|error| error.status())
        };
        assert_eq!(results, [expected(0), Err(Status::InvalidArgument), expected(2)]);
        assert!(results[0].is_ok() && results[2].is_ok());
    });
}

#[test]
fn models_with_a_fixed_first_size_are_refused_and_numbers_checked() {
    let library = library();
    in_scope(|root| {
        let fixed = model(root, &library, "keep").expect("a good model");
        let error = batcher::of_onnx_model(root, fixed, 8, 0, 1, 8, 0).expect_err("a fixed size");
        assert_eq!(error.status(), Status::InvalidArgument);
        assert!(error.message().contains("input 'x' is always 1, of output 'y' is always 1"), "{error}");
        let affine = model(root, &library, "affine").expect("a good model");
        let all = [(0, 0, 1, 1, 0), (1, -1, 1, 1, 0), (1, 0, -1, 1, 0), (1, 0, 1, 0, 0), (1, 0, 1, 1, i64::MIN)];
        for (size, delay, parallel, capacity, timeout) in all {
            let made = batcher::of_onnx_model(root, affine, size, delay, parallel, capacity, timeout);
            let error = made.expect_err("out of range");
            assert_eq!((error.status(), error.message().contains("must be at least")), (Status::InvalidArgument, true));
        }
        let unbounded =
            batcher::of_onnx_model(root, affine, i64::MAX, 0, 0, i64::MAX, i64::MAX).expect("as large as can be");
        let x = floats(root, &row(1), &[1, 3]);
        batcher::run(0, unbounded, None, &[x]).expect("it fits");
        onnx_model::dispose(affine).expect("open");
        let closed = batcher::of_onnx_model(root, affine, 8, 0, 1, 8, 0).expect_err("closed");
        assert_eq!(closed.status(), Status::InvalidHandle);
    });
}

#[test]
fn inputs_that_cannot_be_joined_run_alone() {
    let library = library();
    in_scope(|root| {
        // Sizes other than the first differ: two runs of two.
        let sum = model(root, &library, "sum").expect("a good model");
        let batcher = full(root, sum, 2);
        at_once(root, 4, |i, own| {
            let columns = 1 + (i % 2) as i64;
            let x = tensor::ones(own, CPU, F32, &[1, columns]).expect("memory");
            let z = batcher::run(0, batcher, None, &[x, x]).expect("it fits")[0];
            assert_eq!(read_floats(z), vec![2.0; columns as usize]);
        });
        assert_eq!(batcher::stats(batcher).expect("open").runs, 2);
        // No rows, and a view that is not contiguous.
        let none = tensor::zeros(root, CPU, F32, &[0, 2]).expect("memory");
        let z = batcher::run(0, batcher, None, &[none, none]).expect("it fits")[0];
        assert_eq!(*tensor::shape(z).expect("alive"), [0, 2]);
        assert_eq!(batcher::stats(batcher).expect("open").runs, 2, "nobody is waited for");
        at_once(root, 2, |_, own| {
            let x = floats(own, &[1.0, 2.0], &[2, 1]);
            let x = tensor::transpose(own, x, 0, 1).expect("a matrix");
            let z = batcher::run(0, batcher, None, &[x, x]).expect("it fits")[0];
            assert_eq!(read_floats(z), [2.0, 4.0]);
        });
    });
}

#[test]
fn limits_are_those_of_the_batcher_s_scope_and_of_the_caller_s() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        // A batch without enough memory: each request runs alone, in its own scope.
        let narrow = scope::push(root).expect("open");
        let batcher = full(narrow, affine, 2);
        scope::set_limit(narrow, 1 + scope::stats(narrow).expect("open").bytes).expect("open");
        at_once(root, 2, |i, own| {
            let x = floats(own, &row(i), &[1, 3]);
            let y = batcher::run(0, batcher, None, &[x]).expect("there is room here")[0];
            assert_eq!(read_floats(y), alone(own, affine, i));
        });
        // A caller without enough memory for its part.
        let batcher = full(root, affine, 2);
        let results = at_once(root, 2, |i, own| {
            let x = floats(root, &row(i), &[1, 3]);
            if i == 0 {
                scope::set_limit(own, 1).expect("open");
            }
            batcher::run(own, batcher, None, &[x]).map(|y| read_floats(y[0])).map_err(|error| error.status())
        });
        assert_eq!(results, [Err(Status::LimitExceeded), Ok(alone(root, affine, 1))]);
    });
}

#[test]
fn a_close_ends_the_waiting_for_others_and_one_too_many_is_told_so() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        let batcher = batcher::of_onnx_model(root, affine, 2, HOUR, 1, 1, 0).expect("a good model");
        onnx_model::dispose(affine).expect("open: the batcher keeps the session");
        std::thread::scope(|threads| {
            let x = floats(root, &row(1), &[1, 3]);
            let waits = threads.spawn(move || batcher::run(0, batcher, None, &[x]).map(|y| read_floats(y[0])));
            while batcher::stats(batcher).expect("open").requests == 0 {
                std::thread::yield_now();
            }
            let error = batcher::run(0, batcher, None, &[x]).expect_err("no place");
            assert_eq!((error.status(), error.message().contains("1 requests wait")), (Status::Busy, true), "{error}");
            batcher::dispose(batcher).expect("open");
            assert_eq!(batcher::run(0, batcher, None, &[x]).expect_err("closed").status(), Status::InvalidHandle);
            assert_eq!(waits.join().expect("it ends").expect("it has begun"), [14.5, 139.5]);
        });
    });
}

#[test]
fn a_request_that_waits_too_long_is_told_so() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        let batcher = batcher::of_onnx_model(root, affine, 2, HOUR, 1, 8, 1000).expect("a good model");
        let x = floats(root, &row(1), &[1, 3]);
        let error = batcher::run(0, batcher, None, &[x]).expect_err("nobody else comes");
        assert_eq!((error.status(), error.message().contains("1ms")), (Status::Busy, true), "{error}");
        assert_eq!(batcher::stats(batcher).expect("open").refused, 1);
    });
}

#[test]
fn closing_batcher_inputs_and_scopes_during_runs_is_harmless() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        for round in 0..100 {
            let owner = scope::push(root).expect("open");
            let batcher = batcher::of_onnx_model(owner, affine, 3, 50, 1 + round % 2, 4, 0).expect("a good model");
            let done = AtomicUsize::new(0);
            std::thread::scope(|threads| {
                for _ in 0..4 {
                    threads.spawn(|| {
                        for _ in 0..1000 {
                            let own = scope::push(root).expect("open");
                            let x = floats(own, &row(1), &[1, 3]);
                            let result = batcher::run(own, batcher, None, &[x]);
                            if let Ok(y) = &result {
                                assert_eq!(read_floats(y[0]), [14.5, 139.5]);
                            }
                            scope::close(own).expect("open");
                            done.fetch_add(1, Ordering::Relaxed);
                            match result.map_err(|error| error.status()) {
                                Ok(_) | Err(Status::Busy) => {}
                                Err(Status::InvalidHandle) => break,
                                Err(other) => panic!("{other:?}"),
                            }
                        }
                    });
                }
                // Inputs that are disposed while requests wait.
                threads.spawn(|| {
                    while done.load(Ordering::Relaxed) < 20 {
                        let x = floats(root, &row(1), &[1, 3]);
                        std::thread::scope(|inner| {
                            inner.spawn(|| tensor::dispose(x).expect("alive"));
                            if let Ok(y) = batcher::run(root, batcher, None, &[x]) {
                                tensor::dispose(y[0]).expect("alive");
                            }
                        });
                    }
                });
                while done.load(Ordering::Relaxed) < 40 {
                    std::thread::yield_now();
                }
                scope::close(owner).expect("open");
            });
        }
    });
}

#[test]
fn nothing_grows_in_the_steady_state_of_batches() {
    let library = library();
    in_scope(|root| {
        let affine = model(root, &library, "affine").expect("a good model");
        let batcher = batcher::of_onnx_model(root, affine, 4, 0, 1, 8, 0).expect("a good model");
        let many = || {
            at_once(root, 4, |i, own| {
                let x = floats(own, &row(i), &[1, 3]);
                for _ in 0..500 {
                    tensor::dispose(batcher::run(0, batcher, None, &[x]).expect("it fits")[0]).expect("alive");
                }
            });
        };
        many();
        let before = live();
        (0..4).for_each(|_| many());
        assert_eq!(live(), before);
    });
}
