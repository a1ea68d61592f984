"""Compares docs/settings.md with what the sources read: each name stands on the page, with the file that reads it."""

import re

from pages import ROOT, read

PAGE = "docs/settings.md"
READS = re.compile(r"(?:getProperty|getenv|getBoolean|getInteger|getLong|GetEnvironmentVariable|GetData|TryGetSwitch|var|var_os)"
                   r"\(\s*(\"[^\"]+\"|[A-Za-z]\w*)")
SOURCES = ("java/tenure/src/main/java", "java/junit/src/main/java", "java/kotlin/src/main", "java/scala/src/main", "dotnet/src", "src",
           "bindings")
MSBUILD = re.compile(r"'\$\((Tenure\w+)\)'")
SUFFIXES = (".targets", ".java", ".kt", ".scala", ".cs", ".fs", ".rs")
# Receivers whose getProperty reads a file, not the process.
OTHERS = re.compile(r"properties\s*\.\s*$")


def sources(root=ROOT):
    for folder in SOURCES:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix in SUFFIXES and not {"obj", "bin", "target"} & set(file.relative_to(root).parts):
                yield file


def read_in(text):
    """The names that a source reads; a constant stands for its value."""
    yield from MSBUILD.findall(text)
    constants = dict(re.findall(r"\b(\w+)\s*(?::[^=\n]*)?=\s*\"([^\"]+)\"", text))
    for match in READS.finditer(text):
        if OTHERS.search(text[: match.start()]) or match[0].startswith("var") and "env::" not in text[match.start() - 5 : match.start()]:
            continue
        names = re.findall(r"\bgetProperty\((\w+), System\.getenv\((\w+)\)", text[match.start() : match.start() + 120])
        for name in [match[1], *(names[0][1:] if names else ())]:
            name = name.strip('"') if name.startswith('"') else constants.get(name)
            if name:
                yield name


def check(root=ROOT, page=None):
    """Yields (name of the check, complaint or None)."""
    text = read(PAGE) if page is None else page
    rows = [row for row in text.split("\n") if row.startswith("|")]
    found = {(name, file.name) for file in sources(root) for name in read_in(file.read_text(encoding="utf-8"))}
    for name, file in sorted(found):
        fits = any(f"`{name}`" in row and f"`{file}`" in row for row in rows)
        yield f"{name} in {file}", None if fits else f"{PAGE}: {file} reads {name}, and no row says so"
    named = {name for row in rows if "`" in row.split("|")[1] for name in re.findall(r"`([\w.]+)`", row.split("|")[1])}
    for name in sorted(named - {name for name, _ in found}):
        yield name, f"{PAGE}: no source reads {name}"
