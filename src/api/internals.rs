//! What the tests of this crate need of handles, and no program: see the top of `src/lib.rs`.

use super::types::{NewTensor, Owner};
use crate::error::Result;
use crate::memory::Storage;
use crate::session::own::own;
use crate::session::resource::Resource;
use crate::tensor::{DType, Layout, Shape, Tensor};

/// A contiguous tensor on a storage that a test has made, of as many bytes as the elements take. *Returns new.*
pub fn tensor_on(scope: Owner, storage: Storage, dtype: DType, shape: &Shape) -> Result<NewTensor> {
    own(scope, Resource::Tensor(Tensor::on(storage, dtype, Layout::contiguous(shape))))
}
