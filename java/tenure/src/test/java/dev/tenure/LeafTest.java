package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.nn.Linear;
import dev.tenure.optim.Optimizer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Leaf gradients and {@link NoGrad} through the wrapper. */
class LeafTest {
    @Test
    void gradientsAddUpAndTheStepUsesThem() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensor.of(new float[] {1, 2}, 2);
            w.requiresGrad();
            assertTrue(w.isLeaf());
            assertFalse(w.hasGradient());
            assertThrows(InvalidArgumentException.class, w::gradient);
            Optimizer sgd = Optimizer.sgd(List.of(w), 0.5);
            for (int i = 0; i < 2; i++) {
                try (Scope step = Scope.open()) {
                    w.mul(w).sum().backward();
                }
            }
            assertArrayEquals(new float[] {4, 8}, w.gradient().toFloatArray());
            sgd.step();
            assertArrayEquals(new float[] {-1, -2}, w.toFloatArray());
            sgd.zeroGradients();
            assertFalse(w.hasGradient());
            assertThrows(InvalidArgumentException.class, () -> w.detach().sum().backward());
        }
    }

    @Test
    void gradientsHaveGradients() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.of(1.0, 2, -3);
            x.requiresGrad();
            Tensor cubes = x.pow(3).sum();
            List<Tensor> slopes = cubes.gradients(x);
            assertArrayEquals(new double[] {3, 12, 27}, slopes.get(0).toDoubleArray());
            assertFalse(x.hasGradient());
            slopes.get(0).sum().backward();
            assertArrayEquals(new double[] {6, 12, -18}, x.gradient().toDoubleArray());
            TensorException refused = assertThrows(TensorException.class, () -> x.prod().gradients(x));
            assertTrue(refused.getMessage().contains("prod: its gradient has no gradient"), refused.getMessage());
        }
    }

    @Test
    void aGuardEndsWithItsBlockAlsoByAnException() {
        try (Scope scope = Scope.open()) {
            Tensor w = Tensor.ones(2);
            w.requiresGrad();
            assertThrows(IllegalStateException.class, () -> NoGrad.run(() -> {
                w.mulInPlace(3);
                throw new IllegalStateException();
            }));
            Tensor loss = NoGrad.get(() -> w.sum());
            assertThrows(InvalidArgumentException.class, loss::backward);
            try (NoGrad guard = NoGrad.open()) {
                assertFalse(guard.isClosed());
                boolean elsewhere = CompletableFuture.supplyAsync(() -> {
                            try (Scope other = Scope.open()) {
                                w.sum().backward();
                                return true;
                            }
                        })
                        .join();
                assertTrue(elsewhere);
            }
            assertThrows(InvalidArgumentException.class, () -> w.mulInPlace(3));
            assertEquals(3, w.getDouble(0));
            assertArrayEquals(new float[] {1, 1}, w.gradient().toFloatArray());
        }
    }

    @Test
    void aModulesParametersAreLeaves() {
        try (Scope scope = Scope.open();
                Linear linear = new Linear(2, 1)) {
            linear.requiresGrad();
            Optimizer sgd = Optimizer.sgd(linear.parameters(), 0.5);
            Tensor bias = linear.get("bias");
            double before = bias.getDouble(0);
            linear.call(Tensor.ones(4, 2)).sum().backward();
            assertEquals(4, bias.gradient().getDouble(0));
            sgd.step();
            assertEquals((float) before - 2, bias.getDouble(0), 1e-6);
            linear.zeroGradients();
            assertFalse(bias.hasGradient());
        }
    }
}
