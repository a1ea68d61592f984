//! `Handle`: the 64-bit number that names one owner's reference.
//!
//! ```text
//!  63   62          39 38   34 33     26 25              0
//! +---+---------------+-------+---------+-----------------+
//! | 0 | generation 24 | kind 5| nonce 8 |    slot 26      |
//! +---+---------------+-------+---------+-----------------+
//! ```
//!
//! Invariant: 0 is never valid (generations start at 1), the top bit is 0 (Java's `long` stays
//! positive), and a number is never turned into a pointer: the slot is an index that is checked
//! against the table's size, and the other 37 bits must equal those that the slot currently holds.
//! So a stale, forged or foreign number is detected by one comparison ([`Handle::TAG_SHIFT`] is
//! where these bits start).
//!
//! The nonce differs between two copies of the library in one process (two class loaders), so a
//! handle of one is invalid in the other.

use std::fmt;

/// Writes [`Kind`] with its list and its names, so that a kind is one line here.
macro_rules! kinds {
    (
        given_out { $($(#[$doc:meta])* $kind:ident = $code:literal, $name:literal;)* }
        internal { $($(#[$inner_doc:meta])* $inner:ident = $inner_code:literal, $inner_name:literal;)* }
    ) => {
        /// What a handle names. The codes are part of handles in flight, so they never change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Kind {
            $($(#[$doc])* $kind = $code,)*
            $($(#[$inner_doc])* $inner = $inner_code,)*
        }

        impl Kind {
            /// Every kind that a caller can hold, in the order of the codes.
            pub const ALL: [Kind; [$($code),*].len()] = [$(Kind::$kind),*];

            fn name(self) -> &'static str {
                match self {
                    $(Kind::$kind => $name,)*
                    $(Kind::$inner => $inner_name,)*
                }
            }
        }
    };
}

kinds! {
    given_out {
        /// A tensor.
        Tensor = 1, "tensor";
        /// A scope.
        Scope = 2, "scope";
        /// A tape.
        Tape = 3, "tape";
        /// An optimizer.
        Optimizer = 4, "optimizer";
        /// A counter.
        Counter = 5, "counter";
        /// A model in ONNX's format.
        OnnxModel = 7, "ONNX model";
        /// Batches runs of a model.
        Batcher = 8, "batcher";
        /// Options of a model's runs.
        OnnxRunOptions = 9, "run options";
        /// Sets the learning rates of an optimizer.
        Scheduler = 10, "scheduler";
        /// A module, which is a scope that keeps its members.
        Module = 11, "module";
        /// Batches of the rows of tensors.
        DataLoader = 12, "data loader";
        /// Trains a module.
        Trainer = 13, "trainer";
        /// Measures predictions.
        Metric = 14, "metric";
        /// Code that is not recorded.
        NoGrad = 15, "no-grad guard";
        /// Columns by name.
        Table = 16, "table";
        /// A value of a model: strings, a sequence, a map.
        OnnxValue = 17, "ONNX value";
    }
    internal {
        /// Keeps the location of a member that is lent to another scope. Callers never get such a
        /// handle.
        PendingReturn = 6, "pending return";
    }
}

impl Kind {
    /// Whether resources of this kind own members: scopes and modules.
    #[inline(always)]
    pub fn is_scope(self) -> bool {
        Kind::SCOPES >> self as u64 & 1 == 1
    }

    /// A bit for the code of each kind that owns members.
    const SCOPES: u64 = 1 << Kind::Scope as u64 | 1 << Kind::Module as u64;

    /// The number of counted kinds: those in `ALL` and pending returns.
    pub(super) const COUNTED: usize = Kind::ALL.len() + 1;

    fn from_code(code: u64) -> Option<Kind> {
        Kind::ALL.into_iter().find(|&kind| kind as u64 == code)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A number that comes from a caller or goes to one; not known to be valid until the table has
/// checked it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Handle(pub u64);

impl Handle {
    const SLOT_BITS: u32 = 26;
    const NONCE_BITS: u32 = 8;
    const KIND_BITS: u32 = 5;
    pub(super) const GENERATION_BITS: u32 = 24;

    /// Above this bit a handle and the state word of its slot are equal while the handle is valid.
    pub(super) const TAG_SHIFT: u32 = Handle::SLOT_BITS;
    const KIND_SHIFT: u32 = Handle::SLOT_BITS + Handle::NONCE_BITS;
    const GENERATION_SHIFT: u32 = Handle::KIND_SHIFT + Handle::KIND_BITS;

    /// The number of slots that a handle can name; slot 0 is never used.
    pub(super) const MAX_SLOTS: u32 = 1 << Handle::SLOT_BITS;
    /// A slot whose generation reaches this is retired, because the generation would wrap.
    pub(super) const MAX_GENERATION: u32 = (1 << Handle::GENERATION_BITS) - 1;

    /// The bits of a handle, or of a state word, above the slot.
    #[inline(always)]
    pub(super) fn tag(generation: u32, kind: Option<Kind>, nonce: u8) -> u64 {
        let kind = kind.map_or(0, |k| k as u64);
        u64::from(generation) << Handle::GENERATION_SHIFT
            | kind << Handle::KIND_SHIFT
            | u64::from(nonce) << Handle::TAG_SHIFT
    }

    /// This vacant state word with a kind.
    #[inline(always)]
    pub(super) fn with_kind(self, kind: Kind) -> Handle {
        debug_assert_eq!(self.kind_code(), 0);
        Handle(self.0 | (kind as u64) << Handle::KIND_SHIFT)
    }

    /// The vacant state word of the next generation and true; if there is no next generation, that
    /// of this one and false.
    #[inline(always)]
    pub(super) fn next(self) -> (Handle, bool) {
        let generation = self.generation();
        let more = u32::from(generation < Handle::MAX_GENERATION);
        (Handle(Handle::tag(generation + more, None, self.nonce())), more == 1)
    }

    /// The handle without its slot: the bits that it shares with a state word.
    #[inline(always)]
    pub(super) fn tag_bits(self) -> u64 {
        self.0 & !u64::from(Handle::MAX_SLOTS - 1)
    }

    /// The slot that it claims to name.
    #[inline]
    pub(crate) fn slot(self) -> u32 {
        (self.0 & u64::from(Handle::MAX_SLOTS - 1)) as u32
    }

    /// The generation of a handle or a state word.
    #[inline]
    pub(super) fn generation(self) -> u32 {
        (self.0 >> Handle::GENERATION_SHIFT) as u32 & Handle::MAX_GENERATION
    }

    /// The kind that it claims to be, `None` for a number that callers never get.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        Kind::from_code(self.kind_code())
    }

    /// Whether it claims to be of this kind: one comparison, for the hot path.
    #[inline]
    pub(super) fn is(self, kind: Kind) -> bool {
        self.kind_code() == kind as u64
    }

    /// Whether it claims to be a scope or a module.
    #[inline(always)]
    pub(super) fn is_scope(self) -> bool {
        Kind::SCOPES >> self.kind_code() & 1 == 1
    }

    #[inline]
    fn kind_code(self) -> u64 {
        self.0 >> Handle::KIND_SHIFT & ((1 << Handle::KIND_BITS) - 1)
    }

    /// Its nonce.
    #[inline(always)]
    pub(super) fn nonce(self) -> u8 {
        (self.0 >> Handle::TAG_SHIFT) as u8
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({:#x})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_fill_63_bits_and_come_back() {
        let bits = Handle::GENERATION_BITS + Handle::KIND_BITS + Handle::NONCE_BITS + Handle::SLOT_BITS;
        assert_eq!(bits, 63);
        for kind in Kind::ALL {
            let handle = Handle(Handle::tag(Handle::MAX_GENERATION, Some(kind), 0xff) | 12345);
            assert_eq!(handle.generation(), Handle::MAX_GENERATION);
            assert_eq!(handle.kind(), Some(kind));
            assert_eq!((handle.nonce(), handle.slot()), (0xff, 12345));
            assert_eq!(handle.0 >> 63, 0, "Java must see a positive number");
        }
        assert_eq!(Handle(0).kind(), None);
    }

    #[test]
    fn scopes_and_modules_alone_own_members() {
        let own: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.is_scope()).collect();
        assert_eq!(own, [Kind::Scope, Kind::Module]);
        assert!(!Kind::PendingReturn.is_scope());
    }
}
