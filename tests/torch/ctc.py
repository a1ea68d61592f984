"""PyTorch's results and gradients of the CTC loss (see README.md in this folder)."""

import torch
import torch.nn.functional as F
from neural import Neural, rand


def ctc(c):
    labels = torch.tensor([[1, 2, 2, 3], [3, 1, 4, 4], [2, 4, 1, 1]])
    steps, counts = torch.tensor([7, 5, 6]), torch.tensor([4, 2, 0])
    for dtype in [torch.float64, torch.float32]:
        logs = rand(7, 3, 5).log_softmax(-1).to(dtype)
        for r in ["none", "mean", "sum"]:
            case(c, [logs, labels, steps, counts], reduction=r)
    # Targets one after another, with another blank, and steps that are too few for a sample.
    flat, few = torch.tensor([0, 1, 1, 3, 3, 1, 2]), torch.tensor([7, 3, 6])
    for r in ["none", "mean", "sum"]:
        case(c, [logs.double(), flat, few, torch.tensor([3, 3, 1])], reduction=r, blank=4, zero_infinity=True)
    case(c, [logs.double(), flat, few, torch.tensor([3, 3, 1])], reduction="none", blank=4)
    case(c, [rand(6, 5).log_softmax(-1), torch.tensor([1, 1, 2]), torch.tensor(6), torch.tensor(3)], reduction="none")
    case(c, [rand(6, 5).log_softmax(-1), torch.tensor([1, 1, 2]), torch.tensor([5]), torch.tensor([3])], reduction="mean")
    case(c, [rand(30, 2, 6).log_softmax(-1), torch.randint(1, 6, (2, 12)), torch.tensor([30, 25]), torch.tensor([12, 9])],
         reduction="mean")
    case(c, [rand(4, 2, 3).log_softmax(-1), torch.zeros(2, 0, dtype=torch.int64), torch.tensor([4, 2]), torch.tensor([0, 0])],
         reduction="none")
    for error, inputs in [
        ("INVALID_ARGUMENT", [logs, labels, torch.tensor([8, 5, 6]), counts]),
        ("INVALID_ARGUMENT", [logs, labels, steps, torch.tensor([5, 2, 0])]),
        ("INVALID_ARGUMENT", [logs, labels + 4, steps, counts]),
        ("INVALID_ARGUMENT", [logs, labels.reshape(-1), steps, counts]),
        ("SHAPE_MISMATCH", [logs, labels[:2], steps, counts]),
        ("SHAPE_MISMATCH", [logs, labels, steps[:2], counts]),
        ("SHAPE_MISMATCH", [logs[0, 0], labels, steps, counts]),
        ("DTYPE_MISMATCH", [logs, labels.double(), steps, counts]),
        ("DTYPE_MISMATCH", [labels, labels, steps, counts]),
    ]:
        c.fails("ctc", inputs, error, reduction="mean", blank=0, zero_infinity=False)


def case(c, inputs, reduction, blank=0, zero_infinity=False):
    def loss(*inputs):
        return F.ctc_loss(*inputs, blank=blank, reduction=reduction, zero_infinity=zero_infinity)

    c.case("ctc", loss, inputs, watched=[0], reduction=reduction, blank=blank, zero_infinity=zero_infinity)


if __name__ == "__main__":
    cases = Neural("ctc")
    ctc(cases)
    cases.write()
