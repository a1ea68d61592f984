"""PyTorch's modules: names and shapes of their states, results, gradients and buffers (see README.md in this folder)."""

import json
import os

import torch
from torch import nn

torch.manual_seed(23)
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")
lines = []


def write(name):
    """Writes the cases since the last file."""
    path = os.path.join(DATA, name + ".json")
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        out.write("[\n" + ",\n".join(lines) + "\n]\n")
    print(f"{name}.json: {len(lines)} cases, {os.path.getsize(path)} bytes")
    lines.clear()


def rand(*shape):
    return (torch.randn(*shape, dtype=torch.float64) * 1000).round().div(1000)


def weights(t):
    return (0.3 + (torch.arange(t.numel()) * 37 % 11).to(t.dtype) / 7).reshape(t.shape)


def numbers(t):
    return [float("%.9g" % v) for v in t.detach().to(torch.float64).reshape(-1).tolist()]


def shaped(t):
    return {"shape": list(t.shape), "values": numbers(t)}


def is_mask(t):
    """A boolean mask, or one that is added; both are constants."""
    return t.dtype == torch.bool or bool((t == -1e9).any())


def written(t):
    if t is None:
        return None
    entry = dict(shaped(t), integer=not t.is_floating_point())
    if t.dtype == torch.bool:
        entry["mask"] = True
    elif is_mask(t):
        entry["constant"] = True
    return entry


def dict_of(state):
    return {name: values for name, _, values in state}


def case(maker, args, module, *inputs, training=True, near=1e-7, call=None):
    """The function of the API and its settings; the same module of PyTorch; what it is called with."""
    module = module.double().train(training)
    for name, value in module.state_dict().items():
        if value.is_floating_point():
            value.copy_(rand(*value.shape).abs() + 0.5 if name.endswith("running_var") else rand(*value.shape))
    state = [[name, list(value.shape), numbers(value)] for name, value in module.state_dict().items()]
    used = [t if t is None else t.clone().requires_grad_(t.is_floating_point() and not is_mask(t)) for t in inputs]
    if call is not None:
        out = call(module, *used)
    elif maker == "multihead_attention":
        query, key, value = used * 3 if len(used) == 1 else used[:3]
        out = module(query, key, value, attn_mask=used[3].detach() if len(used) > 3 else None, need_weights=False)[0]
    else:
        out = module(*used)
    if isinstance(out, tuple) and isinstance(out[1], tuple):
        out = (out[0], *out[1])
    outs = list(out) if isinstance(out, tuple) else [out]
    trained = [p for p in module.parameters()] + [t for t in used if t is not None and t.requires_grad]
    loss = sum((o * weights(o)).sum() for o in outs)
    grads = torch.autograd.grad(loss, trained, allow_unused=True)
    grads = [torch.zeros_like(t) if g is None else g for g, t in zip(grads, trained)]
    after = [[name, numbers(value)] for name, value in module.state_dict().items() if numbers(value) != dict_of(state)[name]]
    lines.append(json.dumps({
        "maker": maker, "args": args, "training": training, "near": near, "state": state,
        "inputs": [written(t) for t in inputs],
        "outputs": [shaped(o) for o in outs], "gradients": [numbers(g) for g in grads],
        "buffers": [[name, numbers(value)] for name, value in module.named_buffers()],
        **({"after": after} if after and maker.startswith("embedding") else {}),
    }, separators=(",", ":")))


case("linear", [3, 2, True], nn.Linear(3, 2), rand(4, 3))
case("linear", [3, 2, False], nn.Linear(3, 2, bias=False), rand(2, 2, 3))
case("bilinear", [2, 3, 2, True], nn.Bilinear(2, 3, 2), rand(4, 2), rand(4, 3))
x = torch.tensor([[-25.0, -3.5, -1.0, -0.4], [-0.1, 0.0, 0.3, 0.5], [0.7, 2.5, 6.5, 25.0]], dtype=torch.float64)
for maker, args, module in [
    ("relu", [], nn.ReLU()), ("sigmoid", [], nn.Sigmoid()), ("tanh", [], nn.Tanh()), ("gelu", [False], nn.GELU()),
    ("gelu", [True], nn.GELU(approximate="tanh")), ("silu", [], nn.SiLU()), ("mish", [], nn.Mish()),
    ("selu", [], nn.SELU()), ("softsign", [], nn.Softsign()), ("hardsigmoid", [], nn.Hardsigmoid()),
    ("hardswish", [], nn.Hardswish()), ("log_sigmoid", [], nn.LogSigmoid()), ("relu6", [], nn.ReLU6()),
    ("leaky_relu", [0.2], nn.LeakyReLU(0.2)), ("elu", [1.5], nn.ELU(1.5)), ("celu", [1.5], nn.CELU(1.5)),
    ("hardtanh", [-0.5, 2.0], nn.Hardtanh(-0.5, 2.0)), ("softplus", [1.0, 20.0], nn.Softplus()),
    ("softplus", [2.0, 3.0], nn.Softplus(2.0, 3.0)), ("tanhshrink", [], nn.Tanhshrink()),
    ("hardshrink", [0.45], nn.Hardshrink(0.45)), ("softshrink", [0.45], nn.Softshrink(0.45)),
    ("threshold", [0.4, -7.0], nn.Threshold(0.4, -7.0)), ("glu", [-1], nn.GLU()), ("softmax", [1], nn.Softmax(1)),
    ("log_softmax", [0], nn.LogSoftmax(0)), ("softmin", [1], nn.Softmin(1)), ("prelu", [1, 0.25], nn.PReLU()),
    ("prelu", [4, 0.25], nn.PReLU(4)), ("flatten", [0, -1], nn.Flatten(0)), ("unflatten", [1, [2, 2]], nn.Unflatten(1, (2, 2))),
    ("identity", [], nn.Identity()), ("dropout", [0.0], nn.Dropout(0.0)),
]:
    case(maker, args, module, x)
case("rrelu", [0.1, 0.3], nn.RReLU(0.1, 0.3), x, training=False)
case("dropout", [0.5], nn.Dropout(0.5), x, training=False)
images = {1: rand(2, 4, 7), 2: rand(1, 4, 4, 5), 3: rand(1, 4, 3, 3, 3)}
for n, conv, transposed in [(1, nn.Conv1d, nn.ConvTranspose1d), (2, nn.Conv2d, nn.ConvTranspose2d),
                            (3, nn.Conv3d, nn.ConvTranspose3d)]:
    case(f"conv{n}d", [4, 6, [3], [2], [1], [], 2, True, 0], conv(4, 6, 3, 2, 1, groups=2), images[n])
    case(f"conv{n}d", [4, 2, [2], [], [], [], 1, False, 0], conv(4, 2, 2, bias=False), images[n])
    case(f"conv_transpose{n}d", [4, 2, [3], [2], [1], [1], 2, True, []],
         transposed(4, 2, 3, 2, 1, output_padding=1, groups=2), images[n])
for code, mode in [(1, "reflect"), (2, "replicate"), (3, "circular")]:
    case("conv2d", [4, 2, [3], [], [1, 2], [], 1, True, code], nn.Conv2d(4, 2, 3, padding=(1, 2), padding_mode=mode), images[2])
for n, greatest, mean in [(1, nn.MaxPool1d, nn.AvgPool1d), (2, nn.MaxPool2d, nn.AvgPool2d), (3, nn.MaxPool3d, nn.AvgPool3d)]:
    case(f"max_pool{n}d", [[2], [], [1], [], True], greatest(2, padding=1, ceil_mode=True), images[n])
    case(f"avg_pool{n}d", [[2], [1], [1], False, False], mean(2, 1, 1, count_include_pad=False), images[n])
    case(f"adaptive_avg_pool{n}d", [[2]], [nn.AdaptiveAvgPool1d, nn.AdaptiveAvgPool2d, nn.AdaptiveAvgPool3d][n - 1](2), images[n])
    case(f"adaptive_max_pool{n}d", [[2]], [nn.AdaptiveMaxPool1d, nn.AdaptiveMaxPool2d, nn.AdaptiveMaxPool3d][n - 1](2), images[n])
for training in [True, False]:
    for n, norm in [(1, nn.BatchNorm1d), (2, nn.BatchNorm2d), (3, nn.BatchNorm3d)]:
        case(f"batch_norm{n}d", [4, 1e-3, 0.2, True, True], norm(4, 1e-3, 0.2), images[n], training=training)
    case("batch_norm1d", [4, 1e-5, None, False, True], nn.BatchNorm1d(4, momentum=None, affine=False), rand(5, 4), training=training)
    case("batch_norm1d", [4, 1e-5, 0.1, True, False], nn.BatchNorm1d(4, track_running_stats=False), rand(5, 4), training=training)
    case("instance_norm1d", [4, 1e-5, 0.1, True, True], nn.InstanceNorm1d(4, affine=True, track_running_stats=True), images[1], training=training)
    case("instance_norm2d", [4, 1e-5, 0.1, False, False], nn.InstanceNorm2d(4), images[2], training=training)
case("instance_norm3d", [4, 1e-5, 0.1, True, False], nn.InstanceNorm3d(4, affine=True), images[3])
case("instance_norm1d", [4, 1e-5, 0.1, False, False], nn.InstanceNorm1d(4), rand(4, 7))
case("layer_norm", [[4, 5], 1e-3, True, True], nn.LayerNorm([4, 5], 1e-3), images[2])
case("layer_norm", [[5], 1e-5, True, False], nn.LayerNorm(5, bias=False), images[2])
case("rms_norm", [[5], None, True], nn.RMSNorm(5), images[2])
case("rms_norm", [[4, 5], 1e-2, False], nn.RMSNorm([4, 5], 1e-2, False), images[2])
case("group_norm", [2, 4, 1e-5, True], nn.GroupNorm(2, 4), images[2])
case("embedding", [5, 3, None], nn.Embedding(5, 3), torch.tensor([[1, 4, 1], [0, 2, 3]]))
case("embedding", [5, 3, -2], nn.Embedding(5, 3, padding_idx=-2), torch.tensor([3, 1, 3]))
for maker, recurrent in [("lstm", nn.LSTM), ("gru", nn.GRU)]:
    case(maker, [3, 2, 1, True, False, 0.0, False], recurrent(3, 2), rand(4, 2, 3))
    case(maker, [3, 2, 2, True, True, 0.0, True], recurrent(3, 2, 2, batch_first=True, bidirectional=True), rand(2, 4, 3))
    case(maker, [3, 2, 1, False, False, 0.0, False], recurrent(3, 2, bias=False), rand(4, 3))
case("multihead_attention", [4, 2, 0.0, True, False], nn.MultiheadAttention(4, 2), rand(3, 2, 4))
case("multihead_attention", [4, 2, 0.0, True, True], nn.MultiheadAttention(4, 2, batch_first=True), rand(2, 3, 4), rand(2, 5, 4), rand(2, 5, 4))
case("multihead_attention", [4, 1, 0.0, False, False], nn.MultiheadAttention(4, 1, bias=False), rand(3, 4))
layer = dict(dim_feedforward=6, dropout=0.0)
case("transformer_encoder_layer", [4, 2, 6, 0.0, False, 1e-5, False, False], nn.TransformerEncoderLayer(4, 2, **layer), rand(3, 2, 4))
case("transformer_encoder_layer", [4, 2, 6, 0.0, True, 1e-5, True, True],
     nn.TransformerEncoderLayer(4, 2, activation="gelu", batch_first=True, norm_first=True, **layer), rand(2, 3, 4))
case("transformer_encoder", [4, 2, 2, 6, 0.0, False, 1e-5, False, False],
     nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, **layer), 2, enable_nested_tensor=False), rand(3, 2, 4))
for n in [1, 2, 3]:
    sides = [1, 2, 2, 1, 1, 1][:2 * n]
    for maker, args, cls in [("zero_pad", [], "ZeroPad"), ("constant_pad", [1.5], "ConstantPad"), ("reflection_pad", [], "ReflectionPad"),
                             ("replication_pad", [], "ReplicationPad"), ("circular_pad", [], "CircularPad")]:
        case(f"{maker}{n}d", [sides] + args, getattr(nn, f"{cls}{n}d")(tuple(sides), *args), images[n])
case("upsample", [[], 2.0, 0, False], nn.Upsample(scale_factor=2.0), images[2])
case("upsample", [[7, 9], None, 1, True], nn.Upsample((7, 9), mode="bilinear", align_corners=True), images[2])
case("pixel_shuffle", [2], nn.PixelShuffle(2), images[2])
case("pixel_unshuffle", [2], nn.PixelUnshuffle(2), rand(2, 4, 4, 6))
write("modules")
for relu in [False, True]:
    kind = "relu" if relu else "tanh"
    case("rnn", [3, 2, 1, relu, True, False, 0.0, False], nn.RNN(3, 2, nonlinearity=kind), rand(4, 2, 3))
    case("rnn", [3, 2, 2, relu, True, True, 0.0, True],
         nn.RNN(3, 2, 2, nonlinearity=kind, batch_first=True, bidirectional=True), rand(2, 4, 3), rand(4, 2, 2))
    case("rnn", [3, 2, 2, relu, False, False, 0.5, False], nn.RNN(3, 2, 2, nonlinearity=kind, bias=False, dropout=0.5),
         rand(5, 3), training=False)
    case("rnn_cell", [3, 2, True, relu], nn.RNNCell(3, 2, nonlinearity=kind), rand(4, 3))
    case("rnn_cell", [3, 2, False, relu], nn.RNNCell(3, 2, bias=False, nonlinearity=kind), rand(3), rand(2))
case("gru_cell", [3, 2, True], nn.GRUCell(3, 2), rand(4, 3), rand(4, 2))
case("gru_cell", [3, 2, False], nn.GRUCell(3, 2, bias=False), rand(3))
case("lstm_cell", [3, 2, True], nn.LSTMCell(3, 2), rand(4, 3), rand(4, 2), rand(4, 2), call=lambda m, x, h, c: m(x, (h, c)))
case("lstm_cell", [3, 2, False], nn.LSTMCell(3, 2, bias=False), rand(3))
case("lstm", [3, 2, 1, True, False, 0.0, False], nn.LSTM(3, 2), rand(4, 2, 3), rand(1, 2, 2), rand(1, 2, 2),
     call=lambda m, x, h, c: m(x, (h, c)))
hidden = torch.tensor([[False, True, False], [False, False, True], [True, False, False]])
added = rand(3, 3).masked_fill(hidden, -1e9)
padded = torch.tensor([[False, False, True], [True, False, False]])


def attention(m, q, k, v, mask=None, padding=None, average=True):
    out = m(q, k, v, attn_mask=mask, key_padding_mask=padding, need_weights=True, average_attn_weights=average)
    return out


for average in [True, False]:
    for mask, padding in [(None, None), (hidden, None), (None, padded), (hidden, padded)]:
        case("multihead_attention", [4, 2, 0.0, True, True, True, average], nn.MultiheadAttention(4, 2, batch_first=True),
             rand(2, 3, 4), rand(2, 3, 4), rand(2, 3, 4), mask, padding,
             call=lambda m, q, k, v, mask, padding: attention(m, q, k, v, mask, padding, average))
case("multihead_attention", [4, 2, 0.0, True, False], nn.MultiheadAttention(4, 2), rand(3, 2, 4), rand(3, 2, 4), rand(3, 2, 4),
     hidden, padded, call=lambda m, q, k, v, mask, padding: attention(m, q, k, v, mask, padding)[0])
case("multihead_attention", [4, 2, 0.0, True, False], nn.MultiheadAttention(4, 2), rand(3, 2, 4), rand(3, 2, 4), rand(3, 2, 4),
     added, padded, call=lambda m, q, k, v, mask, padding: attention(m, q, k, v, mask, padding)[0])
case("multihead_attention", [4, 2, 0.0, False, False, True, True], nn.MultiheadAttention(4, 2, bias=False), rand(3, 4), rand(3, 4),
     rand(3, 4), None, padded[1], call=lambda m, q, k, v, mask, padding: attention(m, q, k, v, mask, padding))
case("multihead_attention", [4, 2, 0.0, True, False], nn.MultiheadAttention(4, 2), rand(3, 2, 4), rand(3, 2, 4), rand(3, 2, 4),
     torch.stack([hidden, hidden.t(), hidden, hidden.t()]), call=lambda m, q, k, v, mask: attention(m, q, k, v, mask)[0])
case("transformer_encoder_layer", [4, 2, 6, 0.0, False, 1e-5, True, False], nn.TransformerEncoderLayer(4, 2, batch_first=True, **layer),
     rand(2, 3, 4), hidden, padded, call=lambda m, x, mask, padding: m(x, mask, padding))
case("transformer_encoder", [4, 2, 2, 6, 0.0, False, 1e-5, False, True, True],
     nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, norm_first=True, **layer), 2, nn.LayerNorm(4), enable_nested_tensor=False),
     rand(3, 2, 4), None, padded, call=lambda m, x, mask, padding: m(x, mask, padding))
across = torch.tensor([[False, True, False, False], [False, False, True, True], [True, False, False, False]])
sources = torch.tensor([[False, False, True, False], [True, False, False, False]])
case("transformer_decoder_layer", [4, 2, 6, 0.0, False, 1e-5, False, False], nn.TransformerDecoderLayer(4, 2, **layer),
     rand(3, 2, 4), rand(4, 2, 4))
case("transformer_decoder_layer", [4, 2, 6, 0.0, True, 1e-5, True, True],
     nn.TransformerDecoderLayer(4, 2, activation="gelu", batch_first=True, norm_first=True, **layer),
     rand(2, 3, 4), rand(2, 4, 4), hidden, across, padded, sources, call=lambda m, *inputs: m(*inputs))
case("transformer_decoder", [4, 2, 2, 6, 0.0, False, 1e-5, False, False, True],
     nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, **layer), 2, nn.LayerNorm(4)),
     rand(3, 2, 4), rand(4, 2, 4), None, across, None, sources, call=lambda m, *inputs: m(*inputs))
words = torch.tensor([1, 4, 1, 2, 0, 3, 4])
starts = torch.tensor([0, 2, 2, 5])
for code, mode in [(0, "sum"), (1, "mean"), (2, "max")]:
    case("embedding_bag", [5, 3, code, False, None], nn.EmbeddingBag(5, 3, mode=mode), torch.tensor([[1, 4, 1], [0, 2, 3]]))
    case("embedding_bag", [5, 3, code, False, 4], nn.EmbeddingBag(5, 3, mode=mode, padding_idx=4), words, starts)
    case("embedding_bag", [5, 3, code, True, None], nn.EmbeddingBag(5, 3, mode=mode, include_last_offset=True), words,
         torch.tensor([0, 2, 6, 6, 7]))
    case("embedding_bag", [5, 3, code, False, -1], nn.EmbeddingBag(5, 3, mode=mode, padding_idx=-1), torch.tensor([[4, 4], [2, 4]]))
case("embedding_bag", [5, 3, 0, False, None], nn.EmbeddingBag(5, 3, mode="sum"), words, starts, rand(7))
case("embedding_bag", [5, 3, 0, False, 1], nn.EmbeddingBag(5, 3, mode="sum", padding_idx=1), torch.tensor([[1, 4, 1], [0, 2, 3]]),
     None, rand(2, 3))
case("local_response_norm", [2, 1e-4, 0.75, 1.0], nn.LocalResponseNorm(2), images[1])
case("local_response_norm", [3, 0.5, 0.6, 2.0], nn.LocalResponseNorm(3, 0.5, 0.6, 2.0), images[2])
case("local_response_norm", [5, 1.0, 0.75, 1.0], nn.LocalResponseNorm(5, 1.0), images[3])
for n in [1, 2, 3]:
    greatest = [nn.AdaptiveMaxPool1d, nn.AdaptiveMaxPool2d, nn.AdaptiveMaxPool3d][n - 1](1)
    mean = [nn.AdaptiveAvgPool1d, nn.AdaptiveAvgPool2d, nn.AdaptiveAvgPool3d][n - 1](1)
    for maker, pool in [("max", greatest), ("avg", mean)]:
        case(f"global_{maker}_pool{n}d", [], pool, images[n], call=lambda m, x: m(x).flatten(1))
        case(f"global_{maker}_pool{n}d", [], pool, images[n][0], call=lambda m, x: m(x).flatten(0))


class PositionalEncoding(nn.Module):
    """That of PyTorch's tutorial on transformers, computed in float64."""

    def __init__(self, width, most, batch_first):
        super().__init__()
        angles = torch.arange(most, dtype=torch.float64)[:, None] / 10000 ** (torch.arange(0, width, 2).double() / width)
        table = torch.stack([angles.sin(), angles.cos()], 2).flatten(1)[:, :width]
        self.register_buffer("pe", table[None] if batch_first else table[:, None])

    def forward(self, x):
        return x + (self.pe[:, :x.size(1)] if self.pe.size(0) == 1 else self.pe[:x.size(0)])


case("positional_encoding", [6, 0.0, 9, False], PositionalEncoding(6, 9, False), rand(4, 2, 6))
case("positional_encoding", [5, 0.1, 7, True], PositionalEncoding(5, 7, True), rand(2, 7, 5), training=False)
case("join_add", [], nn.Identity(), rand(2, 3), rand(3), rand(2, 1), call=lambda m, *all: sum(all))
case("join_multiply", [], nn.Identity(), rand(2, 3), rand(3), rand(2, 1), call=lambda m, a, b, c: a * b * c)
case("join_concat", [1], nn.Identity(), rand(2, 3), rand(2, 1), call=lambda m, *all: torch.cat(all, 1))
write("modules_sequences")
for bias in [True, False]:
    case("lstm", [3, 4, 1, bias, False, 0.0, False, 2], nn.LSTM(3, 4, bias=bias, proj_size=2), rand(4, 2, 3))
    case("lstm", [3, 4, 2, bias, True, 0.0, True, 3],
         nn.LSTM(3, 4, 2, bias=bias, batch_first=True, bidirectional=True, proj_size=3), rand(2, 5, 3))
case("lstm", [3, 4, 2, True, False, 0.0, True, 1], nn.LSTM(3, 4, 2, bidirectional=True, proj_size=1), rand(3, 2, 3), rand(4, 2, 1),
     rand(4, 2, 4), call=lambda m, x, h, c: m(x, (h, c)))
case("lstm", [3, 4, 1, True, False, 0.0, False, 2], nn.LSTM(3, 4, proj_size=2), rand(4, 3), rand(1, 2), rand(1, 4),
     call=lambda m, x, h, c: m(x, (h, c)))
case("lstm", [3, 4, 2, True, False, 0.5, False, 2], nn.LSTM(3, 4, 2, dropout=0.5, proj_size=2), rand(1, 2, 3), training=False)
for kdim, vdim in [(3, 5), (None, 5), (3, None), (4, 4), (None, None)]:
    for added, zeros in [(False, False), (True, False), (False, True), (True, True)]:
        if not added and not zeros and kdim == vdim:
            continue
        case("multihead_attention", [4, 2, 0.0, True, True, True, False, kdim, vdim, added, zeros],
             nn.MultiheadAttention(4, 2, batch_first=True, kdim=kdim, vdim=vdim, add_bias_kv=added, add_zero_attn=zeros),
             rand(2, 3, 4), rand(2, 3, kdim or 4), rand(2, 3, vdim or 4), hidden, padded,
             call=lambda m, q, k, v, mask, padding: attention(m, q, k, v, mask, padding, False))
for added, zeros in [(True, False), (True, True)]:
    case("multihead_attention", [4, 2, 0.0, False, False, False, True, 3, 5, added, zeros],
         nn.MultiheadAttention(4, 2, bias=False, kdim=3, vdim=5, add_bias_kv=added, add_zero_attn=zeros),
         rand(2, 4), rand(3, 3), rand(3, 5), call=lambda m, q, k, v: m(q, k, v, need_weights=False)[0])
    case("multihead_attention", [4, 2, 0.0, True, False, False, True, None, None, added, zeros],
         nn.MultiheadAttention(4, 2, add_bias_kv=added, add_zero_attn=zeros), rand(3, 2, 4), rand(3, 2, 4), rand(3, 2, 4),
         torch.stack([hidden, hidden.t(), hidden, hidden.t()]), call=lambda m, q, k, v, mask: attention(m, q, k, v, mask)[0])
pairs = torch.tensor([[1, 4, 1], [0, 2, 3]])
for most, of_norm in [(0.7, 2.0), (1.5, 1.0), (2.0, 3.0), (1000.0, 2.0)]:
    case("embedding", [5, 3, None, most, of_norm, False], nn.Embedding(5, 3, max_norm=most, norm_type=of_norm), torch.tensor([[1, 4], [0, 1]]))
case("embedding", [5, 3, 1, 0.7, 2.0, True], nn.Embedding(5, 3, 1, max_norm=0.7, scale_grad_by_freq=True), pairs)
case("embedding", [5, 3, None, None, 2.0, True], nn.Embedding(5, 3, scale_grad_by_freq=True), pairs, training=False)
# PyTorch's CPU kernel of bags divides by the count of another row, unless only the last row is named more than once.
often = torch.tensor([4, 4, 1, 2, 4, 3, 4])
for code, mode in [(0, "sum"), (1, "mean"), (2, "max")]:
    case("embedding_bag", [5, 3, code, False, None, 0.7, 2.0, False], nn.EmbeddingBag(5, 3, 0.7, mode=mode), torch.tensor([[1, 4], [0, 1]]))
    case("embedding_bag", [5, 3, code, False, 4, 1.1, 1.0, False], nn.EmbeddingBag(5, 3, 1.1, 1.0, mode=mode, padding_idx=4), words, starts)
    if code != 2:
        case("embedding_bag", [5, 3, code, False, None, None, 2.0, True], nn.EmbeddingBag(5, 3, scale_grad_by_freq=True, mode=mode),
             torch.tensor([[4, 4, 1], [0, 2, 4]]))
        case("embedding_bag", [5, 3, code, True, 1, 0.9, 2.0, True],
             nn.EmbeddingBag(5, 3, 0.9, scale_grad_by_freq=True, mode=mode, include_last_offset=True, padding_idx=1), often,
             torch.tensor([0, 2, 6, 6, 7]))
case("embedding_bag", [5, 3, 0, False, None, 0.7, 2.0, True], nn.EmbeddingBag(5, 3, 0.7, scale_grad_by_freq=True, mode="sum"), often, starts,
     rand(7))
write("modules_options")
