//! Initial values of parameters: their distributions, PyTorch's bounds, and that a refused call
//! changes nothing.

use tenure::autograd::Tape;
use tenure::device::Device;
use tenure::error::{Result, Status};
use tenure::internals::TensorInternals;
use tenure::nn::init::{self, FanMode, Nonlinearity};
use tenure::ops::{self, BinaryOp, ReduceOp};
use tenure::tensor::{DType, Shape, Tensor};

fn shaped(dtype: DType, dims: &[i64]) -> Tensor {
    Tensor::zeroed(Device::Cpu, dtype, &Shape::new(dims).expect("small")).expect("small")
}

fn values(t: &Tensor) -> Vec<f64> {
    ops::cast(t, DType::F64).expect("a copy").to_vec::<f64>().expect("float64")
}

/// Mean and standard deviation.
fn moments(t: &Tensor) -> (f64, f64) {
    let all = values(t);
    let mean = all.iter().sum::<f64>() / all.len() as f64;
    (mean, (all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / all.len() as f64).sqrt())
}

/// Rows of a matrix without their contiguous order.
fn strided(dtype: DType) -> Tensor {
    shaped(dtype, &[6, 8]).transpose(0, 1).expect("two axes")
}

/// An initialiser with its settings.
type Fill = dyn Fn(&Tensor) -> Result<()>;

#[test]
fn random_values_are_those_of_the_makers_in_any_layout() {
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        let shape = Shape::new(&[8, 6]).expect("small");
        type Fill = fn(&Tensor) -> Result<()>;
        type Make = fn(DType, &Shape) -> Result<Tensor>;
        let pairs: [(Fill, Make); 2] = [
            (|t| init::uniform(t, -3.0, 5.0), |dtype, shape| ops::uniform(Device::Cpu, dtype, -3.0, 5.0, shape)),
            (|t| init::normal(t, 2.0, 0.5), |dtype, shape| ops::normal(Device::Cpu, dtype, 2.0, 0.5, shape)),
        ];
        for (fill, make) in pairs {
            ops::seed(7);
            let wanted = values(&make(dtype, &shape).expect("floats"));
            for t in [shaped(dtype, &[8, 6]), strided(dtype)] {
                ops::seed(7);
                let version = t.storage().version();
                fill(&t).expect("floats");
                assert_eq!(values(&t), wanted, "{dtype}");
                assert!(t.storage().version() > version, "a tape must see the write");
            }
        }
    }
}

#[test]
fn normal_numbers_are_cut_at_their_bounds() {
    ops::seed(3);
    for (dtype, mean, std, low, high) in
        [(DType::F32, 0.0, 1.0, -2.0, 2.0), (DType::F64, 1.0, 0.5, 1.5, 9.0), (DType::F64, 0.0, 1.0, 8.0, 9.0)]
    {
        let t = shaped(dtype, &[200, 100]);
        init::trunc_normal(&t, mean, std, low, high).expect("floats");
        let all = values(&t);
        assert!(all.iter().all(|x| (low..=high).contains(x)), "from {low} to {high}");
        // The mean of a cut normal distribution: mean + std (phi(a) - phi(b)) / (share(b) -
        // share(a)).
        let (a, b) = ((low - mean) / std, (high - mean) / std);
        let density = |x: f64| (-0.5 * x * x).exp() / std::f64::consts::TAU.sqrt();
        let above = |x: f64| 0.5 * libm_erfc(x / std::f64::consts::SQRT_2);
        let wanted = mean + std * (density(a) - density(b)) / (above(a) - above(b));
        let (found, deviation) = moments(&t);
        assert!((found - wanted).abs() < 4.0 * deviation / 141.0, "{found} is not {wanted}");
    }
}

fn libm_erfc(x: f64) -> f64 {
    let t = Tensor::from_slice(&[x], &Shape::new(&[1]).expect("small")).expect("small");
    values(&ops::unary(ops::UnaryOp::Erfc, &t).expect("a float"))[0]
}

/// The bounds and deviations that PyTorch 2.7 computes for weights of shape [30, 20, 3, 2].
#[test]
fn scales_are_pytorchs() {
    let fresh = || shaped(DType::F64, &[30, 20, 3, 2]);
    let largest = |t: &Tensor| values(t).iter().fold(0f64, |most, x| most.max(x.abs()));
    ops::seed(5);
    let bounds: [(&str, &Fill, f64); 5] = [
        ("xavier", &|t| init::xavier_uniform(t, 1.0), 0.141_421_356_237_309_5),
        ("xavier of tanh", &|t| init::xavier_uniform(t, Nonlinearity::Tanh.gain(0.0)), 0.235_702_260_395_515_84),
        (
            "kaiming",
            &|t| init::kaiming_uniform(t, 5f64.sqrt(), FanMode::FanIn, Nonlinearity::LeakyRelu),
            0.091_287_092_917_527_69,
        ),
        (
            "kaiming of relu",
            &|t| init::kaiming_uniform(t, 0.0, FanMode::FanOut, Nonlinearity::Relu),
            0.182_574_185_835_055_4,
        ),
        (
            "kaiming of selu",
            &|t| init::kaiming_uniform(t, 0.0, FanMode::FanIn, Nonlinearity::Selu),
            0.118_585_412_256_314_2,
        ),
    ];
    for (name, fill, bound) in bounds {
        let t = fresh();
        fill(&t).expect("floats");
        let most = largest(&t);
        assert!(most <= bound && most > 0.998 * bound, "{name}: {most} is not just below {bound}");
    }
    let deviations: [(&str, &Fill, f64); 2] = [
        ("xavier", &|t| init::xavier_normal(t, 1.0), 0.081_649_658_092_772_6),
        (
            "kaiming",
            &|t| init::kaiming_normal(t, 0.0, FanMode::FanIn, Nonlinearity::LeakyRelu),
            0.129_099_444_873_580_57,
        ),
    ];
    for (name, fill, wanted) in deviations {
        let t = fresh();
        fill(&t).expect("floats");
        let (mean, found) = moments(&t);
        assert!(mean.abs() < 0.07 * wanted, "{name}: mean {mean}");
        assert!((found / wanted - 1.0).abs() < 0.05, "{name}: {found} is not about {wanted}");
    }
}

#[test]
fn orthogonal_rows_or_columns_have_right_angles() {
    ops::seed(11);
    for (dtype, near) in [(DType::F64, 1e-12), (DType::F32, 1e-5), (DType::BF16, 0.05)] {
        for dims in [&[5i64, 5][..], &[3, 2, 4], &[9, 4]] {
            let t = shaped(dtype, dims);
            init::orthogonal(&t, 2.0).expect("floats");
            let (rows, columns) = (dims[0] as usize, dims[1..].iter().product::<i64>() as usize);
            let all = values(&t);
            let at = |i: usize, k: usize| if rows <= columns { all[i * columns + k] } else { all[k * columns + i] };
            let (few, many) = (rows.min(columns), rows.max(columns));
            for i in 0..few {
                for j in 0..few {
                    let product: f64 = (0..many).map(|k| at(i, k) * at(j, k)).sum();
                    let wanted = if i == j { 4.0 } else { 0.0 };
                    assert!((product - wanted).abs() < 4.0 * near, "{dtype} {dims:?} {i} {j}: {product}");
                }
            }
        }
    }
    // Not the same matrix twice, and either sign on the diagonal of R.
    let signs: Vec<bool> = (0..20)
        .map(|_| {
            let t = shaped(DType::F64, &[2, 2]);
            init::orthogonal(&t, 1.0).expect("floats");
            values(&t)[0] > 0.0
        })
        .collect();
    assert!(signs.contains(&true) && signs.contains(&false));
}

#[test]
fn dirac_keeps_the_input_of_a_convolution_and_eye_is_the_identity() {
    let t = shaped(DType::F32, &[4, 3, 3, 2]);
    ops::fill(&t, 7.0).expect("writable");
    init::dirac(&t, 2).expect("two groups of two");
    // PyTorch: ones at [0, 0], [1, 1], [2, 0], [3, 1], each at [1, 1] of its kernel.
    let ones: Vec<usize> = values(&t)
        .iter()
        .enumerate()
        .filter(|(_, x)| **x != 0.0)
        .map(|(i, x)| if *x == 1.0 { i } else { 999 })
        .collect();
    let at = |output: usize, input: usize| (output * 3 + input) * 6 + 3;
    assert_eq!(ones, [at(0, 0), at(1, 1), at(2, 0), at(3, 1)]);
    let t = strided(DType::I32);
    init::eye(&t).expect("a matrix");
    assert!(values(&t).iter().enumerate().all(|(i, &x)| x == f64::from(u8::from(i / 6 == i % 6))));
}

#[test]
fn refused_calls_change_neither_the_tensor_nor_the_stream() {
    let t = shaped(DType::F32, &[4, 4]);
    ops::fill(&t, 3.0).expect("writable");
    let (line, whole) = (shaped(DType::F32, &[4]), shaped(DType::I64, &[4, 4]));
    let expanded = line.expand(&Shape::new(&[4, 4]).expect("small")).expect("it broadcasts");
    let nan = f64::NAN;
    let kaiming = |t: &Tensor, a: f64| init::kaiming_uniform(t, a, FanMode::FanIn, Nonlinearity::Relu);
    let refused: Vec<(Result<()>, Status, &str)> = vec![
        (init::uniform(&t, 2.0, 1.0), Status::InvalidArgument, "uniform from 2 to 1"),
        (init::normal(&t, 0.0, -1.0), Status::InvalidArgument, "a standard deviation of -1"),
        (init::trunc_normal(&t, 0.0, 1.0, 2.0, 1.0), Status::InvalidArgument, "trunc_normal from 2 to 1"),
        (init::trunc_normal(&t, nan, 1.0, 0.0, 1.0), Status::InvalidArgument, "mean NaN"),
        (init::xavier_uniform(&t, -1.0), Status::InvalidArgument, "gain -1"),
        (init::xavier_normal(&line, 1.0), Status::InvalidArgument, "at least 2 dimensions, got shape [4]"),
        (kaiming(&t, f64::INFINITY), Status::InvalidArgument, "slope inf"),
        (init::orthogonal(&line, 1.0), Status::InvalidArgument, "at least 2 dimensions, got shape [4]"),
        (init::orthogonal(&whole, 1.0), Status::DtypeMismatch, "int64"),
        (init::uniform(&whole, 0.0, 1.0), Status::DtypeMismatch, "int64"),
        (init::normal(&expanded, 0.0, 1.0), Status::InvalidArgument, "overlap"),
        (init::eye(&line), Status::InvalidArgument, "eye needs 2 dimensions, got shape [4]"),
        (init::dirac(&t, 1), Status::InvalidArgument, "dirac needs 3 to 5 dimensions, got shape [4,4]"),
        (init::dirac(&shaped(DType::F32, &[4, 2, 3]), 3), Status::InvalidArgument, "3 groups do not divide 4"),
        (init::dirac(&shaped(DType::F32, &[4, 2, 3]), 0), Status::InvalidArgument, "0 groups do not divide 4"),
    ];
    for (result, status, part) in refused {
        let error = result.expect_err(part);
        assert_eq!(error.status(), status, "{error}");
        assert!(error.message().contains(part), "{error} without '{part}'");
    }
    let tape = Tape::new();
    let watched = tape.watch(&t).expect("a float");
    let error = init::uniform(&watched, 0.0, 1.0).expect_err("recorded");
    assert_eq!(error.status(), Status::InvalidArgument);
    assert!(values(&t).iter().all(|&x| x == 3.0));
    let difference = ops::binary(BinaryOp::Sub, &t, &t).expect("one shape");
    assert_eq!(ops::item(&ops::reduce(ReduceOp::Sum, &difference, &[], false).expect("a sum")).expect("one"), 0.0);
}

#[test]
fn tensors_without_elements_stay_as_they_are() {
    let t = shaped(DType::F32, &[0, 4]);
    init::xavier_uniform(&t, 1.0).expect("nothing to do");
    init::kaiming_normal(&t, 0.0, FanMode::FanIn, Nonlinearity::Relu).expect("nothing to do");
    init::orthogonal(&t, 1.0).expect("nothing to do");
    init::dirac(&shaped(DType::F32, &[0, 4, 3]), 1).expect("nothing to do");
}
