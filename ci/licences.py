"""Checks what the Java and C# packages bring along: every dependency is named here with its licence, or fails.

The core of each, the module `dev.tenure` and the assembly `Tenure`, has none at all, and its jar holds nothing else.
Dependencies of Rust are checked by cargo-deny (deny.toml).
"""

import sys
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path

# What users of a package get with it, by package, and for tests.
MAVEN = {
    "tenure": {},
    "tenure-kotlin": {
        "org.jetbrains.kotlin:kotlin-stdlib": "Apache-2.0",
        "org.jetbrains.kotlinx:kotlinx-coroutines-core": "Apache-2.0",  # optional
    },
    "tenure-scala_2.13": {"org.scala-lang:scala-library": "Apache-2.0"},
    "tenure-scala_3": {"org.scala-lang:scala3-library_3": "Apache-2.0"},
    "tenure-onnx": {"com.microsoft.onnxruntime:onnxruntime": "MIT"},
    "tenure-junit": {},
    "tenure-micrometer": {},
    "tenure-foreign": {},
    "tenure-spring-boot-starter": {},
}
# What compilers read and no program needs, and what a program has already.
MAVEN_PROVIDED = {
    "com.google.errorprone:error_prone_annotations": "Apache-2.0",
    "io.micrometer:micrometer-core": "Apache-2.0",  # of tenure-micrometer: the user's own
    "org.apache.tomcat.embed:tomcat-embed-core": "Apache-2.0",  # of tenure-spring-boot-starter, as Spring
    "org.springframework.boot:spring-boot-actuator-autoconfigure": "Apache-2.0",
    "org.springframework.boot:spring-boot-autoconfigure": "Apache-2.0",
    "org.springframework:spring-webmvc": "Apache-2.0",
    "org.jspecify:jspecify": "Apache-2.0",
    "org.junit.jupiter:junit-jupiter-api": "EPL-2.0",  # of tenure-junit: the user's own
}
MAVEN_TESTS = {
    "org.assertj:assertj-core": "Apache-2.0",
    "org.springframework.boot:spring-boot-test": "Apache-2.0",
    "org.springframework:spring-test": "Apache-2.0",
    "org.junit.jupiter:junit-jupiter": "EPL-2.0",
    "org.junit.platform:junit-platform-launcher": "EPL-2.0",
}
NUGET = {
    "Tenure": {},
    "Tenure.Analyzers": {"Microsoft.CodeAnalysis.CSharp": "MIT"},  # the compiler's own: no user gets it
    "Tenure.Analyzers.CodeFixes": {"Microsoft.CodeAnalysis.CSharp": "MIT"},
    "Microsoft.CodeAnalysis.Workspaces": {"Microsoft.CodeAnalysis.CSharp": "MIT"},  # a reference, which is not shipped
    "Tenure.Extensions.Logging": {"Microsoft.Extensions.Logging.Abstractions": "MIT"},
    "Tenure.FSharp": {"FSharp.Core": "MIT"},  # the SDK adds it
    "Tenure.FSharp.Tests": {"xunit.v3": "Apache-2.0"},
    "Tenure.Xunit": {"xunit.v3.extensibility.core": "Apache-2.0"},
    "Tenure.Tests": {"xunit.v3": "Apache-2.0", "Microsoft.CodeAnalysis.CSharp": "MIT", "Microsoft.Extensions.Logging": "MIT"},
    "Tenure.Tests.FSharp": {"xunit.v3": "Apache-2.0", "FSharp.Core": "MIT"},
}
# The only folders and files of the core's jar.
JAR = ("dev/", "META-INF/", "module-info.class")
POM = "{http://maven.apache.org/POM/4.0.0}"


def maven(folder):
    for pom in sorted([*folder.glob("*/pom.xml"), *folder.glob("*/*/pom.xml")]):
        root = xml.parse(pom).getroot()
        artifact = root.findtext(f"{POM}artifactId")
        for dependency in root.iterfind(f"{POM}dependencies/{POM}dependency"):  # not those of a plugin
            group, name, scope = (dependency.findtext(POM + part) for part in ("groupId", "artifactId", "scope"))
            others = {"test": MAVEN_TESTS, "provided": MAVEN_PROVIDED}
            allowed = others[scope] if scope in others else MAVEN.get(artifact, {})
            if group != "dev.tenure" and f"{group}:{name}" not in allowed:
                yield f"{pom}: {group}:{name} is not listed for {artifact}{' tests' if scope == 'test' else ''}"


def nuget(folder):
    for project in sorted(folder.rglob("*.[cf]sproj")):
        for reference in xml.parse(project).getroot().iter("PackageReference"):
            name = reference.get("Include")
            if name not in NUGET.get(project.stem, {}):
                yield f"{project}: {name} is not listed for {project.stem}"


def jars(folder):
    for jar in sorted(folder.glob("tenure/target/tenure-*.jar")):
        for name in zipfile.ZipFile(jar).namelist():
            if not name.startswith(JAR) or (name.startswith("dev/") and not "dev/tenure/".startswith(name[:11])):
                yield f"{jar}: {name} is not ours"


if __name__ == "__main__":
    faults = [*maven(Path("java")), *nuget(Path("dotnet")), *jars(Path("java"))]
    for fault in faults:
        print(f"{fault}; look its licence up and name both in ci/licences.py")
    sys.exit(bool(faults))
