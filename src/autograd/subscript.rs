//! Views by an index in Python's notation: `"1:-1, ..., 0"`.
//!
//! | part | what it means |
//! |---|---|
//! | `3`, `-1` | one index of an axis, which is removed; a negative one counts from the end |
//! | `^1` | one index counted from the end, as in C#: `^1` is the last, `^0` is out of range |
//! | `1:5`, `:`, `-3:`, `::2` | indices from the first to before the second, by a step |
//! | `::-1`, `5:0:-2` | the same with a negative step |
//! | `...` | all axes that the other parts do not name; at most once |
//! | `None` | a new axis of size 1 |
//!
//! Axes that no part names stay whole. Everything is composed of single views, which have the
//! gradients. An axis with a negative step is read as a copy (`autograd::steps` says why), and
//! written through the view of the same indices. An index out of range is refused here, because
//! only this module knows which axis of the original tensor it belongs to.

use super::in_place::{check_in_place, copy_into, fill};
use super::rearrange::flip;
use super::steps::forwards;
use super::views::{select, unsqueeze};
use crate::error::{Error, Result};
use crate::tensor::{Scalar, Tensor};

/// The window of `t` that `index` selects: a view, or a copy if a step is negative.
///
/// Errors: `INVALID_ARGUMENT` for a malformed index and for more parts than axes; those of `select`
/// and `slice`.
pub fn subscript(t: &Tensor, index: &str) -> Result<Tensor> {
    let (view, turned) = window(t, index)?;
    if turned.is_empty() { Ok(view) } else { flip(&view, &turned) }
}

/// Writes `value`, broadcast and cast, into the window of `t` that `index` selects. Errors: those
/// of [`subscript`] and [`copy_into`].
pub fn set_subscript(t: &Tensor, index: &str, value: &Tensor) -> Result<()> {
    check_in_place(t)?;
    let (view, turned) = window(t, index)?;
    // The value's axes match the last axes of the window. An axis of size 1 need not be flipped.
    let of_value = |&axis: &i64| axis - view.rank() as i64 + value.rank() as i64;
    let turned: Vec<i64> = turned.iter().map(of_value).filter(|&d| d >= 0 && value.shape()[d as usize] != 1).collect();
    if turned.is_empty() { copy_into(&view, value) } else { copy_into(&view, &flip(value, &turned)?) }
}

/// Writes a number to every element of the window of `t` that `index` selects. Errors: those of
/// [`subscript`] and [`fill`].
pub fn fill_subscript(t: &Tensor, index: &str, value: Scalar) -> Result<()> {
    check_in_place(t)?;
    fill(&window(t, index)?.0, value)
}

/// The view that `index` selects, with every axis in ascending order, and the axes to be flipped.
fn window(t: &Tensor, index: &str) -> Result<(Tensor, Vec<i64>)> {
    let parts = parse(index)?;
    let named = parts.iter().filter(|part| matches!(part, Part::At(_) | Part::Slice { .. })).count();
    let Some(left) = t.rank().checked_sub(named) else {
        return Err(wrong(index, &format!("it names {named} axes, shape {} has {}", t.to_shape(), t.rank())));
    };
    // The axis of the view, and the axis of `t`, which errors name. New axes are inserted last, because there may be
    // room for them only when others are gone.
    let (mut view, mut axis, mut given, mut turned, mut new) = (t.clone(), 0, 0, vec![], vec![]);
    for part in parts {
        match part {
            Part::At(at) => {
                view = select(&view, axis, at.on(t, given)?)?;
                given += 1;
            }
            Part::Slice { start, end, step } => {
                // The default of a missing bound depends on the sign of the step.
                let (first, behind) = if step < 0 { (i64::MAX, i64::MIN) } else { (0, i64::MAX) };
                view = forwards(&view, axis, start.unwrap_or(first), end.unwrap_or(behind), step)?;
                if step < 0 {
                    turned.push(axis + new.len() as i64);
                }
                (axis, given) = (axis + 1, given + 1);
            }
            Part::Rest => (axis, given) = (axis + left as i64, given + left),
            Part::New => new.push(axis + new.len() as i64),
        }
    }
    let view = new.into_iter().try_fold(view, |view, axis| unsqueeze(&view, axis))?;
    Ok((view, turned))
}

/// The window of `t` at these indices of its first axes, which are removed; recorded. A negative
/// index counts from the end.
pub fn at(t: &Tensor, indices: &[i64]) -> Result<Tensor> {
    if indices.len() > t.rank() {
        let (named, shape) = (indices.len(), t.to_shape());
        return Err(Error::argument(format!("{indices:?} names {named} axes, shape {shape} has {}", t.rank())));
    }
    for (axis, (&index, size)) in indices.iter().zip(t.shape()).enumerate() {
        if !(-size..*size).contains(&index) {
            return Err(outside(&index.to_string(), axis, t));
        }
    }
    indices.iter().try_fold(t.clone(), |view, &index| select(&view, 0, index))
}

enum Part {
    At(Index),
    Slice { start: Option<i64>, end: Option<i64>, step: i64 },
    Rest,
    New,
}

/// One index: `At` counts from the start, or from the end if negative; `Back` counts back from the
/// end, so `Back(1)` is the last.
enum Index {
    At(i64),
    Back(i64),
}

impl Index {
    /// The index on an axis of `t`, counted from the start.
    fn on(&self, t: &Tensor, axis: usize) -> Result<i64> {
        let size = t.shape()[axis];
        let (text, place) = match *self {
            Index::At(at) => (at.to_string(), if at < 0 { at.saturating_add(size) } else { at }),
            Index::Back(back) => (format!("^{back}"), size.saturating_sub(back)),
        };
        match place {
            at if (0..size).contains(&at) => Ok(at),
            _ => Err(outside(&text, axis, t)),
        }
    }
}

fn outside(index: &str, axis: usize, t: &Tensor) -> Error {
    Error::argument(format!("index {index} is out of range for axis {axis} of shape {}", t.to_shape()))
}

fn wrong(index: &str, why: &str) -> Error {
    Error::argument(format!("index '{index}': {why}"))
}

fn parse(index: &str) -> Result<Vec<Part>> {
    let mut parts = vec![];
    if index.trim().is_empty() {
        return Ok(parts);
    }
    for text in index.split(',') {
        let text = text.trim();
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| wrong(index, &format!("'{text}' is not an integer"))),
        };
        let part = match text {
            "..." if parts.iter().any(|part| matches!(part, Part::Rest)) => {
                return Err(wrong(index, "'...' stands twice"));
            }
            "..." => Part::Rest,
            "None" => Part::New,
            "" => return Err(wrong(index, "a part is empty")),
            _ if text.contains(':') => {
                let ends: Vec<&str> = text.split(':').collect();
                if ends.len() > 3 {
                    return Err(wrong(index, &format!("'{text}' has more than two colons")));
                }
                Part::Slice {
                    start: number(ends[0])?,
                    end: number(ends[1])?,
                    step: number(ends.get(2).copied().unwrap_or(""))?.unwrap_or(1),
                }
            }
            _ => Part::At(match text.strip_prefix('^') {
                Some(back) if !back.is_empty() => Index::Back(number(back)?.unwrap_or(0)),
                _ => Index::At(number(text)?.unwrap_or(0)),
            }),
        };
        parts.push(part);
    }
    Ok(parts)
}
