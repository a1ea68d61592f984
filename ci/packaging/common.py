"""What all packages share: the version, the platforms, and archives whose bytes depend on nothing but their content."""

import calendar
import gzip
import hashlib
import io
import re
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VERSION = re.search(r'(?m)^version = "(.+?)"', (ROOT / "Cargo.toml").read_text()).group(1)
# The version of the C ABI, by which programs ask for the library.
ABI = re.search(r"ABI_VERSION: u32 = (\d+);", (ROOT / "src/api/mod.rs").read_text()).group(1)
# The time of every entry of every archive: that of Maven's jars.
POM = (ROOT / "java/pom.xml").read_text()
TIMESTAMP = re.search(r"<project.build.outputTimestamp>(.+?)<", POM).group(1)
CLOCK = time.strptime(TIMESTAMP, "%Y-%m-%dT%H:%M:%SZ")
EPOCH = calendar.timegm(CLOCK)
REPOSITORY = re.search(r'(?m)^repository = "(.+?)"', (ROOT / "Cargo.toml").read_text()).group(1)
DESCRIPTION = re.search(r'(?m)^description = "(.+?)"', (ROOT / "Cargo.toml").read_text()).group(1)

# What a native library may weigh, as ci/cross checks it too.
MOST_MIB = int(re.search(r"(?m)^most_mib=(\d+)", (ROOT / "ci/platforms.sh").read_text()).group(1))


class Failure(Exception):
    """Something that a person has to do first."""


@dataclass(frozen=True)
class Platform:
    """`classifier` names it for Maven and C, `rid` for NuGet, `target` for Rust."""

    classifier: str
    rid: str
    target: str
    library: str

    @property
    def module(self):
        """The Java module of its jar."""
        return "dev.tenure.natives." + self.classifier.replace("-", ".")


@dataclass(frozen=True)
class Link:
    """A symbolic link in an archive."""

    target: str


PLATFORMS = {
    platform.classifier: platform
    for platform in (
        Platform("linux-x86_64", "linux-x64", "x86_64-unknown-linux-gnu", "libtenure.so"),
        Platform("linux-aarch_64", "linux-arm64", "aarch64-unknown-linux-gnu", "libtenure.so"),
        Platform("linux-musl-x86_64", "linux-musl-x64", "x86_64-unknown-linux-musl", "libtenure.so"),
        Platform("linux-musl-aarch_64", "linux-musl-arm64", "aarch64-unknown-linux-musl", "libtenure.so"),
        Platform("osx-x86_64", "osx-x64", "x86_64-apple-darwin", "libtenure.dylib"),
        Platform("osx-aarch_64", "osx-arm64", "aarch64-apple-darwin", "libtenure.dylib"),
        Platform("windows-x86_64", "win-x64", "x86_64-pc-windows-gnullvm", "tenure.dll"),
    )
}


def content(source):
    """Bytes of a file, or what is given as text or bytes."""
    if isinstance(source, Path):
        return source.read_bytes()
    return source.encode() if isinstance(source, str) else source


def write_zip(path, entries, first=()):
    """A zip of {name: content}, sorted, with fixed times and modes; the names in `first` come before the others."""
    order = [name for name in first if name in entries] + sorted(name for name in entries if name not in first)
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in order:
            entry = zipfile.ZipInfo(name, CLOCK[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content(entries[name]))


def write_jar(path, entries):
    write_zip(path, entries, first=("META-INF/MANIFEST.MF",))


def read_zip(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def write_tar(path, top, entries, programs=()):
    """A .tar.gz of {name: content or link} below the folder `top`; the names in `programs` are executable."""
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(entries):
            if isinstance(entries[name], Link):
                entry = tarfile.TarInfo(f"{top}/{name}")
                entry.type, entry.linkname, entry.mtime, entry.mode = tarfile.SYMTYPE, entries[name].target, EPOCH, 0o777
                archive.addfile(entry)
                continue
            data = content(entries[name])
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime = len(data), EPOCH
            entry.mode = 0o755 if name in programs else 0o644
            archive.addfile(entry, io.BytesIO(data))
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, EPOCH) as packed:
        packed.write(plain.getvalue())


def sha256(data):
    return hashlib.sha256(content(data)).hexdigest()


def natives(folder, platforms):
    """The library of each platform, by classifier; all must be there."""
    found, absent = {}, []
    for platform in platforms:
        file = folder / platform.classifier / platform.library
        if file.is_file():
            found[platform.classifier] = file
        else:
            absent.append(file)
    if absent:
        names = ", ".join(str(file.relative_to(ROOT) if file.is_relative_to(ROOT) else file) for file in absent)
        raise Failure(f"no native library at {names}: run ci/cross first, or ci/package --local for this machine only")
    for classifier, file in found.items():
        if file.stat().st_size >= MOST_MIB << 20:
            raise Failure(f"{file} has {file.stat().st_size} bytes, and may have less than {MOST_MIB} MiB; is it stripped?")
        if VERSION.encode() not in file.read_bytes():
            raise Failure(f"{file} is not of version {VERSION}: build it again, for {classifier}")
    return found
