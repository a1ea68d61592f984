//! What a recording holds: fixed-width events.
//!
//! Invariant: an event has what a reader needs to undo it, so a reader that knows what is alive now
//! can walk back through the events, and the oldest may be missing. Codes are only ever added to.

/// What has happened.
#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A storage was allocated: `id` is the storage, `amount` its bytes, `tag` its device,
    /// with [`IN_WORKSPACE`].
    Allocated = 1,
    /// A storage was freed; the fields are those of [`EventKind::Allocated`].
    Freed = 2,
    /// Memory of another owner was adopted; the fields are those of [`EventKind::Allocated`], and
    /// its bytes do not count as allocated.
    Adopted = 3,
    /// Adopted memory was given back.
    Returned = 4,
    /// A handle was made: `id` is the handle, `amount` the storage that it keeps alive (0 for
    /// none), `scope` its owner, `tag` the dtype of a tensor.
    Made = 5,
    /// A handle was released; the fields are those of [`EventKind::Made`]. The scope is
    /// [`Event::CLOSING`] if the handle went with it.
    Released = 6,
    /// A scope was opened: `id` is its handle, `scope` its parent.
    ScopeOpened = 7,
    /// A scope was closed; the fields are those of [`EventKind::ScopeOpened`].
    ScopeClosed = 8,
    /// A handle moved to another scope: `id` is the handle, `amount` the previous owner, `scope`
    /// the new one.
    Moved = 9,
    /// A handle was lent to another scope; the fields are those of [`EventKind::Moved`].
    Lent = 10,
    /// A lent handle has returned; the fields are those of [`EventKind::Moved`].
    LoanEnded = 11,
    /// A cycle of a workspace has ended: `id` is the number of the workspace, `amount` the bytes of
    /// its block that were used, `scope` the lower bits of the number of the cycle.
    CycleEnded = 12,
    /// Bytes of a cycle were outside of the block; the fields are those of
    /// [`EventKind::CycleEnded`].
    Spilled = 13,
    /// A limit or the system refused memory: `amount` is the number of bytes if it is known.
    Refused = 14,
    /// The backstop of a collector freed handles: `amount` is their number.
    Collected = 15,
    /// A pool was trimmed: `amount` is the bytes returned to the system, `tag` the device.
    Trimmed = 16,
    /// The program has set a mark: `amount` is the index of its text.
    Mark = 17,
    /// A handle was named: `id` is the handle, `amount` the index of the name.
    Named = 18,
    /// The memory of a workspace grew by `amount` bytes, which count as live.
    WorkspaceGrew = 19,
    /// The memory of a workspace shrank by `amount` bytes.
    WorkspaceShrank = 20,
    /// The size that a workspace has learned: `id` is its number, `amount` the bytes. Written again
    /// now and then, so that it is there when older events have been dropped.
    WorkspaceLearned = 21,
    /// The name of a workspace: `id` is its number, `amount` the index of the name. Written with
    /// [`EventKind::WorkspaceLearned`].
    WorkspaceNamed = 22,
    /// The line that made a sampled handle: `id` is the handle, `amount` the index of the line.
    Sited = 23,
}

/// In the tag of an allocation: the bytes are in a workspace, whose memory is counted already.
pub const IN_WORKSPACE: u8 = 0x80;

impl EventKind {
    /// Every kind, in the order of the codes, from 1.
    pub const ALL: [EventKind; 23] = [
        EventKind::Allocated,
        EventKind::Freed,
        EventKind::Adopted,
        EventKind::Returned,
        EventKind::Made,
        EventKind::Released,
        EventKind::ScopeOpened,
        EventKind::ScopeClosed,
        EventKind::Moved,
        EventKind::Lent,
        EventKind::LoanEnded,
        EventKind::CycleEnded,
        EventKind::Spilled,
        EventKind::Refused,
        EventKind::Collected,
        EventKind::Trimmed,
        EventKind::Mark,
        EventKind::Named,
        EventKind::WorkspaceGrew,
        EventKind::WorkspaceShrank,
        EventKind::WorkspaceLearned,
        EventKind::WorkspaceNamed,
        EventKind::Sited,
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        [
            "allocated",
            "freed",
            "adopted",
            "returned",
            "made",
            "released",
            "scope_opened",
            "scope_closed",
            "moved",
            "lent",
            "loan_ended",
            "cycle_ended",
            "spilled",
            "refused",
            "collected",
            "trimmed",
            "mark",
            "named",
            "workspace_grew",
            "workspace_shrank",
            "workspace_learned",
            "workspace_named",
            "sited",
        ][self as usize - 1]
    }

    /// Whether `amount` is the index of a text.
    pub(super) fn has_text(self) -> bool {
        matches!(self, EventKind::Mark | EventKind::Named | EventKind::WorkspaceNamed | EventKind::Sited)
    }

    pub(super) fn from_code(code: u8) -> Option<EventKind> {
        EventKind::ALL.get(usize::from(code).checked_sub(1)?).copied()
    }
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Nanoseconds since the process began to record for the first time.
    pub time: u64,
    /// What it happened to; see [`EventKind`].
    pub id: u64,
    /// How much; see [`EventKind`].
    pub amount: u64,
    /// The slot of a scope's handle, 0 for none; see [`EventKind`].
    pub scope: u32,
    /// The thread, by the order in which threads began to write; modulo 65,536.
    pub thread: u16,
    /// What has happened.
    pub kind: EventKind,
    /// A device or a dtype; see [`EventKind`].
    pub tag: u8,
}

impl Event {
    /// The scope of a handle that is released because its scope is closing.
    pub const CLOSING: u32 = u32::MAX;

    pub(super) fn words(self) -> [u64; 4] {
        let last = u64::from(self.scope) << 32 | u64::from(self.thread) << 16 | (self.kind as u64) << 8;
        [self.time, self.id, self.amount, last | u64::from(self.tag)]
    }

    pub(super) fn from_words([time, id, amount, last]: [u64; 4]) -> Option<Event> {
        let kind = EventKind::from_code((last >> 8) as u8)?;
        Some(Event { time, id, amount, scope: (last >> 32) as u32, thread: (last >> 16) as u16, kind, tag: last as u8 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_four_words() {
        for (code, kind) in (1..).zip(EventKind::ALL) {
            assert_eq!((kind as u8, EventKind::from_code(code)), (code, Some(kind)), "{}", kind.name());
            let event = Event {
                time: u64::MAX,
                id: 2,
                amount: u64::MAX - 3,
                scope: u32::MAX - 4,
                thread: 65_530,
                kind,
                tag: 255,
            };
            assert_eq!(Event::from_words(event.words()), Some(event));
        }
        assert_eq!(EventKind::from_code(0), None);
        assert_eq!(EventKind::from_code(EventKind::ALL.len() as u8 + 1), None);
    }
}
