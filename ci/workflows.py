"""Checks .github/workflows: each is YAML with jobs, and every step that runs something runs a command of ci/.

Without PyYAML the lines are read by themselves, which finds the commands too.
"""

import os
import re
import sys
from pathlib import Path

try:
    import yaml
except ImportError:
    yaml = None


def commands(file):
    """What the steps of a workflow run."""
    text = file.read_text()
    if yaml is None:
        return re.findall(r"^\s+(?:- )?run: (.+)$", text, re.M)
    jobs = yaml.safe_load(text)["jobs"].values()
    return [step["run"] for job in jobs for step in job["steps"] if "run" in step]


def faults(folder):
    files = sorted(folder.glob("*.yml"))
    if not files:
        yield f"{folder} has no workflow"
    for file in files:
        try:
            found = commands(file)
        except Exception as error:  # whatever YAML cannot be, or lacks
            yield f"{file}: {error!r}"
            continue
        if not found:
            yield f"{file} runs nothing"
        for line in found:
            program = line.split()[0]
            if not (program.startswith("ci/") and os.access(program, os.X_OK)) or "\n" in line.strip():
                yield f"{file}: '{line.strip()}' is no command of ci/"


if __name__ == "__main__":
    found = list(faults(Path(sys.argv[1] if len(sys.argv) > 1 else ".github/workflows")))
    for fault in found:
        print(fault)
    sys.exit(bool(found))
