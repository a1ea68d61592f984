"""How the figures are shown: a line on the terminal, a page that needs nothing but itself, and what docs/performance.md
takes over: a table and a plot."""

import html as escape
import math

NAMES = {
    "tenure": "Tenure",
    "torch": "PyTorch",
    "numpy": "NumPy",
    "djl": "DJL",
    "nd4j": "ND4J",
    "csharp": "Tenure from C#",
    "onnxruntime": "ONNX Runtime's Java API",
    "bare": "C with IO binding",
    "hand": "loops by hand",
}
HIGHER_IS_BETTER = ("GB/s", "GFLOP/s")
STYLE = """
:root { color-scheme: light dark; --bar: #8a94a6; --ours: #1f7a5a; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { padding: .25rem .6rem; text-align: right; }
td:first-child, th:first-child, td:last-child, th:last-child { text-align: left; }
tr { border-bottom: 1px solid #8884; } .missed { color: #c0392b; } .met { color: #1f7a5a; }
svg { width: 14rem; height: auto; vertical-align: middle; } svg text { font-size: 9px; fill: currentColor; }
.wide { overflow-x: auto; }
"""


def number(value):
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def verdict(row):
    return {True: "met", False: "missed", None: "?"}[row["met"]]


def line(row):
    """One row as text."""
    rivals = "  ".join(f"{name} {number(value)}" for name, value in row["rivals"].items())
    return f"{row['figure']:24} {number(row['tenure']):>8} {row['unit']:14} {rivals:44} {row['goal']}: {verdict(row)}"


def bars(row):
    """A bar for each, as long as its time is beside the longest."""
    values = {"tenure": row["tenure"], **row["rivals"]}
    values = {name: value for name, value in values.items() if value}
    if not values:
        return ""
    inverse = row["unit"] in HIGHER_IS_BETTER
    times = {name: 1 / value if inverse else value for name, value in values.items()}
    longest, parts = max(times.values()), []
    for i, (name, time) in enumerate(times.items()):
        color = "var(--ours)" if name == "tenure" else "var(--bar)"
        width = 130 * time / longest
        parts.append(
            f'<rect x="48" y="{i * 12 + 1}" width="{width:.1f}" height="9" fill="{color}"/>'
            f'<text x="0" y="{i * 12 + 9}">{NAMES.get(name, name)}</text>'
        )
    return f'<svg viewBox="0 0 180 {12 * len(times)}" role="img" aria-label="times">{"".join(parts)}</svg>'


def html(about, machine, rows):
    """The page: who took part, the table, a plot in each row (of times: shorter is better)."""
    rivals = [name for name in NAMES if name != "tenure" and any(name in row["rivals"] for row in rows)]
    head = "".join(f"<th>{NAMES[name]}</th>" for name in rivals)
    body = []
    for row in rows:
        cells = "".join(f"<td>{number(row['rivals'].get(name))}</td>" for name in rivals)
        what = escape.escape(row["what"])
        threads = f" ({row['threads']} threads)" if row["threads"] > 1 else ""
        body.append(
            f"<tr><td>{what}{threads}</td><td><b>{number(row['tenure'])}</b></td>{cells}<td>{row['unit']}</td>"
            f'<td>{bars(row)}</td><td class="{verdict(row)}">{verdict(row)}: {escape.escape(row["goal"])}</td></tr>'
        )
    who = "".join(f"<li>{NAMES.get(name, name)}: {escape.escape(text)}</li>" for name, text in about.items())
    can = ", ".join(f"{name} {number(value)}" for name, value in machine.items())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Tenure beside its rivals</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style><h1>Tenure beside its rivals</h1>'
        f"<ul>{who}</ul><p>The machine: {can} (ns, operations a ns). Bars are times: shorter is better.</p>"
        f'<div class="wide"><table><tr><th>what</th><th>Tenure</th>{head}<th>unit</th><th>time</th><th>goal</th></tr>'
        f"{''.join(body)}</table></div></html>\n"
    )


def markdown(rows):
    """The rows as a table of Markdown."""
    rivals = [name for name in NAMES if name != "tenure" and any(name in row["rivals"] for row in rows)]
    lines = ["| what | unit | Tenure | " + " | ".join(NAMES[name] for name in rivals) + " | goal |"]
    lines.append("|---|---|" + "---:|" * (1 + len(rivals)) + "---|")
    for row in rows:
        threads = f", {row['threads']} threads" if row["threads"] > 1 else ""
        cells = [row["what"] + threads, row["unit"], f"**{number(row['tenure'])}**"]
        cells += [number(row["rivals"].get(name)) for name in rivals]
        lines.append("| " + " | ".join(cells) + f" | {row['goal']}: {verdict(row)} |")
    return "\n".join(lines) + "\n"


def plot(rows):
    """A picture: for each row our time as a part of the fastest rival's, on a scale of powers of two."""
    ratios = []
    for row in rows:
        if row["tenure"] and row["rivals"] and min(row["rivals"].values()) > 0:  # growth may be nought
            inverse = row["unit"] in HIGHER_IS_BETTER
            best = max(row["rivals"].values()) if inverse else min(row["rivals"].values())
            threads = f", {row['threads']} threads" if row["threads"] > 1 else ""
            ratios.append((row["what"] + threads, best / row["tenure"] if inverse else row["tenure"] / best))
    left, step, top, low, high = 330, 60, 34, -4, 2  # a sixteenth to four times
    place = lambda ratio: left + step * (min(max(math.log2(ratio), low), high) - low)
    height = top + 16 * len(ratios) + 8
    parts = [f'<text x="{left}" y="12">our time / the fastest rival\'s: shorter is better</text>']
    for power in range(low, high + 1):
        x = left + step * (power - low)
        label = f"1/{2 ** -power}" if power < 0 else f"{2 ** power}"
        parts.append(f'<text x="{x}" y="27" text-anchor="middle">{label}</text>')
        parts.append(f'<path d="M{x} {top - 4}V{height - 4}" stroke="#8888" stroke-width="{2 if power == 0 else 1}"/>')
    for i, (what, ratio) in enumerate(ratios):
        y, x = top + 16 * i, place(ratio)
        color = "#1f7a5a" if ratio <= 1 else "#c0692b"
        parts.append(f'<text x="{left - 8}" y="{y + 10}" text-anchor="end">{escape.escape(what)}</text>')
        parts.append(f'<rect x="{left}" y="{y + 1}" width="{max(x - left, 2):.0f}" height="10" fill="{color}"/>')
        parts.append(f'<text x="{max(x, left) + 6:.0f}" y="{y + 10}">{ratio:.2f}</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + step * (high - low) + 50} {height}" '
        f'font-family="system-ui, sans-serif" font-size="11" fill="#888">\n{chr(10).join(parts)}\n</svg>\n'
    )
