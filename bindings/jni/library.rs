//! The library as a whole: version, failures on demand, random numbers, memory.

use super::env::Object;
use super::method::natives;
use crate::api::{ABI_VERSION, VERSION, log, memory, record, scope};

natives! {
    c"abiVersion" c"()I" |env| -> i32 { Ok(ABI_VERSION as i32) }
    c"version" c"()Ljava/lang/String;" |env| -> Object { env.string(VERSION) }
    c"checkText" c"(Ljava/lang/String;)V" |env, text: Object| -> () { env.text(text).map(drop) }
    c"pressureWord" c"()Ljava/nio/ByteBuffer;" |env| -> Object { env.word(memory::pressure_word()) }
    c"logWord" c"()Ljava/nio/ByteBuffer;" |env| -> Object { env.word(log::word()) }
    c"recordWaiting" c"()Ljava/nio/ByteBuffer;" |env| -> Object { env.word(record::waiting()) }
    c"endings" c"()Ljava/nio/ByteBuffer;" |env| -> Object { env.word(scope::endings()) }
}
