"""Lays out what MkDocs builds: the pages of docs/, the generated ones of the reference, and mkdocs.yml with its folders.

A link that leaves docs/ leads to the repository. The comments that say how a snippet is run are for ci/docs alone.
"""

import os
import re
import shutil
from pathlib import Path, PurePosixPath

import reference
import tabs
from pages import COMMENT, FENCE, ROOT, pages

WORK = ROOT / "target/docs"
LINK = re.compile(r"(\]\()([^)\s]+)(\))")


def prose(text, change):
    """The text with `change` made of each stretch that is no fence."""
    out, plain, end = [], [], None
    for line in text.split("\n"):
        match = FENCE.match(line)
        if end is None and match:
            out += [change("\n".join(plain)), line]
            plain, end = [], match[2]
        elif end is not None:
            out.append(line)
            if line.strip() == end:
                end = None
        else:
            plain.append(line)
    return "\n".join([*out, change("\n".join(plain))] if plain else out)


def outside(page, target, repository):
    """The address in the repository of a link that leaves docs/, else the link."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, _, anchor = target.partition("#")
    found = os.path.normpath(PurePosixPath(page).parent / path)
    if found.startswith("docs/"):
        return target
    kind = "tree" if (ROOT / found).is_dir() else "blob"
    return f"{repository}/{kind}/main/{found}" + (f"#{anchor}" if anchor else "")


def lay_out():
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    repository = re.search(r"(?m)^repo_url: (\S+)$", config)[1]
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "docs", WORK / "pages", ignore=shutil.ignore_patterns("*.md"))

    def write(page, text):
        text = prose(text, lambda part: LINK.sub(
            lambda link: link[1] + outside(page, link[2], repository) + link[3], COMMENT.sub("", part)))
        file = WORK / "pages" / PurePosixPath(page).relative_to("docs")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(tabs.tabbed(text), encoding="utf-8")

    for page in pages():
        if page.startswith("docs/"):
            write(page, (ROOT / page).read_text(encoding="utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](../")
    write("docs/reference/changes.md", changes)
    for page, text in reference.generated():
        write(page, text)
    for name, folder in reference.SITES.items():
        shutil.copytree(ROOT / folder, WORK / "pages/reference" / name, ignore=shutil.ignore_patterns("*.md"))
    for name, value in (("VERSION", reference.VERSION), ("PAGES", WORK / "pages"), ("SITE", ROOT / "target/site"),
                        ("HOOK", ROOT / "ci/docsite/edit.py")):
        config = config.replace(f"@{name}@", str(value))
    (WORK / "mkdocs.yml").write_text(config, encoding="utf-8")


SHIM = "https://unpkg.com/iframe-worker/shim"


def own_shim():
    """The theme's plugin for reading from the disk fetches a script from elsewhere; ours, docs/offline.js, takes its place."""
    site = ROOT / "target/site"
    for file in site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        if SHIM in text:
            file.write_text(text.replace(SHIM, "../" * (len(file.relative_to(site).parts) - 1) + "offline.js"), encoding="utf-8")


# What a page fetches by itself, as against a link that the reader follows.
FETCHES = re.compile(r"<(?:script|img|iframe|source)\b[^>]*?\bsrc=\"?(https?:[^\"\s>]+)"
                     r"|<link\b(?=[^>]*\brel=\"?(?:stylesheet|preconnect|icon))[^>]*?\bhref=\"?(https?:[^\"\s>]+)"
                     r"|@import[^;]*?(https?:[^\"')\s]+)|url\(\"?(https?:[^\")\s]+)")


def offline():
    """Yields (page, complaint or None): the site must be readable where there is no network."""
    own_shim()
    site = ROOT / "target/site"
    for file in sorted([*site.rglob("*.html"), *site.rglob("*.css")]):
        if reference.SITES.keys() & set(file.relative_to(site).parts):
            continue
        found = FETCHES.search(file.read_text(encoding="utf-8"))
        name = str(file.relative_to(site))
        yield name, found and f"target/site/{name} fetches {next(filter(None, found.groups()))}"
