//! Two threads call `backward` on one tape: one of them consumes it, and a refused call leaves it
//! unchanged.

use std::sync::Barrier;
use tenure::api::{scope, tape, tensor};
use tenure::error::Status;

const F32: i32 = tenure::tensor::DType::F32 as i32;

/// A tape with many squares, its loss, and the watched tensor.
fn recorded(owner: u64, operations: usize) -> (u64, u64, u64) {
    let record = tape::open(owner).expect("a tape");
    let x = tape::watch(owner, record, tensor::ones(owner, 0, F32, &[1]).expect("room")).expect("float32");
    let step = scope::push(owner).expect("open");
    let mut y = x;
    for _ in 0..operations {
        y = tensor::mul(step, y, x).expect("one shape");
    }
    (record, tensor::sum(owner, y, &[], false).expect("a number"), x)
}

fn both<R: Send>(call: impl Fn() -> R + Sync) -> [R; 2] {
    let start = Barrier::new(2);
    let run = || {
        start.wait();
        call()
    };
    std::thread::scope(|threads| {
        let other = threads.spawn(run);
        [run(), other.join().expect("no panic")]
    })
}

#[test]
fn refused_on_two_threads_it_is_as_it_was() {
    for _ in 0..10 {
        let owner = scope::push(0).expect("a scope");
        let (record, loss, x) = recorded(owner, 20_000);
        tensor::add_scalar_in_place(tensor::alias(owner, x).expect("alive"), 1.0.into())
            .expect_err("a tape records it");
        tensor::data(x).expect("contiguous"); // counts as a write
        for refused in both(|| tape::backward(owner, record, loss, &[x])) {
            let refused = refused.expect_err("a saved value was changed");
            assert!(refused.message().contains("was changed in place"), "{}", refused.message());
        }
        tape::watch(owner, record, loss).expect("it is open");
        tape::dispose(record).expect("its handle is");
        scope::close(owner).expect("open");
    }
}

#[test]
fn one_of_two_threads_has_the_gradients() {
    for _ in 0..10 {
        let owner = scope::push(0).expect("a scope");
        let (record, loss, x) = recorded(owner, 20_000);
        let results = both(|| tape::backward(owner, record, loss, &[x]));
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
        for refused in results.into_iter().filter_map(Result::err) {
            let status = refused.status();
            assert!(matches!(status, Status::InvalidArgument | Status::InvalidHandle), "{}", refused.message());
        }
        assert_eq!(tape::dispose(record).expect_err("consumed").status(), Status::InvalidHandle);
        scope::close(owner).expect("open");
    }
}
