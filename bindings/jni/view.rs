//! Views of a tensor's memory, and copies of it.

use super::array::short;
use super::env::Object;
use super::method::natives;
use crate::api::tensor;

natives! {
    c"alias" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::alias(scope, t) }
    c"share" c"(J)J" |env, t: u64| -> u64 { tensor::share(t) }
    c"reshape" c"(JJIJJJJ)J" |env, scope: u64, t: u64, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::reshape(scope, t, short(&[v0, v1, v2, v3], n))
    }
    c"reshape" c"(JJ[J)J" |env, scope: u64, t: u64, numbers: Object| -> u64 {
        tensor::reshape(scope, t, env.longs(numbers)?.numbers())
    }
    c"expand" c"(JJIJJJJ)J" |env, scope: u64, t: u64, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::expand(scope, t, short(&[v0, v1, v2, v3], n))
    }
    c"expand" c"(JJ[J)J" |env, scope: u64, t: u64, numbers: Object| -> u64 {
        tensor::expand(scope, t, env.longs(numbers)?.numbers())
    }
    c"permute" c"(JJIJJJJ)J" |env, scope: u64, t: u64, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::permute(scope, t, short(&[v0, v1, v2, v3], n))
    }
    c"permute" c"(JJ[J)J" |env, scope: u64, t: u64, numbers: Object| -> u64 {
        tensor::permute(scope, t, env.longs(numbers)?.numbers())
    }
    c"transpose" c"(JJJJ)J" |env, scope: u64, t: u64, axis0: i64, axis1: i64| -> u64 {
        tensor::transpose(scope, t, axis0, axis1)
    }
    c"slice" c"(JJJJJJ)J" |env, scope: u64, t: u64, axis: i64, start: i64, end: i64, step: i64| -> u64 {
        tensor::slice(scope, t, axis, start, end, step)
    }
    c"select" c"(JJJJ)J" |env, scope: u64, t: u64, axis: i64, index: i64| -> u64 {
        tensor::select(scope, t, axis, index)
    }
    c"squeeze" c"(JJJ)J" |env, scope: u64, t: u64, axis: i64| -> u64 { tensor::squeeze(scope, t, axis) }
    c"squeezeAll" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::squeeze_all(scope, t) }
    c"unsqueeze" c"(JJJ)J" |env, scope: u64, t: u64, axis: i64| -> u64 { tensor::unsqueeze(scope, t, axis) }
    c"contiguous" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::contiguous(scope, t) }
    c"copy" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::copy(scope, t) }
    c"cast" c"(JJI)J" |env, scope: u64, t: u64, dtype: i32| -> u64 { tensor::cast(scope, t, dtype) }
    c"toDevice" c"(JJI)J" |env, scope: u64, t: u64, device: i32| -> u64 { tensor::to_device(scope, t, device) }
}
