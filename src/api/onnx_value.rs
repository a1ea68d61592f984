//! Values of ONNX models: tensors of numbers and of strings, sequences, maps, and absent optional values.
//!
//! Invariant: a value does not depend on a model or on a copy of ONNX Runtime, and a run pins the values that it is given,
//! so closing a value or a model on another thread is harmless. Its memory comes from the pool, even inside a workspace,
//! and counts against the limits of the scope that owns it.

use super::types::{AnyRefs, Dims, Disposed, NewTensor, NewTensors, Owner, TensorRef};
use crate::error::{Error, Result};
use crate::io::onnx::{Maps, RawData, RawElement, Strings, Value};
use crate::ops;
use crate::ownership::{Handle, Kind, StorageCharge};
use crate::session::context::{in_pool_within_limits, within_limits};
use crate::session::own::{own, own_all_resources, read_into};
use crate::session::resource::{Object, Resource, TABLE, object, tensor as tensor_of};
use crate::session::rows::Rows;
use crate::tensor::Tensor;
use std::sync::Arc;

/// A value's handle, borrowed.
pub type OnnxValueRef = u64;

/// The handle of a new value.
pub type NewOnnxValue = u64;

impl Object for Value {
    const KIND: Kind = Kind::OnnxValue;
}

/// A value of a tensor, which shares its memory: a tensor in the memory of a workspace is copied. *Returns new.*
///
///
/// - `t`: a tensor of any shape and dtype; a model takes one on the processor
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn of_tensor(scope: Owner, t: TensorRef) -> Result<NewOnnxValue> {
    let t = tensor_of(t)?;
    made(scope, || shared(&t).map(Value::Tensor))
}

/// A value of strings, which are copied. *Returns new.*
///
///
/// - `bytes`: the strings one after the other as UTF-8: uint8 `[B]`
/// - `offsets`: where each string begins in `bytes`, and where the last one ends: int64 `[n + 1]`
/// - `shape`: the shape of the tensor of strings, which has `n` elements
/// - `INVALID_ARGUMENT`: a size is negative, offsets decrease or lie outside of the bytes, or a string is not UTF-8
/// - `SHAPE_MISMATCH`: the shape has another number of elements
/// - `DTYPE_MISMATCH`: the bytes are not uint8 or the offsets are not int64
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn of_strings(scope: Owner, bytes: TensorRef, offsets: TensorRef, shape: Dims) -> Result<NewOnnxValue> {
    let (bytes, offsets) = (tensor_of(bytes)?, tensor_of(offsets)?);
    made(scope, || Strings::new(&bytes, &offsets, shape).map(Value::Strings))
}

/// A tensor of elements that no dtype has, by their bytes, which it shares: one of a workspace, and one that is not
/// contiguous, is copied. Two elements of 4 bits share a byte, the first in the low half. *Returns new.*
///
///
/// - `element`: `float8e4m3fn`, `float8e4m3fnuz`, `float8e5m2`, `float8e5m2fnuz`, `uint4` or `int4`
/// - `bytes`: uint8 of any shape
/// - `shape`: the shape of the tensor
/// - `INVALID_ARGUMENT`: there is no such element type, or a size is negative
/// - `SHAPE_MISMATCH`: the shape needs another number of bytes
/// - `DTYPE_MISMATCH`: the bytes are not uint8
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn of_raw_data(scope: Owner, element: &str, bytes: TensorRef, shape: Dims) -> Result<NewOnnxValue> {
    let bytes = tensor_of(bytes)?;
    made(scope, || RawData::new(RawElement::of_name(element)?, &shared(&bytes)?, shape).map(Value::Raw))
}

/// A sequence of values, which share their memory with it; maps are copied. *Returns new.*
///
///
/// - `values`: values or tensors; none for an empty sequence, which fits any sequence of tensors
/// - `INVALID_ARGUMENT`: a value is a sequence or absent, or two have different types
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn of_sequence(scope: Owner, values: AnyRefs) -> Result<NewOnnxValue> {
    let values = given(values)?;
    made(scope, || Value::sequence(&values))
}

/// A map with a value for each key, which are copied. *Returns new.*
///
///
/// - `keys`: `[n]`, int64 or strings, each once
/// - `values`: `[n]`, numbers or strings
/// - `INVALID_ARGUMENT`: keys or values are of another type or have several dimensions, or a key is there twice
/// - `SHAPE_MISMATCH`: there are more keys than values, or fewer
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn of_map(scope: Owner, keys: OnnxValueRef, values: OnnxValueRef) -> Result<NewOnnxValue> {
    let (keys, values) = (object::<Value>(keys)?, object::<Value>(values)?);
    made(scope, || Ok(Value::Map(Arc::new(Maps::new(&keys, &values)?))))
}

/// The absent value of an optional input. *Returns new.*
pub fn absent(scope: Owner) -> Result<NewOnnxValue> {
    made(scope, || Ok(Value::Absent))
}

/// What a value is: a line with fields separated by tabs. First comes `tensor`, `string` (a tensor of strings), `raw` (a
/// tensor of elements that no dtype has), `sequence`, `map`, `maps` (a sequence of maps) or `absent` (an optional value that is not there); then its type, such as
/// `sequence of map of int64 to float32`; then its size, as in [`size`]; then the sizes of a tensor, outermost first.
pub fn info(value: OnnxValueRef) -> Result<String> {
    let value = object::<Value>(value)?;
    let mut fields = vec![value.kind().to_owned(), value.type_name(), value.size().to_string()];
    fields.extend(value.sizes().unwrap_or_default().iter().map(i64::to_string));
    let mut rows = Rows::default();
    rows.row(&fields.iter().map(String::as_str).collect::<Vec<&str>>());
    Ok(rows.text)
}

/// The number of values of a sequence, of entries of a map, or of elements of a tensor; 0 for an absent value.
///
///
/// - `size()`
pub fn size(value: OnnxValueRef) -> Result<u64> {
    Ok(object::<Value>(value)?.size() as u64)
}

/// The tensor of a value, on the same memory. *Returns new.*
///
///
/// - `tensor()`
/// - `INVALID_ARGUMENT`: it is not a tensor of numbers
pub fn tensor(scope: Owner, value: OnnxValueRef) -> Result<NewTensor> {
    let value = object::<Value>(value)?;
    let Value::Tensor(tensor) = &*value else {
        let way_out = if matches!(&*value, Value::Raw(_)) { "; its bytes are raw data" } else { "" };
        return Err(Error::argument(format!("the value is {value}, not a tensor of numbers{way_out}")));
    };
    read_into(scope, || Ok(tensor.untracked()))
}

/// The bytes of a tensor of elements that no dtype has, such as float8 or int4, on the same memory: a row of uint8. Two
/// elements of 4 bits share a byte, the first in the low half. *Returns new.*
///
///
/// - `rawData()`
/// - `INVALID_ARGUMENT`: it is not a tensor of such elements
pub fn raw_data(scope: Owner, value: OnnxValueRef) -> Result<NewTensor> {
    let value = object::<Value>(value)?;
    let Value::Raw(raw) = &*value else {
        return Err(Error::argument(format!("the value is {value}, not raw data")));
    };
    read_into(scope, || Ok(raw.bytes().untracked()))
}

/// The strings of a value, as [`of_strings`] takes them: copies. They are the bytes that the model has computed, which are
/// UTF-8 only if the model keeps to ONNX. *Returns new.*
///
///
/// - `-> bytes`: the strings one after the other: uint8 `[B]`
/// - `-> offsets`: where each string begins in the bytes, and where the last one ends: int64 `[n + 1]`
/// - `INVALID_ARGUMENT`: it is not a tensor of strings
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn strings(scope: Owner, value: OnnxValueRef) -> Result<NewTensors<2>> {
    let value = object::<Value>(value)?;
    let Value::Strings(strings) = &*value else {
        return Err(Error::argument(format!("the value is {value}, not strings")));
    };
    let parts = within_limits(scope, None, || strings.parts())?;
    let handles = own_all_resources(scope, parts.map(Resource::Tensor))?;
    Ok([handles[0], handles[1]])
}

/// A value of a sequence: a map is copied, and anything else shares its memory. *Returns new.*
///
///
/// - `get()`
/// - `index`: which one, from 0 on
/// - `INVALID_ARGUMENT`: it is not a sequence, or has no value with this index
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn get(scope: Owner, value: OnnxValueRef, index: i64) -> Result<NewOnnxValue> {
    let value = object::<Value>(value)?;
    made(scope, || value.get(index))
}

/// The keys of a map, or of all maps of a sequence one after the other: int64 or strings, of one dimension.
/// *Returns new.*
///
///
/// - `keys()`
/// - `INVALID_ARGUMENT`: it is neither a map nor a sequence of maps
pub fn keys(scope: Owner, value: OnnxValueRef) -> Result<NewOnnxValue> {
    let value = object::<Value>(value)?;
    made(scope, || Ok(maps(&value)?.keys.clone()))
}

/// The values of a map, or of all maps of a sequence one after the other, in the order of the keys: numbers or strings, of
/// one dimension. *Returns new.*
///
///
/// - `values()`
/// - `INVALID_ARGUMENT`: it is neither a map nor a sequence of maps
pub fn values(scope: Owner, value: OnnxValueRef) -> Result<NewOnnxValue> {
    let value = object::<Value>(value)?;
    made(scope, || Ok(maps(&value)?.values.clone()))
}

/// Where each map of a sequence begins in its [`keys`] and [`values`], and the end: int64 `[n + 1]`, a copy.
/// *Returns new.*
///
///
/// - `INVALID_ARGUMENT`: it is neither a map nor a sequence of maps
/// - `OUT_OF_MEMORY`: there is not enough memory
pub fn starts(scope: Owner, value: OnnxValueRef) -> Result<NewTensor> {
    let value = object::<Value>(value)?;
    read_into(scope, || maps(&value)?.starts())
}

/// *Consumes* the value. Tensors that share its memory stay.
pub fn dispose(value: Disposed) -> Result<()> {
    TABLE.dispose(Handle(value), Kind::OnnxValue)
}

fn maps(value: &Value) -> Result<&Maps> {
    value.maps().ok_or_else(|| Error::argument(format!("the value is {value}, neither a map nor a sequence of maps")))
}

/// The values of handles; a tensor is a value too.
pub(super) fn given(handles: AnyRefs) -> Result<Vec<Arc<Value>>> {
    let value = |&handle: &u64| match Handle(handle).kind() {
        Some(Kind::Tensor) => Ok(Arc::new(Value::Tensor(shared(&*tensor_of(handle)?)?))),
        _ => object::<Value>(handle),
    };
    handles.iter().map(value).collect()
}

/// Gives values their handles: all or none.
pub(super) fn own_values(scope: Owner, values: Vec<Value>) -> Result<Vec<NewOnnxValue>> {
    own_all_resources(scope, values.into_iter().map(resource))
}

fn made(scope: Owner, make: impl FnOnce() -> Result<Value>) -> Result<NewOnnxValue> {
    let value = in_pool_within_limits(scope, make)?;
    own(scope, resource(value))
}

fn resource(value: Value) -> Resource {
    let value = Arc::new(value);
    let (storage, bytes) = Value::held(&value);
    Resource::object_of(value, StorageCharge { storage, bytes })
}

/// The tensor on the same memory, apart from its tape. One in a workspace, which would end before the value, is copied.
fn shared(t: &Tensor) -> Result<Tensor> {
    if t.storage().workspace().is_some() { ops::copy(&t.untracked()) } else { Ok(t.untracked()) }
}
