"""Gradle's module metadata: a JSON file beside the POM that says which file serves which purpose.

Gradle reads it instead of the POM, from version 6 on. The variants of a jar are its API, its run time, its sources and
its documentation. The native libraries are variants of `tenure` too, each with a capability of its own, so that nobody
gets one without asking. Gradle's specification 1.1 says what the fields mean.
"""

import hashlib
import json
import xml.etree.ElementTree as xml

from common import VERSION

# Gradle looks for this line of the POM, and for the metadata only where it is.
MARKER = "<!-- do_not_remove: published-with-gradle-metadata -->"
HASHES = ("sha512", "sha256", "sha1", "md5")
LIBRARY = {
    "org.gradle.category": "library",
    "org.gradle.dependency.bundling": "external",
    "org.gradle.jvm.version": 17,
    "org.gradle.libraryelements": "jar",
}
DOCUMENTATION = {
    "org.gradle.category": "documentation",
    "org.gradle.dependency.bundling": "external",
    "org.gradle.usage": "java-runtime",
}


def capability(group, name):
    return {"group": group, "name": name}


def native_capability(classifier):
    """What a build asks of `tenure` to get the library of a platform."""
    return f"tenure-{classifier}"


def dependency(one):
    """A dependency of the POM; one with a classifier asks for the capability of that platform."""
    found = {"group": one.group, "module": one.name, "version": {"requires": one.version}}
    if one.classifier:
        found["requestedCapabilities"] = [capability(one.group, native_capability(one.classifier))]
    return found


def file(path):
    data = path.read_bytes()
    hashes = {kind: hashlib.new(kind, data).hexdigest() for kind in HASHES}
    return {"name": path.name, "url": path.name, "size": len(data), **hashes}


def variant(name, attributes, usage=None, docs=None, **more):
    """One variant; what is empty is left out."""
    attributes = dict(attributes)
    if usage:
        attributes["org.gradle.usage"] = usage
    if docs:
        attributes["org.gradle.docstype"] = docs
    return {"name": name, "attributes": attributes, **{key: value for key, value in more.items() if value}}


def library(jar, dependencies):
    """The variants of a jar, and of those with its sources and documentation."""
    needed = [one for one in dependencies if not one.optional]
    sources, docs = (jar.with_name(f"{jar.stem}-{part}.jar") for part in ("sources", "javadoc"))
    return [
        variant(
            "apiElements", LIBRARY, "java-api", files=[file(jar)],
            dependencies=[dependency(one) for one in needed if not one.classifier],
        ),
        variant(
            "runtimeElements", LIBRARY, "java-runtime", files=[file(jar)],
            dependencies=[dependency(one) for one in needed],
        ),
        variant("sourcesElements", DOCUMENTATION, docs="sources", files=[file(sources)]),
        variant("javadocElements", DOCUMENTATION, docs="javadoc", files=[file(docs)]),
    ]  # fmt: skip


def native(group, jar, classifier):
    """The variant with a native library."""
    name = "".join(part.capitalize() for part in classifier.replace("_", "-").split("-"))
    offered = {**capability(group, native_capability(classifier)), "version": VERSION}
    return variant(f"native{name}", LIBRARY, "java-runtime", files=[file(jar)], capabilities=[offered])


def platform(constraints):
    """The variants of a BOM. One module has one version, whatever its classifiers."""
    modules = {(one.group, one.name): one.version for one in constraints}
    listed = [{"group": group, "module": name, "version": {"requires": version}} for (group, name), version in modules.items()]
    attributes = {"org.gradle.category": "platform"}
    return [
        variant("apiElements", attributes, "java-api", dependencyConstraints=listed),
        variant("runtimeElements", attributes, "java-runtime", dependencyConstraints=listed),
    ]


def written(group, artifact, variants):
    """The file. Its format version is its first field, as the specification has it."""
    component = {"group": group, "module": artifact, "version": VERSION, "attributes": {"org.gradle.status": "release"}}
    metadata = {"formatVersion": "1.1", "component": component, "createdBy": {}, "variants": variants}
    return json.dumps(metadata, indent=2) + "\n"


def faults(repository):
    """What is wrong with the metadata of a Maven repository: against the specification, its files, and its POMs."""
    modules = {}
    for pom in sorted(repository.rglob("*.pom")):
        path = pom.with_suffix(".module")
        if MARKER not in pom.read_text():
            yield f"{pom.name} has no marker for Gradle"
        if path.is_file():
            modules[path] = json.loads(path.read_text())
        else:
            yield f"{path.name} is missing"
    offered = {
        (one["group"], one["name"])
        for module in modules.values()
        for each in module["variants"]
        for one in each.get("capabilities", ())
    }
    for path, module in modules.items():
        for fault in (*of_format(module), *of_files(path, module), *of_needs(path, module, offered)):
            yield f"{path.name}: {fault}"


def of_format(module):
    component = module["component"]
    if next(iter(module)) != "formatVersion" or module["formatVersion"] != "1.1":
        yield "does not begin with its format version"
    if component["version"] != VERSION:
        yield f"is of version {component['version']}"
    names = [one["name"] for one in module["variants"]]
    kinds = [json.dumps([one["attributes"], one.get("capabilities")], sort_keys=True) for one in module["variants"]]
    if len(set(names)) < len(names) or len(set(kinds)) < len(kinds):
        yield "has two variants that cannot be told apart"


def of_files(path, module):
    listed = [one for each in module["variants"] for one in each.get("files", ())]
    for one in listed:
        there = path.with_name(one["url"])
        if not there.is_file() or file(there) != one:
            yield f"{one['name']} is not the file that it describes"
    for absent in {jar.name for jar in path.parent.glob("*.jar")} - {one["name"] for one in listed}:
        yield f"{absent} is in no variant"


def of_needs(path, module, offered):
    """Gradle and Maven give the same; what is asked of `tenure` is there."""
    root = xml.parse(path.with_suffix(".pom")).getroot()
    managed = root.find("{*}dependencyManagement")
    wanted = {
        tuple(one.findtext("{*}" + part) for part in ("groupId", "artifactId", "version"))
        for one in (root if managed is None else managed).iterfind("{*}dependencies/{*}dependency")
        if one.findtext("{*}optional") != "true"
    }
    running = next(one for one in module["variants"] if one["name"] == "runtimeElements")
    needs = running.get("dependencies", running.get("dependencyConstraints", ()))
    found = {(one["group"], one["module"], one["version"]["requires"]) for one in needs}
    if found != wanted:
        yield f"needs {found ^ wanted} differently than its POM"
    for one in needs:
        for asked in one.get("requestedCapabilities", ()):
            if (asked["group"], asked["name"]) not in offered:
                yield f"asks for {asked['name']}, which no variant offers"
