// Where the rectangles of the tree map and the flame graph lie: numbers only, no document.
//
// Invariant: areas are in proportion to bytes, and rectangles of one level do not overlap. Input is a tree of
// { name, bytes, children } whose bytes include those of the children.
"use strict";

// Squarified tree map (Bruls, Huizing, van Wijk 2000): places items, the largest first, into a rectangle, in rows along
// its shorter side, and begins a new row where one more item would make the worst ratio of sides worse.
function squarify(items, x, y, width, height) {
  const placed = [];
  let left = items.reduce((sum, item) => sum + item.bytes, 0);
  for (let from = 0; from < items.length && left > 0;) {
    const side = Math.min(width, height), unit = width * height / left;
    const worst = (sum, small, large) => Math.max(side * side * large / (sum * sum * unit), sum * sum * unit / (side * side * small));
    let to = from + 1, sum = items[from].bytes;
    while (to < items.length && items[to].bytes > 0
      && worst(sum + items[to].bytes, items[to].bytes, items[from].bytes) <= worst(sum, items[to - 1].bytes, items[from].bytes)) {
      sum += items[to++].bytes;
    }
    const thick = sum * unit / side;
    let along = 0;
    for (let at = from; at < to; at++) {
      const long = side * items[at].bytes / sum;
      placed.push(width >= height ? { item: items[at], x, y: y + along, width: thick, height: long }
        : { item: items[at], x: x + along, y, width: long, height: thick });
      along += long;
    }
    if (width >= height) { x += thick; width -= thick; } else { y += thick; height -= thick; }
    left -= sum;
    from = to;
  }
  return placed;
}

// A tree map as rectangles { node, depth, x, y, width, height }, parents before children. A parent keeps a line for its
// name and an edge. Rectangles too small to see are left out, with what they hold.
function treeMap(root, width, height, title = 16, edge = 2, least = 3) {
  const out = [], pending = [{ node: root, depth: 0, x: 0, y: 0, width, height }];
  while (pending.length) {
    const box = pending.shift();
    out.push(box);
    const inner = box.depth ? { x: box.x + edge, y: box.y + title, width: box.width - 2 * edge, height: box.height - title - edge } : box;
    if (!box.node.children.length || inner.width < least || inner.height < least) continue;
    const items = [...box.node.children].filter(child => child.bytes > 0).sort((a, b) => b.bytes - a.bytes);
    for (const { item, ...where } of squarify(items, inner.x, inner.y, inner.width, inner.height)) {
      if (where.width >= least && where.height >= least) pending.push({ node: item, depth: box.depth + 1, ...where });
    }
  }
  return out;
}

// A flame graph that hangs from its root, as boxes { node, depth, x, width }: widths are in proportion to bytes, children
// lie below their parent, the largest first. Boxes narrower than `least` are left out, with what they hold.
function flameGraph(root, width, least = 2) {
  const out = [], pending = [{ node: root, depth: 0, x: 0, width }];
  while (pending.length) {
    const box = pending.pop();
    out.push(box);
    let x = box.x;
    for (const child of [...box.node.children].sort((a, b) => b.bytes - a.bytes)) {
      const wide = root.bytes > 0 ? width * child.bytes / root.bytes : 0;
      if (wide >= least) pending.push({ node: child, depth: box.depth + 1, x, width: wide });
      x += wide;
    }
  }
  return out;
}
