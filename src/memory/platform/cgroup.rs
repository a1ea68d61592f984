//! Control groups: the memory limit of a container on Linux.
//!
//! Invariant: the smallest limit on the way from the process's control group up to the root counts,
//! as the kernel enforces it; "no limit" (`max` in version 2, a number near 2^63 in version 1) is
//! `None`. No file is assumed to exist.

use std::path::{Path, PathBuf};

/// Version 1 writes 9223372036854771712, the largest multiple of a page, for "no limit".
const V1_UNLIMITED: u64 = 1 << 62;

/// The memory limit of the container; see the table in `mod.rs`.
pub fn container_limit() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    tightest(&groups, Path::new("/sys/fs/cgroup"))
}

/// The smallest limit of the groups in the text of `/proc/self/cgroup`, mounted at `root`.
fn tightest(groups: &str, root: &Path) -> Option<u64> {
    groups.lines().filter_map(|line| group_limit(line, root)).min()
}

/// The smallest limit of one line, `hierarchy:controllers:path`.
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
    // In a container the path may be the host's, which does not exist here; the container's root is
    // then the mount itself.
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
}
