"""How the figures are shown: a line on the terminal, and a page that needs nothing but itself."""

import html as escape

NAMES = {
    "tenure": "Tenure",
    "torch": "PyTorch",
    "numpy": "NumPy",
    "djl": "DJL",
    "nd4j": "ND4J",
    "csharp": "Tenure from C#",
    "onnxruntime": "ONNX Runtime's Java API",
    "bare": "C with IO binding",
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
