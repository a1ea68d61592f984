//! Normalisation on a CUDA device: the processor's bits, with gradients.

use super::bits::numbers;
use super::grads::same_gradients;
use super::*;
use tenure::autograd::nn::{batch_norm, group_norm, instance_norm, layer_norm, rms_norm};
use tenure::error::Result;
use tenure::ops::*;

fn same_values(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    let device: Vec<Tensor> = operands.iter().map(there).collect();
    let wanted = f(operands).unwrap_or_else(|error| panic!("{what} on the processor: {error}"));
    let got = f(&device).unwrap_or_else(|error| panic!("{what} on the device: {error}"));
    assert_eq!(got.device(), cuda(), "{what}");
    assert_eq!((got.dtype(), got.shape()), (wanted.dtype(), wanted.shape()), "{what}");
    assert_eq!(raw(&here(&got)), raw(&wanted), "{what}: {wanted:?}");
}

/// Values and gradients.
pub(crate) fn both(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    same_values(what, operands, f);
    same_gradients(what, operands, f);
}

#[test]
fn of_rows() {
    for dtype in [DType::F32, DType::F64, DType::F16] {
        for (rows, n) in [(1, 1), (5, 7), (3, 64), (6, 130), (2, 600)] {
            let x = numbers(80, dtype, &[rows, n]);
            let (w, b) = (numbers(81, dtype, &[n]), numbers(82, dtype, &[n]));
            let what = format!("of {dtype} [{rows}, {n}]");
            both(&format!("layer_norm {what}"), &[x.clone(), w.clone(), b.clone()], &|t| {
                layer_norm(&t[0], &[n], Some(&t[1]), Some(&t[2]), 1e-5)
            });
            both(&format!("layer_norm without weights {what}"), std::slice::from_ref(&x), &|t| {
                layer_norm(&t[0], &[n], None, None, 1e-5)
            });
            both(&format!("rms_norm {what}"), &[x.clone(), w], &|t| rms_norm(&t[0], &[n], Some(&t[1]), None));
        }
    }
    let special = Random(83).tensor(DType::F32, &[4, 100]);
    same_values("of special values", &[special], &|t| layer_norm(&t[0], &[100], None, None, 1e-5));
    let none = numbers(84, DType::F32, &[0, 3]);
    same_values("of no rows", &[none], &|t| layer_norm(&t[0], &[3], None, None, 1e-5));
}

#[test]
fn of_channels() {
    for dtype in [DType::F32, DType::F64, DType::BF16] {
        for dims in [&[3i64, 4][..], &[2, 6, 5], &[3, 4, 9, 11]] {
            let x = numbers(85, dtype, dims);
            let (w, b) = (numbers(86, dtype, &dims[1..2]), numbers(87, dtype, &dims[1..2]));
            let all = [x.clone(), w, b];
            let what = format!("of {dtype} {dims:?}");
            both(&format!("group_norm {what}"), &all, &|t| group_norm(&t[0], 2, Some(&t[1]), Some(&t[2]), 1e-5));
            both(&format!("group_norm without weights {what}"), std::slice::from_ref(&x), &|t| {
                group_norm(&t[0], 2, None, None, 1e-5)
            });
            both(&format!("batch_norm {what}"), &all, &|t| {
                batch_norm(&t[0], None, Some(&t[1]), Some(&t[2]), true, 0.1, 1e-5)
            });
            for training in [true, false] {
                let moved = |t: &[Tensor]| {
                    let (mean, variance) = (copy(&t[1])?, binary(BinaryOp::Mul, &t[1], &t[1])?);
                    let out = batch_norm(&t[0], Some((&mean, &variance)), None, None, training, 0.1, 1e-5)?;
                    concat(&[&reshape(&out, &[-1])?, &mean, &variance], 0)
                };
                same_values(&format!("running {what}, {training}"), &all[..2], &moved);
            }
            if dims.len() > 2 {
                both(&format!("instance_norm {what}"), &all, &|t| {
                    instance_norm(&t[0], None, Some(&t[1]), Some(&t[2]), true, 0.1, 1e-5)
                });
            }
        }
    }
}
