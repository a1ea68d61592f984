//! Tests that read and write one storage through two handles in turn, as a program may with safe
//! functions alone.
//!
//! Under Miri (`ci/miri`) they fail if a reference to elements exists while those elements are
//! written.

use super::*;
use super::{grad, optim};
use crate::device::Device;
use crate::tensor::{DType, RawBytes, RawBytesMut, Shape, SharedCell, Tensor};

fn floats(values: &[f32]) -> Tensor {
    Tensor::from_slice(values, &Shape::new(&[values.len() as i64]).expect("small")).expect("small")
}

/// Gradient descent with a momentum of 0.9 and a rate of 0.5.
#[derive(Clone, Copy)]
struct Descent;

impl optim::Update<1> for Descent {
    #[inline(always)]
    fn one<R: optim::Real>(self, p: R, g: R, [v]: [R; 1]) -> (R, [R; 1]) {
        let v = R::cast_from(0.9) * v + g;
        (p - R::cast_from(0.5) * v, [v])
    }

    fn kernel(self) -> (&'static str, [f64; optim::NUMBERS]) {
        unreachable!("its parameters are the processor's")
    }
}

fn cells(t: &Tensor) -> &[SharedCell<f32>] {
    t.host().expect("on the processor").cells().expect("contiguous float32")
}

#[test]
fn an_element_may_be_written_while_it_is_held() {
    let t = floats(&[1.0, 2.0, 3.0]);
    let other = t.clone();
    let held = cells(&t);
    fill(&other, 7.0).expect("writable");
    assert_eq!(held[2].get(), 7.0);
    binary_in_place(BinaryOp::Add, &other, &t).expect("one shape");
    assert_eq!(held[0].get(), 14.0);
    copy_bytes_from(&other, &[0; 12]).expect("12 bytes");
    held[1].set(5.0);
    assert_eq!(other.to_vec::<f32>().expect("float32"), vec![0.0, 5.0, 0.0]);
}

#[test]
fn operations_read_what_another_handle_holds() {
    let t = floats(&[4.0, 1.0, 3.0, 2.0]);
    let held = cells(&t);
    let shifted = t.slice(0, 1, 4, 1).expect("inside");
    let front = t.slice(0, 0, 3, 1).expect("inside");
    binary_in_place(BinaryOp::Sub, &front, &shifted).expect("one shape");
    assert_eq!(t.to_vec::<f32>().expect("float32"), vec![3.0, -2.0, 1.0, 2.0], "the operand as it was");
    for result in [
        reduce(ReduceOp::Sum, &t, &[], false),
        reduce(ReduceOp::Max, &t, &[0], true),
        reduce(ReduceOp::Mean, &cast(&t, DType::I64).expect("room"), &[], false),
        argmax(&t, &[], false),
        softmax(&t, 0),
        log_softmax(&t, 0),
        concat(&[&t, &t], 0),
        unary(UnaryOp::Relu, &t),
    ] {
        fill(&t, f64::from(held[0].get())).expect("writable");
        assert!(result.expect("of float32").size() > 0);
    }
}

#[test]
fn a_tensor_is_copied_onto_its_own_memory() {
    let t = Tensor::from_slice(&[1i32, 2, 3, 4], &Shape::new(&[2, 2]).expect("small")).expect("small");
    let turned = t.transpose(0, 1).expect("a matrix");
    let (start, n) = (t.host().expect("on the processor").as_ptr(), t.nbytes());
    // SAFETY: the tensor's own bytes, to which no reference exists.
    let own = || unsafe { (RawBytes::new(start, n), RawBytesMut::new(start, n)) };
    copy_bytes_to(&turned, own().1).expect("16 bytes");
    assert_eq!(t.to_vec::<i32>().expect("int32"), vec![1, 3, 2, 4]);
    copy_bytes_from(&turned, own().0).expect("16 bytes");
    assert_eq!(t.to_vec::<i32>().expect("int32"), vec![1, 2, 3, 4]);
    copy_bytes_to(&t, own().1).expect("16 bytes");
    copy_bytes_from(&t, own().0).expect("16 bytes");
    assert_eq!(t.to_vec::<i32>().expect("int32"), vec![1, 2, 3, 4]);
}

#[test]
fn a_parameter_is_stepped_while_others_hold_it() {
    let p = floats(&[1.0, 2.0]);
    let (held, shared) = (cells(&p), p.clone());
    let mut velocity = floats(&[0.0, 0.0]);
    let gradient = optim::gradient_of(&p, &shared, p.dtype()).expect("room");
    let weights = optim::Weights { values: &p, master: None };
    optim::update(weights, &gradient, std::slice::from_mut(&mut velocity), Descent).expect("float32");
    assert_eq!((held[0].get(), held[1].get()), (0.5, 1.0));
    let x = floats(&[2.0, 4.0]);
    let kept = cells(&x);
    let result = grad::unary(UnaryOp::Exp, floats(&[1.0, 1.0]), &x).expect("float32");
    fill(&x, 0.0).expect("writable");
    assert_eq!((result.to_vec::<f32>().expect("float32"), kept[0].get()), (vec![2.0, 4.0], 0.0));
}

#[test]
fn booleans_of_any_byte_are_read_in_every_kernel() {
    let t = Tensor::zeroed(Device::Cpu, DType::Bool, &Shape::new(&[3]).expect("small")).expect("small");
    // SAFETY: three bytes, to which no reference exists.
    unsafe { t.host().expect("on the processor").as_ptr().copy_from_nonoverlapping([2, 0, 255].as_ptr(), 3) };
    assert_eq!(item_i64(&reduce(ReduceOp::Sum, &t, &[], false).expect("a sum")).expect("one"), 2);
    assert_eq!(where_(&t, &t, &t).expect("one shape").to_vec::<u8>().expect("bytes"), vec![1, 0, 1]);
    assert_eq!(compare(CompareOp::Eq, &t, &t).expect("one shape").to_vec::<u8>().expect("bytes"), vec![1, 1, 1]);
}
