//! Handles of every kind, and scopes.

use super::env::Object;
use super::method::natives;
use crate::api::{handle, scope, tensor};

natives! {
    // In Java a second close does nothing, whether the handle, its scope or another thread closed
    // it first.
    c"tensorDispose" c"(J)V" |env, t: u64| -> () { tensor::dispose(t).or(Ok(())) }
    c"release" c"([JI)J" |env, handles: Object, n: i32| -> i64 {
        Ok(handle::release(env.first_longs(handles, n as usize)?.handles()) as i64)
    }
    c"isLive" c"(J)Z" |env, any: u64| -> bool { Ok(scope::owner(any).is_ok()) }
    c"collect" c"([JI)J" |env, handles: Object, n: i32| -> i64 {
        Ok(handle::collect(env.first_longs(handles, n as usize)?.handles()) as i64)
    }
}
