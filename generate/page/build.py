#!/usr/bin/env python3
"""Writes the page of a memory snapshot: one HTML file without a network, into the packages of Java and .NET.

    generate/page/build.py            writes the files
    generate/page/build.py --check    fails if a file is not what it would write

The page is page.html with page.css, the scripts and the vendored uPlot inside. Its content security policy allows the
one script and the one style sheet by their hashes. @SNAPSHOT@ stays: the wrappers put the text of a snapshot there, in which
each < is written \\u003c.
"""

import base64
import hashlib
import pathlib
import sys

import uplot

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
OUTPUTS = [
    ROOT / "java/tenure/src/main/resources/dev/tenure/reports/memory-page.html",
    ROOT / "dotnet/src/Tenure/Reports/memory-page.html",
]


def text(name):
    return (HERE / name).read_text(encoding="utf-8").strip("\n")


def hashed(content):
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


def page():
    style = uplot.read("uPlot.min.css") + "\n" + text("page.css")
    script = "\n".join([uplot.read("uPlot.iife.min.js"), *map(text, ["model.js", "layout.js", "parts.js", "view.js"])]) + "\n"
    for part in (style, script):
        assert "</" not in part.replace("<\\/", ""), "a closing tag would end the element"
    licence = uplot.read("LICENSE")
    assert "--" not in licence, "it would end the comment"
    out = text("page.html") + "\n"
    for mark, value in {
        "@SCRIPT@": hashed(script),
        "@STYLE@": hashed(style),
        "@UPLOT@": uplot.VERSION,
        "@LICENCE@": f"uPlot {uplot.VERSION}\n\n{licence}",
        "@CSS@": style,
        "@JS@": script,
    }.items():
        assert out.count(mark) == 1, mark
        out = out.replace(mark, value)
    assert out.count("@SNAPSHOT@") == 1
    return out


def main():
    made = page()
    stale = []
    for path in OUTPUTS:
        if not path.is_file() or path.read_text(encoding="utf-8") != made:
            stale.append(path)
            if "--check" not in sys.argv:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(made, encoding="utf-8")
    for path in stale:
        print(("stale: " if "--check" in sys.argv else "wrote ") + str(path.relative_to(ROOT)))
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
