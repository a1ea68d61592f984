//! The promises of a tape, whatever it has recorded.

use super::finite::{loss, read, shape, signed, tensor};
use tenure::autograd::{self, Tape};
use tenure::error::Status;
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, ReduceOp, UnaryOp};
use tenure::tensor::{DType, Tensor};

fn sum(t: &Tensor) -> Tensor {
    autograd::reduce(ReduceOp::Sum, t, &[], false).expect("a sum")
}

fn mul(a: &Tensor, b: &Tensor) -> Tensor {
    autograd::binary(BinaryOp::Mul, a, b).expect("they fit")
}

/// A network of two layers. `keep` decides which results outlive it.
fn network(xs: &[Tensor; 4], keep: &mut dyn FnMut(usize, Tensor)) -> Tensor {
    let [x, w, b, v] = xs;
    let mut kept = 0;
    let mut done = |t: Tensor, next: &dyn Fn(&Tensor) -> Tensor| {
        let result = next(&t);
        keep(kept, t);
        kept += 1;
        result
    };
    let product = autograd::matmul(x, w).expect("they fit");
    let biased = done(product, &|t| autograd::binary(BinaryOp::Add, t, b).expect("they fit"));
    let hidden = done(biased, &|t| autograd::unary(UnaryOp::Tanh, t).expect("float64"));
    let squared = done(hidden, &|t| mul(t, t));
    let scores = done(squared, &|t| autograd::matmul(t, v).expect("they fit"));
    let probabilities = done(scores, &|t| autograd::softmax(t, 1).expect("two axes"));
    done(probabilities, &|t| loss(t).expect("a sum"))
}

#[test]
fn dropping_intermediates_never_changes_a_gradient() {
    let inputs = [signed(&[3, 4], 1), signed(&[4, 5], 2), signed(&[5], 3), signed(&[5, 2], 4)];
    let mut results = Vec::new();
    for dropped in 0..=6 {
        let tape = Tape::new();
        let xs = inputs.each_ref().map(|t| tape.watch(t).expect("float64"));
        let mut kept = Vec::new();
        // Drops each result in turn; in the last round (6) everything but what the tape itself
        // needs.
        let loss = network(&xs, &mut |i, t| {
            if dropped != 6 && i != dropped {
                kept.push(t);
            }
        });
        let grads = tape.backward(&loss, &xs.each_ref()).expect("recorded");
        results.push(grads.iter().map(read).collect::<Vec<_>>());
    }
    assert!(results.iter().all(|r| *r == results[0]));
    assert!(results[0].iter().flatten().any(|&g| g != 0.0));
}

#[test]
fn a_tape_frees_what_it_saved_when_it_is_consumed_closed_or_dropped() {
    let x = signed(&[4], 1);
    let record = |tape: &Tape| {
        let watched = tape.watch(&x).expect("float64");
        let squared = mul(&watched, &watched);
        assert!(x.storage().ref_count() > 2, "the rule of mul saves its operand");
        let total = sum(&squared);
        (watched, squared, total)
    };
    let tape = Tape::new();
    let (watched, squared, total) = record(&tape);
    tape.backward(&total, &[&watched]).expect("recorded");
    assert_eq!(x.storage().ref_count(), 2, "x and watched");
    drop(watched);
    assert_eq!(x.storage().ref_count(), 1, "squared is tracked still, but holds nothing of x");
    drop((squared, total));

    let tape = Tape::new();
    let kept = record(&tape);
    tape.close();
    assert_eq!(x.storage().ref_count(), 2);
    drop(kept);

    let tape = Tape::new();
    let kept = record(&tape);
    let clone = tape.clone();
    drop(tape);
    assert!(x.storage().ref_count() > 2, "a clone keeps the tape");
    drop(clone);
    assert_eq!(x.storage().ref_count(), 2, "tracked tensors alone do not");
    drop(kept);
    assert_eq!(x.storage().ref_count(), 1);
}

#[test]
fn a_changed_value_is_found_before_anything_is_consumed() {
    let (x, y) = (signed(&[3], 1), signed(&[3], 2));
    let tape = Tape::new();
    let (wx, wy) = (tape.watch(&x).expect("float64"), tape.watch(&y).expect("float64"));
    let total = sum(&mul(&wx, &wy));
    autograd::fill(&y, 1.0).expect("y itself is not tracked");
    let error = tape.backward(&total, &[&wx, &wy]).expect_err("y was changed");
    assert_eq!(error.status(), Status::InvalidArgument);
    let text = "mul: a saved value of shape [3] was changed in place, or its memory handed out to be written, after it was \
                recorded (times: 1)";
    assert_eq!(error.message(), text);
    assert!(tape.is_open());
    assert_eq!(tape.backward(&total, &[&wx]).expect_err("still changed").message(), text);
    tape.close();
    assert_eq!((x.storage().ref_count(), y.storage().ref_count()), (2, 2));
}

#[test]
fn every_rule_that_saves_a_value_notices_a_write_to_it() {
    type Case = (&'static str, fn(&Tensor, &Tensor) -> tenure::error::Result<Tensor>);
    let cases: [Case; 12] = [
        ("mul", |w, x| autograd::binary(BinaryOp::Mul, w, x)),
        ("div", |w, x| autograd::binary(BinaryOp::Div, w, x)),
        ("pow", |w, x| autograd::binary(BinaryOp::Pow, w, x)),
        ("maximum", |w, x| autograd::binary(BinaryOp::Maximum, w, x)),
        ("minimum", |w, x| autograd::binary(BinaryOp::Minimum, x, w)),
        ("matmul", |w, x| autograd::matmul(w, x)),
        ("log", |w, _| autograd::unary(UnaryOp::Log, w)),
        ("abs", |w, _| autograd::unary(UnaryOp::Abs, w)),
        ("max", |w, _| autograd::reduce(ReduceOp::Max, w, &[0], false)),
        ("pow", |w, _| autograd::binary_scalar(BinaryOp::Pow, w, 3.0)),
        ("div", |w, _| autograd::scalar_binary(BinaryOp::Div, 3.0, w)),
        ("maximum", |w, _| autograd::binary_scalar(BinaryOp::Maximum, w, 0.5)),
    ];
    for (name, f) in cases {
        let (a, b) = (signed(&[3, 3], 1), signed(&[3, 3], 2));
        let tape = Tape::new();
        let w = tape.watch(&a).expect("float64");
        let total = sum(&f(&w, &b).expect("they fit"));
        // One row, through a view: the version belongs to the storage.
        autograd::fill(&a.select(0, 0).expect("a row"), 2.0).expect("not tracked");
        autograd::fill(&b.select(0, 0).expect("a row"), 2.0).expect("not tracked");
        let error = tape.backward(&total, &[&w]).expect_err(name);
        assert!(error.message().starts_with(&format!("{name}: ")), "{name}: {error}");
    }
}

#[test]
fn outputs_that_rules_saved_are_checked_too() {
    for op in [UnaryOp::Exp, UnaryOp::Sqrt, UnaryOp::Relu, UnaryOp::Sigmoid, UnaryOp::Tanh] {
        let tape = Tape::new();
        let x = tape.watch(&tensor(&[1.0, 2.0], &[2])).expect("float64");
        let y = autograd::unary(op, &x).expect("float64");
        let total = sum(&y);
        autograd::fill(&y.untracked(), 0.0).expect("a window that is not tracked");
        assert_eq!(tape.backward(&total, &[&x]).expect_err("changed").status(), Status::InvalidArgument, "{op:?}");
    }
}

#[test]
fn a_write_to_what_no_rule_reads_does_no_harm() {
    let (x, y) = (signed(&[3], 1), signed(&[3], 2));
    let tape = Tape::new();
    let w = tape.watch(&x).expect("float64");
    let total = sum(&mul(&w, &y));
    autograd::fill(&x, 0.0).expect("x itself is not tracked");
    assert_eq!(read(&tape.backward(&total, &[&w]).expect("only y is needed")[0]), read(&y));
}

#[test]
fn tracked_tensors_are_not_changed_in_place_nor_lost_in_one() {
    let x = signed(&[2], 1);
    let tape = Tape::new();
    let w = tape.watch(&x).expect("float64");
    let refused = [
        autograd::fill(&w, 0.0),
        autograd::binary_scalar_in_place(BinaryOp::Add, &w, 1.0),
        autograd::binary_in_place(BinaryOp::Add, &w, &x),
        autograd::copy_bytes_from(&w, &[0; 16]),
    ];
    for result in refused {
        assert_eq!(result.expect_err("tracked").status(), Status::InvalidArgument);
    }
    let other = signed(&[2], 2);
    let error = autograd::binary_in_place(BinaryOp::Add, &other, &w).expect_err("its gradient would be lost");
    assert_eq!(error.status(), Status::Unsupported);
    assert_eq!(autograd::unsupported("cumsum", &[&x, &w]).expect_err("tracked").status(), Status::Unsupported);
    assert_eq!((read(&x), read(&other)), (read(&signed(&[2], 1)), read(&signed(&[2], 2))));
    tape.close();
    autograd::fill(&w, 1.0).expect("its tape is closed");
    autograd::binary_in_place(BinaryOp::Add, &other, &w).expect("its tape is closed");
    assert_eq!(read(&x), [1.0, 1.0]);
}

#[test]
fn a_tape_runs_backward_once() {
    let tape = Tape::new();
    let x = tape.watch(&signed(&[2], 1)).expect("float64");
    let total = sum(&x);
    tape.backward(&total, &[&x]).expect("the first time");
    for error in [
        tape.backward(&total, &[&x]).expect_err("the second time"),
        tape.watch(&signed(&[2], 1)).expect_err("it records no more"),
    ] {
        assert_eq!((error.status(), error.message()), (Status::InvalidArgument, "tape was consumed by backward"));
    }
    let later = mul(&x, &x);
    assert!(later.track().is_none(), "a tensor of a consumed tape counts as untracked");
    assert!(autograd::contiguous(&x).expect("the same").track().is_none());
    let next = Tape::new();
    let y = next.watch(&signed(&[2], 3)).expect("float64");
    let total = sum(&mul(&x, &y));
    assert_eq!(read(&next.backward(&total, &[&y]).expect("recorded on next")[0]), read(&x));
}

#[test]
fn what_cannot_be_asked_is_refused_and_leaves_the_tape_open() {
    let (tape, other) = (Tape::new(), Tape::new());
    let x = tape.watch(&signed(&[2], 1)).expect("float64");
    let y = other.watch(&signed(&[2], 2)).expect("float64");
    let total = sum(&x);
    let refused = [
        (tape.backward(&sum(&y), &[&x]), "loss is not recorded on this tape"),
        (tape.backward(&signed(&[], 1), &[&x]), "loss is not recorded on this tape"),
        (tape.backward(&x, &[&x]), "loss of shape [2] has 2 elements, not 1"),
        (tape.backward(&total, &[&x, &y]), "tensor 1 of the gradients is not recorded on this tape"),
        (autograd::binary(BinaryOp::Add, &x, &y).map(|_| vec![]), "operands are recorded on two different tapes"),
        (autograd::stack(&[&x, &y], 0).map(|_| vec![]), "operands are recorded on two different tapes"),
    ];
    for (result, text) in refused {
        let error = result.expect_err(text);
        assert_eq!((error.status(), error.message()), (Status::InvalidArgument, text));
    }
    let integers = Tensor::from_slice(&[1i64, 2], &shape(&[2])).expect("fits");
    assert_eq!(tape.watch(&integers).expect_err("no gradient").status(), Status::DtypeMismatch);
    assert_eq!(read(&tape.backward(&total, &[&x]).expect("still open")[0]), [1.0, 1.0]);
}

#[test]
fn gradients_are_each_their_own_memory() {
    let tape = Tape::new();
    let (a, b) = (signed(&[2, 2], 1), signed(&[2, 2], 2));
    let (wa, wb) = (tape.watch(&a).expect("float64"), tape.watch(&b).expect("float64"));
    let unused = tape.watch(&signed(&[3], 3)).expect("float64");
    let added = autograd::binary(BinaryOp::Add, &wa, &wb).expect("they fit");
    let flat = autograd::reshape(&added, &[4]).expect("a view");
    let total = sum(&flat);
    let late = mul(&total, &total);
    let wrt = [&wa, &wb, &wa, &added, &flat, &total, &unused, &late];
    let grads = tape.backward(&total, &wrt).expect("recorded");
    for (i, (grad, t)) in grads.iter().zip(wrt).enumerate() {
        assert_eq!(grad.shape(), t.shape(), "{i}");
        assert!(grad.track().is_none() && grad.is_contiguous() && grad.storage().ref_count() == 1, "{i}");
        assert_eq!(grad.storage().bytes(), grad.nbytes(), "{i}");
        let expected = if i < 6 { 1.0 } else { 0.0 };
        assert!(read(grad).iter().all(|&g| g == expected), "{i}: {:?}", read(grad));
    }
}

#[test]
fn a_part_of_a_gradient_does_not_keep_the_whole() {
    let tape = Tape::new();
    let (a, b) = (tape.watch(&signed(&[1], 1)).expect("float64"), tape.watch(&signed(&[1000], 2)).expect("float64"));
    let joined = autograd::concat(&[&a, &b], 0).expect("a row");
    let grads = tape.backward(&sum(&mul(&joined, &joined)), &[&a]).expect("recorded");
    assert_eq!(grads[0].storage().bytes(), 8);
}

#[test]
fn gradients_of_intermediates_do_not_stop_at_them() {
    let tape = Tape::new();
    let x = tape.watch(&tensor(&[3.0], &[1])).expect("float64");
    let squared = mul(&x, &x);
    let total = sum(&mul(&squared, &squared));
    let grads = tape.backward(&total, &[&squared, &x]).expect("recorded");
    assert_eq!((read(&grads[0]), read(&grads[1])), (vec![18.0], vec![108.0]));
}

#[test]
fn only_what_leads_to_an_asked_tensor_is_computed() {
    let (x, y) = (signed(&[2], 1), signed(&[2], 2));
    let tape = Tape::new();
    let (wx, wy) = (tape.watch(&x).expect("float64"), tape.watch(&y).expect("float64"));
    let total = sum(&mul(&wx, &wy));
    // The gradient of y would need the old x; that of x does not.
    autograd::fill(&x, 0.0).expect("x itself is not tracked");
    assert_eq!(read(&tape.backward(&total, &[&wx]).expect("y is not asked for")[0]), read(&y));
}

#[test]
fn results_without_gradients_are_not_tracked() {
    let tape = Tape::new();
    let x = tape.watch(&signed(&[2, 2], 1)).expect("float64");
    let results = [
        ops::compare_scalar(ops::CompareOp::Gt, &x, 0.0).expect("float64"),
        ops::argmax(&x, &[], false).expect("not empty"),
        autograd::cast(&x, DType::I32).expect("a cast"),
    ];
    assert!(results.iter().all(|t| t.track().is_none()));
    assert!(autograd::binary(BinaryOp::Add, &x.untracked(), &x.untracked()).expect("they fit").track().is_none());
}

#[test]
fn threads_record_on_one_tape() {
    let tape = Tape::new();
    let x = tape.watch(&tensor(&[2.0], &[1])).expect("float64");
    let parts: Vec<Tensor> = std::thread::scope(|scope| {
        let work = |k: usize| {
            let x = &x;
            scope.spawn(move || (0..k).fold(x.clone(), |t, _| mul(&t, x)))
        };
        let threads: Vec<_> = (0..4).map(work).collect();
        threads.into_iter().map(|t| t.join().expect("no panic")).collect()
    });
    let total = sum(&autograd::stack(&parts.iter().collect::<Vec<_>>(), 0).expect("equal shapes"));
    // x + x^2 + x^3 + x^4 at 2.
    assert_eq!(read(&tape.backward(&total, &[&x]).expect("recorded")[0]), [1.0 + 4.0 + 12.0 + 32.0]);
}
