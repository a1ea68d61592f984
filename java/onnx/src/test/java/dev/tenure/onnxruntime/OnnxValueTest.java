package dev.tenure.onnxruntime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.CancelledException;
import dev.tenure.ClosedException;
import dev.tenure.DType;
import dev.tenure.DTypeMismatchException;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeMemoryException;
import dev.tenure.Scope;
import dev.tenure.ShapeMismatchException;
import dev.tenure.Status;
import dev.tenure.Tensor;
import dev.tenure.TensorException;
import dev.tenure.Tenure;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.onnx.OnnxPort;
import dev.tenure.onnx.OnnxRunOptions;
import dev.tenure.onnx.OnnxValue;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values of models that are not tensors of numbers, run by the ONNX Runtime of Maven's jar. */
class OnnxValueTest {
    private long before;

    @BeforeEach
    void remember() {
        before = Tenure.stats().liveBytes();
    }

    @AfterEach
    void nothingIsLeft() {
        Tenure.assertNoLeaks();
        assertEquals(before, Tenure.stats().liveBytes());
    }

    private static OnnxModel load(String name) {
        return OnnxModel.load(path(name), OnnxOptions.defaults().threads(1));
    }

    private static Path path(String name) {
        return Path.of(System.getProperty("tenure.root"), "tests", "onnx", "data", name + ".onnx");
    }

    /** docs/guides/onnx.md has these lines. */
    @Test
    void stringsAsThePageShows() {
        Path path = path("titanic");
        try (Scope scope = Scope.open()) {
            OnnxModel model = OnnxModel.load(path); // sex: string [N, 1], age: float32 [N, 1]
            Map<String, OnnxValue> results = model.runValues(Map.of(
                    "sex", OnnxValue.of(new String[] {"male", "female"}, 2, 1),
                    "age", OnnxValue.of(Tensor.of(new float[] {3, 4}, 2, 1))));
            Tensor y = results.get("y").tensor();
            assertArrayEquals(new float[] {0, 3, 1, 4}, y.toFloatArray());
            assertEquals("sex: string [N, 1]", model.inputs().get(0).toString());
            assertEquals(new OnnxPort("sex", "string", null, List.of("N", "1"), false), model.inputs().get(0));
            assertFalse(model.inputs().get(0).isTensor());
            assertTrue(model.inputs().get(1).isTensor());
            assertSame(scope, results.get("y").scope());
            OnnxValue[] inOrder = model.runValues(OnnxValue.of(new String[] {"?"}, 1, 1), OnnxValue.of(Tensor.ones(1, 1)));
            assertArrayEquals(new float[] {-1, 1}, inOrder[0].tensor().toFloatArray());
        }
    }

    /** docs/guides/onnx.md has these lines. */
    @Test
    void mapsAsThePageShows() {
        Path path = path("classifier");
        try (Scope scope = Scope.open()) {
            OnnxModel model = OnnxModel.load(path); // prob: sequence of map of int64 to float32
            Map<String, OnnxValue> results =
                    model.runValues(Map.of("x", OnnxValue.of(Tensor.of(new float[] {1, 2, 3, 1}, 2, 2))));
            long[] labels = results.get("label").tensor().toLongArray();
            List<Map<Long, Float>> scores = results.get("prob").maps(Long.class, Float.class);
            assertArrayEquals(new long[] {1, 0}, labels);
            assertEquals(List.of(0L, 1L), List.copyOf(scores.get(0).keySet()));
            assertEquals(0.8807970f, scores.get(0).get(1L), 1e-6f);
            assertEquals(0.9820138f, scores.get(1).get(0L), 1e-6f);
            assertEquals("prob: sequence of map of int64 to float32", model.outputs().get(1).toString());
            OnnxValue prob = results.get("prob");
            assertEquals("OnnxValue(sequence of map of int64 to float32)", prob.toString());
            assertEquals(2, prob.size());
            assertEquals(scores.get(1), prob.get(1).map(Long.class, Float.class));
            assertEquals(scores, prob.toObject());
            assertEquals(scores.get(1), prob.get(1).toObject());
            assertEquals(scores.get(1), prob.list().get(1).toObject());
            assertArrayEquals(new long[] {0, 1, 0, 1}, prob.keys().tensor().toLongArray());
            assertEquals(4, prob.values().size());
            InvalidArgumentException error =
                    assertThrows(InvalidArgumentException.class, () -> prob.maps(String.class, Float.class));
            assertEquals("the keys of the map are int64, read them as Long, not String", error.getMessage());
            assertThrows(InvalidArgumentException.class, () -> prob.map(Long.class, Float.class));
            assertThrows(InvalidArgumentException.class, prob::strings);
            assertThrows(InvalidArgumentException.class, prob::tensor);
            List<Map<String, Float>> flowers = load("flowers")
                    .runValues(OnnxValue.of(Tensor.of(new float[] {1, 2}, 1, 2)))[1]
                    .maps(String.class, Float.class);
            assertEquals(List.of("rose", "tulipán"), List.copyOf(flowers.get(0).keySet()));
        }
    }

    @Test
    void aRunOfTensorsNamesTheOtherWays() {
        try (Scope scope = Scope.open()) {
            OnnxModel model = load("classifier");
            Tensor x = Tensor.of(new float[] {1, 2, 3, 1}, 2, 2);
            TensorException error = assertThrows(TensorException.class, () -> model.run(Map.of("x", x)));
            assertEquals(Status.UNSUPPORTED, error.status());
            assertTrue(error.getMessage().contains("'prob' is sequence of map of int64 to float32"), error.getMessage());
            assertTrue(error.getMessage().contains("runValues"), error.getMessage());
            assertTrue(error.getMessage().contains("outputs(\"label\")"), error.getMessage());
            OnnxModel label = OnnxModel.load(path("classifier"), OnnxOptions.defaults().outputs("label"));
            assertArrayEquals(new long[] {1, 0}, label.run(x)[0].toLongArray());
            TensorException refused =
                    assertThrows(TensorException.class, () -> Batcher.of(model, Batching.defaults()));
            assertTrue(refused.getMessage().contains("output 'prob' is sequence of map"), refused.getMessage());
            model.warmUp();
            load("titanic").warmUp(Map.of("sex", new long[] {4, 1}, "age", new long[] {4, 1}));
        }
    }

    @Test
    void stringsComeBackAsTheyWere() {
        try (Scope scope = Scope.open()) {
            OnnxModel words = load("words");
            String[] texts = {"", "a\0b", "tulipán", "🌹", "\0🌹", "x".repeat(100_000)};
            OnnxValue value = OnnxValue.of(texts);
            assertArrayEquals(texts, value.strings());
            assertArrayEquals(texts, words.runValues(value)[0].strings());
            assertArrayEquals(texts, (String[]) value.toObject());
            assertArrayEquals(new long[] {6}, value.shape());
            assertEquals("OnnxValue(string [6])", value.toString());
            assertTrue(value.isStrings() && !value.isTensor() && !value.isMap() && !value.isSequence());
            assertEquals(0, words.runValues(OnnxValue.of(new String[0]))[0].strings().length);
            assertEquals(0, OnnxValue.of("one").shape().length);
            assertArrayEquals(new String[] {"one"}, OnnxValue.of("one").strings());
            String[] many = new String[1_000_000];
            Arrays.fill(many, "abc");
            OnnxValue back = words.runValues(OnnxValue.of(many))[0];
            assertArrayEquals(many, back.strings());
            assertTrue(scope.stats().bytes() > 2 * 11_000_000, "they are counted");
        }
    }

    @Test
    void sequencesMapsAndAbsentValues() {
        try (Scope scope = Scope.open()) {
            OnnxValue one = OnnxValue.of(Tensor.of(1f, 2f));
            OnnxValue after = load("append").runValues(OnnxValue.ofSequence(one, one), one)[0];
            assertEquals(3, after.size());
            assertEquals(3, after.list().size());
            assertArrayEquals(new float[] {1, 2}, after.get(2).tensor().toFloatArray());
            assertInstanceOf(Tensor.class, ((List<?>) after.toObject()).get(0));
            assertEquals(1, load("append").runValues(OnnxValue.ofSequence(), one)[0].size());
            assertEquals(1, OnnxValue.ofSequence(List.of(one)).size());
            OnnxModel has = load("has");
            assertArrayEquals(new boolean[] {true}, has.runValues(one)[0].tensor().toBooleanArray());
            assertArrayEquals(new boolean[] {false}, has.runValues(OnnxValue.absent())[0].tensor().toBooleanArray());
            assertTrue(load("some").runValues(one)[1].isAbsent());
            assertNull(OnnxValue.absent().toObject());
            OnnxModel dictionary = load("dictionary");
            Map<String, Float> flat = new LinkedHashMap<>();
            flat.put("age", 3f);
            flat.put("pets", 1f);
            OnnxValue map = OnnxValue.ofMap(flat);
            assertTrue(map.isMap());
            assertEquals(flat, map.map(String.class, Float.class));
            assertArrayEquals(new float[] {0, 3}, dictionary.runValues(map)[0].tensor().toFloatArray());
            OnnxValue sparse = OnnxValue.ofMap(Map.of(2L, 5f));
            assertArrayEquals(new float[] {0, 0, 5, 0}, load("cast_map").runValues(sparse)[0].tensor().toFloatArray());
            assertEquals(Map.of("a", 1L), OnnxValue.ofMap(Map.of("a", 1L)).map(String.class, Long.class));
            assertEquals(Map.of(1L, 0.5), OnnxValue.ofMap(Map.of(1, 0.5)).map(Long.class, Double.class));
            assertEquals(Map.of(1L, "a"), OnnxValue.ofMap(Map.of(1L, "a")).toObject());
            OnnxValue key = OnnxValue.of(Tensor.of(new long[] {7}));
            for (DType half : new DType[] {DType.F16, DType.BF16}) {
                OnnxValue halves = OnnxValue.of(Tensor.of(new float[] {1.5f}).cast(half));
                assertEquals(Map.of(7L, 1.5f), OnnxValue.ofMap(key, halves).map(Long.class, Float.class));
            }
            OnnxValue whole = OnnxValue.of(Tensor.of(new int[] {-3}));
            assertEquals(Map.of(7L, -3L), OnnxValue.ofMap(key, whole).map(Long.class, Long.class));
        }
    }

    @Test
    void whatIsNoValueIsRefused() {
        try (Scope scope = Scope.open()) {
            assertThrows(NullPointerException.class, () -> OnnxValue.of((String) null));
            NullPointerException error =
                    assertThrows(NullPointerException.class, () -> OnnxValue.of(new String[] {"a", null}));
            assertEquals("texts[1]", error.getMessage());
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.of(new String[] {"a", "\ud800"}));
            assertThrows(ShapeMismatchException.class, () -> OnnxValue.of(new String[] {"a", "b"}, 3));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.of(new String[] {"a"}, -1));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.of(new String[] {"a"}, 1L << 62, 1L << 62));
            OnnxValue word = OnnxValue.of("a");
            OnnxValue number = OnnxValue.of(Tensor.ones(1));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.ofSequence(word, number));
            assertThrows(NullPointerException.class, () -> OnnxValue.ofSequence(word, null));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.ofMap(Map.of()));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.ofMap(Map.of("a", 1f, "b", 1.0)));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.ofMap(Map.of("a", List.of())));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.ofMap(number, number));
            assertThrows(InvalidArgumentException.class, () -> word.get(0));
            assertThrows(InvalidArgumentException.class, word::list);
            OnnxModel titanic = load("titanic");
            assertThrows(DTypeMismatchException.class, () -> titanic.runValues(number, word));
            assertThrows(InvalidArgumentException.class, () -> titanic.runValues(number));
            assertThrows(InvalidArgumentException.class, () -> titanic.runValues(Map.of("sex", word, "ago", number)));
            word.close();
            word.close();
            assertThrows(ClosedException.class, word::strings);
            assertThrows(ClosedException.class, () -> titanic.runValues(word, number));
            assertThrows(ClosedException.class, () -> OnnxValue.ofSequence(word));
        }
    }

    @Test
    void ownersLimitsAndCancelledRuns() {
        OnnxValue unowned = OnnxValue.of("alone");
        assertNull(unowned.scope());
        unowned.close();
        try (Scope outer = Scope.open()) {
            OnnxModel words = load("words");
            OnnxValue kept = Scope.using(() -> words.runValues(OnnxValue.of(new String[] {"a"}))[0]);
            assertSame(outer, kept.scope());
            assertArrayEquals(new String[] {"a"}, kept.strings());
            OnnxValue big = OnnxValue.of(new String[] {"x".repeat(100_000)});
            try (Scope small = Scope.open().limit(50_000)) {
                assertThrows(NativeMemoryException.class, () -> words.runValues(big));
            }
            OnnxRunOptions options = OnnxRunOptions.create();
            assertEquals(1, words.runValues(options, kept).length);
            assertEquals(1, words.runValues(options, Map.of("word", kept)).size());
            options.cancel();
            assertThrows(CancelledException.class, () -> words.runValues(options, kept));
        }
    }

    @Test
    void elementsThatNoDtypeHas() {
        try (Scope scope = Scope.open()) {
            OnnxModel model = load("four_bits");
            assertEquals("int4: int4 [m]", model.inputs().get(1).toString());
            assertFalse(model.inputs().get(1).isTensor());
            Tensor bytes = Tensor.ofUnsigned(new byte[] {(byte) 0xe1, 0x0f}, 2);
            OnnxValue signed = OnnxValue.ofRawData("int4", bytes, 3);
            assertEquals("OnnxValue(int4 [3])", signed.toString());
            assertTrue(signed.isRawData());
            assertFalse(signed.isTensor());
            assertEquals(3, signed.size());
            OnnxValue[] results = model.runValues(
                    OnnxValue.of(Tensor.of(new float[] {1, -1.5f, 3}, 3)), signed, OnnxValue.ofRawData("uint4", bytes, 3));
            assertEquals("int4", results[0].type());
            assertArrayEquals(new byte[] {(byte) 0xd2, 0x06}, results[0].rawData().toByteArray());
            assertArrayEquals(new long[] {3}, results[0].shape());
            assertArrayEquals(new byte[] {0x02, 0x06}, assertInstanceOf(Tensor.class, results[1].toObject()).toByteArray());
            assertArrayEquals(new float[] {0.5f, -1, -0.5f}, results[2].tensor().toFloatArray());
            assertArrayEquals(new float[] {0.5f, 7, 7.5f}, results[3].tensor().toFloatArray());
            OnnxModel float8 = load("float8");
            OnnxValue eight = OnnxValue.ofRawData("float8e5m2", Tensor.ofUnsigned(new byte[] {0x3c, (byte) 0xbc}, 2), 2);
            assertThrows(DTypeMismatchException.class, () -> float8.runValues(signed, eight, eight, eight, eight));
            assertThrows(InvalidArgumentException.class, () -> OnnxValue.ofRawData("float8", bytes, 2));
            assertThrows(ShapeMismatchException.class, () -> OnnxValue.ofRawData("int4", bytes, 5));
            assertThrows(DTypeMismatchException.class, () -> OnnxValue.ofRawData("int4", Tensor.ones(2), 4));
            assertThrows(InvalidArgumentException.class, signed::tensor);
            assertThrows(InvalidArgumentException.class, () -> results[2].rawData());
            assertFalse(results[2].isRawData());
        }
    }

    @Test
    void anyRankAndNoDimensionsDiffer() {
        try (Scope scope = Scope.open()) {
            OnnxModel ranks = load("ranks");
            assertEquals("OnnxModel(open: float32 [...], scalar: float32 [] -> scaled: float32 [...], minus: float32 [])", ranks.toString());
            OnnxPort open = ranks.inputs().get(0);
            assertTrue(open.isAnyRank());
            assertEquals(List.of(), open.shape());
            assertFalse(ranks.inputs().get(1).isAnyRank());
            Tensor two = Tensor.scalar(2f);
            assertArrayEquals(new float[] {2, 2}, ranks.run(Tensor.ones(1, 2), two)[0].toFloatArray());
            assertEquals(2.0, ranks.run(Tensor.scalar(1f), two)[0].item());
            assertThrows(ShapeMismatchException.class, () -> ranks.run(two, Tensor.ones(1)));
        }
    }
}
