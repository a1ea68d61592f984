"""Follows every relative link of the project's Markdown: the file exists, and so does the anchor in it.

A heading that ends in `#` is refused too: Markdown takes it for the end of the heading, and `C#` becomes `C`."""

import re
from pathlib import Path

from pages import COMMENT, ROOT
from layout import prose

LINK = re.compile(r"(?<!!)\[(?:[^\]`]|`[^`]*`)*\]\(([^)\s]+)\)|!\[[^\]]*\]\(([^)\s]+)\)")
# Written by ci/docs when the site is built.
WRITTEN = ("docs/reference/",)


def anchors(text):
    """The anchors of a page's headings, as MkDocs and GitHub make them."""
    found, seen = set(re.findall(r"(?:\{#|<a (?:id|name)=\"|id=\")([\w-]+)", text)), {}
    # Right below a table MkDocs reads a heading as a row of it.
    plain = prose(text, lambda part: re.sub(r"(?m)(?<!\|\n)^(#+ )", "\0\\1", part))
    for heading in re.findall(r"(?m)^\0#+ (.*)$", plain):
        words = re.sub(r"\{#.*\}", "", heading)
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", words).replace("`", "")
        for name in {re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", words).strip().lower()),
                     re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words).strip().lower())}:
            count = seen.get(name, 0)
            seen[name] = count + 1
            found |= {f"{name}_{count}", f"{name}-{count}"} if count else {name}
    return found


def markdown(root):
    yield from sorted(file for file in root.glob("*.md"))
    for folder in ("docs", "data", "dotnet/src", "java", "examples"):
        yield from sorted(file for file in (root / folder).rglob("*.md") if not {"target", "obj", "bin"} & set(file.parts[len(root.parts):]))


def links(text):
    """Yields (line, target); those in fences and in code are none."""
    lines = prose(text, lambda part: "\n".join("\0" + row for row in part.split("\n"))).split("\n")
    for number, row in enumerate(lines, 1):
        if row.startswith("\0"):
            for match in LINK.finditer(re.sub(r"`[^`]*`", "``", row)):
                yield number, match[1] or match[2]


def check(root=ROOT):
    """Yields (name of the check, complaint or None), one for each page."""
    for page in markdown(root):
        name, wrong = str(page.relative_to(root)), []
        text = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), page.read_text(encoding="utf-8"))
        for line, target in links(text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if any(str(file).startswith(str(root / one)) for one in WRITTEN):
                continue
            if not file.exists():
                wrong.append(f"{name}:{line}: there is no {target}")
            elif anchor and file.suffix == ".md" and anchor not in anchors(Path(file).read_text(encoding="utf-8")):
                wrong.append(f"{name}:{line}: {path or 'the page'} has no heading #{anchor}")
        for line, heading in headings(text):
            if re.search(r"[^\\]#\s*$", heading):
                wrong.append(f"{name}:{line}: '{heading}' loses its last #; write \\#")
        yield name, "\n".join(wrong) or None


def headings(text):
    """Yields (line, heading) of each."""
    for number, row in enumerate(prose(text, lambda part: re.sub(r"(?m)^(#+ )", "\0\\1", part)).split("\n"), 1):
        if row.startswith("\0#"):
            yield number, row[1:].lstrip("#").strip()
