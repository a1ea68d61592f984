package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.nn.Module;
import dev.tenure.reports.ModelRun;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What listeners for runs of models get. Runs of an ONNX model have a test in the module {@code onnx}. */
@ExtendWith(Clean.class)
class ModelRunTest {
    private final List<ModelRun> runs = new ArrayList<>();
    private final Consumer<ModelRun> listener = runs::add;

    private static Predictor<float[], float[]> predictor(Batcher batcher) {
        return Predictor.of(batcher, Translator.of(row -> Tensor.of(row), y -> y.toFloatArray()));
    }

    @Test
    void aCallOfAPredictorContainsTheRequestToItsBatcher() {
        Tenure.addModelRunListener(listener);
        try (Scope scope = Scope.open()) {
            Batcher batcher = Batcher.of(ModelTest.core(), Batching.defaults()).name("scores");
            assertArrayEquals(new float[] {14}, predictor(batcher).predict(new float[] {0, 1}));
        } finally {
            Tenure.removeModelRunListener(listener);
        }
        assertEquals(List.of("batcher", "predictor"), runs.stream().map(ModelRun::kind).toList());
        assertTrue(runs.get(0).duration().compareTo(runs.get(1).duration()) <= 0);
        for (ModelRun run : runs) {
            assertEquals("scores", run.model());
            assertTrue(run.duration().toNanos() > 0);
            assertNull(run.error());
        }
    }

    @Test
    void aRunThatFailsIsReportedWithWhatItThrew() {
        try (Scope scope = Scope.open()) {
            Module model = ModelTest.core();
            Batcher batcher = Batcher.of(model, Batching.defaults());
            Tenure.addModelRunListener(listener);
            Exception thrown = assertThrows(ShapeMismatchException.class, () -> batcher.run(Tensor.ones(1, 3)));
            assertSame(thrown, runs.get(0).error());
            assertNull(runs.get(0).model(), "it has no name");
            batcher.close();
            assertThrows(ClosedException.class, () -> batcher.run(Tensor.ones(1, 2)));
            assertNull(runs.get(1).model(), "it is closed");
        } finally {
            Tenure.removeModelRunListener(listener);
        }
        assertEquals(2, runs.size());
    }

    @Test
    void whatAListenerThrowsDoesNotReachTheCaller() {
        Consumer<ModelRun> broken = run -> {
            throw new IllegalStateException("a listener");
        };
        Tenure.addModelRunListener(broken);
        Tenure.addModelRunListener(listener);
        try (Scope scope = Scope.open()) {
            Batcher batcher = Batcher.of(ModelTest.core(), Batching.defaults());
            assertEquals(14, batcher.run(Tensor.of(0f, 1f).reshape(1, 2))[0].item());
            assertEquals(1, runs.size(), "the next listener is called");
            Tenure.removeModelRunListener(listener);
            Tenure.removeModelRunListener(listener);
            batcher.run(Tensor.ones(1, 2));
            assertEquals(1, runs.size());
        } finally {
            Tenure.removeModelRunListener(broken);
        }
        assertThrows(NullPointerException.class, () -> Tenure.addModelRunListener(null));
    }
}
