//! The library as a whole: version, failures on demand, random numbers, memory.

use super::env::Object;
use super::method::natives;
use crate::api::{ABI_VERSION, VERSION, memory};

natives! {
    c"abiVersion" c"()I" |env| -> i32 { Ok(ABI_VERSION as i32) }
    c"version" c"()Ljava/lang/String;" |env| -> Object { env.string(VERSION) }
    c"memoryStats" c"(I[J)V" |env, device: i32, out: Object| -> () {
        let stats = memory::stats(device)?;
        let pool = stats.pool;
        let numbers = [
            stats.live_handles, stats.live_tensors, stats.live_scopes, pool.live_bytes, pool.peak_bytes,
            pool.reserved_bytes, pool.peak_reserved_bytes, pool.limit_bytes, pool.allocations, pool.reuses,
            pool.system_allocations, pool.retries, pool.out_of_memory, stats.peak_tensors, pool.unowned_bytes,
            stats.backstop_freed, pool.collections,
        ];
        env.set_longs(out, &numbers.map(|number| number as i64));
        Ok(())
    }
    c"pressureWord" c"()Ljava/nio/ByteBuffer;" |env| -> Object { env.word(memory::pressure_word()) }
}
