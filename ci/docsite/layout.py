"""Lays out what MkDocs builds: the pages of docs/, the generated ones of the reference, and mkdocs.yml with its folders.

A link that leaves docs/ leads to the repository. The comments that say how a snippet is run are for ci/docs alone.
"""

import os
import re
import shutil
from pathlib import Path, PurePosixPath

import look
import reference
import tabs
from pages import COMMENT, FENCE, ROOT, pages, read

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


SHOWS = re.compile(r"<!-- shows: (\S+?)#([\w-]+) -->\n(?:.+\n)+")


def shown(page, text):
    """The text with the section of another page in the place of the paragraph behind a comment that names it. A paragraph of
    the section that leads back to this page is left out."""
    def section(match):
        whole = read(match[1])
        found = re.search(r"(?m)^#+ (.*)$", whole)
        while found and slug(found[1]) != match[2]:
            found = re.compile(r"(?m)^#+ (.*)$").search(whole, found.end())
        if not found:
            raise SystemExit(f"{page} shows {match[1]}#{match[2]}, which is not there")
        body = re.split(r"(?m)^#+ ", whole[found.end():])[0].strip()
        kept = [one for one in body.split("\n\n") if f"]({os.path.relpath(page, PurePosixPath(match[1]).parent)})" not in one]
        return LINK.sub(lambda link: link[1] + moved(link[2], match[1], page) + link[3], "\n\n".join(kept)) + "\n"

    return SHOWS.sub(section, text)


def slug(heading):
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def moved(target, page, to):
    """A link of one page as it stands on another one."""
    if re.match(r"[a-z]+:|#", target):
        return target
    path, hash_, anchor = target.partition("#")
    return os.path.relpath(os.path.normpath(PurePosixPath(page).parent / path), PurePosixPath(to).parent) + hash_ + anchor


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
            write(page, shown(page, read(page)))
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](../")
    write("docs/reference/changes.md", changes)
    for page, text in reference.generated():
        write(page, text)
    for name, folder in reference.SITES.items():
        shutil.copytree(ROOT / folder, WORK / "pages/reference" / name, ignore=shutil.ignore_patterns("*.md"))
        look.dress(WORK / "pages/reference" / name, name)
    for name, value in (("VERSION", reference.VERSION), ("PAGES", WORK / "pages"), ("SITE", ROOT / "target/site"),
                        ("HOOK", ROOT / "ci/docsite/edit.py")):
        config = config.replace(f"@{name}@", str(value))
    (WORK / "mkdocs.yml").write_text(config, encoding="utf-8")
    script = WORK / "pages/versions.js"
    script.write_text(script.read_text(encoding="utf-8").replace("@VERSION@", reference.VERSION), encoding="utf-8")


SHIM = "https://unpkg.com/iframe-worker/shim"


# The theme's script asks the host of the repository for its stars.
STARS = re.compile(r'\s+data-md-component="?source"?(?=[\s>])')


def own_shim():
    """The theme's plugin for reading from the disk fetches a script from elsewhere; ours, docs/offline.js, takes its place. And
    nothing is asked of the host of the repository."""
    site = ROOT / "target/site"
    for file in site.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        if "data-md-color-scheme" in text:
            way = "../" * (len(file.relative_to(site).parts) - 1)
            file.write_text(STARS.sub("", text.replace(SHIM, f"{way}offline.js")), encoding="utf-8")


# What a page fetches by itself, as against a link that the reader follows.
FETCHES = re.compile(r"<(?:script|img|iframe|source)\b[^>]*?\bsrc=\"?(https?:[^\"\s>]+)"
                     r"|<link\b(?=[^>]*\brel=\"?(?:stylesheet|preconnect|icon))[^>]*?\bhref=\"?(https?:[^\"\s>]+)"
                     r"|@import[^;]*?(https?:[^\"')\s]+)|url\(\"?(https?:[^\")\s]+)")


def offline():
    """Yields (page, complaint or None): the site must be readable where there is no network."""
    own_shim()
    site = ROOT / "target/site"
    # That of the theme has the addresses of a site at the top of its server.
    shutil.copy(ROOT / "docs/404.html", site)
    for file in sorted([*site.rglob("*.html"), *site.rglob("*.css")]):
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".html" and file.relative_to(site).parts[1:2] and file.relative_to(site).parts[1] in reference.SITES \
                and "<body" in text and look.BAR not in text:
            yield f"{file.relative_to(site)} bar", f"target/site/{file.relative_to(site)} has no way back to the site"
        found = FETCHES.search(text)
        name = str(file.relative_to(site))
        if STARS.search(text):
            yield f"{name} stars", f"target/site/{name} asks the host of the repository for its stars"
        yield name, found and f"target/site/{name} fetches {next(filter(None, found.groups()))}"
