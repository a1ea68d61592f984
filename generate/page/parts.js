// The tree map and the flame graph of the page, drawn as SVG.
//
// Invariant: texts become text (`textContent`), and what a pointer can do, the keyboard can too: one rectangle is in the order of
// tabs, the arrow keys go to its neighbours, Enter goes into it and Escape out.
"use strict";

const HIGH = 17; // of a row of the flame graph
const SVG = "http://www.w3.org/2000/svg";

function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

// A colour of a name, the same on every page.
function hue(name) {
  let sum = 7;
  for (let at = 0; at < name.length && at < 200; at++) sum = (sum * 31 + name.charCodeAt(at)) % 360;
  return sum;
}

// As much of a text as fits, by an average width of letters.
function fitting(text, width) {
  const letters = Math.floor((width - 8) / 6.6);
  return letters >= text.length ? text : letters > 3 ? `${text.slice(0, letters - 1)}\u2026` : "";
}

// A picture of nested boxes, into which one can go. `draw` returns boxes { node, depth, x, y, width, height } of a root.
class Boxes {
  constructor(place, trail, draw, title) {
    Object.assign(this, { place, trail, draw, title, path: [], boxes: [], groups: [] });
    place.addEventListener("click", event => this.enter(this.at(event.target)));
    place.addEventListener("keydown", event => this.key(event));
  }

  // Shows another tree, at the same names as before where they are still there.
  show(root) {
    const names = this.path.map(node => node.name);
    this.path = [root];
    for (const name of names.slice(1)) {
      const next = this.path[this.path.length - 1].children.find(child => child.name === name && child.children.length);
      if (!next) break;
      this.path.push(next);
    }
    this.redraw();
  }

  redraw(focus = false) {
    const node = this.path[this.path.length - 1], width = this.place.clientWidth || 600;
    const { boxes, height } = this.draw(node, width), all = this.path[0].bytes;
    const picture = shape("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": this.title });
    this.boxes = boxes;
    this.groups = boxes.map((box, at) => {
      const share = all > 0 ? `${(100 * box.node.bytes / all).toFixed(1)} %` : "0 %";
      const text = `${box.node.name}: ${size(box.node.bytes)}, ${share}`;
      const group = shape("g", { role: "treeitem", tabindex: at ? -1 : 0, "aria-level": box.depth + 1, "aria-label": text, "data-at": at });
      const { x, y, width: wide, height: high } = box;
      group.append(shape("title", {}, text), shape("rect", {
        x: x + .5, y: y + .5, width: Math.max(0, wide - 1), height: Math.max(0, high - 1), rx: 2,
        fill: box.depth ? `hsl(${hue(box.node.name)} 55% 55% / ${box.node.children.length ? .25 : .5})` : "transparent",
      }));
      const isTitled = box.depth > 0 || box.height === HIGH; // the outermost area of a tree map is covered by what is in it
      const label = isTitled && high >= 13 ? fitting(`${box.node.name} ${size(box.node.bytes)}`, wide) : "";
      if (label) group.append(shape("text", { x: x + 4, y: y + 12 }, label));
      return group;
    });
    picture.append(...this.groups);
    this.place.replaceChildren(picture);
    this.trail.replaceChildren(...this.path.map((step, at) => {
      const button = element("button", fitting(step.name, 240) || step.name.slice(0, 20));
      button.type = "button";
      button.disabled = at === this.path.length - 1;
      button.addEventListener("click", () => { this.path.length = at + 1; this.redraw(true); });
      return button;
    }));
    if (focus) this.focus(0);
  }

  at(target) {
    const group = target.closest?.("[data-at]");
    return group ? Number(group.dataset.at) : -1;
  }

  focus(at) {
    for (const group of this.groups) group.setAttribute("tabindex", -1);
    this.groups[at]?.setAttribute("tabindex", 0);
    this.groups[at]?.focus();
  }

  // Goes into a box that has something in it.
  enter(at) {
    const steps = [];
    for (let box = this.boxes[at]; box && box.depth > 0; box = this.boxes.find(other => other.node.children.includes(box.node))) steps.unshift(box.node);
    if (steps.length && steps[steps.length - 1].children.length) {
      this.path.push(...steps);
      this.redraw(true);
    }
  }

  key(event) {
    const at = this.at(event.target), last = this.boxes.length - 1;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (to !== undefined) this.focus(Math.max(0, Math.min(last, to)));
    else if (event.key === "Enter" || event.key === " ") this.enter(at);
    else if (event.key === "Escape" && this.path.length > 1) { this.path.pop(); this.redraw(true); }
    else return;
    event.preventDefault();
  }
}

function areaBoxes(node, width) {
  const height = Math.max(220, Math.min(420, width * .45));
  return { boxes: treeMap(node, width, height), height };
}

function flameBoxes(node, width) {
  const boxes = flameGraph(node, width).map(box => ({ ...box, y: box.depth * HIGH, height: HIGH }));
  return { boxes, height: HIGH * (1 + boxes.reduce((most, box) => Math.max(most, box.depth), 0)) };
}
