//! Tensors in files, and batches of them.

use super::env::{Env, Object};
use super::method::natives;
use crate::api::{data_loader, gguf, idx, image, npy, npz, onnx_model, pth, record, safetensors, table};
use crate::error::Result;
use crate::tensor::DType;
use ::jni::sys;

natives! {
    c"safetensorsNames" c"(Ljava/lang/String;)[Ljava/lang/String;" |env, path: Object| -> Object {
        strings(env, &safetensors::names(&env.text(path)?)?)
    }
    // For files on file systems that only Java can access.
    c"npyLoadBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;I)J"
    |env, scope: u64, bytes: Object, n: u64, file: Object, dtype: i32| -> u64 {
        let dtype = if dtype == 0 { None } else { Some(DType::from_code(dtype)?) };
        npy::load_bytes(scope, whole_file(env, bytes, n)?, &env.text(file)?, dtype)
    }
    c"onnxModelLoadBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;)J"
    |env, scope: u64, bytes: Object, n: u64, options: Object| -> u64 {
        onnx_model::load_bytes(scope, whole_file(env, bytes, n)?, env.optional_text(options)?.as_deref())
    }
    c"onnxModelLoadParts" c"(JLjava/nio/ByteBuffer;JJ[Ljava/lang/String;[Ljava/nio/ByteBuffer;[JLjava/lang/String;)J"
    |env, scope: u64, bytes: Object, at: u64, n: u64, names: Object, files: Object, sizes: Object, options: Object| -> u64 {
        let (names, options) = (texts(env, names)?, env.optional_text(options)?);
        let ends = env.longs(sizes)?;
        let mut given = Vec::with_capacity(names.len());
        for (i, name) in names.iter().enumerate() {
            // Where the bytes of a file begin in its buffer, and how many there are.
            let (start, size) = (ends.handles()[2 * i], ends.handles()[2 * i + 1]);
            given.push((name.as_str(), part(env, env.element(files, i)?, start, size)?));
        }
        onnx_model::load_parts(scope, part(env, bytes, at, n)?, &given, options.as_deref())
    }
    c"npyToBytes" c"(J)[B" |env, t: u64| -> Object { byte_array(env, &npy::to_bytes(t)?) }
    c"safetensorsToBytes" c"([Ljava/lang/String;[JLjava/lang/String;)[B"
    |env, names: Object, tensors: Object, metadata: Object| -> Object {
        let (names, metadata) = (texts(env, names)?, env.optional_text(metadata)?);
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        byte_array(env, &safetensors::to_bytes(&names, env.longs(tensors)?.handles(), metadata.as_deref())?)
    }
    c"safetensorsNamesBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)[Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        strings(env, &safetensors::names_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"safetensorsEntriesBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&safetensors::entries_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"safetensorsMetadataBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&safetensors::metadata_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"safetensorsLoadListBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;Ljava/lang/String;I[J)I"
    |env, scope: u64, bytes: Object, n: u64, file: Object, names: Object, dtype: i32, made: Object| -> i32 {
        let (bytes, file, names) = (whole_file(env, bytes, n)?, env.text(file)?, env.text(names)?);
        env.listed(made, || safetensors::load_list_bytes(scope, bytes, &file, &names, dtype))
    }
    c"npzToBytes" c"([Ljava/lang/String;[JZ)[B"
    |env, names: Object, tensors: Object, compressed: u8| -> Object {
        let names = texts(env, names)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        byte_array(env, &npz::to_bytes(&names, env.longs(tensors)?.handles(), compressed != 0)?)
    }
    c"npzEntriesBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&npz::entries_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"npzLoadListBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;Ljava/lang/String;I[J)I"
    |env, scope: u64, bytes: Object, n: u64, file: Object, names: Object, dtype: i32, made: Object| -> i32 {
        let (bytes, file, names) = (whole_file(env, bytes, n)?, env.text(file)?, env.text(names)?);
        env.listed(made, || npz::load_list_bytes(scope, bytes, &file, &names, dtype))
    }
    c"pthEntriesBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&pth::entries_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"pthLoadListBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;Ljava/lang/String;I[J)I"
    |env, scope: u64, bytes: Object, n: u64, file: Object, names: Object, dtype: i32, made: Object| -> i32 {
        let (bytes, file, names) = (whole_file(env, bytes, n)?, env.text(file)?, env.text(names)?);
        env.listed(made, || pth::load_list_bytes(scope, bytes, &file, &names, dtype))
    }
    c"ggufEntriesBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&gguf::entries_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"ggufMetadataBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&gguf::metadata_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"ggufLoadListBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;Ljava/lang/String;I[J)I"
    |env, scope: u64, bytes: Object, n: u64, file: Object, names: Object, dtype: i32, made: Object| -> i32 {
        let (bytes, file, names) = (whole_file(env, bytes, n)?, env.text(file)?, env.text(names)?);
        env.listed(made, || gguf::load_list_bytes(scope, bytes, &file, &names, dtype))
    }
    c"dataLoaderNext" c"(JJ[J)I" |env, scope: u64, data_loader: u64, made: Object| -> i32 {
        env.listed(made, || data_loader::next(scope, data_loader))
    }
    c"idxLoadBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;)J"
    |env, scope: u64, bytes: Object, n: u64, file: Object| -> u64 {
        idx::load_bytes(scope, whole_file(env, bytes, n)?, &env.text(file)?)
    }
    c"imageDecode" c"(JLjava/nio/ByteBuffer;JJZZ)J"
    |env, scope: u64, bytes: Object, n: u64, channels: i64, channels_last: bool, as_bytes: bool| -> u64 {
        image::decode(scope, whole_file(env, bytes, n)?, channels, channels_last, as_bytes)
    }
    c"imageToBytes" c"(JZ)[B" |env, t: u64, channels_last: bool| -> Object {
        byte_array(env, &image::to_bytes(t, channels_last)?)
    }
    c"tableReadCsvBytes" c"(JLjava/nio/ByteBuffer;JLjava/lang/String;ZLjava/lang/String;Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)J"
    |env, scope: u64, bytes: Object, n: u64, file: Object, header: bool, delimiter: Object, quote: Object, types: Object,
     missing: Object| -> u64 {
        let (bytes, file) = (whole_file(env, bytes, n)?, env.text(file)?);
        let (delimiter, quote, types) = (env.text(delimiter)?, env.text(quote)?, env.text(types)?);
        let missing = env.optional_text(missing)?;
        table::read_csv_bytes(scope, bytes, &file, header, &delimiter, &quote, &types, missing.as_deref())
    }
    c"recordLoadBytes" c"(Ljava/nio/ByteBuffer;JLjava/lang/String;)Ljava/lang/String;"
    |env, bytes: Object, n: u64, file: Object| -> Object {
        env.string(&record::load_bytes(whole_file(env, bytes, n)?, &env.text(file)?)?)
    }
    c"recordExportBytes" c"(Ljava/lang/String;I)[B" |env, snapshot: Object, format: i32| -> Object {
        byte_array(env, &record::export_bytes(&env.text(snapshot)?, format)?)
    }
    c"recordPageBytes" c"(Ljava/lang/String;Ljava/lang/String;)[B" |env, snapshot: Object, html: Object| -> Object {
        byte_array(env, &record::page_bytes(&env.text(snapshot)?, &env.text(html)?)?)
    }
}

/// The `n` bytes of a file, in a direct buffer that the wrapper filled for this call.
fn whole_file<'a>(env: Env, bytes: Object, n: u64) -> Result<&'a [u8]> {
    part(env, bytes, 0, n)
}

/// `n` bytes of a direct buffer from `at` on.
fn part<'a>(env: Env, bytes: Object, at: u64, n: u64) -> Result<&'a [u8]> {
    let bytes = env.buffer(bytes, at, n)?;
    // SAFETY: the wrapper keeps the buffer reachable, and says that nobody writes it while the call reads.
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
        let string = env.element(array, i)?;
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
