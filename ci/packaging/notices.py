"""What a native library is made of: a bill of materials (CycloneDX), and the licences of everything linked into it.

Read from cargo: the packages that the library links on a platform, not those that only build or test it.
"""

import json
import subprocess
import uuid
from functools import lru_cache
from pathlib import Path

from common import DESCRIPTION, REPOSITORY, ROOT, TIMESTAMP, VERSION, Failure

NAMES = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE")
# The standard library is linked too, and no package of cargo's.
STANDARD = {"name": "std (the Rust standard library)", "license": "MIT OR Apache-2.0"}


@lru_cache
def linked(target):
    """The packages of cargo's that the library links on this target, sorted by name."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        done = subprocess.run([part for part in command if part != "--offline"], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{' '.join(command)}: {done.stderr}")
    data = json.loads(done.stdout)
    packages = {package["id"]: package for package in data["packages"]}
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    start = data["resolve"]["root"]
    seen, todo = set(), [start]
    while todo:
        for edge in nodes[todo.pop()]["deps"]:
            normal = any(kind["kind"] is None for kind in edge["dep_kinds"])
            macro = any("proc-macro" in part["kind"] for part in packages[edge["pkg"]]["targets"])
            if normal and not macro and edge["pkg"] not in seen | {start}:
                seen.add(edge["pkg"])
                todo.append(edge["pkg"])
    return sorted((packages[identity] for identity in seen), key=lambda package: (package["name"], package["version"]))


def union(platforms):
    """The packages that the library links on any of these platforms."""
    found = {package["id"]: package for platform in platforms for package in linked(platform.target)}
    return sorted(found.values(), key=lambda package: (package["name"], package["version"]))


def licence_texts(package):
    """Its licence files as (name, text)."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(file for file in folder.iterdir() if file.is_file() and file.name.upper().startswith(NAMES))
    return [(file.name, file.read_text(errors="replace").strip()) for file in files]


def third_party(platforms):
    """The notices as one text: each licence once, after the packages that come under it."""
    texts, silent = {}, []
    for package in union(platforms):
        name = f"{package['name']} {package['version']} ({package['license'].strip()})"
        found = licence_texts(package)
        if not found:
            silent.append(f"{name}, {package['repository']}")
        for file, text in found:
            texts.setdefault(text, []).append(f"{name}: {file}")
    lines = [
        f"Tenure {VERSION} contains compiled code of the packages below, under their licences.",
        f"It also contains parts of {STANDARD['name']}, under {STANDARD['license']}.",
    ]
    if silent:
        lines += ["", "Packages that carry no file with a licence; the name in brackets is what they declare:"]
        lines += [f"  {name}" for name in silent]
    for text, names in texts.items():
        lines += ["", "=" * 80, *names, "-" * 80, text]
    return "\n".join(lines) + "\n"


def component(package):
    found = {
        "type": "library",
        "bom-ref": f"pkg:cargo/{package['name']}@{package['version']}",
        "name": package["name"],
        "version": package["version"],
        "purl": f"pkg:cargo/{package['name']}@{package['version']}",
        "licenses": [{"expression": package["license"].strip().replace("/", " OR ")}],
    }
    if package["description"]:
        found["description"] = " ".join(package["description"].split())
    if package["repository"]:
        found["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return found


def needed(purl, name, version, licence):
    """A package that users get with ours, from its own author."""
    licences = [{"expression": licence}]
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl, "licenses": licences}


def bill(purl, name, platforms, also=()):
    """A CycloneDX document of the package `purl`: what is linked into the libraries of these platforms, and `also`."""
    parts = [*(component(package) for package in union(platforms)), *also]
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "timestamp": TIMESTAMP,
            "component": {
                "type": "library",
                "bom-ref": purl,
                "name": name,
                "version": VERSION,
                "description": DESCRIPTION,
                "purl": purl,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "externalReferences": [{"type": "vcs", "url": REPOSITORY}],
            },
        },
        "components": parts,
        "dependencies": [{"ref": purl, "dependsOn": [part["bom-ref"] for part in parts]}],
    }
    document["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(document, sort_keys=True))}"
    return json.dumps(document, indent=1, sort_keys=True) + "\n"
