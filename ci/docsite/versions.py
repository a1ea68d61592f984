"""Puts the site beside those of other versions: FOLDER/VERSION, and the list that its header shows.

FOLDER/versions.json has the form that other tools write and read, newest first; FOLDER/versions.js says the same for pages
that are read from the disk. FOLDER/index.html leads to the newest version that is no preview, or to the newest; servers
answer with FOLDER/404.html where there is no page.
"""

import json
import re
import shutil
from pathlib import Path

import reference
from pages import ROOT

# What the script of the header says of a site as it is built, and of one that was published.
ALONE, BESIDE = "const PUBLISHED = false;", "const PUBLISHED = true;"


def order(version):
    """A key that sorts 0.9 before 0.10, and 1.0.0-rc1 before 1.0.0."""
    number, _, preview = version.partition("-")
    parts = [int(part) for part in re.findall(r"\d+", number)]
    return parts, not preview, [(int(digits or 0), word) for digits, word in re.findall(r"(\d+)|([a-z]+)", preview.lower())]


def listed(versions, added):
    """The entries of versions.json with one version added or replaced, newest first."""
    kept = [one for one in versions if one["version"] != added]
    return sorted([*kept, {"version": added, "title": added, "aliases": []}], key=lambda one: order(one["version"]), reverse=True)


def newest(versions):
    return next((one["version"] for one in versions if "-" not in one["version"]), versions[0]["version"])


def publish(folder, site=ROOT / "target/site", version=reference.VERSION):
    """Copies the site to folder/version, replacing what is there, and adds the version to the lists."""
    folder = Path(folder)
    if not (site / "index.html").is_file():
        raise SystemExit(f"there is no {site}/index.html: ci/docs builds it")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "versions.json"
    versions = listed(json.loads(file.read_text(encoding="utf-8")) if file.is_file() else [], version)
    shutil.rmtree(folder / version, ignore_errors=True)
    shutil.copytree(site, folder / version)
    script = folder / version / "versions.js"
    script.write_text(script.read_text(encoding="utf-8").replace(ALONE, BESIDE), encoding="utf-8")
    text = json.dumps(versions, indent=2)
    file.write_text(text + "\n", encoding="utf-8")
    (folder / "versions.js").write_text(f"window.tenureVersions = {text};\n", encoding="utf-8")
    shutil.copy(ROOT / "docs/404.html", folder)
    first = newest(versions)
    (folder / "index.html").write_text(
        f'<!doctype html>\n<meta charset="utf-8">\n<title>Tenure</title>\n<meta http-equiv="refresh" content="0; url={first}/index.html">\n'
        f'<a href="{first}/index.html">Tenure {first}</a>\n', encoding="utf-8")
