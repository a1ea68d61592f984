//! Where the rows of a batch come from: tensors of the same length, rows of different lengths that
//! are padded, image files, or a caller that fetches rows, by their numbers or one after another.
//!
//! Invariant: the tensors of a batch are new, contiguous and not shared, and lie on the device of
//! their rows. A row that a transform changes is changed before it is put into the batch, so images
//! of different sizes become a batch if the transform gives them one size.

use crate::error::{Error, Result, Status};
use crate::io::image;
use crate::ops;
use crate::tensor::{Scalar, Shape, Tensor, shape};
use std::path::PathBuf;
use std::sync::Arc;

/// What a dataset consists of.
pub(super) enum Rows {
    /// The slices along axis 0 of each tensor.
    Tensors(Vec<Tensor>),
    /// One tensor a row, whose first axes differ, and the value behind the shorter ones.
    Padded(Vec<Tensor>, Scalar),
    /// The files of images, and their classes.
    Images { files: Vec<PathBuf>, labels: Tensor, channels: i64 },
    /// This many rows of so many tensors each. A batch has the numbers of its rows alone.
    Numbers { rows: usize, width: usize },
    /// Rows of so many tensors each that come one after another from the caller, who knows the end.
    Stream { width: usize },
}

/// A function of one tensor of a row.
pub type Transform = Arc<dyn Fn(&Tensor) -> Result<Tensor> + Send + Sync>;

/// The functions of the tensors of a row, by their positions.
pub(super) type Transforms = Vec<(usize, Transform)>;

impl Rows {
    /// Rows of tensors. Errors: `INVALID_ARGUMENT`, `SHAPE_MISMATCH`.
    pub fn of_tensors(tensors: &[Tensor]) -> Result<Rows> {
        let Some(first) = tensors.first() else {
            return Err(Error::argument("a data loader needs at least one tensor"));
        };
        let rows = first.shape().first();
        for (i, t) in tensors.iter().enumerate() {
            if t.rank() == 0 {
                return Err(Error::shape(format!("tensor {i} is a scalar, which has no rows")));
            }
            if t.shape().first() != rows {
                let [shape, other] = [t, first].map(|t| shape::display(t.shape()));
                return Err(Error::shape(format!(
                    "tensor {i} of shape {shape} and tensor 0 of shape {other} differ in rows"
                )));
            }
        }
        Ok(Rows::Tensors(tensors.iter().map(Tensor::untracked).collect()))
    }

    /// Rows of different lengths. Errors: `INVALID_ARGUMENT`, `SHAPE_MISMATCH`, `DTYPE_MISMATCH`.
    pub fn padded(rows: &[Tensor], value: Scalar) -> Result<Rows> {
        let Some(first) = rows.first() else {
            return Err(Error::argument("a data loader needs at least one row"));
        };
        alike(rows)?;
        // Refuses a value that the dtype does not hold.
        ops::full(first.device(), first.dtype(), value, &Shape::new(&[1])?)?;
        Ok(Rows::Padded(rows.iter().map(Tensor::untracked).collect(), value))
    }

    /// Images and their classes. Errors: `INVALID_ARGUMENT`, `SHAPE_MISMATCH`.
    pub fn images(files: Vec<PathBuf>, labels: &Tensor, channels: i64) -> Result<Rows> {
        if !matches!(channels, 0 | 1 | 3 | 4) {
            return Err(Error::argument(format!("channels is {channels}, not 0, 1, 3 or 4")));
        }
        if labels.shape().first() != Some(&(files.len() as i64)) {
            let shape = shape::display(labels.shape());
            return Err(Error::shape(format!("labels of shape {shape} for {} images", files.len())));
        }
        Ok(Rows::Images { files, labels: labels.untracked(), channels })
    }

    /// Whether the rows come from the caller one after another.
    pub fn is_stream(&self) -> bool {
        matches!(self, Rows::Stream { .. })
    }

    /// The number of rows; as many as there may be for those that the caller ends.
    pub fn len(&self) -> usize {
        match self {
            Rows::Tensors(tensors) => tensors[0].shape().first().map_or(0, |&rows| rows as usize),
            Rows::Padded(rows, _) => rows.len(),
            Rows::Images { files, .. } => files.len(),
            Rows::Numbers { rows, .. } => *rows,
            Rows::Stream { .. } => usize::MAX,
        }
    }

    /// The number of tensors of a batch.
    pub fn width(&self) -> usize {
        match self {
            Rows::Tensors(tensors) => tensors.len(),
            Rows::Padded(..) => 3,
            Rows::Images { .. } => 2,
            Rows::Numbers { .. } => 1,
            Rows::Stream { width } => *width,
        }
    }

    /// The number of tensors of a row that a transform may change.
    pub fn changeable(&self) -> usize {
        match self {
            Rows::Tensors(tensors) => tensors.len(),
            Rows::Padded(..) => 1,
            Rows::Images { .. } => 2,
            Rows::Numbers { .. } | Rows::Stream { .. } => 0,
        }
    }

    /// The batch of these rows, which are below [`Rows::len`]. `stream` is that of a row's draws,
    /// by its position in `chosen`. *Returns new.*
    pub fn gather(
        &self,
        chosen: &[i64],
        transforms: &Transforms,
        stream: impl Fn(usize) -> [u64; 3],
    ) -> Result<Vec<Tensor>> {
        let numbers = || Tensor::from_slice(chosen, &[chosen.len() as i64]);
        // Draws are the same for each tensor of a row: an image and its mask are cropped alike.
        let changed = |column: usize, i: usize, row: Tensor| {
            let mut steps = transforms.iter().filter(|(of, _)| *of == column);
            let apply = || steps.try_fold(row, |row, (_, step)| step(&row));
            ops::in_stream(stream(i), apply).map_err(|e| e.context(format_args!("transforming row {}", chosen[i])))
        };
        let is_changed = |column: usize| transforms.iter().any(|(of, _)| *of == column);
        let selected = |column: usize, t: &Tensor, numbers: &Tensor| {
            if !is_changed(column) {
                return ops::index_select(t, 0, &ops::to_device(numbers, t.device())?);
            }
            let row = |(i, &row): (usize, &i64)| changed(column, i, t.select_view(0, row)?);
            stacked(&chosen.iter().enumerate().map(row).collect::<Result<Vec<_>>>()?)
        };
        match self {
            Rows::Tensors(tensors) => {
                let numbers = numbers()?;
                tensors.iter().enumerate().map(|(column, t)| selected(column, t, &numbers)).collect()
            }
            Rows::Padded(rows, value) => {
                let row = |(i, &row): (usize, &i64)| changed(0, i, rows[row as usize].clone());
                let rows = chosen.iter().enumerate().map(row).collect::<Result<Vec<_>>>()?;
                let (batch, lengths) = filled_up(&rows, *value)?;
                let numbers = ops::to_device(&numbers()?, batch.device())?;
                Ok(vec![batch, lengths, numbers])
            }
            Rows::Images { files, labels, channels } => {
                let options = image::Options { channels: *channels, channels_last: false, as_bytes: true };
                let row = |(i, &row): (usize, &i64)| changed(0, i, image::load(&files[row as usize], options)?);
                let images = chosen.iter().enumerate().map(row).collect::<Result<Vec<_>>>()?;
                Ok(vec![stacked(&images)?, selected(1, labels, &numbers()?)?])
            }
            Rows::Numbers { .. } => Ok(vec![numbers()?]),
            Rows::Stream { .. } => Err(fetched_by_the_program()),
        }
    }
}

/// `UNSUPPORTED`, for a batch of rows that only the program can fetch.
pub(super) fn fetched_by_the_program() -> Error {
    Error::new(Status::Unsupported, "the rows of a stream come from the program, which makes its batches")
}

/// Rows of the same shape as a batch.
fn stacked(rows: &[Tensor]) -> Result<Tensor> {
    let with_advice = |e: Error| e.context("making one batch of rows, for which a transform can give them one shape");
    ops::stack(&rows.iter().collect::<Vec<_>>(), 0).map_err(with_advice)
}

/// Rows with `value` behind the shorter ones, `[B, L, ...]`, and their lengths, `[B]`.
fn filled_up(rows: &[Tensor], value: Scalar) -> Result<(Tensor, Tensor)> {
    alike(rows)?;
    let lengths: Vec<i64> = rows.iter().map(|row| row.shape()[0]).collect();
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let first = &rows[0];
    let dims = [&[rows.len() as i64, longest][..], &first.shape()[1..]].concat();
    let batch = ops::full(first.device(), first.dtype(), value, &Shape::new(&dims)?)?;
    for (i, row) in rows.iter().enumerate() {
        ops::copy_into(&batch.select_view(0, i as i64)?.slice_view(0, 0, lengths[i], 1)?, row)?;
    }
    let lengths = Tensor::from_slice(&lengths, &[lengths.len() as i64])?;
    let lengths = ops::to_device(&lengths, batch.device())?;
    Ok((batch, lengths))
}

/// Checks that rows differ in their first axes alone, and lie on one device.
fn alike(rows: &[Tensor]) -> Result<()> {
    let first = &rows[0];
    for (i, row) in rows.iter().enumerate() {
        if row.rank() == 0 || row.shape().get(1..) != first.shape().get(1..) {
            let [shape, other] = [row, first].map(|t| shape::display(t.shape()));
            let text = format!("row {i} of shape {shape} and row 0 of shape {other} differ in more than their lengths");
            return Err(Error::shape(text));
        }
        if row.dtype() != first.dtype() {
            return Err(Error::dtype(format!("row {i} is {}, row 0 is {}", row.dtype(), first.dtype())));
        }
        ops::same_device(row, first)?;
    }
    Ok(())
}
