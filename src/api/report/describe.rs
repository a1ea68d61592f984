//! How a report calls things: what a handle names, what feeds a scope, how many bytes.

use crate::api::resource::TABLE;
use crate::ownership::{Contents, Entry, Handle, Metadata};
use std::collections::HashMap;

/// The groups of what lay in a scope: `12 x float32 [64,10] at Train.java:31; 1 x tape; and 3 more`.
pub(super) fn listed(contents: &Contents) -> String {
    let mut parts: Vec<String> = contents.groups.iter().map(|(count, what)| format!("{count} x {what}")).collect();
    if contents.more > 0 {
        parts.push(format!("and {} more", contents.more));
    }
    parts.join("; ")
}

/// What something is, its name, and the line that made it: `float32 [2,3] 'weight' at Train.java:31`.
pub(super) fn described(entry: &Entry) -> String {
    let mut what = title(entry);
    if let Some(name) = &entry.metadata.name {
        what.push_str(&format!(" '{name}'"));
    }
    if let Some(site) = &entry.metadata.site {
        what.push_str(&format!(" at {site}"));
    }
    what
}

/// What a scope's members are, grouped: `12 x f32 [64, 10]`, with the site when it is known, the most numerous first.
pub(super) fn feeds(scope: Handle) -> Vec<(usize, String)> {
    let mut groups = HashMap::<String, usize>::new();
    for handle in TABLE.members(scope).unwrap_or_default() {
        let Some(entry) = TABLE.entry(handle) else { continue };
        let site = entry.metadata.site.as_ref().map_or_else(String::new, |site| format!(" at {site}"));
        *groups.entry(format!("{}{site}", title(&entry))).or_default() += 1;
    }
    let mut groups: Vec<(usize, String)> = groups.into_iter().map(|(what, count)| (count, what)).collect();
    groups.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    groups.truncate(5);
    groups
}

/// What something is, in a few characters: `f32 [2, 3]`, `tape`.
pub(super) fn title(entry: &Entry) -> String {
    let kind = || entry.handle.kind().map_or_else(String::new, |kind| kind.to_string());
    if entry.what.is_empty() { kind() } else { entry.what.clone() }
}

/// The kind of a leak: exported memory is a buffer to whoever exported it.
pub(super) fn kind(handle: Handle, metadata: &Metadata) -> String {
    if metadata.exported {
        "buffer".to_owned()
    } else {
        handle.kind().map_or_else(String::new, |kind| kind.to_string())
    }
}

/// Bytes as people read them.
pub(super) fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["KiB", "MiB", "GiB", "TiB"];
    let mut value = bytes as f64;
    let mut unit = "B";
    for next in UNITS {
        if value < 1024.0 {
            break;
        }
        (value, unit) = (value / 1024.0, next);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{value:.1} {unit}") }
}
