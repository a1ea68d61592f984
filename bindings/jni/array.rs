//! Java arrays and buffers as numbers and bytes. Their memory may be a tensor's own, and other Java
//! threads may write it meanwhile, so it never becomes a Rust slice.

use super::env::{Env, Object};
use crate::api::handle::kept_if_room;
use crate::error::{Error, Result};
use crate::tensor::{DType, RawBytesMut};
use ::jni::sys;

/// The length up to which a list needs no allocation.
const INLINE: usize = 16;

/// A copy of a `long[]`: handles, or dimensions.
pub(super) struct Longs {
    inline: [i64; INLINE],
    spilled: Vec<i64>,
    len: usize,
}

impl Longs {
    /// As dimensions or axes.
    pub(super) fn numbers(&self) -> &[i64] {
        if self.len <= INLINE { &self.inline[..self.len] } else { &self.spilled }
    }

    /// As handles.
    pub(super) fn handles(&self) -> &[u64] {
        let numbers = self.numbers();
        // SAFETY: the same 64 bits, which are valid in either type.
        unsafe { std::slice::from_raw_parts(numbers.as_ptr().cast(), numbers.len()) }
    }
}

/// The first `n` of up to four dimensions or axes that were passed as scalars.
#[inline]
pub(super) fn short(numbers: &[i64; 4], n: i32) -> &[i64] {
    &numbers[..(n.max(0) as usize).min(4)]
}

impl Env {
    /// The length of any array.
    pub(super) fn array_length(self, array: Object) -> Result<usize> {
        if array.is_null() {
            return Err(Error::argument("null where an array is needed"));
        }
        let (jvm, env) = self.raw();
        // SAFETY: an array of this call.
        Ok(unsafe { (jvm.GetArrayLength)(env, array.0) } as usize)
    }

    /// An element of an array of objects.
    pub(super) fn element(self, array: Object, i: usize) -> Result<Object> {
        let (jvm, env) = self.raw();
        if i >= self.array_length(array)? {
            return Err(Error::argument(format!("an array has no element {i}")));
        }
        // SAFETY: an array of this call, and the index is within it.
        Ok(Object(unsafe { (jvm.GetObjectArrayElement)(env, array.0, i as sys::jsize) }))
    }

    /// The numbers of a `long[]`.
    pub(super) fn longs(self, array: Object) -> Result<Longs> {
        let len = self.array_length(array)?;
        self.first_longs(array, len)
    }

    /// The first `len` numbers of a `long[]` that has at least that many.
    pub(super) fn first_longs(self, array: Object, len: usize) -> Result<Longs> {
        let mut longs = Longs { inline: [0; INLINE], spilled: Vec::new(), len };
        let target = if len <= INLINE {
            &mut longs.inline[..len]
        } else {
            longs.spilled.resize(len, 0);
            &mut longs.spilled[..]
        };
        let (jvm, env) = self.raw();
        // SAFETY: there is room for this many, and the JVM checks that the array has them.
        unsafe { (jvm.GetLongArrayRegion)(env, array.0, 0, len as sys::jsize, target.as_mut_ptr()) };
        Ok(longs)
    }

    /// Writes handles to the front of a `long[]` that is at least as long.
    pub(super) fn set_handles(self, array: Object, handles: &[u64]) {
        let numbers: Vec<i64> = handles.iter().map(|&handle| handle as i64).collect();
        self.set_longs(array, &numbers);
    }

    /// Writes new handles to a `long[]`, and returns how many there are. If the array is too short,
    /// none is kept.
    pub(super) fn listed(self, array: Object, make: impl FnOnce() -> Result<Vec<u64>>) -> Result<i32> {
        let room = self.array_length(array)?;
        match kept_if_room(make()?, room) {
            Ok(made) => {
                self.set_handles(array, &made);
                Ok(made.len() as i32)
            }
            Err(needed) => {
                i32::try_from(needed).map_err(|_| Error::argument(format!("{needed} tensors do not fit a Java array")))
            }
        }
    }

    /// Writes to the front of a `long[]` that is at least as long.
    pub(super) fn set_longs(self, array: Object, numbers: &[i64]) {
        let (jvm, env) = self.raw();
        // SAFETY: the JVM checks the length.
        unsafe { (jvm.SetLongArrayRegion)(env, array.0, 0, numbers.len() as sys::jsize, numbers.as_ptr()) };
    }

    /// A new `long[]`.
    pub(super) fn new_longs(self, numbers: &[i64]) -> Result<Object> {
        let (jvm, env) = self.raw();
        // SAFETY: the invariant of `env.rs`.
        let array = self.made(Object(unsafe { (jvm.NewLongArray)(env, numbers.len() as sys::jsize) }))?;
        self.set_longs(array, numbers);
        Ok(array)
    }

    /// A new `long[]` of handles.
    pub(super) fn new_handles(self, handles: &[u64]) -> Result<Object> {
        let numbers: Vec<i64> = handles.iter().map(|&handle| handle as i64).collect();
        self.new_longs(&numbers)
    }

    /// A direct buffer over a word that lives as long as the process.
    pub(super) fn word<T>(self, word: &'static T) -> Result<Object> {
        let (jvm, env) = self.raw();
        let address = std::ptr::from_ref(word).cast_mut().cast();
        // SAFETY: the word is never freed; Java only reads it.
        self.made(Object(unsafe { (jvm.NewDirectByteBuffer)(env, address, size_of::<T>() as i64) }))
    }

    /// A new primitive array for elements of this type.
    pub(super) fn new_array(self, dtype: DType, len: i64) -> Result<Object> {
        let len = sys::jsize::try_from(len).map_err(|_| {
            Error::argument(format!("{len} elements do not fit a Java array: copy to a buffer, or slice"))
        })?;
        let (jvm, env) = self.raw();
        let new = match dtype {
            DType::F32 => jvm.NewFloatArray,
            DType::F64 => jvm.NewDoubleArray,
            DType::I32 | DType::U32 => jvm.NewIntArray,
            DType::I64 | DType::U64 => jvm.NewLongArray,
            DType::I16 | DType::U16 => jvm.NewShortArray,
            DType::U8 | DType::I8 => jvm.NewByteArray,
            DType::Bool => jvm.NewBooleanArray,
            DType::F16 | DType::BF16 => {
                return Err(Error::argument(format!("Java has no arrays of {dtype}: take one of float")));
            }
        };
        // SAFETY: the invariant of `env.rs`.
        self.made(Object(unsafe { new(env, len) }))
    }

    /// Runs `f` on the memory of a primitive array with elements of this type. `f` must not call
    /// the JVM and should be short, because the collector may have to wait for it. With `write` the
    /// array keeps the changes of `f`.
    pub(super) fn with_elements<T>(
        self,
        array: Object,
        dtype: DType,
        write: bool,
        f: impl FnOnce(RawBytesMut) -> Result<T>,
    ) -> Result<T> {
        let bytes = self.array_length(array)? * dtype.size();
        let (jvm, env) = self.raw();
        // SAFETY: a primitive array of this call.
        let address = unsafe { (jvm.GetPrimitiveArrayCritical)(env, array.0, std::ptr::null_mut()) };
        self.made(Object(address.cast()))?;
        // A panic must not skip the release. SAFETY: the array has that many bytes, and does not
        // move until the release.
        let result = crate::bindings::guard::caught(|| f(unsafe { RawBytesMut::new(address.cast(), bytes) }));
        // SAFETY: it was obtained above.
        unsafe { (jvm.ReleasePrimitiveArrayCritical)(env, array.0, address, if write { 0 } else { sys::JNI_ABORT }) };
        result
    }

    /// The memory of a part of a direct buffer.
    pub(super) fn buffer<'a>(self, buffer: Object, offset: u64, bytes: u64) -> Result<RawBytesMut<'a>> {
        if bytes == 0 {
            return Ok(RawBytesMut::from(&mut []));
        }
        let (jvm, env) = self.raw();
        // SAFETY: a buffer of this call.
        let address = unsafe { (jvm.GetDirectBufferAddress)(env, buffer.0) };
        if address.is_null() {
            return Err(Error::argument("the buffer is not direct"));
        }
        // SAFETY: the caller took both numbers from the buffer's position and limit, and keeps it reachable.
        Ok(unsafe { RawBytesMut::new(address.cast::<u8>().add(offset as usize), bytes as usize) })
    }
}
