"""Reads the pages of docs/ and the README: their fences, and the comments before a fence that say how it is run.

A comment stands directly before its fence, with nothing but blank lines and other comments between:

    <!-- given: Tensor x = Tensor.ones(2, 3); -->      code of the same method, before the snippet
    <!-- given class: int rows() { return 2; } -->     members of the class, or declarations of a C or Rust file
    <!-- then: x.close(); -->                          code of the same method, behind the snippet
    <!-- continues -->                                 the same method as the fence of this language before it
    <!-- leaves: the page shows a leak -->             something may be alive after it, and why
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = ("java", "csharp", "c", "rust", "kotlin", "scala", "fsharp")
RIVALS = ("MXNet", "TorchSharp", "DJL", "ND4J", "JavaCPP", "PyTorch", "ONNX Runtime")
FENCE = re.compile(r"^( *)(`{3,}|~{3,})\s*([\w+#-]*)(.*)$")
COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)
DIRECTIVE = re.compile(r"\s*(given class|given|then|continues|leaves)\b\s*:?(.*)\Z", re.DOTALL)


@dataclass
class Directive:
    """A comment that says how a fence is run. `line` is the line of the page on which its text starts."""

    kind: str
    text: str
    line: int
    used: bool = False


@dataclass
class Fence:
    page: str
    line: int  # of its first line of code
    language: str
    title: str
    code: str
    directives: list[Directive] = field(default_factory=list)

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    @property
    def theirs(self):
        return any(self.title.startswith(rival) for rival in RIVALS)

    @property
    def file(self):
        """The file of the repository that the fence is a part of, or None. A title with a slash is a path."""
        return self.title if "/" in self.title and not self.theirs else None

    def texts(self, kind):
        return [one for one in self.directives if one.kind == kind]


def pages(named=()):
    """The paths of all pages, or of those that are named, relative to the root of the repository."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    wanted = [Path(name).resolve() for name in named]
    for one in wanted:
        if one not in found:
            raise SystemExit(f"{one} is no page: pages are README.md and docs/**/*.md")
    return [str(page.relative_to(ROOT)) for page in found if not wanted or page in wanted]


def read(page):
    return (ROOT / page).read_text(encoding="utf-8")


def fences(page, text=None):
    """The fences of a page, each with the directives before it, and the complaints about directives without a fence."""
    lines = (read(page) if text is None else text).split("\n")
    found, masked, current = [], [], None
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if current is None and match:
            title = re.search(r'title="([^"]*)"', match[4])
            current = (match[1], match[2], Fence(page, number + 1, match[3], title[1] if title else "", ""))
            masked.append("\0")
        elif current is not None and line.strip() == current[1]:
            found.append(current[2])
            masked.append("\1")
            current = None
        elif current is not None:
            indent = current[0]
            current[2].code += (line[len(indent):] if line.startswith(indent) else line.lstrip()) + "\n"
            masked.append("\0")
        else:
            masked.append(line)
    wrong = [f"{current[2].place}: the fence has no end"] if current else []
    return found, wrong + attach(page, found, "\n".join(masked))


def attach(page, found, text):
    """Gives each fence the comments before it. `text` is the page with a NUL for each line of a fence."""
    for fence in found:
        before = text.split("\n")[: fence.line - 2]
        start = sum(len(line) + 1 for line in before)
        fence.directives = list(directives(text, start))
    kept = {one.line for fence in found if fence.language in PROGRAMS for one in fence.directives}
    wrong = []
    for match in COMMENT.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        directive = DIRECTIVE.match(match[1])
        if directive and text.count("\n", 0, match.start() + 4 + directive.start(2)) + 1 not in kept:
            wrong.append(f"{page}:{line}: no fence of a program follows '{directive[1]}'")
    return wrong


def directives(text, end):
    """Those that stand directly before `end`, in the order of the page."""
    found = []
    while True:
        stop = len(text[:end].rstrip())
        if not text[:stop].endswith("-->"):
            return reversed(found)
        start = text.rfind("<!--", 0, stop)
        match = DIRECTIVE.match(text[start + 4 : stop - 3])
        if match:
            line = text.count("\n", 0, start + 4 + match.start(2)) + 1
            found.append(Directive(match[1], match[2].rstrip(), line))
        end = start
