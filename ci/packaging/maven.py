"""The Maven packages, laid out as a repository: what Central takes, less the signatures.

`tenure` has the classes, and a classifier a platform with its library; `tenure-all` depends on all of them;
`tenure-bom` gives all one version. The POMs say what those of java/ say, without what only a build needs.
"""

import hashlib
import subprocess
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path
from xml.sax.saxutils import escape

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
# Artifacts with classes, and the folder of java/ that each is built in.
BUILT = {"tenure": "tenure", "tenure-junit": "junit"}


def build(out, folder, platforms):
    """Writes the repository to `out`, with the libraries in `folder`."""
    libraries = natives(folder, platforms)
    for artifact, module in BUILT.items():
        classes(out, artifact, module)
    for platform in platforms:
        natives_jar(out, platform, libraries[platform.classifier])
    all_of_it(out, platforms)
    bom(out)
    checksums(out)


def place(out, artifact, ending):
    return out / GROUP.replace(".", "/") / artifact / VERSION / f"{artifact}-{VERSION}{ending}"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def classes(out, artifact, module):
    """The jar that Maven built, with our POM instead of that of the build; its sources, and its documentation."""
    target = ROOT / "java" / module / "target"
    jar = target / f"{artifact}-{VERSION}.jar"
    if not jar.is_file():
        raise Failure(f"no {jar.relative_to(ROOT)}: ci/package builds it before this")
    name, description, dependencies = described(module)
    pom = written(artifact, name, description, dependencies)
    write(place(out, artifact, ".pom"), pom)
    entries = {name: data for name, data in read_zip(jar).items() if not name.startswith("META-INF/maven/")}
    for name in entries:
        if not name.startswith(("dev/tenure/", "META-INF/", "module-info.class")):
            raise Failure(f"{jar}: {name} is not ours")
    entries[f"META-INF/maven/{GROUP}/{artifact}/pom.xml"] = pom
    entries["META-INF/LICENSE"] = LICENCE
    entries[f"META-INF/sbom/{artifact}.cdx.json"] = notices.bill(
        f"pkg:maven/{GROUP}/{artifact}@{VERSION}", artifact, (), [needed(artifact, *one[:3]) for one in dependencies]
    )
    write_jar(place(out, artifact, ".jar"), entries)
    source = ROOT / "java" / module / "src/main"
    files = [file for part in ("java", "resources") for file in sorted((source / part).rglob("*")) if file.is_file()]
    sources = {"/".join(file.relative_to(source).parts[1:]): file for file in files}
    write_jar(place(out, artifact, "-sources.jar"), {**sources, "META-INF/LICENSE": LICENCE, **manifest()})
    docs = target / "reports/apidocs"
    pages = {str(file.relative_to(docs)): file for file in sorted(docs.rglob("*")) if file.is_file()}
    if "index.html" not in pages:
        raise Failure(f"no {docs.relative_to(ROOT)}: ci/package builds it before this")
    write_jar(place(out, artifact, "-javadoc.jar"), {**pages, **manifest()})


def needed(artifact, group, name, version):
    licence = "Apache-2.0" if group == GROUP else licences.MAVEN[artifact][f"{group}:{name}"]
    return notices.needed(f"pkg:maven/{group}/{name}@{version}", name, version, licence)


def natives_jar(out, platform, library):
    """META-INF/native/tenure/PLATFORM, as dev.tenure.internal.PackagedLibrary reads it, in a module of its own."""
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
    write_jar(place(out, "tenure", f"-{platform.classifier}.jar"), entries)


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
    dependencies = [(GROUP, "tenure", VERSION, None)]
    dependencies += [(GROUP, "tenure", VERSION, platform.classifier) for platform in platforms]
    description = "Tenure with the native libraries of every platform"
    write(place(out, "tenure-all", ".pom"), written("tenure-all", "Tenure for all platforms", description, dependencies))
    empty = {"META-INF/LICENSE": LICENCE, **manifest(Automatic_Module_Name="dev.tenure.all")}
    for ending in (".jar", "-sources.jar", "-javadoc.jar"):
        write_jar(place(out, "tenure-all", ending), empty)


def bom(out):
    dependencies = [(GROUP, artifact, VERSION, None) for artifact in ("tenure", "tenure-all", "tenure-junit")]
    # A classifier is managed by itself.
    dependencies += [(GROUP, "tenure", VERSION, classifier) for classifier in PLATFORMS]
    text = written("tenure-bom", "Tenure, one version of all", "One version for all packages of Tenure", dependencies, True)
    write(place(out, "tenure-bom", ".pom"), text)


def described(module):
    """Name, description and dependencies of a user, as java/MODULE/pom.xml says."""
    pom = xml.parse(ROOT / "java" / module / "pom.xml").getroot()
    properties = xml.parse(ROOT / "java/pom.xml").getroot().find(NAMESPACE + "properties")
    values = {f"${{{item.tag.removeprefix(NAMESPACE)}}}": item.text for item in properties}
    values["${project.version}"] = VERSION
    dependencies = []
    for dependency in pom.iter(NAMESPACE + "dependency"):
        group, name, version, scope = (
            dependency.findtext(NAMESPACE + part) for part in ("groupId", "artifactId", "version", "scope")
        )
        if scope in (None, "compile"):
            dependencies.append((group, name, values.get(version, version), None))
    return pom.findtext(NAMESPACE + "name"), pom.findtext(NAMESPACE + "description"), dependencies


def written(artifact, name, description, dependencies, managed=False):
    """A POM that stands by itself."""
    indent = "    " if managed else "  "
    lines = [f"{indent}<dependencies>"]
    for group, dependency, version, classifier in dependencies:
        lines += [
            f"{indent}  <dependency>",
            f"{indent}    <groupId>{group}</groupId>",
            f"{indent}    <artifactId>{dependency}</artifactId>",
            f"{indent}    <version>{version}</version>",
        ]
        if classifier:
            lines.append(f"{indent}    <classifier>{classifier}</classifier>")
            if not managed:
                lines.append(f"{indent}    <scope>runtime</scope>")
        lines.append(f"{indent}  </dependency>")
    lines.append(f"{indent}</dependencies>")
    if managed:
        lines = ["  <dependencyManagement>", *lines, "  </dependencyManagement>"]
    listed = "\n".join(lines) + "\n" if dependencies else ""
    connection = f"scm:git:{REPOSITORY}.git"
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
         xsi:schemaLocation="http://maven.apache.org/POM/4.0.0 https://maven.apache.org/xsd/maven-4.0.0.xsd">
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
