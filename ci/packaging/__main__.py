"""Assembles the packages of everything that ci/package has built; see there."""

import argparse
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import archives
import maven
import nuget
from common import PLATFORMS, ROOT, VERSION, Failure


def main():
    parser = argparse.ArgumentParser(prog="ci/package")
    parser.add_argument("--natives", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--platforms", required=True)
    parser.add_argument("--kinds", required=True)
    options = parser.parse_args()
    unknown = [name for name in options.platforms.split(",") if name not in PLATFORMS]
    if unknown:
        raise Failure(f"no platform {', '.join(unknown)}; there are {', '.join(PLATFORMS)}")
    platforms = [PLATFORMS[name] for name in options.platforms.split(",")]
    work = ROOT / "target/packages-work"
    for kind in options.kinds.split(","):
        out = options.out / kind
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        if kind == "maven":
            maven.build(out, options.natives, platforms)
        elif kind == "nuget":
            nuget.build(out, work, options.natives, platforms)
        elif kind == "c":
            archives.build(out, options.natives, platforms)
    for file in sorted(file for file in options.out.rglob("*") if file.suffix in (".jar", ".nupkg", ".snupkg", ".gz")):
        print(f"{file.stat().st_size / 1024:9,.0f} KiB  {file.relative_to(options.out)}")
    if len(platforms) < len(PLATFORMS):
        absent = [name for name in PLATFORMS if PLATFORMS[name] not in platforms]
        print(f"Tenure {VERSION} for {options.platforms} only: not to be released, since it lacks {', '.join(absent)}")


try:
    main()
except Failure as failure:
    sys.exit(f"package: {failure}")
