//! Reports for people: one line per item, the largest first, equal items grouped.

use super::describe::{alive, collected, described, feeds, most_first, size};
use super::tree::{Node, Tree};
use crate::device::Device;
use crate::memory;
use crate::ownership::{Entry, Found, Handle, Held};
use crate::session::resource::TABLE;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The most groups of equal members that are listed below one scope; the rest is summed up.
const LISTED: usize = 20;
/// The most leaks that are listed.
const LEAKS: usize = 100;

/// The tree with counts, bytes, shapes and names.
pub(super) fn tree(tree: &Tree) -> String {
    let pool = memory::cpu_stats();
    let mut out = format!(
        "cpu: {} live, peak {}, limit {}, unowned {}\n",
        size(pool.live_bytes),
        size(pool.peak_bytes),
        size(pool.limit_bytes),
        size(pool.unowned_bytes)
    );
    for (device, pool) in memory::all_stats().filter(|(device, _)| matches!(device, Device::Cuda(_))) {
        let [live, peak, limit] = [pool.live_bytes, pool.peak_bytes, pool.limit_bytes].map(size);
        let _ = writeln!(out, "{device}: {live} live, peak {peak}, limit {limit}");
    }
    let (scopes, rest): (Vec<usize>, Vec<usize>) = tree.roots.iter().partition(|&&root| tree.nodes[root].is_scope());
    let mut pending: Vec<(usize, usize)> = scopes.iter().rev().map(|&scope| (scope, 0)).collect();
    while let Some((at, depth)) = pending.pop() {
        let node = &tree.nodes[at];
        let indent = "  ".repeat(depth.min(40));
        scope_line(&mut out, node, &indent);
        let (scopes, rest): (Vec<usize>, Vec<usize>) =
            node.children.iter().partition(|&&child| tree.nodes[child].is_scope());
        groups(&mut out, tree, &rest, &format!("{indent}  "));
        pending.extend(scopes.iter().rev().map(|&scope| (scope, depth + 1)));
    }
    if !rest.is_empty() {
        let _ = writeln!(out, "owned by no scope: {}", rest.len());
        groups(&mut out, tree, &rest, "  ");
    }
    out
}

fn scope_line(out: &mut String, node: &Node, indent: &str) {
    let (what, name) = (&node.entry.what, TABLE.name(node.entry.handle));
    let title = match name {
        Some(name) if !what.is_empty() => format!("{what} '{name}'"),
        None if !what.is_empty() => what.clone(),
        _ => TABLE.title(node.entry.handle),
    };
    let _ = write!(out, "{indent}{title}: {} tensors, {}", node.tensors, size(node.bytes));
    if let Some(measured) = node.entry.measured {
        if measured.limit > 0 {
            let _ = write!(out, " of {}", size(measured.limit));
        }
        let _ = write!(out, ", peak {}", size(measured.peak_bytes));
    }
    if let Some(growing) = node.entry.growing {
        let _ = write!(out, ", GROWING by {:.1} members", growing.members_per_cycle);
        if growing.bytes_per_cycle > 0.0 {
            let _ = write!(out, " and {}", size(growing.bytes_per_cycle as u64));
        }
        let _ = write!(out, " a cycle, {} cycles", growing.cycles);
    }
    if let Some(site) = &node.entry.metadata.site {
        let _ = write!(out, ", opened at {site}");
    }
    out.push('\n');
}

/// Equal members in one line: `12 x f32 [64,10]  30.0 KiB  at Train.java:31`.
fn groups(out: &mut String, tree: &Tree, members: &[usize], indent: &str) {
    let mut groups: HashMap<String, (u64, u64)> = HashMap::new();
    let mut seen = HashSet::new();
    for &member in members {
        let entry = &tree.nodes[member].entry;
        let bytes = entry.charges().filter(|held| seen.insert(held.storage)).map(|held| held.bytes).sum::<u64>();
        let group = groups.entry(described(entry)).or_default();
        *group = (group.0 + 1, group.1 + bytes);
    }
    let groups = most_first(groups);
    for (what, (count, bytes)) in groups.iter().take(LISTED) {
        let _ = writeln!(out, "{indent}{count} x {what}, {}", size(*bytes));
    }
    let rest = groups.get(LISTED..).unwrap_or_default();
    if !rest.is_empty() {
        let (count, bytes) = rest.iter().fold((0, 0), |sum, (_, group)| (sum.0 + group.0, sum.1 + group.1));
        let _ = writeln!(out, "{indent}{count} more of {} kinds, {}", rest.len(), size(bytes));
    }
}

/// The five largest holders: scopes by what they own directly, and what no scope owns.
pub(super) fn holders(held: HashMap<Option<Handle>, Held>) -> String {
    let mut holders: Vec<_> = held.into_iter().collect();
    let most = |(owner, held): &(Option<Handle>, Held)| Reverse((held.bytes, held.tensors, owner.map(|scope| scope.0)));
    holders.sort_by_key(most);
    holders.truncate(5);
    let lines: Vec<String> = holders
        .iter()
        .map(|(owner, held)| {
            let owner = owner.map_or_else(|| "no scope".to_owned(), |scope| TABLE.path(Some(scope)));
            format!("{owner} {} in {} tensors", size(held.bytes), held.tensors)
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("held by: {}", lines.join(", ")) }
}

/// The growing scopes.
pub(super) fn growing(scopes: &[Entry]) -> String {
    let mut out = String::new();
    for entry in scopes {
        let Some(growing) = entry.growing else { continue };
        let _ = writeln!(
            out,
            "{} gains {:.1} members a cycle ({} cycles so far), {} a cycle",
            TABLE.path(Some(entry.handle)),
            growing.members_per_cycle,
            growing.cycles,
            size(growing.bytes_per_cycle.max(0.0) as u64)
        );
        for (count, what) in feeds(entry.handle) {
            let _ = writeln!(out, "  {count} x {what}");
        }
    }
    out
}

/// Live handles, the largest first, and those that the backstop found.
pub(super) fn leaks(mut entries: Vec<Entry>, found: Vec<Found>) -> String {
    entries.sort_by_key(|entry| Reverse(entry.bytes()));
    let mut out = String::new();
    let mut paths = TABLE.paths();
    for entry in entries.iter().take(LEAKS) {
        out.push_str(&alive(entry, &paths.of(entry.owner)));
        out.push('\n');
    }
    for found in found.iter().take(LEAKS) {
        out.push_str(&collected(found));
        out.push('\n');
    }
    let more = entries.len().saturating_sub(LEAKS) + found.len().saturating_sub(LEAKS);
    if more > 0 {
        let _ = writeln!(out, "and {more} more");
    }
    out
}
