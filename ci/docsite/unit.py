"""A unit is what runs as one program: a fence, with those that continue it. Here is what all languages have in common."""

import json
import os
import subprocess
from dataclasses import dataclass

from pages import ROOT, Fence
from source import expected, matches

SECONDS = 300  # for all units of one language


class Failed(Exception):
    """A refusal with its reason."""


@dataclass(eq=False)
class Unit:
    fences: list[Fence]
    whole: bool

    def __post_init__(self):
        self.wrong = []

    @property
    def page(self):
        return self.fences[0].page

    @property
    def place(self):
        return self.fences[0].place

    @property
    def name(self):
        """A name for packages and namespaces: that of the page, and the line."""
        page = "".join(char if char.isalnum() else "_" for char in self.page.removesuffix(".md").lower())
        return f"{page}_{self.fences[0].line}"

    def given(self, kind):
        return [one for fence in self.fences for one in fence.texts(kind)]

    def behind(self):
        """The code that follows the snippet in its method."""
        return "\n".join(one.text for one in self.given("then")) + "\n"

    @property
    def leaves(self):
        return bool(self.given("leaves"))

    def wrapped(self, fence, wrap):
        code, wrong = wrap(fence.code, fence.line)
        self.wrong += [f"{fence.page}:{line}: {why}" for line, why in wrong]
        return code

    def missing(self, output):
        """What the comments of the unit promise and its output has not."""
        for fence in self.fences:
            for one in expected(fence.code, fence.line):
                if one.kind == "prints" and not matches(one.text, output):
                    yield f"{fence.page}:{one.line}: no line of the output is '{one.text}'; it is:\n" + indented(output)
            for line, text in getattr(fence, "output", []):
                if text.strip() and not matches(text, output):
                    yield f"{fence.page}:{line}: no line of the output is '{text}'; it is:\n" + indented(output)


def indented(text, rows=30):
    lines = text.rstrip().split("\n")
    return "\n".join(f"    | {row}" for row in lines[:rows]) + ("\n    | ..." if len(lines) > rows else "")


def lay(parts, first, last="", mark=lambda line: ""):
    """A file in which each part begins on its line, with `first` on line 1 and `last` behind the last part."""
    text, now = [first], 1
    for line, code in sorted(parts, key=lambda part: part[0]):
        if line > now:
            text.append("\n" * (line - now))
            now = line
        else:
            text.append(" ")
        text.append(mark(line) + code)
        now += code.count("\n")
    return "".join(text) + "\n" + last + "\n"


def run_all(units, classes, command, folder, environment):
    """Runs the harness of a language over all units: those that may leave something alive come last."""
    results, work = folder / "results", folder / "work"
    results.mkdir()
    work.mkdir()
    order = sorted(units, key=lambda unit: unit.leaves)
    rows = "".join(f"{index}\t{classes[unit]}\t{'leaves' if unit.leaves else ''}\n" for index, unit in enumerate(order))
    (folder / "list.txt").write_text(rows)
    try:
        ended = subprocess.run([*command, str(folder / "list.txt"), str(results)], cwd=work, capture_output=True, text=True,
                               timeout=SECONDS, env=os.environ | environment)
        said = f"exit status {ended.returncode}: {(ended.stdout + ended.stderr)[-2000:]}"
    except subprocess.TimeoutExpired as late:
        said = f"stopped after {SECONDS} s: {(late.stdout or b'')[-2000:]}"
    ran = True
    for index, unit in enumerate(order):
        output, verdict = results / f"{index}.out", results / f"{index}.json"
        if verdict.exists():
            printed = output.read_text(encoding="utf-8")
            for complaint in json.loads(verdict.read_text(encoding="utf-8")):
                yield unit, complaint if complaint.startswith(unit.page) else f"{unit.place}: {complaint}"
            for complaint in unit.missing(printed):
                yield unit, complaint
        elif ran:
            ran = False
            yield unit, f"{unit.place}: the process ended in this snippet ({said})"
        else:
            yield unit, f"{unit.place}: did not run, because the process had ended"
