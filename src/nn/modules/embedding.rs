//! `Embedding`: looks up rows of a matrix by their indices.

use super::draw::{normal, parameter};
use super::kind::{at_least_one, kind};
use crate::autograd::nn;
use crate::error::{Error, Result};
use crate::nn::module::Module;
use crate::ops;
use std::sync::Arc;

/// `count` rows of `width` numbers; the row `padding`, if any, is 0 and has no gradient.
pub fn embedding(count: i64, width: i64, padding: Option<i64>) -> Result<Arc<Module>> {
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
    let settings = row.map_or_else(String::new, |row| format!(", padding_idx={row}"));
    let slots = vec![parameter("weight", weight)];
    Ok(kind("Embedding", format!("{count}, {width}{settings}"), slots, move |call, indices| {
        nn::embedding(&call.value(0), indices, row)
    }))
}
