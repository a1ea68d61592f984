#!/usr/bin/env python3
"""Makes data/digits_0_to_4.pth: a network of PyTorch that tells the digits 0 to 4 apart.

    python3 data/make_pretrained.py

The examples of fine-tuning keep its convolutions and give it a new head for the digits 5 to 9. Needs numpy and torch.
"""

import collections
import pathlib

import numpy as np
import torch
from torch import nn

FOLDER = pathlib.Path(__file__).parent


def network() -> nn.Module:
    features = nn.Sequential(
        nn.Conv2d(1, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten())
    return nn.Sequential(collections.OrderedDict(features=features, head=nn.Linear(64, 5)))


def main() -> None:
    torch.manual_seed(3)
    digits = torch.from_numpy(np.load(FOLDER / "digits.npy"))
    digits = digits[digits[:, 64] < 5]
    images = digits[:, :64].reshape(-1, 1, 8, 8) / 16
    labels = digits[:, 64].long()
    net = network()
    adam = torch.optim.Adam(net.parameters(), lr=3e-3)
    for _ in range(15):
        for rows in torch.randperm(len(labels)).split(32):
            loss = nn.functional.cross_entropy(net(images[rows]), labels[rows])
            adam.zero_grad()
            loss.backward()
            adam.step()
    right = (net(images).argmax(1) == labels).float().mean()
    print(f"{len(labels)} digits, loss {loss:.4f}, right {right:.4f}")
    torch.save(net.state_dict(), FOLDER / "digits_0_to_4.pth")


if __name__ == "__main__":
    main()
