//! The default limit: the memory of the container or the machine.
//!
//! Invariant: the smaller of both counts; if the system reports neither, there is no limit.

use super::platform;

/// Bytes that this process may hold by default.
pub(super) fn default_limit() -> u64 {
    let (container, physical) = (platform::container_limit(), platform::physical_memory());
    container.into_iter().chain(physical).min().unwrap_or(u64::MAX)
}

/// The most that is left to a process whose managed heap may take all memory.
const LEAST: u64 = 64 << 20;

/// What remains of `total` beside a managed heap that may grow to `managed` bytes, so that both
/// together stay within it: a container that exceeds its limit is killed, even if the heap is small
/// at that moment. If the heap may take all of it, a small amount is left anyway, so that a small
/// program runs and a large one gets an error that names the limit.
pub(super) fn less_managed(total: u64, managed: u64) -> u64 {
    match total.saturating_sub(managed) {
        0 => (total / 32).min(LEAST),
        left => left,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        // No split is possible if the heap may take all.
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
