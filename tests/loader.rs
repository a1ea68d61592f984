//! Data loaders: samplers and shares of an epoch, rows of different lengths, and batches made ahead by a
//! thread, which change nothing but the time.
#![cfg(not(loom))]

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tenure::data::{Loader, Options};
use tenure::device::Device;
use tenure::error::{Error, Status};
use tenure::memory;
use tenure::ops;
use tenure::tensor::{DType, Scalar, Shape, Tensor};

fn options(batch_size: i64, shuffle: bool, drop_last: bool) -> Options {
    Options { batch_size, shuffle, seed: 7, drop_last }
}

fn counting(rows: i64, options: Options) -> Loader {
    let numbers: Vec<i64> = (0..rows).collect();
    let x = Tensor::from_slice(&numbers, &[rows]).expect("a list");
    Loader::new(vec![x], options).expect("there are rows")
}

fn ints(t: &Tensor) -> Vec<i64> {
    t.to_vec().expect("int64")
}

/// The rows of the rest of an epoch.
fn epoch(loader: &Loader) -> Vec<i64> {
    let mut rows = Vec::new();
    while let Some(batch) = loader.next().expect("there is memory") {
        rows.extend(ints(&batch[0]));
    }
    rows
}

fn list(rows: &[i64]) -> Tensor {
    Tensor::from_slice(rows, &[rows.len() as i64]).expect("a list")
}

fn refused<T>(result: Result<T, Error>, status: Status, part: &str) {
    let error = result.err().expect(part);
    assert_eq!(error.status(), status, "{error}");
    assert!(error.message().contains(part), "{error} has no {part:?}");
}

/// One test at a time in a process, because the live bytes are those of all of it.
static TURN: Mutex<()> = Mutex::new(());

fn turn() -> std::sync::MutexGuard<'static, ()> {
    TURN.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

#[test]
fn a_subset_and_shares_of_it() {
    let _turn = turn();
    let loader = counting(10, options(4, false, false));
    loader.next().expect("there is memory");
    loader.subset(&list(&[9, 2, 5, 2])).expect("they are rows");
    assert_eq!((loader.batches(), loader.position()), (1, (0, 0)));
    assert_eq!(epoch(&loader), [9, 2, 5, 2]);
    loader.shard(1, 3).expect("a share");
    assert_eq!(epoch(&loader), [2, 9], "what cannot be divided comes twice");
    let shares: Vec<Vec<i64>> = (0..3)
        .map(|index| {
            let loader = counting(10, options(2, true, true));
            loader.shard(index, 3).expect("a share");
            epoch(&loader)
        })
        .collect();
    assert!(shares.iter().all(|share| share.len() == 2), "3 rows each, of which a batch of 2 is left: {shares:?}");
    let all: BTreeSet<i64> = shares.iter().flatten().copied().collect();
    assert_eq!(all.len(), 6, "no row is in two shares");
    refused(loader.shard(3, 3), Status::InvalidArgument, "share 3 is not among 3 shares");
    refused(loader.subset(&list(&[10])), Status::InvalidArgument, "row 10 is not among the 10 rows");
    refused(loader.subset(&list(&[-1])), Status::InvalidArgument, "row -1");
    let fractions = Tensor::from_slice(&[1.5f32], &[1]).expect("a list");
    refused(loader.subset(&fractions), Status::DtypeMismatch, "float32");
    assert_eq!(epoch(&loader).len(), 2, "what was refused changed nothing");
}

#[test]
fn rows_are_drawn_by_their_weights() {
    let _turn = turn();
    let loader = counting(4, options(1000, false, false));
    let weights = Tensor::from_slice(&[0.0f32, 1.0, 3.0, 0.0], &[4]).expect("a list");
    loader.weighted(&weights, 8000, true).expect("some weigh");
    let rows = epoch(&loader);
    let twos = rows.iter().filter(|&&row| row == 2).count();
    assert_eq!(rows.len(), 8000);
    assert!(rows.iter().all(|row| [1, 2].contains(row)));
    assert!((5800..6200).contains(&twos), "{twos} of 8000, where 6000 are expected");
    let other = epoch(&loader);
    assert_ne!(rows, other, "each epoch has its own draws");
    loader.seek(0, 0).expect("the start");
    assert_eq!(epoch(&loader), rows);
    loader.weighted(&weights, 2, false).expect("two weigh");
    assert_eq!(epoch(&loader).into_iter().collect::<BTreeSet<_>>(), BTreeSet::from([1, 2]));
    refused(loader.weighted(&weights, 3, false), Status::InvalidArgument, "3 rows cannot be drawn of 2");
    refused(loader.weighted(&list(&[0; 4]), 1, true), Status::InvalidArgument, "cannot be drawn of 0");
    refused(loader.weighted(&list(&[1, -1, 1, 1]), 1, true), Status::InvalidArgument, "weight -1");
    refused(loader.weighted(&list(&[1]), 1, true), Status::ShapeMismatch, "weights of shape [1] for 4 rows");
    loader.subset(&list(&[3, 0])).expect("they are rows");
    loader.weighted(&list(&[0, 1]), 2, true).expect("one weighs");
    assert_eq!(epoch(&loader), [0, 0], "weights are those of the subset");
}

#[test]
fn rows_of_different_lengths_are_padded() {
    let _turn = turn();
    let rows = vec![list(&[1, 2, 3]), list(&[]), list(&[4])];
    let loader = Loader::padded(rows, Scalar::I64(-1), options(2, false, false)).expect("rows");
    let batch = loader.next().expect("memory").expect("a batch");
    assert_eq!((batch[0].shape(), ints(&batch[0])), (&[2, 3][..], vec![1, 2, 3, -1, -1, -1]));
    assert_eq!((ints(&batch[1]), ints(&batch[2])), (vec![3, 0], vec![0, 1]));
    let batch = loader.next().expect("memory").expect("a batch");
    assert_eq!((batch[0].shape(), ints(&batch[0])), (&[1, 1][..], vec![4]));
    let flat = Tensor::from_slice(&[0u8; 4], &[2, 2]).expect("a matrix");
    let wide = Tensor::from_slice(&[0u8; 3], &[1, 3]).expect("a matrix");
    let of = |rows, value| Loader::padded(rows, value, options(2, false, false));
    refused(of(vec![flat.clone(), wide], Scalar::I64(0)), Status::ShapeMismatch, "differ in more than their lengths");
    refused(
        of(vec![list(&[1]), Tensor::from_slice(&[1f32], &[1]).expect("a list")], Scalar::I64(0)),
        Status::DtypeMismatch,
        "row 1 is float32",
    );
    refused(of(vec![flat], Scalar::I64(300)), Status::InvalidArgument, "300");
    refused(of(vec![], Scalar::I64(0)), Status::InvalidArgument, "at least one row");
}

#[test]
fn batches_made_ahead_are_the_same() {
    let _turn = turn();
    for shuffle in [false, true] {
        let (plain, ahead) = (counting(103, options(4, shuffle, false)), counting(103, options(4, shuffle, false)));
        ahead.prefetch(3, 1).expect("in range");
        for _ in 0..3 {
            assert_eq!(epoch(&plain), epoch(&ahead));
            assert_eq!(plain.position(), ahead.position());
        }
        plain.next().expect("memory");
        ahead.next().expect("memory");
        [&plain, &ahead].iter().for_each(|loader| loader.seek(1, 20).expect("there is one"));
        assert_eq!(epoch(&plain), epoch(&ahead), "after a jump");
        ahead.prefetch(0, 1).expect("in range");
        assert_eq!(epoch(&plain), epoch(&ahead), "without the thread");
    }
    refused(counting(3, options(1, false, false)).prefetch(-1, 1), Status::InvalidArgument, "-1 batches ahead");
}

#[test]
fn a_loader_that_is_dropped_leaves_nothing() {
    let _turn = turn();
    let before = live();
    for i in 0..40 {
        let loader = counting(1000, options(8, true, false));
        loader.prefetch(1 + i % 5, 1).expect("in range");
        (0..i).for_each(|_| drop(loader.next().expect("memory")));
        if i % 2 == 0 {
            loader.prefetch(2, 1).expect("in range"); // ends the first thread in the middle
        }
    }
    let end = Instant::now() + Duration::from_secs(20);
    while live() != before && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1)); // the thread ends after the batch that it is making
    }
    assert_eq!(live(), before);
}

fn live() -> u64 {
    memory::stats(Device::Cpu).expect("the processor").live_bytes
}

/// Batches wait, but never more than asked for.
#[test]
fn no_more_batches_wait_than_asked_for() {
    let _turn = turn();
    let wide = ops::full(Device::Cpu, DType::F32, 0, &Shape::new(&[100, 4096]).expect("small")).expect("memory");
    let loader = Loader::new(vec![wide], options(1, false, false)).expect("rows");
    loader.prefetch(2, 1).expect("in range");
    let before = live();
    drop(loader.next().expect("memory"));
    let one = 4096 * 4;
    let end = Instant::now() + Duration::from_secs(20);
    while live() < before + 2 * one && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(Duration::from_millis(20));
    let waiting = live() - before;
    assert!((2 * one..2 * one + 4096).contains(&waiting), "{waiting} bytes wait, where two batches are {}", 2 * one);
}

/// A batch that its caller cannot take comes again, and what another thread took meanwhile does not.
#[test]
fn a_batch_that_is_not_taken_comes_again() {
    let _turn = turn();
    for ahead in [0, 2] {
        let loader = counting(12, options(2, false, false));
        loader.prefetch(ahead, 1).expect("in range");
        assert_eq!(ints(&loader.next().expect("memory").expect("a batch")[0]), [0, 1]);
        let error = loader.next_for(|_| Err::<(), _>(Error::argument("no room")), drop);
        refused(error, Status::InvalidArgument, "no room");
        assert_eq!(loader.position(), (0, 1));
        let given_back = std::cell::RefCell::new(Vec::new());
        let mut is_first = true;
        let taken = loader.next_for(
            |batch| {
                if std::mem::take(&mut is_first) {
                    assert_eq!(ints(&loader.next().expect("memory").expect("a batch")[0]), [2, 3]);
                }
                Ok(ints(&batch[0]))
            },
            |rows| given_back.borrow_mut().push(rows),
        );
        assert_eq!(taken.expect("memory"), Some(vec![4, 5]));
        assert_eq!(given_back.into_inner(), [[2, 3]]);
        assert_eq!(epoch(&loader), [6, 7, 8, 9, 10, 11]);
    }
}

/// What transforms draw depends on the position of the row alone, and is the same for each tensor.
#[test]
fn transforms_draw_by_the_position_of_the_row() {
    let _turn = turn();
    let noisy = |ahead, threads| {
        let ones = Tensor::from_slice(&[1f64; 60], &[30, 2]).expect("small");
        let loader = Loader::new(vec![ones.clone(), ones], options(4, true, false)).expect("rows");
        for column in [0, 1] {
            let noise =
                |x: &Tensor| ops::binary(ops::BinaryOp::Mul, x, &ops::rand(Device::Cpu, DType::F64, &x.to_shape())?);
            loader.transform(column, Arc::new(noise)).expect("a tensor");
        }
        loader.prefetch(ahead, threads).expect("in range");
        loader
    };
    let values = |loader: &Loader| {
        let mut values = Vec::new();
        while let Some(batch) = loader.next().expect("memory") {
            let both: Vec<Vec<f64>> = batch.iter().map(|t| t.to_vec().expect("float64")).collect();
            assert_eq!(both[0], both[1], "an image and its mask");
            values.extend(both[0].clone());
        }
        values
    };
    let before = ops::stream();
    let plain = noisy(0, 1);
    let (first, second) = (values(&plain), values(&plain));
    assert_eq!(first.len(), 60);
    assert!(first.iter().map(|value| value.to_bits()).collect::<BTreeSet<u64>>().len() > 50);
    assert_ne!(first, second);
    let ahead = noisy(3, 2);
    assert_eq!((values(&ahead), values(&ahead)), (first.clone(), second));
    ahead.seek(0, 5).expect("there is one");
    assert_eq!(values(&ahead), first[40..]);
    assert_eq!(ops::stream(), before, "the program's own stream");
    let refuses = counting(3, options(2, false, false));
    refuses.transform(0, Arc::new(|_| Err(Error::argument("for a test")))).expect("a tensor");
    refuses.prefetch(1, 1).expect("in range");
    for _ in 0..3 {
        refused(refuses.next(), Status::InvalidArgument, "transforming row 0: for a test");
    }
    refused(refuses.transform(1, Arc::new(|x| Ok(x.clone()))), Status::InvalidArgument, "tensor 1 is not among the 1");
    let numbers = Loader::numbers(3, 2, options(2, false, false)).expect("a size");
    refused(numbers.transform(0, Arc::new(|x| Ok(x.clone()))), Status::InvalidArgument, "transformed by it");
}

/// A failure of a thread is that of the call for its batch; the batches before it come first.
#[test]
fn a_failure_of_a_thread_reaches_the_caller() {
    let _turn = turn();
    let loader = counting(8, options(2, false, false));
    let fails = Arc::new(AtomicBool::new(true));
    let until = fails.clone();
    let fail_at_5 = move |x: &Tensor| match x.to_vec::<i64>()?[0] {
        5 if until.load(Ordering::SeqCst) => Err(Error::argument("row 5")),
        7 if until.load(Ordering::SeqCst) => panic!("for a test"),
        _ => Ok(x.clone()),
    };
    loader.transform(0, Arc::new(fail_at_5)).expect("a tensor");
    loader.prefetch(4, 2).expect("in range");
    for rows in [[0, 1], [2, 3]] {
        assert_eq!(ints(&loader.next().expect("memory").expect("a batch")[0]), rows);
    }
    refused(loader.next(), Status::InvalidArgument, "row 5");
    assert_eq!(loader.position(), (0, 2));
    fails.store(false, Ordering::SeqCst);
    while loader.position().1 < 4 {
        drop(loader.next()); // the batch with row 7 may have failed already
    }
    assert_eq!(loader.next().expect("the end").map(|_| ()), None);
    assert_eq!(epoch(&loader), [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn threads_that_share_a_loader_get_each_batch_once() {
    let _turn = turn();
    for (ahead, workers) in [(0, 1), (1, 1), (6, 3)] {
        let loader = Arc::new(counting(3000, options(3, true, false)));
        loader.prefetch(ahead, workers).expect("in range");
        let threads: Vec<_> = (0..4)
            .map(|k| {
                let loader = loader.clone();
                std::thread::spawn(move || {
                    let (mut rows, mut calls) = (Vec::new(), 0);
                    while loader.position().0 == 0 {
                        calls += 1;
                        let take = |batch: Vec<Tensor>| match calls % 7 == k {
                            true => Err(Error::argument("for a test")),
                            false => Ok(ints(&batch[0])),
                        };
                        match loader.next_for(take, drop) {
                            Ok(Some(taken)) => rows.extend(taken),
                            Ok(None) => break,
                            Err(_) => {}
                        }
                    }
                    rows
                })
            })
            .collect();
        let mut rows: Vec<i64> = threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect();
        // A thread may have begun the next epoch before another one has seen the end of this.
        let first_epoch = rows.len() >= 3000;
        rows.sort_unstable();
        rows.dedup();
        assert!(first_epoch && rows.len() == 3000, "{} rows", rows.len());
    }
}
