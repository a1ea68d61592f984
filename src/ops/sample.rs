//! Samples of distributions, drawn from the stream of `random`.
//!
//! Invariant: what a program draws depends on its seed and its calls only. Each operation draws in
//! the row-major order of its result, in these terms of `random`:
//!
//! - `randint` of `r = high - low` numbers: 32-bit words if `r` is at most 2^32, otherwise 64-bit
//!   draws. The word `w` gives `low + w mod r`. A word in the incomplete last round of `r` (not
//!   below 2^32 or 2^64 less its remainder by `r`) is drawn again, so every number is equally
//!   likely.
//! - `randperm`: for `i` from `n - 1` down to 1, element `i` is swapped with one of the first
//!   `i + 1`, drawn as by `randint`.
//! - `normal`: `randn`, times `std`, plus `mean`. `uniform`: `rand`, times `high - low`, plus
//!   `low`. Each step is rounded to the dtype. The functions in place draw the same numbers.
//! - `bernoulli` of `p`: 1 if `rand` of float64 is below `p`.
//! - `multinomial` with replacement: the class in whose range `rand` of float64 times the sum of
//!   the weights falls. The ranges follow each other in order, and sums are in float64. Without
//!   replacement, each class draws `-ln(u) / weight` (with `u` in (0,1] as for `randn`), and those
//!   with the smallest values are chosen, in ascending order (Efraimidis and Spirakis 2006).

use super::copy::here;
use super::cpu;
use super::cpu::random::{above_zero, unit};
use super::cpu::sample::below;
use super::cpu::types::by_number;
use super::cuda;
use super::device::made_here;
use super::in_place;
use super::random::{draw, keyed, require_float, write_normal, write_uniform};
use super::scalar::each_is_an_element;
use super::series::Written;
use super::{BinaryOp, CompareOp, LogicOp};
use super::{
    binary_scalar_in_place, cast, compare, compare_scalar, copy, element, logic, logical_not, masked_select, rand,
    randn, topk,
};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::tensor::{DType, Shape, Tensor, shape};
use rand_chacha::ChaCha8Rng;

/// Integers from `low` (inclusive) to `high` (exclusive), each equally likely. Returns new.
///
/// Errors: `INVALID_ARGUMENT` if the range is empty, or the dtype does not hold each of its
/// integers.
pub fn randint(device: Device, dtype: DType, low: i64, high: i64, shape: &Shape) -> Result<Tensor> {
    if low >= high {
        return Err(Error::argument(format!("randint from {low} to below {high}")));
    }
    each_is_an_element(dtype, low, high - 1)?;
    made_here(device, |device| {
        let out = Tensor::uninit(device, dtype, shape)?;
        let (to, count) = (out.host()?, high.wrapping_sub(low) as u64);
        draw(|rng| by_number(dtype, Written { out: to, at: |_| low.wrapping_add(below(rng, count) as i64) }));
        Ok(out)
    })
}

/// A random permutation of the integers from 0 to `n - 1`, each equally likely. Returns new.
///
/// Errors: `INVALID_ARGUMENT` for a negative `n` and if the dtype does not hold each of the
/// numbers; `DTYPE_MISMATCH` for bool.
pub fn randperm(device: Device, dtype: DType, n: i64) -> Result<Tensor> {
    if dtype == DType::Bool {
        return Err(Error::dtype("randperm of bool is not defined"));
    }
    let shape = Shape::new(&[n])?;
    each_is_an_element(dtype, 0, (n - 1).max(0))?;
    made_here(device, |device| permutation(device, dtype, &shape))
}

fn permutation(device: Device, dtype: DType, shape: &Shape) -> Result<Tensor> {
    let wide = Tensor::uninit(device, DType::I64, shape)?;
    // Allocated before a number is drawn, so that a call that fails draws none.
    let out = if dtype == DType::I64 { wide.clone() } else { Tensor::uninit(device, dtype, shape)? };
    let (from, to) = (wide.host()?, out.host()?);
    cpu::sample::count_up(from);
    draw(|rng| cpu::sample::permute(rng, from));
    if dtype != DType::I64 {
        let at = from.as_ptr().cast::<i64>();
        // SAFETY: the index is below the length.
        by_number(dtype, Written { out: to, at: |i: usize| unsafe { at.add(i).read() } });
    }
    Ok(out)
}

/// Shuffles numbers, each order equally likely. The order depends on `seed` and `epoch` only: it is
/// drawn from the stream of ChaCha8 keyed with both as 8 little-endian bytes each, and 16 zero bytes.
pub fn shuffle(numbers: &mut [i64], seed: u64, epoch: u64) {
    let mut rng = keyed([seed, epoch, 0]);
    for i in (1..numbers.len()).rev() {
        numbers.swap(i, below(&mut rng, i as u64 + 1) as usize);
    }
}

/// Draws `count` positions in `weights` by their weights into `drawn`, which has room for them: as
/// `multinomial`, from the stream of [`shuffle`]. The weights are finite and at least 0, and enough
/// of them are above 0.
pub fn weighted(drawn: &mut Vec<i64>, weights: &[f64], count: usize, replacement: bool, seed: u64, epoch: u64) {
    let mut rng = keyed([seed, epoch, 0]);
    if replacement {
        let mut sum = 0.0;
        let mut add = |weight: &f64| {
            sum += weight;
            sum
        };
        let ends: Vec<f64> = weights.iter().map(&mut add).collect();
        // If a draw is rounded up to the sum: the last one that has a weight.
        let last = weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0);
        drawn.extend((0..count).map(|_| {
            let at = unit(&mut rng) * sum;
            ends.partition_point(|&end| end <= at).min(last) as i64
        }));
        return;
    }
    let mut key = |(i, &weight): (usize, &f64)| {
        let draw = -libm::log(above_zero(&mut rng));
        (if weight > 0.0 { draw / weight } else { f64::INFINITY }, i as i64)
    };
    let mut keys: Vec<(f64, i64)> = weights.iter().enumerate().map(&mut key).collect();
    keys.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    drawn.extend(keys.into_iter().take(count).map(|(_, i)| i));
}

/// Samples of the normal distribution with this mean and standard deviation. Returns new.
///
/// Errors: `DTYPE_MISMATCH` for an integer dtype, `INVALID_ARGUMENT` for a deviation that is
/// negative or NaN.
pub fn normal(device: Device, dtype: DType, mean: f64, std: f64, shape: &Shape) -> Result<Tensor> {
    deviation(std)?;
    let t = randn(device, dtype, shape)?;
    moved(&t, std, mean)?;
    Ok(t)
}

/// [`normal`] into an existing tensor. Errors as there, and `INVALID_ARGUMENT` if it cannot be
/// written in place.
pub fn normal_in_place(t: &Tensor, mean: f64, std: f64) -> Result<()> {
    deviation(std)?;
    in_place::writable(t)?;
    let float = require_float("normal_in_place", t.dtype())?;
    if !t.is_contiguous() || t.device() != Device::Cpu {
        return in_place::copy_into(t, &normal(t.device(), t.dtype(), mean, std, &t.to_shape())?);
    }
    let to = t.host()?;
    t.storage().bump_version();
    write_normal(to, float);
    moved(t, std, mean)
}

/// `INVALID_ARGUMENT` for a standard deviation that is negative or NaN.
pub(super) fn deviation(std: f64) -> Result<()> {
    if std.is_nan() || std < 0.0 {
        return Err(Error::argument(format!("a standard deviation of {std} is not at least 0")));
    }
    Ok(())
}

/// Samples of the uniform distribution from `low` to `high`. Returns new.
///
/// Errors: `DTYPE_MISMATCH` for an integer dtype, `INVALID_ARGUMENT` if `low` is above `high` or a
/// bound is not finite.
pub fn uniform(device: Device, dtype: DType, low: f64, high: f64, shape: &Shape) -> Result<Tensor> {
    interval(low, high)?;
    let t = rand(device, dtype, shape)?;
    moved(&t, high - low, low)?;
    Ok(t)
}

/// [`uniform`] into an existing tensor. Errors as there, and `INVALID_ARGUMENT` if it cannot be
/// written in place.
pub fn uniform_in_place(t: &Tensor, low: f64, high: f64) -> Result<()> {
    interval(low, high)?;
    in_place::writable(t)?;
    let float = require_float("uniform_in_place", t.dtype())?;
    if !t.is_contiguous() || t.device() != Device::Cpu {
        return in_place::copy_into(t, &uniform(t.device(), t.dtype(), low, high, &t.to_shape())?);
    }
    let to = t.host()?;
    t.storage().bump_version();
    write_uniform(to, float);
    moved(t, high - low, low)
}

fn interval(low: f64, high: f64) -> Result<()> {
    if low <= high && (high - low).is_finite() {
        return Ok(());
    }
    Err(Error::argument(format!("uniform from {low} to {high}")))
}

/// `t * factor + summand` in place, which fails for no float that may be written.
fn moved(t: &Tensor, factor: f64, summand: f64) -> Result<()> {
    binary_scalar_in_place(BinaryOp::Mul, t, factor)?;
    binary_scalar_in_place(BinaryOp::Add, t, summand)
}

/// 1 with the probability given by each element of `t`, otherwise 0, in its dtype. Returns new.
///
/// Errors: `DTYPE_MISMATCH` if the elements are not floating-point, `INVALID_ARGUMENT` for an
/// element that is not a probability.
pub fn bernoulli(t: &Tensor) -> Result<Tensor> {
    let chances = weights("bernoulli", t)?;
    if cuda::on(t).is_some() {
        return bernoulli_there(t, &chances);
    }
    let from = chances.host()?.as_ptr().cast::<f64>();
    // SAFETY: contiguous, with `size` elements.
    let chance = |i: usize| unsafe { from.add(i).read() };
    if let Some(wrong) = (0..chances.size()).map(chance).find(|p| !(0.0..=1.0).contains(p)) {
        return Err(no_chance(wrong));
    }
    let out = Tensor::uninit(t.device(), t.dtype(), &t.to_shape())?;
    let to = out.host()?;
    draw(|rng| by_number(t.dtype(), Written { out: to, at: |i: usize| u8::from(unit(rng) < chance(i)) }));
    Ok(out)
}

fn no_chance(wrong: f64) -> Error {
    Error::argument(format!("bernoulli of {wrong}: a probability is from 0 to 1"))
}

/// [`bernoulli`] on a CUDA device: the same draws, compared with the chances.
fn bernoulli_there(t: &Tensor, chances: &Tensor) -> Result<Tensor> {
    let at_least = compare_scalar(CompareOp::Ge, chances, 0.0)?;
    let is_chance = logic(LogicOp::And, &at_least, &compare_scalar(CompareOp::Le, chances, 1.0)?)?;
    let wrong = masked_select(chances, &logical_not(&is_chance)?)?;
    if wrong.size() > 0 {
        return Err(no_chance(element(&wrong, &[0])?));
    }
    let draws = rand(t.device(), DType::F64, &t.to_shape())?;
    cast(&compare(CompareOp::Lt, &draws, chances)?, t.dtype())
}

/// Draws `n` classes for each row of weights along the last axis of `t`, which has one or two axes:
/// int64. The chance of a class is proportional to its weight. Without replacement no class is
/// drawn twice for one row. Returns new.
///
/// Errors: `DTYPE_MISMATCH` if the weights are not floating-point; `INVALID_ARGUMENT` for another
/// rank, `n` below 1, a weight that is negative or not finite, and fewer positive weights than
/// draws.
pub fn multinomial(t: &Tensor, n: i64, replacement: bool) -> Result<Tensor> {
    if cuda::on(t).is_some() {
        // Each draw depends on the ones before: the weights are copied to the processor.
        return multinomial(&*here(t)?, n, replacement)?.sent_to(t.device());
    }
    let weights = weights("multinomial", t)?;
    if !(1..=2).contains(&t.rank()) || n < 1 {
        return Err(Error::argument(format!("multinomial: {n} of weights of shape {}", shape::display(t.shape()))));
    }
    let classes = t.shape()[t.rank() - 1] as usize;
    if classes == 0 {
        let shape = shape::display(t.shape());
        return Err(Error::argument(format!("multinomial: weights of shape {shape} have no classes")));
    }
    let rows = if t.rank() == 1 { 1 } else { t.shape()[0] as usize };
    let at = weights.host()?.as_ptr().cast::<f64>();
    for row in 0..rows {
        // SAFETY: a row of `classes` elements of unshared memory.
        let row = unsafe { std::slice::from_raw_parts_mut(at.add(row * classes), classes) };
        if let Some(wrong) = row.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
            return Err(Error::argument(format!("multinomial with a weight of {wrong}")));
        }
        let positive = row.iter().filter(|weight| **weight > 0.0).count();
        if positive == 0 || (!replacement && (positive as i64) < n) {
            return Err(Error::argument(format!("multinomial: {n} classes of {positive} with a weight above 0")));
        }
        if replacement {
            cpu::sample::add_up(row);
        } else {
            draw(|rng| cpu::sample::draw_keys(rng, row));
        }
    }
    if !replacement {
        return topk(&weights, n, -1, false).map(|(_, classes)| classes);
    }
    let dims = [rows as i64, n];
    let out = Tensor::uninit(t.device(), DType::I64, &Shape::new(&dims[2 - t.rank()..])?)?;
    let class = |rng: &mut ChaCha8Rng, i: usize| {
        // SAFETY: as above; nothing writes them any more.
        let sums = unsafe { std::slice::from_raw_parts(at.add(i / n as usize * classes), classes) };
        cpu::sample::class(rng, sums)
    };
    let to = out.host()?;
    draw(|rng| by_number(DType::I64, Written { out: to, at: |i| class(rng, i) }));
    Ok(out)
}

/// The elements as float64 in unshared memory.
fn weights(what: &str, t: &Tensor) -> Result<Tensor> {
    if !t.dtype().is_float() {
        return Err(Error::dtype(format!("{what} of {}, not of floating-point numbers", t.dtype())));
    }
    if t.dtype() == DType::F64 { copy(t) } else { cast(t, DType::F64) }
}
