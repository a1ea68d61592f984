//! Tapes and the optimizer.

use super::env::Object;
use super::method::natives;
use crate::api::tape;

natives! {
    c"tapeBackward" c"(JJJ[J)V" |env, scope: u64, handle: u64, loss: u64, tensors: Object| -> () {
        let gradients = tape::backward(scope, handle, loss, env.longs(tensors)?.handles())?;
        env.set_longs(tensors, &gradients.into_iter().map(|gradient| gradient as i64).collect::<Vec<_>>());
        Ok(())
    }
}
