//! Normalisation by mean and variance: of rows (`layer_norm`, `rms_norm`) and of channels
//! (`batch_norm`, `group_norm`).
//!
//! Invariant: the variance is the mean of the squared distances to the mean, which is computed
//! first, so nothing cancels. The forward pass returns what the gradient reads: the mean and
//! `1 / sqrt(variance + eps)`.

use super::shared::{Compute, In, Out, beside, expect_shape, operand, total};
use crate::error::Result;
use crate::ops::cuda::{self, Measures, Runs};
use crate::ops::parallel;
use crate::tensor::{Shape, SharedCell, Tensor};

/// One value for each row or channel: the mean and `1 / sqrt(variance + eps)`.
pub struct Statistics {
    /// The means.
    pub mean: Tensor,
    /// The reciprocals of the standard deviations.
    pub rstd: Tensor,
}

impl Statistics {
    fn new(like: &Tensor, n: usize) -> Result<Statistics> {
        let shape = Shape::new(&[n as i64])?;
        let make = || Tensor::uninit(like.device(), like.dtype(), &shape);
        Ok(Statistics { mean: make()?, rstd: make()? })
    }

    fn measures(&self) -> Measures<'_> {
        Measures { mean: &self.mean, rstd: &self.rstd }
    }
}

/// Subtracts the mean of each row of `n` elements (if `centred`), divides by the deviation,
/// multiplies by `weight` and adds `bias`, both of `n` elements. Returns new.
pub fn row_norm(
    op: &str,
    x: &Tensor,
    n: usize,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
    centred: bool,
) -> Result<(Tensor, Statistics)> {
    let x = operand(op, x)?;
    let weight = weight.map(|w| beside(op, "the weight", w, &x)).transpose()?;
    let bias = bias.map(|b| beside(op, "the bias", b, &x)).transpose()?;
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    let rows = x.size() / n.max(1);
    let stats = Statistics::new(&x, rows)?;
    if let Some(gpu) = cuda::on(&x) {
        let affine = [weight.as_ref(), bias.as_ref()];
        // SAFETY: all are contiguous and of the dtype of `x`; the results are new.
        unsafe { cuda::row_norm(gpu, [&out, &x], stats.measures(), affine, (n, eps, centred))? };
        return Ok((out, stats));
    }
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(&x)?, Out::<T>::of(&out)?);
        let (mean, rstd) = (Out::<T>::of(&stats.mean)?, Out::<T>::of(&stats.rstd)?);
        let (weight, bias) =
            (weight.as_ref().map(In::<T>::of).transpose()?, bias.as_ref().map(In::<T>::of).transpose()?);
        parallel::ranges(rows, 3 * n, |range| {
            // SAFETY: each row is in one range.
            let (out, mean, rstd) = unsafe {
                (to.part(range.start * n..range.end * n), mean.part(range.clone()), rstd.part(range.clone()))
            };
            let from = from.part(range.start * n..range.end * n);
            let affine = (weight.as_ref().map(In::all), bias.as_ref().map(In::all));
            rows_forward::<T>(from, out, mean, rstd, affine, (eps, centred));
        });
    });
    Ok((out, stats))
}

kernel! {
    fn rows_forward(
        x: &[SharedCell<T>],
        out: &mut [T],
        means: &mut [T],
        rstds: &mut [T],
        affine: (Option<&[SharedCell<T>]>, Option<&[SharedCell<T>]>),
        how: (f64, bool),
    ) {
        let n = out.len() / means.len().max(1);
        let count = T::cast_from(n as f64);
        for (row, (mean, rstd)) in means.iter_mut().zip(rstds).enumerate() {
            let (x, out) = (&x[row * n..(row + 1) * n], &mut out[row * n..(row + 1) * n]);
            let m = if how.1 { total::<T, 64>(n, |i| at(x, i)) / count } else { T::ZERO };
            let variance = total::<T, 64>(n, |i| { let d = at(x, i) - m; d * d }) / count;
            let r = T::ONE / (variance + T::cast_from(how.0)).square_root();
            (*mean, *rstd) = (m, r);
            match affine {
                (Some(w), Some(b)) => for i in 0..n { out[i] = (at(x, i) - m) * r * at(w, i) + at(b, i) },
                (Some(w), None) => for i in 0..n { out[i] = (at(x, i) - m) * r * at(w, i) },
                (None, Some(b)) => for i in 0..n { out[i] = (at(x, i) - m) * r + at(b, i) },
                (None, None) => for i in 0..n { out[i] = (at(x, i) - m) * r },
            }
        }
    }
}

/// Element `i`, which the caller guarantees. A bounds check would keep the loop from being
/// vectorised.
#[inline(always)]
fn at<T: Compute>(x: &[SharedCell<T>], i: usize) -> T {
    debug_assert!(i < x.len());
    // SAFETY: every loop that calls this stays below the length of each of its slices.
    unsafe { x.get_unchecked(i).get() }
}

/// The gradients of [`row_norm`] with respect to `x`, weight and bias, if requested. Returns new.
pub fn row_norm_grad(
    grad: &Tensor,
    x: &Tensor,
    weight: Option<&Tensor>,
    stats: &Statistics,
    centred: bool,
    wants: [bool; 3],
) -> Result<[Option<Tensor>; 3]> {
    let (grad, x) = (operand("norm", grad)?, operand("norm", x)?);
    let weight = weight.map(|w| operand("norm", w)).transpose()?;
    let rows = stats.mean.size();
    let n = x.size() / rows.max(1);
    let width = Shape::new(&[n as i64])?;
    let make = |want: bool, shape: &Shape| want.then(|| Tensor::zeroed(x.device(), x.dtype(), shape)).transpose();
    let dx = wants[0].then(|| Tensor::uninit(x.device(), x.dtype(), &x.to_shape())).transpose()?;
    let (dw, db) = (make(wants[1], &width)?, make(wants[2], &width)?);
    if let Some(gpu) = cuda::on(&x) {
        // SAFETY: all are contiguous and of the dtype of `x`; the results are new.
        unsafe {
            if let Some(dx) = &dx {
                let how = (n, centred);
                cuda::row_norm_grad(gpu, [dx, &grad, &x], stats.measures(), weight.as_ref(), how)?;
            }
            if wants[1] || wants[2] {
                cuda::columns(gpu, [dw.as_ref(), db.as_ref()], [&grad, &x], stats.measures(), n)?;
            }
        }
        return Ok([dx, dw, db]);
    }
    with_float!(x.dtype(), T, {
        let (g, from, weight) = (In::<T>::of(&grad)?, In::<T>::of(&x)?, weight.as_ref().map(In::<T>::of).transpose()?);
        let (mean, rstd) = (In::<T>::of(&stats.mean)?, In::<T>::of(&stats.rstd)?);
        if let Some(dx) = &dx {
            let to = Out::<T>::of(dx)?;
            parallel::ranges(rows, 4 * n, |range| {
                // SAFETY: each row is in one range.
                let out = unsafe { to.part(range.start * n..range.end * n) };
                let (g, x) = (g.part(range.start * n..range.end * n), from.part(range.start * n..range.end * n));
                let weight = weight.as_ref().map(In::all);
                rows_backward::<T>(g, x, weight, (mean.part(range.clone()), rstd.part(range)), out, centred);
            });
        }
        if wants[1] || wants[2] {
            let (dw, db) = (dw.as_ref().map(Out::<T>::of).transpose()?, db.as_ref().map(Out::<T>::of).transpose()?);
            parallel::ranges(n, 2 * rows, |range| {
                // SAFETY: each column is in one range.
                let part = |out: &Option<Out<T>>| out.as_ref().map(|out| unsafe { out.part(range.clone()) });
                let (dw, db) = (part(&dw), part(&db));
                columns::<T>(g.all(), from.all(), (mean.all(), rstd.all()), (range.start, n), dw, db);
            });
        }
    });
    Ok([dx, dw, db])
}

kernel! {
    /// dx = r (h - mean(h) - x̂ mean(h x̂)) with h = g w and x̂ = (x - m) r; without mean(h) if not
    /// centred.
    fn rows_backward(
        g: &[SharedCell<T>],
        x: &[SharedCell<T>],
        weight: Option<&[SharedCell<T>]>,
        stats: (&[SharedCell<T>], &[SharedCell<T>]),
        out: &mut [T],
        centred: bool,
    ) {
        let n = out.len() / stats.0.len().max(1);
        let count = T::cast_from(n as f64);
        for (row, (m, r)) in stats.0.iter().zip(stats.1).enumerate() {
            let (m, r) = (m.get(), r.get());
            let range = row * n..(row + 1) * n;
            let (g, x, out) = (&g[range.clone()], &x[range.clone()], &mut out[range]);
            match weight {
                Some(w) => for i in 0..n { out[i] = at(g, i) * at(w, i) },
                None => for i in 0..n { out[i] = at(g, i) },
            }
            let h = SharedCell::of_mut(out);
            let first = if centred { total::<T, 64>(n, |i| at(h, i)) / count } else { T::ZERO };
            let second = total::<T, 64>(n, |i| at(h, i) * ((at(x, i) - m) * r)) / count;
            for i in 0..n {
                h[i].set(r * (at(h, i) - first - (at(x, i) - m) * r * second));
            }
        }
    }
}

kernel! {
    /// Sums g x̂ and g over the rows, for a range of columns.
    fn columns(
        g: &[SharedCell<T>],
        x: &[SharedCell<T>],
        stats: (&[SharedCell<T>], &[SharedCell<T>]),
        place: (usize, usize),
        dw: Option<&mut [T]>,
        db: Option<&mut [T]>,
    ) {
        let (start, n) = place;
        if let Some(dw) = dw {
            for (row, (m, r)) in stats.0.iter().zip(stats.1).enumerate() {
                let (m, r, from) = (m.get(), r.get(), row * n + start);
                let (g, x) = (&g[from..from + dw.len()], &x[from..from + dw.len()]);
                for (i, sum) in dw.iter_mut().enumerate() {
                    *sum = *sum + at(g, i) * ((at(x, i) - m) * r);
                }
            }
        }
        if let Some(db) = db {
            for row in 0..stats.0.len() {
                let g = &g[row * n + start..row * n + start + db.len()];
                for (i, sum) in db.iter_mut().enumerate() {
                    *sum = *sum + at(g, i);
                }
            }
        }
    }
}

/// Which elements of a tensor `[samples, channels, inner]` share a mean: a channel of all samples,
/// or `channels / groups` channels of one sample.
#[derive(Clone, Copy, Debug)]
pub struct Channels {
    /// The first size.
    pub samples: usize,
    /// The second size.
    pub channels: usize,
    /// The product of the other sizes.
    pub inner: usize,
    /// The number of groups, or `None` for a mean over all samples.
    pub groups: Option<usize>,
}

impl Channels {
    /// The number of means.
    pub fn count(&self) -> usize {
        self.groups.map_or(self.channels, |groups| self.samples * groups)
    }

    /// The same for the kernels of a CUDA device.
    fn for_cuda(&self) -> Runs {
        Runs {
            runs: (self.samples * self.channels) as i64,
            inner: self.inner as i64,
            channels: self.channels as i64,
            stats: self.count() as i64,
            grouped: i64::from(self.groups.is_some()),
        }
    }

    /// The number of runs of `inner` elements that share a mean.
    fn runs(&self) -> usize {
        self.groups.map_or(self.samples, |groups| self.channels / groups)
    }

    #[inline(always)]
    fn run(&self, stat: usize, r: usize) -> usize {
        if self.groups.is_some() { stat * self.runs() + r } else { r * self.channels + stat }
    }
}

/// Subtracts each mean, divides by the deviation, multiplies by the channel's weight and adds its
/// bias. Uses the statistics `given` instead of those of `x`, if any. Returns new.
pub fn channel_norm(
    op: &str,
    x: &Tensor,
    how: Channels,
    weight: Option<&Tensor>,
    bias: Option<&Tensor>,
    eps: f64,
    given: Option<Statistics>,
) -> Result<(Tensor, Statistics)> {
    let x = operand(op, x)?;
    let weight = weight.map(|w| beside(op, "the weight", w, &x)).transpose()?;
    let bias = bias.map(|b| beside(op, "the bias", b, &x)).transpose()?;
    for (name, t) in [("the weight", &weight), ("the bias", &bias)] {
        t.iter().try_for_each(|t| expect_shape(op, name, t, &[how.channels as i64]))?;
    }
    let out = Tensor::uninit(x.device(), x.dtype(), &x.to_shape())?;
    let measure = given.is_none();
    let stats = given.map_or_else(|| Statistics::new(&x, how.count()), Ok)?;
    if let Some(gpu) = cuda::on(&x) {
        let (affine, eps) = ([weight.as_ref(), bias.as_ref()], measure.then_some(eps));
        // SAFETY: all are contiguous, of the dtype of `x` and of these sizes; the results are new.
        unsafe { cuda::channel_norm(gpu, [&out, &x], stats.measures(), affine, &how.for_cuda(), eps)? };
        return Ok((out, stats));
    }
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(&x)?, Out::<T>::of(&out)?);
        let (mean, rstd) = (Out::<T>::of(&stats.mean)?, Out::<T>::of(&stats.rstd)?);
        let (weight, bias) =
            (weight.as_ref().map(In::<T>::of).transpose()?, bias.as_ref().map(In::<T>::of).transpose()?);
        parallel::ranges(how.count(), 3 * how.runs() * how.inner, |range| {
            for stat in range {
                // SAFETY: each mean, and so each of its runs, is in one range.
                let (m, r) = unsafe { (&mut mean.part(stat..stat + 1)[0], &mut rstd.part(stat..stat + 1)[0]) };
                if measure {
                    measured::<T>(from.all(), how, (stat, eps), m, r);
                }
                let affine = (weight.as_ref().map(In::all), bias.as_ref().map(In::all));
                channels_forward::<T>(from.all(), to, how, stat, (*m, *r), affine);
            }
        });
    });
    Ok((out, stats))
}

kernel! {
    fn measured(x: &[SharedCell<T>], how: Channels, stat: (usize, f64), mean: &mut T, rstd: &mut T) {
        let (stat, eps) = stat;
        let count = T::cast_from((how.runs() * how.inner) as f64);
        let mut sum = T::ZERO;
        for r in 0..how.runs() {
            let x = &x[how.run(stat, r) * how.inner..][..how.inner];
            sum = sum + total::<T, 64>(how.inner, |i| at(x, i));
        }
        let m = sum / count;
        let mut sum = T::ZERO;
        for r in 0..how.runs() {
            let x = &x[how.run(stat, r) * how.inner..][..how.inner];
            sum = sum + total::<T, 64>(how.inner, |i| { let d = at(x, i) - m; d * d });
        }
        (*mean, *rstd) = (m, T::ONE / (sum / count + T::cast_from(eps)).square_root());
    }
}

kernel! {
    fn channels_forward(
        x: &[SharedCell<T>],
        out: Out<T>,
        how: Channels,
        stat: usize,
        stats: (T, T),
        affine: (Option<&[SharedCell<T>]>, Option<&[SharedCell<T>]>),
    ) {
        for r in 0..how.runs() {
            let run = how.run(stat, r);
            let channel = run % how.channels;
            let scale = stats.1 * affine.0.map_or(T::ONE, |w| w[channel].get());
            let shift = affine.1.map_or(T::ZERO, |b| b[channel].get());
            let range = run * how.inner..(run + 1) * how.inner;
            // SAFETY: this run belongs to one mean only.
            let (x, out) = (&x[range.clone()], unsafe { out.part(range) });
            for (out, x) in out.iter_mut().zip(x) {
                *out = (x.get() - stats.0) * scale + shift;
            }
        }
    }
}

/// The gradients of [`channel_norm`] with respect to `x`, weight and bias, if requested; `fixed` if
/// the statistics were given. Returns new.
pub fn channel_norm_grad(
    grad: &Tensor,
    x: &Tensor,
    how: Channels,
    weight: Option<&Tensor>,
    stats: &Statistics,
    fixed: bool,
    wants: [bool; 3],
) -> Result<[Option<Tensor>; 3]> {
    let (grad, x) = (operand("norm", grad)?, operand("norm", x)?);
    let weight = weight.map(|w| operand("norm", w)).transpose()?;
    let runs = Shape::new(&[(how.samples * how.channels) as i64])?;
    let make = |shape: &Shape| Tensor::uninit(x.device(), x.dtype(), shape);
    // For each run, the sums of g and of g x̂.
    let sums = [make(&runs)?, make(&runs)?];
    let dx = if wants[0] { Some(make(&x.to_shape())?) } else { None };
    if let Some(gpu) = cuda::on(&x) {
        let (to, of) = ([&sums[0], &sums[1]], stats.measures());
        let how = (&how.for_cuda(), fixed);
        // SAFETY: all are contiguous, of the dtype of `x` and of these sizes; the results are new.
        unsafe { cuda::channel_norm_grad(gpu, dx.as_ref(), to, [&grad, &x], of, weight.as_ref(), how)? };
    } else {
        channel_norm_grad_here((&grad, &x, dx.as_ref()), how, weight.as_ref(), (stats, fixed), &sums)?;
    }
    let shape = [how.samples as i64, how.channels as i64];
    let over = |sums: &Tensor, want: bool| {
        let sums = crate::ops::reshape(sums, &shape)?;
        want.then(|| crate::ops::reduce(crate::ops::ReduceOp::Sum, &sums, &[0], false)).transpose()
    };
    Ok([dx, over(&sums[1], wants[1])?, over(&sums[0], wants[2])?])
}

/// [`channel_norm_grad`] on the processor: the gradient of `x`, if wanted, and the sums of each run.
fn channel_norm_grad_here(
    (grad, x, dx): (&Tensor, &Tensor, Option<&Tensor>),
    how: Channels,
    weight: Option<&Tensor>,
    (stats, fixed): (&Statistics, bool),
    sums: &[Tensor; 2],
) -> Result<()> {
    with_float!(x.dtype(), T, {
        let (g, from, weight) = (In::<T>::of(grad)?, In::<T>::of(x)?, weight.map(In::<T>::of).transpose()?);
        let (mean, rstd) = (In::<T>::of(&stats.mean)?, In::<T>::of(&stats.rstd)?);
        let [plain, scaled] = [Out::<T>::of(&sums[0])?, Out::<T>::of(&sums[1])?];
        let to = dx.map(Out::<T>::of).transpose()?;
        parallel::ranges(how.count(), 4 * how.runs() * how.inner, |range| {
            for stat in range {
                let stats = (mean.all()[stat].get(), rstd.all()[stat].get());
                let weight = weight.as_ref().map(In::all);
                channel_backward::<T>((g.all(), from.all()), how, (stat, fixed), stats, weight, (plain, scaled), to);
            }
        });
    });
    Ok(())
}

kernel! {
    fn channel_backward(
        operands: (&[SharedCell<T>], &[SharedCell<T>]),
        how: Channels,
        which: (usize, bool),
        stats: (T, T),
        weight: Option<&[SharedCell<T>]>,
        sums: (Out<T>, Out<T>),
        out: Option<Out<T>>,
    ) {
        let ((g, x), (stat, fixed), (m, rstd), n) = (operands, which, stats, how.inner);
        let (mut first, mut second) = (T::ZERO, T::ZERO);
        let factor = |run: usize| weight.map_or(T::ONE, |w| w[run % how.channels].get());
        for r in 0..how.runs() {
            let run = how.run(stat, r);
            let (g, x) = (&g[run * n..(run + 1) * n], &x[run * n..(run + 1) * n]);
            let plain = total::<T, 64>(n, |i| at(g, i));
            let scaled = total::<T, 64>(n, |i| at(g, i) * ((at(x, i) - m) * rstd));
            // SAFETY: this run belongs to one mean only.
            unsafe { (sums.0.part(run..run + 1)[0], sums.1.part(run..run + 1)[0]) = (plain, scaled) };
            (first, second) = (first + factor(run) * plain, second + factor(run) * scaled);
        }
        let Some(out) = out else { return };
        let count = T::cast_from((how.runs() * n) as f64);
        (first, second) = if fixed { (T::ZERO, T::ZERO) } else { (first / count, second / count) };
        for r in 0..how.runs() {
            let run = how.run(stat, r);
            let (g, x, weight) = (&g[run * n..(run + 1) * n], &x[run * n..(run + 1) * n], factor(run));
            // SAFETY: as above.
            let out = unsafe { out.part(run * n..(run + 1) * n) };
            for (i, out) in out.iter_mut().enumerate() {
                *out = rstd * (at(g, i) * weight - first - (at(x, i) - m) * rstd * second);
            }
        }
    }
}
