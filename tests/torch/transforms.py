"""torchvision's results of transforms of images (see README.md in this folder). Needs torchvision, and NumPy for columns."""

import json
import os

import numpy as np
import torch
from torchvision.transforms import InterpolationMode, v2
from torchvision.transforms.v2 import functional as F

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data", "transforms.json")
MODES = {"linear": InterpolationMode.BILINEAR, "nearest": InterpolationMode.NEAREST}
torch.manual_seed(35)
lines = []
last = None


def floats(*shape):
    return (torch.rand(*shape, dtype=torch.float64) * 1000).round().div(1000).to(torch.float32)


def whole(*shape):
    return torch.randint(0, 256, shape, dtype=torch.uint8)


def array(t):
    values = t.reshape(-1).tolist()
    data = values if t.dtype == torch.uint8 else [float(f"{v:.6g}") for v in values]
    return {"dtype": str(t.dtype).removeprefix("torch."), "shape": list(t.shape), "data": data}


def case(op, x, out, near, *args):
    """The input is written when it differs from that of the case before."""
    global last
    given = None if last is x else array(x)
    last = x
    lines.append(json.dumps({"op": op, "args": args, "near": near, "input": given, "output": array(out)}, separators=(",", ":")))


for x, near in [(floats(3, 7, 10), 5e-6), (whole(3, 7, 10), 1.0)]:
    for size in [[4], [5, 5], [7, 4], [14, 15], [1, 13], [3, 10]]:
        for mode in MODES:
            # For bytes torchvision rounds after each axis: results may differ by one.
            out = F.resize(x, size, MODES[mode], antialias=True)
            case("resize", x, out, near if mode == "linear" else 5e-6, size, mode)
    for size in [[4, 4], [3, 8], [9, 12], [8, 4]]:
        case("center_crop", x, F.center_crop(x, size), 5e-6, size)
    for padding in [[2], [1, 3], [1, 2, 3, 4]]:
        case("pad", x, F.pad(x, padding, fill=1), 5e-6, padding, 1)
    for degrees in [17.0, -33.5, 90.0, 181.0]:
        for mode in MODES:
            if (mode, degrees) == ("nearest", 90.0):
                continue  # positions between two pixels, where float32 and float64 differ
            case("rotate", x, F.rotate(x, degrees, MODES[mode], fill=1.0), near, degrees, mode, 1)
    for channels in [1, 3]:
        case("grayscale", x, F.rgb_to_grayscale(x, channels), near, channels)
    for factor in [0.0, 0.4, 1.7]:
        case("brightness", x, F.adjust_brightness(x, factor), near, factor)
        case("contrast", x, F.adjust_contrast(x, factor), near, factor)
        case("saturation", x, F.adjust_saturation(x, factor), near, factor)
    for turn in [-0.5, -0.1, 0.2, 0.5]:
        case("hue", x, F.adjust_hue(x, turn), 1e-5 if near < 1 else near, turn)
grey = floats(1, 4, 5)
for op, f in [("contrast", F.adjust_contrast), ("saturation", F.adjust_saturation), ("hue", F.adjust_hue)]:
    case(op, grey, f(grey, 0.3), 5e-6, 0.3)
x = floats(2, 3, 4, 5)
case("normalize", x, F.normalize(x, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]), 1e-5, [0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
x = whole(3, 4, 5)
case("to_tensor", x, v2.ToDtype(torch.float32, scale=True)(x), 2e-6, False)
case("to_tensor", x.permute(1, 2, 0), v2.ToDtype(torch.float32, scale=True)(x), 2e-6, True)

for x, near in [(floats(3, 7, 10), 5e-6), (whole(3, 7, 10), 1.0)]:
    for size in [[4], [5, 5], [14, 15], [1, 13]]:
        case("resize", x, F.resize(x, size, InterpolationMode.BICUBIC, antialias=True), near, size, "cubic")
        case("resize", x, F.resize(x, size, InterpolationMode.NEAREST_EXACT), 5e-6, size, "nearest_exact")

# scikit-learn's StandardScaler and MinMaxScaler, by their formulas: missing values are left out, a column of equal values is moved only.
rows = np.round(np.random.default_rng(35).normal(3, 20, (9, 5)), 3)
rows[:, 2] = 0.1
rows[2, 0] = rows[5, 0] = rows[1, 4] = np.nan
mean, std = np.nanmean(rows, 0), np.nanstd(rows, 0)
least, span = np.nanmin(rows, 0), np.nanmax(rows, 0) - np.nanmin(rows, 0)
std[2] = span[2] = 1
for op, out in [("standardize", (rows - mean) / std), ("min_max", (rows - least) / span)]:
    values = lambda a: [None if np.isnan(v) else float(v) for v in a.reshape(-1)]
    lines.append(json.dumps({"op": op, "args": [5], "near": 1e-5, "input": {"dtype": "float64", "shape": [9, 5], "data": values(rows)}, "output": {"dtype": "float64", "shape": [9, 5], "data": values(out)}}, separators=(",", ":")))

with open(PATH, "w", encoding="utf-8", newline="\n") as out:
    out.write("[\n" + ",\n".join(lines) + "\n]\n")
print(len(lines), "cases", os.path.getsize(PATH), "bytes")
