package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.optim.Optimizer;
import dev.tenure.optim.Scheduler;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Steps by a closure and by a loss, and master weights. The numbers are compared with PyTorch's in Rust. */
@ExtendWith(Clean.class)
class OptimizerStepTest {
    private static Tensor loss(Tensor w) {
        return w.mul(w).sub(2).pow(2).sum();
    }

    @Test
    void aClosureIsCalledUntilTheStepHasEnded() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensor.of(1.0, -0.5, 3.0);
            w.requiresGrad();
            Tensor other = Tensor.of(1.0, -0.5, 3.0);
            Optimizer lbfgs = Optimizer.lbfgs(List.of(w), 1, 4, 9, 1e-7, 1e-9, 100, true);
            Optimizer asked = Optimizer.lbfgs(List.of(other), 1, 4, 9, 1e-7, 1e-9, 100, true);
            int[] calls = {0};
            for (int i = 0; i < 3; i++) {
                long before = scope.stats().members();
                double first = lbfgs.step(() -> {
                    calls[0]++;
                    lbfgs.zeroGradients();
                    Tensor loss = loss(w);
                    loss.backward();
                    return loss;
                });
                assertEquals(before, scope.stats().members(), "what the closure made is freed");
                double firstAsked = Double.NaN;
                boolean wanted = true;
                while (wanted) {
                    try (Scope step = Scope.open()) {
                        Tape tape = Tape.open();
                        Tensor watched = tape.watch(other);
                        Tensor loss = loss(watched);
                        double value = loss.item();
                        firstAsked = Double.isNaN(firstAsked) ? value : firstAsked;
                        wanted = asked.step(value, tape.backward(loss, watched));
                    }
                }
                assertEquals(firstAsked, first);
                assertArrayEquals(other.toDoubleArray(), w.toDoubleArray());
            }
            assertEquals(calls[0], lbfgs.stateTensor("state.0.func_evals").itemLong());
            assertEquals(Math.sqrt(2), Math.abs(w.toDoubleArray()[0]), 1e-6);
        }
    }

    @Test
    void aClosureThatThrowsLeavesTheParameters() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensor.of(1.0, -0.5);
            w.requiresGrad();
            Optimizer lbfgs = Optimizer.lbfgs(List.of(w));
            int[] calls = {0};
            IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> lbfgs.step(() -> {
                lbfgs.zeroGradients();
                Tensor loss = loss(w);
                loss.backward();
                if (++calls[0] == 3) {
                    throw new IllegalStateException("the third call");
                }
                return loss;
            }));
            assertEquals("the third call", thrown.getMessage());
            assertArrayEquals(new double[] {1.0, -0.5}, w.toDoubleArray());
            assertFalse(lbfgs.stateDict().contains("n_iter"), lbfgs.stateDict());
            assertThrows(NullPointerException.class, () -> lbfgs.step(() -> null));
            assertThrows(InvalidArgumentException.class, () -> lbfgs.step());
        }
    }

    @Test
    void otherOptimizersCallAClosureOnce() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensor.of(1.0f);
            w.requiresGrad();
            Optimizer sgd = Optimizer.sgd(List.of(w), 0.5);
            double loss = sgd.step(() -> {
                Tensor three = w.mul(3).sum();
                three.backward();
                return three;
            });
            assertEquals(3.0, loss);
            assertEquals(-0.5f, w.toFloatArray()[0]);
        }
    }

    @Test
    void smallStepsOfHalvesAddUpInMasterWeights() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensor.ones(2).cast(DType.BF16);
            Optimizer sgd = Optimizer.sgd(List.of(w), 1e-3);
            sgd.setMasterWeights();
            Tensor gradient = Tensor.ones(2).cast(DType.BF16);
            for (int i = 0; i < 100; i++) {
                sgd.step(gradient);
            }
            assertEquals(0.9, w.cast(DType.F32).toFloatArray()[0], 0.005);
            assertEquals(0.9, sgd.stateTensor("state.0.master_param").toFloatArray()[0], 1e-5);
            Optimizer lbfgs = Optimizer.lbfgs(List.of(w));
            assertThrows(InvalidArgumentException.class, lbfgs::setMasterWeights);
        }
    }

    @Test
    void aSwaScheduleBeginsAtTheRateThatThereIs() {
        try (Scope scope = Scope.open()) {
            Optimizer sgd = Optimizer.sgd(List.of(Tensor.ones(1)), 0.5);
            Scheduler swa = Scheduler.swaLr(sgd, 0.1, 2, false);
            sgd.setLearningRate(0.3);
            swa.step();
            assertEquals(0.2, sgd.learningRate(), 1e-12);
            swa.step();
            swa.step();
            assertEquals(0.1, sgd.learningRate(), 1e-12);
            assertTrue(assertThrows(InvalidArgumentException.class, () -> Scheduler.swaLr(sgd, 0.1, -1, true))
                    .getMessage()
                    .contains("-1 is not a number of steps"));
        }
    }
}
