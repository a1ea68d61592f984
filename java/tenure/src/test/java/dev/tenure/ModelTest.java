package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Predictors of modules: who owns what at each level, and when it goes. */
@ExtendWith(Clean.class)
class ModelTest {
    static final Translator<float[], float[]> ROWS =
            Translator.of(row -> Tensor.of(row, row.length), Tensor::toFloatArray);

    /** y = 2 x w + b, of two numbers one. */
    private static final class Line extends Module {
        final Tensor w = parameter("w", Tensor.of(1, 2f).reshape(2, 1));
        final Tensor b = parameter("b", Tensor.of(10f));

        @Override
        protected Tensor forward(Tensor x) {
            return x.mul(2).matmul(w).add(b);
        }
    }

    static Module linear() {
        return Scope.using(Line::new).name("linear");
    }

    /** The same by a kind of the core. */
    static Module core() {
        return Scope.using(() -> {
            Linear made = new Linear(2, 1);
            made.loadStateDict(Map.of("weight", Tensor.of(2, 4f).reshape(1, 2), "bias", Tensor.of(10f)));
            return made;
        }).name("linear");
    }

    static Predictor<float[], float[]> predictor() {
        return Scope.using(() -> Predictor.of(linear(), ROWS));
    }

    @Test
    void aPredictorSetsItsModuleToEvaluationAndGoesWithTheScopeItWasMadeIn() {
        try (Module model = core()) {
            Predictor<float[], float[]> predictor;
            try (Scope s = Scope.open()) {
                assertTrue(model.isTraining());
                predictor = Predictor.of(model, ROWS);
                assertFalse(model.isTraining());
                assertSame(s, predictor.scope().parent());
                assertEquals("Predictor(linear.predictor)", predictor.toString());
                assertArrayEquals(new float[] {16}, predictor.predict(new float[] {1, 1}));
            }
            assertEquals("Predictor(linear.predictor, closed)", predictor.toString());
            assertFalse(model.isClosed());
        }
    }

    @Test
    void aPredictorThatCannotBeMadeLeavesNothing() {
        Translator<Integer, Integer> broken = new Translator<>() {
            @Override
            public void prepare() {
                Tensor.ones(10);
                throw new ArithmeticException();
            }

            @Override
            public List<Tensor> processInput(Integer input) {
                return List.of();
            }

            @Override
            public Integer processOutput(List<Tensor> output) {
                return 0;
            }
        };
        try (Module model = linear()) {
            Live before = Live.now();
            assertThrows(ArithmeticException.class, () -> Predictor.of(model, broken));
            assertEquals(before, Live.now());
        }
    }

    @Test
    void aPredictionLeavesNothingBehind() {
        try (Module model = linear(); Predictor<float[], float[]> predictor = Predictor.of(model, ROWS)) {
            assertEquals(List.of(), predictor.batchPredict(List.of()));
            assertArrayEquals(new float[] {16}, predictor.predict(new float[] {1, 1})); // its scope is in the core now
            Live before = Live.now();
            assertArrayEquals(new float[] {16}, predictor.predict(new float[] {1, 1}));
            List<float[]> both = predictor.batchPredict(List.of(new float[] {1, 1}, new float[] {0, 1}));
            assertEquals(2, both.size());
            assertArrayEquals(new float[] {16}, both.get(0));
            assertArrayEquals(new float[] {14}, both.get(1));
            assertEquals(before, Live.now());
        }
    }

    record Answer(Tensor logits, List<Tensor> more) {}

    @Test
    void whatIsReturnedBelongsToTheCaller() {
        Translator<Integer, Answer> translator = Translator.of(
                n -> Tensor.ones(2), y -> new Answer(y.mul(Tensor.ones(1)), List.of(y.add(1), Tensor.zeros(3))));
        try (Module model = linear(); Predictor<Integer, Answer> predictor = Predictor.of(model, translator)) {
            Answer answer;
            try (Scope s = Scope.open()) {
                answer = predictor.predict(1);
                assertSame(s, answer.logits.scope());
                assertEquals(3, s.stats().members());
                predictor.close();
                assertEquals(16, answer.logits.item());
                assertEquals(17, answer.more.get(0).item());
            }
            assertTrue(answer.logits.isClosed());
        }
    }

    @Test
    void withoutACurrentScopeItIsTheCallersToClose() {
        Translator<float[], Tensor> translator = Translator.of(row -> Tensor.of(row, 2), y -> y);
        Tensor y;
        try (Module model = linear(); Predictor<float[], Tensor> predictor = Predictor.of(model, translator)) {
            y = predictor.predict(new float[] {1, 1});
        }
        assertNull(y.scope());
        assertEquals(16, y.item());
        y.close();
    }

    @Test
    void whatIsReturnedAndOwnedElsewhereStaysThere() {
        Tensor[] cache = new Tensor[1];
        Translator<float[], Tensor> translator = new Translator<>() {
            @Override
            public void prepare() {
                cache[0] = Tensor.of(42f);
            }

            @Override
            public List<Tensor> processInput(float[] input) {
                return List.of(Tensor.of(input, 1, 2));
            }

            @Override
            public Tensor processOutput(List<Tensor> output) {
                return cache[0];
            }

            @Override
            public boolean stacks() {
                return false;
            }
        };
        try (Module model = linear(); Predictor<float[], Tensor> predictor = Predictor.of(model, translator)) {
            try (Scope s = Scope.open()) {
                assertSame(cache[0], predictor.predict(new float[] {1, 1}));
                assertSame(predictor.scope(), cache[0].scope());
            }
            assertEquals(42, cache[0].item());
            assertEquals(2, predictor.batchPredict(List.of(new float[2], new float[2])).size());
            predictor.close();
            assertTrue(cache[0].isClosed());
        }
    }

    @Test
    void aTranslatorThatFailsLeavesNothing() {
        Translator<float[], float[]> failing = Translator.of(row -> Tensor.of(row, 2), y -> {
            throw new ArithmeticException("mine");
        });
        try (Module model = linear(); Predictor<float[], float[]> predictor = Predictor.of(model, failing)) {
            assertThrows(ArithmeticException.class, () -> predictor.predict(new float[2]));
            Live before = Live.now();
            assertThrows(ArithmeticException.class, () -> predictor.predict(new float[2]));
            assertThrows(ShapeMismatchException.class, () -> predictor.predict(new float[3]));
            assertEquals(before, Live.now());
        }
    }

    @Test
    void aResultThatCannotBeHandedOverIsFreed() {
        try (Module model = linear()) {
            Scope[] caller = new Scope[1];
            Predictor<float[], List<Tensor>> predictor = Predictor.of(model, Translator.of(row -> Tensor.of(row, 2), y -> {
                caller[0].close(); // nowhere to go
                return List.of(y.mul(1), y.mul(2));
            }));
            caller[0] = Scope.open();
            assertThrows(ScopeException.class, () -> predictor.predict(new float[2]));
            assertEquals(Live.stats(0, 0, 0, 0), predictor.scope().stats());
            predictor.close();
        }
    }

    @Test
    void aResultOfWhichOnlyAPartFitsIsFreed() {
        Translator<float[], List<Tensor>> zeros =
                Translator.of(row -> Tensor.of(row, 2), y -> List.of(Tensor.zeros(20), Tensor.zeros(20)));
        try (Module model = linear();
                Predictor<float[], List<Tensor>> predictor = Predictor.of(model, zeros);
                Scope caller = Scope.open(Scope.options().limit(100))) {
            Live before = Live.now();
            assertThrows(NativeMemoryException.class, () -> predictor.predict(new float[2]));
            assertEquals(0, caller.stats().tensors());
            assertEquals(before.bytes(), Live.now().bytes());
        }
    }

    @Test
    void inputsThatCannotBeStackedAreRefused() {
        int[] tensors = {0};
        Translator<Integer, Integer> uneven = new Translator<>() {
            @Override
            public List<Tensor> processInput(Integer input) {
                return tensors[0]++ == 0 ? List.of(Tensor.ones(2), Tensor.ones(2)) : List.of(Tensor.ones(2));
            }

            @Override
            public Integer processOutput(List<Tensor> output) {
                return 0;
            }
        };
        try (Module model = linear(); Predictor<Integer, Integer> predictor = Predictor.of(model, uneven)) {
            String message = assertThrows(
                            InvalidArgumentException.class, () -> predictor.batchPredict(List.of(1, 2)))
                    .getMessage();
            assertEquals("input 0 has 2 tensors, input 1 has 1: they cannot be stacked", message);
            tensors[0] = 0;
            assertThrows(TensorException.class, () -> predictor.predict(1)); // its forward takes one input
        }
    }

    @Test
    void whatIsClosedSaysWhose() {
        Module model = core();
        Predictor<float[], float[]> predictor = Predictor.of(model, ROWS);
        predictor.close();
        predictor.close();
        ClosedException e = assertThrows(ClosedException.class, () -> predictor.predict(new float[2]));
        assertEquals("the predictor 'linear.predictor' is closed", e.getMessage());
        Predictor<float[], float[]> another = Predictor.of(model, ROWS);
        model.close();
        model.close();
        assertThrows(ClosedException.class, () -> another.predict(new float[2]));
        assertThrows(ClosedException.class, () -> Predictor.of(model, ROWS));
        another.close();
    }

    @Test
    void aPredictorEscapesFromUsingWithItsModule() {
        try (Scope s = Scope.open()) {
            Module[] model = new Module[1];
            Predictor<float[], float[]> predictor = Scope.using(() -> {
                model[0] = linear();
                return Predictor.of(model[0], ROWS);
            });
            assertArrayEquals(new float[] {16}, predictor.predict(new float[] {1, 1}));
            assertSame(s, predictor.scope().parent());
            assertSame(s, model[0].scope());
        }
    }

    @Test
    void forgottenPredictorsAreFreedWithTheirModules() {
        predictor().predict(new float[2]);
        linear();
        assertFalse(Live.now().equals(Live.NOTHING));
        Live.collectUntil("a dropped predictor and two modules are closed", () -> Live.now().equals(Live.NOTHING));
    }
}
