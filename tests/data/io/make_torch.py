"""Writes the files of PyTorch in this folder: python3 make_torch.py, with PyTorch 2.7."""

import argparse
import collections
import os

import torch

os.chdir(os.path.dirname(os.path.abspath(__file__)))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 2)
        self.norm = torch.nn.BatchNorm1d(2)

    def forward(self, x):
        return self.norm(self.fc(x))


def counted(net):
    """The same values each time: 0, 1, 2, ... in each parameter."""
    with torch.no_grad():
        for value in net.state_dict().values():
            value.copy_(torch.arange(value.numel()).reshape(value.shape))
    return net


net = counted(Net())
torch.save(net.state_dict(), "torch_state.pth")

whole = torch.arange(12, dtype=torch.float32).reshape(3, 4)
values = collections.OrderedDict(whole=whole, transposed=whole.t(), row=whole[1], column=whole[:, 2], spread=whole[0, 0].expand(2, 2))
for dtype in ["float64", "float16", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]:
    values[dtype] = torch.arange(6).reshape(2, 3).to(getattr(torch, dtype))
values["bool"] = torch.tensor([True, False])
values["scalar"] = torch.tensor(7)
values["empty"] = torch.empty(0, 4)
values["parameter"] = torch.nn.Parameter(torch.ones(2))
values["größe"] = torch.ones(1)
torch.save(values, "torch_values.pt")

adam = torch.optim.Adam(net.parameters())
net(torch.ones(4, 3)).sum().backward()
adam.step()
counted(net)
for state in adam.state.values():
    state["exp_avg"].fill_(0.5)
    state["exp_avg_sq"].fill_(0.25)
checkpoint = {"epoch": 3, "global_step": 1 << 40, "state_dict": net.state_dict(), "optimizer_states": [adam.state_dict()],
              "hyper_parameters": argparse.Namespace(lr=0.1), "callbacks": {"best": 0.5, "queue": collections.deque([1])},
              "betas": (0.9, 0.999), "name": None}
torch.save(checkpoint, "torch_lightning.ckpt")

torch.save(net, "torch_module.pt")
torch.jit.save(torch.jit.script(net), "torch_script.pt")
torch.save(net.state_dict(), "torch_legacy.pth", _use_new_zipfile_serialization=False)
torch.save(torch.arange(3), "torch_tensor.pt")
torch.save({"fine": torch.ones(2), "sparse": torch.eye(2).to_sparse(), "complex": torch.ones(2, dtype=torch.complex64),
            "rank17": torch.ones([1] * 17), "quantized": torch.quantize_per_tensor(torch.ones(2), 0.1, 0, torch.qint8)},
           "torch_unsupported.pt")
