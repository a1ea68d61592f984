//! Reports for programs. Written without recursion: a tree of scopes may be deeper than a stack.

use super::describe::{feeds, kind};
use super::tree::Tree;
use crate::device::Device;
use crate::memory::{self, PoolStats};
use crate::ownership::{Contents, Entry, Found, Handle, Kind, Metadata};
use crate::session::resource::{Parts, TABLE};
use std::fmt::Write;

/// `{"device": "cpu", "live_bytes": .., "devices": [{"device": "cuda:0", "live_bytes": .., ..}],
/// "roots": [{"kind": .., "children": [..]}, ..]}`: first the totals of the processor, then those of
/// the other devices in use.
pub(super) fn tree(tree: &Tree) -> String {
    /// What remains to be written.
    enum Step {
        Node(usize),
        Text(&'static str),
    }
    let mut out = "{".to_owned();
    totals(&mut out, Device::Cpu, &memory::cpu_stats());
    out.push_str(", \"devices\": [");
    let others = memory::all_stats().filter(|(device, _)| matches!(device, Device::Cuda(_)));
    for (i, (device, pool)) in others.enumerate() {
        out.push_str(if i > 0 { ", {" } else { "{" });
        totals(&mut out, device, &pool);
        out.push('}');
    }
    out.push_str("], \"roots\": [");
    let mut steps = vec![Step::Text("]}")];
    let list = |steps: &mut Vec<Step>, nodes: &[usize]| {
        for (i, &node) in nodes.iter().enumerate().rev() {
            steps.push(Step::Node(node));
            if i > 0 {
                steps.push(Step::Text(", "));
            }
        }
    };
    list(&mut steps, &tree.roots);
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => out.push_str(text),
            Step::Node(at) => {
                let node = &tree.nodes[at];
                out.push('{');
                handle(&mut out, node.entry.handle, &node.entry.what, &node.entry.metadata);
                let _ = write!(out, ", \"tensors\": {}, \"bytes\": {}", node.tensors, node.bytes);
                if node.is_scope() {
                    scope(&mut out, &node.entry);
                    out.push_str(", \"children\": [");
                    steps.push(Step::Text("]}"));
                    list(&mut steps, &node.children);
                } else {
                    out.push('}');
                }
            }
        }
    }
    out
}

fn totals(out: &mut String, device: Device, pool: &PoolStats) {
    let _ = write!(
        out,
        "\"device\": \"{device}\", \"live_bytes\": {}, \"peak_bytes\": {}, \"reserved_bytes\": {}, \
         \"limit_bytes\": {}, \"unowned_bytes\": {}",
        pool.live_bytes, pool.peak_bytes, pool.reserved_bytes, pool.limit_bytes, pool.unowned_bytes
    );
}

fn scope(out: &mut String, entry: &Entry) {
    let _ = write!(out, ", \"members\": {}", entry.members);
    if let Some(measured) = entry.measured {
        let (limit, tensors, bytes) = (measured.limit, measured.peak_tensors, measured.peak_bytes);
        let _ = write!(out, ", \"limit_bytes\": {limit}, \"peak_tensors\": {tensors}, \"peak_bytes\": {bytes}");
    }
    growth(out, entry);
}

fn growth(out: &mut String, entry: &Entry) {
    if let Some(growing) = entry.growing {
        let _ = write!(
            out,
            ", \"growing\": {{\"cycles\": {}, \"members_per_cycle\": {:.3}, \"bytes_per_cycle\": {:.0}, \"fed_by\": [",
            growing.cycles, growing.members_per_cycle, growing.bytes_per_cycle
        );
        for (i, (count, what)) in feeds(entry.handle).into_iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let _ = write!(out, "{comma}{{\"count\": {count}, \"what\": {}}}", quoted(&what));
        }
        out.push_str("]}");
    }
}

/// A list of the growing scopes.
pub(super) fn growing(scopes: &[Entry]) -> String {
    let mut out = "[".to_owned();
    for (i, entry) in scopes.iter().enumerate() {
        out.push_str(if i > 0 { ", {" } else { "{" });
        handle(&mut out, entry.handle, &entry.what, &entry.metadata);
        let _ = write!(out, ", \"path\": {}", quoted(&TABLE.path(Some(entry.handle))));
        growth(&mut out, entry);
        out.push('}');
    }
    out.push(']');
    out
}

/// A list of live handles and of those that the backstop found.
pub(super) fn leaks(alive: Vec<Entry>, found: Vec<Found>) -> String {
    let mut out = "[".to_owned();
    let mut leak = |of: Handle, what: &str, metadata: &Metadata, bytes: u64, path: &str, state: &str| {
        out.push_str(if out.len() > 1 { ", {" } else { "{" });
        named(&mut out, &kind(of, metadata), of, what, metadata);
        let _ = write!(out, ", \"bytes\": {bytes}, \"scope\": {}, {state}}}", quoted(path));
    };
    let mut paths = TABLE.paths();
    for entry in alive {
        let bytes = entry.bytes();
        leak(entry.handle, &entry.what, &entry.metadata, bytes, &paths.of(entry.owner), "\"state\": \"alive\"");
    }
    for found in found {
        let mut state = "\"state\": \"collected\"".to_owned();
        if found.handle.kind().is_some_and(Kind::is_scope) {
            contents(&mut state, &found.contents);
        }
        leak(found.handle, &found.what, &found.metadata, found.bytes, &found.path, &state);
    }
    out.push(']');
    out
}

/// `"tensors": 12, "contents": [{"count": 12, "what": ".."}], "more": 0`.
fn contents(out: &mut String, contents: &Contents) {
    let _ = write!(out, ", \"tensors\": {}, \"contents\": [", contents.tensors);
    for (i, (count, what)) in contents.groups.iter().enumerate() {
        let comma = if i > 0 { ", " } else { "" };
        let _ = write!(out, "{comma}{{\"count\": {count}, \"what\": {}}}", quoted(what));
    }
    let _ = write!(out, "], \"more\": {}", contents.more);
}

fn handle(out: &mut String, handle: Handle, what: &str, metadata: &Metadata) {
    named(out, &handle.kind().map_or_else(String::new, |kind| kind.to_string()), handle, what, metadata);
}

fn named(out: &mut String, kind: &str, handle: Handle, what: &str, metadata: &Metadata) {
    let _ = write!(out, "\"kind\": \"{kind}\", \"handle\": {}", handle.0);
    if let Some(name) = &metadata.name {
        let _ = write!(out, ", \"name\": {}", quoted(name));
    }
    let parts = Parts::of(what);
    for (key, text) in [("class", parts.class), ("dtype", parts.dtype), ("device", parts.device)] {
        if !text.is_empty() {
            let _ = write!(out, ", \"{key}\": {}", quoted(text));
        }
    }
    if !parts.shape.is_empty() {
        let _ = write!(out, ", \"shape\": {}", parts.shape);
    }
    if let Some(site) = &metadata.site {
        let _ = write!(out, ", \"site\": {}", quoted(site));
    }
    if let Some(since) = metadata.since {
        let _ = write!(out, ", \"age_ms\": {}", since.elapsed().as_millis());
    }
}

/// A JSON string (RFC 8259, section 7).
fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd\u{1}"), "\"a\\\"b\\\\c\\nd\\u0001\"");
    }
}
