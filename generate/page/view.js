// The page: shows the model, and follows the handles A and B.
//
// Invariant: a text of the snapshot becomes text of the document (`textContent`), never markup.
"use strict";

const $ = id => document.getElementById(id);
const LISTED = 200; // rows of a list; the rest is counted

function size(bytes) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = bytes, unit = 0;
  while (Math.abs(value) >= 1024 && unit < 4) { value /= 1024; unit++; }
  return unit ? `${value.toFixed(1)} ${units[unit]}` : `${bytes} B`;
}

function duration(ns) {
  const units = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"]];
  const [unit, name] = units.find(([unit]) => ns / 1e9 >= unit) ?? units[units.length - 1];
  return `${(ns / 1e9 / unit).toFixed(1)} ${name}`;
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// A page that is served is loaded again every few seconds. What the reader chose stays: it is kept in the tab.
function stayLive(model, show) {
  if (location.protocol !== "http:" || location.hostname !== "127.0.0.1" && location.hostname !== "localhost") return;
  const chosen = ["by", "flame-by", "search"], kept = JSON.parse(sessionStorage.getItem("tenure-memory") ?? "{}");
  const every = Math.max(5, Math.ceil(performance.now() / 200)); // at most a fifth of the time goes into it
  $("live").hidden = false;
  $("every").textContent = every;
  const span = model.end - model.complete, at = id => model.complete + span * Number($(id).value) / 1000;
  for (const id of chosen) if (typeof kept[id] === "string") $(id).value = kept[id];
  $("again").checked = kept.again ?? true;
  for (const id of ["a", "b"]) if (typeof kept[id] === "number" && span > 0) $(id).value = 1000 * (kept[id] - model.complete) / span;
  if (Object.keys(kept).length) show();
  addEventListener("pagehide", () => {
    const now = { again: $("again").checked, a: at("a") };
    for (const id of chosen) now[id] = $(id).value;
    if (Number($("b").value) < 1000) now.b = at("b"); // at the end, B stays at the end
    sessionStorage.setItem("tenure-memory", JSON.stringify(now));
  });
  setInterval(() => { if ($("again").checked && !document.hidden) location.reload(); }, every * 1000);
  $("now").addEventListener("click", () => location.reload());
}

function start() {
  const file = JSON.parse($("snapshot").textContent), model = new Model(file);
  const seconds = ns => `${(ns / 1e9).toFixed(3)} s`;
  $("version").textContent = file.library;
  $("about").textContent = `${new Date(file.taken_ms).toISOString()}: ${model.liveBytes.toLocaleString("en")} bytes live in `
    + `${file.live.owner.length.toLocaleString("en")} handles; ${model.n.toLocaleString("en")} events in ${seconds(file.recorded_ns)}`;
  const warnings = [];
  if (file.dropped) warnings.push(`${file.dropped.toLocaleString("en")} older events were dropped: what is shown is complete from ${seconds(model.complete)} on.`);
  if (model.mean > 1) warnings.push(`Lines are sampled, on average one each ${size(model.mean)}: bytes by line are estimates, all others are exact.`);
  if (!model.n) warnings.push("Nothing was recorded: this is what was alive at one moment.");
  $("banner").textContent = warnings.join(" ");
  $("banner").hidden = !warnings.length;
  const notes = model.notes();
  for (const note of notes.slice(0, LISTED)) $("notes").append(element("li", `${seconds(note.time)} ${note.text}`));
  if (notes.length > LISTED) $("notes").append(element("li", `and ${notes.length - LISTED} more`));
  const what = id => {
    const row = id < file.live.owner.length ? id : -1, name = model.name(id);
    const dtype = row >= 0 ? file.strings[file.live.dtype[row]] : "", shape = row >= 0 ? file.strings[file.live.shape[row]] : "";
    return [dtype ? `${dtype} ${shape}` : model.kind(id), name && `'${name}'`].filter(Boolean).join(" ");
  };
  const line = model.site, path = (state, id) => model.path(state, state.handles.get(id)?.owner ?? NONE).join(" > ");

  let chart;
  const total = name => file.devices.reduce((sum, device) => sum + device[name], 0);
  const limit = total("limit_bytes"), peak = total("peak_bytes");
  function draw() {
    const by = $("by").value, { times, totals, groups } = model.series(by, 800, by === "all" ? 0 : 7);
    const style = getComputedStyle(document.documentElement), color = name => style.getPropertyValue(name).trim();
    const hues = [212, 28, 145, 330, 265, 55, 0];
    const shade = (at, alpha) => `hsl(${hues[at % hues.length]} 65% 55% / ${alpha})`;
    const stacked = [], under = new Array(times.length).fill(0);
    for (const group of groups) stacked.push(group.bytes.map((bytes, at) => (under[at] += bytes)));
    const series = [{ label: "time", value: (_, at) => at == null ? "" : `${at.toFixed(3)} s` }];
    const data = [times];
    const step = uPlot.paths.stepped({ align: 1 });
    const value = own => (_, __, ___, at) => at == null ? "" : size(own[at]);
    series.push({ label: "all live bytes", stroke: color("--text"), width: 1.5, paths: step, value: value(totals) });
    data.push(totals);
    for (let at = groups.length - 1; at >= 0; at--) { // the highest first, so that lower ones lie in front
      series.push({ label: groups[at].name, stroke: shade(at, 1), fill: shade(at, .45), width: 1, paths: step, value: value(groups[at].bytes) });
      data.push(stacked[at]);
    }
    const axis = { stroke: color("--dim"), grid: { stroke: color("--line"), width: 1 }, ticks: { stroke: color("--line"), width: 1 } };
    const mark = (u, at, text, stroke) => {
      const x = Math.round(u.valToPos(at, "x", true));
      u.ctx.strokeStyle = stroke;
      u.ctx.beginPath();
      u.ctx.moveTo(x, u.bbox.top);
      u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
      u.ctx.stroke();
      u.ctx.fillStyle = stroke;
      if (text) u.ctx.fillText(text, x + 3, u.bbox.top + 10);
    };
    const lines = u => {
      u.ctx.save();
      u.ctx.setLineDash([4, 4]);
      u.ctx.globalAlpha = .4;
      for (const note of notes.slice(0, 40)) mark(u, note.time / 1e9, "", color("--dim"));
      u.ctx.globalAlpha = 1;
      u.ctx.setLineDash([]);
      mark(u, moment("a") / 1e9, "A", color("--accent"));
      mark(u, moment("b") / 1e9, "B", color("--accent"));
      for (const [name, bytes, stroke] of [["limit", limit, "--warn"], ["peak", peak, "--dim"]]) {
        if (!bytes || bytes > u.scales.y.max) continue;
        const y = Math.round(u.valToPos(bytes, "y", true));
        u.ctx.textAlign = "left";
        u.ctx.strokeStyle = u.ctx.fillStyle = color(stroke);
        u.ctx.strokeRect(u.bbox.left, y, u.bbox.width, 0);
        u.ctx.fillText(`${name} ${size(bytes)}`, u.bbox.left + 4, y - 3);
      }
      u.ctx.restore();
    };
    // The limit and the peak are on the chart, unless the line would be flat below them.
    const top = high => Math.max(high, 1, ...[limit, peak].filter(bytes => bytes <= 3 * high));
    const highest = totals.reduce((most, bytes, at) => bytes > totals[most] ? at : most, 0);
    $("bounds").textContent = `Highest here: ${totals[highest].toLocaleString("en")} bytes at ${times[highest].toFixed(3)} s. `
      + `Peak of the process: ${peak.toLocaleString("en")} bytes. Limit: ${limit.toLocaleString("en")} bytes.`;
    chart?.destroy();
    chart = new uPlot({
      width: $("chart").clientWidth - 8,
      height: 280,
      scales: { x: { time: false }, y: { range: (_, low, high) => [0, top(high) * 1.06] } },
      axes: [{ ...axis, values: (_, at) => at.map(second => `${second} s`) }, { ...axis, size: 80, values: (_, at) => at.map(size) }],
      series,
      hooks: { draw: [lines] },
    }, data, $("chart"));
  }

  const moment = handle => model.complete + (model.end - model.complete) * Number($(handle).value) / 1000;
  const stateAt = handle => model.state(Number($(handle).value) === 1000 ? model.n : model.after(moment(handle)));
  let atB, treeOfB;
  function fill(table, list, state) {
    const body = $(table).tBodies[0];
    body.replaceChildren();
    for (const handle of list.slice(0, LISTED)) {
      const row = body.insertRow();
      row.append(element("td", size(handle.bytes), "number"), element("td", what(handle.id)), element("td", path(state, handle.id)), element("td", line(handle.id)));
    }
    if (list.length > LISTED) body.insertRow().append(element("td", `and ${list.length - LISTED} more`));
  }
  function grew(table, groups, by) {
    const body = $(table).tBodies[0], signed = bytes => (bytes > 0 ? "+" : "\u2212") + size(Math.abs(bytes));
    body.replaceChildren();
    for (const { name, before, now } of groups.slice(0, LISTED)) {
      body.insertRow().append(...[signed(now - before), size(before), size(now)].map(text => element("td", text, "number")), element("td", name));
    }
    const rest = groups.length > LISTED ? `and ${groups.length - LISTED} more` : groups.length ? "" : "nothing";
    if (rest) body.insertRow().append(element("td", rest));
    $(table).hidden = by === "site" && !model.hasSites;
  }
  const areas = new Boxes($("area"), $("area-trail"), areaBoxes, "Tree map of the live bytes at B");
  const flames = new Boxes($("flame"), $("flame-trail"), flameBoxes, "Flame graph of the live bytes at B");
  const showFlame = () => flames.show(model.flame(atB, $("flame-by").value === "line"));
  if (!model.hasSites) $("flame-by").value = "scope";
  function follow() {
    const atA = stateAt("a");
    atB = stateAt("b");
    for (const handle of ["a", "b"]) $(`${handle}-at`).textContent = `${seconds(moment(handle))}, ${size((handle === "a" ? atA : atB).bytes)}`;
    const { fresh, gone } = model.between(atA, atB);
    const sum = part => `${part.list.length.toLocaleString("en")} handles with ${part.bytes.toLocaleString("en")} bytes`;
    $("new-sum").textContent = sum(fresh);
    $("gone-sum").textContent = sum(gone);
    fill("new", fresh.list, atB);
    fill("gone", gone.list, atA);
    for (const by of ["scope", "site"]) grew(`grew-${by}`, model.growth(atA, atB, by), by);
    treeOfB = model.tree(atB);
    showTree();
    areas.show(model.areas(atB, what));
    showFlame();
    chart?.redraw(false);
  }
  function node(of, all, wanted) {
    const text = `${what(of.id)}${line(of.id) ? `, made at ${line(of.id)}` : ""}`;
    const isScope = model.kind(of.id) === "scope";
    const age = model.age(of.id, moment("b"));
    const old = element("span", age ? `, ${age.atLeast ? "at least " : ""}${duration(age.ns)} old` : "", "dim");
    const label = [element("b", size(of.bytes)), ` ${text}`];
    const bar = element("meter");
    bar.max = all || 1;
    bar.value = of.bytes;
    bar.setAttribute("aria-hidden", "true");
    if (!isScope) {
      if (wanted && !text.toLowerCase().includes(wanted)) return null;
      const leaf = element("div", undefined, "leaf");
      leaf.append(bar, " ", ...label, old);
      return leaf;
    }
    const details = element("details"), summary = element("summary");
    summary.append(bar, " ", ...label, element("span", ` ${of.tensors.toLocaleString("en")} tensors`, "dim"), old);
    details.append(summary);
    const children = () => {
      let shown = 0;
      for (const child of of.children) {
        if (shown === LISTED) {
          details.append(element("div", `and ${of.children.length - shown} more, smaller ones`, "leaf dim"));
          break;
        }
        const made = node(child, all, wanted && text.toLowerCase().includes(wanted) ? "" : wanted);
        if (made) { details.append(made); shown++; }
      }
      return shown;
    };
    if (wanted) {
      details.open = true;
      return children() || text.toLowerCase().includes(wanted) ? details : null;
    }
    details.addEventListener("toggle", () => { if (details.open && details.childElementCount === 1) children(); });
    return details;
  }
  function showTree() {
    const wanted = $("search").value.trim().toLowerCase(), tree = $("tree");
    tree.replaceChildren();
    let held = 0, shown = 0;
    const seen = new Set();
    for (const handle of atB.handles.values()) {
      if (handle.storage >= 0 && !seen.has(handle.storage)) { seen.add(handle.storage); held += model.storages[handle.storage]?.bytes ?? 0; }
    }
    $("tree-sum").textContent = `${atB.bytes.toLocaleString("en")} bytes live, ${held.toLocaleString("en")} of them in ${atB.handles.size.toLocaleString("en")} handles`;
    for (const root of treeOfB) {
      if (shown === LISTED) { tree.append(element("div", `and ${treeOfB.length - shown} more`, "leaf dim")); break; }
      const made = node(root, held, wanted);
      if (made) { tree.append(made); shown++; }
    }
    if (!shown) tree.append(element("p", wanted ? "Nothing matches." : "Nothing is alive.", "dim"));
    const first = tree.querySelector("details");
    if (first && !wanted) first.open = true;
  }
  const workspaces = model.workspaces();
  $("workspaces-part").hidden = !workspaces.length;
  for (const of of workspaces.slice(0, LISTED)) {
    const numbers = [of.cycles.toLocaleString("en"), of.learned ? size(of.learned) : "", size(of.used), of.spills.toLocaleString("en"), size(of.spilled)];
    $("workspaces").tBodies[0].insertRow().append(element("td", of.name || `workspace ${of.number}`), ...numbers.map(text => element("td", text, "number")));
  }
  const names = ["under 1 us", "1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms", "1 s", "10 s and more"];
  const counts = model.lifetimes(), most = Math.max(...counts, 1);
  counts.forEach((count, at) => {
    const row = $("life").tBodies[0].insertRow(), bar = element("meter");
    bar.max = most;
    bar.value = count;
    row.append(element("td", names[at]), element("td", count.toLocaleString("en"), "number"));
    row.insertCell().append(bar);
  });
  const later = then => {
    let due;
    return () => { cancelAnimationFrame(due); due = requestAnimationFrame(then); };
  };
  $("by").addEventListener("change", draw);
  const moved = later(follow);
  $("a").addEventListener("input", moved);
  $("b").addEventListener("input", moved);
  $("search").addEventListener("input", later(showTree));
  $("flame-by").addEventListener("change", showFlame);
  addEventListener("resize", later(() => { draw(); areas.redraw(); flames.redraw(); }));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  draw();
  follow();
  stayLive(model, () => { draw(); follow(); });
  document.documentElement.dataset.ready = Math.round(performance.now()); // milliseconds until all is shown
  return model;
}
globalThis.memoryModel = start();
