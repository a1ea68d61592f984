#!/usr/bin/env python3
"""The library that draws the time line of the page: uPlot, as its npm package has it.

    generate/page/uplot.py    fetches the package with `npm pack`, and writes vendor/uplot-VERSION

A new version is written here, with the hash of its package and those of the files. build.py, and so
`ci/generate`, uses no file whose hash is another one.
"""

import hashlib
import pathlib
import subprocess
import tarfile
import tempfile

VERSION = "1.6.32"
FOLDER = pathlib.Path(__file__).resolve().parent / f"vendor/uplot-{VERSION}"
PACKAGE = "4b8a8191e425658e3ea8c8c1314b0fc679c861ee3a1af2b20c7b16ba50b5133d"
# Where each lies in the package, and its SHA-256.
FILES = {
    "LICENSE": ("package/LICENSE", "8f989229699b4fe2f1a0432d0e9edc338a8a911e250e2d1b01ecd770a5f5b1bd"),
    "uPlot.iife.min.js": ("package/dist/uPlot.iife.min.js", "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f"),
    "uPlot.min.css": ("package/dist/uPlot.min.css", "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04"),
}


def checked(name, content, wanted):
    found = hashlib.sha256(content).hexdigest()
    if found != wanted:
        raise SystemExit(f"{name} of uPlot {VERSION} has the SHA-256 {found}, not {wanted}: see generate/page/uplot.py")
    return content


def read(name):
    """The text of a vendored file, which is that of the package."""
    return checked(name, (FOLDER / name).read_bytes(), FILES[name][1]).decode().strip("\n")


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", f"uplot@{VERSION}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        package = pathlib.Path(folder) / f"uplot-{VERSION}.tgz"
        checked(package.name, package.read_bytes(), PACKAGE)
        FOLDER.mkdir(parents=True, exist_ok=True)
        with tarfile.open(package) as archive:
            for name, (path, wanted) in FILES.items():
                (FOLDER / name).write_bytes(checked(name, archive.extractfile(path).read(), wanted))
                print(f"wrote {FOLDER.relative_to(FOLDER.parent.parent)}/{name}")


if __name__ == "__main__":
    main()
