"""The workers of PyTorch and of NumPy: `torch_numpy.py torch|numpy`. See drive.py for what they read and answer."""

import functools
import sys
import time

import numpy as np

SIDE = 4096
SIZES = {"32k": 32 << 10, "16m": 16 << 20}


def numpy_work(key):
    """A call with its operands made before, or None."""
    rng = np.random.default_rng(5)
    name, *rest = key.split("_")
    table = lambda: rng.standard_normal((SIDE, SIDE), dtype=np.float32)
    if name in ("add", "mul", "relu") and rest == ["16"]:
        a, b = (rng.standard_normal((16, 16), dtype=np.float32) for _ in range(2))
        return {"add": lambda: a + b, "mul": lambda: a * b, "relu": lambda: np.maximum(a, 0)}[name]
    if name in ("exp", "tanh"):
        x, f = rng.standard_normal(SIZES[rest[0]], dtype=np.float32), getattr(np, name)
        return lambda: f(x)
    if name[:-1] in ("sum", "max", "argmax"):
        x, f, axis = table(), getattr(np, name[:-1]), int(name[-1])
        return lambda: f(x, axis=axis)
    if key == "transposed_4096":
        x = table()
        return lambda: np.ascontiguousarray(x.T)
    if key == "add_row_4096":
        x, row = table(), rng.standard_normal(SIDE, dtype=np.float32)
        return lambda: x + row
    if key == "sort_1m":
        x = rng.standard_normal(1 << 20, dtype=np.float32)
        return lambda: np.sort(x)
    if key == "cumsum_1m":
        x = rng.standard_normal(1 << 20, dtype=np.float32)
        return lambda: np.cumsum(x)
    if key == "rows_1m":
        x, at = rng.standard_normal((100_000, 64), dtype=np.float32), rng.integers(0, 100_000, 1 << 20)
        return lambda: np.take(x, at, axis=0)
    if key == "columns_4096":
        x, at = table(), rng.integers(0, SIDE, SIDE)
        return lambda: np.take(x, at, axis=1)
    if name == "matmul":
        n, dtype = int(rest[0]), {"f32": np.float32, "f64": np.float64}[rest[1]]
        a, b = (rng.standard_normal((n, n)).astype(dtype) for _ in range(2))
        return lambda: a @ b
    if rest == ["256"]:
        a, b = rng.standard_normal((256, 256)), rng.standard_normal((256, 8))
        return {
            "solve": lambda: np.linalg.solve(a, b),
            "svd": lambda: np.linalg.svd(a),
            "eigh": lambda: np.linalg.eigh(a + a.T),
        }[name]
    return None


def torch_work(key):
    """The same of PyTorch."""
    import torch
    import torch.nn.functional as F

    torch.manual_seed(5)
    name, *rest = key.split("_")
    if name in ("add", "mul", "relu") and rest == ["16"]:
        a, b = torch.randn(16, 16), torch.randn(16, 16)
        return {"add": lambda: a + b, "mul": lambda: a * b, "relu": lambda: torch.relu(a)}[name]
    if rest and rest[0] in SIZES:
        x = torch.randn(SIZES[rest[0]])
        f = F.gelu if name == "gelu" else getattr(torch, name)
        return lambda: f(x)
    if name[:-1] in ("sum", "max", "argmax"):
        x, axis = torch.randn(SIDE, SIDE), int(name[-1])
        f = {"sum": torch.sum, "max": torch.amax, "argmax": torch.argmax}[name[:-1]]
        return lambda: f(x, dim=axis)
    if key.endswith("_4096x1000"):
        x, weight, bias = torch.randn(4096, 1000), torch.randn(1000), torch.randn(1000)
        if key.startswith("softmax"):
            return lambda: torch.softmax(x, 1)
        return lambda: F.layer_norm(x, (1000,), weight, bias)
    if key == "transposed_4096":
        x = torch.randn(SIDE, SIDE)
        return lambda: x.t().contiguous()
    if key == "add_row_4096":
        x, row = torch.randn(SIDE, SIDE), torch.randn(SIDE)
        return lambda: x + row
    if key in ("sort_1m", "cumsum_1m"):
        x = torch.randn(1 << 20)
        return (lambda: torch.sort(x)) if name == "sort" else (lambda: torch.cumsum(x, 0))
    if key == "rows_1m":
        x, at = torch.randn(100_000, 64), torch.randint(0, 100_000, (1 << 20,))
        return lambda: torch.index_select(x, 0, at)
    if key == "columns_4096":
        x, at = torch.randn(SIDE, SIDE), torch.randint(0, SIDE, (SIDE,))
        return lambda: torch.index_select(x, 1, at)
    if name == "matmul":
        n, dtype = int(rest[0]), {"f32": torch.float32, "f64": torch.float64}[rest[1]]
        a, b = torch.randn(n, n, dtype=dtype), torch.randn(n, n, dtype=dtype)
        return lambda: a @ b
    if rest == ["256"]:
        a, b = torch.randn(256, 256, dtype=torch.float64), torch.randn(256, 8, dtype=torch.float64)
        return {
            "solve": lambda: torch.linalg.solve(a, b),
            "svd": lambda: torch.linalg.svd(a),
            "eigh": lambda: torch.linalg.eigh(a + a.T),
        }[name]
    return torch_network(key)


def torch_network(key):
    """Layers and training steps."""
    import torch
    import torch.nn.functional as F
    from torch import nn

    if key.startswith("conv2d"):
        shapes = {
            "conv2d_64_56": ((1, 64, 56, 56), (64, 64, 3, 3), 1, 1),
            "conv2d_1_8_28_b64": ((64, 1, 28, 28), (8, 1, 3, 3), 0, 1),
            "conv2d_depthwise_32": ((1, 32, 56, 56), (32, 1, 3, 3), 0, 32),
        }
        x, w, padding, groups = shapes[key]
        x, w = torch.randn(x), torch.randn(w)

        def conv():
            with torch.no_grad():
                return F.conv2d(x, w, padding=padding, groups=groups)

        return conv
    if key == "cnn_step_b64":
        return torch_cnn(64)
    if key == "transformer_4x128":
        layers = [nn.TransformerEncoderLayer(128, 4, 512, dropout=0.0, batch_first=True, norm_first=True) for _ in range(4)]
        net, x = nn.Sequential(*layers), torch.randn(8, 64, 128)
        return lambda: net(x).sum().backward()
    if key == "lstm_128_64":
        net, x = nn.LSTM(128, 128, batch_first=False), torch.randn(64, 16, 128)
        return lambda: net(x)[0].sum().backward()
    return torch_training(key)


def torch_training(key):
    """Whole steps, a prediction, and an epoch of a data loader."""
    import torch

    if key == "mlp_step_64":
        net = torch_mlp(64, 64)
        return torch_step(net, torch.optim.SGD(net.parameters(), 0.05, momentum=0.9), torch.rand(32, 64))
    if key == "mlp_step_784":
        net = torch_mlp(784, 128)
        return torch_step(net, torch.optim.Adam(net.parameters(), 1e-3, fused=True), torch.rand(64, 784))
    if key == "predict_784":
        net, row = torch_mlp(784, 128).eval(), np.zeros((1, 784), np.float32)

        def predict():
            with torch.inference_mode():
                return net(torch.from_numpy(row)).numpy()

        return predict
    if key == "loader_60k":
        images = torch.randint(0, 256, (60_000, 28, 28), dtype=torch.uint8)
        data = torch.utils.data.TensorDataset(images, torch.zeros(60_000, dtype=torch.int64))
        loader = torch.utils.data.DataLoader(data, batch_size=64, shuffle=True)

        def epoch():
            for _ in loader:
                pass

        return epoch
    return None


def torch_mlp(inputs, hidden):
    from torch import nn

    return nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, 10))


def torch_cnn(rows):
    import torch
    from torch import nn

    net = nn.Sequential(
        nn.Conv2d(1, 8, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 16, 3), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(16 * 25, 10),
    )
    return torch_step(net, torch.optim.SGD(net.parameters(), 0.01), torch.randn(rows, 1, 28, 28))


def torch_step(net, optimizer, x):
    import torch
    import torch.nn.functional as F

    y = torch.randint(0, 10, (len(x),))

    def step():
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()

    return step


def resident(name):
    """Bytes that Linux counts for this process: VmRSS now, VmHWM at most since the peak was reset."""
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith(name))


@functools.cache  # memory that was freed is there the second time
def torch_peak():
    """Resident bytes that twenty steps of the small CNN need at most, beside what was resident before."""
    torch_cnn(1)()  # loads what the first step loads
    with open("/proc/self/clear_refs", "w") as reset:
        reset.write("5")
    before, step = resident("VmRSS"), torch_cnn(64)
    for _ in range(20):
        step()
    return resident("VmHWM") - before


def nanoseconds(call, milliseconds):
    """The least mean of a call over batches that are long enough to time."""
    n, least, end = 1, float("inf"), time.perf_counter() + milliseconds / 1e3
    while True:
        start = time.perf_counter_ns()
        for _ in range(n):
            call()
        took = time.perf_counter_ns() - start
        if took < 2e6:
            n *= 2
        else:
            least = min(least, took / n)
            if time.perf_counter() > end:
                return least


def main():
    which = sys.argv[1]
    if which == "torch":
        import torch

        about, work = f"PyTorch {torch.__version__} from Python", torch_work
    else:
        about, work = f"NumPy {np.__version__}", numpy_work
    print(about, flush=True)
    known, call = None, None
    for line in sys.stdin:
        _, key, threads, milliseconds = line.split()
        if which == "torch":
            torch.set_num_threads(int(threads))
        elif threads != "1":
            print("-", flush=True)
            continue
        if which == "torch" and key == "cnn_step_peak":
            call = known = None
            print(torch_peak(), flush=True)
            continue
        if key != known:
            call = None  # the operands of the figure before go first
            known, call = key, work(key)
        print("-" if call is None else nanoseconds(call, int(milliseconds)), flush=True)


main()
