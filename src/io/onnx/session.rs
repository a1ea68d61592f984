//! `Session`: a session of ONNX Runtime with its options.
//!
//! Invariant: the memory that ONNX Runtime allocated for it is counted in [`Session::bytes`], and
//! is freed when it is dropped.

use super::options::{Optimization, Options};
use super::runtime::{Failure, Owned, Runtime};
use super::table::{Object, Status as Answer};
use crate::error::{Error, Result, Status};
use crate::memory::path_units;
use std::ffi::{CString, c_int};
use std::path::Path;
use std::ptr::null_mut;

/// A session, which several models may share.
pub(super) struct Session {
    pub(super) object: Owned,
    /// Bytes of the pool.
    pub(super) bytes: usize,
}

// SAFETY: any number of threads may run a session, as ONNX Runtime documents.
unsafe impl Send for Session {}
// SAFETY: as above.
unsafe impl Sync for Session {}

impl Session {
    /// The session that `create` returns, for a model with this `name` in messages.
    pub(super) fn load(
        runtime: &Runtime,
        name: &str,
        options: &Options,
        create: impl FnOnce(&Runtime, Object, *mut Object) -> Answer,
    ) -> Result<Session> {
        let set = session_options(runtime, options).map_err(|error| error.context(name))?;
        let mut session = null_mut();
        let (answer, record) = runtime.allocator.recorded(|| create(runtime, set.object, &mut session));
        let result = runtime.check(answer).map_err(Failure::at_load);
        let object = Owned::new(session, runtime.table.release_session);
        match record.take_refused().map_or(result, Err) {
            Ok(()) => Ok(Session { object, bytes: record.bytes() }),
            Err(error) => Err(error.context(format_args!("loading {name}"))),
        }
    }
}

/// The session options of ONNX Runtime for these options.
fn session_options(runtime: &Runtime, options: &Options) -> Result<Owned> {
    let table = &runtime.table;
    let mut set = null_mut();
    // SAFETY: the result has room.
    runtime.check(unsafe { (table.create_session_options)(&mut set) }).map_err(Failure::at_load)?;
    let set = Owned::new(set, table.release_session_options);
    let level = match options.optimization {
        Optimization::None => 0,
        Optimization::Basic => 1,
        Optimization::Extended => 2,
        Optimization::All => 99,
    };
    let profile = options.profile.as_deref().map(|path| {
        path_units(Path::new(path)).ok_or_else(|| Error::argument("option 'profile' of a model holds a 0"))
    });
    let profile = profile.transpose()?;
    let apply = || {
        // SAFETY: the options are alive; texts and the path are null-terminated.
        unsafe {
            let ours = if runtime.allocates { c"1" } else { c"0" };
            runtime.check((table.set_config)(set.object, c"session.use_env_allocators".as_ptr(), ours.as_ptr()))?;
            runtime.check((table.set_optimization)(set.object, level))?;
            runtime.check((table.set_session_log_severity)(set.object, options.log_level as c_int))?;
            if options.threads == 0 && runtime.has_threads {
                runtime.check((table.share_threads)(set.object))?;
            } else {
                let threads = if options.threads == 0 { crate::threads::threads() } else { options.threads as usize };
                runtime.check((table.set_intra_op_threads)(set.object, threads as c_int))?;
                runtime.check((table.set_inter_op_threads)(set.object, 1))?;
            }
            if !options.memory_pattern {
                runtime.check((table.disable_mem_pattern)(set.object))?;
            }
            runtime.check((table.set_deterministic)(set.object, options.deterministic))?;
            if let Some(path) = &profile {
                runtime.check((table.enable_profiling)(set.object, path.as_ptr()))?;
            }
        }
        Ok(())
    };
    apply().map_err(Failure::at_load)?;
    providers(runtime, &set, &options.providers)?;
    Ok(set)
}

/// Adds execution providers, which ONNX Runtime must have been built with.
fn providers(runtime: &Runtime, set: &Owned, wanted: &[String]) -> Result<()> {
    if wanted.is_empty() {
        return Ok(());
    }
    let there = runtime.providers().map_err(Failure::at_load)?;
    for name in wanted {
        let Some(short) = there.iter().find(|other| *other == name).map(|name| name.trim_end_matches(PROVIDER)) else {
            let (version, all) = (&runtime.version, there.join(", "));
            let text = format!("execution provider '{name}' is not in this ONNX Runtime {version}, which has {all}");
            return Err(Error::new(Status::Unsupported, text));
        };
        if short == "CPU" {
            continue; // always available, after the others
        }
        let short = match short {
            "Xnnpack" => "XNNPACK",
            "Azure" => "AZURE",
            other => other,
        };
        let short = CString::new(short).map_err(|_| Error::argument("the name of a provider holds a 0"))?;
        // SAFETY: the options are alive, the name is null-terminated, and there are no settings.
        let answer = unsafe {
            (runtime.table.append_provider)(set.object, short.as_ptr(), std::ptr::null(), std::ptr::null(), 0)
        };
        let refused = |failure: Failure| Error::new(Status::Unsupported, failure.text);
        runtime.check(answer).map_err(|f| refused(f).context(format_args!("execution provider '{name}'")))?;
    }
    Ok(())
}

/// The suffix of providers' names.
const PROVIDER: &str = "ExecutionProvider";
