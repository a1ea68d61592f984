//! `Row`: an epoch in the history of training, and the history as CSV and as SVG.

use crate::error::{Error, Result};
use serde_json::{Value, json};
use std::fmt::{self, Write};

/// An epoch that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// From 1.
    pub epoch: u64,
    /// The mean loss of training.
    pub train: Option<f64>,
    /// The mean loss of the validation.
    pub validation: Option<f64>,
    /// The learning rate of the first group at the end.
    pub rate: f64,
    /// Bytes of native memory in use at the end.
    pub bytes: u64,
    /// Metrics of the validation, by name.
    pub metrics: Vec<(String, f64)>,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(train) = self.train {
            write!(f, "  loss {train:.4}")?;
        }
        if let Some(validation) = self.validation {
            write!(f, "  validation {validation:.4}")?;
        }
        self.metrics.iter().try_for_each(|(name, value)| write!(f, "  {name} {value:.4}"))?;
        write!(f, "  rate {}", self.rate)
    }
}

/// A line for each epoch, with a head. A cell is empty where there is no number.
pub(super) fn csv(rows: &[Row]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.metrics) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    let mut out = String::from("epoch,loss,validation_loss,learning_rate,bytes");
    names.iter().for_each(|name| _ = write!(out, ",{name}"));
    out.push('\n');
    let cell = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    for row in rows {
        let (train, validation) = (cell(row.train), cell(row.validation));
        let _ = write!(out, "{},{train},{validation},{},{}", row.epoch, row.rate, row.bytes);
        for name in &names {
            let value = row.metrics.iter().find(|(there, _)| there == name).map(|(_, value)| *value);
            let _ = write!(out, ",{}", cell(value));
        }
        out.push('\n');
    }
    out
}

/// Width and height of the picture, and its margin.
const SIZE: (f64, f64, f64) = (640.0, 360.0, 48.0);

/// A name, a colour, and the loss of an epoch.
type Curve = (&'static str, &'static str, fn(&Row) -> Option<f64>);

/// The curves of both losses.
pub(super) fn svg(rows: &[Row]) -> String {
    let (width, height, margin) = SIZE;
    let losses = || rows.iter().flat_map(|row| [row.train, row.validation]).flatten().filter(|loss| loss.is_finite());
    let (low, high) = losses().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), loss| (a.min(loss), b.max(loss)));
    let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
    let span = if high > low { high - low } else { 1.0 };
    let last = rows.last().map_or(1, |row| row.epoch).max(2) as f64;
    let x = |epoch: u64| margin + (epoch.saturating_sub(1)) as f64 / (last - 1.0) * (width - 2.0 * margin);
    let y = |loss: f64| height - margin - (loss - low) / span * (height - 2.0 * margin);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<title>Loss by epoch</title>\n\
         <path d=\"M{margin} {margin}V{}H{}\" fill=\"none\" stroke=\"#888\"/>\n",
        height - margin,
        width - margin
    );
    for (loss, at) in [(low, height - margin), (high, margin)] {
        let _ = writeln!(out, "<text x=\"{}\" y=\"{at}\" text-anchor=\"end\">{loss:.4}</text>", margin - 4.0);
    }
    let _ = writeln!(out, "<text x=\"{margin}\" y=\"{}\">epoch 1</text>", height - margin + 16.0);
    let end = rows.last().map_or(1, |row| row.epoch);
    let (right, below) = (width - margin, height - margin + 16.0);
    let _ = writeln!(out, "<text x=\"{right}\" y=\"{below}\" text-anchor=\"end\">{end}</text>");
    let curves: [Curve; 2] =
        [("loss", "#1f77b4", |row| row.train), ("validation loss", "#d62728", |row| row.validation)];
    for (i, (name, color, of)) in curves.into_iter().enumerate() {
        let points: Vec<String> = rows
            .iter()
            .filter_map(|row| of(row).filter(|loss| loss.is_finite()).map(|loss| (row.epoch, loss)))
            .map(|(epoch, loss)| format!("{:.1},{:.1}", x(epoch), y(loss)))
            .collect();
        if points.is_empty() {
            continue;
        }
        let points = points.join(" ");
        let _ = writeln!(out, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>");
        let (at, line) = (width - margin - 100.0, margin + 16.0 * i as f64);
        let _ = writeln!(out, "<text x=\"{at}\" y=\"{line}\" fill=\"{color}\">{name}</text>");
    }
    out.push_str("</svg>\n");
    out
}

pub(super) fn to_json(row: &Row) -> Value {
    let metrics: Vec<Value> = row.metrics.iter().map(|(name, value)| json!([name, value.to_bits()])).collect();
    json!({
        "epoch": row.epoch,
        "train": row.train.map(f64::to_bits),
        "validation": row.validation.map(f64::to_bits),
        "rate": row.rate.to_bits(),
        "bytes": row.bytes,
        "metrics": metrics,
    })
}

pub(super) fn of_json(value: &Value) -> Result<Row> {
    let bad = || Error::argument("the history of training is not what was saved");
    let whole = |name: &str| value.get(name).and_then(Value::as_u64);
    let metric = |pair: &Value| {
        let (name, bits) = (pair.get(0)?.as_str()?, pair.get(1)?.as_u64()?);
        Some((name.to_owned(), f64::from_bits(bits)))
    };
    let metrics = value.get("metrics").and_then(Value::as_array).ok_or_else(bad)?;
    Ok(Row {
        epoch: whole("epoch").ok_or_else(bad)?,
        train: whole("train").map(f64::from_bits),
        validation: whole("validation").map(f64::from_bits),
        rate: whole("rate").map(f64::from_bits).ok_or_else(bad)?,
        bytes: whole("bytes").ok_or_else(bad)?,
        metrics: metrics.iter().map(metric).collect::<Option<_>>().ok_or_else(bad)?,
    })
}
