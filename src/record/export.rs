//! A snapshot in the formats of other tools.
//!
//! Invariant: a name is data in each format. It can end no field, no line and no frame, and a
//! spreadsheet computes nothing of it.

use super::event::EventKind;
use super::json::{self, quoted};
use super::pickle::{self, Item};
use super::snapshot::{LiveRow, NONE, Snapshot};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

/// The format of another tool.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SnapshotFormat {
    /// Everything, as a `*.tenure-memory.json` file, which can be read again.
    Json = 0,
    /// The events as comma-separated values, for spreadsheets and data frames.
    Csv = 1,
    /// Live bytes by scope and line as collapsed stacks, for flame graphs.
    Collapsed = 2,
    /// Live bytes by scope and line for speedscope.
    Speedscope = 3,
    /// Events and live memory as PyTorch's memory snapshot, which its viewer opens.
    Pytorch = 4,
}

impl SnapshotFormat {
    /// Every format, in the order of the codes.
    /// cbindgen:ignore
    pub const ALL: [SnapshotFormat; 5] = [
        SnapshotFormat::Json,
        SnapshotFormat::Csv,
        SnapshotFormat::Collapsed,
        SnapshotFormat::Speedscope,
        SnapshotFormat::Pytorch,
    ];

    /// The format of this code.
    pub fn from_code(code: i32) -> Option<SnapshotFormat> {
        SnapshotFormat::ALL.into_iter().find(|&format| format as i32 == code)
    }
}

/// The bytes of a file in this format.
pub fn export(snapshot: &Snapshot, format: SnapshotFormat) -> Vec<u8> {
    match format {
        SnapshotFormat::Json => json::write(snapshot).into_bytes(),
        SnapshotFormat::Csv => csv(snapshot).into_bytes(),
        SnapshotFormat::Collapsed => collapsed(snapshot).into_bytes(),
        SnapshotFormat::Speedscope => speedscope(snapshot).into_bytes(),
        SnapshotFormat::Pytorch => pytorch(snapshot),
    }
}

fn csv(snapshot: &Snapshot) -> String {
    let mut out = "time_ns,event,id,amount,scope,thread,tag,text\r\n".to_string();
    for row in &snapshot.events {
        let text = if row.kind.has_text() { field(snapshot.text(row.amount as u64)) } else { String::new() };
        let (time, kind, thread, tag) = (row.time, row.kind.name(), row.thread, row.tag);
        let _ = write!(out, "{time},{kind},{},{},{},{thread},{tag},{text}\r\n", row.id, row.amount, row.scope);
    }
    out
}

/// A field (RFC 4180). One that a spreadsheet would compute begins with an apostrophe.
fn field(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

/// For each live storage its scopes, from the outermost, and its first handle; and its bytes. Where lines
/// are sampled, for each scope its lines instead.
fn stacks(snapshot: &Snapshot) -> Vec<(Vec<String>, u64)> {
    let mut seen = HashSet::new();
    let rows = snapshot.live.iter().filter(|row| row.storage >= 0 && row.bytes > 0);
    let rows = rows.filter(|row| seen.insert(row.storage));
    if snapshot.site_bytes > 0 {
        return shares(snapshot, rows);
    }
    rows.map(|row| (frames(snapshot, row), row.bytes)).collect()
}

/// A line is given the bytes that its samples stand for, but in a scope no more than the scope holds, and
/// what is left has no line. So the bytes of each scope, and of all, are exact.
fn shares<'a>(snapshot: &Snapshot, rows: impl Iterator<Item = &'a LiveRow>) -> Vec<(Vec<String>, u64)> {
    let mut scopes: BTreeMap<Vec<String>, (u64, BTreeMap<&str, f64>)> = BTreeMap::new();
    for row in rows {
        let (held, lines) = scopes.entry(scopes_of(snapshot, row)).or_default();
        *held = held.saturating_add(row.bytes);
        if row.site > 0 {
            *lines.entry(snapshot.text(row.site)).or_default() += snapshot.weight(row);
        }
    }
    let mut stacks = Vec::new();
    for (scopes, (held, lines)) in scopes {
        let scale = (held as f64 / lines.values().sum::<f64>().max(1.0)).min(1.0);
        let mut left = held;
        let shares: Vec<_> = lines.into_iter().map(|(line, weight)| (line, (weight * scale) as u64)).collect();
        for (line, share) in shares {
            let share = share.min(left);
            left -= share;
            stacks.push(([scopes.clone(), vec![line.to_string()]].concat(), share));
        }
        stacks.push(([scopes, vec!["line not recorded".into()]].concat(), left));
    }
    stacks.retain(|&(_, bytes)| bytes > 0);
    stacks
}

fn scopes_of(snapshot: &Snapshot, row: &LiveRow) -> Vec<String> {
    let scopes = snapshot.scopes(row);
    if scopes.is_empty() { vec!["no scope".into()] } else { scopes }
}

/// The lines that made the first handles of storages, as far as they are known.
fn sites(snapshot: &Snapshot) -> HashMap<i64, u64> {
    let sited = snapshot.events.iter().filter(|event| event.kind == EventKind::Sited);
    let of_handles: HashMap<i64, u64> = sited.map(|event| (event.id, event.amount as u64)).collect();
    let made = snapshot.events.iter().filter(|event| event.kind == EventKind::Made);
    let mut sites: HashMap<i64, u64> =
        made.filter_map(|event| Some((event.amount, *of_handles.get(&event.id)?))).collect();
    for row in snapshot.live.iter().filter(|row| row.site > 0) {
        sites.entry(row.storage).or_insert(row.site);
    }
    sites
}

fn frames(snapshot: &Snapshot, row: &LiveRow) -> Vec<String> {
    let mut frames = scopes_of(snapshot, row);
    let [kind, dtype, shape, name, site] =
        [row.kind, row.dtype, row.shape, row.name, row.site].map(|index| snapshot.text(index));
    frames.extend((!site.is_empty()).then(|| site.to_string()));
    let what = if dtype.is_empty() { kind.to_string() } else { format!("{dtype} {shape}") };
    frames.push(if name.is_empty() { what } else { format!("{what} '{name}'") });
    frames
}

fn collapsed(snapshot: &Snapshot) -> String {
    let mut sums: HashMap<String, u64> = HashMap::new();
    for (frames, bytes) in stacks(snapshot) {
        let plain = |frame: &String| frame.replace([';', '\n', '\r'], ",");
        let line: Vec<String> = frames.iter().map(plain).collect();
        let sum = sums.entry(line.join(";")).or_default();
        *sum = sum.saturating_add(bytes);
    }
    let mut lines: Vec<String> = sums.into_iter().map(|(line, bytes)| format!("{line} {bytes}\n")).collect();
    lines.sort();
    lines.concat()
}

fn speedscope(snapshot: &Snapshot) -> String {
    let (mut names, mut indices) = (Vec::new(), HashMap::new());
    let (mut samples, mut weights, mut total) = (Vec::new(), Vec::new(), 0u64);
    for (frames, bytes) in stacks(snapshot) {
        let mut index = |frame: String| {
            *indices.entry(frame.clone()).or_insert_with(|| {
                names.push(format!("{{\"name\":{}}}", quoted(&frame)));
                names.len() - 1
            })
        };
        let sample: Vec<String> = frames.into_iter().map(|frame| index(frame).to_string()).collect();
        samples.push(format!("[{}]", sample.join(",")));
        weights.push(bytes.to_string());
        total = u64::saturating_add(total, bytes);
    }
    format!(
        "{{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":{},\"name\":\"Tenure\",\
         \"shared\":{{\"frames\":[{}]}},\"profiles\":[{{\"type\":\"sampled\",\"name\":\"live bytes\",\"unit\":\"bytes\",\
         \"startValue\":0,\"endValue\":{total},\"samples\":[{}],\"weights\":[{}]}}]}}\n",
        quoted(&format!("Tenure {}", snapshot.library)),
        names.join(","),
        samples.join(","),
        weights.join(",")
    )
}

/// PyTorch's snapshot: one segment whose blocks are the live storages, and the trace of device 0.
/// Storages have made-up addresses, each in a range of its own.
fn pytorch(snapshot: &Snapshot) -> Vec<u8> {
    let mut sizes = vec![0u64; snapshot.storages as usize];
    for row in snapshot.live.iter().filter(|row| row.storage >= 0) {
        sizes[row.storage as usize] = row.bytes;
    }
    for event in &snapshot.events {
        if matches!(event.kind, EventKind::Allocated | EventKind::Freed) {
            sizes[event.id as usize] = event.amount as u64;
        }
    }
    const FIRST: u64 = 1 << 40;
    let mut next = FIRST;
    // The sizes of a file may be anything: addresses then saturate, which does no harm.
    let after = |at: u64, size: u64| at.saturating_add(size.div_ceil(512).saturating_mul(512));
    let mut addresses = Vec::with_capacity(sizes.len());
    for &size in &sizes {
        addresses.push(next);
        next = after(next, size);
    }
    let mut seen = HashSet::new();
    let alive = snapshot.live.iter().filter(|row| row.storage >= 0 && row.bytes > 0 && seen.insert(row.storage));
    let block = |row: &LiveRow| {
        Item::dict([
            ("address", Item::Int(addresses[row.storage as usize])),
            ("size", Item::Int(row.bytes)),
            ("requested_size", Item::Int(row.bytes)),
            ("state", Item::text("active_allocated")),
            ("frames", Item::List(frames(snapshot, row).iter().rev().map(|frame| self::frame(frame)).collect())),
        ])
    };
    let blocks: Vec<Item> = alive.map(block).collect();
    let held = snapshot.devices.iter().fold(0u64, |sum, device| sum.saturating_add(device.live_bytes));
    let segment = Item::dict([
        ("address", Item::Int(FIRST)),
        ("total_size", Item::Int(next - FIRST)),
        ("allocated_size", Item::Int(held)),
        ("active_size", Item::Int(held)),
        ("requested_size", Item::Int(held)),
        ("stream", Item::Int(0)),
        ("device", Item::Int(0)),
        ("segment_type", Item::text("large")),
        ("is_expandable", Item::Bool(false)),
        ("frames", Item::List(Vec::new())),
        ("blocks", Item::List(blocks)),
    ]);
    let sites = sites(snapshot);
    let event = |action: &'static str, at: u64, size: u64, time: u64, storage: i64| {
        let line = sites.get(&storage).map(|&line| frame(snapshot.text(line)));
        Item::dict([
            ("action", Item::text(action)),
            ("addr", Item::Int(at)),
            ("size", Item::Int(size)),
            ("stream", Item::Int(0)),
            ("device", Item::Int(0)),
            ("time_us", Item::Int(snapshot.taken_ms.saturating_mul(1000).saturating_add(time / 1000))),
            ("category", Item::text("unknown")), // the viewer needs one event that has it
            ("frames", Item::List(line.into_iter().collect())),
        ])
    };
    let mut trace = Vec::new();
    for row in &snapshot.events {
        let (at, size) = (addresses.get(row.id as usize).copied().unwrap_or(0), row.amount as u64);
        match row.kind {
            EventKind::Allocated if size > 0 => trace.push(event("alloc", at, size, row.time, row.id)),
            EventKind::Freed if size > 0 => {
                trace.push(event("free_requested", at, size, row.time, row.id));
                trace.push(event("free_completed", at, size, row.time, row.id));
            }
            _ => {}
        }
    }
    trace.push(event("snapshot", 0, 0, snapshot.recorded_ns, NONE));
    pickle::write(&Item::dict([
        ("segments", Item::List(vec![segment])),
        ("device_traces", Item::List(vec![Item::List(trace)])),
        ("allocator_settings", Item::dict([])),
        ("external_annotations", Item::List(Vec::new())),
    ]))
}

/// A frame, whose name may end in a file and a line.
fn frame(text: &str) -> Item {
    Item::dict([("name", Item::text(text)), ("filename", Item::text("")), ("line", Item::Int(0))])
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::snapshot::{EventRow, LiveHandle};
    use super::*;

    const HOSTILE: &str = "=1+1;\"</script>\"\n,";

    fn snapshot() -> Snapshot {
        let live = [
            LiveHandle { handle: 1, kind: "scope".into(), name: HOSTILE.into(), ..LiveHandle::default() },
            LiveHandle {
                handle: 2,
                owner: 1,
                kind: "tensor".into(),
                dtype: "float32".into(),
                shape: "[2]".into(),
                storage: 64,
                bytes: 8,
                site: "A.java:1".into(),
                ..LiveHandle::default()
            },
            LiveHandle { handle: 3, owner: 1, kind: "tensor".into(), storage: 64, bytes: 8, ..LiveHandle::default() },
        ];
        let mut snapshot = Snapshot::new("0.1.0", 5, Vec::new(), &live, None, |handle| handle as u32);
        let row = |time, kind, id, amount| EventRow { time, kind, id, amount, scope: NONE, thread: 0, tag: 0 };
        snapshot.events = vec![row(1, EventKind::Allocated, 0, 8), row(2, EventKind::Mark, 0, 2)];
        snapshot
    }

    #[test]
    fn a_csv_has_a_line_for_each_event_and_computes_nothing() {
        let text = csv(&snapshot());
        let (head, rest) = text.split_once("\r\n").expect("a head");
        assert_eq!(head.split(',').count(), 8);
        assert_eq!(rest, "1,allocated,0,8,-1,0,0,\r\n2,mark,0,2,-1,0,0,\"'=1+1;\"\"</script>\"\"\n,\"\r\n");
    }

    #[test]
    fn collapsed_stacks_have_one_line_for_each_path() {
        assert_eq!(collapsed(&snapshot()), "'=1+1,\"</script>\",,';A.java:1;float32 [2] 8\n");
        assert_eq!(collapsed(&Snapshot::default()), "");
    }

    #[test]
    fn sampled_lines_share_the_exact_bytes_of_their_scope() {
        let mut snapshot = snapshot();
        snapshot.site_bytes = 8; // a sample of 8 bytes stands for 8 / (1 - 1/e) = 12.6
        snapshot.live[1].sampled = true;
        snapshot.live[2].storage = 1;
        snapshot.live[2].bytes = 100;
        snapshot.storages = 2;
        let scope = "'=1+1,\"</script>\",,'";
        assert_eq!(collapsed(&snapshot), format!("{scope};A.java:1 12\n{scope};line not recorded 96\n"));
        snapshot.live[2].bytes = 1;
        assert_eq!(collapsed(&snapshot), format!("{scope};A.java:1 9\n"), "no more than the scope holds");
        assert_eq!(sites(&snapshot), HashMap::from([(0, snapshot.live[1].site)]));
        let row = |kind, id, amount| EventRow { time: 3, kind, id, amount, scope: NONE, thread: 0, tag: 0 };
        snapshot.events.extend([row(EventKind::Made, 7, 1), row(EventKind::Sited, 7, 2)]);
        assert_eq!(sites(&snapshot).get(&1), Some(&2));
    }

    #[test]
    fn speedscope_gets_frames_and_weights_that_fit() {
        let file: serde_json::Value = serde_json::from_str(&speedscope(&snapshot())).expect("it is JSON");
        let profile = &file["profiles"][0];
        assert_eq!((profile["endValue"].as_u64(), profile["weights"][0].as_u64()), (Some(8), Some(8)));
        let names: Vec<&str> = profile["samples"][0]
            .as_array()
            .expect("a list")
            .iter()
            .map(|index| {
                file["shared"]["frames"][index.as_u64().expect("an index") as usize]["name"].as_str().expect("a text")
            })
            .collect();
        assert_eq!(names, [format!("'{HOSTILE}'").as_str(), "A.java:1", "float32 [2]"]);
    }
}
