//! Workspaces.

use super::env::Object;
use super::method::natives;
use crate::api::workspace;

natives! {
    c"workspaceEnter" c"(JJ)J" |env, of: u64, outer: u64| -> u64 { Ok(workspace::enter(of, outer)?.0) }
    c"workspaceLeave" c"(J)V" |env, of: u64| -> () { workspace::leave(of, &[]) }
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
    c"tensorWorkspace" c"(J[J)V" |env, t: u64, out: Object| -> () {
        let (of, cycle) = workspace::of_tensor(t)?;
        env.set_longs(out, &[of as i64, cycle as i64]);
        Ok(())
    }
}
