//! Leaf gradients: the same bits as a tape's, and what is left of a record.

use super::finite::{read, signed};
use std::thread;
use tenure::autograd::{self, NoGrad, Tape};
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, ReduceOp, ScanOp, UnaryOp};
use tenure::tensor::{DType, Shape, Tensor};

fn sum(t: &Tensor) -> Tensor {
    autograd::reduce(ReduceOp::Sum, t, &[], false).expect("a sum")
}

fn mul(a: &Tensor, b: &Tensor) -> Tensor {
    autograd::binary(BinaryOp::Mul, a, b).expect("they fit")
}

fn leaf(t: &Tensor) -> Tensor {
    autograd::require(t).expect("float64")
}

fn gradient(t: &Tensor) -> Option<Vec<f64>> {
    autograd::gradient(t).map(|gradient| read(&gradient))
}

/// Uses each input several times, views, and an operand without a gradient.
fn network([x, w, b]: [&Tensor; 3]) -> Tensor {
    let constant = signed(&[3, 5], 9);
    let hidden = autograd::matmul(x, w).and_then(|t| autograd::binary(BinaryOp::Add, &t, b)).expect("they fit");
    let hidden = autograd::unary(UnaryOp::Tanh, &hidden).expect("float64");
    let twice = mul(&hidden, &mul(&hidden, &constant));
    let turned = autograd::transpose(&twice, 0, 1).expect("two axes");
    let again = autograd::matmul(&turned, x).expect("they fit");
    let part = autograd::select(w, 0, 1).expect("there is one");
    let scores = autograd::softmax(&again, 1).expect("two axes");
    let all = autograd::concat(
        &[&sum(&scores), &sum(&mul(&part, b))].map(|t| autograd::reshape(t, &[1]).expect("one element")).each_ref(),
        0,
    );
    sum(&all.expect("one axis"))
}

#[test]
fn gradients_have_the_bits_of_a_tapes() {
    let inputs = [signed(&[3, 4], 1), signed(&[4, 5], 2), signed(&[5], 3)];
    let tape = Tape::new();
    let watched = inputs.each_ref().map(|t| tape.watch(t).expect("float64"));
    let loss = network(watched.each_ref());
    let of_tape = tape.backward(&loss, &watched.each_ref()).expect("recorded");
    let leaves = inputs.each_ref().map(leaf);
    let loss = network(leaves.each_ref());
    autograd::backward(&loss, None, true).expect("recorded");
    let once: Vec<_> = leaves.iter().map(gradient).collect();
    assert_eq!(once, of_tape.iter().map(|g| Some(read(g))).collect::<Vec<_>>());
    assert!(once.iter().flatten().flatten().any(|&g| g != 0.0));
    autograd::backward(&loss, None, false).expect("it was retained");
    let twice = once.iter().map(|g| g.as_ref().map(|g| g.iter().map(|x| x + x).collect::<Vec<f64>>()));
    assert_eq!(leaves.iter().map(gradient).collect::<Vec<_>>(), twice.collect::<Vec<_>>());
    let error = autograd::backward(&loss, None, false).expect_err("consumed");
    assert_eq!(error.status(), Status::InvalidArgument);
}

#[test]
fn a_record_goes_with_its_last_tensor_and_saves_nothing_else() {
    let x = leaf(&signed(&[4], 1));
    let counts = || x.storage().ref_count();
    let before = counts();
    let a = mul(&x, &x);
    let b = mul(&a, &x);
    let loss = sum(&b);
    assert!(counts() > before);
    drop((a, b));
    assert!(counts() > before, "the loss refers to what its gradient needs");
    let other = sum(&mul(&x, &x));
    drop(loss);
    assert!(counts() > before, "a second loss has a record of its own");
    autograd::backward(&other, None, false).expect("recorded");
    assert_eq!(counts(), before, "backward consumed the record, though the loss is there");
    assert_eq!(gradient(&x), Some(read(&ops::binary_scalar(BinaryOp::Mul, &x.untracked(), 2.0).expect("a float"))));
}

#[test]
fn a_long_chain_is_dropped_and_walked_without_recursion() {
    let x = leaf(&Tensor::from_slice(&[1.0f64], &Shape::new(&[1]).expect("small")).expect("fits"));
    let run = |steps| (0..steps).fold(x.clone(), |t, _| autograd::binary_scalar(BinaryOp::Add, &t, 1.0).expect("fits"));
    let worker = thread::Builder::new().stack_size(256 << 10);
    thread::scope(|s| {
        let work = || {
            drop(run(100_000));
            autograd::backward(&run(100_000), None, false).expect("recorded");
        };
        worker.spawn_scoped(s, work).expect("a thread").join().expect("no overflow");
    });
    assert_eq!(gradient(&x), Some(vec![1.0]));
}

#[test]
fn threads_add_to_one_leaf() {
    let x = leaf(&signed(&[8], 1));
    thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| (0..100).for_each(|_| autograd::backward(&sum(&x), None, false).expect("recorded")));
        }
    });
    assert_eq!(gradient(&x), Some(vec![400.0; 8]));
}

#[test]
fn a_guard_counts_for_its_thread_alone_and_ends_on_any() {
    let x = leaf(&signed(&[2], 1));
    let is_recorded = || autograd::backward(&sum(&x), None, false).is_ok();
    let guard = NoGrad::new();
    assert!(!is_recorded());
    assert!(thread::scope(|s| s.spawn(is_recorded).join().expect("no panic")));
    autograd::fill(&x, 2.0).expect("nothing is recorded");
    let inner = NoGrad::new();
    thread::spawn(move || drop(guard)).join().expect("no panic");
    assert!(!is_recorded(), "the inner guard is still there");
    drop(inner);
    assert!(is_recorded());
    let error = autograd::fill(&x, 3.0).expect_err("a leaf");
    assert!(error.message().contains("requires a gradient"), "{}", error.message());
}

#[test]
fn a_refused_backward_changes_nothing() {
    let (x, y) = (leaf(&signed(&[3], 1)), leaf(&signed(&[3], 2)));
    let loss = sum(&mul(&x, &y));
    let guard = NoGrad::new();
    autograd::fill(&y, 1.0).expect("nothing is recorded");
    drop(guard);
    let error = autograd::backward(&loss, None, false).expect_err("y was saved");
    assert!(error.message().contains("changed in place"), "{}", error.message());
    assert_eq!((gradient(&x), gradient(&y)), (None, None));
    let shared = mul(&x, &x);
    let (first, second) = (sum(&shared), sum(&shared));
    autograd::backward(&first, None, false).expect("recorded");
    let error = autograd::backward(&second, None, false).expect_err("half of it was consumed");
    assert!(error.message().contains("earlier backward"), "{}", error.message());
}

#[test]
fn a_negative_zero_keeps_its_sign_and_a_half_its_dtype() {
    let x = leaf(&signed(&[2], 1));
    let zeros = Tensor::from_slice(&[-0.0f64, 0.0], &Shape::new(&[2]).expect("small")).expect("fits");
    autograd::backward(&mul(&x, &signed(&[2], 2)), Some(&zeros), false).expect("recorded");
    let signs: Vec<bool> = gradient(&x).expect("added").iter().map(|g| g.is_sign_negative()).collect();
    let expected: Vec<bool> = read(&ops::binary(BinaryOp::Mul, &zeros, &signed(&[2], 2)).expect("fits"))
        .iter()
        .map(|g| g.is_sign_negative())
        .collect();
    assert_eq!(signs, expected);
    let half = leaf(&ops::cast(&signed(&[2], 1), DType::F16).expect("a float"));
    autograd::backward(&sum(&mul(&half, &half)), None, false).expect("recorded");
    assert_eq!(autograd::gradient(&half).expect("added").dtype(), DType::F16);
}

#[test]
fn of_equal_extrema_the_last_gets_the_gradient_as_in_pytorch() {
    // torch.cummax(torch.tensor([1., 3., 3., 2., nan, 5., nan]), 0), gradient 1, 2, 3, 4, 5, 6, 7.
    let values = [1.0, 3.0, 3.0, 2.0, f64::NAN, 5.0, f64::NAN];
    let x = leaf(&Tensor::from_slice(&values, &Shape::new(&[7]).expect("small")).expect("fits"));
    let grad = Tensor::from_slice(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0f64], &Shape::new(&[7]).expect("small"));
    let grad = grad.expect("fits");
    autograd::backward(&autograd::scan(ScanOp::Max, &x, 0).expect("one axis"), Some(&grad), false).expect("recorded");
    assert_eq!(gradient(&x), Some(vec![1.0, 2.0, 7.0, 0.0, 11.0, 0.0, 7.0]));
}
