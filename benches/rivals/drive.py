"""Measures Tenure beside its rivals, in turns, and writes target/bench/rivals.json and rivals.html.

    drive.py OUT [--onnx] [--only PREFIX] [--rounds N] -- NAME=COMMAND...

Each worker is a process that reads lines `measure KEY THREADS MILLISECONDS` and answers with the nanoseconds of one
call, or with `-` where it has no such work. For each figure all workers take turns, round after round, since a
neighbour of the machine slows whole minutes down: the least of each worker's rounds counts.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time

import figures
import page

WARM_UP_MS, ROUND_MS = 700, 250


class Worker:
    """A process that measures."""

    def __init__(self, name, command):
        self.name = name
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.about = self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"rivals: {self.name} ended before it answered (exit status {self.process.wait()})")
        return line.strip()

    def measure(self, figure, milliseconds):
        """Nanoseconds of a call, None where the worker has no such work."""
        self.process.stdin.write(f"measure {figure.key} {figure.threads} {milliseconds}\n")
        self.process.stdin.flush()
        answer = self.answer()
        return None if answer == "-" else float(answer)

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)


def measured(figure, workers, rounds):
    """The least time of a call for each worker that has this work."""
    taking_part = [worker for worker in workers if worker.measure(figure, WARM_UP_MS) is not None]
    times = {worker.name: [] for worker in taking_part}
    for _ in range(min(rounds, figure.most_rounds)):
        for worker in taking_part:
            times[worker.name].append(worker.measure(figure, ROUND_MS))
    return {name: min(all_of_it) for name, all_of_it in times.items()}


def bound(figure, times, machine, ours):
    """The goal in nanoseconds, and in words; None where the run lacks what it is measured by."""
    bounds = []
    for rival, factor in figure.goal:
        if rival == figures.BEST:
            rivals = {name: ns for name, ns in times.items() if name not in ("tenure", "csharp", "hand")}
            name = min(rivals, key=rivals.get, default=None)
            ns = rivals.get(name)
        elif rival == figures.MACHINE:
            name, ns = "memcpy", machine.get("memcpy_64m")
        elif rival.startswith("peak_"):
            name, flops = rival, machine.get(rival)
            ns = flops and figure.work / flops
        elif rival == figures.FIXED:
            name, ns = figure.unit, 1
        elif rival == figures.OURS_ON_ONE:
            name, ns = "one thread", ours.get(figure.key)
        else:
            name, ns = rival, times.get(rival)
        if ns is None:
            return None, f"{factor:.2f} of {rival}: not measured"
        bounds.append((ns * factor, f"{factor:.2f} of {name}"))
    return min(bounds)


def row(figure, times, machine, ours):
    goal, words = bound(figure, times, machine, ours)
    tenure = times.get("tenure")
    shown = {name: round(figure.shown(ns), 4) for name, ns in times.items()}
    return {
        "figure": figure.name,
        "what": figure.what,
        "threads": figure.threads,
        "unit": figure.unit,
        "tenure": shown.pop("tenure", None),
        "rivals": shown,
        "goal": words,
        "met": None if tenure is None or goal is None else tenure <= goal,
    }


def machine_figures(workers):
    """What the machine can do: nanoseconds of a copy of 64 MiB, and operations a nanosecond."""
    known = {}
    for worker in workers:
        for key in ("memcpy_64m", "peak_f32", "peak_f64"):
            probe = figures.Figure(key, key, figures.NS, 1, ())
            times = [worker.measure(probe, ROUND_MS) for _ in range(5)]
            if None not in times:
                known[key] = max(times) if key.startswith("peak") else min(times)
    return known


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--onnx", action="store_true", help="models of ONNX instead of operations")
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("workers", nargs="+", metavar="NAME=COMMAND")
    options = parser.parse_args()
    workers = [Worker(*worker.split("=", 1)) for worker in options.workers]
    about = {worker.name: worker.about for worker in workers}
    rivals = [worker for worker in workers if worker.name != "machine"]
    machine = machine_figures([worker for worker in workers if worker.name == "machine"])
    all_of_it = figures.ONNX if options.onnx else figures.FIGURES
    wanted = [figure for figure in all_of_it if figure.name.startswith(options.only)]
    rows, ours, start = [], {}, time.monotonic()
    for i, figure in enumerate(wanted):
        times = measured(figure, rivals, options.rounds)
        if figure.threads == 1 and "tenure" in times:
            ours[figure.key] = times["tenure"]
        rows.append(row(figure, times, machine, ours))
        print(f"{i + 1:3}/{len(wanted)} {time.monotonic() - start:5.0f} s  {page.line(rows[-1])}", flush=True)
    for worker in workers:
        worker.end()
    with open(f"{options.out}/rivals.json", "w") as file:
        json.dump({"about": about, "machine": machine, "rows": rows}, file, indent=1)
    with open(f"{options.out}/rivals.html", "w") as file:
        file.write(page.html(about, machine, rows))
    with open(f"{options.out}/rivals.md", "w") as file:
        file.write(page.markdown(rows))
    with open(f"{options.out}/rivals.svg", "w") as file:
        file.write(page.plot(rows))
    lacking = [one["figure"] for one in rows if one["tenure"] is None]
    missed = [one["figure"] for one in rows if one["met"] is False]
    print(f"{len(rows)} figures: {len(missed)} miss their goal, of {len(lacking)} Tenure has no figure")
    sys.exit(1 if lacking else 0)


main()
