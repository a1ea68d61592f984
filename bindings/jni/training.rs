//! Tapes and the optimizer.

use super::env::Object;
use super::method::natives;
use crate::api::{sgd, tape};

natives! {
    c"tapeOpen" c"(J)J" |env, scope: u64| -> u64 { tape::open(scope) }
    c"tapeWatch" c"(JJJ)J" |env, scope: u64, handle: u64, t: u64| -> u64 { tape::watch(scope, handle, t) }
    c"tapeBackward" c"(JJJ[J)V" |env, scope: u64, handle: u64, loss: u64, tensors: Object| -> () {
        let gradients = tape::backward(scope, handle, loss, env.longs(tensors)?.handles())?;
        env.set_longs(tensors, &gradients.into_iter().map(|gradient| gradient as i64).collect::<Vec<_>>());
        Ok(())
    }
    c"sgdCreate" c"(J[JDD)J" |env, scope: u64, parameters: Object, lr: f64, momentum: f64| -> u64 {
        sgd::create(scope, env.longs(parameters)?.handles(), lr, momentum)
    }
    c"sgdStep" c"(J[J)V" |env, handle: u64, gradients: Object| -> () {
        sgd::step(handle, env.longs(gradients)?.handles())
    }
}
