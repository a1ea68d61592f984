//! Workspaces.

use super::env::Object;
use super::method::natives;
use crate::api::workspace;

natives! {
    c"workspaceEnter" c"(JJ)J" |env, of: u64, outer: u64| -> u64 { Ok(workspace::enter(of, outer)?.0) }
    c"workspaceLeave" c"(J)V" |env, of: u64| -> () { workspace::leave(of, &[]) }
    c"workspaceCycle" c"(J)J" |env, of: u64| -> u64 { workspace::cycle(of).map(|(cycle, _)| cycle) }
    c"tensorWorkspace" c"(J[J)V" |env, t: u64, out: Object| -> () {
        let (of, cycle) = workspace::of_tensor(t)?;
        env.set_longs(out, &[of as i64, cycle as i64]);
        Ok(())
    }
}
