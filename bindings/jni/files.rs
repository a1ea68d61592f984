//! Tensors in files.

use super::env::{Env, Object};
use super::method::natives;
use crate::api::{npy, onnx_model, safetensors};
use crate::error::{Error, Result};
use crate::tensor::DType;
use ::jni::sys;

natives! {
    c"safetensorsSave" c"(Ljava/lang/String;[Ljava/lang/String;[J)V"
    |env, path: Object, names: Object, tensors: Object| -> () {
        let names = texts(env, names)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        safetensors::save(&env.text(path)?, &names, env.longs(tensors)?.handles())
    }
    c"safetensorsNames" c"(Ljava/lang/String;)[Ljava/lang/String;" |env, path: Object| -> Object {
        strings(env, &safetensors::names(&env.text(path)?)?)
    }
    c"safetensorsLoadMany" c"(JLjava/lang/String;[Ljava/lang/String;[J)V"
    |env, scope: u64, path: Object, names: Object, handles: Object| -> () {
        many(env, names, handles, |names| safetensors::load_many(scope, &env.text(path)?, names))
    }
    // For files on file systems that only Java can access.
    c"npyLoadBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;)J"
    |env, scope: u64, bytes: Object, n: u64, file: Object| -> u64 {
        npy::load_bytes(scope, whole_file(env, bytes, n)?, &env.text(file)?)
    }
    c"onnxModelLoadBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;)J"
    |env, scope: u64, bytes: Object, n: u64, options: Object| -> u64 {
        onnx_model::load_bytes(scope, whole_file(env, bytes, n)?, env.optional_text(options)?.as_deref())
    }
    c"npyToBytes" c"(J)[B" |env, t: u64| -> Object { byte_array(env, &npy::to_bytes(t)?) }
    c"safetensorsToBytes" c"([Ljava/lang/String;[J)[B" |env, names: Object, tensors: Object| -> Object {
        let names = texts(env, names)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        byte_array(env, &safetensors::to_bytes(&names, env.longs(tensors)?.handles())?)
    }
    c"safetensorsNamesBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)[Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        strings(env, &safetensors::names_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"safetensorsLoadBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;Ljava/lang/String;)J"
    |env, scope: u64, bytes: Object, n: u64, file: Object, name: Object| -> u64 {
        safetensors::load_bytes(scope, whole_file(env, bytes, n)?, &env.text(file)?, &env.text(name)?)
    }
    c"safetensorsLoadManyBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;[Ljava/lang/String;[J)V"
    |env, scope: u64, bytes: Object, n: u64, file: Object, names: Object, handles: Object| -> () {
        many(env, names, handles, |names| {
            safetensors::load_many_bytes(scope, whole_file(env, bytes, n)?, &env.text(file)?, names)
        })
    }
}

/// Loads the tensors with these names and writes their handles to a `long[]` of the same length.
fn many(env: Env, names: Object, handles: Object, load: impl FnOnce(&[&str]) -> Result<Vec<u64>>) -> Result<()> {
    let names = texts(env, names)?;
    let room = env.array_length(handles)?;
    if room != names.len() {
        return Err(Error::argument(format!("{} names, room for {room} handles", names.len())));
    }
    let loaded = load(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    env.set_longs(handles, &loaded.into_iter().map(|handle| handle as i64).collect::<Vec<_>>());
    Ok(())
}

/// The `n` bytes of a file, in a direct buffer that the wrapper filled for this call.
fn whole_file<'a>(env: Env, bytes: Object, n: u64) -> Result<&'a [u8]> {
    let bytes = env.buffer(bytes, 0, n)?;
    // SAFETY: the wrapper does not share that buffer, so it is not written while the call reads.
    Ok(unsafe { std::slice::from_raw_parts(bytes.as_mut_ptr(), bytes.len()) })
}

/// A new `byte[]`.
fn byte_array(env: Env, bytes: &[u8]) -> Result<Object> {
    let array = env.new_array(DType::U8, bytes.len() as i64)?;
    env.with_elements(array, DType::U8, true, |elements| {
        // SAFETY: the array was created with this many bytes, and is not shared yet.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), elements.as_mut_ptr(), bytes.len()) };
        Ok(())
    })?;
    Ok(array)
}

/// The strings of a `String[]`.
fn texts(env: Env, array: Object) -> Result<Vec<String>> {
    let (jvm, raw) = env.raw();
    let mut texts = Vec::new();
    for i in 0..env.array_length(array)? {
        // SAFETY: the index is within the array.
        let string = Object(unsafe { (jvm.GetObjectArrayElement)(raw, array.0, i as sys::jsize) });
        texts.push(env.text(string)?);
        // SAFETY: a reference of this call; a long list would exceed the JVM's limit for them.
        unsafe { (jvm.DeleteLocalRef)(raw, string.0) };
    }
    Ok(texts)
}

/// A new `String[]`.
fn strings(env: Env, texts: &[String]) -> Result<Object> {
    let class = env.made(env.find_class(c"java/lang/String"))?;
    let (jvm, raw) = env.raw();
    // SAFETY: a class of this call.
    let array = unsafe { (jvm.NewObjectArray)(raw, texts.len() as sys::jsize, class.0, std::ptr::null_mut()) };
    let array = env.made(Object(array))?;
    for (i, text) in texts.iter().enumerate() {
        let string = env.string(text)?;
        // SAFETY: the index is within the array.
        unsafe { (jvm.SetObjectArrayElement)(raw, array.0, i as sys::jsize, string.0) };
        // SAFETY: as in `texts`.
        unsafe { (jvm.DeleteLocalRef)(raw, string.0) };
    }
    Ok(array)
}
