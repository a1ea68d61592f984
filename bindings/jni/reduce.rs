//! Reductions, products of matrices, losses, joins and indices.

use super::array::short;
use super::env::Object;
use super::method::natives;
use crate::api::tensor;

natives! {
    c"sum" c"(JJZIJJJJ)J" |env, scope: u64, t: u64, keepdim: bool, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::sum(scope, t, short(&[v0, v1, v2, v3], n), keepdim)
    }
    c"sum" c"(JJZ[J)J" |env, scope: u64, t: u64, keepdim: bool, axes: Object| -> u64 {
        tensor::sum(scope, t, env.longs(axes)?.numbers(), keepdim)
    }
    c"mean" c"(JJZIJJJJ)J" |env, scope: u64, t: u64, keepdim: bool, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::mean(scope, t, short(&[v0, v1, v2, v3], n), keepdim)
    }
    c"mean" c"(JJZ[J)J" |env, scope: u64, t: u64, keepdim: bool, axes: Object| -> u64 {
        tensor::mean(scope, t, env.longs(axes)?.numbers(), keepdim)
    }
    c"max" c"(JJZIJJJJ)J" |env, scope: u64, t: u64, keepdim: bool, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::max(scope, t, short(&[v0, v1, v2, v3], n), keepdim)
    }
    c"max" c"(JJZ[J)J" |env, scope: u64, t: u64, keepdim: bool, axes: Object| -> u64 {
        tensor::max(scope, t, env.longs(axes)?.numbers(), keepdim)
    }
    c"min" c"(JJZIJJJJ)J" |env, scope: u64, t: u64, keepdim: bool, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::min(scope, t, short(&[v0, v1, v2, v3], n), keepdim)
    }
    c"min" c"(JJZ[J)J" |env, scope: u64, t: u64, keepdim: bool, axes: Object| -> u64 {
        tensor::min(scope, t, env.longs(axes)?.numbers(), keepdim)
    }
    c"argmax" c"(JJZIJJJJ)J" |env, scope: u64, t: u64, keepdim: bool, n: i32, v0: i64, v1: i64, v2: i64, v3: i64| -> u64 {
        tensor::argmax(scope, t, short(&[v0, v1, v2, v3], n), keepdim)
    }
    c"argmax" c"(JJZ[J)J" |env, scope: u64, t: u64, keepdim: bool, axes: Object| -> u64 {
        tensor::argmax(scope, t, env.longs(axes)?.numbers(), keepdim)
    }
    c"matmul" c"(JJJ)J" |env, scope: u64, a: u64, b: u64| -> u64 { tensor::matmul(scope, a, b) }
    c"softmax" c"(JJJ)J" |env, scope: u64, t: u64, axis: i64| -> u64 { tensor::softmax(scope, t, axis) }
    c"logSoftmax" c"(JJJ)J" |env, scope: u64, t: u64, axis: i64| -> u64 { tensor::log_softmax(scope, t, axis) }
    c"crossEntropy" c"(JJJ)J" |env, scope: u64, logits: u64, targets: u64| -> u64 {
        tensor::cross_entropy(scope, logits, targets)
    }
    c"nllLoss" c"(JJJ)J" |env, scope: u64, log_probs: u64, targets: u64| -> u64 {
        tensor::nll_loss(scope, log_probs, targets)
    }
    c"concat" c"(J[JJ)J" |env, scope: u64, tensors: Object, axis: i64| -> u64 {
        tensor::concat(scope, env.longs(tensors)?.handles(), axis)
    }
    c"stack" c"(J[JJ)J" |env, scope: u64, tensors: Object, axis: i64| -> u64 {
        tensor::stack(scope, env.longs(tensors)?.handles(), axis)
    }
    c"indexSelect" c"(JJJJ)J" |env, scope: u64, t: u64, axis: i64, index: u64| -> u64 {
        tensor::index_select(scope, t, axis, index)
    }
    c"oneHot" c"(JJJ)J" |env, scope: u64, t: u64, classes: i64| -> u64 { tensor::one_hot(scope, t, classes) }
}
