// The model behind the page of a memory snapshot: who held what at any moment of the recording.
//
// Invariant: everything is computed from the end back, because the snapshot says what is alive then and
// each event says what it has changed. So the oldest events may be missing, and the bytes of every moment
// from `complete` on are exact. Nothing here touches the document; ci/memory-page runs it in a browser.
"use strict";

const KIND = {
  allocated: 1, freed: 2, adopted: 3, returned: 4, made: 5, released: 6, opened: 7, closed: 8, moved: 9, lent: 10,
  loanEnded: 11, cycle: 12, spilled: 13, refused: 14, collected: 15, trimmed: 16, mark: 17, named: 18, grew: 19, shrank: 20,
};
const IN_WORKSPACE = 128, NONE = -1, CLOSING = -2;

function Model(file) {
  const { live, events, strings } = file;
  const n = events.time.length, rows = live.owner.length;
  const storages = [];
  const storage = id => storages[id] ??= { bytes: 0, dtype: "", scope: NONE, handle: NONE, born: -1, died: -1, counts: true };
  const names = new Map(), kinds = new Map(), made = new Map();
  for (let row = 0; row < rows; row++) {
    names.set(row, strings[live.name[row]]);
    kinds.set(row, strings[live.kind[row]]);
    if (live.storage[row] >= 0) {
      const held = storage(live.storage[row]);
      if (held.handle === NONE) {
        Object.assign(held, { bytes: live.bytes[row], dtype: strings[live.dtype[row]], scope: live.owner[row], handle: row });
      }
    }
  }
  const owners = new Map(); // of handles, at the moment of the walk; filled in for those that ended with their scope
  const scopeOf = Array.from(events.scope);
  for (let at = 0; at < n; at++) {
    const kind = events.kind[at], id = events.id[at], amount = events.amount[at];
    switch (kind) {
      case KIND.allocated: case KIND.adopted:
        Object.assign(storage(id), { bytes: amount, born: at, counts: kind === KIND.allocated && !(events.tag[at] & IN_WORKSPACE) });
        break;
      case KIND.freed: case KIND.returned:
        Object.assign(storage(id), { bytes: amount, died: at, counts: kind === KIND.freed && !(events.tag[at] & IN_WORKSPACE) });
        break;
      case KIND.made: case KIND.opened:
        owners.set(id, scopeOf[at]);
        kinds.set(id, kinds.get(id) ?? (kind === KIND.opened ? "scope" : "tensor"));
        made.set(id, at);
        if (kind === KIND.made && amount >= 0 && storage(amount).handle === NONE) {
          Object.assign(storage(amount), { scope: scopeOf[at], handle: id, dtype: DTYPES[events.tag[at]] ?? "" });
        }
        break;
      case KIND.released: case KIND.closed:
        if (scopeOf[at] === CLOSING) scopeOf[at] = owners.get(id) ?? NONE;
        kinds.set(id, kinds.get(id) ?? (kind === KIND.closed ? "scope" : "tensor"));
        if (kind === KIND.released && amount >= 0 && storage(amount).handle === NONE) {
          Object.assign(storage(amount), { scope: scopeOf[at], handle: id, dtype: DTYPES[events.tag[at]] ?? "" });
        }
        break;
      case KIND.moved: case KIND.lent: case KIND.loanEnded:
        owners.set(id, scopeOf[at]);
        break;
      case KIND.named:
        names.set(id, strings[amount]);
        break;
    }
  }
  this.file = file;
  this.n = n;
  this.storages = storages;
  this.scopeOf = scopeOf;
  this.made = made;
  this.end = file.recorded_ns;
  this.complete = n > 0 ? Math.max(file.complete_from_ns, 0) : file.recorded_ns;
  this.liveBytes = file.devices.reduce((sum, device) => sum + device.live_bytes, 0);
  this.name = id => names.get(id) ?? "";
  this.kind = id => kinds.get(id) ?? "";
}

const DTYPES = ["", "float32", "float64", "int32", "int64", "uint8", "bool", "float16", "bfloat16", "int8", "int16", "uint16", "uint32", "uint64"];

// The change of live bytes by an event.
Model.prototype.change = function (at) {
  const { kind, amount, tag } = this.file.events;
  switch (kind[at]) {
    case KIND.allocated: return tag[at] & IN_WORKSPACE ? 0 : amount[at];
    case KIND.freed: return tag[at] & IN_WORKSPACE ? 0 : -amount[at];
    case KIND.grew: return amount[at];
    case KIND.shrank: return -amount[at];
    default: return 0;
  }
};

// The index of the first event after a time.
Model.prototype.after = function (time) {
  const times = this.file.events.time;
  let low = 0, high = this.n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1; else high = middle;
  }
  return low;
};

// What was alive after the first `upTo` events: live bytes, and handles with owner and storage.
Model.prototype.state = function (upTo) {
  const { live, events } = this.file;
  const handles = new Map();
  for (let row = 0; row < live.owner.length; row++) handles.set(row, { owner: live.owner[row], storage: live.storage[row] });
  let bytes = this.liveBytes;
  for (let at = this.n - 1; at >= upTo; at--) {
    const id = events.id[at], amount = events.amount[at];
    bytes -= this.change(at);
    switch (events.kind[at]) {
      case KIND.made: case KIND.opened: handles.delete(id); break;
      case KIND.released: handles.set(id, { owner: this.scopeOf[at], storage: amount }); break;
      case KIND.closed: handles.set(id, { owner: this.scopeOf[at], storage: NONE }); break;
      case KIND.moved: case KIND.lent: case KIND.loanEnded: {
        const handle = handles.get(id);
        if (handle) handle.owner = amount;
      }
    }
  }
  return { bytes, handles };
};

// The name of a group of storages: by the scope that owns it at the end, else the one that owned it first; by its dtype.
Model.prototype.group = function (held, by) {
  if (by === "dtype") return held.dtype || "other";
  if (by === "scope") return held.scope >= 0 ? this.name(held.scope) || "unnamed scope" : "no scope";
  return "all";
};

// Points of the time line, about so many: each is the moment of its stretch with the most live bytes. Returns times in
// seconds, the total, and the bytes of the largest groups; the rest is bytes without a handle, or of smaller groups.
Model.prototype.series = function (by, points, groups) {
  const { events } = this.file;
  const sums = new Map(), peaks = new Map();
  const add = (name, bytes) => {
    const sum = (sums.get(name) ?? 0) + bytes;
    sums.set(name, sum);
    if (sum > (peaks.get(name) ?? 0)) peaks.set(name, sum);
  };
  for (const held of this.storages) {
    if (held && held.died < 0 && held.handle !== NONE) add(this.group(held, by), held.bytes);
  }
  const from = this.complete, width = Math.max(1, (this.end - from) / points);
  const buckets = [];
  let total = this.liveBytes, at = this.n;
  const keep = time => {
    const bucket = Math.min(points - 1, Math.floor((time - from) / width));
    const last = buckets[buckets.length - 1];
    if (last && last.bucket === bucket && last.total >= total) return;
    const point = { bucket, time, total, sums: new Map(sums) };
    if (last && last.bucket === bucket) buckets[buckets.length - 1] = point; else buckets.push(point);
  };
  const last = { time: this.end, total, sums: new Map(sums) };
  while (at-- > 0 && events.time[at] >= from) {
    const kind = events.kind[at], held = this.storages[events.id[at]];
    total -= this.change(at);
    if (kind === KIND.allocated && held && held.handle !== NONE) add(this.group(held, by), -events.amount[at]);
    if (kind === KIND.freed && held && held.handle !== NONE) add(this.group(held, by), events.amount[at]);
    if (kind <= KIND.freed || kind >= KIND.grew) keep(Math.max(from, events.time[at] - 1));
  }
  keep(from);
  buckets.reverse();
  buckets.push(last);
  const top = [...peaks].sort((a, b) => b[1] - a[1]).slice(0, groups).map(([name]) => name);
  return {
    times: buckets.map(point => point.time / 1e9),
    totals: buckets.map(point => point.total),
    groups: top.map(name => ({ name, bytes: buckets.map(point => Math.max(0, point.sums.get(name) ?? 0)) })),
  };
};

// The tree of who holds what: nodes with children, counts and bytes, a storage once a node, the largest first.
Model.prototype.tree = function (state) {
  const nodes = new Map(), roots = [];
  for (const [id, handle] of state.handles) nodes.set(id, { id, ...handle, children: [], tensors: 0, bytes: 0, held: new Map() });
  for (const node of nodes.values()) {
    const parent = nodes.get(node.owner);
    (parent && parent !== node ? parent.children : roots).push(node);
  }
  const order = [], pending = [...roots];
  while (pending.length) {
    const node = pending.pop();
    order.push(node);
    pending.push(...node.children);
  }
  for (const node of order.reverse()) {
    if (node.storage >= 0) node.held.set(node.storage, this.storages[node.storage]?.bytes ?? 0);
    node.tensors = this.kind(node.id) === "tensor" ? 1 : 0;
    for (const child of node.children) {
      node.tensors += child.tensors;
      let small = child.held;
      if (small.size > node.held.size) [node.held, small] = [small, node.held];
      for (const [storage, bytes] of small) node.held.set(storage, bytes);
      child.held = null;
    }
    for (const bytes of node.held.values()) node.bytes += bytes;
    node.children.sort((a, b) => b.bytes - a.bytes || b.tensors - a.tensors);
  }
  return roots.sort((a, b) => b.bytes - a.bytes || b.tensors - a.tensors);
};

// What is alive at B and was not at A, and the other way round: handles with the bytes of their storages.
Model.prototype.between = function (a, b) {
  const only = (these, those) => {
    const seen = new Set(), list = [];
    let bytes = 0;
    for (const [id, handle] of these.handles) {
      if (those.handles.has(id)) continue;
      const size = this.storages[handle.storage]?.bytes ?? 0;
      if (handle.storage >= 0 && !seen.has(handle.storage)) bytes += size;
      seen.add(handle.storage);
      list.push({ id, ...handle, bytes: handle.storage >= 0 ? size : 0 });
    }
    return { list: list.sort((x, y) => y.bytes - x.bytes), bytes };
  };
  return { fresh: only(b, a), gone: only(a, b) };
};

// How many storages that ended within the recording lived how long: counts by powers of ten of nanoseconds, from 1 us.
Model.prototype.lifetimes = function () {
  const counts = new Array(9).fill(0), times = this.file.events.time;
  for (const held of this.storages) {
    if (held && held.born >= 0 && held.died >= 0) {
      const power = Math.floor(Math.log10(Math.max(1, times[held.died] - times[held.born])));
      counts[Math.min(8, Math.max(0, power - 2))]++;
    }
  }
  return counts;
};

// The texts and times of marks, and the times of refused limits.
Model.prototype.notes = function () {
  const { events, strings } = this.file, notes = [];
  for (let at = 0; at < this.n; at++) {
    if (events.kind[at] === KIND.mark) notes.push({ time: events.time[at], text: strings[events.amount[at]] });
    if (events.kind[at] === KIND.refused) notes.push({ time: events.time[at], text: `refused ${events.amount[at]} bytes` });
  }
  return notes;
};
