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

# As many axes as a tensor has, reversed, and one more than it can have.
save(
    model(
        "deep",
        [node("Transpose", ["x"], ["y"])],
        [value("x", FLOAT, [None] * 16)],
        [value("y", FLOAT, [None] * 16)],
    )
)
save(
    model(
        "deeper",
        [node("Unsqueeze", ["x", "axis"], ["y"])],
        [value("x", FLOAT, [None] * 16)],
        [value("y", FLOAT, [None] * 17)],
        [constant("axis", np.array([0], np.int64))],
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

# Strings as they are.
save(model("words", [node("Identity", ["word"], ["same"])], [value("word", STRING, [None])], [value("same", STRING, [None])]))
save(model("halves", [node("Identity", ["x"], ["y"])], [value("x", TensorProto.UINT16, [2])], [value("y", TensorProto.UINT16, [2])]))
# A sequence alone.
parts = helper.make_graph(
    [node("SequenceConstruct", ["x", "x"], ["parts"])],
    "parts",
    [value("x", FLOAT, [2])],
    [helper.make_tensor_sequence_value_info("parts", FLOAT, [2])],
)
save(helper.make_model(parts, opset_imports=[helper.make_opsetid("", 17)], ir_version=8))
# Elements that no dtype has, from and to float32: float8 of four kinds, and 4 bits.
EIGHTHS = ["FLOAT8E4M3FN", "FLOAT8E4M3FNUZ", "FLOAT8E5M2", "FLOAT8E5M2FNUZ"]
kinds = [(name.lower(), getattr(TensorProto, name)) for name in EIGHTHS]
save(
    model(
        "float8",
        [node("Cast", ["x"], [f"to_{name}"], to=kind) for name, kind in kinds]
        + [node("Cast", [name], [f"from_{name}"], to=FLOAT) for name, _ in kinds],
        [value("x", FLOAT, ["n"])] + [value(name, kind, ["m"]) for name, kind in kinds],
        [value(f"to_{name}", kind, ["n"]) for name, kind in kinds] + [value(f"from_{name}", FLOAT, ["m"]) for name, _ in kinds],
        opset=19,
    )
)
kinds = [("int4", TensorProto.INT4), ("uint4", TensorProto.UINT4)]
four = model(
    "four_bits",
    [node("QuantizeLinear", ["x", "half", f"{name}_zero"], [f"to_{name}"]) for name, _ in kinds]
    + [node("DequantizeLinear", [name, "half", f"{name}_zero"], [f"from_{name}"]) for name, _ in kinds],
    [value("x", FLOAT, ["n"])] + [value(name, kind, ["m"]) for name, kind in kinds],
    [value(f"to_{name}", kind, ["n"]) for name, kind in kinds] + [value(f"from_{name}", FLOAT, ["m"]) for name, _ in kinds],
    [constant("half", np.float32(0.5))] + [helper.make_tensor(f"{name}_zero", kind, [], [0]) for name, kind in kinds],
    opset=21,
    checked=False,
)
four.ir_version = 10
onnx.checker.check_model(four)
save(four)
# A tensor of any rank, and one without dimensions.
save(
    model(
        "ranks",
        [node("Mul", ["open", "scalar"], ["scaled"]), node("Neg", ["scalar"], ["minus"])],
        [value("open", FLOAT, None), value("scalar", FLOAT, [])],
        [value("scaled", FLOAT, None), value("minus", FLOAT, [])],
        checked=False,  # The checker wants the shapes of outputs, ONNX Runtime does not.
    )
)
# What is refused when it is loaded.
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


# Values that are not tensors of numbers.
ML = "ai.onnx.ml"


def tensor(dtype, dims=None):
    return helper.make_tensor_type_proto(dtype, dims)


def sequence(dtype, dims=None):
    return helper.make_sequence_type_proto(tensor(dtype, dims))


def optional(of):
    return helper.make_optional_type_proto(of)


def mapped(key, dtype):
    return helper.make_map_type_proto(key, tensor(dtype, []))


def values(name, nodes, inputs, outputs, opset=17, ml=None, constants=()):
    """A model whose inputs and outputs are pairs of a name and a type."""
    graph = helper.make_graph(
        nodes,
        name,
        [helper.make_value_info(*one) for one in inputs],
        [helper.make_value_info(*one) for one in outputs],
        list(constants),
    )
    opsets = [helper.make_opsetid("", opset)] + ([helper.make_opsetid(ML, ml)] if ml else [])
    save(helper.make_model(graph, opset_imports=opsets, ir_version=8))


# A table with a column of strings, as scikit-learn exports its pipelines.
values(
    "titanic",
    [
        node("LabelEncoder", ["sex"], ["s"], domain=ML, keys_strings=["male", "female"], values_floats=[0.0, 1.0], default_float=-1.0),
        node("Concat", ["s", "age"], ["y"], axis=1),
    ],
    [("sex", tensor(STRING, ["N", 1])), ("age", tensor(FLOAT, ["N", 1]))],
    [("y", tensor(FLOAT, ["N", 2]))],
    ml=4,
)


def classifier(name, labels, dtype, key):
    values(
        name,
        [
            node("LinearClassifier", ["x"], ["label", "p"], domain=ML, coefficients=[1.0, -1.0, -1.0, 1.0], intercepts=[0.0, 0.0], multi_class=0, post_transform="SOFTMAX", **{f"classlabels_{key}s": labels}),
            node("ZipMap", ["p"], ["prob"], domain=ML, **{f"classlabels_{'int64' if key == 'int' else 'string'}s": labels}),
        ],
        [("x", tensor(FLOAT, ["N", 2]))],
        [("label", tensor(dtype, ["N"])), ("prob", helper.make_sequence_type_proto(mapped(dtype, FLOAT)))],
        ml=1,
    )


classifier("classifier", [0, 1], INT64, "int")
classifier("flowers", ["rose", "tulipán"], STRING, "string")

# Operators on strings.
values(
    "texts",
    [
        node("StringNormalizer", ["a"], ["lower"], case_change_action="LOWER", is_case_sensitive=0, stopwords=["the"], locale="C"),
        node("StringConcat", ["a", "b"], ["joined"]),
        node("StringSplit", ["a"], ["pieces", "counts"], delimiter=" "),
        node("RegexFullMatch", ["a"], ["matches"], pattern="[a-z]+"),
        node("LabelEncoder", ["a"], ["kind"], domain=ML, keys_strings=["rose", "oak"], values_strings=["flower", "tree"], default_string="?"),
    ],
    [("a", tensor(STRING, ["N"])), ("b", tensor(STRING, ["N"]))],
    [
        ("lower", tensor(STRING, ["M"])),
        ("joined", tensor(STRING, ["N"])),
        ("pieces", tensor(STRING, ["N", "K"])),
        ("counts", tensor(INT64, ["N"])),
        ("matches", tensor(BOOL, ["N"])),
        ("kind", tensor(STRING, ["N"])),
    ],
    opset=20,
    ml=2,
)
values(
    "counts",
    [node("TfIdfVectorizer", ["words"], ["y"], mode="TF", min_gram_length=1, max_gram_length=2, max_skip_count=0, ngram_counts=[0, 2], ngram_indexes=[0, 1, 2], pool_strings=["to", "be", "to", "be"])],
    [("words", tensor(STRING, ["N"]))],
    [("y", tensor(FLOAT, [3]))],
)
values(
    "encode",
    [node("LabelEncoder", ["ids"], ["names"], domain=ML, keys_int64s=[1, 2], values_strings=["one", "two"], default_string="many")],
    [("ids", tensor(INT64, ["N"]))],
    [("names", tensor(STRING, ["N"]))],
    ml=2,
)

# Operators on sequences.
values(
    "sequences",
    [
        node("SplitToSequence", ["x", "two"], ["parts"], axis=0),
        node("SequenceLength", ["parts"], ["length"]),
        node("SequenceAt", ["parts", "one"], ["second"]),
        node("SequenceErase", ["parts", "one"], ["fewer"]),
        node("SequenceInsert", ["fewer", "x"], ["more"]),
        node("ConcatFromSequence", ["more"], ["all"], axis=0),
        node("SequenceConstruct", ["x", "x"], ["twice"]),
        node("SequenceEmpty", [], ["none"], dtype=FLOAT),
    ],
    [("x", tensor(FLOAT, ["N"]))],
    [
        ("parts", sequence(FLOAT)),
        ("length", tensor(INT64, [])),
        ("second", tensor(FLOAT, ["K"])),
        ("more", sequence(FLOAT)),
        ("all", tensor(FLOAT, ["L"])),
        ("twice", sequence(FLOAT)),
        ("none", sequence(FLOAT)),
    ],
    constants=[constant("two", np.array(2, np.int64)), constant("one", np.array(1, np.int64))],
)
values(
    "append",
    [node("SequenceInsert", ["before", "x"], ["after"])],
    [("before", sequence(FLOAT)), ("x", tensor(FLOAT, None))],
    [("after", sequence(FLOAT))],
)
values(
    "append_words",
    [node("SequenceInsert", ["before", "x"], ["after"]), node("SequenceAt", ["after", "zero"], ["first"])],
    [("before", sequence(STRING)), ("x", tensor(STRING, ["N"]))],
    [("after", sequence(STRING)), ("first", tensor(STRING, None))],
    constants=[constant("zero", np.array(0, np.int64))],
)
values("same_sequence", [node("Identity", ["x"], ["y"])], [("x", sequence(INT64))], [("y", sequence(INT64))])

# A loop that appends x[:i + 1] in each step, as ONNX's test loop13_seq.
body = helper.make_graph(
    [
        node("Identity", ["on"], ["on_out"]),
        node("Unsqueeze", ["i", "axis"], ["from"]),
        node("Add", ["from", "axis_one"], ["end"]),
        node("Slice", ["x", "axis", "end"], ["part"]),
        node("SequenceInsert", ["sofar", "part"], ["sofar_out"]),
    ],
    "body",
    [helper.make_tensor_value_info("i", INT64, []), helper.make_tensor_value_info("on", BOOL, []), helper.make_value_info("sofar", sequence(FLOAT))],
    [helper.make_tensor_value_info("on_out", BOOL, []), helper.make_value_info("sofar_out", sequence(FLOAT))],
    [constant("axis", np.array([0], np.int64)), constant("axis_one", np.array([1], np.int64))],
)
values(
    "loop_sequence",
    [node("Loop", ["n", "", "start"], ["parts"], body=body)],
    [("n", tensor(INT64, [])), ("x", tensor(FLOAT, ["N"])), ("start", sequence(FLOAT))],
    [("parts", sequence(FLOAT))],
)


def branch(name, nodes, of):
    return helper.make_graph(nodes, name, [], [helper.make_value_info(name, of)])


values(
    "if_sequence",
    [node("If", ["is"], ["y"], then_branch=branch("a", [node("SequenceConstruct", ["x"], ["a"])], sequence(FLOAT)), else_branch=branch("b", [node("SequenceConstruct", ["x", "x"], ["b"])], sequence(FLOAT)))],
    [("is", tensor(BOOL, [])), ("x", tensor(FLOAT, ["N"]))],
    [("y", sequence(FLOAT))],
)
values(
    "if_optional",
    [node("If", ["is"], ["y"], then_branch=branch("a", [node("Optional", [], ["a"], type=sequence(FLOAT))], optional(sequence(FLOAT))), else_branch=branch("b", [node("SequenceConstruct", ["x"], ["c"]), node("Optional", ["c"], ["b"])], optional(sequence(FLOAT))))],
    [("is", tensor(BOOL, [])), ("x", tensor(FLOAT, ["N"]))],
    [("y", optional(sequence(FLOAT)))],
)

# Optional values.
values(
    "has",
    [node("OptionalHasElement", ["x"], ["has"])],
    [("x", optional(tensor(FLOAT, ["N"])))],
    [("has", tensor(BOOL, []))],
    opset=18,
)
values(
    "has_sequence",
    [node("OptionalHasElement", ["x"], ["has"])],
    [("x", optional(sequence(INT64)))],
    [("has", tensor(BOOL, []))],
    opset=18,
)
values(
    "get",
    [node("OptionalGetElement", ["x"], ["y"])],
    [("x", optional(tensor(FLOAT, ["N"])))],
    [("y", tensor(FLOAT, ["N"]))],
    opset=18,
)
values(
    "some",
    [node("Optional", ["x"], ["y"]), node("Optional", [], ["none"], type=tensor(STRING))],
    [("x", tensor(FLOAT, ["N"]))],
    [("y", optional(tensor(FLOAT, ["N"]))), ("none", optional(tensor(STRING)))],
)

# Maps as inputs.
values(
    "dictionary",
    [node("DictVectorizer", ["x"], ["y"], domain=ML, string_vocabulary=["rent", "age"])],
    [("x", mapped(STRING, FLOAT))],
    [("y", tensor(FLOAT, [1, 2]))],
    ml=1,
)
values(
    "cast_map",
    [node("CastMap", ["x"], ["y"], domain=ML, cast_to="TO_FLOAT", map_form="SPARSE", max_map=4)],
    [("x", mapped(INT64, FLOAT))],
    [("y", tensor(FLOAT, [1, 4]))],
    ml=1,
)
