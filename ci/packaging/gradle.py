"""Gradle's module metadata: a JSON file beside the POM that says which file serves which purpose.

Gradle reads it instead of the POM, from version 6 on. The variants of a jar are its API, its run time, its sources and
its documentation. The native libraries are variants of `tenure` too, each with a capability of its own, so that nobody
gets one without asking. Gradle's specification 1.1 says what the fields mean.
"""

import hashlib
import json

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
