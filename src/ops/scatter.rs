//! Scattering: writes or combines elements at positions given by an index.
//!
//! Invariant: elements for the same position are combined in the row-major order of the index, so
//! the result has the same bits however it was computed; without combining, the last one stays. In
//! place, everything is checked before anything is written, and an operand that shares memory with
//! the receiver is read as it was before.

use super::cast::{rounded, wide};
use super::cpu::scatter::{Combination, combine};
use super::cpu::walk::{Strides, Walk, first_outside, strides};
use super::cuda::{self, Line, Positions};
use super::device::same_device;
use super::gather::{Places, fits, is_mask_of, outside_there};
use super::in_place::{copy_into, without_leading_ones, writable};
use super::index::positions;
use super::loops::Loops;
use super::masked::fill_where;
use super::place::outside;
use super::scalar::OneElement;
use super::strided::Plan;
use super::{binary_in_place, copy, full, reshape};
use crate::error::{Error, Result};
use crate::ops::BinaryOp;
use crate::tensor::{DType, Host, MAX_RANK, Scalar, Shape, Tensor, shape};

/// How elements that are scattered to the same position are combined.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScatterReduce {
    /// Added.
    Sum = 0,
    /// Multiplied.
    Prod = 1,
    /// Their mean; for floating-point numbers only.
    Mean = 2,
    /// The largest; NaN if any is NaN.
    Amax = 3,
    /// The smallest; NaN if any is NaN.
    Amin = 4,
}

impl ScatterReduce {
    /// The combination with this code; any other code is `INVALID_ARGUMENT`.
    pub fn from_code(code: i32) -> Result<ScatterReduce> {
        use ScatterReduce::*;
        let found = [Sum, Prod, Mean, Amax, Amin].into_iter().find(|reduce| *reduce as i32 == code);
        found.ok_or_else(|| Error::argument(format!("{code} is not the code of a scatter_reduce (0 to 4 are)")))
    }
}

/// The values that are scattered.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// Elements of the receiver's dtype.
    Tensor(&'a Tensor),
    /// The same number at every position.
    Value(Scalar),
}

/// Copies `t` and writes each element of `source` at the position along `axis` that the matching
/// element of `index` names; with `reduce` it is combined with the previous element. Borrows all,
/// returns new.
///
/// Errors: `SHAPE_MISMATCH` if the ranks differ, or if `index` is longer than `source`, or than `t`
/// along another axis; `DTYPE_MISMATCH` if the dtypes of `source` and `t` differ, or the index is
/// not an integer tensor; `INVALID_ARGUMENT` for a position out of range, and for a number that is
/// out of range for the integer dtype.
pub fn scatter(t: &Tensor, axis: i64, index: &Tensor, source: Source, reduce: Option<ScatterReduce>) -> Result<Tensor> {
    if sums_halves(t, reduce) {
        return in_float32("scatter", t, source, |t, source| scatter(t, axis, index, source, reduce));
    }
    let call = Call::along("scatter", t, axis, index, source)?;
    call.fresh(t, reduce)
}

/// [`scatter`] into `t` itself.
pub fn scatter_in_place(
    t: &Tensor,
    axis: i64,
    index: &Tensor,
    source: Source,
    reduce: Option<ScatterReduce>,
) -> Result<()> {
    if sums_halves(t, reduce) {
        writable(t)?;
        return copy_into(t, &scatter(t, axis, index, source, reduce)?);
    }
    Call::along("scatter", t, axis, index, source)?.over(t, reduce)
}

/// [`scatter`] with `reduce`. Without `include_self`, the previous values of the elements that are
/// written do not count.
///
/// Errors: as for [`scatter`]; `DTYPE_MISMATCH` for the mean of integers.
pub fn scatter_reduce(
    t: &Tensor,
    axis: i64,
    index: &Tensor,
    source: &Tensor,
    reduce: ScatterReduce,
    include_self: bool,
) -> Result<Tensor> {
    if sums_halves(t, Some(reduce)) {
        let of = Source::Tensor(source);
        return in_float32("scatter", t, of, |t, of| match of {
            Source::Tensor(source) => scatter_reduce(t, axis, index, source, reduce, include_self),
            Source::Value(_) => unreachable!("it was a tensor"),
        });
    }
    let index = &positions("scatter", index)?;
    let call = Call::along("scatter", t, axis, index, Source::Tensor(source))?;
    if reduce == ScatterReduce::Mean && !t.dtype().is_float() {
        return Err(Error::dtype(format!("scatter_reduce: the mean of {}, not of floating-point numbers", t.dtype())));
    }
    let start = if include_self { copy(t)? } else { call.start(t, axis, index, source, reduce)? };
    if reduce != ScatterReduce::Mean {
        call.write(&start, Some(reduce))?;
        return Ok(start);
    }
    call.write(&start, Some(ScatterReduce::Sum))?;
    let counts = full(t.device(), t.dtype(), f64::from(u8::from(include_self)), &t.to_shape())?;
    Call::along("scatter", &counts, axis, index, Source::Value(Scalar::I64(1)))?
        .write(&counts, Some(ScatterReduce::Sum))?;
    // Elements that nothing was written to keep their value.
    super::binary_in_place(BinaryOp::Maximum, &counts, &full(t.device(), t.dtype(), 1.0, &Shape::scalar())?)?;
    binary_in_place(BinaryOp::Div, &start, &counts)?;
    Ok(start)
}

/// Copies `t` and writes the slices of `source` along `axis` to the slices that the one-dimensional
/// `index` names, or adds them. Borrows all, returns new. Errors: as for [`scatter`], and
/// `SHAPE_MISMATCH` for a source of another shape.
pub fn index_scatter(
    t: &Tensor,
    axis: i64,
    index: &Tensor,
    source: Source,
    reduce: Option<ScatterReduce>,
) -> Result<Tensor> {
    if sums_halves(t, reduce) {
        return in_float32("scatter", t, source, |t, source| index_scatter(t, axis, index, source, reduce));
    }
    Call::of_slices(t, axis, index, source)?.fresh(t, reduce)
}

/// [`index_scatter`] into `t` itself.
pub fn index_scatter_in_place(
    t: &Tensor,
    axis: i64,
    index: &Tensor,
    source: Source,
    reduce: Option<ScatterReduce>,
) -> Result<()> {
    if sums_halves(t, reduce) {
        writable(t)?;
        return copy_into(t, &index_scatter(t, axis, index, source, reduce)?);
    }
    Call::of_slices(t, axis, index, source)?.over(t, reduce)
}

/// Copies `t` and writes `values`, which broadcast, at the positions that the indices select (see
/// [`index`](super::index)), or adds them with `accumulate`. Borrows all, returns new.
///
/// Errors: those of [`index`](super::index) and [`scatter`].
pub fn index_put(t: &Tensor, indices: &[&Tensor], values: &Tensor, accumulate: bool) -> Result<Tensor> {
    if accumulate && t.dtype().is_half() {
        return in_float32("index_put", t, Source::Tensor(values), |t, source| match source {
            Source::Tensor(values) => index_put(t, indices, values, accumulate),
            Source::Value(_) => unreachable!("it was a tensor"),
        });
    }
    let out = copy(t)?;
    put(&out, &Places::of("index_put", &out, indices)?, values, accumulate)?;
    Ok(out)
}

/// [`index_put`] into `t` itself.
pub fn index_put_in_place(t: &Tensor, indices: &[&Tensor], values: &Tensor, accumulate: bool) -> Result<()> {
    writable(t)?;
    if accumulate && t.dtype().is_half() {
        return copy_into(t, &index_put(t, indices, values, accumulate)?);
    }
    if let [mask] = indices
        && !accumulate
        && is_mask_of(mask, t)
        && values.size() == 1
        && values.rank() <= 1
    {
        same_device(t, mask)?;
        same_device(t, values)?;
        same_dtype("index_put", t, values)?;
        return fill_where(t, mask, values);
    }
    let places = Places::of("index_put", t, indices)?;
    if !values.storage().may_share(t.storage()) {
        return put(t, &places, values, accumulate);
    }
    put(t, &places, &copy(values)?, accumulate)
}

/// Whether halves are added or multiplied. This is done in float32, so that each result is rounded
/// once, however many elements it combines.
fn sums_halves(t: &Tensor, reduce: Option<ScatterReduce>) -> bool {
    let sums = matches!(reduce, Some(ScatterReduce::Sum | ScatterReduce::Prod | ScatterReduce::Mean));
    t.dtype().is_half() && sums
}

/// Calls `compute` with both operands as float32, and rounds the result to the dtype of `t`.
fn in_float32(
    what: &str,
    t: &Tensor,
    source: Source,
    compute: impl FnOnce(&Tensor, Source) -> Result<Tensor>,
) -> Result<Tensor> {
    let wide_t = wide(t)?;
    let result = match source {
        Source::Value(_) => compute(&wide_t, source)?,
        Source::Tensor(s) => {
            same_device(t, s)?;
            same_dtype(what, t, s)?;
            compute(&wide_t, Source::Tensor(&*wide(s)?))?
        }
    };
    rounded(result, t.dtype())
}

/// Writes `values` at the places of `t`, or adds them.
pub(super) fn put(t: &Tensor, places: &Places, values: &Tensor, accumulate: bool) -> Result<()> {
    same_device(t, values)?;
    same_dtype("index_put", t, values)?;
    let shape = places.shape()?;
    let values = &*without_leading_ones(values, shape.len())?;
    if shape::broadcast(&shape, values.shape())? != shape {
        return Err(Error::shape(format!(
            "index_put of values of shape {} at indices of shape {}",
            shape::display(values.shape()),
            shape::display(&shape)
        )));
    }
    if cuda::on(t).is_some() {
        return put_there(t, places, values, &shape, accumulate);
    }
    let (t, values) = (t.host()?, values.host()?);
    let walk = places.walk(&t, values.broadcast_strides(&shape), &shape)?;
    t.storage().bump_version();
    // SAFETY: `places` holds offsets of slices of `t`, and the values have the layout of the walk.
    unsafe { combine(&walk, t, values.as_ptr(), combination(t.dtype(), accumulate.then_some(ScatterReduce::Sum))) }
        .expect("offsets of our own are in range");
    Ok(())
}

/// [`put`] on a CUDA device, of checked values.
fn put_there(t: &Tensor, places: &Places, values: &Tensor, shape: &[i64], accumulate: bool) -> Result<()> {
    let joint = places.offsets.rank();
    let (n, rest) = (places.offsets.size() as i64, &shape[joint..]);
    // One axis of positions, and those of a slice.
    let mut dims = [n; MAX_RANK];
    dims[1..=rest.len()].copy_from_slice(rest);
    let dims = &dims[..=rest.len()];
    let values = reshape(&values.expand_view(shape)?, dims)?;
    let offsets = reshape(&places.offsets, &[n])?;
    let (mut there, mut named) = ([0; MAX_RANK], [0; MAX_RANK]);
    there[1..=rest.len()].copy_from_slice(&t.strides()[t.rank() - rest.len()..]);
    named[0] = 1;
    t.storage().bump_version();
    let at = Positions { index: &offsets, size: i64::MAX, step: 1, from_end: false };
    // Positions that differ need no order: then each element is a line of its own.
    let along = if places.are_distinct { None } else { Some(0) };
    let walk = Across { dims, there, here: strides(&values), named, along };
    // SAFETY: `places` holds offsets of slices of `t`, and the values have the shape of the walk.
    let inside = unsafe { walk.combine([t, &values], at, accumulate.then_some(ScatterReduce::Sum))? };
    assert!(inside, "offsets of our own are in range");
    Ok(())
}

/// The walk of a scatter on a CUDA device.
struct Across<'a> {
    dims: &'a [i64],
    there: Strides,
    here: Strides,
    named: Strides,
    /// The dimension whose elements may meet, so that one thread takes them in order; `None` if none do.
    along: Option<usize>,
}

impl Across<'_> {
    /// Writes or combines the elements. Returns whether all positions were in range.
    ///
    /// # Safety
    /// The strides are those of `to` apart from the positions, of `from`, and of the index.
    unsafe fn combine(&self, [to, from]: [&Tensor; 2], at: Positions, reduce: Option<ScatterReduce>) -> Result<bool> {
        let gpu = cuda::on(to).expect("the caller has seen that it is");
        let rank = self.dims.len();
        let mut dims = [1; MAX_RANK];
        dims[..rank].copy_from_slice(self.dims);
        let mut line = Line { n: 1, to: 0, from: 0, index: 0 };
        if let Some(d) = self.along {
            line = Line { n: dims[d], to: self.there[d], from: self.here[d], index: self.named[d] };
            dims[d] = 1;
        }
        let plan = Plan::new(&dims[..rank], [&self.there[..rank], &self.here[..rank], &self.named[..rank]]);
        let kernel = kernel(to.dtype(), reduce);
        let is_of_slices = self.along.is_some_and(|d| (0..rank).all(|k| k == d || dims[k] == 1 || self.named[k] == 0));
        if is_of_slices && line.n >= SORTED {
            let mut slice = Loops::new();
            for (k, &size) in dims[..rank].iter().enumerate() {
                slice.push(size, self.here[k], self.there[k]);
            }
            slice.merge();
            // SAFETY: as below.
            return unsafe { cuda::scatter_sorted(gpu, &format!("runs_{kernel}"), &slice, [to, from], at, &line) };
        }
        let kernel = format!("scatter_{kernel}");
        // SAFETY: the caller's promise: lines differ in other dimensions, or in their positions.
        unsafe { cuda::scatter(gpu, &kernel, &plan, [to, from], at, &line) }
    }
}

/// Elements of a line from which on its positions are sorted on a CUDA device.
const SORTED: i64 = 32;

/// The end of the name of the kernels that combine elements of a dtype. A byte of a boolean may have any nonzero value.
fn kernel(dtype: DType, reduce: Option<ScatterReduce>) -> String {
    let is_bool = dtype == DType::Bool;
    let number = if is_bool { DType::U8 } else { dtype };
    match reduce {
        None => format!("put_{}", dtype.size()),
        // Sums and products have the same bits with and without a sign.
        Some(ScatterReduce::Sum | ScatterReduce::Mean) if !is_bool => format!("sum_{}", dtype.of_same_bits()),
        Some(ScatterReduce::Prod) if !is_bool => format!("prod_{}", dtype.of_same_bits()),
        Some(ScatterReduce::Prod | ScatterReduce::Amin) => format!("min_{number}"),
        Some(_) => format!("max_{number}"),
    }
}

/// Adds the slices of `grad` along `axis` to those of `sum` that `index` names, each sum rounded to
/// the dtype.
///
/// Errors: those of [`index_scatter`].
pub(super) fn add_slices(sum: &Tensor, axis: i64, index: &Tensor, grad: &Tensor) -> Result<()> {
    Call::of_slices(sum, axis, index, Source::Tensor(grad))?.over(sum, Some(ScatterReduce::Sum))
}

/// Adds a number to one element of each row of `sum`, `[N, C]`, which `targets` names.
///
/// Errors: those of [`scatter`].
pub(super) fn add_at(sum: &Tensor, targets: &Tensor, value: f64) -> Result<()> {
    let index = targets.unsqueeze_view(1)?;
    Call::along("scatter", sum, 1, &index, Source::Value(value.into()))?.over(sum, Some(ScatterReduce::Sum))
}

/// A call that is checked, except for the positions.
struct Call<'a> {
    /// The shape of the scattered elements.
    dims: [i64; MAX_RANK],
    at: usize,
    /// Whether each element of the index names a slice.
    by_slice: bool,
    /// int64.
    index: Tensor,
    named: Strides,
    source: Operand<'a>,
    here: Strides,
}

enum Operand<'a> {
    /// On a CUDA device; a number too, which all positions take.
    There(Tensor),
    Tensor(Host<'a>),
    Value(OneElement),
}

impl<'a> Call<'a> {
    /// A call with an index of the rank of `t`.
    fn along(what: &str, t: &Tensor, axis: i64, index: &Tensor, source: Source<'a>) -> Result<Call<'a>> {
        same_device(t, index)?;
        let at = shape::axis(axis, t.rank())?;
        fits(what, index, t, at)?;
        if let Source::Tensor(s) = source {
            same_device(t, s)?;
            same_dtype(what, t, s)?;
            if s.rank() != index.rank() || (0..s.rank()).any(|d| index.shape()[d] > s.shape()[d]) {
                return Err(Error::shape(format!(
                    "{what}: index of shape {} does not fit a source of shape {}",
                    shape::display(index.shape()),
                    shape::display(s.shape())
                )));
            }
        }
        let index = positions(what, index)?;
        let mut dims = [0; MAX_RANK];
        dims[..t.rank()].copy_from_slice(index.shape());
        let (source, here) = operand(t, source)?;
        Ok(Call { dims, at, by_slice: false, named: strides(&index), index, source, here })
    }

    /// A call with an index of one axis, each element of which names a slice.
    fn of_slices(t: &Tensor, axis: i64, index: &Tensor, source: Source<'a>) -> Result<Call<'a>> {
        same_device(t, index)?;
        let at = shape::axis(axis, t.rank())?;
        if index.rank() != 1 {
            return Err(Error::shape(format!(
                "index of shape {} is not one-dimensional",
                shape::display(index.shape())
            )));
        }
        let mut dims = [0; MAX_RANK];
        dims[..t.rank()].copy_from_slice(t.shape());
        dims[at] = index.shape()[0];
        if let Source::Tensor(s) = source {
            same_device(t, s)?;
            same_dtype("scatter", t, s)?;
            if *s.shape() != dims[..t.rank()] {
                return Err(Error::shape(format!(
                    "a source of shape {} does not fit {} indices of axis {at} of shape {}",
                    shape::display(s.shape()),
                    dims[at],
                    shape::display(t.shape())
                )));
            }
        }
        let index = positions("scatter", index)?;
        let mut named = [0; MAX_RANK];
        named[at] = index.strides()[0];
        let (source, here) = operand(t, source)?;
        Ok(Call { dims, at, by_slice: true, index, named, source, here })
    }

    /// Writes to a copy of `t`.
    fn fresh(&self, t: &Tensor, reduce: Option<ScatterReduce>) -> Result<Tensor> {
        let out = copy(t)?;
        self.write(&out, reduce)?;
        Ok(out)
    }

    /// Writes to `t`; on an error nothing is written.
    fn over(mut self, t: &Tensor, reduce: Option<ScatterReduce>) -> Result<()> {
        writable(t)?;
        cuda::reachable(t)?;
        if self.index.storage().may_share(t.storage()) {
            self.index = copy(&self.index)?;
            let at = self.at;
            self.named = if self.by_slice { std::array::from_fn(|d| i64::from(d == at)) } else { strides(&self.index) };
        }
        if shape::elements(&self.dims[..t.rank()]) > 0 {
            self.check(t)?;
        }
        if let Operand::There(s) = &self.source
            && s.storage().may_share(t.storage())
        {
            let source = copy(s)?;
            self.here = strides(&source);
            self.source = Operand::There(source);
        }
        let mut copied = None;
        if let Operand::Tensor(s) = self.source
            && s.storage().may_share(t.storage())
        {
            let source = copied.insert(copy(&s)?);
            self.here = strides(source);
        }
        let copied = copied.as_ref().map(Tensor::host).transpose()?;
        t.storage().bump_version();
        match copied {
            Some(source) => Call { source: Operand::Tensor(source), ..self }.write(t, reduce),
            None => self.write(t, reduce),
        }
    }

    /// Refuses a position out of range before anything is written.
    fn check(&self, t: &Tensor) -> Result<()> {
        let size = t.shape()[self.at];
        if let Some(gpu) = cuda::on(t) {
            let inside = cuda::check(gpu, &self.index, size, true)?;
            return if inside { Ok(()) } else { Err(outside_there(&self.index, self.at, t.shape())) };
        }
        match first_outside(self.index.host()?, size) {
            None => Ok(()),
            Some(position) => Err(outside(position, self.at, t.shape())),
        }
    }

    /// A copy of `t` whose elements that will be written are set to a value that does not change
    /// the result.
    fn start(&self, t: &Tensor, axis: i64, index: &Tensor, source: &Tensor, reduce: ScatterReduce) -> Result<Tensor> {
        let source = match reduce {
            ScatterReduce::Sum | ScatterReduce::Mean => Source::Value(Scalar::I64(0)),
            ScatterReduce::Prod => Source::Value(Scalar::I64(1)),
            // Any of the new elements, which does not change their extremum.
            ScatterReduce::Amax | ScatterReduce::Amin => Source::Tensor(source),
        };
        scatter(t, axis, index, source, None)
    }

    /// Writes to memory of the checked shape and dtype.
    fn write(&self, t: &Tensor, reduce: Option<ScatterReduce>) -> Result<()> {
        let mut there = strides(t);
        there[self.at] = 0;
        if let Operand::There(source) = &self.source {
            let dims = &self.dims[..t.rank()];
            let index =
                Positions { index: &self.index, size: t.shape()[self.at], step: t.strides()[self.at], from_end: true };
            let walk = Across { dims, there, here: self.here, named: self.named, along: Some(self.at) };
            // SAFETY: the constructors checked the shapes; the elements of `t` are distinct and do
            // not overlap the source.
            let inside = unsafe { walk.combine([t, source], index, reduce)? };
            return if inside { Ok(()) } else { Err(outside_there(&self.index, self.at, t.shape())) };
        }
        let t = t.host()?;
        let walk = Walk {
            dims: &self.dims[..t.rank()],
            here: self.here,
            there,
            index: self.index.host()?,
            named: self.named,
            size: t.shape()[self.at],
            step: t.strides()[self.at],
        };
        let source = match &self.source {
            Operand::There(_) => unreachable!("it was taken above"),
            Operand::Tensor(s) => s.as_ptr().cast_const(),
            Operand::Value(value) => value.as_ptr(),
        };
        // SAFETY: the constructors checked the shapes; the elements of `t` are distinct and do not
        // overlap the source.
        unsafe { combine(&walk, t, source, combination(t.dtype(), reduce)) }
            .map_err(|position| outside(position, self.at, t.shape()))
    }
}

fn operand<'a>(t: &Tensor, source: Source<'a>) -> Result<(Operand<'a>, Strides)> {
    Ok(match source {
        Source::Tensor(s) if cuda::on(t).is_some() => (Operand::There(s.untracked()), strides(s)),
        Source::Value(value) if cuda::on(t).is_some() => {
            (Operand::There(full(t.device(), t.dtype(), value, &Shape::scalar())?), [0; MAX_RANK])
        }
        Source::Tensor(s) => (Operand::Tensor(s.host()?), strides(s)),
        Source::Value(value) => (Operand::Value(OneElement::new(t.dtype(), value)?), [0; MAX_RANK]),
    })
}

/// `DTYPE_MISMATCH` if the dtypes differ.
pub(super) fn same_dtype(what: &str, t: &Tensor, source: &Tensor) -> Result<()> {
    if t.dtype() == source.dtype() {
        return Ok(());
    }
    Err(Error::dtype(format!("{what} of {} elements into a tensor of {}", source.dtype(), t.dtype())))
}

/// How elements of a dtype are combined.
fn combination(dtype: DType, reduce: Option<ScatterReduce>) -> Combination {
    match (dtype, reduce) {
        (_, None) => Combination::Last,
        // Every nonzero byte is true, so a sum of bytes could wrap to 0.
        (DType::Bool, Some(ScatterReduce::Sum)) => Combination::Largest,
        (DType::Bool, Some(ScatterReduce::Prod)) => Combination::Smallest,
        (_, Some(ScatterReduce::Sum | ScatterReduce::Mean)) => Combination::Sum,
        (_, Some(ScatterReduce::Prod)) => Combination::Product,
        (_, Some(ScatterReduce::Amax)) => Combination::Largest,
        (_, Some(ScatterReduce::Amin)) => Combination::Smallest,
    }
}
