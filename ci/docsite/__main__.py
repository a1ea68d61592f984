"""What ci/docs calls; see there."""

import argparse
import itertools
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import cookbook
import layout
import links
import settings
import snippets
import versions
from pages import PROGRAMS, ROOT, fences

CHECKS = {"links": lambda: itertools.chain(links.check(), cookbook.check()), "settings": settings.check,
          "offline": layout.offline}


def report(name, checks, may_be_none=False):
    """Tells what is wrong, writes a report into $TENURE_REPORTS, and counts. To have checked nothing is a failure."""
    rows, failed = [], 0
    for check, complaint in checks:
        if complaint:
            failed += 1
            print(complaint, flush=True)
        flat = (complaint or "").replace("\t", " ").replace("\n", " ")
        rows.append(f"{'FAIL' if complaint else 'ok'}\t{check}\t{flat}\n")
    if folder := os.environ.get("TENURE_REPORTS"):
        subprocess.run([sys.executable, str(ROOT / "ci/reports.py"), "write", f"{folder}/{name}.xml", name],
                       input="".join(rows), text=True, check=True)
    print(f"{len(rows) - failed} passed, {failed} failed")
    return failed == 0 and (bool(rows) or may_be_none)


def main():
    parser = argparse.ArgumentParser(prog="ci/docs")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("snippets")
    one.add_argument("--languages", default=",".join(snippets.RUNNERS))
    one.add_argument("pages", nargs="*")
    commands.add_parser("links")
    commands.add_parser("settings")
    commands.add_parser("offline")
    commands.add_parser("layout")
    commands.add_parser("publish").add_argument("folder")
    options = parser.parse_args()
    if options.command == "layout":
        layout.lay_out()
    elif options.command == "publish":
        versions.publish(options.folder)
    elif options.command in CHECKS:
        sys.exit(not report(options.command, CHECKS[options.command]()))
    else:
        for page in options.pages:
            if not any(fence.language in PROGRAMS for fence in fences(page)[0]):
                print(f"{page} has no snippets")
        found = snippets.check(options.pages, options.languages.split(","))
        sys.exit(not report("snippets", found, may_be_none=bool(options.pages)))


main()
