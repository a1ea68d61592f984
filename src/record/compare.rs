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
    /// By the line that made them, of those whose line is known; estimated where lines are sampled.
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
        let mut add = |of: &Snapshot, row: &LiveRow, is_new: bool| {
            let exact = (1, row.bytes);
            let names = [Some((String::new(), exact)), Some((of.path(row), exact)), site(of, row)];
            for (groups, named) in groups.iter_mut().zip(names) {
                groups.add(named, row.storage, is_new);
            }
        };
        new.iter().for_each(|&at| add(later, &later.live[at], true));
        gone.into_iter().for_each(|row| add(earlier, row, false));
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
        let by_site = match later.site_bytes {
            0 => "by site".into(),
            mean => format!("by site, estimated from samples, one each {mean} bytes on average"),
        };
        for (title, groups) in [("by scope", &self.by_scope), (&*by_site, &self.by_site)] {
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

/// The line of a row, with how many handles and bytes it stands for there.
fn site(snapshot: &Snapshot, row: &LiveRow) -> Option<(String, (u64, u64))> {
    let site = Some(snapshot.text(row.site).to_string()).filter(|site| !site.is_empty())?;
    let weight = snapshot.weight(row);
    Some((site, ((weight / row.bytes.max(1) as f64).round().max(1.0) as u64, weight.round() as u64)))
}

/// Groups by name, and the storages that each has counted.
#[derive(Default)]
struct Groups(HashMap<String, (Group, HashSet<(bool, i64)>)>);

impl Groups {
    fn add(&mut self, named: Option<(String, (u64, u64))>, storage: i64, is_new: bool) {
        let Some((name, (handles, bytes))) = named else { return };
        let (group, storages) = self.0.entry(name).or_default();
        let bytes = if storage >= 0 && storages.insert((is_new, storage)) { bytes } else { 0 };
        let (count, sum) = match is_new {
            true => (&mut group.new, &mut group.new_bytes),
            false => (&mut group.gone, &mut group.gone_bytes),
        };
        *count = count.saturating_add(handles);
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
        let mut sampled = later.clone();
        sampled.site_bytes = 30; // so a sample of 30 bytes stands for 30 / (1 - 1/e) = 47.5
        sampled.live[2].sampled = true;
        let difference = Difference::between(&earlier, &sampled);
        let scaled = Group { new: 2, new_bytes: 47, ..Group::default() };
        assert_eq!(difference.by_site, [("a:1".into(), scaled), ("a:2".into(), at(30))]);
        assert_eq!(difference.all.new_bytes, 37, "sums are exact");
        assert!(difference.text(&sampled).contains("by site, estimated from samples, one each 30 bytes on average"));
        let same = Difference::between(&later, &later);
        assert_eq!((same.all, same.new.len()), (Group::default(), 0));
    }
}
