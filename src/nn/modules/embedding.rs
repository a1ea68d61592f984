//! `Embedding`: looks up rows of a matrix by their indices; `EmbeddingBag` combines the rows of bags.

use super::draw::{normal, parameter};
use super::kind::{at_least_one, kind, kind_of_optional};
use crate::autograd::nn::{self, BagSettings};
use crate::error::{Error, Result};
use crate::nn::module::{Module, Slot};
use crate::ops::{self, nn::BagMode};
use std::sync::Arc;

/// `count` rows of `width` numbers; the row `padding`, if any, is 0 and has no gradient.
pub fn embedding(count: i64, width: i64, padding: Option<i64>) -> Result<Arc<Module>> {
    let (slots, row) = rows(count, width, padding)?;
    let settings = row.map_or_else(String::new, |row| format!(", padding_idx={row}"));
    Ok(kind("Embedding", format!("{count}, {width}{settings}"), slots, move |call, indices| {
        nn::embedding(&call.value(0), indices, row)
    }))
}

/// The same matrix, whose rows are combined for each bag. The inputs are the indices, and behind
/// them the offsets of the bags and a factor for each index, which may be left out.
pub fn embedding_bag(
    count: i64,
    width: i64,
    mode: BagMode,
    include_last_offset: bool,
    padding: Option<i64>,
) -> Result<Arc<Module>> {
    let (slots, row) = rows(count, width, padding)?;
    let of_padding = row.map_or_else(String::new, |row| format!(", padding_idx={row}"));
    let settings = format!("{count}, {width}, mode='{}'{of_padding}", format!("{mode:?}").to_lowercase());
    let how = BagSettings { mode, padding: row, include_last_offset };
    Ok(kind_of_optional("EmbeddingBag", settings, slots, &[1, 2, 3], move |call, inputs| {
        let at = |i: usize| inputs.get(i).copied().flatten();
        let indices =
            at(0).ok_or_else(|| Error::argument("EmbeddingBag: the indices are left out, they are needed"))?;
        Ok(vec![nn::embedding_bag(&call.value(0), indices, at(1), at(2), how)?])
    }))
}

/// The matrix, and the padding row counted from the first.
fn rows(count: i64, width: i64, padding: Option<i64>) -> Result<(Vec<Slot>, Option<i64>)> {
    at_least_one("num_embeddings", count)?;
    at_least_one("embedding_dim", width)?;
    let row = padding.map(|row| if row < 0 { row.saturating_add(count) } else { row });
    if let Some(row) = row.filter(|row| !(0..count).contains(row)) {
        return Err(Error::argument(format!("padding_idx is {row}, out of range for {count} embeddings")));
    }
    let weight = normal(&[count, width])?;
    if let Some(row) = row {
        ops::fill(&weight.select_view(0, row)?, 0.0)?;
    }
    Ok((vec![parameter("weight", weight)], row))
}
