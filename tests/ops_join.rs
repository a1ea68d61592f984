//! Joining and indexing against NumPy's answers, and indices that another thread changes.

mod common;

use common::numpy;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use tenure::internals::TensorInternals;
use tenure::ops;
use tenure::tensor::{Shape, Tensor};

#[test]
fn joins_are_numpys() {
    numpy::check("joins", |case, t| match case.op.as_str() {
        "concat" => ops::concat(&t.iter().collect::<Vec<_>>(), case.int("axis")),
        "stack" => ops::stack(&t.iter().collect::<Vec<_>>(), case.int("axis")),
        "index_select" => ops::index_select(&t[0], case.int("axis"), &t[1]),
        "one_hot" => ops::one_hot(&t[0], case.int("classes")),
        other => panic!("no operation {other}"),
    });
}

#[test]
fn errors_name_the_values() {
    let t = Tensor::from_slice(&[0i64, 7], &Shape::new(&[2]).expect("small")).expect("memory");
    let error = ops::index_select(&t, 0, &t).expect_err("there is no row 7");
    assert_eq!(error.message(), "index 7 is out of range for axis 0 of shape [2]");
    let error = ops::one_hot(&t, 5).expect_err("there is no class 7");
    assert_eq!(error.message(), "class 7 is out of range for 5 classes");
    let error = ops::concat(&[&t, &t.unsqueeze(0).expect("rank 2")], 0).expect_err("ranks differ");
    assert_eq!(error.message(), "concat of shapes [2] and [1,2] along axis 0");
}

/// An index that flips between one in range and one far outside is either used as the first or
/// refused. A kernel that checks all indices and then reads them again would read outside (and
/// crash here).
#[test]
fn what_was_checked_is_what_is_used() {
    const FAR: i64 = 1 << 40;
    const N: i64 = 200; // enough for a flip between a first and a second pass
    let index = Tensor::from_slice(&[1i64; N as usize], &Shape::new(&[N]).expect("small")).expect("memory");
    let rows = Tensor::from_slice(&[10f32, 11.0], &Shape::new(&[2, 1]).expect("small")).expect("memory");
    let shape = Shape::new(&[N, 2]).expect("small");
    let logits = Tensor::from_slice(&[0f32; 2 * N as usize], &shape).expect("memory");
    // SAFETY: the storage outlives the threads, is aligned, and starts with an i64.
    let shared = unsafe { &*index.host().expect("on the processor").as_ptr().cast::<AtomicI64>() };
    let done = AtomicBool::new(false);
    let mut refused = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                for value in [FAR, 1] {
                    shared.store(value, Ordering::Relaxed);
                    (0..100).for_each(|_| std::hint::spin_loop());
                }
            }
        });
        // Until both values have been seen often, because a run without refusals proves nothing.
        let mut calls = 0;
        while calls < 20_000 || refused < 2_000 {
            match ops::index_select(&rows, 0, &index) {
                Ok(row) => assert_eq!(row.to_vec::<f32>().expect("float32"), vec![11f32; N as usize]),
                Err(_) => refused += 1,
            }
            refused += usize::from(ops::cross_entropy(&logits, &index).is_err());
            refused += usize::from(ops::nll_loss(&logits, &index).is_err());
            refused += usize::from(ops::one_hot(&index, 2).is_err());
            calls += 1;
        }
        done.store(true, Ordering::Relaxed);
    });
}
