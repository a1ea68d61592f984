// The model behind the page of a memory snapshot: who held what at any moment of the recording.
//
// Invariant: everything is computed from the end back, because the snapshot says what is alive then and
// each event says what it has changed. So the oldest events may be missing, and the bytes of every moment
// from `complete` on are exact. Nothing here touches the document; ci/memory-page runs it in a browser.
"use strict";

const KIND = {
  allocated: 1, freed: 2, adopted: 3, returned: 4, made: 5, released: 6, opened: 7, closed: 8, moved: 9, lent: 10,
  loanEnded: 11, cycle: 12, spilled: 13, refused: 14, collected: 15, trimmed: 16, mark: 17, named: 18, grew: 19, shrank: 20,
  learned: 21, workspaceNamed: 22, sited: 23,
};
const IN_WORKSPACE = 128, NONE = -1, CLOSING = -2;

// A text as it is shown: what would turn the direction of the text around it is written out, and its length has a limit.
function inert(text) {
  const most = 2000, short = text.length > most ? `${text.slice(0, most)}\u2026` : text;
  return short.replace(/[\u0000-\u001f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, found => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function Model(file) {
  file.strings = file.strings.map(inert);
  const { live, events, strings } = file;
  const n = events.time.length, rows = live.owner.length;
  const storages = [];
  const storage = id => storages[id] ??= { bytes: 0, dtype: "", device: 0, scope: NONE, handle: NONE, born: -1, died: -1 };
  const names = new Map(), kinds = new Map(), made = new Map(), sites = new Map(), sampled = new Set();
  for (let row = 0; row < rows; row++) {
    names.set(row, strings[live.name[row]]);
    kinds.set(row, strings[live.kind[row]]);
    if (live.site[row]) sites.set(row, strings[live.site[row]]);
    if (live.sampled?.[row]) sampled.add(row);
    if (live.storage[row] >= 0) {
      const held = storage(live.storage[row]);
      if (held.handle === NONE) {
        const device = live.device?.[row] ?? 0;
        Object.assign(held, { bytes: live.bytes[row], dtype: strings[live.dtype[row]], device, scope: live.owner[row], handle: row });
      }
    }
  }
  const owners = new Map(); // of handles, at the moment of the walk; filled in for those that ended with their scope
  const scopeOf = Array.from(events.scope);
  for (let at = 0; at < n; at++) {
    const kind = events.kind[at], id = events.id[at], amount = events.amount[at];
    switch (kind) {
      case KIND.allocated: case KIND.adopted:
        Object.assign(storage(id), { bytes: amount, born: at, device: events.tag[at] & ~IN_WORKSPACE });
        break;
      case KIND.freed: case KIND.returned:
        Object.assign(storage(id), { bytes: amount, died: at, device: events.tag[at] & ~IN_WORKSPACE });
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
      case KIND.sited:
        sites.set(id, strings[amount]);
        sampled.add(id);
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
  this.site = id => sites.get(id) ?? "";
  this.hasSites = sites.size > 0;
  this.mean = file.site_bytes ?? 0; // lines are sampled, on average one each so many bytes; 0: they are not
  // The bytes that a handle of this size stands for at its line: more than its own where lines are sampled.
  this.weight = (id, bytes) => sampled.has(id) && bytes < 2 * this.mean ? bytes / -Math.expm1(-bytes / this.mean) : bytes;
  this.kind = id => kinds.get(id) ?? "";
}

const NO_LINE = "line not recorded";
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

// The name of a device by its code, as `Tenure.stats` knows it.
const deviceName = code => code === 0 ? "cpu" : `cuda:${code - 1}`;

// The name of a group of storages: by the scope that owns it at the end, else the one that owned it first; by its dtype, its
// device, or the line that made its first handle.
Model.prototype.group = function (held, by) {
  if (by === "device") return deviceName(held.device);
  if (by === "site") return this.site(held.handle) || NO_LINE;
  if (by === "dtype") return held.dtype || "other";
  if (by === "scope") return held.scope >= 0 ? this.name(held.scope) || "unnamed scope" : "no scope";
  return "all";
};

// Points of the time line, about so many: each is the moment of its stretch with the most live bytes. Returns times in
// seconds, the total, and the bytes of the largest groups; the rest is bytes without a handle, or of smaller groups.
Model.prototype.series = function (by, points, groups) {
  const { events } = this.file;
  const sums = new Map(), peaks = new Map();
  const share = held => by === "site" ? this.weight(held.handle, held.bytes) : held.bytes;
  const add = (name, bytes) => {
    const sum = (sums.get(name) ?? 0) + bytes;
    sums.set(name, sum);
    if (sum > (peaks.get(name) ?? 0)) peaks.set(name, sum);
  };
  for (const held of this.storages) {
    if (held && held.died < 0 && held.handle !== NONE) add(this.group(held, by), share(held));
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
    if (kind === KIND.allocated && held && held.handle !== NONE) add(this.group(held, by), -share(held));
    if (kind === KIND.freed && held && held.handle !== NONE) add(this.group(held, by), share(held));
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

// How long a handle has been alive at a moment, in nanoseconds; `atLeast` if it is older than the recording and that is all
// that is known. Without either the age is undefined.
Model.prototype.age = function (id, time) {
  const at = this.made.get(id), known = this.file.live.age_ms?.[id] ?? -1;
  if (at !== undefined) return { ns: time - this.file.events.time[at], atLeast: false };
  if (known >= 0) return { ns: Math.max(0, known * 1e6 - (this.end - time)), atLeast: false };
  return this.n ? { ns: time - this.complete, atLeast: true } : undefined;
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

// The storages of a moment, each with the oldest of its handles: [handle's number, { owner, storage }, bytes].
Model.prototype.firsts = function (state) {
  const first = new Map(), age = id => this.made.get(id) ?? NONE;
  for (const [id, { storage }] of state.handles) {
    if (storage < 0) continue;
    const other = first.get(storage);
    if (other === undefined || age(id) < age(other) || (age(id) === age(other) && id < other)) first.set(storage, id);
  }
  return [...first].map(([storage, id]) => [id, state.handles.get(id), this.storages[storage]?.bytes ?? 0]);
};

// The names of the scopes that own a handle, from the outermost.
Model.prototype.path = function (state, owner) {
  const names = [];
  for (let at = owner, steps = 0; at >= 0 && steps < 1000; at = state.handles.get(at)?.owner ?? NONE, steps++) {
    names.push(this.name(at) || "scope");
  }
  return names.reverse();
};

// The tree of a moment with each storage at one place, the first of its handles, so that parts add up to the whole. Nodes
// are { name, bytes, children, id }; small members of a scope are one node.
Model.prototype.areas = function (state, describe, most = 300) {
  const own = new Map(this.firsts(state).map(([id, , bytes]) => [id, bytes]));
  const convert = roots => {
    const top = { name: "all", id: NONE, bytes: 0, children: [], from: roots };
    const order = [], pending = [top];
    while (pending.length) {
      const node = pending.pop();
      order.push(node);
      for (const child of node.from) {
        const made = { name: describe(child.id), id: child.id, bytes: own.get(child.id) ?? 0, children: [], from: child.children };
        node.children.push(made);
        pending.push(made);
      }
      node.from = null;
    }
    for (const node of order.reverse()) {
      for (const child of node.children) node.bytes += child.bytes;
      node.children = node.children.filter(child => child.bytes > 0).sort((a, b) => b.bytes - a.bytes);
      const rest = node.children.splice(most);
      if (rest.length) {
        const bytes = rest.reduce((sum, child) => sum + child.bytes, 0);
        node.children.push({ name: `${rest.length.toLocaleString("en")} smaller ones`, id: NONE, bytes, children: [] });
      }
    }
    return top;
  };
  return convert(this.tree(state));
};

// The bytes of a moment by line and by scopes, as a tree of { name, bytes, children }: the line first, or the scopes first.
//
// Where lines are sampled, a line is given the bytes that its samples stand for, but in a scope no more than the scope holds;
// what is left has no line. So the bytes of each scope, and of all, are exact.
Model.prototype.flame = function (state, lineFirst) {
  const scopes = new Map(); // by path: exact bytes, and estimates by line
  for (const [id, { owner }, bytes] of this.firsts(state)) {
    const names = this.path(state, owner), key = JSON.stringify(names);
    let scope = scopes.get(key);
    if (!scope) scopes.set(key, scope = { names, bytes: 0, lines: new Map(), estimated: 0 });
    scope.bytes += bytes;
    const line = this.site(id);
    if (!line) continue;
    const weight = this.weight(id, bytes);
    scope.estimated += weight;
    scope.lines.set(line, (scope.lines.get(line) ?? 0) + weight);
  }
  const root = { name: "all", bytes: 0, children: [], at: new Map() };
  const add = (names, bytes) => {
    let node = root;
    node.bytes += bytes;
    for (const name of names) {
      let next = node.at.get(name);
      if (!next) {
        node.at.set(name, next = { name, bytes: 0, children: [], at: new Map() });
        node.children.push(next);
      }
      node = next;
      node.bytes += bytes;
    }
  };
  for (const { names, bytes, lines, estimated } of scopes.values()) {
    const path = names.length ? names : ["no scope"], scale = estimated > bytes ? bytes / estimated : 1;
    let left = bytes;
    for (const [line, weight] of lines) {
      const share = Math.min(left, Math.floor(weight * scale));
      left -= share;
      if (share > 0) add(lineFirst ? [line, ...path] : [...path, line], share);
    }
    if (left > 0) add(lineFirst ? [NO_LINE, ...path] : this.hasSites ? [...path, NO_LINE] : path, left);
  }
  return root;
};

// What grew and shrank from A to B, by the path of scopes or by line: groups { name, before, now }, the largest growth first. A
// storage counts once in a group. Lines that are sampled are scaled.
Model.prototype.growth = function (a, b, by) {
  const groups = new Map();
  const count = (state, key) => {
    const paths = new Map(), seen = new Map();
    const path = owner => {
      if (!paths.has(owner)) paths.set(owner, this.path(state, owner).join(" > ") || "no scope");
      return paths.get(owner);
    };
    for (const [id, { owner, storage }] of state.handles) {
      if (storage < 0) continue;
      const name = by === "scope" ? path(owner) : this.site(id);
      if (!name) continue;
      if (!seen.has(name)) seen.set(name, new Set());
      if (seen.get(name).has(storage)) continue;
      seen.get(name).add(storage);
      const bytes = this.storages[storage]?.bytes ?? 0;
      if (!groups.has(name)) groups.set(name, { name, before: 0, now: 0 });
      groups.get(name)[key] += by === "scope" ? bytes : this.weight(id, bytes);
    }
  };
  count(a, "before");
  count(b, "now");
  for (const group of groups.values()) {
    group.before = Math.round(group.before);
    group.now = Math.round(group.now);
  }
  const changed = [...groups.values()].filter(group => group.now !== group.before);
  return changed.sort((x, y) => (y.now - y.before) - (x.now - x.before) || (x.name < y.name ? -1 : 1));
};

// The workspaces of the recording: cycles that ended in it, the most bytes of the block that a cycle used, the learned size,
// how many cycles spilled, and the most bytes that one spilled.
Model.prototype.workspaces = function () {
  const { events, strings } = this.file, found = new Map();
  for (let at = 0; at < this.n; at++) {
    const kind = events.kind[at];
    if (kind !== KIND.cycle && kind !== KIND.spilled && kind !== KIND.learned && kind !== KIND.workspaceNamed) continue;
    const number = events.id[at], amount = events.amount[at];
    let of = found.get(number);
    if (!of) found.set(number, of = { number, name: "", cycles: 0, used: 0, learned: 0, spills: 0, spilled: 0 });
    if (kind === KIND.cycle) { of.cycles++; of.used = Math.max(of.used, amount); }
    if (kind === KIND.spilled) { of.spills++; of.spilled = Math.max(of.spilled, amount); }
    if (kind === KIND.learned) of.learned = amount;
    if (kind === KIND.workspaceNamed) of.name = strings[amount];
  }
  return [...found.values()].sort((a, b) => b.used + b.spilled - a.used - a.spilled);
};
