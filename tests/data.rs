//! Data loaders: which rows a batch has, what a failure leaves, and threads that share one.

use std::sync::atomic::{AtomicU64, Ordering};
use tenure::data::{Loader, Options};
use tenure::device::Device;
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::memory;
use tenure::tensor::{DType, Shape, Tensor};

fn numbers(rows: i64) -> Tensor {
    let values: Vec<i64> = (0..rows).collect();
    Tensor::from_slice(&values, &Shape::new(&[rows]).expect("small")).expect("small")
}

fn rows_of(batch: &[Tensor]) -> Vec<i64> {
    batch[0].to_vec().expect("int64")
}

fn epoch(loader: &Loader) -> Vec<Vec<i64>> {
    std::iter::from_fn(|| loader.next().expect("room")).map(|batch| rows_of(&batch)).collect()
}

/// Each row once in each epoch, in an order of its own, for every size of a batch.
#[test]
fn an_epoch_has_each_row_once() {
    for (rows, size, drop_last) in
        [(10, 3, false), (10, 3, true), (10, 5, false), (10, 64, true), (1, 1, false), (0, 2, false)]
    {
        let options = Options { batch_size: size, shuffle: true, seed: u64::MAX, drop_last };
        let loader = Loader::new(vec![numbers(rows)], options).expect("valid");
        let mut orders = Vec::new();
        for _ in 0..3 {
            let batches = epoch(&loader);
            assert_eq!(batches.len() as u64, loader.batches());
            let full = if drop_last { batches.len() } else { batches.len().saturating_sub(1) };
            assert!(batches[..full].iter().all(|batch| batch.len() as i64 == size));
            let order: Vec<i64> = batches.concat();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let kept = if drop_last { rows / size * size } else { rows };
            assert!(sorted.len() as i64 == kept && order.len() == sorted.len() && sorted.iter().all(|&row| row < rows));
            orders.push(order);
        }
        assert!(rows < 10 || size == 64 || orders[0] != orders[1] && orders[1] != orders[2]);
    }
}

/// Every position leads to the batches that an uninterrupted loader gives.
#[test]
fn training_goes_on_from_any_position() {
    let made = |seed: Option<u64>| {
        let (shuffle, seed) = (seed.is_some(), seed.unwrap_or(0));
        Loader::new(vec![numbers(11)], Options { batch_size: 4, shuffle, seed, drop_last: false }).expect("valid")
    };
    for seed in [None, Some(3)] {
        let loader = made(seed);
        let expected: Vec<Vec<Vec<i64>>> = (0..4).map(|_| epoch(&loader)).collect();
        for (number, batches) in expected.iter().enumerate() {
            for at in 0..=batches.len() {
                let other = made(seed);
                other.seek(number as u64, at as u64).expect("a batch");
                assert_eq!(other.position(), (number as u64, at as u64));
                assert_eq!(epoch(&other), batches[at..]);
                assert_eq!(other.position(), (number as u64 + 1, 0));
            }
        }
    }
}

/// The rows of each tensor of any rank, dtype and layout, and a copy of them.
#[test]
fn a_batch_has_the_rows_of_every_tensor() {
    let shape = |dims: &[i64]| Shape::new(dims).expect("small");
    let wide: Vec<f32> = (0..24).map(|i| i as f32).collect();
    let turned = Tensor::from_slice(&wide, &shape(&[2, 3, 4])).expect("small").transpose(0, 2).expect("a view");
    let none = Tensor::from_slice::<f64>(&[], &shape(&[4, 0])).expect("small");
    let loader = Loader::new(
        vec![turned.clone(), none, numbers(4)],
        Options { batch_size: 3, shuffle: false, seed: 0, drop_last: false },
    )
    .expect("valid");
    let batch = loader.next().expect("room").expect("the first");
    assert_eq!(batch.iter().map(|t| t.shape().to_vec()).collect::<Vec<_>>(), [vec![3, 3, 2], vec![3, 0], vec![3]]);
    let want: Vec<f32> =
        (0..3).flat_map(|i| (0..3).flat_map(move |j| [0, 1].map(|k| (k * 12 + j * 4 + i) as f32))).collect();
    assert_eq!(batch[0].to_vec::<f32>().expect("float32"), want);
    assert_eq!(batch[0].dtype(), DType::F32);
    assert!(!batch[0].storage().is_same(turned.storage()), "rows are copied");
}

/// Refused memory leaves the position: the batch comes with the next call.
#[test]
fn a_refused_batch_is_not_lost() {
    let wide = tenure::ops::ones(Device::Cpu, DType::F32, &Shape::new(&[4, 1 << 20]).expect("16 MiB")).expect("room");
    let loader =
        Loader::new(vec![wide, numbers(4)], Options { batch_size: 2, shuffle: true, seed: 1, drop_last: false })
            .expect("valid");
    let stats = memory::stats(Device::Cpu).expect("there");
    let (live, limit) = (stats.live_bytes, stats.limit_bytes);
    memory::set_limit(Device::Cpu, live + (1 << 20)).expect("there");
    let refused = loader.next().expect_err("8 MiB");
    memory::set_limit(Device::Cpu, limit).expect("there");
    assert_eq!(refused.status(), Status::LimitExceeded);
    assert_eq!(memory::stats(Device::Cpu).expect("there").live_bytes, live);
    assert_eq!(loader.position(), (0, 0));
    assert_eq!(loader.next().expect("room").expect("the first")[1].size(), 2);
}

#[test]
fn threads_that_share_a_loader_get_each_batch_once() {
    let loader = Loader::new(vec![numbers(3000)], Options { batch_size: 7, shuffle: true, seed: 5, drop_last: false })
        .expect("valid");
    let (batches, tickets) = (loader.batches(), AtomicU64::new(0));
    let parts: Vec<Vec<i64>> = std::thread::scope(|threads| {
        let take = || {
            let mut rows = Vec::new();
            while tickets.fetch_add(1, Ordering::Relaxed) < batches {
                rows.extend(rows_of(&loader.next().expect("room").expect("one for each ticket")));
            }
            rows
        };
        let running: Vec<_> = (0..4).map(|_| threads.spawn(take)).collect();
        running.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    let mut rows = parts.concat();
    rows.sort_unstable();
    assert_eq!(rows, (0..3000).collect::<Vec<_>>());
    assert!(loader.next().expect("room").is_none());
}
