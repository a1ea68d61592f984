package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Model;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
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
        try (Model model = ModelTest.linear();
                Predictor<float[], float[]> predictor = model.newPredictor(ModelTest.ROWS)) {
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
        Live.assertNothing();
    }

    private static final class Trial {
        final Model model = ModelTest.linear();
        final Predictor<float[], Tensor> predictor =
                model.newPredictor(Translator.of(row -> Tensor.of(row, 2), y -> y.mul(1)));
    }

    @Test
    void aPredictionWhileItsModelClosesIsRightOrFails() {
        int[] outcomes = new int[2];
        Duel.run(Duel.ROUNDS, Trial::new, trial -> {
            try (Tensor y = trial.predictor.predict(new float[] {1, 1})) {
                assertEquals(16, y.item());
                outcomes[0]++;
            } catch (ClosedException e) {
                assertTrue(e.getMessage().endsWith("model 'linear' is closed"), e.getMessage());
                outcomes[1]++;
            }
        }, trial -> trial.model.close(), trial -> {});
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
            call.trial.model.close();
        });
        assertTrue(outcomes[0] > 0 && outcomes[1] > 0, outcomes[0] + " right, " + outcomes[1] + " failed");
        Live.drain();
    }
}
