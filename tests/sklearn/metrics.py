"""Writes data/metrics.json: what scikit-learn says of predictions and targets."""

import json
import os

import numpy as np
from sklearn import metrics as m

rng = np.random.default_rng(5)
BATCHES = [7, 1, 22]
ROWS = sum(BATCHES)


def cut(rows):
    """The rows of each batch."""
    ends = np.cumsum(BATCHES)[:-1]
    return [part.tolist() for part in np.split(np.asarray(rows), ends)]


def case(metric, x, y, value, **settings):
    return {"metric": metric, **settings, "x": cut(x), "y": cut(y), "value": value}


def classes():
    x = rng.normal(size=(ROWS, 5))
    y = rng.integers(0, 4, ROWS)  # no row is of class 4, but some are called so
    called = x.argmax(1)
    yield case("accuracy", x, y, m.accuracy_score(y, called), confusion=m.confusion_matrix(y, called, labels=range(5)).tolist())
    for k in (1, 2, 3):
        yield case("top_k", x, y, m.top_k_accuracy_score(y, x, k=k, labels=range(5)), k=k)
    for average in ("macro", "micro", "weighted"):
        for name, of in (("precision", m.precision_score), ("recall", m.recall_score), ("f1", m.f1_score)):
            yield case(name, x, y, of(y, called, average=average, zero_division=0), average=average)
    logs = x - np.log(np.exp(x).sum(1, keepdims=True))
    yield case("perplexity", x, y, float(np.exp(-logs[np.arange(ROWS), y].mean())))


def binary():
    for x in (rng.random(ROWS), np.round(rng.random(ROWS), 1)):  # the second has ties
        y = (rng.random(ROWS) < 0.4).astype(int)
        called = (x > 0.5).astype(int)
        yield case("accuracy", x, y, m.accuracy_score(y, called), confusion=m.confusion_matrix(y, called).tolist())
        for name, of in (("precision", m.precision_score), ("recall", m.recall_score), ("f1", m.f1_score)):
            yield case(name, x, y, of(y, called), average="macro")
        yield case("roc_auc", x, y, m.roc_auc_score(y, x))
        yield case("pr_auc", x, y, m.average_precision_score(y, x))


def numbers():
    y = rng.normal(3, 2, ROWS)
    x = y + rng.normal(0, 0.5, ROWS)
    yield case("mae", x, y, m.mean_absolute_error(y, x))
    yield case("rmse", x, y, float(np.sqrt(m.mean_squared_error(y, x))))
    yield case("r2", x, y, m.r2_score(y, x))


def main():
    cases = [c for of in (classes, binary, numbers) for c in of()]
    path = os.path.join(os.path.dirname(__file__), "data", "metrics.json")
    with open(path, "w") as out:
        out.write("[\n" + ",\n".join(json.dumps(c, default=float) for c in cases) + "\n]\n")


main()
