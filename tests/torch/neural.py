"""PyTorch's results and gradients of neural operations (see README.md in this folder)."""

import os
import sys

import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "numpy"))
import common

common.DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
torch.manual_seed(19)


def rand(*shape, dtype=torch.float64):
    """Few digits, so that the file stays small, and no ties."""
    return (torch.randn(*shape, dtype=torch.float64) * 1000).round().div(1000).to(dtype)


def weights(t):
    return (0.3 + (torch.arange(t.numel()) * 37 % 11).to(t.dtype) / 7).reshape(t.shape)


class Neural(common.Cases):
    def case(self, op, f, inputs, watched=None, near=1e-9, **args):
        """The result of `f` and the gradients of the watched inputs, by default all that are float."""
        if watched is None:
            watched = [i for i, t in enumerate(inputs) if t.is_floating_point()]
        used = [t.clone().requires_grad_(i in watched) for i, t in enumerate(inputs)]
        out = f(*used)
        outs = [o for o in (out if isinstance(out, tuple) else (out,))]
        floats = [o for o in outs if o.is_floating_point()]
        grads = []
        if watched:
            loss = sum((o * weights(o)).sum() for o in floats)
            grads = list(torch.autograd.grad(loss, [used[i] for i in watched]))
        flat = torch.cat([t.detach().to(inputs[0].dtype if inputs[0].is_floating_point() else torch.float64).reshape(-1)
                          for t in outs + grads])
        digits = 12 if flat.dtype == torch.float64 else 7
        flat = torch.tensor([float(f"%.{digits}g" % v) for v in flat.tolist()], dtype=flat.dtype)
        if flat.dtype == torch.float32:
            near = max(near, 2e-5)
        self.add(op, [t.numpy() for t in inputs], flat.numpy(), tolerance=[near, near], watched=watched, **args)

    def fails(self, op, inputs, error, **args):
        self.add(op, [t.numpy() for t in inputs], error=error, watched=[], **args)


def norms(c):
    for dtype in [torch.float64, torch.float32]:
        x, w, b = rand(3, 4, 5, dtype=dtype), rand(5, dtype=dtype), rand(5, dtype=dtype)
        c.case("layer_norm", lambda x, w, b: F.layer_norm(x, [5], w, b), [x, w, b], shape=[5])
        c.case("rms_norm", lambda x, w: F.rms_norm(x, [5], w), [x, w], shape=[5])
    x = rand(2, 70)
    c.case("layer_norm", lambda x: F.layer_norm(x, [2, 70], eps=0.01), [x], shape=[2, 70], eps=0.01)
    c.case("layer_norm", lambda x, w: F.layer_norm(x, [70], w), [x, rand(70)], shape=[70])
    c.case("rms_norm", lambda x: F.rms_norm(x, [70], eps=0.1), [x], shape=[70], eps=0.1)
    x, w, b = rand(2, 6, 3, 2), rand(6), rand(6)
    for groups in [1, 2, 3, 6]:
        c.case("group_norm", lambda x, w, b: F.group_norm(x, groups, w, b), [x, w, b], groups=groups)
    c.case("group_norm", lambda x: F.group_norm(x, 3), [rand(2, 6)], groups=3)
    c.case("instance_norm", lambda x: F.instance_norm(x), [x])
    c.case("instance_norm", lambda x, w, b: F.instance_norm(x, None, None, w, b), [rand(2, 3, 5), w[:3], b[:3]])
    for x in [rand(4, 6), rand(3, 6, 5), rand(2, 6, 3, 2)]:
        c.case("batch_norm", lambda x, w, b: F.batch_norm(x, None, None, w, b, True), [x, w, b])
    mean, var = rand(6), rand(6).abs() + 0.5

    def running(x, m, v, w, b, training, momentum):
        m, v = m.clone(), v.clone()
        y = F.batch_norm(x, m, v, w, b, training, momentum, 1e-3)
        return (y, m.detach() * torch.ones(6), v.detach() * torch.ones(6)) if training else y

    for training in [True, False]:
        c.case("batch_norm_running", lambda x, m, v, w, b: running(x, m, v, w, b, training, 0.3),
               [rand(3, 6, 2), mean, var, w, b], watched=[0, 3, 4], training=training, momentum=0.3, eps=1e-3)
    c.fails("layer_norm", [rand(3, 4)], "SHAPE_MISMATCH", shape=[3])
    c.fails("layer_norm", [rand(3, 4), rand(3)], "SHAPE_MISMATCH", shape=[4])
    c.fails("layer_norm", [rand(3, 4), rand(4, dtype=torch.float32)], "DTYPE_MISMATCH", shape=[4])
    c.fails("layer_norm", [torch.arange(4)], "DTYPE_MISMATCH", shape=[4])
    c.fails("group_norm", [rand(2, 6)], "INVALID_ARGUMENT", groups=4)
    c.fails("batch_norm", [rand(1, 6), w, b], "INVALID_ARGUMENT")


def dense(c):
    for shape in [(3,), (2, 3), (2, 2, 3), (0, 3)]:
        c.case("linear", lambda x, w, b: F.linear(x, w, b), [rand(*shape), rand(4, 3), rand(4)])
    c.case("linear", lambda x, w: F.linear(x, w), [rand(5, 3, dtype=torch.float32), rand(2, 3, dtype=torch.float32)])
    c.fails("linear", [rand(2, 3), rand(4, 2)], "SHAPE_MISMATCH")
    c.fails("linear", [rand(2, 3), rand(4, 3), rand(3)], "SHAPE_MISMATCH")
    index = torch.tensor([[0, 4], [2, 4]])
    c.case("embedding", lambda w, i: F.embedding(i, w), [rand(5, 3), index])
    c.case("embedding", lambda w, i: F.embedding(i, w, padding_idx=4), [rand(5, 3), index], padding=4)
    c.case("embedding", lambda w, i: F.embedding(i, w, padding_idx=-1), [rand(5, 3), index.int()], padding=-1)
    c.fails("embedding", [rand(4, 3), index], "INVALID_ARGUMENT")
    for p in [2.0, 1.0, 3.0, float("inf")]:
        for axis in [1, 0]:
            c.case("normalize", lambda x: F.normalize(x, p, axis), [rand(3, 4)], p=str(p), axis=axis)
    c.case("pixel_shuffle", lambda x: F.pixel_shuffle(x, 2), [rand(2, 8, 2, 3)], factor=2)
    c.case("pixel_unshuffle", lambda x: F.pixel_unshuffle(x, 2), [rand(2, 2, 4, 6)], factor=2)
    c.fails("pixel_shuffle", [rand(1, 6, 2, 2)], "INVALID_ARGUMENT", factor=2)


def convolutions(c):
    def conv(n, xs, ws, bias=True, dtype=torch.float64, **args):
        f = [F.conv1d, F.conv2d, F.conv3d][n - 1]
        inputs = [rand(*xs, dtype=dtype), rand(*ws, dtype=dtype)] + ([rand(ws[0], dtype=dtype)] if bias else [])
        c.case(f"conv{n}d", lambda *t: f(*t, **args), inputs, **args)

    conv(1, (2, 3, 8), (4, 3, 3))
    conv(1, (3, 8), (4, 3, 3), stride=2, padding=1)
    conv(1, (2, 4, 9), (6, 2, 3), stride=[2], padding=[2], dilation=[2], groups=2)
    conv(2, (2, 3, 5, 6), (4, 3, 3, 3), padding=1)
    conv(2, (1, 2, 5, 6), (2, 2, 1, 1), bias=False)
    conv(2, (1, 2, 7, 6), (3, 2, 3, 2), stride=[2, 1], padding=[0, 1], dilation=[1, 2])
    conv(2, (1, 2, 6, 6), (2, 2, 1, 1), stride=2)
    conv(2, (1, 2, 7, 7), (2, 2, 2, 2), stride=3)
    conv(2, (2, 4, 5, 5), (4, 1, 3, 3), padding=1, groups=4)
    conv(2, (2, 2, 5, 5), (6, 1, 3, 3), stride=2, padding=1, groups=2)
    conv(2, (1, 1, 10, 20), (9, 1, 3, 3), padding=1, dtype=torch.float32)
    conv(2, (0, 2, 5, 5), (3, 2, 3, 3))
    conv(3, (1, 2, 4, 5, 4), (2, 2, 2, 3, 2), stride=[1, 2, 1], padding=1)
    conv(3, (1, 1, 3, 4, 5), (2, 1, 2, 2, 2), dilation=2)
    x, w = rand(1, 2, 5, 5), rand(3, 2, 3, 3)
    c.fails("conv2d", [x, rand(3, 3, 3, 3)], "SHAPE_MISMATCH")
    c.fails("conv2d", [x, rand(3, 2, 6, 3)], "INVALID_ARGUMENT")
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", stride=0)
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", stride=[1, 1, 1])
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", padding=-1)
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", dilation=3)
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", dilation=2**62)
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", padding=2**61)
    c.fails("conv2d", [x, w], "SHAPE_MISMATCH", groups=2)
    c.fails("conv2d", [x, w], "INVALID_ARGUMENT", groups=0)
    c.fails("conv2d", [x, w, rand(2)], "SHAPE_MISMATCH")
    c.fails("conv2d", [rand(5, 5), w], "SHAPE_MISMATCH")
    c.fails("conv2d", [x, w.float()], "DTYPE_MISMATCH")

    def turned(n, xs, ws, bias=True, **args):
        f = [F.conv_transpose1d, F.conv_transpose2d, F.conv_transpose3d][n - 1]
        outer = ws[1] * args.get("groups", 1)
        inputs = [rand(*xs), rand(*ws)] + ([rand(outer)] if bias else [])
        c.case(f"conv_transpose{n}d", lambda *t: f(*t, **args), inputs, **args)

    turned(1, (2, 3, 4), (3, 2, 3))
    turned(1, (4, 5), (4, 2, 3), stride=2, padding=1, output_padding=1, groups=2)
    turned(2, (1, 2, 3, 4), (2, 3, 3, 3), stride=2, padding=1, output_padding=1)
    turned(2, (1, 2, 3, 3), (2, 2, 2, 3), bias=False, stride=[1, 3], dilation=[2, 1])
    turned(2, (1, 2, 3, 3), (2, 2, 3, 2), padding=1)
    turned(2, (1, 4, 3, 3), (4, 1, 3, 3), stride=2, groups=4)
    turned(3, (1, 2, 2, 3, 2), (2, 1, 2, 2, 2), stride=2)
    c.fails("conv_transpose2d", [rand(1, 2, 3, 3), rand(2, 2, 2, 2)], "INVALID_ARGUMENT", output_padding=1)
    c.fails("conv_transpose2d", [rand(1, 2, 1, 1), rand(2, 2, 2, 2)], "INVALID_ARGUMENT", padding=1)
    c.fails("conv_transpose2d", [rand(1, 3, 3, 3), rand(2, 2, 2, 2)], "SHAPE_MISMATCH")


def pools(c):
    def pool(op, xs, **args):
        f = getattr(F, op)
        if op.startswith("max"):
            c.case(op, lambda x: f(x, **args, return_indices=True), [rand(*xs)], **args)
        else:
            c.case(op, lambda x: f(x, **args), [rand(*xs)], **args)

    for op in ["max_pool", "avg_pool"]:
        pool(op + "1d", (2, 2, 7), kernel_size=3)
        pool(op + "1d", (2, 7), kernel_size=3, stride=2, padding=1, ceil_mode=True)
        pool(op + "2d", (2, 2, 6, 6), kernel_size=2)
        pool(op + "2d", (1, 2, 7, 6), kernel_size=[3, 2], stride=[2, 3], padding=1)
        pool(op + "2d", (1, 1, 8, 8), kernel_size=3, stride=2, padding=1, ceil_mode=True)
        pool(op + "3d", (1, 2, 4, 5, 4), kernel_size=2, stride=[1, 2, 2], padding=[0, 1, 0])
    pool("max_pool2d", (1, 2, 7, 7), kernel_size=3, stride=1, padding=1, dilation=2)
    pool("avg_pool2d", (1, 2, 5, 5), kernel_size=3, stride=2, padding=1, count_include_pad=False)
    pool("avg_pool2d", (1, 1, 6, 6), kernel_size=3, stride=2, padding=1, ceil_mode=True, count_include_pad=False)
    pool("avg_pool2d", (1, 1, 6, 6), kernel_size=2, divisor_override=3)
    odd = torch.tensor([[[1.0, float("nan"), 2, float("-inf"), float("-inf"), 5]]], dtype=torch.float64)
    c.case("max_pool1d", lambda x: F.max_pool1d(x, 2, return_indices=True), [odd], watched=[], kernel_size=2)
    for n, xs, size in [(1, (2, 2, 7), [3]), (2, (1, 2, 5, 7), [3, 4]), (2, (2, 5, 5), [1, 1]), (3, (1, 1, 4, 5, 3), [2, 3, 3])]:
        c.case(f"adaptive_avg_pool{n}d", lambda x: getattr(F, f"adaptive_avg_pool{n}d")(x, size), [rand(*xs)], size=size)
        c.case(f"adaptive_max_pool{n}d", lambda x: getattr(F, f"adaptive_max_pool{n}d")(x, size, return_indices=True),
               [rand(*xs)], size=size)
    for op in ["max_pool2d", "avg_pool2d"]:
        c.fails(op, [rand(1, 1, 3, 3)], "INVALID_ARGUMENT", kernel_size=4)
        c.fails(op, [rand(1, 1, 3, 3)], "INVALID_ARGUMENT", kernel_size=2, padding=2)
        c.fails(op, [rand(1, 1, 3, 3)], "INVALID_ARGUMENT", kernel_size=0)
        c.fails(op, [rand(3)], "SHAPE_MISMATCH", kernel_size=1)
        c.fails(op, [torch.ones(1, 1, 3, 3, dtype=torch.int64)], "DTYPE_MISMATCH", kernel_size=1)
    for n, mode in [(1, "linear"), (2, "bilinear"), (3, "trilinear")]:
        xs = (1, 2) + (3, 4, 2)[:n]
        size = [5, 3, 4][:n]
        c.case("interpolate", lambda x: F.interpolate(x, size, mode="nearest"), [rand(*xs)], mode="nearest", size=size)
        for corners in [False, True]:
            c.case("interpolate", lambda x: F.interpolate(x, size, mode=mode, align_corners=corners), [rand(*xs)],
                   mode="linear", size=size, align_corners=corners)
    for factor in [2.0, 1.7, 0.6]:
        for mode in ["nearest", "bilinear"]:
            c.case("interpolate", lambda x: F.interpolate(x, scale_factor=factor, mode=mode), [rand(1, 1, 4, 5)],
                   mode="nearest" if mode == "nearest" else "linear", factor=factor)
    c.fails("interpolate", [rand(1, 1, 3, 3)], "INVALID_ARGUMENT", mode="nearest", size=[0])
    c.fails("interpolate", [rand(1, 1, 3, 3)], "INVALID_ARGUMENT", mode="nearest", size=[2, 2], align_corners=True)


def attentions(c):
    def attend(qs, ks, vs, mask=None, **args):
        inputs = [rand(*qs), rand(*ks), rand(*vs)] + ([mask] if mask is not None else [])

        def f(q, k, v, m=None):
            return F.scaled_dot_product_attention(q, k, v, attn_mask=m, is_causal=args.get("causal", False),
                                                  scale=args.get("scale"))
        c.case("attention", f, inputs, watched=[0, 1, 2], **args)

    attend((2, 3, 4), (2, 5, 4), (2, 5, 3))
    attend((3, 4), (5, 4), (5, 2))
    attend((2, 2, 4, 3), (2, 2, 4, 3), (2, 2, 4, 3), causal=True)
    attend((5, 3), (3, 3), (3, 3), causal=True, scale=0.7)
    attend((2, 1, 3, 4), (2, 1, 5, 4), (2, 1, 5, 2), mask=rand(3, 5))
    attend((2, 3, 4), (2, 5, 4), (2, 5, 2), mask=torch.rand(2, 3, 5) > 0.3)
    seen = torch.ones(3, 4, dtype=torch.bool)
    seen[1] = False
    attend((3, 2), (4, 2), (4, 2), mask=seen)
    c.fails("attention", [rand(3, 2), rand(4, 3), rand(4, 2)], "SHAPE_MISMATCH")
    c.fails("attention", [rand(3, 2), rand(4, 2), rand(5, 2)], "SHAPE_MISMATCH")
    c.fails("attention", [rand(3, 2), rand(4, 2), rand(4, 2), rand(4, 4)], "SHAPE_MISMATCH")


def recurrents(c, all_dropped=False):
    def net(kind, bias=True, layers=1, both=False, batch_first=False, t=3, n=2, i=2, h=3, **more):
        f = torch._VF.lstm if kind == "lstm" else torch._VF.gru
        g, d = (4 if kind == "lstm" else 3), 2 if both else 1
        x = rand(n, t, i) if batch_first else rand(t, n, i)
        states = [rand(layers * d, n, h) for _ in range(2 if kind == "lstm" else 1)]
        params = []
        for layer in range(layers):
            for _ in range(d):
                params += [rand(g * h, i if layer == 0 else d * h), rand(g * h, h)]
                params += [rand(g * h), rand(g * h)] if bias else []

        def run(x, *rest):
            states, params = rest[:g - 2 if kind == "gru" else 2], rest[(1 if kind == "gru" else 2):]
            hx = states if kind == "lstm" else states[0]
            return f(x, hx, list(params), bias, layers, more.get("dropout", 0.0), "dropout" in more, both, batch_first)
        c.case(kind, run, [x] + states + params, bias=bias, layers=layers, both=both, batch_first=batch_first, **more)

    for kind in ["lstm", "gru"]:
        if all_dropped:
            # What is dropped with certainty depends on no random number.
            net(kind, layers=3, t=2, h=2, dropout=1.0)
            net(kind, layers=2, both=True, batch_first=True, t=2, i=1, h=1, dropout=1.0)
            continue
        net(kind)
        net(kind, bias=False, t=1)
        net(kind, both=True)
        net(kind, layers=2, both=True, batch_first=True, n=1, h=2)
        net(kind, n=35, t=2, i=1, h=1)


def losses(c):
    x, t = rand(3, 4), rand(3, 4)
    p, q = torch.rand(3, 4).double().mul(100).round().div(100).clamp(0.01, 0.99), torch.rand(3, 4).double().round(decimals=2)
    names = ["none", "mean", "sum"]
    for r in names:
        c.case("mse", lambda x, t: F.mse_loss(x, t, reduction=r), [x, t], reduction=r)
        c.case("l1", lambda x, t: F.l1_loss(x, t, reduction=r), [x, t], reduction=r)
        for beta in [1.0, 0.3, 0.0]:
            c.case("smooth_l1", lambda x, t: F.smooth_l1_loss(x, t, reduction=r, beta=beta), [x, t], reduction=r, beta=beta)
        c.case("huber", lambda x, t: F.huber_loss(x, t, reduction=r, delta=0.7), [x, t], reduction=r, delta=0.7)
        c.case("bce", lambda x, t: F.binary_cross_entropy(x, t, reduction=r), [p, q], reduction=r)
        c.case("bce", lambda x, t, w: F.binary_cross_entropy(x, t, w, reduction=r), [p, q, rand(4).abs()], watched=[0], reduction=r)
        c.case("bce_with_logits", lambda x, t: F.binary_cross_entropy_with_logits(x, t, reduction=r), [x, q], reduction=r)
        c.case("bce_with_logits", lambda x, t, w: F.binary_cross_entropy_with_logits(x, t, pos_weight=w, reduction=r),
               [x, q, rand(4).abs()], watched=[0, 1], pos_weight=True, reduction=r)
        for logs in [False, True]:
            target = F.log_softmax(t, 1).mul(1000).round().div(1000) if logs else q
            c.case("kl_div", lambda x, t: F.kl_div(x, t, reduction=r, log_target=logs), [x, target], reduction=r, log_target=logs)
        for target in [torch.tensor([1, 0, 3]), torch.tensor([1, -100, 3])]:
            c.case("nll", lambda x, t: F.nll_loss(x, t, reduction=r), [x, target], reduction=r)
            for smoothing in [0.0, 0.2]:
                c.case("cross_entropy", lambda x, t: F.cross_entropy(x, t, reduction=r, label_smoothing=smoothing),
                       [x, target], reduction=r, smoothing=smoothing)
                c.case("cross_entropy", lambda x, t, w: F.cross_entropy(x, t, w, reduction=r, label_smoothing=smoothing),
                       [x, target, rand(4).abs()], watched=[0], reduction=r, smoothing=smoothing)
        deep = torch.randint(0, 3, (2, 2, 2))
        c.case("cross_entropy", lambda x, t: F.cross_entropy(x, t, reduction=r, ignore_index=1), [rand(2, 3, 2, 2), deep],
               reduction=r, ignore=1)
        c.case("nll", lambda x, t, w: F.nll_loss(x, t, w, reduction=r), [rand(2, 3, 2, 2), deep.int().long(), rand(3).abs()],
               watched=[0], reduction=r)
        share = F.softmax(rand(3, 4), 1).mul(100).round().div(100)
        c.case("cross_entropy", lambda x, t: F.cross_entropy(x, t, reduction=r, label_smoothing=0.1), [x, share],
               reduction=r, smoothing=0.1)
        c.case("cross_entropy", lambda x, t, w: F.cross_entropy(x, t, w, reduction=r), [rand(2, 3, 2), rand(2, 3, 2).abs(), rand(3).abs()],
               watched=[0, 1], reduction=r)
        c.case("cosine_embedding", lambda a, b, t: F.cosine_embedding_loss(a, b, t, 0.1, reduction=r),
               [x, t, torch.tensor([1, -1, 1])], reduction=r, margin=0.1)
    c.case("cross_entropy", lambda x, t: F.cross_entropy(x, t), [x[0], torch.tensor(2)], reduction="mean", smoothing=0.0)
    far = torch.tensor([[-800.0, 800.0, 0.0, 30.0]], dtype=torch.float64)
    c.case("bce_with_logits", lambda x, t: F.binary_cross_entropy_with_logits(x, t, reduction="none"), [far, q[:1]],
           watched=[0], reduction="none")
    for axis in [0, 1]:
        c.case("cosine_similarity", lambda a, b: F.cosine_similarity(a, b, axis), [x, t], axis=axis)
    c.fails("cross_entropy", [x, torch.tensor([0, 4, 1])], "INVALID_ARGUMENT", reduction="none", smoothing=0.0)
    c.fails("cross_entropy", [x, torch.tensor([0, 1])], "SHAPE_MISMATCH", reduction="none", smoothing=0.0)
    c.fails("cross_entropy", [x, torch.tensor([0, 1, 2])], "INVALID_ARGUMENT", reduction="mean", smoothing=1.5)
    c.fails("mse", [x, rand(5)], "SHAPE_MISMATCH", reduction="mean")
    c.fails("huber", [x, t], "INVALID_ARGUMENT", reduction="mean", delta=0.0)


def options(c):
    index = torch.tensor([[0, 4, 4], [2, 4, 0]])
    for padding in [None, 4]:
        more = {} if padding is None else {"padding": padding}
        c.case("embedding_with", lambda w, i: F.embedding(i, w, padding_idx=padding, scale_grad_by_freq=True),
               [rand(5, 3), index], scale=True, **more)
    for norm_type in [2.0, 1.0, 3.0]:
        for dtype in [torch.float64, torch.float32]:
            def bounded(w, i):
                w = w.detach().clone()
                return F.embedding(i, w, max_norm=1.25, norm_type=norm_type), w
            c.case("embedding_with", bounded, [rand(5, 3, dtype=dtype), index], watched=[], max_norm=1.25,
                   norm_type=norm_type)
    c.fails("embedding_with", [rand(4, 3), index], "INVALID_ARGUMENT", max_norm=1.0)
    c.fails("embedding_with", [rand(5, 3), index], "INVALID_ARGUMENT", max_norm=-1.0)
    c.fails("embedding_with", [torch.ones(5, 3).int(), index], "DTYPE_MISMATCH", max_norm=1.0)
    recurrents(c, all_dropped=True)


def resizes(c):
    for dtype in [torch.float64, torch.float32]:
        for size in [[5, 3], [2, 9], [3, 4], [1, 1]]:
            for corners in [False, True]:
                c.case("interpolate", lambda x: F.interpolate(x, size, mode="bicubic", align_corners=corners),
                       [rand(1, 2, 3, 4, dtype=dtype)], mode="cubic", size=size, align_corners=corners)
    for factor in [2.0, 1.7, 0.6]:
        c.case("interpolate", lambda x: F.interpolate(x, scale_factor=factor, mode="bicubic"), [rand(1, 1, 4, 5)],
               mode="cubic", factor=factor)
        c.case("interpolate", lambda x: F.interpolate(x, scale_factor=factor, mode="nearest-exact"), [rand(1, 1, 4, 5)],
               mode="nearest_exact", factor=factor)
    for n in [1, 2, 3]:
        c.case("interpolate", lambda x: F.interpolate(x, [5, 3, 4][:n], mode="nearest-exact"),
               [rand(*(1, 2, 3, 4, 2)[:n + 2])], mode="nearest_exact", size=[5, 3, 4][:n])
    for shape in [(1, 2, 3), (1, 1, 2, 3, 4)]:
        c.fails("interpolate", [rand(*shape)], "SHAPE_MISMATCH", mode="cubic", size=[2])
    c.fails("interpolate", [rand(1, 1, 3, 3)], "INVALID_ARGUMENT", mode="nearest_exact", size=[2, 2], align_corners=True)


def main():
    for name, parts in [("neural", [norms, dense]), ("convolutions", [convolutions]), ("pools", [pools]),
                        ("sequences", [attentions, recurrents]), ("losses", [losses]), ("options", [options]), ("resizes", [resizes])]:
        cases = Neural(name)
        for part in parts:
            part(cases)
        cases.write()


if __name__ == "__main__":
    main()
