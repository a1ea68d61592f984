"""Writes tests/onnx/data/*.answers: what ONNX Runtime's Python package computes, with one thread, from the models of the wheels
`magika` 1.0.3, `silero-vad` 6.2.3 and `rapidocr-onnxruntime` 1.4.4, for inputs that real.rs makes in the same way. One float32
after the other; of the last, whose outputs are large, lines of text. `kernels.answers` says for which processor the bits are.

    python3 -m pip install onnxruntime==1.22.0 numpy
    python3 tests/onnx/answers.py "$(ci/onnxruntime --models)"
"""

import pathlib
import platform
import sys

import numpy as np
import onnxruntime

HERE = pathlib.Path(__file__).parent / "data"
models = pathlib.Path(sys.argv[1])


def numbers(n):
    """Knuth's generator, which real.rs has too."""
    state, made = 1, []
    for _ in range(n):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        made.append(state >> 40)
    return np.array(made, np.int64)


def session(pattern):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    (path,) = models.glob(pattern)
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


# Two files of 2048 bytes; 256 stands for no byte.
magika = session("magika/models/*/model.onnx")
content = (numbers(2 * 2048) % 257).astype(np.int32).reshape(2, 2048)
(labels,) = magika.run(None, {"bytes": content})
(HERE / "magika.answers").write_bytes(labels.astype(np.float32).tobytes())

# Three pieces of noise, each with the state that the one before has left.
silero = session("silero_vad/data/silero_vad.onnx")
sound = (numbers(3 * 576).astype(np.float32) / np.float32(2**23) - np.float32(1)).reshape(3, 1, 576)
state, answers = np.zeros((2, 1, 128), np.float32), []
for piece in sound:
    output, state = silero.run(None, {"input": piece, "state": state, "sr": np.array(16000, np.int64)})
    answers += [output.ravel(), state.ravel()]
(HERE / "silero.answers").write_bytes(np.concatenate(answers).astype(np.float32).tobytes())


def image(batch, height, width):
    """Rows of strokes like those of letters, dark on light."""
    i = np.arange(batch * 3 * height * width)
    x, y, n = i % width, i // width % height, i // (3 * height * width)
    stroke = (y // 12 % 2 == 0) & ((x + 3 * n) // 2 % 5 < 2) & (x % 24 < 20)
    return np.where(stroke, np.float32(-0.9), np.float32(0.8)).reshape(batch, 3, height, width)


def checksum(values):
    """FNV-1a over the bits of all elements, a word each."""
    state = 0xCBF29CE484222325
    for word in values.view(np.uint32).tolist():
        state = (state ^ word) * 0x100000001B3 % 2**64
    return state


def picked(values):
    """The places of a few elements: the largest, and some in between."""
    largest = np.argsort(-values, kind="stable")[:8]
    return sorted({*largest.tolist(), *range(0, len(values), max(1, len(values) // 8))})


# A line for each run: the model, the input's batch, height and width, the output's shape, its checksum, and PLACE:BITS of a few.
lines = []
for model, shapes in {
    "ch_PP-OCRv4_det_infer": [(1, 64, 96), (1, 96, 160), (2, 64, 64)],
    "ch_PP-OCRv4_rec_infer": [(1, 48, 80), (2, 48, 160)],
    "ch_ppocr_mobile_v2.0_cls_infer": [(1, 48, 192), (3, 48, 96)],
}.items():
    reader = session(f"rapidocr_onnxruntime/models/{model}.onnx")
    for shape in shapes:
        (output,) = reader.run(None, {"x": image(*shape)})
        values = output.ravel()
        picks = [f"{at}:{values[at].view(np.uint32):08x}" for at in picked(values)]
        said = ["x".join(map(str, shape)), "x".join(map(str, output.shape)), f"{checksum(values):016x}"]
        lines.append(" ".join([model, *said, *picks]))
(HERE / "rapidocr.answers").write_text("\n".join(lines) + "\n")


def kernels():
    """What ONNX Runtime chooses its kernels of floats by."""
    flags = set(pathlib.Path("/proc/cpuinfo").read_text().split())
    best = "avx512" if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags else "avx2" if {"avx2", "fma"} <= flags else "?"
    return f"{platform.system().lower()} {platform.machine()} {best}"


(HERE / "kernels.answers").write_text(kernels() + "\n")
