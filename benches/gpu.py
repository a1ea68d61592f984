"""The numbers of benches/gpu.rs, of PyTorch on the same machine."""
import time

import torch

LARGE = 1 << 26


def rate(name, size, call):
    for _ in range(3):
        call()
    torch.cuda.synchronize()
    seconds = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(20):
            call()
        torch.cuda.synchronize()
        seconds.append((time.perf_counter() - start) / 20)
    print(f"rate {name} {size / sorted(seconds)[4] / 1e9:.0f} GB/s")


def main():
    print("device", torch.cuda.get_device_name(0), torch.__version__)
    a, b = torch.full((LARGE,), 0.5, device="cuda"), torch.full((LARGE,), 0.25, device="cuda")
    size = LARGE * 4
    rate("copy", 2 * size, a.clone)
    rate("add", 3 * size, lambda: a + b)
    rate("add_in_place", 3 * size, lambda: a.add_(b))
    rate("mul_number", 2 * size, lambda: a * 1.5)
    rate("exp", 2 * size, a.exp)
    rate("gelu", 2 * size, lambda: torch.nn.functional.gelu(a))
    rate("to_bfloat16", 1.5 * size, a.bfloat16)
    rate("less", 2.25 * size, lambda: a < b)
    matrix, row = a.view(8192, 8192), torch.ones(8192, device="cuda")
    rate("add_row", 2 * size, lambda: matrix + row)
    rate("transposed_copy", 2 * size, lambda: matrix.t().contiguous())
    rate("add_transposed", 3 * size, lambda: matrix + matrix.t())
    rate("sum", size, a.sum)
    rate("sum_rows", size, lambda: matrix.sum(1))
    rate("sum_columns", size, lambda: matrix.sum(0))
    rate("max_rows", size, lambda: matrix.amax(1))
    rate("argmax_rows", size, lambda: matrix.argmax(1))
    rate("softmax_rows", 2 * size, lambda: matrix.softmax(1))
    square = torch.full((4096, 4096), 0.5, device="cuda")
    rate("product_4096_gflops", 2 * 4096**3, lambda: square @ square)
    half = torch.full((8192, 8192), 0.5, device="cuda", dtype=torch.bfloat16)
    rate("product_8192_bf16_gflops", 2 * 8192**3, lambda: half @ half)
    index = torch.arange(8192, device="cuda")
    rate("index_select", 2 * size, lambda: matrix.index_select(0, index))
    rate("layer_norm", 2 * size, lambda: torch.nn.functional.layer_norm(matrix, (8192,), row, row))
    narrow = a.view(65536, 1024)
    rate("softmax_1024", 2 * size, lambda: narrow.softmax(1))
    grads = torch.full((8192, 1024), 0.5, device="cuda")
    words = torch.zeros(50000, 1024, device="cuda")
    rate("index_add_8192_rows", 3 * 8192 * 4096, lambda: words.index_add_(0, index, grads))
    here = a.cpu()
    for _ in range(2):
        start = time.perf_counter()
        there = here.cuda()
        torch.cuda.synchronize()
        print(f"rate to_device {size / (time.perf_counter() - start) / 1e9:.1f} GB/s")
        start = time.perf_counter()
        there.cpu()
        print(f"rate from_device {size / (time.perf_counter() - start) / 1e9:.1f} GB/s")
    small = torch.full((1024,), 0.5, device="cuda")
    small + small
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(1000):
        small + small
    torch.cuda.synchronize()
    print(f"time add_1024 {(time.perf_counter() - start) * 1e3:.2f} us")

    steps()


def steps():
    """A step of training as in `gpu.rs`, with the loss read."""
    nn = torch.nn
    conv = lambda a, b: nn.Conv2d(a, b, 3, padding=1)
    cnn = [conv(1, 16), nn.ReLU(), nn.MaxPool2d(2), conv(16, 32), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(32 * 49, 10)]
    layer = nn.TransformerEncoderLayer(128, 4, 512, 0.0, "gelu", batch_first=True, norm_first=True)
    classes = torch.randint(0, 10, (64,), device="cuda")
    for name, net, x, y, loss in [
        ("mlp_784_b64_adam", nn.Sequential(nn.Linear(784, 128), nn.ReLU(), nn.Linear(128, 10)), (64, 784), classes, nn.CrossEntropyLoss()),
        ("cnn_b64_sgd", nn.Sequential(*cnn), (64, 1, 28, 28), classes, nn.CrossEntropyLoss()),
        ("transformer_4x128_adam", nn.TransformerEncoder(layer, 4, nn.LayerNorm(128)), (16, 64, 128), torch.randn(16, 64, 128, device="cuda"), nn.MSELoss()),
    ]:
        net, x = net.cuda(), torch.rand(x, device="cuda")
        optimizer = torch.optim.SGD(net.parameters(), 0.01) if name.endswith("sgd") else torch.optim.Adam(net.parameters())

        def step():
            optimizer.zero_grad()
            error = loss(net(x), y)
            error.backward()
            optimizer.step()
            return error.item()

        for _ in range(20):
            step()
        times = []
        for _ in range(9):
            start = time.perf_counter()
            for _ in range(50):
                step()
            times.append((time.perf_counter() - start) / 50 * 1e6)
        print(f"time step_{name} {sorted(times)[4]:.1f} us")


main()
