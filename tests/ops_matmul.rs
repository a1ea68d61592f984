//! Matrix products against NumPy's answers, and sizes beyond one block of the kernels.

mod common;

use common::numpy;
use tenure::ops;
use tenure::tensor::{Shape, Tensor};

#[test]
fn products_are_numpys() {
    numpy::check("products", |_, t| ops::matmul(&t[0], &t[1]));
}

/// Small integers: every product and sum is exact in each dtype, so all must agree to the bit.
#[test]
fn floats_and_integers_agree_on_sizes_beyond_a_block() {
    for (m, k, n) in [(65, 130, 67), (1, 200, 1), (3, 64, 129), (128, 1, 5)] {
        let left: Vec<i32> = (0..m * k).map(|i| (i * 31 % 17) - 8).collect();
        let right: Vec<i32> = (0..k * n).map(|i| (i * 13 % 11) - 5).collect();
        let product = |left: Tensor, right: Tensor| ops::matmul(&left, &right).expect("they fit");
        let (a, b) =
            (Shape::new(&[m.into(), k.into()]).expect("small"), Shape::new(&[k.into(), n.into()]).expect("small"));
        let wanted: Vec<i32> = (0..m * n)
            .map(|i| (0..k).map(|j| left[(i / n * k + j) as usize] * right[(j * n + i % n) as usize]).sum())
            .collect();
        let integers = product(make(&left, &a, |v| v), make(&right, &b, |v| v));
        assert_eq!(integers.as_slice::<i32>().expect("i32"), wanted);
        let floats = product(make(&left, &a, |v| v as f32), make(&right, &b, |v| v as f32));
        assert_eq!(floats.as_slice::<f32>().expect("f32"), wanted.iter().map(|&v| v as f32).collect::<Vec<_>>());
        let doubles = product(make(&left, &a, f64::from), make(&right, &b, f64::from));
        assert_eq!(doubles.as_slice::<f64>().expect("f64"), wanted.iter().map(|&v| f64::from(v)).collect::<Vec<_>>());
    }
}

fn make<T: tenure::tensor::Element>(values: &[i32], shape: &Shape, convert: impl Fn(i32) -> T) -> Tensor {
    let values: Vec<T> = values.iter().map(|&v| convert(v)).collect();
    Tensor::from_slice(&values, shape).expect("memory")
}

#[test]
fn errors_name_the_values() {
    let make = |dims: &[i64]| Tensor::from_slice(&[0f32; 6][..], &Shape::new(dims).expect("small")).expect("memory");
    let error = ops::matmul(&make(&[2, 3]), &make(&[2, 3])).expect_err("3 is not 2");
    assert_eq!(error.message(), "matmul of shapes [2,3] and [2,3]: inner sizes 3 and 2 differ");
}
