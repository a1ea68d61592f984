//! Views and copies: operations that move elements without computing anything.

use super::node::{Rule, Same};
use super::origin::Origin;
use super::saved::Operand;
use super::sink::Sink;
use super::tape::Recorder;
use crate::device::Device;
use crate::error::{Error, Result};
use crate::ops::{self, BinaryOp};
use crate::tensor::{DType, MAX_RANK, Tensor, shape};
use std::sync::Arc;

/// [`ops::reshape`], recorded.
pub fn reshape(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    let out = ops::reshape(t, dims)?;
    recorded(t, out, || View::Reshape)
}

/// [`Tensor::permute_view`], recorded.
pub fn permute(t: &Tensor, axes: &[i64]) -> Result<Tensor> {
    let out = t.permute_view(axes)?;
    recorded(t, out, || {
        let mut inverse = [0u8; MAX_RANK];
        for (i, &a) in axes.iter().enumerate() {
            let from = shape::axis(a, t.rank()).expect("permute checked the axes");
            inverse[from] = i as u8;
        }
        View::Permute(inverse)
    })
}

/// [`Tensor::transpose_view`], recorded.
pub fn transpose(t: &Tensor, a: i64, b: i64) -> Result<Tensor> {
    let out = t.transpose_view(a, b)?;
    recorded(t, out, || View::Transpose(a, b))
}

/// [`Tensor::squeeze_view`], recorded.
pub fn squeeze(t: &Tensor, axis: i64) -> Result<Tensor> {
    recorded(t, t.squeeze_view(axis)?, || View::Reshape)
}

/// [`Tensor::squeeze_all_view`], recorded.
pub fn squeeze_all(t: &Tensor) -> Result<Tensor> {
    recorded(t, t.squeeze_all_view(), || View::Reshape)
}

/// [`Tensor::unsqueeze_view`], recorded.
pub fn unsqueeze(t: &Tensor, axis: i64) -> Result<Tensor> {
    recorded(t, t.unsqueeze_view(axis)?, || View::Reshape)
}

/// [`Tensor::expand_view`], recorded.
pub fn expand(t: &Tensor, dims: &[i64]) -> Result<Tensor> {
    recorded(t, t.expand_view(dims)?, || View::Expand)
}

/// [`ops::contiguous`], recorded.
pub fn contiguous(t: &Tensor) -> Result<Tensor> {
    passed(t, ops::contiguous(t)?)
}

/// [`ops::copy`], recorded.
pub fn copy(t: &Tensor) -> Result<Tensor> {
    passed(t, ops::copy(t)?)
}

/// [`ops::cast`], recorded if it is from one floating dtype to another.
pub fn cast(t: &Tensor, dtype: DType) -> Result<Tensor> {
    let out = ops::cast(t, dtype)?;
    recorded(t, out, || View::Cast)
}

/// [`ops::to_device`], recorded.
pub fn to_device(t: &Tensor, device: Device) -> Result<Tensor> {
    let out = ops::to_device(t, device)?;
    recorded(t, out, || View::Device)
}

/// [`Tensor::slice_view`], recorded.
pub fn slice(t: &Tensor, axis: i64, start: i64, end: i64, step: i64) -> Result<Tensor> {
    let out = t.slice_view(axis, start, end, step)?;
    let Some(on) = Recorder::of([t])? else { return Ok(out) };
    let window = Window::Slice { axis, start, end, step };
    on.one(out, t, Arc::new(WindowRule { operand: Operand::of(t), window }))
}

/// [`Tensor::select_view`], recorded.
pub fn select(t: &Tensor, axis: i64, index: i64) -> Result<Tensor> {
    let out = t.select_view(axis, index)?;
    let Some(on) = Recorder::of([t])? else { return Ok(out) };
    let window = Window::Select { axis, index };
    on.one(out, t, Arc::new(WindowRule { operand: Operand::of(t), window }))
}

/// The diagonal of two axes as a view, recorded; it is the last axis.
pub fn diagonal(t: &Tensor, offset: i64, first: i64, second: i64) -> Result<Tensor> {
    let (a, b) = (shape::axis(first, t.rank())?, shape::axis(second, t.rank())?);
    if a == b {
        return Err(Error::argument(format!(
            "diagonal of shape {} in axes {first} and {second}",
            shape::display(t.shape())
        )));
    }
    let out = ops::diagonal(t, offset, a, b)?;
    let Some(on) = Recorder::of([t])? else { return Ok(out) };
    on.one(out, t, Arc::new(WindowRule { operand: Operand::of(t), window: Window::Diagonal { offset, a, b } }))
}

/// [`Tensor::unfold_view`], recorded.
pub fn unfold(t: &Tensor, axis: i64, size: i64, step: i64) -> Result<Tensor> {
    let out = t.unfold_view(axis, size, step)?;
    let Some(on) = Recorder::of([t])? else { return Ok(out) };
    let axis = shape::axis(axis, t.rank())? as i64;
    on.one(out, t, Arc::new(WindowRule { operand: Operand::of(t), window: Window::Unfold { axis, size, step } }))
}

/// `t` itself as a node of its own, recorded.
pub(super) fn reference(t: &Tensor) -> Result<Tensor> {
    passed(t, t.untracked())
}

/// Records a view of all elements of `t`.
fn recorded(t: &Tensor, out: Tensor, view: impl FnOnce() -> View) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return Ok(untracked(out)) };
    on.one(out, t, Arc::new(ViewRule { operand: Operand::of(t), view: view() }))
}

/// Records a copy in the same shape and dtype.
fn passed(t: &Tensor, out: Tensor) -> Result<Tensor> {
    let Some(on) = Recorder::of([t])? else { return Ok(untracked(out)) };
    on.one(out, t, Arc::new(Same))
}

/// Removes the node of a consumed tape, which a kernel that returns its operand unchanged also
/// returns.
fn untracked(out: Tensor) -> Tensor {
    if out.track().is_some() { out.untracked() } else { out }
}

/// A view that keeps every element of its operand.
struct ViewRule {
    operand: Operand,
    view: View,
}

/// How the view is undone.
enum View {
    Reshape,
    Permute([u8; MAX_RANK]),
    Transpose(i64, i64),
    Expand,
    Cast,
    Device,
}

impl Rule for ViewRule {
    fn name(&self) -> &'static str {
        match self.view {
            View::Reshape => "reshape",
            View::Permute(_) => "permute",
            View::Transpose(..) => "transpose",
            View::Expand => "expand",
            View::Cast => "cast",
            View::Device => "to_device",
        }
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        let operand = &self.operand;
        let grad = match self.view {
            View::Reshape => reshape(&grad, &operand.shape)?,
            View::Permute(inverse) => permute(&grad, &inverse.map(i64::from)[..grad.rank()])?,
            View::Transpose(a, b) => transpose(&grad, a, b)?,
            View::Expand => operand.reduce(grad)?,
            View::Cast => cast(&grad, operand.dtype)?,
            View::Device => to_device(&grad, operand.device)?,
        };
        sink.give(0, grad)
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        self.backward(grad, sink)
    }
}

/// A view of a part of its operand: the gradient of the rest is zero.
struct WindowRule {
    operand: Operand,
    window: Window,
}

/// Which part of the operand the view covers.
#[derive(Clone, Copy)]
enum Window {
    Slice { axis: i64, start: i64, end: i64, step: i64 },
    Select { axis: i64, index: i64 },
    Diagonal { offset: i64, a: usize, b: usize },
    Unfold { axis: i64, size: i64, step: i64 },
}

impl Rule for WindowRule {
    fn name(&self) -> &'static str {
        match self.window {
            Window::Slice { .. } => "slice",
            Window::Select { .. } => "select",
            Window::Diagonal { .. } => "diagonal",
            Window::Unfold { .. } => "unfold",
        }
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        sink.give_part(0, &self.operand, |sum| self.window.add(sum, &grad))
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, placed(&grad, &self.operand, self.window)?)
    }
}

impl Window {
    /// This part of `t`, as a view.
    fn of(self, t: &Tensor) -> Result<Tensor> {
        match self {
            Window::Slice { axis, start, end, step } => t.slice_view(axis, start, end, step),
            Window::Select { axis, index } => t.select_view(axis, index),
            Window::Diagonal { offset, a, b } => ops::diagonal(t, offset, a, b),
            Window::Unfold { axis, size, step } => t.unfold_view(axis, size, step),
        }
    }

    /// Adds `grad` to this part of `sum`.
    fn add(self, sum: &Tensor, grad: &Tensor) -> Result<()> {
        let part = self.of(sum)?;
        match self {
            Window::Unfold { axis, .. } => add_windows(&part, axis, grad),
            _ => ops::binary_in_place(BinaryOp::Add, &part, grad),
        }
    }
}

/// Zeros like `operand` with `part` added to a window of them: the gradient of the window, recorded.
fn placed(part: &Tensor, operand: &Operand, window: Window) -> Result<Tensor> {
    let whole = operand.zeros()?;
    window.add(&whole, &part.untracked())?;
    let Some(on) = Recorder::of([part])? else { return Ok(whole) };
    on.one(whole, part, Arc::new(PlacedRule { part: Operand::of(part), window }))
}

/// Zeros like the matrix `operand` with `part` on a diagonal, recorded.
pub(super) fn on_diagonal(part: &Tensor, operand: &Operand, offset: i64) -> Result<Tensor> {
    placed(part, operand, Window::Diagonal { offset, a: 0, b: 1 })
}

/// The gradient of an element that was placed is that of its place.
struct PlacedRule {
    part: Operand,
    window: Window,
}

impl Rule for PlacedRule {
    fn name(&self) -> &'static str {
        "slice"
    }

    fn backward(&self, grad: Tensor, sink: &mut Sink<'_>) -> Result<()> {
        sink.give(0, cast(&self.window.of(&grad)?, self.part.dtype)?)
    }

    fn derive(&self, grad: Tensor, _origin: &Origin<'_>, sink: &mut Sink<'_>) -> Result<()> {
        let part = self.window.of(&grad)?;
        let Some(on) = Recorder::of([&grad])? else { return sink.give(0, cast(&part, self.part.dtype)?) };
        let rule = WindowRule { operand: Operand::of(&grad), window: self.window };
        sink.give(0, cast(&on.one(part, &grad, Arc::new(rule))?, self.part.dtype)?)
    }
}

/// Adds to windows that may overlap: either window by window, or index by index of all windows,
/// whichever takes fewer steps, so that no single addition writes an element twice.
fn add_windows(windows: &Tensor, axis: i64, grad: &Tensor) -> Result<()> {
    let (count, size) = (windows.shape()[axis as usize], windows.shape()[windows.rank() - 1]);
    let (along, parts) = if count <= size { (axis, count) } else { (-1, size) };
    (0..parts).try_for_each(|i| {
        ops::binary_in_place(BinaryOp::Add, &windows.select_view(along, i)?, &grad.select_view(along, i)?)
    })
}
