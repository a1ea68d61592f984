//! Samples: the stream is the one that `ops::sample` specifies, and the distributions are right.
//!
//! The process has one stream, so each test draws alone, under a lock.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::{Mutex, MutexGuard};
use tenure::device::Device;
use tenure::error::Status;
use tenure::ops;
use tenure::tensor::{DType, Shape, Tensor};

static ALONE: Mutex<()> = Mutex::new(());

/// Restarts the stream, for the program and for the test.
fn seeded(seed: u64) -> (MutexGuard<'static, ()>, ChaCha8Rng) {
    let alone = ALONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    ops::seed(seed);
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    (alone, ChaCha8Rng::from_seed(key))
}

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("small")
}

fn doubles(t: &Tensor) -> Vec<f64> {
    ops::cast(t, DType::F64).expect("memory").to_vec::<f64>().expect("float64")
}

#[test]
fn integers_are_words_by_their_remainder() {
    let (_alone, mut model) = seeded(7);
    let t = ops::randint(Device::Cpu, DType::I64, -3, 7, &shape(&[50])).expect("memory");
    let wanted: Vec<i64> = (0..50).map(|_| i64::from(model.next_u32() % 10) - 3).collect();
    assert_eq!(t.to_vec::<i64>().expect("int64"), wanted, "no word of these is in the last round");
    // Two thirds of the 64-bit words are in whole rounds of this many numbers.
    let count = (u64::MAX / 3) * 2;
    let t = ops::randint(Device::Cpu, DType::I64, i64::MIN, i64::MIN.wrapping_add(count as i64), &shape(&[40]));
    let wanted: Vec<i64> = (0..40)
        .map(|_| {
            loop {
                let word = model.next_u64();
                if word <= u64::MAX - (u64::MAX % count + 1) % count {
                    return i64::MIN.wrapping_add((word % count) as i64);
                }
            }
        })
        .collect();
    assert_eq!(t.expect("memory").to_vec::<i64>().expect("int64"), wanted);
}

#[test]
fn integers_reach_their_ends_and_only_those_that_fit() {
    let (_alone, _) = seeded(1);
    for (dtype, low, high) in [(DType::U8, 250, 256), (DType::I32, -2, 3), (DType::F32, -2, 3), (DType::Bool, 0, 2)] {
        let values = doubles(&ops::randint(Device::Cpu, dtype, low, high, &shape(&[400])).expect("memory"));
        for value in low..high {
            let share = values.iter().filter(|&&x| x == value as f64).count() as f64 / 400.0;
            let wanted = 1.0 / (high - low) as f64;
            assert!((share - wanted).abs() < 0.09, "{dtype}: {value} is {share} of the draws");
        }
    }
    for (dtype, low, high) in
        [(DType::U8, 0, 257), (DType::U8, -1, 3), (DType::Bool, 0, 3), (DType::I32, 0, 1 << 40), (DType::I64, 3, 3)]
    {
        let error = ops::randint(Device::Cpu, dtype, low, high, &shape(&[2])).expect_err("out of range");
        assert_eq!(error.status(), Status::InvalidArgument, "{dtype} {low} {high}");
    }
}

#[test]
fn a_permutation_has_each_number_once() {
    let (_alone, mut model) = seeded(3);
    let t = ops::randperm(Device::Cpu, DType::I64, 20).expect("memory");
    let mut wanted: Vec<i64> = (0..20).collect();
    for i in (1..20).rev() {
        wanted.swap(i, (model.next_u32() as usize) % (i + 1));
    }
    assert_eq!(t.to_vec::<i64>().expect("int64"), wanted);
    assert_eq!(ops::randperm(Device::Cpu, DType::I32, 0).expect("none").shape(), [0]);
    assert!(ops::randperm(Device::Cpu, DType::I64, -1).is_err());
    assert!(ops::randperm(Device::Cpu, DType::U8, 257).is_err());
    assert!(ops::randperm(Device::Cpu, DType::Bool, 1).is_err());
}

#[test]
fn normal_and_uniform_have_their_moments() {
    let (_alone, _) = seeded(11);
    for dtype in [DType::F32, DType::F64] {
        let values = doubles(&ops::normal(Device::Cpu, dtype, 3.0, 0.5, &shape(&[20_000])).expect("memory"));
        let mean = values.iter().sum::<f64>() / 2e4;
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 2e4;
        assert!((mean - 3.0).abs() < 0.02 && (variance.sqrt() - 0.5).abs() < 0.02, "{mean} {variance}");
        let values = doubles(&ops::uniform(Device::Cpu, dtype, -2.0, 6.0, &shape(&[20_000])).expect("memory"));
        assert!(values.iter().all(|x| (-2.0..=6.0).contains(x)));
        assert!((values.iter().sum::<f64>() / 2e4 - 2.0).abs() < 0.1);
    }
    for error in [
        ops::normal(Device::Cpu, DType::F32, 0.0, -1.0, &shape(&[2])),
        ops::normal(Device::Cpu, DType::F32, 0.0, f64::NAN, &shape(&[2])),
        ops::uniform(Device::Cpu, DType::F32, 1.0, 0.0, &shape(&[2])),
        ops::uniform(Device::Cpu, DType::F32, 0.0, f64::INFINITY, &shape(&[2])),
    ] {
        assert_eq!(error.expect_err("refused").status(), Status::InvalidArgument);
    }
    assert!(ops::normal(Device::Cpu, DType::I32, 0.0, 1.0, &shape(&[2])).is_err());
}

#[test]
fn chances_are_those_given() {
    let (_alone, mut model) = seeded(5);
    let p = Tensor::from_slice(&[0.0f64, 1.0, 0.3, 0.3, 0.7], &shape(&[5])).expect("memory");
    let got = ops::bernoulli(&p).expect("chances").to_vec::<f64>().expect("float64");
    let wanted: Vec<f64> = [0.0, 1.0, 0.3, 0.3, 0.7]
        .iter()
        .map(|&p| f64::from(u8::from(((model.next_u64() >> 11) as f64 / (1u64 << 53) as f64) < p)))
        .collect();
    assert_eq!(got, wanted);
    for wrong in [-0.1f32, 1.5, f32::NAN] {
        let p = Tensor::from_slice(&[0.5, wrong], &shape(&[2])).expect("memory");
        assert_eq!(ops::bernoulli(&p).expect_err("no chance").status(), Status::InvalidArgument);
    }
}

#[test]
fn classes_are_drawn_by_their_weights() {
    let (_alone, _) = seeded(9);
    let weights = Tensor::from_slice(&[0.0f32, 1.0, 3.0, 0.0, 2.0, 0.0, 0.0, 5.0], &shape(&[2, 4])).expect("memory");
    let drawn = ops::multinomial(&weights, 6_000, true).expect("weights").to_vec::<i64>().expect("int64");
    let share = |row: usize, class: i64| {
        let row = &drawn[row * 6_000..(row + 1) * 6_000];
        row.iter().filter(|&&drawn| drawn == class).count() as f64 / 6e3
    };
    for (row, class, wanted) in
        [(0, 0, 0.0), (0, 1, 0.25), (0, 2, 0.75), (0, 3, 0.0), (1, 0, 2.0 / 7.0), (1, 3, 5.0 / 7.0)]
    {
        assert!((share(row, class) - wanted).abs() < 0.03, "class {class} of row {row}: {}", share(row, class));
    }
    for _ in 0..50 {
        let mut drawn = ops::multinomial(&weights, 2, false).expect("weights").to_vec::<i64>().expect("int64");
        drawn[..2].sort_unstable();
        drawn[2..].sort_unstable();
        assert_eq!(drawn, [1, 2, 0, 3]);
    }
    // The first one drawn without replacement has the probabilities of the weights.
    let one = Tensor::from_slice(&[1.0f64, 3.0], &shape(&[2])).expect("memory");
    let first = (0..2_000)
        .filter(|_| ops::multinomial(&one, 2, false).expect("weights").to_vec::<i64>().expect("int64")[0] == 1)
        .count();
    assert!((first as f64 / 2e3 - 0.75).abs() < 0.05, "{first}");
    assert!(ops::multinomial(&weights, 3, false).is_err());
    assert!(ops::multinomial(&weights, 0, true).is_err());
    for wrong in [-1.0f32, f32::NAN, f32::INFINITY] {
        let weights = Tensor::from_slice(&[1.0, wrong], &shape(&[2])).expect("memory");
        assert!(ops::multinomial(&weights, 1, true).is_err());
    }
    let none = Tensor::from_slice(&[0.0f32, 0.0], &shape(&[2])).expect("memory");
    assert!(ops::multinomial(&none, 1, true).is_err());
}
