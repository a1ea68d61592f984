//! Properties of tensors, and their elements in and out of Java's arrays and buffers.

use super::env::{Env, Object};
use super::method::natives;
use crate::api::tensor;
use crate::error::{Error, Result};
use crate::tensor::DType;
use crate::tensor::caller_memory::CallerMemory;
use crate::tensor::dlpack::Managed;

natives! {
    c"ofFloats" c"(JIIFFFF)J" |env, scope: u64, device: i32, n: i32, v0: f32, v1: f32, v2: f32, v3: f32| -> u64 {
        let values = [v0, v1, v2, v3].map(f32::to_ne_bytes);
        let n = (n.max(0) as usize).min(values.len());
        tensor::from_data(scope, device, DType::F32.code(), values[..n].as_flattened(), &[n as i64])
    }
    c"fromArray" c"(JIIILjava/lang/Object;[J)J"
    |env, scope: u64, device: i32, dtype: i32, elements: i32, array: Object, shape: Object| -> u64 {
        let shape = env.longs(shape)?;
        env.with_elements(array, DType::from_code(elements)?, false, |bytes| {
            tensor::from_data_as(scope, device, dtype, elements, bytes, shape.numbers())
        })
    }
    c"fromBuffer" c"(JIILjava/nio/Buffer;JJ[J)J"
    |env, scope: u64, device: i32, dtype: i32, buffer: Object, offset: u64, nbytes: u64, shape: Object| -> u64 {
        let shape = env.longs(shape)?;
        tensor::from_data(scope, device, dtype, env.buffer(buffer, offset, nbytes)?, shape.numbers())
    }
    // The ticket comes back by `returned`, if this fails at once.
    c"wrap" c"(JILjava/nio/Buffer;JJZ[JJ)J"
    |env, scope: u64, dtype: i32, buffer: Object, offset: u64, nbytes: u64, read_only: bool, shape: Object, ticket: u64|
    -> u64 {
        let bytes = env.buffer(buffer, offset, nbytes);
        let (data, n) = bytes.as_ref().map_or((std::ptr::null_mut(), 0), |bytes| (bytes.as_mut_ptr(), bytes.len()));
        // SAFETY: the wrapper keeps the buffer reachable until the ticket has come back.
        let memory = unsafe { lent(data, n, read_only, ticket) };
        let made = bytes.and_then(|_| tensor::wrap(scope, dtype, memory, env.longs(shape)?.numbers()));
        made.inspect_err(|_| memory.release())
    }
    c"wrapAddress" c"(JIJJZ[JJ)J"
    |env, scope: u64, dtype: i32, address: u64, nbytes: u64, read_only: bool, shape: Object, ticket: u64| -> u64 {
        let data = std::ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: the wrapper keeps the segment reachable until the ticket has come back.
        let memory = unsafe { lent(data, nbytes as usize, read_only, ticket) };
        let made = env.longs(shape).and_then(|shape| tensor::wrap(scope, dtype, memory, shape.numbers()));
        made.inspect_err(|_| memory.release())
    }
    c"address" c"(JZ)J" |_env, t: u64, read_only: bool| -> u64 {
        let address = if read_only { tensor::data_const(t)?.0 } else { tensor::data(t)?.0.cast_const() };
        Ok(address.expose_provenance() as u64)
    }
    c"lender" c"()J" |_env| -> u64 { Ok(tensor::lender()) }
    c"returned" c"(J[J)I" |env, ticket: u64, tickets: Object| -> i32 {
        let back = tensor::returned(ticket, env.array_length(tickets)?);
        env.set_handles(tickets, &back);
        Ok(back.len() as i32)
    }
    c"toArray" c"(JIZ)Ljava/lang/Object;" |env, t: u64, dtype: i32, exact: bool| -> Object {
        let held = if exact { held(t, dtype)? } else { converted(t, dtype)? };
        let array = env.new_array(held, tensor::size(t)?)?;
        env.with_elements(array, held, true, |bytes| tensor::copy_to_as(t, held.code(), bytes))?;
        Ok(array)
    }
    c"copyToArray" c"(JILjava/lang/Object;)V" |env, t: u64, dtype: i32, array: Object| -> () {
        let held = held(t, dtype)?;
        env.with_elements(array, held, true, |bytes| tensor::copy_to_as(t, held.code(), bytes))
    }
    c"copyFromArray" c"(JILjava/lang/Object;)V" |env, t: u64, dtype: i32, array: Object| -> () {
        let held = held(t, dtype)?;
        env.with_elements(array, held, false, |bytes| tensor::copy_from_as(t, held.code(), bytes))
    }
    c"copyToArrayRows" c"(JILjava/lang/Object;JJ)V"
    |env, t: u64, dtype: i32, array: Object, offset: i64, stride: i64| -> () {
        let held = held(t, dtype)?;
        env.with_elements(array, held, true, |bytes| tensor::copy_to_rows(t, held.code(), bytes, offset, stride))
    }
    c"copyFromArrayRows" c"(JILjava/lang/Object;JJ)V"
    |env, t: u64, dtype: i32, array: Object, offset: i64, stride: i64| -> () {
        let held = held(t, dtype)?;
        env.with_elements(array, held, false, |bytes| tensor::copy_from_rows(t, held.code(), bytes, offset, stride))
    }
    c"copyToBuffer" c"(JILjava/nio/Buffer;JJ)V"
    |env, t: u64, dtype: i32, buffer: Object, offset: u64, nbytes: u64| -> () {
        tensor::copy_to_as(t, held(t, dtype)?.code(), env.buffer(buffer, offset, nbytes)?)
    }
    c"copyFromBuffer" c"(JILjava/nio/Buffer;JJ)V"
    |env, t: u64, dtype: i32, buffer: Object, offset: u64, nbytes: u64| -> () {
        tensor::copy_from_as(t, held(t, dtype)?.code(), env.buffer(buffer, offset, nbytes)?)
    }
    c"data" c"(J)Ljava/nio/ByteBuffer;" |env, t: u64| -> Object { buffer_of(env, tensor::data(t)?) }
    c"fromDlpack" c"(JJII)J" |env, scope: u64, address: u64, versioned: i32, copy: i32| -> u64 {
        // SAFETY: the caller of the Java method guarantees the address.
        let managed = unsafe { Managed::new(std::ptr::with_exposed_provenance_mut(address as usize), versioned != 0) };
        tensor::from_dlpack(scope, managed, copy)
    }
    c"toDlpack" c"(JI)J" |env, t: u64, versioned: i32| -> u64 {
        Ok(tensor::to_dlpack(t, versioned != 0)?.expose_provenance() as u64)
    }
    c"dataConst" c"(J)Ljava/nio/ByteBuffer;" |env, t: u64| -> Object {
        let (address, bytes) = tensor::data_const(t)?;
        buffer_of(env, (address.cast_mut(), bytes))
    }
}

/// Memory of Java.
///
/// # Safety
/// As for [`CallerMemory::ticketed`]; `read_only` memory is only read.
unsafe fn lent(data: *mut u8, bytes: usize, read_only: bool, ticket: u64) -> CallerMemory {
    // SAFETY: the caller's promise is handed on.
    let memory = unsafe { CallerMemory::ticketed(data, bytes, ticket) };
    if read_only { memory.read_only() } else { memory }
}

/// The dtype in which a Java array or buffer holds the tensor: `wanted`, which must match its
/// element type; 0 stands for any. A `byte[]` holds int8 as well as uint8, arrays of wider integers
/// hold both signs too, and a `float[]` also holds halves, for which Java has no type.
fn held(t: u64, wanted: i32) -> Result<DType> {
    let dtype = DType::from_code(tensor::dtype(t)?)?;
    if wanted == 0 {
        return Ok(dtype);
    }
    match (dtype, DType::from_code(wanted)?) {
        (DType::I8, DType::U8) => Ok(DType::I8),
        (own @ DType::U16, DType::I16) | (own @ DType::U32, DType::I32) | (own @ DType::U64, DType::I64) => Ok(own),
        (DType::F16 | DType::BF16, DType::F32) => Ok(DType::F32),
        (own, wanted) if own == wanted => Ok(own),
        (own, wanted) => Err(Error::dtype(format!("the tensor is {own}, the array or buffer holds {wanted}"))),
    }
}

/// The dtype in which a Java array of `wanted` holds a tensor whose elements are converted. The
/// bytes of int8 are unchanged.
fn converted(t: u64, wanted: i32) -> Result<DType> {
    let wanted = DType::from_code(wanted)?;
    let is_int8 = wanted == DType::U8 && DType::from_code(tensor::dtype(t)?)? == DType::I8;
    Ok(if is_int8 { DType::I8 } else { wanted })
}

/// A direct buffer over a tensor's memory. For memory that may only be read, the Java side makes it
/// read-only.
fn buffer_of(env: Env, (address, bytes): (*mut u8, usize)) -> Result<Object> {
    if i32::try_from(bytes).is_err() {
        return Err(Error::argument(format!("{bytes} bytes do not fit a Java buffer: take a slice")));
    }
    let (jvm, raw) = env.raw();
    // SAFETY: the caller holds a reference on this memory for as long as the buffer lives.
    env.made(Object(unsafe { (jvm.NewDirectByteBuffer)(raw, address.cast(), bytes as i64) }))
}
