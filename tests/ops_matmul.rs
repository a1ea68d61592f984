//! Matrix products against NumPy's answers, and sizes beyond one block of the kernels.

mod common;

use common::numpy;
use tenure::ops;
use tenure::tensor::{Shape, Tensor};
use tenure::threads::with_threads;

#[test]
fn products_are_numpys() {
    numpy::check("products", |_, t| ops::matmul(&t[0], &t[1]));
}

/// Beyond a block of the large kernels, and each width and each remainder of rows of the small one.
const SIZES: [(i32, i32, i32); 10] = [
    (65, 130, 67),
    (1, 200, 1),
    (3, 64, 129),
    (128, 1, 5),
    (8, 3, 4),
    (11, 7, 16),
    (13, 20, 23),
    (7, 12, 40),
    (9, 16, 57),
    (32, 64, 64),
];

/// Small integers: every product and sum is exact in each dtype, so all results must be equal.
#[test]
fn floats_and_integers_agree_on_sizes_beyond_a_block() {
    for (m, k, n) in SIZES {
        let left: Vec<i32> = (0..m * k).map(|i| (i * 31 % 17) - 8).collect();
        let right: Vec<i32> = (0..k * n).map(|i| (i * 13 % 11) - 5).collect();
        let product = |left: Tensor, right: Tensor| ops::matmul(&left, &right).expect("they fit");
        let (a, b) =
            (Shape::new(&[m.into(), k.into()]).expect("small"), Shape::new(&[k.into(), n.into()]).expect("small"));
        let wanted: Vec<i32> = (0..m * n)
            .map(|i| (0..k).map(|j| left[(i / n * k + j) as usize] * right[(j * n + i % n) as usize]).sum())
            .collect();
        let integers = product(make(&left, &a, |v| v), make(&right, &b, |v| v));
        assert_eq!(integers.to_vec::<i32>().expect("i32"), wanted);
        let floats = product(make(&left, &a, |v| v as f32), make(&right, &b, |v| v as f32));
        assert_eq!(floats.to_vec::<f32>().expect("f32"), wanted.iter().map(|&v| v as f32).collect::<Vec<_>>());
        let doubles = product(make(&left, &a, f64::from), make(&right, &b, f64::from));
        assert_eq!(doubles.to_vec::<f64>().expect("f64"), wanted.iter().map(|&v| f64::from(v)).collect::<Vec<_>>());
        let columns = |t: Tensor| ops::contiguous(&t.transpose(0, 1)?)?.transpose(0, 1);
        let (a, b) = (make(&left, &a, |v| v as f32), make(&right, &b, |v| v as f32));
        let transposed = product(columns(a).expect("memory"), columns(b).expect("memory"));
        assert_eq!(transposed.to_vec::<f32>().expect("f32"), floats.to_vec::<f32>().expect("f32"));
    }
}

/// A batch of small matrices equals the separate products.
#[test]
fn a_batch_is_as_many_products() {
    let values: Vec<i32> = (0..2 * 5 * 20).map(|i| i * 7 % 13 - 6).collect();
    let a = make(&values, &Shape::new(&[2, 5, 20]).expect("small"), |v| v as f32);
    let b = make(&values, &Shape::new(&[2, 20, 5]).expect("small"), |v| v as f32);
    let all = ops::matmul(&a, &b).expect("they fit");
    for i in 0..2 {
        let one = ops::matmul(&a.select(0, i).expect("there"), &b.select(0, i).expect("there")).expect("they fit");
        let from = i as usize * 25;
        assert_eq!(one.to_vec::<f32>().expect("float32"), all.to_vec::<f32>().expect("new")[from..from + 25].to_vec());
    }
}

/// A wide product is computed in strips of columns, which does not change the bits. On one thread,
/// because several threads get narrower parts.
#[test]
fn a_wide_product_has_the_bits_of_narrower_ones() {
    const WIDTH: i64 = 600;
    let tensor = |dims: [i64; 2], of: i64| {
        let values: Vec<f64> = (0..dims[0] * dims[1]).map(|i| (i * 7919 % of) as f64 / of as f64).collect();
        Tensor::from_slice(&values, &Shape::new(&dims).expect("small")).expect("memory")
    };
    for (m, k, n) in [(70, 512, 6_000), (1, 512, 6_000), (3, 40, 60_000)] {
        let (a, b) = (tensor([m, k], 1_013), tensor([k, n], 2_003));
        let whole = with_threads(1, || ops::matmul(&a, &b)).expect("they fit");
        for start in (0..n).step_by(WIDTH as usize) {
            let part = ops::matmul(&a, &b.slice(1, start, start + WIDTH, 1).expect("there")).expect("they fit");
            let wanted = whole.slice(1, start, start + WIDTH, 1).and_then(|t| ops::contiguous(&t)).expect("there");
            assert_eq!(
                part.to_vec::<f64>().expect("f64"),
                wanted.to_vec::<f64>().expect("f64"),
                "{m} x {k} x {n} from column {start}"
            );
        }
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
