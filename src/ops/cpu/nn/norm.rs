//! The kernels of normalisation: of rows and of channels.
//!
//! Invariant: the variance is the mean of the squared distances to the mean, which is computed
//! first, so nothing cancels.
//!
//! Operands are contiguous and of one float dtype. `stats` are the means and `1 / sqrt(variance +
//! eps)`, `affine` the weight and the bias.

use super::shared::{Compute, In, Out, total};
use crate::error::Result;
use crate::ops::parallel;
use crate::ops::settings::Channels;
use crate::tensor::{SharedCell, Tensor};

/// Writes `out` and the statistics of rows of `n` elements, all new. A row that is not `centred`
/// has a mean of 0.
pub(in crate::ops) fn row_norm(
    [out, x]: [&Tensor; 2],
    stats: [&Tensor; 2],
    affine: [Option<&Tensor>; 2],
    (n, eps, centred): (usize, f64, bool),
) -> Result<()> {
    let rows = stats[0].size();
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(out)?);
        let (mean, rstd) = (Out::<T>::of(stats[0])?, Out::<T>::of(stats[1])?);
        let (weight, bias) = (affine[0].map(In::<T>::of).transpose()?, affine[1].map(In::<T>::of).transpose()?);
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
    Ok(())
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

/// Writes the gradients of the operand, which is new, and of weight and bias, which are zeros, as
/// far as they are wanted.
pub(in crate::ops) fn row_norm_grad(
    [dx, dw, db]: [Option<&Tensor>; 3],
    [grad, x]: [&Tensor; 2],
    stats: [&Tensor; 2],
    weight: Option<&Tensor>,
    (n, centred): (usize, bool),
) -> Result<()> {
    let rows = stats[0].size();
    with_float!(x.dtype(), T, {
        let (g, from, weight) = (In::<T>::of(grad)?, In::<T>::of(x)?, weight.map(In::<T>::of).transpose()?);
        let (mean, rstd) = (In::<T>::of(stats[0])?, In::<T>::of(stats[1])?);
        if let Some(dx) = dx {
            let to = Out::<T>::of(dx)?;
            parallel::ranges(rows, 4 * n, |range| {
                // SAFETY: each row is in one range.
                let out = unsafe { to.part(range.start * n..range.end * n) };
                let (g, x) = (g.part(range.start * n..range.end * n), from.part(range.start * n..range.end * n));
                let weight = weight.as_ref().map(In::all);
                rows_backward::<T>(g, x, weight, (mean.part(range.clone()), rstd.part(range)), out, centred);
            });
        }
        if dw.is_some() || db.is_some() {
            let (dw, db) = (dw.map(Out::<T>::of).transpose()?, db.map(Out::<T>::of).transpose()?);
            parallel::ranges(n, 2 * rows, |range| {
                // SAFETY: each column is in one range.
                let part = |out: &Option<Out<T>>| out.as_ref().map(|out| unsafe { out.part(range.clone()) });
                let (dw, db) = (part(&dw), part(&db));
                columns::<T>(g.all(), from.all(), (mean.all(), rstd.all()), (range.start, n), dw, db);
            });
        }
    });
    Ok(())
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

impl Channels {
    /// The number of runs of `inner` elements that share a mean.
    fn runs(&self) -> usize {
        self.groups.map_or(self.samples, |groups| self.channels / groups)
    }

    #[inline(always)]
    fn run(&self, stat: usize, r: usize) -> usize {
        if self.groups.is_some() { stat * self.runs() + r } else { r * self.channels + stat }
    }
}

/// Writes `out`, which is new, and the statistics, unless they were given: then `eps` is `None`.
pub(in crate::ops) fn channel_norm(
    [out, x]: [&Tensor; 2],
    stats: [&Tensor; 2],
    affine: [Option<&Tensor>; 2],
    how: Channels,
    eps: Option<f64>,
) -> Result<()> {
    with_float!(x.dtype(), T, {
        let (from, to) = (In::<T>::of(x)?, Out::<T>::of(out)?);
        let (mean, rstd) = (Out::<T>::of(stats[0])?, Out::<T>::of(stats[1])?);
        let (weight, bias) = (affine[0].map(In::<T>::of).transpose()?, affine[1].map(In::<T>::of).transpose()?);
        parallel::ranges(how.count(), 3 * how.runs() * how.inner, |range| {
            for stat in range {
                // SAFETY: each mean, and so each of its runs, is in one range.
                let (m, r) = unsafe { (&mut mean.part(stat..stat + 1)[0], &mut rstd.part(stat..stat + 1)[0]) };
                if let Some(eps) = eps {
                    measured::<T>(from.all(), how, (stat, eps), m, r);
                }
                let affine = (weight.as_ref().map(In::all), bias.as_ref().map(In::all));
                channels_forward::<T>(from.all(), to, how, stat, (*m, *r), affine);
            }
        });
    });
    Ok(())
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

/// Writes the gradient of the operand, if wanted, and the sums of each run: of the gradient, and of
/// the gradient times the normalised element. The statistics are `fixed` if they were given.
pub(in crate::ops) fn channel_norm_grad(
    (grad, x, dx): (&Tensor, &Tensor, Option<&Tensor>),
    how: Channels,
    weight: Option<&Tensor>,
    (stats, fixed): ([&Tensor; 2], bool),
    sums: &[Tensor; 2],
) -> Result<()> {
    with_float!(x.dtype(), T, {
        let (g, from, weight) = (In::<T>::of(grad)?, In::<T>::of(x)?, weight.map(In::<T>::of).transpose()?);
        let (mean, rstd) = (In::<T>::of(stats[0])?, In::<T>::of(stats[1])?);
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
