//! Joining and indexing against NumPy's answers, and indices that another thread changes.

mod common;

use common::numpy;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
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

/// An index that flips between one in range and one far outside is either used as the first or refused: a kernel
/// that checks one reading and uses another reads outside (and crashes here).
#[test]
fn an_index_is_checked_and_used_in_one_reading() {
    const FAR: i64 = 1 << 40;
    let index = Tensor::from_slice(&[1i64], &Shape::new(&[1]).expect("small")).expect("memory");
    let rows = Tensor::from_slice(&[10f32, 11.0], &Shape::new(&[2, 1]).expect("small")).expect("memory");
    let logits = Tensor::from_slice(&[0f32, 0.0], &Shape::new(&[1, 2]).expect("small")).expect("memory");
    // SAFETY: the storage outlives the threads, is aligned, and holds one i64.
    let shared = unsafe { &*index.as_ptr().cast::<AtomicI64>() };
    let done = AtomicBool::new(false);
    let mut refused = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                shared.store(FAR, Ordering::Relaxed);
                shared.store(1, Ordering::Relaxed);
            }
        });
        // Until both values have been seen: a run in which nothing was refused shows nothing.
        let mut calls = 0;
        while calls < 200_000 || refused == 0 {
            match ops::index_select(&rows, 0, &index) {
                Ok(row) => assert_eq!(row.as_slice::<f32>(), Some(&[11f32][..])),
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
