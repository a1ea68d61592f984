package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.nn.Module;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One predictor, many threads; and a model that closes under a prediction. */
class PredictorRaceTest {
    private static final int THREADS = 8;
    private static final int CALLS = 1000;

    @BeforeEach
    void start() {
        Live.drain();
    }

    @Test
    void manyThreadsUseOnePredictor() throws Exception {
        try (Module model = ModelTest.linear(); Predictor<float[], float[]> predictor = Predictor.of(model, ModelTest.ROWS)) {
            useFromManyThreads(predictor);
        }
        Live.assertNothing();
    }

    @Test
    void manyThreadsUseOneBatcher() throws Exception {
        try (Module model = ModelTest.core();
                Batcher batcher = Batcher.of(model, Batching.defaults().size(4).parallel(1));
                Predictor<float[], float[]> predictor = Predictor.of(batcher, ModelTest.ROWS)) {
            useFromManyThreads(predictor);
            assertEquals(THREADS * CALLS, batcher.stats().rows());
            assertTrue(batcher.stats().largest() <= 4, batcher.stats().toString());
        }
        Live.assertNothing();
    }

    private static void useFromManyThreads(Predictor<float[], float[]> predictor) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            float mine = thread;
            all.add(threads.submit(() -> {
                for (int i = 0; i < CALLS; i++) {
                    assertArrayEquals(new float[] {10 + 2 * mine + 4 * i}, predictor.predict(new float[] {mine, i}));
                }
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        threads.shutdown();
        assertEquals(Live.stats(0, 0, 0, 0), predictor.scope().stats());
    }

    private static final class Trial {
        final Module model = ModelTest.core();
        final Predictor<float[], Tensor> predictor = Predictor.of(model, Translator.of(row -> Tensor.of(row, 2), y -> y.mul(1)));
    }

    @Test
    void aPredictionWhileItsModelClosesIsRightOrFails() {
        int[] outcomes = new int[2];
        Duel.run(Duel.ROUNDS, Trial::new, trial -> {
            try (Tensor y = trial.predictor.predict(new float[] {1, 1})) {
                assertEquals(16, y.item());
                outcomes[0]++;
            } catch (ClosedException e) {
                assertTrue(e.getMessage().contains("is closed"), e.getMessage());
                outcomes[1]++;
            }
        }, trial -> trial.model.close(), trial -> trial.predictor.close());
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, outcomes[0] + " right, " + outcomes[1] + " failed");
        Live.drain(); // a call whose scope closed under it may have made something that nobody owned
    }

    private static final class Call {
        final Trial trial = new Trial();
        final Scope scope = Scope.create();
    }

    /** The scope may close before the call has looked at the one that it opens below it, which then is never current. */
    @Test
    void aPredictionWhileItsCallersScopeClosesIsRightOrFails() {
        int[] outcomes = new int[2];
        Duel.run(Duel.ROUNDS, Call::new, call -> {
            try {
                assertEquals(16, call.scope.run(() -> call.trial.predictor.predict(new float[] {1, 1}).item()));
                outcomes[0]++;
            } catch (ClosedException | ScopeException e) {
                outcomes[1]++;
            }
        }, call -> call.scope.close(), call -> {
            assertEquals(Live.stats(0, 0, 0, 0), call.trial.predictor.scope().stats());
            call.trial.predictor.close();
            call.trial.model.close();
        });
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, outcomes[0] + " right, " + outcomes[1] + " failed");
        Live.drain();
    }
}
