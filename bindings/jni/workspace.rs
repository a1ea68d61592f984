//! Workspaces.

use super::env::{Env, Object};
use super::method::natives;
use crate::api::{scope, tensor, workspace};
use crate::error::Result;

natives! {
    c"workspaceCreate" c"(JLjava/lang/String;JLjava/lang/String;)J"
    |env, parent: u64, name: Object, thread: u64, config: Object| -> u64 {
        workspace::create(parent, &env.text(name)?, thread, optional(env, config)?.as_deref())
    }
    c"workspaceGet" c"(Ljava/lang/String;JLjava/lang/String;)J"
    |env, name: Object, thread: u64, config: Object| -> u64 {
        workspace::get(&env.text(name)?, thread, optional(env, config)?.as_deref())
    }
    c"workspaceFind" c"(Ljava/lang/String;J)J" |env, name: Object, thread: u64| -> u64 {
        workspace::find(&env.text(name)?, thread)
    }
    c"workspaceEnter" c"(JJ)J" |env, of: u64, outer: u64| -> u64 { Ok(workspace::enter(of, outer)?.0) }
    c"workspaceLeave" c"(J)V" |env, of: u64| -> () { workspace::leave(of, &[]) }
    c"workspaceLeave" c"(J[J)V" |env, of: u64, keep: Object| -> () {
        workspace::leave(of, env.longs(keep)?.handles())
    }
    c"workspaceToggle" c"(JZ)V" |env, of: u64, on: u8| -> () { workspace::toggle(of, on != 0) }
    c"workspaceInitialize" c"(J)V" |env, of: u64| -> () { workspace::initialize(of) }
    // In Java a second close does nothing.
    c"workspaceDestroy" c"(J)V" |env, of: u64| -> () { workspace::destroy(of).or(Ok(())) }
    c"workspaceCycle" c"(J)J" |env, of: u64| -> u64 { workspace::cycle(of).map(|(cycle, _)| cycle) }
    c"workspaceStats" c"(J[J)V" |env, of: u64, out: Object| -> () {
        let s = workspace::stats(of)?;
        let c = s.counters;
        let numbers = [
            c.allocated, c.live, c.unreferenced, c.padding, c.free, c.committed, c.spilled, c.toggled_off, c.pinned,
            c.adopted, c.borrowed, c.gradient_standard, c.gradient_external, c.gradient_deferred, s.cycle, s.depth,
            s.learned, s.workspaces,
        ];
        env.set_longs(out, &numbers.map(|number| number as i64));
        Ok(())
    }
    c"workspaceHistory" c"(J)[J" |env, of: u64| -> Object {
        let rows = workspace::history(of)?;
        let numbers = rows.iter().flat_map(|row| {
            [row.cycle, row.offset, row.spilled, row.pinned, row.learned, u64::from(row.refused)]
        });
        env.new_longs(&numbers.map(|number| number as i64).collect::<Vec<_>>())
    }
    c"workspaceReport" c"(JZ)Ljava/lang/String;" |env, of: u64, json: u8| -> Object {
        env.string(&workspace::report(of, json != 0)?)
    }
    c"workspaceMisuses" c"()Ljava/lang/String;" |env| -> Object { env.string(&workspace::misuses()?) }
    c"workspaceConfig" c"(J)Ljava/lang/String;" |env, of: u64| -> Object { env.string(&workspace::config(of)?) }
    c"workspaceConfigCheck" c"(Ljava/lang/String;)Ljava/lang/String;" |env, json: Object| -> Object {
        env.string(&workspace::config_check(&env.text(json)?)?)
    }
    c"tensorWorkspace" c"(J[J)V" |env, t: u64, out: Object| -> () {
        let (of, cycle) = workspace::of_tensor(t)?;
        env.set_longs(out, &[of as i64, cycle as i64]);
        Ok(())
    }
    c"leverage" c"(JJ)J" |env, scope: u64, t: u64| -> u64 { tensor::leverage(scope, t) }
    c"scopePushOutside" c"(J)J" |env, parent: u64| -> u64 { scope::push_outside(parent) }
}

/// A string, null for none.
fn optional(env: Env, string: Object) -> Result<Option<String>> {
    if string.is_null() { Ok(None) } else { env.text(string).map(Some) }
}
