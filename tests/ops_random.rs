//! The random stream against its documentation. The process has one generator, so this is a single
//! test.

mod common;

use common::numpy;
use tenure::device::Device;
use tenure::error::{Result, Status};
use tenure::ops::{rand, randn, seed};
use tenure::tensor::{DType, Shape, Tensor};

type Draw = fn(Device, DType, &Shape) -> Result<Tensor>;

fn draw(what: Draw, dtype: DType, n: i64) -> Tensor {
    what(Device::Cpu, dtype, &Shape::new(&[n]).expect("small")).expect("a float dtype")
}

fn f32s(t: &Tensor) -> Vec<f32> {
    t.to_vec().expect("float32")
}

fn f64s(t: &Tensor) -> Vec<f64> {
    t.to_vec().expect("float64")
}

#[test]
fn the_stream_is_the_documented_one() {
    let start = draw(rand, DType::F64, 3);
    seed(0);
    assert_eq!(f64s(&start), f64s(&draw(rand, DType::F64, 3)), "the program starts as after seed(0)");

    numpy::check("streams", |case, _| {
        seed(case.text("seed").parse().expect("a seed"));
        let what: Draw = if case.op == "rand" { rand } else { randn };
        Ok(draw(what, case.dtype("dtype"), case.int("count")))
    });
    normal_values_have_these_very_bits();
    calls_follow_each_other_in_one_stream();
    values_are_spread_as_they_should();
    for (what, name) in [(rand as Draw, "rand"), (randn, "randn")] {
        let error = what(Device::Cpu, DType::I64, &Shape::scalar()).expect_err("no integers");
        assert_eq!(error.status(), Status::DtypeMismatch);
        assert_eq!(error.message(), format!("{name} makes floating-point numbers, not int64"));
    }
}

/// NumPy's logarithm may differ in the last place; ours must not, on any machine.
fn normal_values_have_these_very_bits() {
    seed(7);
    let bits: Vec<u64> = f64s(&draw(randn, DType::F64, 6)).iter().map(|v| v.to_bits()).collect();
    assert_eq!(
        bits,
        [
            0xbfe6_f01b_7efb_97c6,
            0x3fc3_f12f_b81a_7224,
            0xbff0_52c1_bdcb_5c21,
            0x4008_6679_a277_2b9c,
            0xbfe6_de38_1fa5_8a97,
            0x3ff2_e170_b135_3dd5
        ]
    );
    seed(7);
    let bits: Vec<u32> = f32s(&draw(randn, DType::F32, 6)).iter().map(|v| v.to_bits()).collect();
    assert_eq!(bits, [0xbf37_80dc, 0x3e1f_897e, 0xbf82_960e, 0x4043_33cd, 0xbf36_f1c1, 0x3f97_0b86]);
}

fn calls_follow_each_other_in_one_stream() {
    seed(3);
    let whole = draw(rand, DType::F32, 10);
    seed(3);
    let (first, second) = (draw(rand, DType::F32, 7), draw(rand, DType::F32, 3));
    assert_eq!([f32s(&first), f32s(&second)].concat(), f32s(&whole));
    seed(4);
    assert_ne!(f32s(&draw(rand, DType::F32, 7)), f32s(&first));
}

fn values_are_spread_as_they_should() {
    const N: i64 = 100_000;
    seed(1);
    let uniform = draw(rand, DType::F32, N);
    assert!(f32s(&uniform).iter().all(|v| (0.0..1.0).contains(v)));
    for (t, mean, variance) in [(uniform, 0.5, 1.0 / 12.0), (draw(randn, DType::F32, N), 0.0, 1.0)] {
        let values: Vec<f64> = f32s(&t).iter().map(|&v| f64::from(v)).collect();
        let got = values.iter().sum::<f64>() / N as f64;
        let spread = values.iter().map(|v| (v - got).powi(2)).sum::<f64>() / N as f64;
        // Five standard errors of the mean; the seed is fixed, so the result is reproducible.
        assert!((got - mean).abs() < 5.0 * (variance / N as f64).sqrt(), "mean {got}");
        assert!((spread / variance - 1.0).abs() < 0.03, "variance {spread}");
    }
}
