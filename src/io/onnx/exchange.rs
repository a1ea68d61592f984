//! Conversion between a [`Value`] and the objects of ONNX Runtime.
//!
//! Invariant: both directions run inside a recorded call, so the memory of strings' headers and of
//! the tensors of a sequence comes from our allocator and counts against the limits of the call.
//! ONNX Runtime keeps a text of 16 bytes or more in memory of its own, which nothing counts, until
//! the object is released. Each length that it states is checked before it is used.

use super::element;
use super::empty;
use super::input::Input;
use super::memory::Recorded;
use super::raw::RawData;
use super::runtime::{Failure, Owned, Runtime};
use super::table::{MAP, Object, SEQUENCE, TENSOR};
use super::types::{Element, Type};
use super::value::{Column, Maps, Strings, Value};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::tensor::{DType, Layout, RawBytes, Shape, Tensor};
use std::ffi::{c_int, c_void};
use std::ptr::null_mut;
use std::sync::Arc;

/// An object of ONNX Runtime made of a value, with what must live as long.
pub(super) struct Made<'a> {
    pub(super) object: Owned,
    _parts: Vec<Made<'a>>,
    _input: Option<Input<'a>>,
}

/// The object for a value, which fits an input of this type and is not absent: an absent value is
/// left out of the inputs of a run.
///
/// Errors: `UNSUPPORTED` for an empty sequence of maps, which ONNX Runtime cannot be given; those of
/// its functions.
pub(super) fn make<'a>(runtime: &'static Runtime, value: &'a Value, ty: &Type) -> Result<Made<'a>> {
    let alone = |object| Made { object, _parts: Vec::new(), _input: None };
    match (value, ty.required()) {
        (Value::Tensor(tensor), _) => {
            let input = Input::of(tensor)?;
            let object = tensor_object(runtime, &input)?;
            Ok(Made { object, _parts: Vec::new(), _input: Some(input) })
        }
        (Value::Strings(strings), _) => strings_object(runtime, strings).map(alone),
        (Value::Raw(raw), _) => {
            object_on(runtime, raw.bytes(), raw.shape(), Element::Raw(raw.element()).code()).map(alone)
        }
        (Value::Map(map), _) => map_object(runtime, map),
        (Value::Sequence(values), Type::Sequence(of)) if !values.is_empty() => {
            let parts = values.iter().map(|value| make(runtime, value, of)).collect::<Result<Vec<Made>>>()?;
            joined(runtime, parts, SEQUENCE)
        }
        (Value::Maps(maps), Type::Sequence(_)) if !maps.is_empty() => {
            let part = |i| {
                let map = maps.map(i)?;
                // The map is copied into the object, so its parts are not needed any more.
                map_object(runtime, &map).map(|made| alone(made.object))
            };
            joined(runtime, (0..maps.len()).map(part).collect::<Result<Vec<Made>>>()?, SEQUENCE)
        }
        _ => empty::object(runtime, ty.required()).map(alone),
    }
}

/// A contiguous tensor as ONNX Runtime takes it: its memory, not a copy.
pub(super) fn tensor_object(runtime: &Runtime, tensor: &Tensor) -> Result<Owned> {
    object_on(runtime, tensor, tensor.shape(), element::code(tensor.dtype()))
}

/// A tensor of this shape and these elements on the memory of a contiguous tensor.
fn object_on(runtime: &Runtime, tensor: &Tensor, shape: &[i64], code: c_int) -> Result<Owned> {
    let (data, mut value) = (tensor.host()?.as_ptr(), null_mut());
    // SAFETY: the memory is valid as long as the tensor, which outlives the value; the result has
    // room.
    let answer = unsafe {
        (runtime.table.create_tensor)(
            runtime.memory_info,
            data.cast(),
            tensor.nbytes(),
            shape.as_ptr(),
            shape.len(),
            code,
            &mut value,
        )
    };
    runtime.check(answer).map_err(Failure::at_run)?;
    Ok(Owned::new(value, runtime.table.release_value))
}

/// A tensor of strings. Texts may contain NUL, because their lengths are passed.
fn strings_object(runtime: &Runtime, strings: &Strings) -> Result<Owned> {
    let (table, shape) = (&runtime.table, strings.shape());
    let mut value = null_mut();
    // SAFETY: the allocator lives as long as the process, and the result has room.
    let answer = unsafe {
        let create = table.create_owned_tensor;
        create(allocator(runtime), shape.as_ptr(), shape.len(), element::STRING, &mut value)
    };
    runtime.check(answer).map_err(Failure::at_run)?;
    let value = Owned::new(value, table.release_value);
    for i in 0..strings.len() {
        let (text, mut buffer) = (strings.text(i), null_mut());
        if text.is_empty() {
            continue;
        }
        // SAFETY: the tensor is alive and has this element; then the buffer has room for the text.
        unsafe {
            let answer = (table.string_buffer)(value.object, i, text.len(), &mut buffer);
            runtime.check(answer).map_err(Failure::at_run)?;
            std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast(), text.len());
        }
    }
    Ok(value)
}

fn map_object<'a>(runtime: &'static Runtime, map: &Maps) -> Result<Made<'a>> {
    let ty = Type::Tensor(Element::Text, None); // tensors are made alike, whatever their type
    let (keys, values) = (make(runtime, &map.keys, &ty)?, make(runtime, &map.values, &ty)?);
    let object = join(runtime, &[keys.object.object, values.object.object], MAP)?;
    Ok(Made { object, _parts: Vec::new(), _input: None })
}

fn joined<'a>(runtime: &Runtime, parts: Vec<Made<'a>>, kind: c_int) -> Result<Made<'a>> {
    let objects: Vec<Object> = parts.iter().map(|part| part.object.object).collect();
    let object = join(runtime, &objects, kind)?;
    Ok(Made { object, _parts: parts, _input: None })
}

fn join(runtime: &Runtime, parts: &[Object], kind: c_int) -> Result<Owned> {
    let mut value = null_mut();
    // SAFETY: the parts are alive, and the result has room.
    let answer = unsafe { (runtime.table.create_value)(parts.as_ptr(), parts.len(), kind, &mut value) };
    runtime.check(answer).map_err(Failure::at_run)?;
    Ok(Owned::new(value, runtime.table.release_value))
}

/// Our allocator as ONNX Runtime takes it.
fn allocator(runtime: &Runtime) -> Object {
    std::ptr::from_ref(&*runtime.allocator).cast_mut().cast()
}

/// Reads an output of this type.
///
/// Errors: `UNSUPPORTED` for a value that no type here describes; `LIMIT_EXCEEDED`,
/// `OUT_OF_MEMORY`.
pub(super) fn read(runtime: &Runtime, value: &Owned, ty: &Type, record: &Recorded) -> Result<Value> {
    if value.object.is_null() {
        return Ok(Value::Absent);
    }
    let (mut has, mut kind) = (0, 0);
    // SAFETY: the value is alive, and the results have room.
    unsafe {
        runtime.check((runtime.table.has_value)(value.object, &mut has)).map_err(Failure::at_run)?;
        if has == 0 {
            return Ok(Value::Absent);
        }
        runtime.check((runtime.table.value_kind)(value.object, &mut kind)).map_err(Failure::at_run)?;
    }
    match (kind, ty.required()) {
        (TENSOR, _) => tensor(runtime, value, record),
        (MAP, Type::Map(key, of)) => {
            let mut maps = Reading::new(*key, of);
            maps.add(runtime, value, record)?;
            Ok(Value::Map(Arc::new(maps.finish()?)))
        }
        (SEQUENCE, Type::Sequence(of)) => {
            let each = count(runtime, value)?;
            if let Type::Map(key, of) = &**of {
                let mut maps = Reading::new(*key, of);
                for i in 0..each {
                    maps.add(runtime, &part(runtime, value, i)?, record)?;
                }
                return Ok(Value::Maps(Arc::new(maps.finish()?)));
            }
            (0..each)
                .map(|i| read(runtime, &part(runtime, value, i)?, of, record))
                .collect::<Result<_>>()
                .map(Value::Sequence)
        }
        _ => Err(Error::new(Status::Unsupported, format!("it is not {ty}, as the model states"))),
    }
}

/// A tensor of numbers, or of raw data: on the block that the run allocated for it alone, otherwise a
/// copy. Or one of strings.
pub(super) fn tensor(runtime: &Runtime, value: &Owned, record: &Recorded) -> Result<Value> {
    let unsupported = |why: Error| Error::new(Status::Unsupported, why.message());
    let (code, dims) = shape(runtime, value).map_err(Failure::at_run)?;
    let shape = Shape::new(&dims).map_err(unsupported)?;
    let numbers = |dtype, shape: &Shape| numbers(runtime, value, dtype, shape, record);
    match Element::of_code(code)? {
        Element::Number(dtype) => numbers(dtype, &shape).map(Value::Tensor),
        Element::Text => strings(runtime, value, shape).map(Value::Strings),
        Element::Raw(raw) => {
            let bytes = numbers(DType::U8, &Shape::new(&[raw.bytes(shape.elements()) as i64])?)?;
            RawData::new(raw, &bytes, &shape).map(Value::Raw)
        }
    }
}

/// The memory of a tensor as numbers of this dtype and shape.
fn numbers(runtime: &Runtime, value: &Owned, dtype: DType, shape: &Shape, record: &Recorded) -> Result<Tensor> {
    let mut data = null_mut();
    // SAFETY: the value is a tensor, and the result has room.
    runtime.check(unsafe { (runtime.table.tensor_data)(value.object, &mut data) }).map_err(Failure::at_run)?;
    if let Some((storage, offset)) = record.give(data) {
        return Ok(Tensor::within(storage, dtype, Layout::contiguous(shape), offset));
    }
    // An input that was passed on, a constant of the model, or the value of another output.
    let bytes = shape.elements() * dtype.size();
    if bytes == 0 {
        return Tensor::uninit(Device::Cpu, dtype, shape);
    }
    // SAFETY: the value has this many bytes there, and is alive.
    let bytes = unsafe { RawBytes::new(data.cast(), bytes) };
    Tensor::of_bytes(Device::Cpu, dtype, bytes, shape)
}

/// The code of the elements and the sizes of a tensor.
fn shape(runtime: &Runtime, value: &Owned) -> std::result::Result<(c_int, Vec<i64>), Failure> {
    let table = &runtime.table;
    let (mut code, mut rank, mut info) = (0, 0, null_mut());
    // SAFETY: each result has room, and each call is passed what the previous one returned.
    unsafe {
        runtime.check((table.tensor_type_and_shape)(value.object, &mut info))?;
        let info = Owned::new(info, table.release_tensor_type);
        runtime.check((table.element_type)(info.object, &mut code))?;
        runtime.check((table.dimension_count)(info.object, &mut rank))?;
        let mut dims = vec![0; rank];
        runtime.check((table.dimensions)(info.object, dims.as_mut_ptr(), rank))?;
        Ok((code, dims))
    }
}

/// Copies the texts of a tensor of strings.
fn strings(runtime: &Runtime, value: &Owned, shape: Shape) -> Result<Strings> {
    let (table, n) = (&runtime.table, shape.elements());
    if n == 0 {
        return Strings::blank(&shape);
    }
    let mut bytes = 0;
    // SAFETY: the value is a tensor of strings, and the result has room.
    runtime.check(unsafe { (table.string_bytes)(value.object, &mut bytes) }).map_err(Failure::at_run)?;
    Strings::written(shape, bytes, |ends, texts| {
        // SAFETY: there is room for the ends of all texts and for their bytes.
        let answer = unsafe { (table.string_content)(value.object, texts.cast::<c_void>(), bytes, ends, n) };
        runtime.check(answer).map_err(Failure::at_run)
    })
}

/// The number of values of a sequence.
fn count(runtime: &Runtime, value: &Owned) -> Result<usize> {
    let mut n = 0;
    // SAFETY: the value is a sequence, and the result has room.
    runtime.check(unsafe { (runtime.table.inner_count)(value.object, &mut n) }).map_err(Failure::at_run)?;
    if c_int::try_from(n).is_err() {
        return Err(Error::new(Status::Unsupported, format!("it has {n} values, at most {} can be read", c_int::MAX)));
    }
    Ok(n)
}

/// Value `i` of a sequence; of a map its keys (0) and its values (1).
fn part(runtime: &Runtime, value: &Owned, i: usize) -> Result<Owned> {
    let mut inner = null_mut();
    // SAFETY: the value has this part; the allocator lives as long as the process, and the result
    // has room.
    let answer = unsafe { (runtime.table.inner_value)(value.object, i as c_int, allocator(runtime), &mut inner) };
    runtime.check(answer).map_err(Failure::at_run)?;
    Ok(Owned::new(inner, runtime.table.release_value))
}

/// Maps that are read one after the other.
struct Reading {
    keys: Column,
    values: Column,
    starts: Vec<i64>,
}

impl Reading {
    fn new(key: Element, of: &Type) -> Reading {
        let value = if let Type::Tensor(element, _) = of { element.dtype() } else { None };
        Reading { keys: Column::new(key.dtype()), values: Column::new(value), starts: vec![0] }
    }

    fn add(&mut self, runtime: &Runtime, map: &Owned, record: &Recorded) -> Result<()> {
        for (i, column) in [&mut self.keys, &mut self.values].into_iter().enumerate() {
            column.add(&tensor(runtime, &part(runtime, map, i)?, record)?)?;
        }
        if self.keys.len() != self.values.len() {
            let text = format!("it has {} keys and {} values", self.keys.len(), self.values.len());
            return Err(Error::new(Status::Unsupported, text));
        }
        self.starts.push(self.keys.len() as i64);
        Ok(())
    }

    fn finish(self) -> Result<Maps> {
        Maps::of_parts(self.keys.finish()?, self.values.finish()?, &self.starts)
    }
}
