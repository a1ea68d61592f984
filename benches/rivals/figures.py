"""The figures of the rivals' table: what is measured, in which unit, and which goal it has.

Invariant: a key names the same work in every worker. A worker that lacks it says so, and the table has a dash there.
"""

from dataclasses import dataclass

# What a time in nanoseconds becomes: the unit, and work for one call (elements, bytes, floating-point operations).
NS, NS_PER_ELEMENT, MS, GBS, GFLOPS = "ns", "ns an element", "ms", "GB/s", "GFLOP/s"
BYTES, COUNT = "bytes", "times"  # where it is not a time that is measured


@dataclass(frozen=True)
class Figure:
    """One row. `goal` bounds our time: at most `factor` times the time of `rival`, for each pair."""

    key: str
    what: str
    unit: str
    work: float
    goal: tuple
    threads: int = 1
    most_rounds: int = 100

    @property
    def name(self):
        return self.key if self.threads == 1 else f"{self.key}@{self.threads}"

    def shown(self, ns):
        """The time of a call in this figure's unit."""
        if self.unit in (NS, BYTES, COUNT):
            return ns
        if self.unit == MS:
            return ns / 1e6
        if self.unit == NS_PER_ELEMENT:
            return ns / self.work
        return self.work / ns


TORCH, NUMPY, MACHINE, BEST, OURS_ON_ONE = "torch", "numpy", "machine", "best", "tenure@1"
BARE, ORT, FIXED, BY_HAND = "bare", "onnxruntime", "fixed", "hand"
SIDE = 4096
TABLE = 4 * SIDE * SIDE


def small():
    for threads in (1, 2):
        for op in ("add", "mul", "relu"):
            yield Figure(f"{op}_16", f"{op} of 16 x 16", NS, 1, ((TORCH, 0.15),), threads)


def functions():
    for op in ("exp", "tanh", "sigmoid", "gelu", "erf"):
        for size, n in (("32k", 32 << 10), ("16m", 16 << 20)):
            yield Figure(f"{op}_{size}", f"{op} of {size} elements", NS_PER_ELEMENT, n, ((BEST, 1.0),))


def reductions():
    for op in ("sum", "max", "argmax"):
        for axis in (0, 1):
            # Reading alone: the copy that it is measured by reads and writes.
            goal = ((MACHINE, 0.5 / 0.9),)
            yield Figure(f"{op}{axis}_4096", f"{op} over axis {axis} of 4096 x 4096", GBS, TABLE, goal)
    for op in ("softmax", "layer_norm"):
        yield Figure(f"{op}_4096x1000", f"{op} of 4096 x 1000", NS_PER_ELEMENT, 4096e3, ((TORCH, 0.8),))


def moves():
    yield Figure("transposed_4096", "transposed copy of 4096 x 4096", MS, 1, ((TORCH, 0.5),))
    yield Figure("add_row_4096", "a row added to each of 4096", MS, 1, ((TORCH, 1.0),))
    yield Figure("sort_1m", "sort of 1 M float32", MS, 1, ((TORCH, 1.0),))
    yield Figure("cumsum_1m", "cumsum of 1 M float32", MS, 1, ((TORCH, 1.0),))
    yield Figure("rows_1m", "1 M rows of 64 by index", MS, 1, ((TORCH, 0.8),))
    yield Figure("columns_4096", "4096 columns of 4096 x 4096 by index", MS, 1, ((TORCH, 1.0),))


def products():
    for dtype in ("f32", "f64"):
        for n in (16, 32, 64, 128, 256, 512, 1024, 2048):
            # Below 64 no library comes near the peak: there PyTorch is the measure.
            goal = ((f"peak_{dtype}", 1 / 0.92),) if n >= 64 else ((TORCH, 1.0),)
            yield Figure(f"matmul_{n}_{dtype}", f"matmul of {n} x {n}, {dtype}", GFLOPS, 2 * n**3, goal)
            if n >= 512:
                two = ((OURS_ON_ONE, 1 / 1.9),)
                yield Figure(f"matmul_{n}_{dtype}", f"the same on two threads", GFLOPS, 2 * n**3, two, 2)


def networks():
    conv = 2 * 64 * 64 * 9 * 56 * 56
    yield Figure("conv2d_64_56", "conv2d 3 x 3, 64 to 64, 56 x 56", GFLOPS, conv, ((TORCH, 1 / 0.9),))
    few = 2 * 64 * 8 * 9 * 26 * 26
    yield Figure("conv2d_1_8_28_b64", "conv2d 3 x 3, 1 to 8, 28 x 28, batch 64", GFLOPS, few, ((TORCH, 0.5),))
    deep = 2 * 32 * 9 * 54 * 54
    yield Figure("conv2d_depthwise_32", "depthwise conv2d 3 x 3, 32 channels, 56 x 56", GFLOPS, deep, ((TORCH, 1 / 1.5),))
    for threads in (1, 2):
        own = ((OURS_ON_ONE, 0.6),)
        yield Figure("cnn_step_b64", "training step of a small CNN, batch 64", MS, 1, own if threads > 1 else ((TORCH, 0.33),), threads)
        yield Figure("transformer_4x128", "4 layers of d 128, forward and backward", MS, 1, own if threads > 1 else ((TORCH, 0.85),), threads)
        yield Figure("lstm_128_64", "LSTM of 128, 64 steps, forward and backward", MS, 1, own if threads > 1 else ((TORCH, 0.7),), threads)


def solvers():
    for op in ("solve", "svd", "eigh"):
        yield Figure(f"{op}_256", f"{op} at 256, f64", MS, 1, ((NUMPY, 1.2),))


def peaks():
    """In a process that has done nothing else: memory that was freed before would not be counted."""
    yield Figure("cnn_step_peak", "peak of resident memory of the small CNN's step", BYTES, 1, ((BEST, 0.6),), most_rounds=1)


def trainings():
    yield Figure("mlp_step_64", "training step of an MLP 64-64-10, batch 32, SGD", NS, 1, ((BY_HAND, 1.2),))
    yield Figure("mlp_step_784", "training step of an MLP 784-128-10, batch 64, Adam", NS, 1, ((BEST, 0.45),))
    yield Figure("predict_784", "MLP 784-128-10, one row", NS, 1, ((FIXED, 4500),))
    yield Figure("loader_60k", "60,000 images of an IDX file, shuffled, in batches of 64", MS, 1, ((TORCH, 0.2),), most_rounds=3)
    yield Figure("mlp_growth", "growth of native memory over 100,000 steps", BYTES, 1, ((FIXED, 0),), most_rounds=1)
    yield Figure("mlp_allocations", "allocations of the system over 100,000 steps", COUNT, 1, ((FIXED, 0),), most_rounds=1)


FIGURES = [*peaks(), *small(), *functions(), *reductions(), *moves(), *products(), *networks(), *trainings(), *solvers()]


def predictions():
    beside = ((BARE, 1.05), (ORT, 0.6))
    yield Figure("onnx_mlp_1", "MLP 784-128-10, one row", NS, 1, beside)
    yield Figure("onnx_mlp_into", "MLP 784-128-10, into the caller's tensors", NS, 1, ((BARE, 1.1),))
    yield Figure("onnx_magika_1", "Magika, one file", MS, 1, beside)
    yield Figure("onnx_magika_32", "Magika, 32 files", MS, 1, beside)
    yield Figure("onnx_silero", "silero-vad, a piece of a stream", NS, 1, beside)


def requests():
    """Time for each request of eight threads, which is the inverse of requests a second."""
    for model, what in (("mlp", "MLP"), ("magika", "Magika")):
        yield Figure(f"onnx_{model}_callers", f"{what}, a request of eight threads", NS, 1, ((ORT, 1.0),))
        yield Figure(f"onnx_{model}_batched", f"{what}, the same, joined by a batcher", NS, 1, ((ORT, 1 / 1.5),))


def memory():
    yield Figure("onnx_mlp_heap", "Java heap of a prediction", BYTES, 1, ((FIXED, 200),), most_rounds=1)
    yield Figure("onnx_mlp_growth", "growth over a million predictions", BYTES, 1, ((FIXED, 1 << 20),), most_rounds=1)


ONNX = [*predictions(), *requests(), *memory()]
