"""Writes tests/onnx/data/*.answers: what ONNX Runtime's Python package computes, with one thread, from the models of the wheels
`magika` 1.0.3 and `silero-vad` 6.2.3, for inputs that real.rs makes in the same way. One float32 after the other.

    python3 -m pip install onnxruntime==1.22.0 numpy
    python3 tests/onnx/answers.py "$(ci/onnxruntime --models)"
"""

import pathlib
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
