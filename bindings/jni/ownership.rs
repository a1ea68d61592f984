//! Handles of every kind, and scopes.

use super::env::Object;
use super::method::natives;
use crate::api::{counter, handle, leak, report, scope, sgd, tape, tensor};

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
    c"scopePopOne" c"(JJ)V" |env, closing: u64, kept: u64| -> () { scope::pop(closing, &[kept]) }
    c"scopeKeep" c"(J)V" |env, any: u64| -> () { scope::keep(any) }
    c"scopeAttach" c"(JJ)V" |env, target: u64, any: u64| -> () { scope::attach(target, any) }
    c"scopeDetach" c"(J)V" |env, any: u64| -> () { scope::detach(any) }
    c"scopeOwner" c"(J)J" |env, any: u64| -> u64 { scope::owner(any) }
    c"scopeStats" c"(J[J)V" |env, of: u64, out: Object| -> () {
        let s = scope::stats(of)?;
        let measured = u64::from(s.measured);
        let numbers =
            [s.members, s.tensors, s.scopes, s.bytes, s.peak_tensors, s.peak_bytes, s.limit, measured];
        env.set_longs(out, &numbers.map(|number| number as i64));
        Ok(())
    }
    c"scopeTempAttach" c"(JJ)V" |env, target: u64, any: u64| -> () { scope::temp_attach(target, any) }
    c"scopeRet" c"(JJ)V" |env, from: u64, any: u64| -> () { scope::ret(from, any) }
    c"scopeCloseAllBut" c"(J[J)V" |env, of: u64, keep: Object| -> () {
        scope::close_all_but(of, env.longs(keep)?.handles())
    }
    c"scopeSetCapped" c"(JZ)V" |env, of: u64, capped: u8| -> () { scope::set_capped(of, capped != 0) }
    c"scopeIsCapped" c"(J)Z" |env, of: u64| -> bool { scope::is_capped(of) }
    c"scopeSetLimit" c"(JJ)V" |env, of: u64, bytes: u64| -> () { scope::set_limit(of, bytes) }
    c"scopeMeasure" c"(J)V" |env, of: u64| -> () { scope::measure(of) }
    c"scopeMembers" c"(J)[J" |env, of: u64| -> Object { env.new_handles(&scope::members(of)?) }
    c"scopeDump" c"(JI)Ljava/lang/String;" |env, of: u64, format: i32| -> Object {
        env.string(&report::dump(of, format)?)
    }
    c"growing" c"(I)Ljava/lang/String;" |env, format: i32| -> Object { env.string(&report::growing(format)?) }
    c"handleSetName" c"(JLjava/lang/String;)V" |env, any: u64, name: Object| -> () {
        handle::set_name(any, &env.text(name)?)
    }
    c"handleName" c"(J)Ljava/lang/String;" |env, any: u64| -> Object {
        let name = handle::name(any)?;
        if name.is_empty() { Ok(Object::default()) } else { env.string(&name) }
    }
    c"handleNote" c"(JLjava/lang/String;)V" |env, any: u64, site: Object| -> () { leak::note(any, &env.text(site)?) }
    c"handleNoteClosed" c"(JLjava/lang/String;)V" |env, any: u64, site: Object| -> () {
        leak::note_closed(any, &env.text(site)?)
    }
    c"liveHandles" c"()[J" |env| -> Object { env.new_handles(&leak::live()) }
    c"collect" c"([JI)J" |env, handles: Object, n: i32| -> i64 {
        Ok(handle::collect(env.first_longs(handles, n as usize)?.handles()) as i64)
    }
    c"leakSetLevel" c"(I)V" |env, level: i32| -> () { leak::set_level(level) }
    c"leakLevel" c"()I" |env| -> i32 { Ok(leak::level()) }
    c"leakReport" c"(I[J)Ljava/lang/String;" |env, format: i32, ignoring: Object| -> Object {
        env.string(&leak::report(format, env.longs(ignoring)?.handles())?)
    }
    c"leakForget" c"()V" |env| -> () {
        leak::forget();
        Ok(())
    }
    c"counterStart" c"(J)J" |env, owner: u64| -> u64 { counter::start(owner) }
    c"counterRead" c"(J[J)V" |env, of: u64, out: Object| -> () {
        let s = counter::read(of)?;
        let counts = [
            s.peak_tensors, s.peak_bytes, s.allocations, s.reuses, s.system_allocations, s.retries, s.out_of_memory,
            s.backstop_freed,
        ];
        let mut numbers = vec![s.tensors, s.bytes];
        numbers.extend(counts.map(|number| number as i64));
        env.set_longs(out, &numbers);
        Ok(())
    }
    c"counterDispose" c"(J)V" |env, of: u64| -> () { counter::dispose(of).or(Ok(())) }
}
