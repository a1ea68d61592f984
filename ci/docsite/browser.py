"""Tests of the site's scripts (docs/*.js, docs/reference/look.js) in headless Chromium: each runs in a small page that has what
the script looks for, acts as a reader would, and writes what it then sees.

Prints a line "ok|FAIL|skip<tab>NAME<tab>MESSAGE" for each, as ci/reports.py reads them. ci/browser runs it.
"""

import functools
import html
import http.server
import json
import re
import subprocess
import tempfile
import threading
from pathlib import Path

from pages import ROOT

OPERATIONS = """<article><h1>Operations</h1>
<h2>Losses</h2><p>Text</p><table><tbody><tr><td>crossEntropy</td><td>of class scores</td></tr>
<tr><td>mseLoss</td><td>mean squares</td></tr></tbody></table>
<h2>Products</h2><table><tbody><tr><td>matmul</td><td>product of matrices</td></tr></tbody></table></article>"""
# What is left of the page above, by what was typed.
FILTERS = {"cross entropy": ["crossEntropy"], "CrossEnt": ["crossEntropy"], "losses": ["crossEntropy", "mseLoss"],
           "matrices product": ["matmul"], "nothing": [], "": ["crossEntropy", "mseLoss", "matmul"]}
FILTER = """
const seen = (all) => [...document.querySelectorAll(all)].filter((one) => !one.hidden);
const typed = (text) => { const field = document.querySelector(".filter"); field.value = text; field.dispatchEvent(new Event("input"));
  return [seen("tr").map((row) => row.cells[0].textContent), seen("h2").length]; };
addEventListener("load", () => tell(%s.map(typed).concat([[document.querySelectorAll(".filter").length]])));
"""
HEADER = '<script id="__config" type="application/json">{"base": "%s"}</script><div class="md-header__topic"></div>'
VERSIONS = """
setTimeout(() => tell([...document.querySelectorAll(".md-version__link")].map((one) =>
  [one.textContent, one.href, one.getAttribute("aria-current")])), 300);
"""
LOOK = """
const page = document.documentElement, state = () => [page.dataset.look, page.classList.contains("theme-dark"),
  localStorage.getItem("rustdoc-theme"), localStorage.getItem("dokka-dark-mode"), localStorage.getItem("use-dark-theme"),
  JSON.parse(localStorage.getItem("/.__palette"))?.color.scheme ?? null];
addEventListener("load", () => { const before = state(), button = document.querySelector("button");
  button.click(); const once = state(); button.click(); tell([before, once, state()]); });
"""
WORKER = """
const worker = new Worker(new URL("worker.js", location)), got = [];
worker.onmessage = (message) => { got.push(message.data); if (got.length === 2) tell(got.sort()); };
worker.postMessage("one"); worker.postMessage("two");
"""


def page(body, *scripts):
    tell = ('window.tell = (what) => document.body.append(Object.assign(document.createElement("pre"), '
            '{ id: "told", textContent: JSON.stringify(what ?? null) }));')
    return f"<!doctype html><html><head><title>x</title></head><body>{body}<script>{tell}</script>{''.join(scripts)}</body></html>"


def inline(text):
    return f"<script>{text}</script>"


def shown(address):
    """What the page at an address has told, or None."""
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000", "--dump-dom", address]
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120).stdout
    told = re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)
    return json.loads(html.unescape(told[1])) if told else None


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def served(folder, path):
    """The same from a server, where a page has an origin."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            return shown(f"http://127.0.0.1:{server.server_port}/{path}")
        finally:
            server.shutdown()


def filters(folder):
    script = (ROOT / "docs/filter.js").read_text()
    text = page(OPERATIONS, inline(script), inline(FILTER % json.dumps(list(FILTERS))))
    (folder / "operations.html").write_text(text)
    chapters = [1, 1, 1, 1, 0, 2]
    yield "the filter of operations", [*map(list, zip(FILTERS.values(), chapters)), [1]], served(folder, "operations.html")
    (folder / "modules.html").write_text(page(OPERATIONS, inline(script), inline('addEventListener("load", () => tell(document.querySelectorAll(".filter").length))')))
    yield "no filter on another page", 0, served(folder, "modules.html")


def versions(folder):
    script = (ROOT / "docs/versions.js").read_text().replace("@VERSION@", "0.2.0")
    published = script.replace("const PUBLISHED = false", "const PUBLISHED = true")
    assert published != script, "versions.js has lost what ci/docs --publish replaces"
    inner = folder / "0.2.0"
    (inner / "start").mkdir(parents=True)
    (inner / "start/java.html").write_text(page(HEADER % "..", inline(published), inline(VERSIONS)))
    (inner / "alone.html").write_text(page(HEADER % ".", inline(script), inline(VERSIONS)))

    def links(root, *names):
        return [[name, f"{root}/{name}/index.html", "true" if name == "0.2.0" else None] for name in names]

    home = folder.as_uri()
    yield "a site that was not published", links(home, "0.2.0"), shown((inner / "alone.html").as_uri())
    yield "without a list of versions", links(home, "0.2.0"), shown((inner / "start/java.html").as_uri())
    listed = [{"version": "0.2.0"}, {"version": "0.1.0"}]
    (folder / "versions.js").write_text(f"window.tenureVersions = {json.dumps(listed)};")
    yield "versions from the disk", links(home, "0.2.0", "0.1.0"), shown((inner / "start/java.html").as_uri())
    (folder / "versions.js").write_text('window.tenureVersions = [{"version": 7}];')
    yield "a list that is none", links(home, "0.2.0"), shown((inner / "start/java.html").as_uri())
    (folder / "versions.json").write_text(json.dumps(listed))
    found = served(folder, "0.2.0/start/java.html") or []
    yield "versions from a server", ["0.2.0", "0.1.0"], [name for name, _, _ in found]


def looks(folder):
    bar = '<div class="look-bar"><button type="button">Dark, light</button></div>'
    (folder / "reference/rust").mkdir(parents=True)
    (folder / "reference/look.js").write_text((ROOT / "docs/reference/look.js").read_text())
    script = '<script src="../look.js"></script>'
    (folder / "reference/rust/index.html").write_text(page(bar, script, inline(LOOK)))
    light = ["light", False, "light", "false", "false"]
    dark = ["dark", True, "dark", "true", "true"]
    found = served(folder, "reference/rust/index.html")
    yield "dark and light of a reference", [[*light, None], [*dark, "slate"], [*light, "default"]], found
    keeps = inline('localStorage.setItem("/.__palette", JSON.stringify({color: {scheme: "slate"}}))')
    (folder / "reference/rust/kept.html").write_text(page(bar, keeps, script, inline(LOOK)))
    found = served(folder, "reference/rust/kept.html") or [None]
    yield "a reference has the choice of the site", [*dark, "slate"], found[0]
    broken = inline('localStorage.setItem("/.__palette", "no JSON")')
    (folder / "reference/rust/broken.html").write_text(page(bar, broken, script, inline('tell(document.documentElement.dataset.look)')))
    yield "a choice that cannot be read", "light", served(folder, "reference/rust/broken.html")


def offline(folder):
    (folder / "worker.js").write_text('onmessage = async (message) => { await importScripts("part.js"); postMessage(part(message.data)); };')
    (folder / "part.js").write_text('var part = (text) => `${text}!`;')
    (folder / "worker.html").write_text(page("", inline((ROOT / "docs/offline.js").read_text()), inline(WORKER)))
    yield "the search of a site on the disk", ["one!", "two!"], shown((folder / "worker.html").as_uri())


def missing(folder):
    text = page((ROOT / "docs/404.html").read_text(), inline('tell(document.querySelector("a").href.replace(location.origin, ""))'))
    for at, home in {"docs/0.2.0/start/none.html": "/docs/0.2.0/index.html", "none.html": "/"}.items():
        (folder / at).parent.mkdir(parents=True, exist_ok=True)
        (folder / at).write_text(text)
        yield f"the way back from a missing page, {at}", home, served(folder, at)


def main():
    for test in (filters, versions, looks, offline, missing):
        with tempfile.TemporaryDirectory() as folder:
            for name, expected, found in test(Path(folder)):
                print(f"{'ok' if found == expected else 'FAIL'}\tscripts of the site: {name}\texpected {expected}, found {found}")


if __name__ == "__main__":
    main()
