package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Forward;
import dev.tenure.models.Model;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Model, predictor, trainer, batch: who owns what at each level, and when it goes. */
@ExtendWith(Clean.class)
class ModelTest {
    static final Translator<float[], float[]> ROWS =
            Translator.of(row -> Tensor.of(row, row.length), Tensor::toFloatArray);

    /** y = 2 x w + b, of two numbers one. What it needs on the way belongs to nobody's memory of it. */
    static Model linear() {
        return Model.create("linear", () -> {
            Tensor.ones(1000).add(1); // not returned
            return Map.of("w", Tensor.of(1, 2f).reshape(2, 1), "b", Tensor.of(10f));
        }, Forward.of((p, x) -> x.mul(2).matmul(p.get("w")).add(p.get("b"))));
    }

    @Test
    void aModelOwnsItsParametersAndNothingElse() {
        try (Model model = linear()) {
            assertEquals(Live.stats(2, 2, 0, 12), model.scope().stats());
            assertEquals("linear", model.name());
            assertEquals("Model(linear, 2 parameters)", model.toString());
            try (Scope s = Scope.open()) {
                Tensor y = model.forward(Tensor.of(1, 1f).reshape(1, 2));
                assertSame(s, y.scope());
                assertEquals(16, y.item());
            }
        }
    }

    @Test
    void aModelGoesWithTheScopeItWasMadeIn() {
        Model model;
        try (Scope s = Scope.open()) {
            model = linear();
        }
        assertEquals("Model(linear, closed)", model.toString());
        model.close();
    }

    @Test
    void aModelThatCannotBeMadeLeavesNothing() {
        assertThrows(ArithmeticException.class, () -> Model.create("broken", () -> {
            Tensor.ones(10);
            throw new ArithmeticException();
        }, Forward.of((p, x) -> x)));
    }

    @Test
    void aPredictionLeavesNothingBehind() {
        try (Model model = linear(); Predictor<float[], float[]> predictor = model.newPredictor(ROWS)) {
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
        try (Model model = linear(); Predictor<Integer, Answer> predictor = model.newPredictor(translator)) {
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
        try (Model model = linear(); Predictor<float[], Tensor> predictor = model.newPredictor(translator)) {
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
        try (Model model = linear(); Predictor<float[], Tensor> predictor = model.newPredictor(translator)) {
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
        try (Model model = linear(); Predictor<float[], float[]> predictor = model.newPredictor(failing)) {
            assertThrows(ArithmeticException.class, () -> predictor.predict(new float[2]));
            Live before = Live.now();
            assertThrows(ArithmeticException.class, () -> predictor.predict(new float[2]));
            assertThrows(ShapeMismatchException.class, () -> predictor.predict(new float[3]));
            assertEquals(before, Live.now());
        }
    }

    @Test
    void aResultThatCannotBeHandedOverIsFreed() {
        try (Model model = linear()) {
            Scope caller = Scope.open();
            Predictor<float[], List<Tensor>> predictor = model.newPredictor(Translator.of(row -> Tensor.of(row, 2), y -> {
                caller.close(); // nowhere to go
                return List.of(y.mul(1), y.mul(2));
            }));
            assertThrows(ScopeException.class, () -> predictor.predict(new float[2]));
            assertEquals(Live.stats(0, 0, 0, 0), predictor.scope().stats());
        }
    }

    @Test
    void aResultOfWhichOnlyAPartFitsIsFreed() {
        try (Model model = linear(); Scope caller = Scope.open(Scope.options().limit(100))) {
            Predictor<float[], List<Tensor>> predictor = model.newPredictor(
                    Translator.of(row -> Tensor.of(row, 2), y -> List.of(Tensor.zeros(20), Tensor.zeros(20))));
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
        try (Model model = linear(); Predictor<Integer, Integer> predictor = model.newPredictor(uneven)) {
            String message = assertThrows(
                            InvalidArgumentException.class, () -> predictor.batchPredict(List.of(1, 2)))
                    .getMessage();
            assertEquals("input 0 has 2 tensors, input 1 has 1: they cannot be stacked", message);
            tensors[0] = 0;
            message = assertThrows(InvalidArgumentException.class, () -> predictor.predict(1)).getMessage();
            assertEquals("the model takes 1 tensor, not 2", message);
        }
    }

    @Test
    void whatIsClosedSaysWhose() {
        Model model = linear();
        Predictor<float[], float[]> predictor = model.newPredictor(ROWS);
        predictor.close();
        predictor.close();
        ClosedException e = assertThrows(ClosedException.class, () -> predictor.predict(new float[2]));
        assertEquals("a predictor of model 'linear' is closed", e.getMessage());
        assertEquals("Predictor(linear.predictor, closed)", predictor.toString());
        Predictor<float[], float[]> another = model.newPredictor(ROWS);
        model.close();
        model.close();
        for (Predictor<float[], float[]> closed : List.of(predictor, another)) {
            e = assertThrows(ClosedException.class, () -> closed.predict(new float[2]));
            assertTrue(e.getMessage().endsWith("model 'linear' is closed"), e.getMessage());
        }
        assertThrows(ClosedException.class, () -> model.newPredictor(ROWS));
    }

    @Test
    void aModelEscapesFromUsingWithAllThatIsBelowIt() {
        Predictor<float[], float[]> predictor = Scope.using(() -> linear().newPredictor(ROWS));
        assertArrayEquals(new float[] {16}, predictor.predict(new float[] {1, 1}));
        assertEquals("linear.predictor", predictor.scope().name());
        Scope scope = predictor.scope().parent();
        assertEquals("linear", scope.name());
        scope.close();
        assertThrows(ClosedException.class, () -> predictor.predict(new float[] {1, 1}));
    }

    @Test
    void forgottenModelsAreFreed() {
        linear().newPredictor(ROWS).predict(new float[2]);
        linear();
        assertFalse(Live.now().equals(Live.NOTHING));
        Live.collectUntil("two dropped models are closed", () -> Live.now().equals(Live.NOTHING));
    }
}
