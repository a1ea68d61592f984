//! `Embedding`: looks up rows of a matrix by their indices; `EmbeddingBag` combines the rows of bags.

use super::draw::{normal, parameter};
use super::kind::{at_least_one, kind, kind_of_optional};
use crate::autograd::nn::{self, BagSettings, EmbeddingSettings};
use crate::error::{Error, Result};
use crate::nn::module::{Module, Slot};
use crate::ops::{self, nn::BagMode};
use std::sync::Arc;

/// Settings of a matrix whose rows are looked up.
#[derive(Clone, Copy)]
pub struct EmbeddingOptions {
    /// Rows.
    pub count: i64,
    /// The size of a row.
    pub width: i64,
    /// A row that is 0 and has no gradient; a negative number counts from the last.
    pub padding: Option<i64>,
    /// The largest norm of a row. Rows that are looked up and exceed it are scaled down in the
    /// matrix itself.
    pub max_norm: Option<f64>,
    /// The `p` of the norm.
    pub norm_type: f64,
    /// Whether the gradient of a row is divided by the number of times it was looked up.
    pub scale_grad_by_freq: bool,
}

impl EmbeddingOptions {
    /// How rows are looked up, with the padding counted from the first.
    fn lookup(&self, padding: Option<i64>) -> Result<EmbeddingSettings> {
        if let Some(most) = self.max_norm.filter(|most| most.is_nan() || *most <= 0.0) {
            return Err(Error::argument(format!("max_norm is {most}, it must be greater than 0")));
        }
        if self.norm_type.is_nan() {
            return Err(Error::argument("norm_type is NaN"));
        }
        Ok(EmbeddingSettings {
            padding,
            max_norm: self.max_norm.unwrap_or(f64::INFINITY),
            norm_type: self.norm_type,
            scale_grad_by_freq: self.scale_grad_by_freq,
        })
    }

    fn settings(&self, padding: Option<i64>) -> String {
        let mut text = padding.map_or_else(String::new, |row| format!(", padding_idx={row}"));
        if let Some(most) = self.max_norm {
            text += &format!(", max_norm={most:?}");
        }
        if self.norm_type != 2.0 {
            text += &format!(", norm_type={:?}", self.norm_type);
        }
        if self.scale_grad_by_freq {
            text += ", scale_grad_by_freq=True";
        }
        text
    }
}

/// A matrix whose rows are looked up.
pub fn embedding(how: EmbeddingOptions) -> Result<Arc<Module>> {
    let (slots, row) = rows(&how)?;
    let lookup = how.lookup(row)?;
    let settings = format!("{}, {}{}", how.count, how.width, how.settings(row));
    Ok(kind("Embedding", settings, slots, move |call, indices| nn::embedding_with(&call.value(0), indices, lookup)))
}

/// The same matrix, whose rows are combined for each bag. The inputs are the indices, and behind
/// them the offsets of the bags and a factor for each index, which may be left out.
pub fn embedding_bag(how: EmbeddingOptions, mode: BagMode, include_last_offset: bool) -> Result<Arc<Module>> {
    if mode == BagMode::Max && how.scale_grad_by_freq {
        return Err(Error::argument("scale_grad_by_freq is for sums and means, the mode is Max"));
    }
    let (slots, row) = rows(&how)?;
    let bags = BagSettings { mode, rows: how.lookup(row)?, include_last_offset };
    let mode = format!("{mode:?}").to_lowercase();
    let settings = format!("{}, {}, mode='{mode}'{}", how.count, how.width, how.settings(row));
    Ok(kind_of_optional("EmbeddingBag", settings, slots, &[1, 2, 3], move |call, inputs| {
        let at = |i: usize| inputs.get(i).copied().flatten();
        let indices =
            at(0).ok_or_else(|| Error::argument("EmbeddingBag: the indices are left out, they are needed"))?;
        Ok(vec![nn::embedding_bag(&call.value(0), indices, at(1), at(2), bags)?])
    }))
}

/// The matrix, and the padding row counted from the first.
fn rows(how: &EmbeddingOptions) -> Result<(Vec<Slot>, Option<i64>)> {
    let (count, width, padding) = (how.count, how.width, how.padding);
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
