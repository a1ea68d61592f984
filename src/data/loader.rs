//! `Loader`: goes through the rows of a dataset in batches, epoch after epoch, and has batches made
//! ahead by threads if it is asked to.
//!
//! Invariant: the position moves on only when its batch was taken, so a call that fails can be
//! repeated, and threads that share a loader get each batch once. A batch has the same rows and bits
//! whichever thread makes it: threads work from a copy of the settings, and what they made for a
//! position that was left, or by settings that were changed, is dropped.

use super::job::Job;
use super::order::{Plan, Weights};
use super::prefetch::Ahead;
use super::rows::{Rows, Transform, Transforms, fetched_by_the_program};
use crate::error::{Error, Result, Status};
use crate::ops;
use crate::tensor::{DType, Scalar, Tensor, shape};
use parking_lot::Mutex;
use std::path::PathBuf;
use std::sync::Arc;

/// The most batches that are made ahead.
const MOST_AHEAD: i64 = 1024;
/// The most threads that make them.
const MOST_THREADS: i64 = 256;

/// How a loader goes through the rows.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Rows of a batch; the last batch of an epoch may have fewer.
    pub batch_size: i64,
    /// Whether each epoch has an order of its own.
    pub shuffle: bool,
    /// The seed of the orders, and of what transforms draw.
    pub seed: u64,
    /// Whether a last batch with fewer rows is left out.
    pub drop_last: bool,
}

/// Batches of rows: `x[i], y[i]` for the rows `i` of the batch, of each tensor.
pub struct Loader {
    rows: Arc<Rows>,
    batch_size: usize,
    state: Mutex<State>,
}

/// The next batch, and how batches are made.
struct State {
    plan: Plan,
    transforms: Arc<Transforms>,
    batches: u64,
    epoch: u64,
    batch: u64,
    /// The order of the epoch, once a batch of it was asked for.
    order: Option<Arc<Vec<i64>>>,
    ahead: Option<Arc<Ahead>>,
    /// Counts the changes of the settings and of the position other than by `next`.
    changes: u64,
}

impl Loader {
    /// A loader of the rows of tensors, which are the slices along axis 0. The loader holds
    /// references to their storages: rows that are changed later are changed in later batches.
    ///
    /// Errors: `INVALID_ARGUMENT` if there is no tensor or `batch_size` is not above 0,
    /// `SHAPE_MISMATCH` if a tensor has no axes or another number of rows.
    pub fn new(tensors: Vec<Tensor>, options: Options) -> Result<Loader> {
        Loader::of(Rows::of_tensors(&tensors)?, options)
    }

    /// A loader of rows that differ in length, `[L, ...]`: a batch is `[B, L, ...]` with `value`
    /// behind the shorter rows, their lengths `[B]`, and the numbers of the rows `[B]`.
    ///
    /// Errors: those of [`Loader::new`]; `SHAPE_MISMATCH` if rows differ in other axes,
    /// `DTYPE_MISMATCH` if they differ in dtype, `DEVICE_MISMATCH` if they are on several devices.
    pub fn padded(rows: Vec<Tensor>, value: Scalar, options: Options) -> Result<Loader> {
        Loader::of(Rows::padded(&rows, value)?, options)
    }

    /// A loader of image files: a batch is the images as uint8, `[B, C, H, W]`, and their labels. A
    /// file is read when its batch is made.
    ///
    /// Errors: those of [`Loader::new`].
    pub fn images(files: Vec<PathBuf>, labels: &Tensor, channels: i64, options: Options) -> Result<Loader> {
        Loader::of(Rows::images(files, labels, channels)?, options)
    }

    /// A loader of numbers: a batch is the numbers of its rows, `[B]`, for a caller that fetches
    /// rows of `width` tensors. Errors: `INVALID_ARGUMENT`.
    pub fn numbers(rows: i64, width: i64, options: Options) -> Result<Loader> {
        let rows = usize::try_from(rows).map_err(|_| Error::argument(format!("size {rows} is negative")))?;
        if width < 1 {
            return Err(Error::argument(format!("a row of {width} tensors has not at least one")));
        }
        Loader::of(Rows::Numbers { rows, width: width as usize }, options)
    }

    /// A loader that keeps the position in rows of `width` tensors which the caller fetches one after
    /// another, and whose end only the caller knows: it goes on by [`Loader::seek`]. Errors:
    /// `INVALID_ARGUMENT`, also if the order is to be shuffled.
    pub(crate) fn stream(width: i64, options: Options) -> Result<Loader> {
        if width < 1 {
            return Err(Error::argument(format!("a row of {width} tensors has not at least one")));
        }
        if options.shuffle {
            return Err(Error::argument(
                "the rows of a stream come in its order, of which the rest is not known: shuffle where they are made",
            ));
        }
        Loader::of(Rows::Stream { width: width as usize }, options)
    }

    /// `INVALID_ARGUMENT` for a choice among the rows of a stream.
    fn check_numbered(&self, choice: &str) -> Result<()> {
        if !self.rows.is_stream() {
            return Ok(());
        }
        Err(Error::argument(format!("{choice}: the rows of a stream have no numbers, they come in its order")))
    }

    fn of(rows: Rows, options: Options) -> Result<Loader> {
        let Options { batch_size, shuffle, seed, drop_last } = options;
        if batch_size <= 0 {
            return Err(Error::argument(format!("batch_size {batch_size} is not above 0")));
        }
        let batch_size = usize::try_from(batch_size).unwrap_or(usize::MAX);
        let plan = Plan { shuffle, seed, drop_last, ..Plan::default() };
        let batches = batches_of(&plan, rows.len(), batch_size);
        let state = State {
            plan,
            transforms: Arc::default(),
            batches,
            epoch: 0,
            batch: 0,
            order: None,
            ahead: None,
            changes: 0,
        };
        Ok(Loader { rows: Arc::new(rows), batch_size, state: Mutex::new(state) })
    }

    /// The number of tensors of a batch.
    pub fn width(&self) -> usize {
        self.rows.width()
    }

    /// The number of tensors of a batch for training: that of a row if the caller fetches the rows.
    pub(crate) fn row_width(&self) -> usize {
        match *self.rows {
            Rows::Numbers { width, .. } | Rows::Stream { width } => width,
            _ => self.rows.width(),
        }
    }

    /// The batches of an epoch; as many as there may be for a stream.
    pub fn batches(&self) -> u64 {
        self.state.lock().batches
    }

    /// The batches of an epoch. Errors: `UNSUPPORTED` for a stream, of which only the caller knows the
    /// end.
    pub(crate) fn known_batches(&self) -> Result<u64> {
        if self.rows.is_stream() {
            let text = "a stream has as many batches as the program gives rows, which are counted when it has ended";
            return Err(Error::new(Status::Unsupported, text));
        }
        Ok(self.batches())
    }

    /// The epoch and the number of the batch that [`Loader::next`] returns, both from 0.
    pub fn position(&self) -> (u64, u64) {
        let state = self.state.lock();
        (state.epoch, state.batch)
    }

    /// Whether the next call ends the epoch.
    pub(crate) fn is_at_end(&self) -> bool {
        let state = self.state.lock();
        state.batch == state.batches
    }

    /// Whether batches may have been made by another thread.
    pub(crate) fn is_ahead(&self) -> bool {
        self.state.lock().ahead.is_some()
    }

    /// Goes on at this batch of this epoch. `batch` may be the number of batches: the epoch is then
    /// at its end.
    ///
    /// Errors: `INVALID_ARGUMENT` if the epoch has fewer batches.
    pub fn seek(&self, epoch: u64, batch: u64) -> Result<()> {
        let mut state = self.state.lock();
        if batch > state.batches {
            return Err(Error::argument(format!("batch {batch} is above the {} batches of an epoch", state.batches)));
        }
        let old = state.restart(epoch, batch);
        drop(state);
        drop(old);
        Ok(())
    }

    /// Goes through these rows only, in this order unless it is shuffled, from the start of the
    /// epoch. Weights of the rows before are dropped.
    ///
    /// Errors: `INVALID_ARGUMENT` for a row that does not exist, `SHAPE_MISMATCH` if it is not a
    /// list, `DTYPE_MISMATCH`.
    pub fn subset(&self, rows: &Tensor) -> Result<()> {
        self.check_numbered("subset")?;
        let chosen = numbers_of(rows)?;
        let count = self.rows.len() as i64;
        if let Some(row) = chosen.iter().find(|row| !(0..count).contains(row)) {
            return Err(Error::argument(format!("row {row} is not among the {count} rows")));
        }
        self.change(|plan| (plan.subset, plan.weights) = (Some(Arc::new(chosen)), None));
        Ok(())
    }

    /// Draws `count` rows an epoch by their weights, from the start of the epoch.
    ///
    /// Errors: `INVALID_ARGUMENT` for weights that are negative, not finite or all 0, and if fewer
    /// rows have a weight than are drawn without replacement; `SHAPE_MISMATCH` for another number
    /// of weights than rows.
    pub fn weighted(&self, weights: &Tensor, count: i64, replacement: bool) -> Result<()> {
        self.check_numbered("weighted")?;
        let rows = self.state.lock().plan.subset.as_ref().map_or(self.rows.len(), |subset| subset.len());
        if weights.shape() != [rows as i64] {
            return Err(Error::shape(format!("weights of shape {} for {rows} rows", shape::display(weights.shape()))));
        }
        let weights: Vec<f64> = ops::here(&ops::cast(weights, DType::F64)?)?.to_vec()?;
        if let Some(weight) = weights.iter().find(|weight| !weight.is_finite() || **weight < 0.0) {
            return Err(Error::argument(format!("weight {weight} is not a finite number of at least 0")));
        }
        let positive = weights.iter().filter(|&&weight| weight > 0.0).count();
        if positive == 0 || count < 0 || !replacement && count > positive as i64 {
            let text = format!("{count} rows cannot be drawn of {positive} with a weight above 0");
            return Err(Error::argument(text));
        }
        let weights = Weights { weights: Arc::new(weights), count: count as usize, replacement };
        self.change(|plan| plan.weights = Some(weights));
        Ok(())
    }

    /// Takes one of `count` shares of each epoch, from the start of the epoch. Errors:
    /// `INVALID_ARGUMENT` if there is no such share.
    pub fn shard(&self, index: i64, count: i64) -> Result<()> {
        if count < 1 || !(0..count).contains(&index) {
            return Err(Error::argument(format!("share {index} is not among {count} shares")));
        }
        self.check_numbered("shard")?;
        self.change(|plan| plan.shard = Some((index as usize, count as usize)));
        Ok(())
    }

    fn change(&self, change: impl FnOnce(&mut Plan)) {
        let mut state = self.state.lock();
        let before = state.plan.clone();
        change(&mut state.plan);
        state.batches = batches_of(&state.plan, self.rows.len(), self.batch_size);
        let epoch = state.epoch;
        let old = state.restart(epoch, 0);
        drop(state);
        drop((before, old));
    }

    /// Applies `transform` to one tensor of each row, after the transforms that it has already. The
    /// position stays.
    ///
    /// Errors: `INVALID_ARGUMENT` if a row has no such tensor.
    pub fn transform(&self, column: i64, transform: Transform) -> Result<()> {
        let columns = self.rows.changeable();
        if !(0..columns as i64).contains(&column) {
            return Err(Error::argument(match &*self.rows {
                Rows::Numbers { .. } | Rows::Stream { .. } => {
                    "rows of a dataset of the program are transformed by it".to_string()
                }
                _ => format!("tensor {column} is not among the {columns} of a row"),
            }));
        }
        let mut state = self.state.lock();
        let before = state.transforms.clone();
        Arc::make_mut(&mut state.transforms).push((column as usize, transform));
        let (epoch, batch) = (state.epoch, state.batch);
        let old = state.restart(epoch, batch);
        drop(state);
        drop((before, old));
        Ok(())
    }

    /// Makes up to so many batches ahead on so many threads; 0 batches ends the threads. Errors:
    /// `INVALID_ARGUMENT`.
    pub fn prefetch(&self, batches: i64, threads: i64) -> Result<()> {
        if !(0..=MOST_AHEAD).contains(&batches) {
            return Err(Error::argument(format!("{batches} batches ahead are not from 0 to {MOST_AHEAD}")));
        }
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(Error::argument(format!("{threads} threads are not from 1 to {MOST_THREADS}")));
        }
        if self.rows.is_stream() {
            return Ok(()); // there is nothing that a thread of the loader could make
        }
        let ahead = (batches > 0).then(|| Arc::new(Ahead::new(batches as usize, threads as usize)));
        let old = std::mem::replace(&mut self.state.lock().ahead, ahead);
        if let Some(old) = old {
            old.close();
        }
        Ok(())
    }

    /// The next batch: a new tensor for each tensor, with its rows. `None` at the end of an epoch;
    /// the call after that returns the first batch of the next epoch.
    ///
    /// Errors: `OUT_OF_MEMORY`, `LIMIT_EXCEEDED`, those of transforms and of reading files; the
    /// position stays.
    pub fn next(&self) -> Result<Option<Vec<Tensor>>> {
        self.next_for(Ok, drop)
    }

    /// The next batch as `take` returns it. If that fails, the position stays. `give_back` gets what
    /// `take` returned for a batch that another thread has taken meanwhile.
    pub fn next_for<T>(
        &self,
        mut take: impl FnMut(Vec<Tensor>) -> Result<T>,
        give_back: impl Fn(T),
    ) -> Result<Option<T>> {
        if self.rows.is_stream() {
            return Err(fetched_by_the_program());
        }
        loop {
            let (mut job, ahead, changes) = {
                let mut state = self.state.lock();
                if state.batch == state.batches {
                    let epoch = state.epoch.wrapping_add(1);
                    let old = state.order.take();
                    (state.epoch, state.batch) = (epoch, 0);
                    drop(state);
                    drop(old);
                    return Ok(None);
                }
                (self.job(&state), state.ahead.clone(), state.changes)
            };
            // Without the lock, because memory for a batch may call out to the collector.
            let made = match &ahead {
                Some(ahead) => ahead.take(&mut job, changes)?,
                None => job.run()?,
            };
            let taken = take(made)?;
            let mut state = self.state.lock();
            if (state.changes, state.epoch, state.batch) == (changes, job.epoch, job.batch) {
                state.batch += 1;
                state.order = job.order;
                return Ok(Some(taken));
            }
            drop(state);
            give_back(taken);
        }
    }

    fn job(&self, state: &State) -> Job {
        Job {
            rows: self.rows.clone(),
            plan: state.plan.clone(),
            transforms: state.transforms.clone(),
            batch_size: self.batch_size,
            batches: state.batches,
            epoch: state.epoch,
            batch: state.batch,
            order: state.order.clone(),
        }
    }
}

impl State {
    /// Goes on from there. The result is to be dropped without the lock.
    fn restart(&mut self, epoch: u64, batch: u64) -> Option<Arc<Vec<i64>>> {
        (self.epoch, self.batch, self.changes) = (epoch, batch, self.changes.wrapping_add(1));
        self.order.take()
    }
}

impl Drop for Loader {
    fn drop(&mut self) {
        if let Some(ahead) = self.state.get_mut().ahead.take() {
            ahead.close();
        }
    }
}

/// The batches of an epoch.
fn batches_of(plan: &Plan, rows: usize, batch_size: usize) -> u64 {
    if rows == usize::MAX {
        return i64::MAX as u64; // a stream
    }
    let rows = plan.len(rows);
    (if plan.drop_last { rows / batch_size } else { rows.div_ceil(batch_size) }) as u64
}

/// The elements of a list of row numbers. Errors: `DTYPE_MISMATCH`, `SHAPE_MISMATCH`.
fn numbers_of(rows: &Tensor) -> Result<Vec<i64>> {
    if rows.rank() != 1 {
        return Err(Error::shape(format!("rows of shape {} are not a list", shape::display(rows.shape()))));
    }
    if !rows.dtype().is_integer() {
        return Err(Error::dtype(format!("rows are {}, not integers", rows.dtype())));
    }
    ops::here(&ops::cast(rows, DType::I64)?)?.to_vec()
}
