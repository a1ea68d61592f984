//! Views by an index as Python writes it: `"1:-1, ..., 0"`.
//!
//! | part | what it means |
//! |---|---|
//! | `3`, `-1` | one index of an axis, which goes away; a negative one counts from the end |
//! | `1:5`, `:`, `-3:`, `::2` | the indices of an axis from the first to before the second, each step apart |
//! | `...` | all of the axes that the other parts leave, once |
//! | `None` | a new axis of size 1 |
//!
//! Axes that no part names stay whole. All is done by single views, which have the gradients and the errors.

use super::views::{select, slice, unsqueeze};
use crate::error::{Error, Result};
use crate::tensor::Tensor;

/// The window of `t` that `index` names: on the same memory.
///
/// Errors: `INVALID_ARGUMENT` for what is no index, for more parts than axes, and those of `select` and `slice`.
pub fn subscript(t: &Tensor, index: &str) -> Result<Tensor> {
    let parts = parse(index)?;
    let named = parts.iter().filter(|part| matches!(part, Part::At(_) | Part::Slice { .. })).count();
    let Some(left) = t.rank().checked_sub(named) else {
        return Err(wrong(index, &format!("it names {named} axes, shape {} has {}", t.to_shape(), t.rank())));
    };
    let (mut view, mut axis) = (t.clone(), 0);
    for part in parts {
        match part {
            Part::At(at) => view = select(&view, axis, at)?,
            Part::Slice { start, end, step } => {
                view = slice(&view, axis, start, end, step)?;
                axis += 1;
            }
            Part::Rest => axis += left as i64,
            Part::New => {
                view = unsqueeze(&view, axis)?;
                axis += 1;
            }
        }
    }
    Ok(view)
}

/// The window of `t` at these indices of its first axes, which go away; recorded. A negative index counts from the last.
pub fn at(t: &Tensor, indices: &[i64]) -> Result<Tensor> {
    if indices.len() > t.rank() {
        let (named, shape) = (indices.len(), t.to_shape());
        return Err(Error::argument(format!("{indices:?} names {named} axes, shape {shape} has {}", t.rank())));
    }
    indices.iter().try_fold(t.clone(), |view, &index| select(&view, 0, index))
}

enum Part {
    At(i64),
    Slice { start: i64, end: i64, step: i64 },
    Rest,
    New,
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
        let number = |text: &str, missing: i64| match text.trim() {
            "" => Ok(missing),
            text => text.parse().map_err(|_| wrong(index, &format!("'{text}' is no integer"))),
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
                    start: number(ends[0], 0)?,
                    end: number(ends[1], i64::MAX)?,
                    step: number(ends.get(2).copied().unwrap_or(""), 1)?,
                }
            }
            _ => Part::At(number(text, 0)?),
        };
        parts.push(part);
    }
    Ok(parts)
}
