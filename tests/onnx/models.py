"""Writes the small models of tests/onnx/data, with the package `onnx` of PyPI (1.23.2). The tests need only what it wrote:

    python3 tests/onnx/models.py
"""

import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = pathlib.Path(__file__).parent / "data"
FLOAT, DOUBLE, INT32, INT64 = TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT32, TensorProto.INT64
UINT8, BOOL, STRING = TensorProto.UINT8, TensorProto.BOOL, TensorProto.STRING


def value(name, dtype, dims):
    return helper.make_tensor_value_info(name, dtype, dims)


def constant(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def model(name, nodes, inputs, outputs, constants=(), opset=17, checked=True):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(constants))
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8, producer_name="tenure tests")
    if checked:
        onnx.checker.check_model(made)
    return made


def save(made, name=None):
    (HERE / f"{name or made.graph.name}.onnx").write_bytes(made.SerializeToString())


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


# y = x w + b, with all that a file can say of itself.
w = np.array([[1, 10], [2, 20], [3, 30]], np.float32)
affine = model(
    "affine",
    [node("MatMul", ["x", "w"], ["xw"]), node("Add", ["xw", "b"], ["y"])],
    [value("x", FLOAT, ["batch", 3])],
    [value("y", FLOAT, ["batch", 2])],
    [constant("w", w), constant("b", np.array([0.5, -0.5], np.float32))],
)
affine.domain, affine.model_version, affine.doc_string = "dev.tenure", 7, "rows times a matrix"
helper.set_model_props(affine, {"labels": "odd,even", "author": "Tenure"})
save(affine)

# Two inputs whose named sizes must agree.
save(
    model(
        "sum",
        [node("Add", ["a", "b"], ["z"])],
        [value("a", FLOAT, ["rows", "columns"]), value("b", FLOAT, ["rows", "columns"])],
        [value("z", FLOAT, ["rows", "columns"])],
    )
)

# Every element type, doubled or inverted.
kinds = [("f32", FLOAT), ("f64", DOUBLE), ("i32", INT32), ("i64", INT64), ("u8", UINT8)]
save(
    model(
        "types",
        # Add knows no uint8 before opset 14.
        [node("Add", [name, name], [name + "_out"]) for name, _ in kinds] + [node("Not", ["bool"], ["bool_out"])],
        [value(name, kind, [None]) for name, kind in kinds] + [value("bool", BOOL, [None])],
        [value(name + "_out", kind, [None]) for name, kind in kinds] + [value("bool_out", BOOL, [None])],
    )
)

# As much memory as it is told to take, for a moment.
save(
    model(
        "grow",
        [
            node("ConstantOfShape", ["n"], ["ones"], value=constant("one", np.ones(1, np.float32))),
            node("Mul", ["ones", "ones"], ["squares"]),
            node("ReduceSum", ["squares"], ["sum"], keepdims=0),
        ],
        [value("n", INT64, [1])],
        [value("sum", FLOAT, [])],
    )
)

# Keeps a matrix of 1 MiB that the file does not hold: it is computed when the model is loaded.
save(
    model(
        "keep",
        [
            node("ConstantOfShape", ["shape"], ["twos"], value=constant("two", np.full(1, 2, np.float32))),
            node("MatMul", ["x", "twos"], ["y"]),
        ],
        [value("x", FLOAT, [1, 512])],
        [value("y", FLOAT, [1, 512])],
        [constant("shape", np.array([512, 512], np.int64))],
    )
)

# Inputs and constants that are outputs.
save(
    model(
        "pass",
        [node("Identity", ["x"], ["same"]), node("Identity", ["c"], ["constant"])],
        [value("x", FLOAT, ["n"])],
        [value("same", FLOAT, ["n"]), value("constant", FLOAT, [3])],
        [constant("c", np.array([1, 2, 3], np.float32))],
    )
)

# Fails when an index is not there.
save(
    model(
        "pick",
        [node("Gather", ["table", "index"], ["picked"])],
        [value("index", INT64, ["n"])],
        [value("picked", FLOAT, ["n"])],
        [constant("table", np.arange(5, dtype=np.float32))],
    )
)

# Counts to n, one step after the other, for as long as that takes.
body = helper.make_graph(
    [node("Identity", ["go_on"], ["go_on_out"]), node("Add", ["at", "one"], ["at_out"])],
    "body",
    [value("i", INT64, []), value("go_on", BOOL, []), value("at", FLOAT, [])],
    [value("go_on_out", BOOL, []), value("at_out", FLOAT, [])],
    [constant("one", np.float32(1))],
)
save(
    model(
        "count",
        [node("Loop", ["n", "yes", "zero"], ["counted"], body=body)],
        [value("n", INT64, [])],
        [value("counted", FLOAT, [])],
        [constant("yes", np.bool_(True)), constant("zero", np.float32(0))],
    )
)

# 784-128-10, for ci/bench --rivals. Its weights are computed when it is loaded, so the file is small.
def weights(name, rows, columns):
    """Nodes and constants of a matrix of cosines."""
    n = name + "_"
    nodes = [
        node("Range", [n + "first", n + "end", n + "step"], [n + "range"]),
        node("Cos", [n + "range"], [n + "cos"]),
        node("Mul", [n + "cos", n + "scale"], [n + "flat"]),
        node("Reshape", [n + "flat", n + "shape"], [name]),
    ]
    numbers = {"first": 0, "end": rows * columns, "step": 1, "scale": 0.05}
    constants = [constant(n + key, np.float32(number)) for key, number in numbers.items()]
    return nodes, [*constants, constant(n + "shape", np.array([rows, columns], np.int64))]


nodes1, constants1 = weights("w1", 784, 128)
nodes2, constants2 = weights("w2", 128, 10)
save(
    model(
        "mlp",
        [
            *nodes1,
            *nodes2,
            node("Gemm", ["x", "w1", "b1"], ["h"]),
            node("Relu", ["h"], ["r"]),
            node("Gemm", ["r", "w2", "b2"], ["y"]),
        ],
        [value("x", FLOAT, ["batch", 784])],
        [value("y", FLOAT, ["batch", 10])],
        [*constants1, *constants2, constant("b1", np.zeros(128, np.float32)), constant("b2", np.zeros(10, np.float32))],
    )
)

# An input with a default: an initializer that is also an input.
save(
    model(
        "scale",
        [node("Mul", ["x", "w"], ["y"])],
        [value("x", FLOAT, ["batch", 3]), value("w", FLOAT, [3])],
        [value("y", FLOAT, ["batch", 3])],
        [constant("w", np.array([2, 3, 4], np.float32))],
    )
)

# A label, which is a tensor, and a sequence, which is not.
labelled = helper.make_graph(
    [node("Relu", ["x"], ["label"]), node("SequenceConstruct", ["x", "x"], ["parts"])],
    "labelled",
    [value("x", FLOAT, [2])],
    [value("label", FLOAT, [2]), helper.make_tensor_sequence_value_info("parts", FLOAT, [2])],
)
save(helper.make_model(labelled, opset_imports=[helper.make_opsetid("", 17)], ir_version=8))

# What is refused when it is loaded.
save(model("words", [node("Identity", ["word"], ["same"])], [value("word", STRING, [None])], [value("same", STRING, [None])]))
save(model("halves", [node("Identity", ["x"], ["y"])], [value("x", TensorProto.UINT16, [2])], [value("y", TensorProto.UINT16, [2])]))
parts = helper.make_graph(
    [node("SequenceConstruct", ["x", "x"], ["parts"])],
    "parts",
    [value("x", FLOAT, [2])],
    [helper.make_tensor_sequence_value_info("parts", FLOAT, [2])],
)
save(helper.make_model(parts, opset_imports=[helper.make_opsetid("", 17)], ir_version=8))
relu = lambda **more: model("later", [node("Relu", ["x"], ["y"])], [value("x", FLOAT, [2])], [value("y", FLOAT, [2])], **more)
save(relu(opset=9999, checked=False))
save(
    model(
        "unknown",
        [node("NoSuchOperator", ["x"], ["y"])],
        [value("x", FLOAT, [2])],
        [value("y", FLOAT, [2])],
        checked=False,
    )
)


def external(name, location, checked):
    weights = constant("w", w)
    onnx.external_data_helper.set_external_data(weights, location, offset=0, length=w.nbytes)
    weights.ClearField("raw_data")
    weights.data_location = TensorProto.EXTERNAL
    made = model(
        name,
        [node("MatMul", ["x", "w"], ["y"])],
        [value("x", FLOAT, ["batch", 3])],
        [value("y", FLOAT, ["batch", 2])],
        [weights],
        checked=False,
    )
    save(made, name)


(HERE / "beside.bin").write_bytes(w.tobytes())
external("beside", "beside.bin", True)
external("missing", "missing.bin", False)
external("outside", "../models.py", False)
