//! What a workspace is told at creation, and what contradicts itself.
//!
//! Invariant: a [`Config`] that passed [`Config::check`] can be carried out to the letter, so nothing later has to
//! choose between two parameters. A refusal names both of them, with their values.

use crate::device::Device;
use crate::error::{Error, Result};

/// An enum whose variants have names in JSON, which are those of Java and C# too: `generate/` writes
/// their enums from these.
macro_rules! named {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$variant_doc])* $variant),+ }

        impl $name {
            /// Every variant.
            pub const ALL: &[$name] = &[$($name::$variant),+];

            /// The name as configurations write it.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),+ }
            }
        }
    };
}

named!(
    /// Where a workspace meets requests.
    pub enum Allocation {
        /// From the block, which is exactly as large as was said or learned.
        Strict = "STRICT",
        /// From the block, which is larger by [`Config::overallocation_limit`].
        Overallocate = "OVERALLOCATE",
        /// Each from a block of its own, freed at the end of the cycle.
        Always = "ALWAYS",
    }
);
named!(
    /// How a workspace finds the size of its block.
    pub enum Learning {
        /// It is what [`Config::initial_size`] says.
        None = "NONE",
        /// From the first cycle.
        Optimized = "OPTIMIZED",
        /// From the first [`Config::cycles_before_initialization`] cycles, and again whenever a cycle needed more.
        Training = "TRAINING",
    }
);
named!(
    /// Whether a workspace has a second plane.
    pub enum Mirroring {
        /// Host and device, at equal offsets; copied when the other side first uses it.
        Enabled = "ENABLED",
        /// The primary plane only.
        Disabled = "DISABLED",
        /// The host only.
        HostOnly = "HOST_ONLY",
    }
);
named!(
    /// What becomes of a request that a workspace's block has no room for.
    pub enum Spill {
        /// It is refused, and nothing has changed.
        Fail = "FAIL",
        /// It gets a block outside, and at the end of the cycle the workspace's own grows by that.
        Reallocate = "REALLOCATE",
        /// It gets a block outside, freed at the end of the cycle.
        External = "EXTERNAL",
    }
);
named!(
    /// Who shares a workspace's block.
    pub enum Mode {
        /// Nobody: there is one for each name and thread.
        Enabled = "ENABLED",
        /// All threads: there is one for each name, and many threads may be in it at once.
        Single = "SINGLE",
        /// There is no block: the workspace is a plain scope, whose memory is the pool's.
        None = "NONE",
    }
);
named!(
    /// When a workspace's memory is used anew.
    pub enum Reset {
        /// When the cycle is left.
        BlockLeft = "BLOCK_LEFT",
        /// When the ring comes round: with a [`Config::overallocation_limit`] of 1 a tensor of one cycle is
        /// valid through the next one too, with 2 through the next two.
        EndOfBufferReached = "ENDOFBUFFER_REACHED",
    }
);
named!(
    /// Where a workspace's block lies.
    pub enum Location {
        /// In memory.
        Ram = "RAM",
        /// In a file without a name, in the folder [`Config::temp_file_path`].
        Mmap = "MMAP",
    }
);

/// What a workspace is to do: how large its block is, how it learns that, and what becomes of what does not fit.
///
/// Sizes are bytes; each request is rounded up to 64. Two values that contradict each other are refused with the names
/// of both parameters.
// `generate/` writes those of Java and C# from this struct: names, types, order, comments, defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Bytes committed at creation; 0: as many as are learned.
    pub initial_size: u64,
    /// The most bytes that the block may have; beyond them `policySpill` decides. 0: no such limit.
    pub max_size: u64,
    /// The fewest bytes that are learned.
    pub min_size: u64,
    /// The share by which the block is larger than was said or learned, under [`Allocation::Overallocate`]; of a ring,
    /// how many cycles it holds besides one.
    pub overallocation_limit: f64,
    /// Where requests are met.
    pub allocation: Allocation,
    /// How the size of the block is found.
    pub learning: Learning,
    /// How many cycles [`Learning::Training`] looks at first.
    pub cycles_before_initialization: u64,
    /// Whether there is a second plane.
    pub mirroring: Mirroring,
    /// What becomes of a request that the block has no room for.
    pub spill: Spill,
    /// Requests outside the block of up to so many bytes share slabs of this size; 0: each has a block of its own.
    pub temp_block_size: u64,
    /// When memory is used anew.
    pub reset: Reset,
    /// Where the block lies.
    pub location: Location,
    /// The folder of the file, under [`Location::Mmap`]; empty: the system's for such files.
    pub temp_file_path: String,
    /// Whether entering it while it is entered is refused, and handles that are alive at the end of a cycle and external
    /// bytes that grow cycle after cycle are reported.
    pub use_cycle_detector: bool,
    /// Who shares a block.
    pub mode: Mode,
    /// Whether the host stands in for a device plane that fails, which is counted; else that is an error.
    pub helper_allow_fallback: bool,
    /// Requests of fewer bytes never go to the device plane.
    pub helper_min_size: u64,
    /// Whether leaving a cycle is refused while something outside holds memory of it; else its block is handed over to
    /// what holds it.
    pub strict: bool,
    /// Where the block lies, and what is made in a cycle unless it is made for another device.
    pub device: Device,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            initial_size: 0,
            max_size: 0,
            min_size: 0,
            overallocation_limit: 0.3,
            allocation: Allocation::Overallocate,
            learning: Learning::Optimized,
            cycles_before_initialization: 1,
            mirroring: Mirroring::Disabled,
            spill: Spill::External,
            temp_block_size: 0,
            reset: Reset::BlockLeft,
            location: Location::Ram,
            temp_file_path: String::new(),
            use_cycle_detector: false,
            mode: Mode::Enabled,
            helper_allow_fallback: true,
            helper_min_size: 0,
            strict: false,
            device: Device::Cpu,
        }
    }
}

/// No size is larger: sums of a few of them cannot overflow.
const MAX_SIZE: u64 = 1 << 47;
/// A ratio above this is a mistake.
const MAX_RATIO: f64 = 1000.0;

impl Config {
    /// Cycles that are valid at a time: `k` of the design under ENDOFBUFFER_REACHED, else 1.
    pub fn cycles_held(&self) -> u64 {
        match self.reset {
            Reset::BlockLeft => 1,
            Reset::EndOfBufferReached => (1.0 + self.overallocation_limit) as u64,
        }
    }

    /// `INVALID_ARGUMENT` names the parameter that is out of range, or the two that contradict each other.
    pub fn check(&self) -> Result<()> {
        self.check_ranges()?;
        self.check_sizes()?;
        self.check_policies()
    }

    fn check_ranges(&self) -> Result<()> {
        let sizes = [
            ("initialSize", self.initial_size),
            ("maxSize", self.max_size),
            ("minSize", self.min_size),
            ("tempBlockSize", self.temp_block_size),
            ("helperMinSize", self.helper_min_size),
        ];
        if let Some((name, bytes)) = sizes.into_iter().find(|(_, bytes)| *bytes > MAX_SIZE) {
            return Err(Error::argument(format!("{name} is {bytes}, at most {MAX_SIZE} bytes are possible")));
        }
        if !(0.0..=MAX_RATIO).contains(&self.overallocation_limit) {
            let ratio = self.overallocation_limit;
            return Err(Error::argument(format!("overallocationLimit is {ratio}, it must be 0 to {MAX_RATIO}")));
        }
        Ok(())
    }

    fn check_sizes(&self) -> Result<()> {
        let capped = self.max_size > 0;
        let max = ("maxSize", self.max_size.to_string());
        if capped && self.initial_size > self.max_size {
            return contradiction(
                ("initialSize", self.initial_size.to_string()),
                max,
                "the block starts above its cap",
            );
        }
        if capped && self.min_size > self.max_size {
            return contradiction(("minSize", self.min_size.to_string()), max, "no size is both");
        }
        let held = self.cycles_held();
        if capped && self.max_size < 64 * held {
            let cycles = ("overallocationLimit", self.overallocation_limit.to_string());
            return contradiction(max, cycles, "each cycle in the block needs 64 bytes at least");
        }
        Ok(())
    }

    fn check_policies(&self) -> Result<()> {
        let allocation = ("policyAllocation", self.allocation.name().to_owned());
        let learning = ("policyLearning", self.learning.name().to_owned());
        let reset = ("policyReset", self.reset.name().to_owned());
        let spill = ("policySpill", self.spill.name().to_owned());
        let initial = ("initialSize", self.initial_size.to_string());
        let cycles = ("cyclesBeforeInitialization", self.cycles_before_initialization.to_string());
        let location = ("policyLocation", self.location.name().to_owned());
        if self.reset == Reset::EndOfBufferReached {
            if self.allocation != Allocation::Overallocate {
                return contradiction(reset, allocation, "a ring is a block larger than a cycle: OVERALLOCATE");
            }
            if self.cycles_held() < 2 {
                let ratio = ("overallocationLimit", self.overallocation_limit.to_string());
                return contradiction(reset, ratio, "a ring holds two cycles at least: 1.0 or more");
            }
        }
        if self.allocation == Allocation::Always {
            if self.initial_size > 0 {
                return contradiction(allocation, initial, "there is no block then");
            }
            if self.spill == Spill::Fail {
                return contradiction(allocation, spill, "every request is met outside then");
            }
            if self.location == Location::Mmap {
                return contradiction(allocation, location, "there is no block then");
            }
        } else if self.learning == Learning::None && self.initial_size == 0 && self.spill != Spill::Reallocate {
            return contradiction(learning, initial, "there would never be a block");
        }
        match (self.learning, self.cycles_before_initialization) {
            (Learning::Training, 0) => return contradiction(learning, cycles, "there is nothing to learn from"),
            (Learning::None | Learning::Optimized, 2..) => {
                return contradiction(learning, cycles, "only TRAINING looks at several cycles");
            }
            _ => {}
        }
        if self.location == Location::Ram && !self.temp_file_path.is_empty() {
            return contradiction(location, ("tempFilePath", self.temp_file_path.clone()), "there is no file in RAM");
        }
        let mirroring = ("policyMirroring", self.mirroring.name().to_owned());
        if self.device != Device::Cpu {
            let device = ("device", self.device.to_string());
            if self.location == Location::Mmap {
                return contradiction(location, device, "a file is the processor's");
            }
            if self.mirroring != Mirroring::Disabled {
                return contradiction(mirroring, device, "the one plane is the device's");
            }
        }
        if self.mirroring != Mirroring::Enabled && self.helper_min_size > 0 {
            let size = ("helperMinSize", self.helper_min_size.to_string());
            return contradiction(mirroring, size, "there is no device plane then");
        }
        Ok(())
    }
}

type Parameter = (&'static str, String);

#[cold]
fn contradiction(a: Parameter, b: Parameter, why: &str) -> Result<()> {
    Err(Error::argument(format!("{} {} contradicts {} {}: {why}", a.0, a.1, b.0, b.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions_are_refused_by_both_names() {
        let ok = Config::default;
        ok().check().expect("the defaults agree");
        let ring = Reset::EndOfBufferReached;
        let cases = [
            (Config { initial_size: 9, max_size: 8, ..ok() }, ["initialSize 9", "maxSize 8"]),
            (Config { min_size: 99, max_size: 64, ..ok() }, ["minSize 99", "maxSize 64"]),
            (Config { reset: ring, ..ok() }, ["policyReset ENDOFBUFFER_REACHED", "overallocationLimit 0.3"]),
            (
                Config { reset: ring, allocation: Allocation::Strict, overallocation_limit: 2.0, ..ok() },
                ["policyReset", "policyAllocation STRICT"],
            ),
            (Config { learning: Learning::None, ..ok() }, ["policyLearning NONE", "initialSize 0"]),
            (
                Config { learning: Learning::Training, cycles_before_initialization: 0, ..ok() },
                ["policyLearning TRAINING", "cyclesBeforeInitialization 0"],
            ),
            (
                Config { cycles_before_initialization: 5, ..ok() },
                ["policyLearning OPTIMIZED", "cyclesBeforeInitialization 5"],
            ),
            (
                Config { allocation: Allocation::Always, initial_size: 64, ..ok() },
                ["policyAllocation ALWAYS", "initialSize 64"],
            ),
            (
                Config { allocation: Allocation::Always, spill: Spill::Fail, ..ok() },
                ["policyAllocation ALWAYS", "policySpill FAIL"],
            ),
            (Config { temp_file_path: "/x".into(), ..ok() }, ["policyLocation RAM", "tempFilePath /x"]),
            (Config { helper_min_size: 5, ..ok() }, ["policyMirroring DISABLED", "helperMinSize 5"]),
            (Config { max_size: 64, reset: ring, overallocation_limit: 1.0, ..ok() }, ["maxSize 64", "overalloc"]),
            (
                Config { device: Device::Cuda(1), location: Location::Mmap, ..ok() },
                ["policyLocation MMAP", "device cuda:1"],
            ),
            (
                Config { device: Device::Cuda(0), mirroring: Mirroring::Enabled, ..ok() },
                ["policyMirroring ENABLED", "device cuda:0"],
            ),
            (
                Config { device: Device::Cuda(0), mirroring: Mirroring::HostOnly, ..ok() },
                ["policyMirroring HOST_ONLY", "device cuda:0"],
            ),
        ];
        for (config, names) in cases {
            let error = config.check().expect_err("it contradicts itself");
            assert!(names.iter().all(|name| error.message().contains(name)), "{error}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_by_name() {
        for ratio in [-0.1, f64::NAN, f64::INFINITY] {
            let error = Config { overallocation_limit: ratio, ..Config::default() }.check().expect_err("no ratio");
            assert!(error.message().contains("overallocationLimit"), "{error}");
        }
        let error = Config { min_size: u64::MAX, ..Config::default() }.check().expect_err("too large");
        assert!(error.message().contains("minSize"), "{error}");
    }
}
