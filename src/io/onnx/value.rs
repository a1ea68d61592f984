//! `Value`: what an input or output of a model can be besides a tensor of numbers.
//!
//! ```text
//!   Strings  storage  [ ends: int64, one more than there are texts | the bytes of all texts ... ]
//!   Maps     keys, values: those of all maps, one after the other     starts: where each map begins
//! ```
//!
//! Invariant: a value is memory of the pool and independent of ONNX Runtime, so it can be given to
//! any model, and outlives the model that computed it. It never changes, except that a tensor in it
//! shares its elements with the tensor that it was made of. Texts are bytes: those that a host
//! gives are UTF-8, and those of a model are kept as they are.

use super::port::Given;
use super::raw::RawData;
use super::types::{Element, Type};
use crate::device::Device;
use crate::error::{Error, Result, Status};
use crate::memory::Storage;
use crate::tensor::shape::display;
use crate::tensor::{DType, RawBytes, Shape, Tensor};
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

/// A value of a model.
#[derive(Clone)]
pub enum Value {
    /// A tensor of numbers or booleans.
    Tensor(Tensor),
    /// A tensor of strings.
    Strings(Strings),
    /// A tensor of elements that no dtype has.
    Raw(RawData),
    /// Tensors of one dtype, or tensors of strings.
    Sequence(Vec<Value>),
    /// Values by keys.
    Map(Arc<Maps>),
    /// A sequence of maps.
    Maps(Arc<Maps>),
    /// An optional value that is absent.
    Absent,
}

/// Texts in the order of a tensor's elements.
#[derive(Clone)]
pub struct Strings {
    storage: Storage,
    shape: Shape,
}

/// Maps with keys and values of the same types, or one of them.
pub struct Maps {
    /// `[n]`, int64 or strings.
    pub keys: Value,
    /// `[n]`, numbers or strings.
    pub values: Value,
    /// Where each map begins, and the end: one number more than there are maps.
    starts: Tensor,
}

impl Strings {
    /// Texts of this shape: text `i` is the bytes from `ends[i]` to `ends[i + 1]`.
    ///
    /// Errors: `DTYPE_MISMATCH` unless the bytes are uint8 and the ends int64; `SHAPE_MISMATCH`
    /// unless there is one end more than the shape has elements; `INVALID_ARGUMENT` for ends that
    /// decrease or lie outside the bytes, and for texts that are not UTF-8.
    pub fn new(bytes: &Tensor, ends: &Tensor, shape: &[i64]) -> Result<Strings> {
        let shape = Shape::new(shape)?;
        if (bytes.dtype(), ends.dtype()) != (DType::U8, DType::I64) {
            let text = format!("texts are uint8 and their offsets int64, not {} and {}", bytes.dtype(), ends.dtype());
            return Err(Error::dtype(text));
        }
        for t in [bytes, ends] {
            if t.rank() != 1 || !t.is_contiguous() || t.device() != Device::Cpu {
                let text = "texts and their offsets have one dimension, contiguous, on the processor";
                return Err(Error::argument(format!("{text}, not {}", display(t.shape()))));
            }
        }
        let n = ends.size().checked_sub(1);
        let n = n.ok_or_else(|| Error::argument("there is one offset more than there are texts, not 0"))?;
        if n != shape.elements() {
            let (display, elements) = (display(&shape), shape.elements());
            return Err(Error::shape(format!("{n} texts for the shape {display}, which has {elements} elements")));
        }
        // A copy, because others may write the tensors while this reads.
        let ends = ends.to_vec::<i64>()?;
        let wrong = ends.windows(2).position(|pair| pair[0] > pair[1] || pair[0] < 0);
        if let Some(i) = wrong {
            return Err(Error::argument(format!("text {i} is from byte {} to byte {}", ends[i], ends[i + 1])));
        }
        let (first, end) = (ends[0], ends[n]);
        if first < 0 || end > bytes.size() as i64 {
            let text = format!("the texts are from byte {first} to byte {end}, of {} bytes", bytes.size());
            return Err(Error::argument(text));
        }
        let storage = Strings::storage(n, (end - first) as usize)?;
        let start = storage.host()?.as_ptr();
        // SAFETY: the storage is new and has room for the ends and then for these bytes of the
        // tensor, which stays alive.
        unsafe {
            for (i, end) in ends.iter().enumerate() {
                start.cast::<i64>().add(i).write(end - first);
            }
            let from = bytes.host()?.as_ptr().add(first as usize);
            std::ptr::copy_nonoverlapping(from, start.add(8 * (n + 1)), (end - first) as usize);
        }
        let strings = Strings { storage, shape };
        strings.check_utf8()?;
        Ok(strings)
    }

    /// Texts of this shape that are all empty.
    pub fn blank(shape: &[i64]) -> Result<Strings> {
        let shape = Shape::new(shape)?;
        Ok(Strings { storage: Storage::zeroed(Device::Cpu, 8 * (shape.elements() + 1))?, shape })
    }

    /// Texts that `write` writes: first their ends, without the last, and then their bytes.
    pub(super) fn written(
        shape: Shape,
        bytes: usize,
        write: impl FnOnce(*mut usize, *mut u8) -> Result<()>,
    ) -> Result<Strings> {
        let n = shape.elements();
        let storage = Strings::storage(n, bytes)?;
        let start = storage.host()?.as_ptr();
        // SAFETY: the storage is new and has room for the ends and the bytes.
        unsafe {
            start.write_bytes(0, 8 * (n + 1) + bytes);
            write(start.cast::<usize>(), start.add(8 * (n + 1)))?;
            start.cast::<i64>().add(n).write(bytes as i64);
        }
        let strings = Strings { storage, shape };
        if strings.ends().windows(2).any(|pair| pair[0] > pair[1] || pair[0] < 0) {
            return Err(Error::new(Status::Unsupported, "ONNX Runtime gives texts that overlap"));
        }
        Ok(strings)
    }

    fn storage(texts: usize, bytes: usize) -> Result<Storage> {
        let all = texts.checked_add(1).and_then(|n| n.checked_mul(8)).and_then(|ends| ends.checked_add(bytes));
        let all = all.filter(|&all| isize::try_from(all).is_ok());
        let all = all.ok_or_else(|| Error::new(Status::OutOfMemory, format!("{texts} texts of {bytes} bytes")))?;
        Storage::alloc(Device::Cpu, all)
    }

    /// The shape.
    pub fn shape(&self) -> &[i64] {
        &self.shape
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.shape.elements()
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn ends(&self) -> &[i64] {
        let start = self.storage.host().expect("it is memory of the processor").as_ptr();
        // SAFETY: the storage begins with so many numbers, which never change.
        unsafe { std::slice::from_raw_parts(start.cast(), self.len() + 1) }
    }

    fn bytes(&self) -> &[u8] {
        let start = self.storage.host().expect("it is memory of the processor").as_ptr();
        // SAFETY: the bytes follow the ends; the last end is their number, and they never change.
        unsafe { std::slice::from_raw_parts(start.add(8 * (self.len() + 1)), self.ends()[self.len()] as usize) }
    }

    /// Text `i`.
    pub fn text(&self, i: usize) -> &[u8] {
        let (ends, bytes) = (self.ends(), self.bytes());
        &bytes[ends[i] as usize..ends[i + 1] as usize]
    }

    /// The bytes of all texts, and where each text begins, with the end of the last: new tensors,
    /// uint8 `[B]` and int64 `[n + 1]`.
    pub fn parts(&self) -> Result<[Tensor; 2]> {
        Ok([list(DType::U8, self.bytes())?, numbers(self.ends())?])
    }

    /// `INVALID_ARGUMENT` names the first text that is not UTF-8.
    fn check_utf8(&self) -> Result<()> {
        let (ends, bytes) = (self.ends(), self.bytes());
        let of = |at: usize| ends.partition_point(|&end| end <= at as i64) - 1;
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let i = of(error.valid_up_to());
                let at = error.valid_up_to() as i64 - ends[i];
                return Err(Error::argument(format!("text {i} is not UTF-8 from its byte {at} on")));
            }
        };
        match ends.iter().position(|&end| !text.is_char_boundary(end as usize)) {
            Some(i) => Err(Error::argument(format!("text {i} begins in the middle of a character"))),
            None => Ok(()),
        }
    }
}

impl Maps {
    /// Maps of these keys and values. `starts` has where each begins, and the end.
    pub(super) fn of_parts(keys: Value, values: Value, starts: &[i64]) -> Result<Maps> {
        Ok(Maps { keys, values, starts: numbers(starts)? })
    }

    /// One map. Errors: `INVALID_ARGUMENT` unless keys are int64 or strings and values numbers or
    /// strings, in one dimension; `SHAPE_MISMATCH` for different numbers of them; `INVALID_ARGUMENT`
    /// for a key that is there twice.
    pub fn new(keys: &Value, values: &Value) -> Result<Maps> {
        let of_keys = matches!(keys.element(), Some(Element::Text | Element::Number(DType::I64)));
        let (Some([n]), Some([m]), true) = (keys.sizes(), values.sizes(), of_keys) else {
            let text = "a map has int64 or string keys, and numbers or strings as values, each of one dimension";
            return Err(Error::argument(format!("{text}, not {keys} and {values}")));
        };
        if n != m {
            return Err(Error::shape(format!("a map has {n} keys and {m} values")));
        }
        let mut column = Column::of(keys)?;
        column.add(keys)?;
        let mut seen = HashSet::new();
        if let Some(twice) = (0..*n as usize).find(|&i| !seen.insert(column.key(i))) {
            return Err(Error::argument(format!("the key {} is there twice", column.shown(twice))));
        }
        let mut others = Column::of(values)?;
        others.add(values)?;
        Maps::of_parts(column.finish()?, others.finish()?, &[0, *n])
    }

    /// The number of maps.
    pub fn len(&self) -> usize {
        self.starts.size() - 1
    }

    /// Whether there is no map.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where each map begins in the keys and values, and the end: a new tensor, int64 `[n + 1]`.
    pub fn starts(&self) -> Result<Tensor> {
        numbers(self.bounds())
    }

    fn bounds(&self) -> &[i64] {
        let start = self.starts.storage().host().expect("it is memory of the processor").as_ptr();
        // SAFETY: the tensor was made of so many numbers, has its storage alone, and never changes.
        unsafe { std::slice::from_raw_parts(start.cast(), self.starts.size()) }
    }

    /// Map `i`: a copy.
    pub(super) fn map(&self, i: usize) -> Result<Maps> {
        let (from, to) = (self.bounds()[i] as usize, self.bounds()[i + 1] as usize);
        let part = |whole: &Value| {
            let mut column = Column::of(whole)?;
            column.add_part(whole, from, to)?;
            column.finish()
        };
        Maps::of_parts(part(&self.keys)?, part(&self.values)?, &[0, (to - from) as i64])
    }

    /// All of them one after the other. They have the same types.
    fn joined(maps: &[&Maps]) -> Result<Maps> {
        let (mut keys, mut values) = (Column::of(&maps[0].keys)?, Column::of(&maps[0].values)?);
        let mut starts = vec![0];
        for map in maps {
            keys.add(&map.keys)?;
            values.add(&map.values)?;
            starts.push(keys.len() as i64);
        }
        Maps::of_parts(keys.finish()?, values.finish()?, &starts)
    }

    fn ty(&self) -> Type {
        let element = |value: &Value| value.element().unwrap_or(Element::Text);
        Type::Map(element(&self.keys), Box::new(Type::Tensor(element(&self.values), None)))
    }
}

impl Value {
    /// A sequence of these. Errors: `INVALID_ARGUMENT` for a value that no sequence holds, and for
    /// values of different types.
    pub fn sequence(values: &[Arc<Value>]) -> Result<Value> {
        let Some(first) = values.first() else { return Ok(Value::Sequence(Vec::new())) };
        for (i, value) in values.iter().enumerate() {
            if !matches!(**value, Value::Tensor(_) | Value::Strings(_) | Value::Raw(_) | Value::Map(_)) {
                let text = format!("a sequence holds tensors, strings or maps; its value {i} is {value}");
                return Err(Error::argument(text));
            }
            let (ty, one) = (first.type_name(), value.type_name());
            if ty != one {
                let text =
                    format!("a sequence holds values of one type; its value 0 is {ty} and its value {i} is {one}");
                return Err(Error::argument(text));
            }
        }
        let maps: Vec<&Maps> = values.iter().filter_map(|value| value.maps()).collect();
        if maps.is_empty() {
            return Ok(Value::Sequence(values.iter().map(|value| (**value).clone()).collect()));
        }
        Ok(Value::Maps(Arc::new(Maps::joined(&maps)?)))
    }

    /// The map, or the maps of a sequence of maps.
    pub fn maps(&self) -> Option<&Maps> {
        match self {
            Value::Map(maps) | Value::Maps(maps) => Some(maps),
            _ => None,
        }
    }

    /// The number of values of a sequence, of entries of a map, or of elements of a tensor.
    pub fn size(&self) -> usize {
        match self {
            Value::Tensor(tensor) => tensor.size(),
            Value::Strings(strings) => strings.len(),
            Value::Raw(raw) => raw.len(),
            Value::Sequence(values) => values.len(),
            Value::Map(map) => map.keys.size(),
            Value::Maps(maps) => maps.len(),
            Value::Absent => 0,
        }
    }

    /// Value `i` of a sequence; a map is copied, and a tensor shares its memory. `INVALID_ARGUMENT`
    /// if this is not a sequence, or has no such value.
    pub fn get(&self, i: i64) -> Result<Value> {
        let at = usize::try_from(i).ok().filter(|&at| at < self.size());
        let at = || at.ok_or_else(|| Error::argument(format!("there is no value {i} in {self}")));
        match self {
            Value::Sequence(values) => Ok(values[at()?].clone()),
            Value::Maps(maps) => Ok(Value::Map(Arc::new(maps.map(at()?)?))),
            _ => Err(Error::argument(format!("{self} is not a sequence"))),
        }
    }

    /// The type, with the sizes of a tensor left open; `None` for an empty sequence, which fits any
    /// type of sequence, and for an absent value.
    pub fn ty(&self) -> Option<Type> {
        match self {
            Value::Tensor(_) | Value::Strings(_) | Value::Raw(_) => {
                self.element().map(|element| Type::Tensor(element, None))
            }
            Value::Sequence(values) => values.first().and_then(Value::ty).map(|of| Type::Sequence(Box::new(of))),
            Value::Map(map) => Some(map.ty()),
            Value::Maps(maps) => Some(Type::Sequence(Box::new(maps.ty()))),
            Value::Absent => None,
        }
    }

    /// The type as people write it: `string`, `sequence of float32 tensors`.
    pub fn type_name(&self) -> String {
        match (self, self.ty()) {
            (_, Some(ty)) => ty.to_string(),
            (Value::Absent, None) => "absent value".to_owned(),
            (_, None) => "empty sequence".to_owned(),
        }
    }

    /// A word for what it is: `tensor`, `string`, `raw`, `sequence`, `map`, `maps` or `absent`.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Tensor(_) => "tensor",
            Value::Strings(_) => "string",
            Value::Raw(_) => "raw",
            Value::Sequence(_) => "sequence",
            Value::Map(_) => "map",
            Value::Maps(_) => "maps",
            Value::Absent => "absent",
        }
    }

    /// What a tensor holds; `None` for anything else.
    fn element(&self) -> Option<Element> {
        match self {
            Value::Tensor(tensor) => Some(Element::Number(tensor.dtype())),
            Value::Strings(_) => Some(Element::Text),
            Value::Raw(raw) => Some(Element::Raw(raw.element())),
            _ => None,
        }
    }

    /// The sizes of a tensor.
    pub fn sizes(&self) -> Option<&[i64]> {
        match self {
            Value::Tensor(tensor) => Some(tensor.shape()),
            Value::Strings(strings) => Some(strings.shape()),
            Value::Raw(raw) => Some(raw.shape()),
            _ => None,
        }
    }

    /// Calls `each` with each storage that it holds.
    pub(crate) fn storages(&self, each: &mut impl FnMut(&Storage)) {
        match self {
            Value::Tensor(tensor) => each(tensor.storage()),
            Value::Strings(strings) => each(&strings.storage),
            Value::Raw(raw) => each(raw.bytes().storage()),
            Value::Sequence(values) => values.iter().for_each(|value| value.storages(each)),
            Value::Map(maps) | Value::Maps(maps) => {
                maps.keys.storages(each);
                maps.values.storages(each);
                each(maps.starts.storage());
            }
            Value::Absent => {}
        }
    }

    /// A number that distinguishes what a scope counts for it, and the bytes: the memory of its only
    /// storage, which tensors on it share, or otherwise the sum of all, each counted once.
    pub fn held(value: &Arc<Value>) -> (usize, u64) {
        let (mut seen, mut bytes, mut id) = (HashSet::new(), 0, 0);
        value.storages(&mut |storage| {
            if seen.insert(storage.id()) {
                bytes += storage.charged_bytes() as u64;
                id = storage.id();
            }
        });
        if let Value::Sequence(values) = &**value {
            bytes += size_of_val(&values[..]) as u64;
        }
        let is_one = seen.len() == 1 && matches!(**value, Value::Tensor(_) | Value::Strings(_) | Value::Raw(_));
        (if is_one { id } else { Arc::as_ptr(value) as usize }, bytes)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.sizes(), self.ty()) {
            (Some(sizes), _) => write!(f, "{} {}", self.type_name(), display(sizes)),
            (None, None) => f.write_str(&self.type_name()),
            (None, Some(_)) => write!(f, "{} of size {}", self.type_name(), self.size()),
        }
    }
}

impl Given for &Value {
    fn is_of(&self, ty: &Type) -> bool {
        match (self, ty) {
            (Value::Absent, Type::Optional(_)) => true,
            (_, Type::Optional(of)) => self.is_of(of),
            (Value::Sequence(values), Type::Sequence(of)) => values.iter().all(|value| (&value).is_of(of)),
            (Value::Maps(maps), Type::Sequence(of)) => maps.ty().is_like(of),
            (Value::Map(map), Type::Map(..)) => map.ty().is_like(ty),
            (_, Type::Tensor(element, _)) => self.element() == Some(*element),
            _ => false,
        }
    }

    fn type_name(&self) -> String {
        Value::type_name(self)
    }

    fn sizes(&self) -> Option<&[i64]> {
        Value::sizes(self)
    }
}

/// A list of numbers or texts that grows: keys or values of several maps.
pub(super) struct Column {
    /// That of the numbers; `None` for texts.
    dtype: Option<DType>,
    /// The bytes of the numbers, or of the texts.
    bytes: Vec<u8>,
    /// Where each text begins, and the end; a single 0 for numbers.
    ends: Vec<i64>,
}

impl Column {
    pub(super) fn new(dtype: Option<DType>) -> Column {
        Column { dtype, bytes: Vec::new(), ends: vec![0] }
    }

    /// An empty one for elements like these. `INVALID_ARGUMENT` if the value is not a tensor of
    /// numbers or strings.
    fn of(value: &Value) -> Result<Column> {
        match value {
            Value::Tensor(tensor) => Ok(Column::new(Some(tensor.dtype()))),
            Value::Strings(_) => Ok(Column::new(None)),
            _ => Err(Error::argument(format!("{value} is not a tensor of numbers or strings"))),
        }
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        match self.dtype {
            Some(dtype) => self.bytes.len() / dtype.size(),
            None => self.ends.len() - 1,
        }
    }

    /// Adds the elements of a tensor.
    pub(super) fn add(&mut self, value: &Value) -> Result<()> {
        self.add_part(value, 0, value.size())
    }

    /// Adds elements `from` to `to` of a tensor. `DTYPE_MISMATCH` for another element type.
    fn add_part(&mut self, value: &Value, from: usize, to: usize) -> Result<()> {
        match (self.dtype, value) {
            (Some(dtype), Value::Tensor(tensor)) if tensor.dtype() == dtype => {
                let contiguous = if tensor.is_contiguous() { tensor.clone() } else { crate::ops::copy(tensor)? };
                let (size, start) = (dtype.size(), contiguous.host()?.as_ptr());
                let bytes = (to - from) * size;
                reserve(&mut self.bytes, bytes)?;
                // SAFETY: the elements are there, as long as the tensor lives; the list has room.
                unsafe {
                    let end = self.bytes.as_mut_ptr().add(self.bytes.len());
                    std::ptr::copy_nonoverlapping(start.add(from * size), end, bytes);
                    self.bytes.set_len(self.bytes.len() + bytes);
                }
                Ok(())
            }
            (None, Value::Strings(strings)) => {
                let (ends, all) = (strings.ends(), strings.bytes());
                let part = &all[ends[from] as usize..ends[to] as usize];
                let base = self.bytes.len() as i64 - ends[from];
                reserve(&mut self.bytes, part.len())?;
                reserve(&mut self.ends, to - from)?;
                self.bytes.extend_from_slice(part);
                self.ends.extend(ends[from + 1..=to].iter().map(|end| base + end));
                Ok(())
            }
            (Some(dtype), value) => Err(Error::dtype(format!("{value} among values of type {dtype}"))),
            (None, value) => Err(Error::dtype(format!("{value} among strings"))),
        }
    }

    /// Element `i`, to compare it.
    fn key(&self, i: usize) -> &[u8] {
        match self.dtype {
            Some(dtype) => &self.bytes[i * dtype.size()..(i + 1) * dtype.size()],
            None => &self.bytes[self.ends[i] as usize..self.ends[i + 1] as usize],
        }
    }

    /// Key `i` as messages write it.
    fn shown(&self, i: usize) -> String {
        match <[u8; 8]>::try_from(self.key(i)) {
            Ok(bytes) if self.dtype.is_some() => i64::from_ne_bytes(bytes).to_string(),
            _ => format!("'{}'", String::from_utf8_lossy(self.key(i))),
        }
    }

    /// The elements as a tensor of one dimension.
    pub(super) fn finish(self) -> Result<Value> {
        let n = self.len();
        let Some(dtype) = self.dtype else {
            let write = |ends: *mut usize, bytes: *mut u8| {
                // SAFETY: there is room for them.
                unsafe {
                    self.ends[..n].iter().enumerate().for_each(|(i, &end)| ends.add(i).cast::<i64>().write(end));
                    std::ptr::copy_nonoverlapping(self.bytes.as_ptr(), bytes, self.bytes.len());
                }
                Ok(())
            };
            return Ok(Value::Strings(Strings::written(Shape::new(&[n as i64])?, self.bytes.len(), write)?));
        };
        Ok(Value::Tensor(list(dtype, &self.bytes)?))
    }
}

/// Makes room for more items. `OUT_OF_MEMORY` if there is none.
fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<()> {
    let refused = |_| Error::new(Status::OutOfMemory, format!("the system has no memory for {more} more items"));
    list.try_reserve(more).map_err(refused)
}

/// A new tensor of one dimension.
fn list(dtype: DType, bytes: &[u8]) -> Result<Tensor> {
    let shape = Shape::new(&[(bytes.len() / dtype.size()) as i64])?;
    if bytes.is_empty() {
        return Tensor::uninit(Device::Cpu, dtype, &shape);
    }
    // SAFETY: the bytes are those of the slice.
    let bytes = unsafe { RawBytes::new(bytes.as_ptr(), bytes.len()) };
    Tensor::of_bytes(Device::Cpu, dtype, bytes, &shape)
}

/// A new tensor of these numbers.
fn numbers(numbers: &[i64]) -> Result<Tensor> {
    Tensor::from_slice(numbers, &[numbers.len() as i64])
}
