//! Handles of every kind, and scopes.

use super::env::Object;
use super::method::natives;
use crate::api::{handle, scope, sgd, tape, tensor};

natives! {
    // In Java a second close does nothing, whoever came first: this owner, its scope, another thread.
    c"tensorDispose" c"(J)V" |env, t: u64| -> () { tensor::dispose(t).or(Ok(())) }
    c"scopeClose" c"(J)V" |env, closing: u64| -> () { scope::close(closing).or(Ok(())) }
    c"tapeDispose" c"(J)V" |env, t: u64| -> () { tape::dispose(t).or(Ok(())) }
    c"sgdDispose" c"(J)V" |env, optimizer: u64| -> () { sgd::dispose(optimizer).or(Ok(())) }
    c"release" c"([JI)J" |env, handles: Object, n: i32| -> i64 {
        Ok(handle::release(env.first_longs(handles, n as usize)?.handles()) as i64)
    }
    c"isLive" c"(J)Z" |env, any: u64| -> bool { Ok(scope::owner(any).is_ok()) }
    c"scopePush" c"(J)J" |env, parent: u64| -> u64 { scope::push(parent) }
    c"scopePop" c"(J[J)V" |env, closing: u64, keep: Object| -> () { scope::pop(closing, env.longs(keep)?.handles()) }
    c"scopeKeep" c"(J)V" |env, any: u64| -> () { scope::keep(any) }
    c"scopeAttach" c"(JJ)V" |env, target: u64, any: u64| -> () { scope::attach(target, any) }
    c"scopeDetach" c"(J)V" |env, any: u64| -> () { scope::detach(any) }
    c"scopeOwner" c"(J)J" |env, any: u64| -> u64 { scope::owner(any) }
    c"scopeStats" c"(J[J)V" |env, of: u64, out: Object| -> () {
        let stats = scope::stats(of)?;
        env.set_longs(out, &[stats.members, stats.tensors, stats.scopes, stats.bytes].map(|number| number as i64));
        Ok(())
    }
}
