//! Values in and out of a device, as bytes, rows and text, and random draws: what a program sees is
//! what it sees on the processor.

use super::bits::numbers;
use super::place::both;
use super::*;
use tenure::error::{Result, Status};
use tenure::ops::*;

/// As bytes, in any layout; an error is the processor's.
fn bytes_of(t: &Tensor) -> Vec<u8> {
    let mut bytes = vec![7; t.nbytes()];
    copy_bytes_to(t, &mut bytes[..]).expect("as many bytes as elements");
    bytes
}

#[test]
fn bytes_out_of_any_layout() {
    for dtype in DTYPES {
        let t = Random(70).tensor(dtype, &[5, 8]);
        let device = there(&t);
        let views: [fn(&Tensor) -> Result<Tensor>; 4] = [
            |t| t.transpose(0, 1),
            |t| t.slice(1, 1, 8, 3),
            |t| t.select(0, 3)?.expand(&[4, 8]),
            |t| t.slice(0, 2, 2, 1),
        ];
        assert_eq!(bytes_of(&device), bytes_of(&t), "{dtype}");
        for view in views {
            let (wanted, got) = (view(&t).expect("a view"), view(&device).expect("a view"));
            assert_eq!(bytes_of(&got), bytes_of(&wanted), "{dtype}, {:?}", wanted.strides());
            let rows = |t: &Tensor| {
                let mut bytes = vec![9; 12 * 30 * dtype.size()];
                copy_rows_to(t, Rows::new(t, 2, 11).expect("rows"), &mut bytes[..]).expect("they fit");
                bytes
            };
            assert_eq!(rows(&got), rows(&wanted), "{dtype}, {:?}, in rows", wanted.strides());
        }
    }
    let t = ones(cuda(), DType::F32, &shape(&[3])).expect("small");
    let error = copy_bytes_to(&t, &mut [0; 8][..]).expect_err("4 bytes short");
    assert_eq!(error.status(), Status::ShapeMismatch);
}

#[test]
fn bytes_into_any_layout() {
    for dtype in DTYPES {
        let (t, new) = (Random(71).tensor(dtype, &[6, 4]), Random(72).tensor(dtype, &[6, 4]));
        let bytes = raw(&new);
        both(&format!("{dtype}"), &[&t], &|t| {
            let t = copy(t[0])?;
            copy_bytes_from(&t, &bytes[..])?;
            Ok(t)
        });
        both(&format!("{dtype}, transposed"), &[&t], &|t| {
            let t = copy(t[0])?;
            copy_bytes_from(&t.transpose(0, 1)?, &bytes[..])?;
            Ok(t)
        });
        both(&format!("{dtype}, a part"), &[&t], &|t| {
            let t = copy(t[0])?;
            copy_bytes_from(&t.slice(1, 0, 4, 2)?, &bytes[..12 * dtype.size()])?;
            Ok(t)
        });
        let device = there(&t);
        let error = copy_bytes_from(&device, &bytes[1..]).expect_err("a byte short");
        assert_eq!(error.status(), Status::ShapeMismatch, "{error}");
        let row = device.select(0, 0).expect("a view").expand(&[6, 4]).expect("a view");
        let error = copy_bytes_from(&row, &bytes[..]).expect_err("its elements overlap");
        assert_eq!(error.status(), Status::InvalidArgument, "{error}");
        assert_eq!(raw(&here(&device)), raw(&t), "unchanged");
    }
}

#[test]
fn text_is_that_of_the_processor() {
    for dtype in DTYPES {
        let t = Random(73).tensor(dtype, &[7, 5]);
        let views: [fn(&Tensor) -> Result<Tensor>; 5] = [
            |t| Ok(t.clone()),
            |t| t.transpose(0, 1)?.slice(0, 1, 5, 2),
            |t| t.select(0, 6)?.select(0, 4),
            |t| t.slice(0, 1, 2, 1)?.expand(&[1200, 5]),
            |t| t.slice(1, 5, 5, 1),
        ];
        for view in views {
            let (wanted, got) = (view(&t).expect("a view"), view(&there(&t)).expect("a view"));
            assert_eq!(got.to_string(), wanted.to_string(), "{dtype}");
        }
    }
    // Its printed elements are further apart than what is copied at once.
    let long = numbers(74, DType::F32, &[700_000]);
    assert_eq!(there(&long).to_string(), long.to_string());
    let apart = |t: &Tensor| t.slice(0, 0, 700_000, 690_000).expect("a view").to_string();
    assert_eq!(apart(&there(&long)), apart(&long));
}

#[test]
fn products_of_integers_wrap() {
    for dtype in DTYPES.into_iter().filter(|dtype| !dtype.is_float() && *dtype != DType::Bool) {
        let (a, b) = (Random(75).tensor(dtype, &[2, 3, 70]), Random(76).tensor(dtype, &[70, 9]));
        both(&format!("{dtype}"), &[&a, &b], &|t| matmul(t[0], t[1]));
        both(&format!("{dtype}, turned"), &[&a, &b], &|t| matmul(&t[1].transpose(0, 1)?, &t[0].transpose(1, 2)?));
        both(&format!("{dtype}, a vector"), &[&a, &b], &|t| matmul(t[0], &t[1].select(1, 3)?));
        both(&format!("{dtype}, none"), &[&a, &b], &|t| matmul(&t[0].slice(1, 1, 1, 1)?, t[1]));
        both(&format!("{dtype} and float32"), &[&a, &b], &|t| {
            matmul(&cast(&bits(BitOp::And, t[0], &bits(BitOp::Xor, t[0], t[0])?)?, DType::F32)?, t[1])
        });
        both(&format!("{dtype}, into"), &[&a, &b], &|t| {
            let out = zeros(t[0].device(), dtype, &shape(&[2, 3, 9]))?;
            matmul_into(t[0], t[1], &out)?;
            Ok(out)
        });
    }
}

#[test]
fn draws_are_those_of_the_processor() {
    let seeded = |what: &str, operands: &[&Tensor], f: &dyn Fn(&[&Tensor]) -> Result<Tensor>| {
        both(what, operands, &|t| {
            seed(11);
            f(t)
        });
    };
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        let chances = unary(UnaryOp::Abs, &cast(&numbers(77, DType::F32, &[9, 11]), dtype).expect("a cast"));
        let chances = chances.expect("floats");
        let chances = binary(BinaryOp::Div, &chances, &reduce(ReduceOp::Max, &chances, &[], true).expect("one"));
        let chances = chances.expect("shares of the largest");
        seeded(&format!("bernoulli of {dtype}"), &[&chances], &|t| bernoulli(t[0]));
        seeded("of a view", &[&chances], &|t| bernoulli(&t[0].transpose(0, 1)?));
        seeded("and the next draw", &[&chances], &|t| {
            bernoulli(t[0])?;
            rand(t[0].device(), DType::F32, &shape(&[5]))
        });
        for replacement in [false, true] {
            seeded(&format!("multinomial of {dtype}"), &[&chances], &|t| multinomial(t[0], 4, replacement));
            seeded("of one row", &[&chances], &|t| multinomial(&t[0].select(0, 2)?, 3, replacement));
        }
        seeded(&format!("trunc_normal of {dtype}"), &[&chances], &|t| {
            let t = copy(t[0])?;
            trunc_normal_in_place(&t, 0.5, 2.0, -1.0, 1.5)?;
            trunc_normal_in_place(&t.slice(1, 0, 11, 2)?, 0.5, 2.0, 0.0, 1.0)?;
            Ok(t)
        });
    }
    let wrong = Tensor::from_slice(&[0.5f32, 1.5, f32::NAN, -1.0], &shape(&[4])).expect("four");
    seeded("no chance", &[&wrong], &|t| bernoulli(t[0]));
    seeded("no weights", &[&wrong], &|t| multinomial(t[0], 1, true));
    seeded("of integers", &[&wrong], &|t| bernoulli(&cast(t[0], DType::I32)?));
}
