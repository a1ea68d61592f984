//! Views against PyTorch's answers, in all layouts of their operands.

#[path = "common/numpy.rs"]
mod numpy;

use tenure::autograd;
use tenure::device::Device;
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp};
use tenure::tensor::{DType, Shape, Tensor};

#[test]
fn views_are_those_of_pytorch() {
    numpy::check("../../torch/data/views", |case, t| {
        let (t, int) = (&t[0], |name: &str| case.int(name));
        match case.op.as_str() {
            "narrow" => autograd::narrow(t, int("axis"), int("start"), int("length")),
            "unfold" => autograd::unfold(t, int("axis"), int("size"), int("step")),
            "unflatten" => autograd::unflatten(t, int("axis"), &case.ints("sizes")),
            "flatten" => autograd::flatten(t, int("start"), int("end")),
            "movedim" => autograd::movedim(t, &case.ints("source"), &case.ints("to")),
            "diagonal" => autograd::diagonal(t, int("offset"), int("first"), int("second")),
            other => panic!("no operation {other}"),
        }
    });
}

fn zeros(dims: &[i64]) -> Tensor {
    Tensor::zeroed(Device::Cpu, DType::F32, &Shape::new(dims).expect("small")).expect("memory")
}

#[test]
fn what_overlaps_is_not_written_in_place() {
    let one = zeros(&[]);
    let add = |t: &Tensor| ops::binary_in_place(BinaryOp::Add, t, &one);
    let t = zeros(&[4, 6]);
    for overlapping in [
        t.unfold(1, 3, 2).expect("it fits"),
        t.unfold(0, 2, 1).expect("it fits").transpose(0, 2).expect("three axes"),
        t.slice(0, 0, 1, 1).and_then(|row| row.expand(&[3, 6])).expect("one row"),
    ] {
        assert!(overlapping.overlaps_itself(), "{overlapping:?}");
        let error = add(&overlapping).expect_err("it overlaps");
        assert!(error.message().contains("is expanded or unfolded: its elements overlap"), "{error:?}");
    }
    for apart in [
        t.unfold(1, 2, 3).expect("it fits"),
        t.unfold(0, 1, 1).expect("it fits"),
        t.transpose(0, 1).expect("two axes"),
        t.slice(1, 1, 6, 2).expect("it fits"),
        ops::diagonal(&t, 1, 0, 1).expect("two axes"),
    ] {
        assert!(!apart.overlaps_itself(), "{apart:?}");
        add(&apart).expect("each element is its own");
    }
}

#[test]
fn a_stretched_axis_is_not_taken_apart_into_more_tensors_than_there_is_memory() {
    let long = zeros(&[1]).expand(&[1 << 40]).expect("one size of 1");
    assert!(autograd::unbind(&long, 0).is_err());
    assert!(autograd::split_every(&long, 2, 0).is_err());
    assert!(autograd::chunk(&long, 1 << 30, 0).is_err());
    assert!(autograd::chunk(&zeros(&[0]), i64::MAX, 0).is_err());
    assert_eq!(autograd::chunk(&long, 3, 0).expect("three").len(), 3);
}
