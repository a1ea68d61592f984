//! Reports as rows, which the wrappers read without a parser.

use super::describe::{self, feeds, kind, listed};
use crate::ownership::{Entry, Found, Handle, Metadata};
use crate::session::resource::{Parts, TABLE};
use crate::session::rows::Rows;

/// Fields: kind, handle, name, dtype, shape, bytes, age in ms, scope path, site, state, the
/// contents of a scope that is gone, and the line of the text report.
pub(super) fn leaks(alive: Vec<Entry>, found: Vec<Found>) -> String {
    let mut rows = Rows::default();
    let mut paths = TABLE.paths();
    for entry in alive {
        let path = paths.of(entry.owner);
        let bytes = entry.bytes();
        let last = ["alive", "", &describe::alive(&entry, &path)];
        leak(&mut rows, entry.handle, &entry.what, bytes, &path, &entry.metadata, last);
    }
    for found in found {
        let last = ["collected", &listed(&found.contents), &describe::collected(&found)];
        leak(&mut rows, found.handle, &found.what, found.bytes, &found.path, &found.metadata, last);
    }
    rows.text
}

/// Fields: handle, name, path, members, bytes, cycles, members gained per cycle, the members that
/// make it grow.
pub(super) fn growing(scopes: &[Entry]) -> String {
    let mut rows = Rows::default();
    for entry in scopes {
        let (Some(growing), Ok(stats)) = (entry.growing, TABLE.stats(entry.handle)) else { continue };
        let fed: Vec<String> =
            feeds(entry.handle).into_iter().map(|(count, what)| format!("{count} x {what}")).collect();
        rows.row(&[
            &entry.handle.0.to_string(),
            entry.metadata.name.as_deref().unwrap_or_default(),
            &TABLE.path(Some(entry.handle)),
            &stats.members.to_string(),
            &stats.bytes.to_string(),
            &growing.cycles.to_string(),
            &format!("{:.3}", growing.members_per_cycle),
            &fed.join("; "),
        ]);
    }
    rows.text
}

fn leak(
    rows: &mut Rows,
    handle: Handle,
    what: &str,
    bytes: u64,
    path: &str,
    metadata: &Metadata,
    [state, contents, line]: [&str; 3],
) {
    let Parts { dtype, shape, .. } = Parts::of(what);
    let age = metadata.since.map_or_else(String::new, |since| since.elapsed().as_millis().to_string());
    rows.row(&[
        &kind(handle, metadata),
        &handle.0.to_string(),
        metadata.name.as_deref().unwrap_or_default(),
        dtype,
        shape,
        &bytes.to_string(),
        &age,
        path,
        metadata.site.as_deref().unwrap_or_default(),
        state,
        contents,
        line,
    ]);
}
