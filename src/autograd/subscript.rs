//! Views by an index as Python writes it: `"1:-1, ..., 0"`.
//!
//! | part | what it means |
//! |---|---|
//! | `3`, `-1` | one index of an axis, which goes away; a negative one counts from the end |
//! | `^1` | one index, counted from the end as C# does: `^1` is the last, `^0` is behind it and out of range |
//! | `1:5`, `:`, `-3:`, `::2` | the indices of an axis from the first to before the second, each step apart |
//! | `...` | all of the axes that the other parts leave, once |
//! | `None` | a new axis of size 1 |
//!
//! Axes that no part names stay whole. All is done by single views, which have the gradients. An index that is out of
//! range is refused here, because only here it is known which axis of the whole tensor it was given for.

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
    // The axis of the view, and the one of `t`, which an error names.
    let (mut view, mut axis, mut given) = (t.clone(), 0, 0);
    for part in parts {
        match part {
            Part::At(at) => {
                view = select(&view, axis, at.on(t, given)?)?;
                given += 1;
            }
            Part::Slice { start, end, step } => {
                view = slice(&view, axis, start, end, step)?;
                (axis, given) = (axis + 1, given + 1);
            }
            Part::Rest => (axis, given) = (axis + left as i64, given + left),
            Part::New => {
                view = unsqueeze(&view, axis)?;
                axis += 1;
            }
        }
    }
    Ok(view)
}

enum Part {
    At(Index),
    Slice { start: i64, end: i64, step: i64 },
    Rest,
    New,
}

/// One index: from the start, a negative one from the end; or back from the end, where 0 is behind the last.
enum Index {
    At(i64),
    Back(i64),
}

impl Index {
    /// The index on an axis of `t`, from the start.
    fn on(&self, t: &Tensor, axis: usize) -> Result<i64> {
        let size = t.shape()[axis];
        let (text, place) = match *self {
            Index::At(at) => (at.to_string(), if at < 0 { at.saturating_add(size) } else { at }),
            Index::Back(back) => (format!("^{back}"), size.saturating_sub(back)),
        };
        match place {
            at if (0..size).contains(&at) => Ok(at),
            _ => {
                Err(Error::argument(format!("index {text} is out of range for axis {axis} of shape {}", t.to_shape())))
            }
        }
    }
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
            _ => Part::At(match text.strip_prefix('^') {
                Some(back) if !back.is_empty() => Index::Back(number(back, 0)?),
                _ => Index::At(number(text, 0)?),
            }),
        };
        parts.push(part);
    }
    Ok(parts)
}
