//! The file of a snapshot, `*.tenure-memory.json`: an object whose tables are columns.
//!
//! ```text
//!   {"format": "tenure-memory", "version": 1, "library": "0.1.0", "taken_ms": .., "recorded_ns": ..,
//!    "complete_from_ns": .., "dropped": .., "handles": .., "storages": ..,
//!    "devices": [{"device": "cpu", "live_bytes": .., ..}], "strings": ["", ..],
//!    "live": {"handle": [".."], "owner": [..], "kind": [..], ..}, "events": {"time": [..], "kind": [..], ..}}
//! ```
//!
//! Invariant: what is read has been checked: columns of a table are equally long, each index is in
//! range, and owners form no circle. A file of another version, a truncated one, or one with a
//! number that is out of range is refused with the reason. Texts are data: a reader shows them as
//! text.

use super::event::EventKind;
use super::snapshot::{CLOSING, DeviceRow, EventRow, LiveRow, NONE, Snapshot, VERSION};
use serde_json::{Map, Value};
use std::fmt::Write;

const FORMAT: &str = "tenure-memory";
/// The most rows of a table.
const MOST_ROWS: usize = 1 << 26;

/// The text of a file.
pub fn write(snapshot: &Snapshot) -> String {
    let mut out = String::with_capacity(256 + 64 * snapshot.live.len() + 48 * snapshot.events.len());
    let library = quoted(&snapshot.library);
    let _ = write!(out, "{{\"format\": \"{FORMAT}\", \"version\": {VERSION}, \"library\": {library}");
    for (name, number) in header(snapshot) {
        let _ = write!(out, ", \"{name}\": {number}");
    }
    out.push_str(",\n\"devices\": [");
    for (at, device) in snapshot.devices.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        let _ = write!(out, "{comma}{{\"device\": {}", quoted(&device.device));
        for (name, number) in sizes(device) {
            let _ = write!(out, ", \"{name}\": {number}");
        }
        out.push('}');
    }
    out.push_str("],\n\"strings\": ");
    list(&mut out, snapshot.strings.iter().map(|text| quoted(text)));
    out.push_str(",\n\"live\": {\"handle\": ");
    list(&mut out, snapshot.live.iter().map(|row| format!("\"{:x}\"", row.handle)));
    for (name, of) in LIVE {
        let _ = write!(out, ",\n\"{name}\": ");
        list(&mut out, snapshot.live.iter().map(of));
    }
    out.push_str("},\n\"events\": {");
    for (at, (name, of)) in EVENTS.into_iter().enumerate() {
        let _ = write!(out, "{}\"{name}\": ", if at > 0 { ",\n" } else { "" });
        list(&mut out, snapshot.events.iter().map(of));
    }
    out.push_str("}}\n");
    out
}

/// A number of a row, by the name of its column.
type Column<Row> = (&'static str, fn(&Row) -> i64);

/// The columns of what is alive, beside `handle`.
const LIVE: [Column<LiveRow>; 11] = [
    ("owner", |row| row.owner),
    ("kind", |row| row.kind as i64),
    ("dtype", |row| row.dtype as i64),
    ("shape", |row| row.shape as i64),
    ("storage", |row| row.storage),
    ("bytes", |row| row.bytes as i64),
    ("name", |row| row.name as i64),
    ("site", |row| row.site as i64),
    ("age_ms", |row| row.age_ms),
    ("sampled", |row| i64::from(row.sampled)),
    ("device", |row| i64::from(row.device)),
];

/// The columns of the events.
const EVENTS: [Column<EventRow>; 7] = [
    ("time", |row| row.time as i64),
    ("kind", |row| row.kind as i64),
    ("id", |row| row.id),
    ("amount", |row| row.amount),
    ("scope", |row| row.scope),
    ("thread", |row| i64::from(row.thread)),
    ("tag", |row| i64::from(row.tag)),
];

fn header(snapshot: &Snapshot) -> [(&'static str, u64); 7] {
    [
        ("taken_ms", snapshot.taken_ms),
        ("recorded_ns", snapshot.recorded_ns),
        ("complete_from_ns", snapshot.complete_from_ns),
        ("dropped", snapshot.dropped),
        ("site_bytes", snapshot.site_bytes),
        ("handles", snapshot.handles),
        ("storages", snapshot.storages),
    ]
}

fn sizes(device: &DeviceRow) -> [(&'static str, u64); 5] {
    [
        ("live_bytes", device.live_bytes),
        ("peak_bytes", device.peak_bytes),
        ("reserved_bytes", device.reserved_bytes),
        ("limit_bytes", device.limit_bytes),
        ("unowned_bytes", device.unowned_bytes),
    ]
}

fn list(out: &mut String, items: impl Iterator<Item = impl std::fmt::Display>) {
    out.push('[');
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(',');
        }
        let _ = write!(out, "{item}");
    }
    out.push(']');
}

pub(super) fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is always JSON")
}

/// The snapshot in a file's text, or the reason why the file is refused.
pub fn read(text: &str) -> Result<Snapshot, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    let Value::Object(mut file) = value else { return Err("it is not a JSON object".into()) };
    if file.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(format!("its format is not \"{FORMAT}\""));
    }
    match file.get("version").and_then(Value::as_u64) {
        Some(VERSION) => {}
        Some(other) => return Err(format!("it has version {other}, this library reads version {VERSION}")),
        None => return Err("it has no version".into()),
    }
    let mut snapshot = Snapshot { library: string(&file, "library")?, ..Snapshot::default() };
    snapshot.taken_ms = number(&file, "taken_ms")?;
    snapshot.recorded_ns = number(&file, "recorded_ns")?;
    snapshot.complete_from_ns = number(&file, "complete_from_ns")?;
    snapshot.dropped = number(&file, "dropped")?;
    if file.contains_key("site_bytes") {
        snapshot.site_bytes = number(&file, "site_bytes")?;
    }
    snapshot.handles = number(&file, "handles")?;
    snapshot.storages = number(&file, "storages")?;
    snapshot.devices = array(&mut file, "devices")?.iter().map(device).collect::<Result<_, _>>()?;
    snapshot.strings = array(&mut file, "strings")?
        .into_iter()
        .map(|text| match text {
            Value::String(text) => Ok(text),
            other => Err(format!("'strings' has {}, which is not a text", short(&other))),
        })
        .collect::<Result<_, _>>()?;
    snapshot.live = live(&mut table(&mut file, "live")?)?;
    snapshot.events = events(&mut table(&mut file, "events")?)?;
    check(&snapshot)?;
    Ok(snapshot)
}

fn device(value: &Value) -> Result<DeviceRow, String> {
    let Value::Object(of) = value else { return Err(format!("a device is {}, not an object", short(value))) };
    Ok(DeviceRow {
        device: string(of, "device")?,
        live_bytes: number(of, "live_bytes")?,
        peak_bytes: number(of, "peak_bytes")?,
        reserved_bytes: number(of, "reserved_bytes")?,
        limit_bytes: number(of, "limit_bytes")?,
        unowned_bytes: number(of, "unowned_bytes")?,
    })
}

fn live(table: &mut Map<String, Value>) -> Result<Vec<LiveRow>, String> {
    let handles = array(table, "handle")?;
    let mut columns = LIVE.map(|(name, _)| match name {
        // Files of the first builds of this version do not have them.
        "sampled" | "device" if !table.contains_key(name) => Ok(vec![0; handles.len()]),
        _ => integers(table, name, Some(handles.len())),
    });
    let mut column = |at: usize| std::mem::replace(&mut columns[at], Ok(Vec::new()));
    let [owner, kind, dtype, shape] = [column(0)?, column(1)?, column(2)?, column(3)?];
    let [storage, bytes, name, site, age] = [column(4)?, column(5)?, column(6)?, column(7)?, column(8)?];
    let [sampled, devices] = [column(9)?, column(10)?];
    let row = |(at, handle): (usize, &Value)| -> Result<LiveRow, String> {
        let handle = handle.as_str().and_then(|text| u64::from_str_radix(text, 16).ok());
        Ok(LiveRow {
            handle: handle.ok_or_else(|| format!("handle {at} is not a hexadecimal number"))?,
            owner: owner[at],
            kind: unsigned("kind", kind[at])?,
            dtype: unsigned("dtype", dtype[at])?,
            shape: unsigned("shape", shape[at])?,
            storage: storage[at],
            bytes: unsigned("bytes", bytes[at])?,
            name: unsigned("name", name[at])?,
            site: unsigned("site", site[at])?,
            age_ms: age[at],
            sampled: sampled[at] != 0,
            device: u8::try_from(devices[at]).map_err(|_| format!("device {} is out of range", devices[at]))?,
        })
    };
    handles.iter().enumerate().map(row).collect()
}

fn events(table: &mut Map<String, Value>) -> Result<Vec<EventRow>, String> {
    let times = integers(table, "time", None)?;
    let n = Some(times.len());
    let [kinds, ids] = [integers(table, "kind", n)?, integers(table, "id", n)?];
    let [amounts, scopes] = [integers(table, "amount", n)?, integers(table, "scope", n)?];
    let [threads, tags] = [integers(table, "thread", n)?, integers(table, "tag", n)?];
    let row = |at: usize| -> Result<EventRow, String> {
        let kind = u8::try_from(kinds[at]).ok().and_then(EventKind::from_code);
        let out_of_range = |name: &str, value: i64| format!("event {at}: {name} {value} is out of range");
        Ok(EventRow {
            time: unsigned("time", times[at])?,
            kind: kind.ok_or_else(|| format!("event {at}: {} is not the code of an event", kinds[at]))?,
            id: ids[at],
            amount: amounts[at],
            scope: scopes[at],
            thread: u16::try_from(threads[at]).map_err(|_| out_of_range("thread", threads[at]))?,
            tag: u8::try_from(tags[at]).map_err(|_| out_of_range("tag", tags[at]))?,
        })
    };
    (0..times.len()).map(row).collect()
}

/// Whether each number is in its range.
fn check(snapshot: &Snapshot) -> Result<(), String> {
    let (rows, strings) = (snapshot.live.len() as i64, snapshot.strings.len() as u64);
    if snapshot.strings.first().is_none_or(|first| !first.is_empty()) {
        return Err("its first text is not empty".into());
    }
    if snapshot.handles < rows as u64 || snapshot.handles > u64::from(u32::MAX) * 2 {
        return Err(format!("it has {} handles, and {rows} live ones", snapshot.handles));
    }
    // Each row and each event names at most one. An export takes memory for all of them.
    if snapshot.storages > (snapshot.live.len() + snapshot.events.len()) as u64 {
        return Err(format!("it has {} storages, more than its rows and events", snapshot.storages));
    }
    let (handles, storages) = (snapshot.handles as i64, snapshot.storages as i64);
    let within = |what: &str, value: i64, least: i64, end: i64| {
        (least..end)
            .contains(&value)
            .then_some(())
            .ok_or_else(|| format!("{what} {value} is not from {least} to {}", end - 1))
    };
    for row in &snapshot.live {
        within("the owner", row.owner, NONE, rows)?;
        within("the storage", row.storage, NONE, storages)?;
        for text in [row.kind, row.dtype, row.shape, row.name, row.site] {
            if text >= strings {
                return Err(format!("text {text} is not there, there are {strings}"));
            }
        }
    }
    no_circles(&snapshot.live)?;
    let mut last = 0;
    for event in &snapshot.events {
        if event.time < last {
            return Err(format!("the event at {} ns stands after one at {last} ns", event.time));
        }
        last = event.time;
        use EventKind::*;
        match event.kind {
            Allocated | Freed | Adopted | Returned => within("a storage", event.id, 0, storages)?,
            Made | Released => {
                within("a handle", event.id, 0, handles)?;
                within("a storage", event.amount, NONE, storages)?;
                within("a scope", event.scope, CLOSING, handles)?;
            }
            ScopeOpened | ScopeClosed => {
                within("a handle", event.id, 0, handles)?;
                within("a scope", event.scope, CLOSING, handles)?;
            }
            Moved | Lent | LoanEnded => {
                within("a handle", event.id, 0, handles)?;
                within("a scope", event.amount, CLOSING, handles)?;
                within("a scope", event.scope, CLOSING, handles)?;
            }
            Mark | WorkspaceNamed => within("a text", event.amount, 0, strings as i64)?,
            Named | Sited => {
                within("a handle", event.id, 0, handles)?;
                within("a text", event.amount, 0, strings as i64)?;
            }
            CycleEnded | Spilled | Refused | Collected | Trimmed | WorkspaceGrew | WorkspaceShrank => {}
            WorkspaceLearned => {}
        }
    }
    Ok(())
}

/// Owners of owners end at a row that has none.
fn no_circles(rows: &[LiveRow]) -> Result<(), String> {
    let mut seen = vec![0usize; rows.len()]; // by which walk
    for start in 0..rows.len() {
        let mut at = start as i64;
        while let Ok(row) = usize::try_from(at) {
            if seen[row] == start + 1 {
                return Err(format!("row {row} owns itself"));
            }
            if seen[row] != 0 {
                break;
            }
            seen[row] = start + 1;
            at = rows[row].owner;
        }
    }
    Ok(())
}

fn string(of: &Map<String, Value>, name: &str) -> Result<String, String> {
    of.get(name)
        .and_then(Value::as_str)
        .map(str::to_string)
        .ok_or_else(|| format!("'{name}' is missing, or not a text"))
}

fn number(of: &Map<String, Value>, name: &str) -> Result<u64, String> {
    let number = of.get(name).and_then(Value::as_u64);
    number.ok_or_else(|| format!("'{name}' is missing, or not a number from 0 on"))
}

fn array(of: &mut Map<String, Value>, name: &str) -> Result<Vec<Value>, String> {
    match of.remove(name) {
        Some(Value::Array(items)) if items.len() <= MOST_ROWS => Ok(items),
        Some(Value::Array(items)) => Err(format!("'{name}' has {} entries, more than {MOST_ROWS}", items.len())),
        _ => Err(format!("'{name}' is missing, or not an array")),
    }
}

fn table(of: &mut Map<String, Value>, name: &str) -> Result<Map<String, Value>, String> {
    match of.remove(name) {
        Some(Value::Object(table)) => Ok(table),
        _ => Err(format!("'{name}' is missing, or not an object")),
    }
}

fn integers(of: &mut Map<String, Value>, name: &str, length: Option<usize>) -> Result<Vec<i64>, String> {
    let items = array(of, name)?;
    if let Some(length) = length.filter(|&length| length != items.len()) {
        return Err(format!("column '{name}' has {} rows, the first one has {length}", items.len()));
    }
    let integer = |value: Value| value.as_i64().ok_or_else(|| format!("column '{name}' has {}", short(&value)));
    items.into_iter().map(integer).collect()
}

fn unsigned(name: &str, value: i64) -> Result<u64, String> {
    u64::try_from(value).map_err(|_| format!("{name} {value} is negative"))
}

/// A value for a message.
fn short(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("an array of {}", items.len()),
        Value::Object(items) => format!("an object of {}", items.len()),
        Value::String(text) => format!("a text of {} bytes", text.len()),
        other => other.to_string(),
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn sample() -> Snapshot {
        let live = vec![
            LiveRow {
                handle: u64::MAX / 3,
                owner: NONE,
                kind: 1,
                storage: NONE,
                name: 4,
                age_ms: -1,
                ..LiveRow::default()
            },
            LiveRow {
                handle: 5,
                owner: 0,
                kind: 2,
                storage: 0,
                bytes: 1 << 52,
                site: 3,
                sampled: true,
                device: 2,
                ..LiveRow::default()
            },
        ];
        let event =
            |time, kind, id, amount, scope| EventRow { time, kind, id, amount, scope, thread: 65_535, tag: 255 };
        let events = vec![
            event(1, EventKind::ScopeOpened, 0, 0, NONE),
            event(2, EventKind::Allocated, 0, 1 << 52, NONE),
            event(2, EventKind::Made, 1, 0, 0),
            event(3, EventKind::Moved, 2, CLOSING, NONE),
            event(4, EventKind::Refused, 0, i64::MAX, NONE),
            event(5, EventKind::Mark, 0, 4, NONE),
            event(6, EventKind::Sited, 1, 3, NONE),
            event(7, EventKind::WorkspaceNamed, 1, 4, NONE),
            event(8, EventKind::WorkspaceLearned, 1, 1 << 40, NONE),
        ];
        let device = DeviceRow { device: "cpu".into(), live_bytes: 1 << 52, ..DeviceRow::default() };
        let strings = ["", "scope", "tensor", "a.rs:1", "</script>\"\\\n\u{202e}\u{0}é"].map(String::from).to_vec();
        Snapshot {
            library: "0.1.0".into(),
            taken_ms: 7,
            recorded_ns: 8,
            complete_from_ns: 1,
            dropped: 9,
            site_bytes: 524_288,
            devices: vec![device],
            strings,
            live,
            events,
            handles: 3,
            storages: 1,
        }
    }

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let text = write(&sample());
        assert_eq!(read(&text), Ok(sample()));
        assert_eq!(
            read(&write(&Snapshot { strings: vec![String::new()], ..Snapshot::default() })).map(|it| it.handles),
            Ok(0)
        );
    }

    #[test]
    fn every_prefix_and_every_changed_byte_is_refused_or_read() {
        let text = write(&sample());
        for end in 0..text.trim_end().len() {
            if let Some(part) = text.get(..end) {
                assert!(read(part).is_err(), "the first {end} bytes");
            }
        }
        for at in 0..text.len() {
            for byte in *b"0-9,\"}]x" {
                let mut changed = text.clone().into_bytes();
                changed[at] = byte;
                if let Ok(changed) = String::from_utf8(changed) {
                    let _ = read(&changed).map(|snapshot| write(&snapshot));
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let text = write(&sample());
        for (from, to, why) in [
            ("\"tenure-memory\"", "\"other\"", "its format is not \"tenure-memory\""),
            ("\"version\": 1", "\"version\": 2", "it has version 2, this library reads version 1"),
            ("\"version\": 1", "\"v\": 1", "it has no version"),
            ("\"dropped\": 9", "\"dropped\": -9", "'dropped' is missing, or not a number from 0 on"),
            ("\"storages\": 1", "\"storages\": 12", "it has 12 storages, more than its rows and events"),
            ("[-1,0]", "[-1]", "column 'owner' has 1 rows, the first one has 2"),
            ("[-1,0]", "[1,0]", "row 0 owns itself"),
            ("[-1,0]", "[-1,2]", "the owner 2 is not from -1 to 1"),
            ("[1,2]", "[1,5]", "text 5 is not there, there are 5"),
            ("[1,2,2,3,4,5,6,7,8]", "[1,2,2,3,4,3,6,7,8]", "the event at 3 ns stands after one at 4 ns"),
            ("[7,1,5,9,14,17,", "[7,1,5,9,14,99,", "event 5: 99 is not the code of an event"),
            ("[0,0,1,2,0,0,", "[0,1,1,2,0,0,", "a storage 1 is not from 0 to 0"),
            ("[0,0,1,2,0,0,", "[0,0,1,3,0,0,", "a handle 3 is not from 0 to 2"),
            ("\"strings\": [\"\"", "\"strings\": [7", "'strings' has 7, which is not a text"),
            ("\"5\"", "\"5g\"", "handle 1 is not a hexadecimal number"),
            ("[0,0,1,2,0,0,1,", "[0,0,1,2,0,0,3,", "a handle 3 is not from 0 to 2"),
            ("\"site_bytes\": 5", "\"site_bytes\": -5", "'site_bytes' is missing, or not a number from 0 on"),
            ("\"device\": [0,2]", "\"device\": [0,256]", "device 256 is out of range"),
            ("\"sampled\": [0,1]", "\"sampled\": [0]", "column 'sampled' has 1 rows, the first one has 2"),
            ("65535,65535", "65535,65536", "event 1: thread 65536 is out of range"),
        ] {
            assert!(text.contains(from), "{from}");
            assert_eq!(read(&text.replacen(from, to, 1)), Err(why.to_string()), "{from} to {to}");
        }
        assert!(read("[]").is_err() && read(&"[".repeat(100_000)).is_err() && read("").is_err());
    }

    #[test]
    fn a_file_without_samples_is_read() {
        let mut snapshot = sample();
        let text = write(&snapshot);
        let old = text.replace(", \"site_bytes\": 524288", "").replace(",\n\"sampled\": [0,1]", "");
        let old = old.replace(",\n\"device\": [0,2]", "");
        assert!(!old.contains("sampled") && !old.contains("site_bytes") && !old.contains("[0,2]"));
        (snapshot.site_bytes, snapshot.live[1].sampled, snapshot.live[1].device) = (0, false, 0);
        assert_eq!(read(&old), Ok(snapshot));
    }

    #[test]
    fn long_and_many_texts_are_data() {
        let mut snapshot = sample();
        snapshot.strings.push("<".repeat(1 << 20));
        snapshot.strings.extend((0..10_000).map(|at| format!("</script>{at}")));
        assert_eq!(read(&write(&snapshot)), Ok(snapshot));
    }
}
