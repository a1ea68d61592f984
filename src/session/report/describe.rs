//! How reports describe things: a handle, a leak, the contents of a scope, a number of bytes.

use crate::ownership::{Contents, Entry, Found, Handle, Kind, Metadata};
use crate::session::resource::TABLE;
use std::collections::HashMap;
use std::fmt::Write;

/// The groups of a scope's contents: `12 x float32 [64,10] at Train.java:31; 1 x tape; and 3 more`.
pub(super) fn listed(contents: &Contents) -> String {
    let mut parts: Vec<String> = contents.groups.iter().map(|(count, what)| format!("{count} x {what}")).collect();
    if contents.more > 0 {
        parts.push(format!("and {} more", contents.more));
    }
    parts.join("; ")
}

/// Kind, name, and the line that created it: `float32 [2,3] 'weight' at Train.java:31`.
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

/// A line of the report on live handles; `path` names the scopes that own it: `float32 [2,3]
/// 'weight', 24 B in 'model', alive for 0.5 s, made at Train.java:31`.
pub(super) fn alive(entry: &Entry, path: &str) -> String {
    let mut line = title(entry);
    if entry.metadata.exported {
        line.insert_str(0, "buffer of ");
    }
    if let Some(name) = &entry.metadata.name {
        let _ = write!(line, " '{name}'");
    }
    let _ = match entry.handle.kind() {
        // Its members have lines of their own.
        Some(kind) if kind.is_scope() => write!(line, " with {} members", entry.members),
        _ => write!(line, ", {}", size(entry.bytes())),
    };
    if !path.is_empty() {
        let _ = write!(line, " in {path}");
    }
    line.push_str(", alive");
    if let Some(since) = entry.metadata.since {
        let _ = write!(line, " for {:.1} s", since.elapsed().as_secs_f64());
    }
    if let Some(site) = &entry.metadata.site {
        let _ = write!(line, ", made at {site}");
    }
    line
}

/// A line of the report on what the collector freed; for a scope, with its contents.
pub(super) fn collected(found: &Found) -> String {
    let kind = || found.handle.kind().map_or_else(String::new, |kind| kind.to_string());
    let mut line = if found.what.is_empty() { kind() } else { found.what.clone() };
    if let Some(name) = &found.metadata.name {
        let _ = write!(line, " '{name}'");
    }
    let _ = write!(line, ", {}", size(found.bytes));
    if found.handle.kind().is_some_and(Kind::is_scope) {
        let _ = write!(line, " in {} tensors", found.contents.tensors);
    }
    if !found.path.is_empty() {
        let _ = write!(line, " in {}", found.path);
    }
    line.push_str(", freed by the collector");
    if let Some(site) = &found.metadata.site {
        let _ = write!(line, ", made at {site}");
    }
    let contents = listed(&found.contents);
    if !contents.is_empty() {
        let _ = write!(line, ": {contents}");
    }
    line
}

/// A scope's members, grouped: `12 x f32 [64, 10]`, with the site if it is known, the most numerous
/// first.
pub(super) fn feeds(scope: Handle) -> Vec<(usize, String)> {
    let mut groups = HashMap::<String, (u64, u64)>::new();
    for handle in TABLE.members(scope).unwrap_or_default() {
        let Some(entry) = TABLE.entry(handle) else { continue };
        let site = entry.metadata.site.as_ref().map_or_else(String::new, |site| format!(" at {site}"));
        groups.entry(format!("{}{site}", title(&entry))).or_default().0 += 1;
    }
    most_first(groups).into_iter().take(5).map(|(what, (count, _))| (count as usize, what)).collect()
}

/// Groups of equal members, each with its count and its bytes, the largest first.
pub(super) fn most_first(groups: HashMap<String, (u64, u64)>) -> Vec<(String, (u64, u64))> {
    let mut groups: Vec<(String, (u64, u64))> = groups.into_iter().collect();
    groups.sort_by(|a, b| (b.1.1, b.1.0).cmp(&(a.1.1, a.1.0)).then_with(|| a.0.cmp(&b.0)));
    groups
}

/// A short description: `f32 [2, 3]`, `tape`.
pub(super) fn title(entry: &Entry) -> String {
    let kind = || entry.handle.kind().map_or_else(String::new, |kind| kind.to_string());
    let what = if entry.what.is_empty() { kind() } else { entry.what.clone() };
    if entry.second_charge.is_some() { what + " with its gradient" } else { what }
}

/// The kind of a leak: exported memory is reported as a buffer.
pub(super) fn kind(handle: Handle, metadata: &Metadata) -> String {
    if metadata.exported {
        "buffer".to_owned()
    } else {
        handle.kind().map_or_else(String::new, |kind| kind.to_string())
    }
}

/// Bytes in a readable unit.
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
