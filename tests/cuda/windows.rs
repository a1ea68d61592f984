//! Pools, which have the processor's bits, and convolutions and attention, whose sums have another
//! order, on a CUDA device, with gradients.

use super::bits::numbers;
use super::grads::gradients;
use super::norms::both;
use super::*;
use tenure::autograd::nn::{
    ConvSettings, PoolSettings, adaptive_avg_pool, adaptive_max_pool, avg_pool, conv, conv_transpose, max_pool,
    scaled_dot_product_attention,
};
use tenure::error::Result;
use tenure::ops::*;

/// Values and gradients within a bound of the processor's.
fn close(what: &str, operands: &[Tensor], f: &dyn Fn(&[Tensor]) -> Result<Tensor>) {
    let device: Vec<Tensor> = operands.iter().map(there).collect();
    let all =
        |operands: &[Tensor]| -> Result<Vec<Tensor>> { Ok([vec![f(operands)?], gradients(operands, f)?].concat()) };
    let wanted = all(operands).unwrap_or_else(|error| panic!("{what} on the processor: {error}"));
    let got = all(&device).unwrap_or_else(|error| panic!("{what} on the device: {error}"));
    for (i, (wanted, got)) in wanted.iter().zip(&got).enumerate() {
        assert_eq!((got.device(), got.dtype(), got.shape()), (cuda(), wanted.dtype(), wanted.shape()), "{what}, {i}");
        let list = |t: &Tensor| cast(&here(t), DType::F64).expect("a cast").to_vec::<f64>().expect("float64");
        let bound = if got.dtype() == DType::F64 { 1e-10 } else { 2e-4 };
        for (got, wanted) in list(got).iter().zip(list(wanted)) {
            let is_close = (got - wanted).abs() <= bound * (1.0 + wanted.abs()) || got.is_nan() && wanted.is_nan();
            assert!(is_close, "{what}, {i}: {got} {wanted}");
        }
    }
}

#[test]
fn pools_have_the_processors_bits() {
    let how = PoolSettings { kernel: &[3, 2], padding: &[1, 1], ..PoolSettings::default() };
    let apart = PoolSettings { kernel: &[2, 3], stride: &[2, 1], dilation: &[2, 1], ..PoolSettings::default() };
    let above = PoolSettings { kernel: &[2, 2], ceil_mode: true, count_include_pad: true, ..PoolSettings::default() };
    for dtype in [DType::F32, DType::F64, DType::F16] {
        let x = [numbers(100, dtype, &[2, 3, 7, 5])];
        for (name, how) in [("padded", &how), ("apart", &apart), ("above", &above)] {
            both(&format!("max_pool of {dtype}, {name}"), &x, &|t| Ok(max_pool::<2>(&t[0], how)?.0));
            both(&format!("avg_pool of {dtype}, {name}"), &x, &|t| avg_pool::<2>(&t[0], how));
        }
        both("adaptive_max_pool", &x, &|t| Ok(adaptive_max_pool::<2>(&t[0], &[3, 2])?.0));
        both("adaptive_avg_pool", &x, &|t| adaptive_avg_pool::<2>(&t[0], &[3, 4]));
        let one = PoolSettings { kernel: &[3], stride: &[2], ..PoolSettings::default() };
        both("max_pool1d", &[numbers(101, dtype, &[2, 9])], &|t| Ok(max_pool::<1>(&t[0], &one)?.0));
        let cube = PoolSettings { kernel: &[2, 1, 2], ..PoolSettings::default() };
        both("avg_pool3d", &[numbers(102, dtype, &[2, 4, 3, 4])], &|t| avg_pool::<3>(&t[0], &cube));
    }
    // Special values, and small integers, of which several are the greatest.
    let x = Random(103).tensor(DType::F32, &[1, 1, 12, 12]);
    let few = cast(&numbers(103, DType::F32, &[1, 1, 12, 12]), DType::I32).expect("a cast");
    let few = binary_scalar(BinaryOp::Minimum, &cast(&few, DType::F32).expect("a cast"), 3.0).expect("a minimum");
    let places = |t: &Tensor| max_pool::<2>(t, &how).expect("it fits");
    for x in [x, few] {
        let (wanted, got) = (places(&x), places(&there(&x)));
        assert_eq!((raw(&here(&got.0)), raw(&here(&got.1))), (raw(&wanted.0), raw(&wanted.1)));
    }
}

#[test]
fn convolutions_and_their_gradients() {
    for dtype in [DType::F32, DType::F64] {
        let (x, w, b) = (&[2i64, 4, 6, 5][..], &[6i64, 4, 3, 2][..], &[6i64][..]);
        let all = [numbers(104, dtype, x), numbers(105, dtype, w), numbers(106, dtype, b)];
        let plain = ConvSettings { stride: &[], padding: &[], dilation: &[], output_padding: &[], groups: 1 };
        let padded = ConvSettings { padding: &[2, 1], stride: &[2, 1], dilation: &[1, 2], ..plain };
        for how in [&plain, &padded] {
            close(&format!("conv2d of {dtype}"), &all, &|t| conv::<2>(&t[0], &t[1], Some(&t[2]), how));
        }
        let groups = ConvSettings { groups: 2, padding: &[1, 1], ..plain };
        let narrow = [all[0].clone(), numbers(107, dtype, &[6, 2, 3, 2])];
        close(&format!("groups of {dtype}"), &narrow, &|t| conv::<2>(&t[0], &t[1], None, &groups));
        let back = ConvSettings { stride: &[2, 2], padding: &[1, 0], output_padding: &[1, 0], ..plain };
        let turned = [all[0].clone(), numbers(108, dtype, &[4, 3, 3, 2]), numbers(109, dtype, &[3])];
        close(&format!("conv_transpose2d of {dtype}"), &turned, &|t| {
            conv_transpose::<2>(&t[0], &t[1], Some(&t[2]), &back)
        });
        let halves = ConvSettings { groups: 2, ..plain };
        let turned = [all[0].clone(), numbers(110, dtype, &[4, 3, 3, 2])];
        close("conv_transpose2d in groups", &turned, &|t| conv_transpose::<2>(&t[0], &t[1], None, &halves));
        let line = [numbers(111, dtype, &[3, 2, 9]), numbers(112, dtype, &[4, 2, 3])];
        close("conv1d", &line, &|t| conv::<1>(&t[0], &t[1], None, &plain));
        let cube = [numbers(113, dtype, &[2, 3, 4, 3, 3]), numbers(114, dtype, &[2, 3, 2, 2, 2])];
        close("conv3d", &cube, &|t| conv::<3>(&t[0], &t[1], None, &plain));
    }
}

#[test]
fn attention_by_blocks_and_its_gradients() {
    for dtype in [DType::F32, DType::F64] {
        let small =
            |seed, dims: &[i64]| binary_scalar(BinaryOp::Mul, &numbers(seed, dtype, dims), 0.25).expect("a product");
        let all = [small(115, &[2, 3, 7, 4]), small(116, &[2, 3, 9, 4]), small(117, &[2, 3, 9, 5])];
        close(&format!("attention of {dtype}"), &all, &|t| {
            scaled_dot_product_attention(&t[0], &t[1], &t[2], None, false, None)
        });
        close(&format!("causal attention of {dtype}"), &all, &|t| {
            scaled_dot_product_attention(&t[0], &t[1], &t[2], None, true, Some(0.7))
        });
        let mask = compare_scalar(CompareOp::Gt, &numbers(118, DType::F32, &[7, 9]), 0.0).expect("bool");
        copy_into(&mask.select(0, 3).expect("a row"), &zeros(Device::Cpu, DType::Bool, &shape(&[9])).expect("none"))
            .expect("a query that attends to no key");
        close(&format!("masked attention of {dtype}"), &[&all[..], &[mask]].concat(), &|t| {
            scaled_dot_product_attention(&t[0], &t[1], &t[2], Some(&t[3]), false, None)
        });
        close(
            &format!("attention with an added mask of {dtype}"),
            &[&all[..], &[small(119, &[3, 7, 9])]].concat(),
            &|t| scaled_dot_product_attention(&t[0], &t[1], &t[2], Some(&t[3]), true, None),
        );
    }
}
