//! Searching, distinct elements and counts on a device: the processor's results, and its errors.

use super::bits::numbers;
use super::place::both;
use super::*;
use tenure::error::Result;
use tenure::ops::*;

/// The sorted rows of a tensor that has NaNs, infinities and both zeros.
fn sorted(t: &Tensor) -> Result<Tensor> {
    Ok(sort(t, -1, false)?.0)
}

#[test]
fn places_in_sorted_rows() {
    for dtype in DTYPES {
        let (t, values) = (Random(60).tensor(dtype, &[3, 41]), Random(61).tensor(dtype, &[3, 50]));
        for right in [false, true] {
            let what = format!("{dtype}, {right}");
            both(&what, &[&t, &values], &|t| searchsorted(&sorted(t[0])?, t[1], right));
            both(&what, &[&t], &|t| searchsorted(&sorted(t[0])?, t[0], right));
            let first = |t: &Tensor| t.select(0, 0);
            both(&what, &[&t, &values], &|t| searchsorted(&sorted(&first(t[0])?)?, t[1], right));
            both(&what, &[&t, &values], &|t| bucketize(&t[1].transpose(0, 1)?, &sorted(&first(t[0])?)?, right));
        }
    }
    let (ints, reals) = (numbers(62, DType::I32, &[20]), numbers(63, DType::F64, &[4, 5]));
    both("of two dtypes", &[&ints, &reals], &|t| searchsorted(&sorted(t[0])?, t[1], false));
    let none = |t: &Tensor| t.slice(0, 0, 0, 1);
    both("in nothing", &[&ints, &reals], &|t| searchsorted(&none(t[0])?, t[1], false));
    both("of nothing", &[&ints, &reals], &|t| searchsorted(t[0], &none(t[1])?, false));
    both("in other rows", &[&ints, &reals], &|t| searchsorted(t[1], t[0], false));
}

#[test]
fn distinct_elements() {
    type Part = fn(Unique) -> Tensor;
    let parts: [Part; 4] = [|all| all.values, |all| all.indices, |all| all.inverse, |all| all.counts];
    let some = |t: &Tensor| t.slice(0, 0, 1, 1);
    for (dtype, part) in DTYPES.iter().flat_map(|dtype| parts.map(|part| (*dtype, part))) {
        let t = Random(64).tensor(dtype, &[9, 31]);
        let (few, one) = (numbers(65, dtype, &[7, 12]), numbers(66, dtype, &[]));
        both(&format!("{dtype}"), &[&t], &|t| unique(t[0]).map(part));
        both(&format!("{dtype}, a view"), &[&t], &|t| unique(&t[0].transpose(0, 1)?).map(part));
        both(&format!("{dtype}, of small numbers"), &[&few], &|t| unique(t[0]).map(part));
        both(&format!("{dtype}, one"), &[&one], &|t| unique(t[0]).map(part));
        both(&format!("{dtype}, none"), &[&t], &|t| unique(&some(t[0])?.slice(1, 3, 3, 1)?).map(part));
    }
}

#[test]
fn counts_of_numbers() {
    let numbers = Tensor::from_slice(&[3i32, 0, 3, 1, 7, 3], &shape(&[6])).expect("six");
    let weights = Tensor::from_slice(&[0.1f32, 1e8, 0.7, 1.0, -2.5, 1e-3], &shape(&[6])).expect("six");
    for length in [0, 3, 12, -1] {
        both("counts", &[&numbers], &|t| bincount(t[0], None, length));
        both("sums of weights", &[&numbers, &weights], &|t| bincount(t[0], Some(t[1]), length));
        both("in float64", &[&numbers, &weights], &|t| bincount(t[0], Some(&cast(t[1], DType::I16)?), length));
        both("of nothing", &[&numbers], &|t| bincount(&t[0].slice(0, 2, 2, 1)?, None, length));
    }
    let wrong = Tensor::from_slice(&[3i64, 0, -2, -7], &shape(&[2, 2])).expect("four");
    both("of negative ones", &[&wrong], &|t| bincount(&reshape(t[0], &[4])?, None, 0));
    both("of a matrix", &[&wrong], &|t| bincount(t[0], None, 0));
    both("of other weights", &[&wrong, &weights], &|t| bincount(&t[0].select(0, 0)?, Some(t[1]), 0));
}

#[test]
fn histograms() {
    for dtype in [DType::F32, DType::F64, DType::F16, DType::BF16] {
        let (special, t) = (Random(67).tensor(dtype, &[9, 31]), numbers(68, dtype, &[200]));
        for (low, high) in [(-4.0, 7.5), (0.0, 0.0), (3.0, 1.0), (f64::NAN, 1.0), (-1.0, f64::INFINITY)] {
            for bins in [0, 1, 7] {
                let what = format!("{dtype} from {low} to {high} in {bins}");
                both(&what, &[&t], &|t| histc(t[0], bins, low, high));
                both(&what, &[&special], &|t| histc(&t[0].transpose(0, 1)?, bins, low, high));
                both(&what, &[&t], &|t| histc(&t[0].slice(0, 5, 6, 1)?, bins, low, high));
                both(&what, &[&t], &|t| histc(&t[0].slice(0, 5, 5, 1)?, bins, low, high));
                both(&what, &[&t], &|t| histc(&full(t[0].device(), dtype, f64::NAN, &shape(&[3]))?, bins, low, high));
            }
        }
    }
    both("of integers", &[&numbers(69, DType::I32, &[4])], &|t| histc(t[0], 2, 0.0, 1.0));
}
