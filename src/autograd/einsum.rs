//! `einsum`: sums of products in Einstein's notation, with the rules of NumPy and PyTorch.
//!
//! In `"ij,jk->ik"` each letter names an axis; axes named after `->` stay, all others are summed.
//! Without `->`, the letters that occur once stay, in alphabetical order. `...` stands for the axes
//! of an operand that have no letter. They broadcast, and unless `->` places them they come first
//! in the result.
//!
//! Operands are contracted in pairs, from left to right. Each pair is one `matmul` whose batches
//! are the axes that both operands have and that are needed later. So a product over all axes at
//! once is never stored, and the gradients are those of `matmul` and of views.

use super::elementwise::binary;
use super::half;
use super::matmul::matmul;
use super::reduce::reduce;
use super::views::{diagonal, expand, permute, reshape, unsqueeze};
use crate::error::{Error, Result};
use crate::ops::{BinaryOp, ReduceOp};
use crate::tensor::{MAX_RANK, Tensor};

/// An axis name: a letter, or a number below the letters for each axis of `...`.
type Label = u8;

/// The label of the last axis of `...`; the axis before it has the label one less.
const LAST_DOT: Label = 31;

/// Computes the sum of products that `equation` describes.
///
/// Errors: `INVALID_ARGUMENT` if the equation is malformed or does not fit the number of operands;
/// `SHAPE_MISMATCH` if the sizes of an axis differ; those of [`matmul`].
pub fn einsum(equation: &str, tensors: &[&Tensor]) -> Result<Tensor> {
    if let Some(dtype) = half::joint(tensors) {
        let wide = tensors.iter().map(|t| half::wide(t)).collect::<Result<Vec<_>>>()?;
        return half::rounded(einsum(equation, &wide.iter().collect::<Vec<_>>())?, dtype);
    }
    let terms = parse(equation, tensors)?;
    let mut operands = Vec::with_capacity(tensors.len());
    for (labels, t) in terms.inputs.iter().zip(tensors) {
        operands.push(Operand { labels: labels.clone(), t: (*t).clone() }.without_repeats()?);
    }
    let sizes = sizes(equation, &operands)?;
    for label in &terms.output {
        if sizes[usize::from(*label)] < 0 {
            return Err(wrong(equation, &format!("'{}' of the result is in no operand", char::from(*label))));
        }
    }
    let mut rest = operands.into_iter();
    let mut result = rest.next().expect("an equation has an operand");
    let mut left: Vec<Operand> = rest.collect();
    while !left.is_empty() {
        let next = left.remove(0);
        let needed =
            |label: Label| terms.output.contains(&label) || left.iter().any(|operand| operand.labels.contains(&label));
        result = result.times(next, &needed, &sizes)?;
    }
    let result = result.summed(&|label| terms.output.contains(&label))?;
    permuted(&result, &terms.output)
}

/// The axes of the operands and of the result.
struct Terms {
    inputs: Vec<Vec<Label>>,
    output: Vec<Label>,
}

fn wrong(equation: &str, why: &str) -> Error {
    Error::argument(format!("einsum '{equation}': {why}"))
}

fn parse(equation: &str, tensors: &[&Tensor]) -> Result<Terms> {
    let plain: String = equation.chars().filter(|c| !c.is_whitespace()).collect();
    let (left, right) = match plain.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (plain.as_str(), None),
    };
    let inputs: Vec<&str> = left.split(',').collect();
    if inputs.len() != tensors.len() {
        return Err(wrong(equation, &format!("it names {} operands of {}", inputs.len(), tensors.len())));
    }
    let (mut labels, mut dots) = (vec![], 0);
    for (i, (term, t)) in inputs.iter().zip(tensors).enumerate() {
        let named = term.chars().filter(|c| *c != '.').count();
        let hidden = t.rank().checked_sub(named).filter(|&hidden| hidden == 0 || term.contains('.'));
        let Some(hidden) = hidden else {
            let shape = t.to_shape();
            return Err(wrong(equation, &format!("'{term}' does not fit shape {shape} of operand {i}")));
        };
        dots = dots.max(hidden);
        labels.push(expanded(equation, term, hidden)?);
    }
    let output = match right {
        Some(term) => {
            let hidden = if term.contains('.') { dots } else { 0 };
            let output = expanded(equation, term, hidden)?;
            if (1..output.len()).any(|i| output[i..].contains(&output[i - 1])) {
                return Err(wrong(equation, "the result names an axis twice"));
            }
            output
        }
        None => {
            let all: Vec<Label> = labels.concat();
            let mut once: Vec<Label> = (b'A'..=b'z').filter(|l| all.iter().filter(|x| *x == l).count() == 1).collect();
            let mut output: Vec<Label> = (0..dots).map(|i| LAST_DOT - (dots - 1 - i) as Label).collect();
            output.append(&mut once);
            output
        }
    };
    if output.len() > MAX_RANK {
        return Err(wrong(equation, &format!("the result would have {} axes", output.len())));
    }
    Ok(Terms { inputs: labels, output })
}

/// Expands a term to labels; its `...` stands for `hidden` axes.
fn expanded(equation: &str, term: &str, hidden: usize) -> Result<Vec<Label>> {
    let mut labels = vec![];
    let mut rest = term;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("...") {
            if after.contains('.') {
                return Err(wrong(equation, "'...' stands twice in a term"));
            }
            labels.extend((0..hidden).map(|i| LAST_DOT - (hidden - 1 - i) as Label));
            rest = after;
        } else if c.is_ascii_alphabetic() {
            labels.push(c as Label);
            rest = &rest[1..];
        } else {
            return Err(wrong(equation, &format!("'{c}' is not a letter")));
        }
    }
    Ok(labels)
}

/// The size of each axis by its label, -1 for a label that no operand has.
fn sizes(equation: &str, operands: &[Operand]) -> Result<[i64; 128]> {
    let mut sizes = [-1; 128];
    for (i, operand) in operands.iter().enumerate() {
        for (&label, &size) in operand.labels.iter().zip(operand.t.shape()) {
            let known = &mut sizes[usize::from(label)];
            if *known == -1 || *known == 1 {
                *known = size;
            } else if size != *known && size != 1 {
                let name = if label <= LAST_DOT { "...".into() } else { char::from(label).to_string() };
                return Err(Error::shape(format!(
                    "einsum '{equation}': '{name}' has size {known} and, in operand {i}, {size}"
                )));
            }
        }
    }
    Ok(sizes)
}

/// A tensor whose axes have labels, each of them once.
struct Operand {
    labels: Vec<Label>,
    t: Tensor,
}

impl Operand {
    /// Takes the diagonal of the axes that share a label.
    fn without_repeats(mut self) -> Result<Operand> {
        let mut i = 0;
        while i < self.labels.len() {
            match self.labels[i + 1..].iter().position(|label| *label == self.labels[i]) {
                Some(after) => {
                    let j = i + 1 + after;
                    let label = self.labels[i];
                    if self.t.shape()[i] != self.t.shape()[j] {
                        let (shape, a, b) = (self.t.to_shape(), self.t.shape()[i], self.t.shape()[j]);
                        return Err(Error::shape(format!(
                            "einsum of shape {shape}: one letter has the sizes {a} and {b}"
                        )));
                    }
                    self.t = diagonal(&self.t, 0, i as i64, j as i64)?;
                    self.labels.remove(j);
                    self.labels.remove(i);
                    self.labels.push(label);
                }
                None => i += 1,
            }
        }
        Ok(self)
    }

    /// Sums over the axes that are not `needed`.
    fn summed(self, needed: &dyn Fn(Label) -> bool) -> Result<Operand> {
        let gone: Vec<i64> = (0..self.labels.len()).filter(|&i| !needed(self.labels[i])).map(|i| i as i64).collect();
        if gone.is_empty() {
            return Ok(self);
        }
        let t = reduce(ReduceOp::Sum, &self.t, &gone, false)?;
        Ok(Operand { labels: self.labels.into_iter().filter(|&label| needed(label)).collect(), t })
    }

    /// Multiplies two operands and sums over the axes that are not `needed`.
    fn times(self, other: Operand, needed: &dyn Fn(Label) -> bool, sizes: &[i64; 128]) -> Result<Operand> {
        let (a, b) = (self, other);
        let a = {
            let of_b = b.labels.clone();
            a.summed(&|label| needed(label) || of_b.contains(&label))?
        };
        let b = {
            let of_a = a.labels.clone();
            b.summed(&|label| needed(label) || of_a.contains(&label))?
        };
        let both = |label: &&Label| b.labels.contains(label);
        let batch: Vec<Label> = a.labels.iter().filter(both).filter(|l| needed(**l)).copied().collect();
        let inner: Vec<Label> = a.labels.iter().filter(both).filter(|l| !needed(**l)).copied().collect();
        let rows: Vec<Label> = a.labels.iter().filter(|l| !b.labels.contains(l)).copied().collect();
        let columns: Vec<Label> = b.labels.iter().filter(|l| !a.labels.contains(l)).copied().collect();
        let labels = [batch.clone(), rows.clone(), columns.clone()].concat();
        if inner.is_empty() {
            // Nothing is summed: an elementwise product, which takes any layout.
            let (x, y) = (a.spread(&labels)?, b.spread(&labels)?);
            return Ok(Operand { labels, t: binary(BinaryOp::Mul, &x, &y)? });
        }
        let size = |labels: &[Label]| labels.iter().map(|l| sizes[usize::from(*l)]).product::<i64>();
        let left = a.stretched(&[&batch[..], &rows, &inner].concat(), sizes)?;
        let right = b.stretched(&[&batch[..], &inner, &columns].concat(), sizes)?;
        let left = reshape(&left, &[size(&batch), size(&rows), size(&inner)])?;
        let right = reshape(&right, &[size(&batch), size(&inner), size(&columns)])?;
        let dims: Vec<i64> = labels.iter().map(|l| sizes[usize::from(*l)]).collect();
        Ok(Operand { t: reshape(&matmul(&left, &right)?, &dims)?, labels })
    }

    /// Permutes the axes to the order of `labels`, with an axis of size 1 for each missing label.
    fn spread(&self, labels: &[Label]) -> Result<Tensor> {
        let own: Vec<Label> = labels.iter().filter(|l| self.labels.contains(l)).copied().collect();
        let mut t = permuted(self, &own)?;
        for (i, label) in labels.iter().enumerate() {
            if !self.labels.contains(label) {
                t = unsqueeze(&t, i as i64)?;
            }
        }
        Ok(t)
    }

    /// Permutes the axes to the order of `labels` and expands them to `sizes`.
    fn stretched(&self, labels: &[Label], sizes: &[i64; 128]) -> Result<Tensor> {
        let dims: Vec<i64> = labels.iter().map(|l| sizes[usize::from(*l)]).collect();
        expand(&permuted(self, labels)?, &dims)
    }
}

/// Permutes the axes to the order of `labels`, which are exactly those of the operand.
fn permuted(operand: &Operand, labels: &[Label]) -> Result<Tensor> {
    let place = |label: &Label| operand.labels.iter().position(|l| l == label).expect("one of its labels") as i64;
    permute(&operand.t, &labels.iter().map(place).collect::<Vec<i64>>())
}
