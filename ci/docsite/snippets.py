"""Holds every fence of a program language to what it says it is: theirs, a part of a file, or ours, which is run.

CONTRIBUTING.md tells writers the form. Every refusal names the page and the line.
"""

import re
import shutil

import csharp
import java
import native
from pages import PROGRAMS, ROOT, fences, pages
from source import blank
from unit import Failed, Unit

# Where the snippets of these languages stand word for word; the tests of that language compile and run them.
ELSEWHERE = {
    "kotlin": ("java/kotlin/src/test", ("GuideTest.kt", "Hello.kt")),
    "scala": ("java/scala/src/test", ("GuideTest.scala", "Hello.scala")),
    "fsharp": ("dotnet/tests/Tenure.FSharp.Tests", ("GuideTests.fs", "Hello.fs")),
}
RUNNERS = {
    "java": java.run,
    "csharp": csharp.run,
    "c": lambda units, folder: native.run(units, folder, native.c_program),
    "rust": lambda units, folder: native.run(units, folder, native.rust_program),
}
WHOLE = {
    "java": r"\bstatic\s+void\s+main\s*\(",
    "csharp": r"\bstatic\s+(?:async\s+)?(?:void|int|Task)\s+Main\s*\(",
    "c": r"\bint\s+main\s*\(",
    "rust": r"\bfn\s+main\s*\(",
}


def flat(text):
    """Without indentation, and without blank lines."""
    return "\n".join(row for row in (line.strip() for line in text.split("\n")) if row)


def stands_in(fence, files):
    rows = "\n" + flat(fence.code) + "\n"
    return any(rows in "\n" + flat(file.read_text(encoding="utf-8")) + "\n" for file in files)


def of_a_file(fence):
    """The complaint about a fence that says it is a part of a file."""
    path = ROOT / fence.file
    if not path.is_file():
        return f"{fence.place}: there is no {fence.file}"
    if not stands_in(fence, [path]):
        return f"{fence.place}: does not stand in {fence.file} word for word"
    return None


def elsewhere(fence):
    folder, names = ELSEWHERE[fence.language]
    files = [file for name in names for file in sorted((ROOT / folder).rglob(name))]
    if not stands_in(fence, files):
        return f"{fence.place}: stands in none of {', '.join(str(file.relative_to(ROOT)) for file in files)}"
    return None


def outputs(found):
    """Gives each fence the lines of the fence with the title Output that follows it."""
    last = None
    for fence in found:
        if fence.title == "Output" and last is not None:
            last.output = [(fence.line + row, text) for row, text in enumerate(fence.code.split("\n"))]
        last = fence if fence.language in RUNNERS and not fence.theirs else None


def units_of(found):
    """The units of a page by language, and the complaints."""
    units, wrong = {language: [] for language in RUNNERS}, []
    for fence in found:
        if fence.language not in RUNNERS or fence.theirs or fence.file:
            continue
        mine = units[fence.language]
        whole = re.search(WHOLE[fence.language], blank(fence.code)[0]) is not None
        if fence.texts("continues"):
            if not mine or mine[-1].whole or whole:
                wrong.append(f"{fence.place}: there is no fence of this language that it could continue")
            else:
                mine[-1].fences.append(fence)
                continue
        mine.append(Unit([fence], whole))
    return units, wrong


def check(named, languages):
    """Yields (name of the check, complaint or None), one for each fence or unit."""
    units = {language: [] for language in RUNNERS}
    for page in pages(named):
        found, wrong = fences(page)
        outputs(found)
        for fence in found:
            if fence.file:
                yield f"{fence.place} is in {fence.file}", of_a_file(fence)
            elif fence.language in ELSEWHERE and not fence.theirs:
                yield f"{fence.place} is in a test", elsewhere(fence)
        mine, more = units_of(found)
        for complaint in wrong + more:
            yield complaint.split(": ")[0], complaint
        for language, some in mine.items():
            units[language] += some
    folder = ROOT / "target/snippets"
    shutil.rmtree(folder, ignore_errors=True)
    for language, some in units.items():
        if some and language in languages:
            yield from ran(language, some, folder / language)


def ran(language, units, folder):
    complaints = {}
    try:
        for unit, complaint in RUNNERS[language](units, folder):
            complaints.setdefault(unit, []).append(complaint)
    except Failed as failed:
        complaints[None] = [str(failed)]
    for unit in units:
        mine = unit.wrong + complaints.get(unit, [])
        yield f"{unit.place} {language}", "\n".join(mine) or None
    for complaint in complaints.get(None, []):
        yield language, complaint


assert set(RUNNERS) | set(ELSEWHERE) == set(PROGRAMS)
