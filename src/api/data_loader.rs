//! Data loaders: batches of the rows of tensors, shuffled by a seed.

use super::types::{Disposed, NewTensor, Owner, TensorRefs};
use crate::data::{Loader, Options};
use crate::error::{Error, Result};
use crate::ownership::{Handle, Kind};
use crate::session::context::within_limits;
use crate::session::own::{own, own_all};
use crate::session::resource::{Object, Resource, TABLE, object, tensors as pinned};
use std::sync::Arc;

/// A data loader's handle, borrowed.
pub type DataLoaderRef = u64;

/// The handle of a new data loader.
pub type NewDataLoader = u64;

impl Object for Loader {
    const KIND: Kind = Kind::DataLoader;
}

/// Makes a loader of batches of rows: `batch_size` slices along axis 0 of each tensor at a time.
/// It holds its own references to the tensors' storages. *Returns new.*
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
    let tensors = pinned(tensors)?.iter().map(|t| t.untracked()).collect();
    let options = Options { batch_size, seed: shuffle.then_some(seed as u64), drop_last };
    own(scope, Resource::object(Arc::new(Loader::new(tensors, options)?)))
}

/// The next batch: a new tensor for each tensor of the loader, with its rows, `[B, ...]`.
/// An empty list is the end of an epoch; the call after it returns the first batch of the next
/// epoch. Threads that share a loader get each batch once. A list with room for fewer tensors than
/// the loader has loses the batch. *Returns new.*
///
///
/// - `OUT_OF_MEMORY`: there is not enough memory; the position stays, and the call may be repeated
/// - `LIMIT_EXCEEDED`: a limit refuses the memory; the position stays
pub fn next(scope: Owner, data_loader: DataLoaderRef) -> Result<Vec<NewTensor>> {
    let loader = object::<Loader>(data_loader)?;
    let batch = within_limits(scope, None, || loader.next())?;
    own_all(scope, batch.unwrap_or_default())
}

/// The number of batches of an epoch.
///
///
/// - `batches()`
pub fn batches(data_loader: DataLoaderRef) -> Result<u64> {
    Ok(object::<Loader>(data_loader)?.batches())
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
