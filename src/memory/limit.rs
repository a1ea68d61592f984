//! The default limit: what the container or the machine has.
//!
//! Invariant: the tightest limit on the way from the process's control group up to the root counts,
//! as the kernel enforces it; "no limit" (`max` in version 2, a number near 2^63 in version 1) is
//! none. No file is trusted to exist.

use super::system;
use std::path::{Path, PathBuf};

/// Version 1 writes 9223372036854771712, the largest multiple of a page, for "no limit".
const V1_UNLIMITED: u64 = 1 << 62;

/// Bytes that this process may hold by default.
pub(super) fn default_limit() -> u64 {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let container = tightest(&groups, Path::new("/sys/fs/cgroup"));
    let physical = system::physical_memory();
    container.into_iter().chain(physical).min().unwrap_or(u64::MAX)
}

/// The most that is left to a process whose managed heap may take all there is.
const LEAST: u64 = 64 << 20;

/// What is left of `total` beside a managed heap that may grow to `managed` bytes, so that both
/// together stay within it: a container that passes its limit is killed, whatever the heap holds at
/// that moment. Where the heap may take all of it, nothing does; then a little is left all the
/// same, so that a small program runs and a large one is told of the limit.
pub(super) fn less_managed(total: u64, managed: u64) -> u64 {
    match total.saturating_sub(managed) {
        0 => (total / 32).min(LEAST),
        left => left,
    }
}

/// The tightest limit of the groups that the text of `/proc/self/cgroup` names, mounted at `root`.
fn tightest(groups: &str, root: &Path) -> Option<u64> {
    groups.lines().filter_map(|line| group_limit(line, root)).min()
}

/// The tightest limit of one line, `hierarchy:controllers:path`.
fn group_limit(line: &str, root: &Path) -> Option<u64> {
    let mut fields = line.splitn(3, ':');
    let (hierarchy, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
    let (root, file): (PathBuf, &str) = if hierarchy == "0" && controllers.is_empty() {
        (root.to_owned(), "memory.max")
    } else if controllers.split(',').any(|name| name == "memory") {
        (root.join("memory"), "memory.limit_in_bytes")
    } else {
        return None;
    };
    // In a container the path may be the host's, which does not exist here; its root then is the
    // mount itself.
    let mut at = root.join(path.trim_start_matches('/'));
    let mut limits = Vec::new();
    loop {
        limits.extend(read_limit(&at.join(file)));
        if at == root || !at.pop() {
            return limits.into_iter().min();
        }
    }
}

fn read_limit(file: &Path) -> Option<u64> {
    let bytes = std::fs::read_to_string(file).ok()?.trim().parse().ok()?;
    (bytes < V1_UNLIMITED).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn root(name: &str, files: &[(&str, &str)]) -> PathBuf {
        let root = std::env::temp_dir().join(format!("tenure-limit-{}-{name}", std::process::id()));
        for (file, text) in files {
            let file = root.join(file);
            fs::create_dir_all(file.parent().expect("it has one")).expect("temp is writable");
            fs::write(file, text).expect("temp is writable");
        }
        root
    }

    #[test]
    fn version_2_takes_the_tightest_on_the_way_up() {
        let root = root("v2", &[("memory.max", "max\n"), ("a/memory.max", "5000\n"), ("a/b/memory.max", "9000\n")]);
        assert_eq!(tightest("0::/a/b\n", &root), Some(5000));
        assert_eq!(tightest("0::/\n", &root), None);
        assert_eq!(tightest("0::/of/the/host\n", &root), None);
        fs::remove_dir_all(root).expect("it is there");
    }

    #[test]
    fn version_1_reads_the_memory_controller_only() {
        let unlimited = "9223372036854771712\n";
        let root = root(
            "v1",
            &[("memory/memory.limit_in_bytes", unlimited), ("memory/docker/x/memory.limit_in_bytes", "7000\n")],
        );
        assert_eq!(tightest("5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n", &root), Some(7000));
        assert_eq!(tightest("4:memory:/\n", &root), None);
        assert_eq!(tightest("nonsense\n", &root), None);
        fs::remove_dir_all(root).expect("it is there");
    }

    #[test]
    fn a_managed_heap_takes_its_share_of_the_default() {
        assert_eq!(less_managed(1000, 250), 750);
        assert_eq!(less_managed(1000, 0), 1000);
    }

    #[test]
    fn the_heap_and_the_default_together_never_pass_the_container() {
        let container = 8 << 30;
        for percent in [25, 50, 75, 80, 90, 95, 99] {
            let heap = container / 100 * percent;
            assert_eq!(heap + less_managed(container, heap), container, "{percent} %");
        }
        // There is no such number where the heap may take all.
        assert_eq!(less_managed(container, container), 64 << 20);
        assert_eq!(less_managed(container, u64::MAX), 64 << 20);
        assert_eq!(less_managed(64 << 20, u64::MAX), 2 << 20);
    }

    #[test]
    fn there_is_a_limit_here() {
        let limit = default_limit();
        assert!(limit > 1 << 20 && limit < 1 << 60, "{limit}");
    }
}
