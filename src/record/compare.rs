//! What is new, gone and grown between two snapshots of one process.
//!
//! Invariant: handles are compared by their numbers in the process, which are never used again; so
//! a handle that is in both is the same one. Groups are the paths of scopes and the sites, the
//! largest change first.

use super::snapshot::{LiveRow, Snapshot};
use std::collections::{HashMap, HashSet};

/// A group of handles: those of one path of scopes, or of one site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Handles of the later snapshot that the earlier one does not have.
    pub new: u64,
    /// The bytes of their storages, each once in a group.
    pub new_bytes: u64,
    /// Handles of the earlier snapshot that the later one does not have.
    pub gone: u64,
    /// The bytes of their storages.
    pub gone_bytes: u64,
}

/// The difference between two snapshots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Live bytes of all devices, before and now.
    pub live_bytes: (u64, u64),
    /// All handles.
    pub all: Group,
    /// By the path of the scopes that own them, the largest growth first.
    pub by_scope: Vec<(String, Group)>,
    /// By the line that made them, of those whose line is known.
    pub by_site: Vec<(String, Group)>,
    /// Rows of the later snapshot that are new, the largest first.
    pub new: Vec<usize>,
}

impl Difference {
    /// What has changed from `earlier` to `later`.
    pub fn between(earlier: &Snapshot, later: &Snapshot) -> Difference {
        let sum = |snapshot: &Snapshot| {
            snapshot.devices.iter().fold(0u64, |sum, device| sum.saturating_add(device.live_bytes))
        };
        let (before, now) = (numbers(earlier), numbers(later));
        let mut new: Vec<usize> =
            (0..later.live.len()).filter(|&at| !before.contains(&later.live[at].handle)).collect();
        new.sort_by_key(|&at| std::cmp::Reverse(later.live[at].bytes));
        let gone: Vec<&LiveRow> = earlier.live.iter().filter(|row| !now.contains(&row.handle)).collect();
        let mut groups = [Groups::default(), Groups::default(), Groups::default()];
        for &at in &new {
            let row = &later.live[at];
            for (groups, name) in groups.iter_mut().zip([Some(String::new()), scope(later, row), site(later, row)]) {
                groups.add(name, row, true);
            }
        }
        for row in gone {
            for (groups, name) in groups.iter_mut().zip([Some(String::new()), scope(earlier, row), site(earlier, row)])
            {
                groups.add(name, row, false);
            }
        }
        let [all, by_scope, by_site] = groups.map(Groups::sorted);
        let all = all.into_iter().next().map(|(_, group)| group).unwrap_or_default();
        Difference { live_bytes: (sum(earlier), sum(later)), all, by_scope, by_site, new }
    }

    /// The difference as text for people.
    pub fn text(&self, later: &Snapshot) -> String {
        const LISTED: usize = 20;
        let ((before, now), all) = (self.live_bytes, &self.all);
        let mut lines = vec![format!(
            "{before} bytes live before, {now} now: {} new handles with {} bytes, {} gone with {} bytes",
            all.new, all.new_bytes, all.gone, all.gone_bytes
        )];
        for (title, groups) in [("by scope", &self.by_scope), ("by site", &self.by_site)] {
            if !groups.is_empty() {
                lines.push(format!("{title}:"));
            }
            for (name, group) in groups.iter().take(LISTED) {
                let name = if name.is_empty() { "no scope" } else { name };
                let Group { new, new_bytes, gone, gone_bytes } = group;
                lines.push(format!("  +{new} handles, +{new_bytes} bytes, -{gone}, -{gone_bytes} bytes  {name}"));
            }
            if groups.len() > LISTED {
                lines.push(format!("  and {} more", groups.len() - LISTED));
            }
        }
        if !self.new.is_empty() {
            lines.push("new and alive:".into());
        }
        for &at in self.new.iter().take(LISTED) {
            lines.push(format!("  {}", described(later, &later.live[at])));
        }
        if self.new.len() > LISTED {
            lines.push(format!("  and {} more", self.new.len() - LISTED));
        }
        lines.join("\n") + "\n"
    }
}

/// `float32 [2,3] 'weight', 24 bytes in 'model', made at Train.java:31`.
pub(super) fn described(snapshot: &Snapshot, row: &LiveRow) -> String {
    let [kind, dtype, shape, name, site] =
        [row.kind, row.dtype, row.shape, row.name, row.site].map(|index| snapshot.text(index));
    let mut text = if dtype.is_empty() { kind.to_string() } else { format!("{dtype} {shape}") };
    if !name.is_empty() {
        text += &format!(" '{name}'");
    }
    text += &format!(", {} bytes", row.bytes);
    let path = snapshot.path(row);
    if !path.is_empty() {
        text += &format!(" in {path}");
    }
    if !site.is_empty() {
        text += &format!(", made at {site}");
    }
    text
}

fn numbers(snapshot: &Snapshot) -> HashSet<u64> {
    snapshot.live.iter().map(|row| row.handle).collect()
}

fn scope(snapshot: &Snapshot, row: &LiveRow) -> Option<String> {
    Some(snapshot.path(row))
}

fn site(snapshot: &Snapshot, row: &LiveRow) -> Option<String> {
    Some(snapshot.text(row.site).to_string()).filter(|site| !site.is_empty())
}

/// Groups by name, and the storages that each has counted.
#[derive(Default)]
struct Groups(HashMap<String, (Group, HashSet<(bool, i64)>)>);

impl Groups {
    fn add(&mut self, name: Option<String>, row: &LiveRow, is_new: bool) {
        let Some(name) = name else { return };
        let (group, storages) = self.0.entry(name).or_default();
        let bytes = if row.storage >= 0 && storages.insert((is_new, row.storage)) { row.bytes } else { 0 };
        let (count, sum) = match is_new {
            true => (&mut group.new, &mut group.new_bytes),
            false => (&mut group.gone, &mut group.gone_bytes),
        };
        *count += 1;
        *sum = sum.saturating_add(bytes);
    }

    fn sorted(self) -> Vec<(String, Group)> {
        let mut groups: Vec<_> = self.0.into_iter().map(|(name, (group, _))| (name, group)).collect();
        let growth = |group: &Group| group.new_bytes as i128 - group.gone_bytes as i128;
        groups.sort_by(|a, b| growth(&b.1).cmp(&growth(&a.1)).then_with(|| a.0.cmp(&b.0)));
        groups
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::snapshot::LiveHandle;
    use super::*;

    fn handle(number: u64, owner: u64, storage: u64, bytes: u64, site: &str) -> LiveHandle {
        let kind = if storage == 0 { "scope" } else { "tensor" }.to_string();
        let name = if storage == 0 { format!("s{number}") } else { String::new() };
        LiveHandle { handle: number, owner, kind, storage, bytes, name, site: site.into(), ..LiveHandle::default() }
    }

    fn snapshot(live: &[LiveHandle]) -> Snapshot {
        Snapshot::new("0", 0, Vec::new(), live, None, |handle| handle as u32)
    }

    #[test]
    fn new_and_gone_handles_are_grouped_and_a_storage_counts_once() {
        let scope = handle(1, 0, 0, 0, "");
        let earlier = snapshot(&[scope.clone(), handle(2, 1, 64, 100, "a:1"), handle(3, 1, 128, 50, "")]);
        let later = snapshot(&[
            scope,
            handle(2, 1, 64, 100, "a:1"),
            handle(4, 1, 192, 30, "a:1"),
            handle(5, 1, 192, 30, "a:2"),
            handle(6, 0, 256, 7, ""),
        ]);
        let difference = Difference::between(&earlier, &later);
        assert_eq!(difference.all, Group { new: 3, new_bytes: 37, gone: 1, gone_bytes: 50 });
        let in_scope = Group { new: 2, new_bytes: 30, gone: 1, gone_bytes: 50 };
        let unowned = Group { new: 1, new_bytes: 7, ..Group::default() };
        assert_eq!(difference.by_scope, [(String::new(), unowned), ("'s1'".into(), in_scope)]);
        let at = |new_bytes| Group { new: 1, new_bytes, ..Group::default() };
        assert_eq!(difference.by_site, [("a:1".into(), at(30)), ("a:2".into(), at(30))]);
        assert_eq!(difference.new, [2, 3, 4]);
        let text = difference.text(&later);
        for part in [
            "3 new handles with 37 bytes, 1 gone with 50 bytes",
            "+2 handles, +30 bytes, -1, -50 bytes  's1'",
            "no scope",
            "tensor, 30 bytes in 's1', made at a:2",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        let same = Difference::between(&later, &later);
        assert_eq!((same.all, same.new.len()), (Group::default(), 0));
    }
}
