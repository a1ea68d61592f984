//! Batchers of modules through the API: joined requests, their errors, and closing.

use std::sync::Barrier;
use tenure::api::{batcher, module, scope, tensor};
use tenure::error::Status;
use tenure::tensor::{DType, Scalar};

const F32: i32 = DType::F32 as i32;
const HOUR: i64 = 3_600_000_000;

/// A module `y = 2 x + 3` of one number a row, in a scope that is closed at the end.
fn with_module(body: impl FnOnce(u64, u64)) {
    let root = scope::push(0).expect("a scope");
    let net = module::linear(root, 1, 1, true).expect("a module");
    let weight = tensor::full(root, 0, F32, Scalar::from(2.0), &[1, 1]).expect("a tensor");
    let bias = tensor::full(root, 0, F32, Scalar::from(3.0), &[1]).expect("a tensor");
    module::load_state(net, "weight\nbias\n", &[weight, bias], true, false).expect("it fits");
    body(root, net);
    scope::close(root).expect("open");
}

fn number(scope: u64, value: f64) -> u64 {
    tensor::full(scope, 0, F32, Scalar::from(value), &[1, 1]).expect("a tensor")
}

#[test]
fn requests_of_four_threads_are_one_run() {
    with_module(|root, net| {
        let joins = batcher::of_module(root, net, 4, HOUR, 1, 8, 0).expect("a batcher");
        std::thread::scope(|threads| {
            for i in 0..4 {
                threads.spawn(move || {
                    let own = scope::push(0).expect("a scope");
                    let y = batcher::run(own, joins, None, &[number(own, f64::from(i))]).expect("it fits");
                    assert_eq!(y.len(), 1);
                    assert_eq!(tensor::item(y[0]).expect("one"), f64::from(2 * i + 3));
                    scope::close(own).expect("open");
                });
            }
        });
        let stats = batcher::stats(joins).expect("open");
        assert_eq!((stats.requests, stats.runs, stats.rows, stats.largest), (4, 1, 4, 4));
    });
}

#[test]
fn it_evaluates_whatever_the_mode() {
    with_module(|root, _| {
        let dropout = module::dropout(root, 0.9).expect("a module");
        assert!(module::is_training(dropout).expect("open"));
        let joins = batcher::of_module(root, dropout, 4, 0, 1, 8, 0).expect("a batcher");
        let x = tensor::full(root, 0, F32, Scalar::from(1.0), &[100]).expect("a tensor");
        let y = batcher::run(root, joins, None, &[x]).expect("it fits")[0];
        let sum = tensor::sum(root, y, &[], false).expect("a sum");
        assert_eq!(tensor::item(sum).expect("one"), 100.0);
        assert!(module::is_training(dropout).expect("open"), "the mode stays");
    });
}

#[test]
fn results_that_are_not_rows_are_not_joined() {
    with_module(|root, _| {
        let mean = module::global_avg_pool1d(root).expect("a module");
        let flat = module::flatten(root, 0, -1).expect("a module");
        let net = module::sequential(root).expect("a module");
        module::append(net, mean).expect("a part");
        module::append(net, flat).expect("a part");
        let joins = batcher::of_module(root, net, 2, HOUR, 1, 8, 0).expect("a batcher");
        let all = Barrier::new(2);
        std::thread::scope(|threads| {
            for i in 1..3 {
                let all = &all;
                threads.spawn(move || {
                    let own = scope::push(0).expect("a scope");
                    let x = tensor::full(own, 0, F32, Scalar::from(f64::from(i)), &[1, 2, 3]).expect("a tensor");
                    all.wait();
                    let y = batcher::run(own, joins, None, &[x]).expect("it fits")[0];
                    assert_eq!(&*tensor::shape(y).expect("open"), &[2]);
                    let sum = tensor::sum(own, y, &[], false).expect("a sum");
                    assert_eq!(tensor::item(sum).expect("one"), f64::from(2 * i));
                    scope::close(own).expect("open");
                });
            }
        });
    });
}

#[test]
fn closing_the_module_frees_it_and_later_requests_fail() {
    with_module(|root, net| {
        let joins = batcher::of_module(root, net, 4, 0, 1, 8, 0).expect("a batcher");
        let x = number(root, 1.0);
        let named = batcher::run(root, joins, Some("x"), &[x]).expect_err("no names");
        assert_eq!(named.status(), Status::InvalidArgument);
        let wrong = tensor::full(root, 0, F32, Scalar::from(1.0), &[1, 2]).expect("a tensor");
        assert_eq!(batcher::run(root, joins, None, &[wrong]).expect_err("?").status(), Status::ShapeMismatch);
        module::dispose(net).expect("open");
        let closed = batcher::run(root, joins, None, &[x]).expect_err("closed");
        assert_eq!(closed.status(), Status::InvalidHandle);
        assert!(closed.to_string().contains("closed"), "{closed}");
        let custom = module::custom(root, "Mine").expect("a module");
        let refused = batcher::of_module(root, custom, 4, 0, 1, 8, 0).expect_err("custom");
        assert_eq!(refused.status(), Status::Unsupported);
    });
}

/// Each thread gets its own answer while another one closes the module or the batcher.
#[test]
fn a_close_during_requests_is_an_answer_or_an_error() {
    for round in 0..200 {
        with_module(|root, net| {
            let joins = batcher::of_module(root, net, 3, 0, 1 + round % 2, 64, 0).expect("a batcher");
            let all = Barrier::new(9);
            std::thread::scope(|threads| {
                for i in 0..8 {
                    let all = &all;
                    threads.spawn(move || {
                        let own = scope::push(0).expect("a scope");
                        let x = number(own, f64::from(i));
                        all.wait();
                        match batcher::run(own, joins, None, &[x]) {
                            Ok(y) => assert_eq!(tensor::item(y[0]).expect("one"), f64::from(2 * i + 3)),
                            Err(error) => assert_eq!(error.status(), Status::InvalidHandle, "{error}"),
                        }
                        scope::close(own).expect("open");
                    });
                }
                all.wait();
                if round % 4 < 2 { module::dispose(net) } else { batcher::dispose(joins) }.expect("open");
            });
        });
    }
}
