package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.models.Batch;
import dev.tenure.models.Forward;
import dev.tenure.models.Model;
import dev.tenure.models.ScopeOwner;
import dev.tenure.models.Trainer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Model > trainer > batch: it learns, and each level frees what was forgotten in it. */
@ExtendWith(Clean.class)
class TrainerTest {
    @Test
    void itLearnsAndABatchLeavesNothing() {
        try (Model model = ModelTest.linear(); Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 0.02, 0.9))) {
            Live before = null;
            double loss = 0;
            for (int i = 0; i < 400; i++) {
                try (Batch batch = trainer.newBatch()) {
                    Tensor x = Tensor.of(new float[] {1, 2, 3, -1, 0, 1, 2, 0}, 4, 2);
                    Tensor l = batch.forward(x).sub(x.sum(true, 1)).pow(2).mean();
                    batch.step(l);
                    loss = l.item();
                }
                if (i == 0) {
                    before = Live.now(); // the optimizer has made what it keeps
                }
                assertEquals(before, Live.now());
            }
            assertTrue(loss < 1e-3, "loss " + loss);
            for (float weight : model.parameters().get("w").toFloatArray()) {
                assertEquals(0.5, weight, 0.02); // the model doubles its input
            }
        }
    }

    @Test
    void whatABatchKeepsLivesAsLongAsItsTrainer() {
        try (Model model = ModelTest.linear()) {
            Tensor kept;
            Tensor forgotten;
            try (Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 0.1, 0))) {
                try (Batch batch = trainer.newBatch()) {
                    forgotten = Tensor.ones(2, 2);
                    kept = batch.keep(batch.forward(forgotten).mean().mul(1));
                    assertSame(batch.scope(), Current.scope());
                }
                assertTrue(forgotten.isClosed());
                assertSame(trainer.scope(), kept.scope());
                assertEquals(16, kept.item());
            }
            assertTrue(kept.isClosed());
        }
    }

    @Test
    void gradientsComeByName() {
        try (Model model = ModelTest.linear();
                Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
                Batch batch = trainer.newBatch()) {
            Tensor x = Tensor.of(3, 4f).reshape(1, 2);
            Map<String, Tensor> gradients = batch.backward(batch.forward(x).sum());
            assertEquals(model.parameters().keySet(), gradients.keySet());
            assertEquals(14, gradients.get("w").sum().item());
            assertEquals(1, gradients.get("b").item());
            assertThrows(IllegalStateException.class, () -> batch.backward(x.sum()));
            assertEquals("no gradient for parameter 'w'",
                    assertThrows(InvalidArgumentException.class, () -> trainer.update(Map.of("b", gradients.get("b"))))
                            .getMessage());
            assertEquals(10, model.parameters().get("b").item());
            trainer.update(gradients);
            assertEquals(9, model.parameters().get("b").item());
        }
    }

    @Test
    void forwardTwiceIsOneRecord() {
        try (Model model = ModelTest.linear();
                Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
                Batch batch = trainer.newBatch()) {
            Tensor x = Tensor.ones(1, 2);
            Tensor loss = batch.forward(x).add(batch.forward(x)).sum();
            assertEquals(2, batch.backward(loss).get("b").item());
            assertEquals(1, batch.backward(batch.forward(x).sum()).get("b").item());
        }
    }

    @Test
    void aForwardThatCannotWatchAllParametersWatchesNone() {
        try (Model model = twoSizes(); Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
                Batch batch = trainer.newBatch()) {
            Tensor x = Tensor.ones(1);
            long free = batch.scope().stats().bytes();
            batch.scope().limit(free + 8); // room for a reference to "small", none for one to "large"
            assertThrows(NativeMemoryException.class, () -> batch.forward(x));
            assertEquals(free, batch.scope().stats().bytes());
            assertEquals(1, batch.scope().stats().members());
            batch.scope().limit(0);
            assertEquals(Set.of("small", "large"), batch.backward(batch.forward(x).sum()).keySet());
        }
    }

    @Test
    void aForwardAgainAfterAParameterWasClosedFailsAgain() {
        try (Model model = twoSizes(); Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
                Batch batch = trainer.newBatch()) {
            model.parameters().get("large").close();
            Tensor x = Tensor.ones(1);
            for (int i = 0; i < 2; i++) {
                assertThrows(ClosedException.class, () -> batch.forward(x));
                assertThrows(IllegalStateException.class, () -> batch.backward(x));
            }
        }
    }

    @Test
    void aBackwardThatFailsMayBeTriedAgain() {
        try (Model model = ModelTest.linear();
                Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
                Batch batch = trainer.newBatch()) {
            Tensor x = Tensor.ones(2, 2);
            Tensor y = batch.forward(x);
            assertThrows(InvalidArgumentException.class, () -> batch.backward(y)); // two elements
            assertEquals(2, batch.backward(y.sum()).get("b").item());
        }
    }

    @Test
    void aBackwardWhoseTapeIsGoneBeginsAnew() {
        try (Model model = ModelTest.linear();
                Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
                Batch batch = trainer.newBatch()) {
            Tensor x = Tensor.ones(1, 2);
            Tensor y = batch.forward(x).sum();
            batch.scope().closeAllBut(x, y); // and with the rest the tape
            assertThrows(ClosedException.class, () -> batch.backward(y));
            assertEquals(1, batch.backward(batch.forward(x).sum()).get("b").item());
        }
    }

    /** Sums its input and whatever parameters it is given: one that lacks is not noticed. */
    private static Model twoSizes() {
        return Model.create("two sizes", () -> {
            LinkedHashMap<String, Tensor> made = new LinkedHashMap<>();
            made.put("small", Tensor.ones(2));
            made.put("large", Tensor.ones(1000));
            return made;
        }, Forward.of((p, x) -> p.values().stream().map(t -> t.sum()).reduce(x, Tensor::add)));
    }

    @Test
    void aModelClosedInABatchEndsItWithATypedError() {
        Model model = ModelTest.linear();
        Trainer trainer = model.newTrainer(p -> Optimizer.sgd(p, 1, 0));
        try (Batch batch = trainer.newBatch()) {
            Tensor x = Tensor.ones(1, 2);
            Tensor loss = batch.forward(x).sum();
            model.close();
            String expected = "model 'linear' is closed";
            assertEquals(expected, assertThrows(ClosedException.class, () -> batch.forward(x)).getMessage());
            assertEquals(expected, assertThrows(ClosedException.class, () -> batch.step(loss)).getMessage());
            assertEquals(expected, assertThrows(ClosedException.class, trainer::newBatch).getMessage());
            assertNull(Current.scope());
        }
    }

    @Test
    void anOptimizerThatCannotBeMadeLeavesNothing() {
        try (Model model = ModelTest.linear()) {
            assertThrows(ArithmeticException.class, () -> model.newTrainer(p -> {
                Tensor.ones(1000);
                throw new ArithmeticException();
            }));
            assertEquals(0, model.scope().stats().scopes());
        }
    }

    @Test
    void stepsWrittenByHand() {
        try (Model model = ModelTest.linear(); Trainer trainer = model.newTrainer()) {
            Optimizer sgd = trainer.make(() -> Optimizer.sgd(List.of(model.parameters().get("b")), 1, 0));
            assertSame(trainer.scope(), sgd.scope());
            Tensor kept = trainer.step(() -> {
                Tensor gradient = Tensor.ones(1);
                sgd.step(gradient);
                return gradient.add(1);
            });
            assertNull(kept.scope());
            assertEquals(2, kept.item());
            kept.close();
            trainer.step(() -> {
                Tensor.ones(1000);
            });
            assertEquals(9, model.parameters().get("b").item());
            assertEquals(Live.stats(1, 0, 0, 0), trainer.scope().stats());
            assertEquals("the trainer was made without an optimizer",
                    assertThrows(IllegalStateException.class, () -> trainer.update(Map.of())).getMessage());
        }
    }

    @Test
    void eachLevelSaysItsNameAndWhetherItIsClosed() {
        Model model = ModelTest.linear();
        Trainer trainer = model.newTrainer();
        try (Batch batch = trainer.newBatch()) {
            assertEquals("linear", model.name());
            assertEquals("linear.trainer", trainer.name());
            assertEquals("linear.trainer.batch", batch.name());
            assertFalse(batch.isClosed());
            model.close();
            for (ScopeOwner level : List.of(model, trainer, batch)) {
                assertTrue(level.isClosed());
                assertThrows(ClosedException.class, () -> level.make(() -> 1));
            }
            assertThrows(ClosedException.class, () -> trainer.step(() -> 1));
        }
    }
}
