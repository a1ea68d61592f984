//! The logger of a host, and its level.
//!
//! Invariant: it is installed once, by the first level that a host sets, and never over a logger
//! that the program has. Records of other crates are not kept.

use super::level::LogLevel;
use super::ring;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the targets of this library begin with; the rest is the category.
const PREFIX: &str = "tenure::";
/// The key of a record's event.
const EVENT: &str = "event";

struct HostLogger;

static HOST: HostLogger = HostLogger;
static INSTALLED: OnceLock<bool> = OnceLock::new();
/// Whether the host has set a level.
static IS_SET: AtomicBool = AtomicBool::new(false);

impl log::Log for HostLogger {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::max_level() && metadata.target().starts_with(PREFIX)
    }

    fn log(&self, record: &log::Record<'_>) {
        if let Some(category) = record.target().strip_prefix(PREFIX) {
            let event = record.key_values().get(EVENT.into());
            let event = event.as_ref().and_then(|value| value.to_borrowed_str()).unwrap_or_default();
            ring::keep(record.level() as i32, category, String::new(), record.args().to_string(), event);
        }
    }

    fn flush(&self) {}
}

/// The level in force.
pub fn level() -> LogLevel {
    LogLevel::from_code(log::max_level() as i32).expect("the codes are those of the crate `log`")
}

/// Sets the level, and installs the logger of the host if there is none. `false` if the program has
/// a logger of its own: then nothing has changed.
pub fn set_level(level: LogLevel) -> bool {
    IS_SET.store(true, Ordering::Release);
    apply(level)
}

/// Like [`set_level`], unless a level was set before.
pub fn set_initial_level(level: LogLevel) -> bool {
    if IS_SET.swap(true, Ordering::AcqRel) { is_installed() } else { apply(level) }
}

fn apply(level: LogLevel) -> bool {
    if !is_installed() {
        return false;
    }
    log::set_max_level(match level {
        LogLevel::Off => log::LevelFilter::Off,
        LogLevel::Error => log::LevelFilter::Error,
        LogLevel::Warning => log::LevelFilter::Warn,
        LogLevel::Info => log::LevelFilter::Info,
        LogLevel::Debug => log::LevelFilter::Debug,
        LogLevel::Trace => log::LevelFilter::Trace,
    });
    true
}

/// Whether the logger of a host is installed.
pub fn is_host() -> bool {
    INSTALLED.get().is_some_and(|&is_ours| is_ours)
}

/// Installs the logger, the first time, and returns whether it is installed.
fn is_installed() -> bool {
    *INSTALLED.get_or_init(|| log::set_logger(&HOST).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_this_library_up_to_the_level_are_kept() {
        assert!(set_level(LogLevel::Info) && level() == LogLevel::Info);
        let before = ring::after(0).last().map_or(0, |record| record.number);
        log::info!(target: super::super::MEMORY, event = "tested"; "kept {}", 1);
        log::info!(target: super::super::MEMORY, "without an event");
        log::debug!(target: super::super::MEMORY, "below the level");
        log::error!(target: "jni", "of another crate");
        assert!(set_initial_level(LogLevel::Off) && level() == LogLevel::Info, "the program has set one");
        assert!(set_level(LogLevel::Off));
        log::error!(target: super::super::MEMORY, "off");
        let records = ring::after(before);
        let texts: Vec<_> = records.iter().map(|record| [&record.category, &record.text, &record.event]).collect();
        assert!(texts.contains(&["memory", "kept 1", "tested"].map(str::to_string).each_ref()), "{texts:?}");
        assert!(texts.contains(&["memory", "without an event", ""].map(str::to_string).each_ref()), "{texts:?}");
        for absent in ["below the level", "of another crate", "off"] {
            assert!(texts.iter().all(|fields| fields[1] != absent), "{texts:?}");
        }
    }
}
