//! Data loaders: batches of the rows of tensors and of files, in an order that a seed decides.

use super::safetensors::lines;
use super::types::{Disposed, ModuleRef, NewTensor, Owner, TensorRef, TensorRefs};
use crate::data::{Loader, Options};
use crate::error::{Error, Result};
use crate::ownership::{Handle, Kind};
use crate::session::context::{placed, within_limits};
use crate::session::own::{own, own_all, own_all_brought};
use crate::session::release::release;
use crate::session::resource::{Object, Resource, TABLE, module as held_module, object, tensor, tensors as pinned};
use crate::tensor::{Scalar, Tensor};
use std::path::PathBuf;
use std::sync::Arc;

/// A data loader's handle, borrowed.
pub type DataLoaderRef = u64;

/// The handle of a new data loader.
pub type NewDataLoader = u64;

impl Object for Loader {
    const KIND: Kind = Kind::DataLoader;
}

/// Makes a loader of batches of rows: `batch_size` slices along axis 0 of each tensor at a time, on
/// the tensor's device. It holds its own references to the tensors' storages. *Returns new.*
///
/// The rows of a batch depend on the seed, the epoch and the number of the batch only: the same in
/// every language, and when it goes on from a position that was saved.
///
///
/// - `of()`
/// - `tensors`: at least one tensor, each with the same number of rows: `[N, ...]`
/// - `batch_size`: rows of a batch, above 0; the last batch of an epoch may have fewer
/// - `shuffle` = false: whether each epoch has an order of its own, which the seed decides
/// - `seed` = 0: the seed of the order
/// - `drop_last` = false: whether a last batch with fewer rows is left out
/// - `INVALID_ARGUMENT`: there is no tensor, or `batch_size` is not above 0
/// - `SHAPE_MISMATCH`: a tensor has no axes, or another number of rows
pub fn new(
    scope: Owner,
    tensors: TensorRefs,
    batch_size: i64,
    shuffle: bool,
    seed: i64,
    drop_last: bool,
) -> Result<NewDataLoader> {
    let loader = Loader::new(held(tensors)?, options(batch_size, shuffle, seed, drop_last))?;
    own(scope, Resource::object(Arc::new(loader)))
}

/// Makes a loader of rows that differ in length, such as sentences. A batch has three tensors: the
/// rows, `[B, L, ...]`, with `value` behind the shorter ones; their lengths, `[B]`, int64; and their
/// numbers, `[B]`, int64, which select what belongs to them: `labels.indexSelect(0, batch[2])`. All
/// lie on the device of the rows. *Returns new.*
///
///
/// - `padded()`
/// - `rows`: at least one tensor, one for each row: `[L, ...]`, where `L` differs
/// - `value`: what is behind the end of a row
/// - `batch_size`: rows of a batch, above 0; the last batch of an epoch may have fewer
/// - `shuffle` = false: whether each epoch has an order of its own, which the seed decides
/// - `seed` = 0: the seed of the order
/// - `drop_last` = false: whether a last batch with fewer rows is left out
/// - `INVALID_ARGUMENT`: there is no row, `batch_size` is not above 0, or no element holds `value`
/// - `SHAPE_MISMATCH`: a row has no axes, or differs from the first in another axis
/// - `DTYPE_MISMATCH`: a row has another element type
/// - `DEVICE_MISMATCH`: a row lies on another device
pub fn padded(
    scope: Owner,
    rows: TensorRefs,
    value: f64,
    batch_size: i64,
    shuffle: bool,
    seed: i64,
    drop_last: bool,
) -> Result<NewDataLoader> {
    let is_whole = value.fract() == 0.0 && value.abs() < 2f64.powi(53);
    let value = if is_whole { Scalar::I64(value as i64) } else { Scalar::F64(value) };
    let loader = Loader::padded(held(rows)?, value, options(batch_size, shuffle, seed, drop_last))?;
    own(scope, Resource::object(Arc::new(loader)))
}

/// Makes a loader of images in files. A batch has two tensors: the images, uint8, `[B, C, H, W]`, and
/// their labels. A file is read when its batch is made, by the threads of `prefetch` if there are
/// any; images of different sizes need a transform that gives them one size. *Returns new.*
///
/// - `files`: the PNG and JPEG files, one a line, written as those of `tenure_image_folder_files`
/// - `labels`: a label for each file, `[N, ...]`
/// - `channels`: 1 for grey, 3 for red, green and blue, 4 with alpha, 0 for those of each file
/// - `batch_size`: rows of a batch, above 0; the last batch of an epoch may have fewer
/// - `shuffle`: whether each epoch has an order of its own, which the seed decides
/// - `seed`: the seed of the order, and of what transforms draw
/// - `drop_last`: whether a last batch with fewer rows is left out
/// - `INVALID_ARGUMENT`: `batch_size` is not above 0, or another number of channels
/// - `SHAPE_MISMATCH`: there are more or fewer labels than files
#[allow(clippy::too_many_arguments)] // the settings of any loader, and three for the images
pub fn images(
    scope: Owner,
    files: &str,
    labels: TensorRef,
    channels: i64,
    batch_size: i64,
    shuffle: bool,
    seed: i64,
    drop_last: bool,
) -> Result<NewDataLoader> {
    let files = lines(files).into_iter().map(PathBuf::from).collect();
    let options = options(batch_size, shuffle, seed, drop_last);
    let loader = Loader::images(files, &*tensor(labels)?, channels, options)?;
    own(scope, Resource::object(Arc::new(loader)))
}

/// Makes a loader of the numbers of `size` rows: a batch is one tensor, the numbers of its rows,
/// `[B]`, int64. It is for rows that the caller fetches. *Returns new.*
///
/// - `size`: the number of rows
/// - `width`: the number of tensors of a row that the caller fetches, which a trainer checks
/// - `batch_size`: rows of a batch, above 0; the last batch of an epoch may have fewer
/// - `shuffle`: whether each epoch has an order of its own, which the seed decides
/// - `seed`: the seed of the order
/// - `drop_last`: whether a last batch with fewer rows is left out
/// - `INVALID_ARGUMENT`: `size` is negative, or `width` or `batch_size` is not above 0
pub fn numbers(
    scope: Owner,
    size: i64,
    width: i64,
    batch_size: i64,
    shuffle: bool,
    seed: i64,
    drop_last: bool,
) -> Result<NewDataLoader> {
    let loader = Loader::numbers(size, width, options(batch_size, shuffle, seed, drop_last))?;
    own(scope, Resource::object(Arc::new(loader)))
}

/// Makes a loader that keeps the position in rows which the caller fetches one after another, and
/// whose end only the caller knows. The core makes no batch of them and never calls back: the caller
/// stacks rows, goes on by `tenure_data_loader_seek`, and ends an epoch by going to batch 0 of the
/// next one. A trainer saves the position in its checkpoints. *Returns new.*
///
/// - `width`: the number of tensors of a row, which a trainer checks
/// - `batch_size`: rows of a batch, above 0
/// - `shuffle`: must be false, because the rest of a stream is not known
/// - `drop_last`: whether the caller leaves out a last batch with fewer rows
/// - `INVALID_ARGUMENT`: `width` or `batch_size` is not above 0, or `shuffle` is true
pub fn stream(scope: Owner, width: i64, batch_size: i64, shuffle: bool, drop_last: bool) -> Result<NewDataLoader> {
    let loader = Loader::stream(width, options(batch_size, shuffle, 0, drop_last))?;
    own(scope, Resource::object(Arc::new(loader)))
}

fn held(tensors: TensorRefs) -> Result<Vec<Tensor>> {
    Ok(pinned(tensors)?.iter().map(|t| t.untracked()).collect())
}

fn options(batch_size: i64, shuffle: bool, seed: i64, drop_last: bool) -> Options {
    Options { batch_size, shuffle, seed: seed as u64, drop_last }
}

/// Goes through these rows only, in this order unless the loader shuffles, for a part of the data
/// to train with and another one to validate with. The epoch begins again, and weights that were
/// set before are dropped.
///
///
/// - `subset() -> self`
/// - `rows`: the numbers of the rows, a list of integers
/// - `INVALID_ARGUMENT`: a row does not exist
/// - `SHAPE_MISMATCH`: it is not a list
/// - `DTYPE_MISMATCH`: its elements are not integers
pub fn subset(data_loader: DataLoaderRef, rows: TensorRef) -> Result<()> {
    object::<Loader>(data_loader)?.subset(&*tensor(rows)?)
}

/// Draws the rows of each epoch by their weights, as the seed decides, so that rare classes come more
/// often. The epoch begins again.
///
///
/// - `weighted() -> self`
/// - `weights`: a weight for each row, or for each row of the subset: at least 0
/// - `count`: the number of rows of an epoch
/// - `replacement` = true: whether a row may be drawn again in an epoch
/// - `INVALID_ARGUMENT`: a weight is negative or not finite, all are 0, or fewer rows than `count`
///   have a weight above 0 and none may be drawn again
/// - `SHAPE_MISMATCH`: there are more or fewer weights than rows
pub fn weighted(data_loader: DataLoaderRef, weights: TensorRef, count: i64, replacement: bool) -> Result<()> {
    object::<Loader>(data_loader)?.weighted(&*tensor(weights)?, count, replacement)
}

/// Takes one of several equal shares of each epoch, for training in several processes with the same
/// seed. Rows that cannot be divided are left out if the loader drops a last batch; otherwise some
/// rows are in two shares. The epoch begins again.
///
///
/// - `shard() -> self`
/// - `index`: which share, from 0
/// - `count`: the number of shares
/// - `INVALID_ARGUMENT`: there is no such share
pub fn shard(data_loader: DataLoaderRef, index: i64, count: i64) -> Result<()> {
    object::<Loader>(data_loader)?.shard(index, count)
}

/// Applies a module to one tensor of each row, before the rows become a batch: a transform such as
/// `RandomCrop`, or several in a `Sequential`. Further ones are applied after those that are there.
/// What it draws depends on the seed, the epoch and the position of the row in it, and is the same
/// for each tensor of a row, so an image and its mask are cropped alike.
///
///
/// - `transform() -> self`
/// - `column`: which tensor of a row, from 0
/// - `module`: the module, which the loader keeps
/// - `INVALID_ARGUMENT`: a row has no such tensor, or the program fetches the rows
pub fn transform(data_loader: DataLoaderRef, column: i64, module: ModuleRef) -> Result<()> {
    let (loader, transform) = (object::<Loader>(data_loader)?, held_module(module)?);
    loader.transform(column, Arc::new(move |x| transform.run(x).map(|t| t.untracked())))
}

/// Makes up to so many batches ahead, on threads of the loader. Rows and bits are the same as
/// without. Batches that wait count as memory of the process, and for a scope when it takes them. If
/// a thread fails, the call for that batch fails. The threads end when the loader is closed. Rows
/// that the program fetches are not made ahead.
///
///
/// - `prefetch() -> self`
/// - `batches`: from 0, which ends the threads, to 1024
/// - `threads` = 1: the number of threads, from 1 to 256
/// - `INVALID_ARGUMENT`: a number is out of range
pub fn prefetch(data_loader: DataLoaderRef, batches: i64, threads: i64) -> Result<()> {
    object::<Loader>(data_loader)?.prefetch(batches, threads)
}

/// The next batch: a new tensor for each tensor of the loader, with its rows, `[B, ...]`.
/// An empty list is the end of an epoch; the call after it returns the first batch of the next
/// epoch. Threads that share a loader get each batch once. If it fails, the position stays, and the
/// call may be repeated. *Returns new.*
///
///
/// - `OUT_OF_MEMORY`: there is not enough memory
/// - `LIMIT_EXCEEDED`: a limit refuses the memory
/// - `SHAPE_MISMATCH`: rows differ in shape after their transforms
/// - `IO`: an image cannot be read
pub fn next(scope: Owner, data_loader: DataLoaderRef) -> Result<Vec<NewTensor>> {
    let loader = object::<Loader>(data_loader)?;
    let take = |batch: Vec<Tensor>| {
        let batch = batch.into_iter().map(|made| placed(scope, made)).collect::<Result<Vec<Tensor>>>()?;
        if loader.is_ahead() { own_all_brought(scope, batch) } else { own_all(scope, batch) }
    };
    let give_back = |handles: Vec<u64>| _ = release(&handles);
    let batch = within_limits(scope, None, || loader.next_for(take, give_back))?;
    Ok(batch.unwrap_or_default())
}

/// [`next`] for a caller that has room for so many handles. With less room than a batch needs, none
/// is made, the position stays, and the number is how many it needs. *Returns new.*
pub fn next_within(scope: Owner, data_loader: DataLoaderRef, room: usize) -> Result<(usize, Vec<NewTensor>)> {
    let loader = object::<Loader>(data_loader)?;
    if room < loader.width() && !loader.is_at_end() {
        return Ok((loader.width(), Vec::new()));
    }
    let made = next(scope, data_loader)?;
    Ok((made.len(), made))
}

/// The number of batches of an epoch.
///
///
/// - `batches()`
/// - `UNSUPPORTED`: the rows are those of a stream, of which only the program knows the end
pub fn batches(data_loader: DataLoaderRef) -> Result<u64> {
    object::<Loader>(data_loader)?.known_batches()
}

/// The number of tensors of the loader, which is that of each batch.
pub fn width(data_loader: DataLoaderRef) -> Result<u64> {
    Ok(object::<Loader>(data_loader)?.width() as u64)
}

/// The epoch of the next batch, from 0.
///
///
/// - `epoch()`
pub fn epoch(data_loader: DataLoaderRef) -> Result<u64> {
    Ok(object::<Loader>(data_loader)?.position().0)
}

/// The number of the next batch, from 0 in each epoch; the number of batches at the end of
/// an epoch.
///
///
/// - `batch()`
pub fn batch(data_loader: DataLoaderRef) -> Result<u64> {
    Ok(object::<Loader>(data_loader)?.position().1)
}

/// Goes on at a batch of an epoch, as a loader that has come there by itself: for training that
/// goes on from a checkpoint.
///
///
/// - `seek()`
/// - `epoch`: the epoch, from 0
/// - `batch`: the number of the batch, from 0 to the number of batches
/// - `INVALID_ARGUMENT`: a number is negative, or the epoch has fewer batches
pub fn seek(data_loader: DataLoaderRef, epoch: i64, batch: i64) -> Result<()> {
    let loader = object::<Loader>(data_loader)?;
    let from_0 = |name: &str, number: i64| {
        u64::try_from(number).map_err(|_| Error::argument(format!("{name} {number} is negative")))
    };
    loader.seek(from_0("epoch", epoch)?, from_0("batch", batch)?)
}

/// *Consumes* the data loader; its tensors stay.
pub fn dispose(data_loader: Disposed) -> Result<()> {
    TABLE.dispose(Handle(data_loader), Kind::DataLoader)
}
