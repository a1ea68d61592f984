//! Tensors in files.

use super::env::{Env, Object};
use super::method::natives;
use crate::api::{npy, safetensors};
use crate::error::Result;
use ::jni::sys;

natives! {
    c"npyLoad" c"(JLjava/lang/String;)J" |env, scope: u64, path: Object| -> u64 { npy::load(scope, &env.text(path)?) }
    c"npySave" c"(Ljava/lang/String;J)V" |env, path: Object, t: u64| -> () { npy::save(&env.text(path)?, t) }
    c"safetensorsSave" c"(Ljava/lang/String;[Ljava/lang/String;[J)V"
    |env, path: Object, names: Object, tensors: Object| -> () {
        let names = texts(env, names)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        safetensors::save(&env.text(path)?, &names, env.longs(tensors)?.handles())
    }
    c"safetensorsNames" c"(Ljava/lang/String;)[Ljava/lang/String;" |env, path: Object| -> Object {
        strings(env, &safetensors::names(&env.text(path)?)?)
    }
    c"safetensorsLoad" c"(JLjava/lang/String;Ljava/lang/String;)J"
    |env, scope: u64, path: Object, name: Object| -> u64 {
        safetensors::load(scope, &env.text(path)?, &env.text(name)?)
    }
}

/// The strings of a `String[]`.
fn texts(env: Env, array: Object) -> Result<Vec<String>> {
    let (jvm, raw) = env.raw();
    let mut texts = Vec::new();
    for i in 0..env.array_length(array)? {
        // SAFETY: the index is within the array.
        let string = Object(unsafe { (jvm.GetObjectArrayElement)(raw, array.0, i as sys::jsize) });
        texts.push(env.text(string)?);
        // SAFETY: a reference of this call; a long list would pass the JVM's limit of them.
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
