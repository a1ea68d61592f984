"""Checks that everything says the version that Cargo.toml says: see ci/release."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import gradle
import maven
import nuget
from common import PLATFORMS, REPOSITORY, ROOT, VERSION

# Where the version is written by hand, or into a file that is committed: a pattern whose group must be it.
COPIES = {
    "java/pom.xml": r"<revision>(.+?)</revision>",
    "Cargo.lock": r'name = "tenure"\nversion = "(.+?)"',
    "include/tenure.h": r'#define TENURE_VERSION "(.+?)"',
    "java/tenure/src/main/java/dev/tenure/internal/Version.java": r'LIBRARY = "(.+?)"',
    "dotnet/src/Tenure/Interop/LibraryVersion.g.cs": r'Library = "(.+?)"',
    "examples/consume/*/pom.xml": r"<tenure.version>(.+?)</tenure.version>",
    "examples/consume/*/*.[cf]sproj": r'Include="Tenure(?:\.\w+)*" Version="(.+?)"',
    "examples/consume/*/build.sbt": r'"dev.tenure" .* % "(.+?)"',
    "examples/consume/*/build.gradle": r"'dev.tenure:[\w.-]+:(.+?)'",
    "examples/spring-boot/pom.xml": r"<tenure.version>(.+?)</tenure.version>",
    "examples/aspnet/Service.csproj": r'Include="Tenure" Version="(.+?)"',
    "docs/guides/metrics.md": r"<version>(.+?)</version>",
    "docs/guides/seeing-memory.md": r"(?:--version |tenure-)(\d+\.\d+\.\d+)",
    "docs/guides/spring-boot.md": r"<version>(.+?)</version>",
    "docs/guides/testing.md": r"<version>(.+?)</version>",
    "README.md": r"(?:<version>|--version |/tenure-)(\d+\.\d+\.\d+)",
    "docs/packages.md": r"(?:tenure(?:-\w+)?:|<version>|--version |tenure-)(\d+\.\d+\.\d+)",
}
# Lists of all platforms: the names that a pattern finds must be those of the packages.
LISTS = {
    "java/tenure/src/main/java/dev/tenure/internal/Platform.java": (r'"(\w+-[\w-]*(?:x86_64|aarch_64))"', "classifier"),
    "dotnet/src/Tenure/Interop/NativeLoader.cs": (r'"((?:linux|osx|win)-[\w-]*(?:x64|arm64))"', "rid"),
}


def copies():
    for pattern, expression in COPIES.items():
        files = sorted(ROOT.glob(pattern))
        if not files:
            yield f"{pattern}: no such file"
        for file in files:
            found = re.findall(expression, file.read_text())
            if not found:
                yield f"{file.relative_to(ROOT)}: no version"
            for version in set(found) - {VERSION}:
                yield f"{file.relative_to(ROOT)} says {version}"


def lists():
    for name, (expression, of) in LISTS.items():
        found = re.findall(expression, (ROOT / name).read_text())
        wanted = [getattr(platform, of) for platform in PLATFORMS.values()]
        if sorted(found) != sorted(wanted):
            yield f"{name} lists {', '.join(found)}; packages are for {', '.join(wanted)}"


def repository():
    text = (ROOT / "dotnet/src/Package.props").read_text()
    for url in set(re.findall(r"Url>(.+?)<", text)) - {REPOSITORY}:
        yield f"dotnet/src/Package.props names {url}, Cargo.toml {REPOSITORY}"


def changelog(final):
    """Its newest section is of this version; of a release it has a date."""
    found = re.search(r"^## (\S+)(?: \((.+)\)| - (.+))?$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    version, note, date = found.groups()
    if version != VERSION:
        yield f"CHANGELOG.md begins with {version}"
    if final and not re.fullmatch(r"\d{4}-\d\d-\d\d", date or ""):
        yield f"CHANGELOG.md calls {version} '{note or date}'; a release has a date: '## {version} - 2026-01-31'"


def tags(final):
    """A tag of this commit is that of the version."""
    command = ["git", "tag", "--points-at", "HEAD", "--list", "v*"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.split()
    for tag in set(found) - {f"v{VERSION}"}:
        yield f"this commit is tagged {tag}"
    if final and f"v{VERSION}" not in found:
        yield f"this commit has no tag v{VERSION}"


def packages():
    """Those in target/packages are complete, and of this version."""
    names = [f"c/tenure-{VERSION}-{classifier}.tar.gz" for classifier in PLATFORMS]
    names += [f"nuget/{name}.{VERSION}.{kind}" for name in nuget.PROJECTS for kind in nuget.endings(name)]
    artifacts = {name: ("", "-sources", "-javadoc") for name in (*maven.BUILT, "tenure-all")}
    artifacts["tenure"] += tuple(f"-{classifier}" for classifier in PLATFORMS)
    for artifact, endings in artifacts.items():
        names += [f"maven/dev/tenure/{artifact}/{VERSION}/{artifact}-{VERSION}{ending}.jar" for ending in endings]
    for artifact in (*artifacts, "tenure-bom"):
        names += [f"maven/dev/tenure/{artifact}/{VERSION}/{artifact}-{VERSION}.{kind}" for kind in ("pom", "module")]
    folder = ROOT / "target/packages"
    kinds = (".jar", ".pom", ".module", ".nupkg", ".snupkg", ".gz")
    there = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.suffix in kinds}
    for name in sorted(set(names) - there):
        yield f"target/packages/{name} is not there: run ci/package"
    for name in sorted(there - set(names)):
        yield f"target/packages/{name} is not of this release"
    yield from gradle.faults(folder / "maven")


def main():
    parser = argparse.ArgumentParser(prog="ci/release")
    parser.add_argument("--check", action="store_true", help="what every commit keeps, without packages and tag")
    options = parser.parse_args()
    final = not options.check
    faults = [*copies(), *lists(), *repository(), *changelog(final), *tags(final), *(packages() if final else ())]
    for fault in faults:
        print(fault)
    print(f"version {VERSION} (Cargo.toml): {'does not agree' if faults else 'all agree'}")
    sys.exit(bool(faults))


main()
