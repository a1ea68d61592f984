"""PyTorch's results and gradients of losses with margins and of likelihoods (see README.md in this folder)."""

import torch
import torch.nn.functional as F
from neural import Neural, rand


def signs(*shape):
    return (torch.randint(0, 2, shape) * 2 - 1).double()


def margins(c):
    x, y, z = rand(4, 5), rand(4, 5), rand(4, 5)
    for dtype in [torch.float64, torch.float32]:
        a, b, t = x.to(dtype), y.to(dtype), signs(4, 5).to(dtype)
        c.case("soft_margin", lambda x, t: F.soft_margin_loss(x, t), [a, t], watched=[0], reduction="mean")
        c.case("margin_ranking", lambda a, b, t: F.margin_ranking_loss(a, b, t, margin=0.3), [a, b, t], watched=[0, 1],
               margin=0.3, reduction="mean")
    for r in ["none", "mean", "sum"]:
        t = signs(4, 5)
        c.case("margin_ranking", lambda a, b, t: F.margin_ranking_loss(a, b, t, reduction=r), [x, y[:1], t],
               watched=[0, 1], margin=0.0, reduction=r)
        c.case("hinge_embedding", lambda x, t: F.hinge_embedding_loss(x, t, margin=0.7, reduction=r), [x, t], watched=[0],
               margin=0.7, reduction=r)
        c.case("hinge", lambda x, t: reduced((0.9 - t * x).clamp(min=0), r), [x, t], margin=0.9, reduction=r)
        c.case("soft_margin", lambda x, t: F.soft_margin_loss(x, t, reduction=r), [x, t], watched=[0], reduction=r)
        for p, swap in [(2.0, False), (2.0, True), (1.0, False), (3.0, True)]:
            c.case("triplet", lambda a, p_, n: F.triplet_margin_loss(a, p_, n, margin=0.8, p=p, swap=swap, reduction=r),
                   [x, y, z], margin=0.8, p=p, swap=swap, reduction=r)
        classes = torch.tensor([2, 0, 4, 1])
        for p in [1, 2]:
            c.case("multi_margin", lambda x, t: F.multi_margin_loss(x, t, p=p, margin=0.6, reduction=r), [x, classes],
                   p=p, margin=0.6, reduction=r)
        c.case("multi_margin", lambda x, t, w: F.multi_margin_loss(x, t, weight=w, reduction=r),
               [x, classes, rand(5).abs()], watched=[0], p=1, margin=1.0, reduction=r)
        several = torch.tensor([[3, 0, -1, 1, 1], [-1, 0, 0, 0, 0], [4, 2, 1, 0, 3], [1, -1, 2, -1, 0]])
        c.case("multilabel_margin", lambda x, t: F.multilabel_margin_loss(x, t, reduction=r), [x, several], reduction=r)
        many = torch.randint(0, 2, (4, 5)).double()
        c.case("multilabel_soft_margin", lambda x, t: F.multilabel_soft_margin_loss(x, t, reduction=r), [x, many], watched=[0, 1],
               reduction=r)
        c.case("multilabel_soft_margin", lambda x, t, w: F.multilabel_soft_margin_loss(x, t, w, reduction=r),
               [x, many, rand(5).abs()], watched=[0], reduction=r)
        for full in [False, True]:
            for var in [rand(4, 5).abs() + 0.1, rand(4).abs() + 0.1, torch.full((4, 1), 1e-9, dtype=torch.float64)]:
                c.case("gaussian_nll", lambda x, t, v: F.gaussian_nll_loss(x, t, v, full=full, reduction=r), [x, y, var],
                       full=full, eps=1e-6, reduction=r)
            for log in [False, True]:
                c.case("poisson_nll", lambda x, t: F.poisson_nll_loss(x, t, log_input=log, full=full, reduction=r),
                       [x.abs() + 0.1, (4 * y).abs().round() + 0.5], watched=[0], log_input=log, full=full, eps=1e-8,
                       reduction=r)
        c.case("quantile", lambda x, t: reduced(torch.maximum(0.3 * (t - x), -0.7 * (t - x)), r), [x, y], q=0.3,
               reduction=r)
        mask = torch.tensor([True, False, True, True])
        c.case("masked_cross_entropy", lambda x, t, m: F.cross_entropy(x, t.where(m, torch.tensor(-100)), reduction=r),
               [x, torch.tensor([2, 77, 4, 1]), mask], reduction=r)
    c.case("multi_margin", lambda x, t: F.multi_margin_loss(x, t), [x[0], torch.tensor(2)], p=1, margin=1.0,
           reduction="mean")
    c.case("multilabel_margin", lambda x, t: F.multilabel_margin_loss(x, t), [x[0], torch.tensor([3, 1, -1, 0, 0])],
           reduction="mean")
    c.fails("multi_margin", [x, torch.tensor([2, 0, 5, 1])], "INVALID_ARGUMENT", p=1, margin=1.0, reduction="mean")
    c.fails("multi_margin", [x, torch.tensor([2, 0])], "SHAPE_MISMATCH", p=1, margin=1.0, reduction="mean")
    c.fails("multi_margin", [x, torch.tensor([2, 0, 1, 1])], "INVALID_ARGUMENT", p=3, margin=1.0, reduction="mean")
    c.fails("multilabel_margin", [x, torch.full((4, 5), 5)], "INVALID_ARGUMENT", reduction="mean")
    c.fails("gaussian_nll", [x, y, -z.abs() - 1], "INVALID_ARGUMENT", full=False, eps=1e-6, reduction="mean")
    c.fails("quantile", [x, y], "INVALID_ARGUMENT", q=1.5, reduction="mean")
    c.fails("soft_margin", [x, rand(3)], "SHAPE_MISMATCH", reduction="mean")
    c.fails("soft_margin", [x, y.float()], "DTYPE_MISMATCH", reduction="mean")


def reduced(t, reduction):
    return {"none": lambda: t, "mean": t.mean, "sum": t.sum}[reduction]()


if __name__ == "__main__":
    cases = Neural("margins")
    margins(cases)
    cases.write()
