//! Booleans whose bytes are neither 0 nor 1. A program may write any byte into exported memory, and
//! every operation reads each nonzero byte as true.
//!
//! Each operation runs on such bytes and on the same booleans as 0 and 1; the results must have the
//! same bytes.

use tenure::device::Device;
use tenure::error::Result;
use tenure::internals::TensorInternals;
use tenure::ops::{self, BinaryOp, CompareOp, ReduceOp, UnaryOp};
use tenure::tensor::{DType, Shape, Tensor};

const TRUTHS: [u8; 12] = [2, 0, 255, 1, 0, 128, 0, 0, 3, 1, 254, 7];

fn shape(dims: &[i64]) -> Shape {
    Shape::new(dims).expect("small")
}

/// Booleans as 0 and 1.
fn normal(bytes: &[u8], dims: &[i64]) -> Tensor {
    Tensor::from_bytes(Device::Cpu, DType::Bool, bytes, &shape(dims)).expect("they fit")
}

/// Booleans with exactly these bytes, as a program may write them into exported memory.
fn raw(bytes: &[u8], dims: &[i64]) -> Tensor {
    let t = normal(bytes, dims);
    // SAFETY: the tensor has this many bytes and is not shared.
    unsafe { t.host().expect("on the processor").as_ptr().copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    t
}

/// The dtype, the shape and the bytes in memory, contiguous: a boolean result must be 0 or 1.
fn seen(t: &Tensor) -> (DType, Vec<i64>, Vec<u8>) {
    let t = ops::contiguous(t).expect("room");
    // SAFETY: the tensor has this many bytes, and they are not written meanwhile.
    let bytes = unsafe { std::slice::from_raw_parts(t.host().expect("on the processor").as_ptr(), t.nbytes()) };
    (t.dtype(), t.shape().to_vec(), bytes.to_vec())
}

/// Runs an operation on raw and on normal booleans, in two layouts.
fn same(what: &str, operation: impl Fn(&Tensor) -> Result<Tensor>) {
    let (raw, normal) = (raw(&TRUTHS, &[3, 4]), normal(&TRUTHS, &[3, 4]));
    let turned = |t: &Tensor| t.transpose(0, 1).expect("a matrix");
    let layouts: [(&str, Tensor, Tensor); 2] =
        [("as it lies", raw.untracked(), normal.untracked()), ("transposed", turned(&raw), turned(&normal))];
    for (layout, raw, normal) in layouts {
        let (raw, normal) = (operation(&raw).expect(what), operation(&normal).expect(what));
        assert_eq!(seen(&raw), seen(&normal), "{what}, {layout}");
    }
}

#[test]
fn elementwise_operations() {
    let other = |t: &Tensor| {
        let bytes: Vec<u8> = TRUTHS.iter().rev().map(|byte| byte.wrapping_mul(2)).collect();
        raw(&bytes, t.shape())
    };
    for op in [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Maximum, BinaryOp::Minimum, BinaryOp::Div] {
        same(&format!("{op:?}"), |t| ops::binary(op, t, &normal(&TRUTHS, t.shape())));
        same(&format!("{op:?} reversed"), |t| {
            ops::binary(op, &normal(&[0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0], t.shape()), t)
        });
        same(&format!("{op:?} with itself"), |t| ops::binary(op, t, t));
        same(&format!("{op:?} with a number"), |t| ops::binary_scalar(op, t, 3.0));
        same(&format!("a number {op:?}"), |t| ops::scalar_binary(op, 3.0, t));
    }
    assert_eq!(
        seen(&ops::binary(BinaryOp::Add, &raw(&[2, 0], &[2]), &raw(&[0, 0], &[2])).expect("or")).2,
        [1, 0],
        "or of a 2"
    );
    use CompareOp::{Eq, Ge, Gt, Le, Lt, Ne};
    for op in [Eq, Ne, Lt, Le, Gt, Ge] {
        same(&format!("{op:?}"), |t| ops::compare(op, t, &normal(&[1; 12], t.shape())));
        same(&format!("{op:?} with a number"), |t| ops::compare_scalar(op, t, 1.0));
        same(&format!("{op:?} with uint8"), |t| {
            ops::compare(op, t, &ops::ones(Device::Cpu, DType::U8, &t.to_shape())?)
        });
    }
    for op in [UnaryOp::Abs, UnaryOp::Exp, UnaryOp::Sqrt, UnaryOp::Sigmoid, UnaryOp::Tanh, UnaryOp::Log] {
        same(&format!("{op:?}"), |t| ops::unary(op, t));
    }
    for dtype in [DType::F32, DType::F64, DType::I32, DType::I64, DType::U8] {
        same(&format!("cast to {dtype}"), |t| ops::cast(t, dtype));
    }
    same("condition of where", |t| {
        ops::where_(
            t,
            &ops::ones(Device::Cpu, DType::F32, &t.to_shape())?,
            &ops::zeros(Device::Cpu, DType::F32, &t.to_shape())?,
        )
    });
    same("compared with other such bytes", |t| ops::compare(Eq, t, &ops::cast(&other(t), DType::Bool)?));
    same("softmax", |t| ops::softmax(t, -1));
}

#[test]
fn reductions() {
    for axes in [&[][..], &[0], &[1], &[0, 1]] {
        for op in [ReduceOp::Sum, ReduceOp::Mean, ReduceOp::Max, ReduceOp::Min] {
            same(&format!("{op:?} over {axes:?}"), |t| ops::reduce(op, t, axes, false));
        }
        same(&format!("argmax over {axes:?}"), |t| ops::argmax(t, axes, true));
    }
    let long: Vec<u8> = (0..5000).map(|i| if i % 3 == 0 { 0 } else { i as u8 | 2 }).collect();
    let sum = ops::reduce(ReduceOp::Sum, &raw(&long, &[5000]), &[], false).expect("a sum");
    assert_eq!(ops::item_i64(&sum).expect("one"), 5000 - 1667);
}

#[test]
fn matrices_and_in_place() {
    same("matmul", |t| {
        let n = t.shape()[1];
        ops::matmul(t, &ops::ones(Device::Cpu, DType::I32, &shape(&[n, 2]))?)
    });
    for op in [BinaryOp::Add, BinaryOp::Mul, BinaryOp::Maximum, BinaryOp::Minimum] {
        same(&format!("{op:?} in place"), |t| {
            ops::binary_in_place(op, t, &normal(&[0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], t.shape()))?;
            Ok(t.untracked())
        });
        same(&format!("an operand of {op:?} in place"), |t| {
            let target = ops::cast(&ops::ones(Device::Cpu, DType::I64, &t.to_shape())?, DType::Bool)?;
            ops::binary_in_place(op, &target, t)?;
            Ok(target)
        });
        same(&format!("an operand of {op:?} in place into int32"), |t| {
            let target = ops::ones(Device::Cpu, DType::I32, &t.to_shape())?;
            ops::binary_in_place(op, &target, t)?;
            Ok(target)
        });
    }
}

#[test]
fn what_is_moved_stays_true() {
    let t = raw(&TRUTHS, &[3, 4]);
    let wanted: Vec<u8> = TRUTHS.iter().map(|byte| u8::from(*byte != 0)).collect();
    let mut bytes = [9; 12];
    ops::copy_bytes_to(&t, &mut bytes).expect("12 bytes");
    assert_eq!(bytes[..], wanted[..], "what is copied out is 0 or 1");
    assert_eq!(t.to_vec::<u8>().expect("bytes"), wanted.clone());
    let joined = ops::concat(&[&t, &normal(&TRUTHS, &[3, 4])], 0).expect("two of a shape");
    assert_eq!(joined.to_vec::<u8>().expect("bytes"), [&wanted[..], &wanted].concat());
    let rows = ops::index_select(&t, 0, &Tensor::from_slice(&[2i64, 0], &shape(&[2])).expect("small")).expect("rows");
    assert_eq!(rows.to_vec::<u8>().expect("bytes"), [&wanted[8..], &wanted[..4]].concat());
    let one = t.select(0, 0).expect("a row").select(0, 2).expect("an element");
    assert_eq!((ops::item(&one).expect("one"), ops::item_i64(&one).expect("one")), (1.0, 1));
    assert_eq!(t.to_string(), normal(&TRUTHS, &[3, 4]).to_string());
    let column = t.transpose(0, 1).expect("a matrix").select(0, 0).expect("a column");
    let mut bytes = [9; 3];
    ops::copy_bytes_to(&column, &mut bytes).expect("3 bytes");
    assert_eq!(bytes, [1, 0, 1]);
}

#[test]
fn files_have_0_and_1() {
    let path = std::env::temp_dir().join(format!("tenure-bools-{}.npy", std::process::id()));
    for t in [raw(&TRUTHS, &[3, 4]), raw(&TRUTHS, &[4, 3]).transpose(0, 1).expect("a matrix")] {
        tenure::io::npy::save(&path, &t).expect("writable");
        let file = std::fs::read(&path).expect("readable");
        assert!(file[file.len() - 12..].iter().all(|byte| *byte <= 1), "{:?}", &file[file.len() - 12..]);
        assert_eq!(
            tenure::io::npy::load(&path).expect("whole").to_vec::<u8>().expect("bytes"),
            t.to_vec::<u8>().expect("bytes")
        );
    }
    std::fs::remove_file(&path).expect("there");
}
