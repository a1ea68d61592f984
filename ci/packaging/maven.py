"""The Maven packages, laid out as a repository: what Central takes, less the signatures.

`tenure` has the classes, and a classifier a platform with its library; `tenure-all` depends on all of them;
`tenure-bom` gives all one version. The POMs say what those of java/ say, without what only a build needs, and Gradle
has its own metadata beside them.
"""

import hashlib
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import gradle
import licences
import notices
from common import (
    DESCRIPTION,
    PLATFORMS,
    REPOSITORY,
    ROOT,
    VERSION,
    Failure,
    natives,
    read_zip,
    sha256,
    write_jar,
)

GROUP = "dev.tenure"
NAMESPACE = "{http://maven.apache.org/POM/4.0.0}"
LICENCE = ROOT / "LICENSE"


@dataclass(frozen=True)
class Built:
    """An artifact of Maven's: the folder of java/ that it is built in, its sources, and where its documentation is; none if it
    has no class of its own, but dependencies."""

    module: str
    sources: tuple = ("src/main/java", "src/main/resources")
    docs: str = "target/reports/apidocs"


def scala(version):
    sources = tuple(f"../src/main/{part}" for part in ("scala", f"scala-{version}", "resources"))
    return Built(f"scala/{version}", sources, "target/site/scaladocs")


BUILT = {
    "tenure": Built("tenure"),
    "tenure-junit": Built("junit"),
    "tenure-micrometer": Built("micrometer"),
    "tenure-spring-boot-starter": Built("spring"),
    "tenure-foreign": Built("foreign"),  # needs a JDK from 22 on
    "tenure-onnx": Built("onnx", docs=""),
    "tenure-kotlin": Built("kotlin", ("src/main/kotlin", "src/main/resources"), "target/dokka"),
    "tenure-scala_2.13": scala("2.13"),
    "tenure-scala_3": scala("3"),
}


@dataclass(frozen=True)
class Dependency:
    """What a package needs. With a classifier it is a native library, which only running takes."""

    group: str
    name: str
    version: str
    classifier: str = ""
    optional: bool = False


def build(out, folder, platforms):
    """Writes the repository to `out`, with the libraries in `folder`."""
    libraries = natives(folder, platforms)
    jars = [natives_jar(out, platform, libraries[platform.classifier]) for platform in platforms]
    for artifact, built in BUILT.items():
        classes(out, artifact, built, jars if artifact == "tenure" else ())
    all_of_it(out, platforms)
    bom(out)
    checksums(out)


def place(out, artifact, ending):
    return out / GROUP.replace(".", "/") / artifact / VERSION / f"{artifact}-{VERSION}{ending}"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def classes(out, artifact, built, more=()):
    """The jar that Maven built, with our POM instead of that of the build; its sources, and its documentation.

    `more` are variants that Gradle finds beside them.
    """
    folder = ROOT / "java" / built.module
    jar = folder / f"target/{artifact}-{VERSION}.jar"
    if not jar.is_file():
        raise Failure(f"no {jar.relative_to(ROOT)}: ci/package builds it before this")
    name, description, dependencies = described(folder)
    pom = written(artifact, name, description, dependencies)
    write(place(out, artifact, ".pom"), pom)
    entries = {name: data for name, data in read_zip(jar).items() if not name.startswith("META-INF/maven/")}
    for name in entries:
        # A library here is left from another build: those of the platforms have jars of their own.
        if not name.startswith(("dev/tenure/", "META-INF/", "module-info.class")) or name.endswith((".so", ".dylib", ".dll")):
            raise Failure(f"{jar}: {name} is not ours")
    entries[f"META-INF/maven/{GROUP}/{artifact}/pom.xml"] = pom
    entries["META-INF/LICENSE"] = LICENCE
    entries[f"META-INF/sbom/{artifact}.cdx.json"] = notices.bill(
        f"pkg:maven/{GROUP}/{artifact}@{VERSION}", artifact, (),
        [needed(artifact, one) for one in dependencies if not one.optional],
    )  # fmt: skip
    write_jar(place(out, artifact, ".jar"), entries)
    sources = {name: file for part in built.sources for name, file in below(folder / part).items()}
    if not sources:
        raise Failure(f"{artifact} has no sources in {folder}")
    write_jar(place(out, artifact, "-sources.jar"), {**sources, "META-INF/LICENSE": LICENCE, **manifest()})
    # Central wants a jar of documentation of everything.
    pages = below(folder / built.docs) if built.docs else {"META-INF/LICENSE": LICENCE}
    if built.docs and "index.html" not in pages:
        raise Failure(f"no java/{built.module}/{built.docs}: ci/package builds it before this")
    write_jar(place(out, artifact, "-javadoc.jar"), {**pages, **manifest()})
    describe(out, artifact, [*gradle.library(place(out, artifact, ".jar"), dependencies), *more])


def below(folder):
    """The files of a folder, by their path in it."""
    return {file.relative_to(folder).as_posix(): file for file in sorted(folder.rglob("*")) if file.is_file()}


def describe(out, artifact, variants):
    """Gradle's metadata of an artifact whose files are written."""
    write(place(out, artifact, ".module"), gradle.written(GROUP, artifact, variants))


def needed(artifact, one):
    licence = "Apache-2.0" if one.group == GROUP else licences.MAVEN[artifact][f"{one.group}:{one.name}"]
    return notices.needed(f"pkg:maven/{one.group}/{one.name}@{one.version}", one.name, one.version, licence)


def natives_jar(out, platform, library):
    """META-INF/native/tenure/PLATFORM, as dev.tenure.internal.PackagedLibrary reads it, in a module of its own; returns
    what Gradle is told of it."""
    folder = f"META-INF/native/tenure/{platform.classifier}"
    properties = f"version={VERSION}\nfile={platform.library}\nsha256={sha256(library)}\n"
    entries = {
        f"{folder}/library.properties": properties,
        f"{folder}/{platform.library}": library,
        "META-INF/LICENSE": LICENCE,
        f"{folder}/THIRD-PARTY-NOTICES.txt": notices.third_party([platform]),
        f"META-INF/sbom/tenure-{platform.classifier}.cdx.json": notices.bill(
            f"pkg:maven/{GROUP}/tenure@{VERSION}?classifier={platform.classifier}", "tenure", [platform]
        ),
        "module-info.class": module_info(platform.module),
        **manifest(),
    }
    jar = place(out, "tenure", f"-{platform.classifier}.jar")
    write_jar(jar, entries)
    return gradle.native(GROUP, jar, platform.classifier)


def module_info(name):
    """A named module can be part of a runtime image of jlink; an automatic one cannot."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "module-info.java"
        source.write_text(f"module {name} {{}}\n")
        subprocess.run(["javac", "-Xlint:-module", "--release", "17", "-d", folder, source], check=True)
        return (Path(folder) / "module-info.class").read_bytes()


def manifest(**more):
    lines = {"Manifest-Version": "1.0", "Implementation-Title": "Tenure", "Implementation-Version": VERSION, **more}
    text = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in lines.items())
    return {"META-INF/MANIFEST.MF": text + "\r\n"}


def all_of_it(out, platforms):
    """The jar is empty: a dependency on it needs no <type>."""
    dependencies = [Dependency(GROUP, "tenure", VERSION)]
    dependencies += [Dependency(GROUP, "tenure", VERSION, platform.classifier) for platform in platforms]
    description = "Tenure with the native libraries of every platform"
    write(place(out, "tenure-all", ".pom"), written("tenure-all", "Tenure for all platforms", description, dependencies))
    empty = {"META-INF/LICENSE": LICENCE, **manifest(Automatic_Module_Name="dev.tenure.all")}
    for ending in (".jar", "-sources.jar", "-javadoc.jar"):
        write_jar(place(out, "tenure-all", ending), empty)
    describe(out, "tenure-all", gradle.library(place(out, "tenure-all", ".jar"), dependencies))


def bom(out):
    dependencies = [Dependency(GROUP, artifact, VERSION) for artifact in (*BUILT, "tenure-all")]
    # A classifier is managed by itself.
    dependencies += [Dependency(GROUP, "tenure", VERSION, classifier) for classifier in PLATFORMS]
    text = written("tenure-bom", "Tenure, one version of all", "One version for all packages of Tenure", dependencies, True)
    write(place(out, "tenure-bom", ".pom"), text)
    describe(out, "tenure-bom", gradle.platform(dependencies))


def described(folder):
    """Name, description and dependencies of a user, as the POM in this folder and those above it say."""
    poms = [folder / "pom.xml"]
    while poms[0].parent != ROOT / "java":
        poms.insert(0, poms[0].parents[1] / "pom.xml")
    roots = [xml.parse(pom).getroot() for pom in poms]
    values = {"${project.version}": VERSION}
    dependencies = []
    for root in roots:
        for item in root.iterfind("./{*}properties/*"):
            values[f"${{{item.tag.removeprefix(NAMESPACE)}}}"] = item.text
    for dependency in (one for root in roots for one in root.iterfind("./{*}dependencies/{*}dependency")):
        group, name, version, scope, optional = (
            dependency.findtext(NAMESPACE + part) for part in ("groupId", "artifactId", "version", "scope", "optional")
        )
        if scope in (None, "compile"):
            dependencies.append(Dependency(group, name, values.get(version, version), optional=optional == "true"))
    return roots[-1].findtext(NAMESPACE + "name"), roots[-1].findtext(NAMESPACE + "description"), dependencies


def written(artifact, name, description, dependencies, managed=False):
    """A POM that stands by itself."""
    indent = "    " if managed else "  "
    lines = [f"{indent}<dependencies>"]
    for one in dependencies:
        parts = {"groupId": one.group, "artifactId": one.name, "version": one.version, "classifier": one.classifier}
        if one.classifier and not managed:
            parts["scope"] = "runtime"
        if one.optional:
            parts["optional"] = "true"
        listed = [f"{indent}    <{part}>{value}</{part}>" for part, value in parts.items() if value]
        lines += [f"{indent}  <dependency>", *listed, f"{indent}  </dependency>"]
    lines.append(f"{indent}</dependencies>")
    if managed:
        lines = ["  <dependencyManagement>", *lines, "  </dependencyManagement>"]
    listed = "\n".join(lines) + "\n" if dependencies else ""
    connection = f"scm:git:{REPOSITORY}.git"
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
  {gradle.MARKER}
  <modelVersion>4.0.0</modelVersion>
  <groupId>{GROUP}</groupId>
  <artifactId>{artifact}</artifactId>
  <version>{VERSION}</version>
{"  <packaging>pom</packaging>" + chr(10) if managed else ""}  <name>{escape(name)}</name>
  <description>{escape(description or DESCRIPTION)}</description>
  <url>{REPOSITORY}</url>
  <licenses>
    <license>
      <name>Apache-2.0</name>
      <url>https://www.apache.org/licenses/LICENSE-2.0.txt</url>
      <distribution>repo</distribution>
    </license>
  </licenses>
  <developers>
    <developer>
      <name>The Tenure developers</name>
      <url>{REPOSITORY}</url>
    </developer>
  </developers>
  <scm>
    <connection>{connection}</connection>
    <developerConnection>{connection}</developerConnection>
    <url>{REPOSITORY}</url>
    <tag>v{VERSION}</tag>
  </scm>
{listed}</project>
"""


def checksums(out):
    for file in sorted(file for file in out.rglob("*") if file.is_file()):
        for kind in ("md5", "sha1", "sha256", "sha512"):
            file.with_name(f"{file.name}.{kind}").write_text(hashlib.new(kind, file.read_bytes()).hexdigest())
