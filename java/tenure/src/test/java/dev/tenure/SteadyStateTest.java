package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.optim.Optimizer;
import dev.tenure.reports.MemoryStats;
import java.util.List;
import org.junit.jupiter.api.Test;

/** After the first epoch a training step takes nothing from the system, and leaves nothing alive. */
class SteadyStateTest {
    private static final int BATCHES = TestDevice.isElsewhere() ? 10 : 45;
    private static final int WIDTH = TestDevice.isElsewhere() ? 16 : 64;

    @Test
    void stepsAfterTheFirstEpochReuseMemory() {
        Live.drain();
        try (Scope root = Scope.open()) {
            Tensor x = Tensor.randn(32, WIDTH);
            Tensor y = Tensor.zeros(DType.I64, 32);
            Tensor w1 = Tensor.randn(WIDTH, WIDTH).mul(0.1);
            Tensor w2 = Tensor.randn(WIDTH, 10).mul(0.1);
            Optimizer sgd = Optimizer.sgd(List.of(w1, w2), 0.01, 0.9);
            double first = epoch(x, y, w1, w2, sgd);
            MemoryStats before = TestDevice.stats();
            double last = 0;
            for (int epoch = 1; epoch < 5; epoch++) {
                last = epoch(x, y, w1, w2, sgd);
            }
            MemoryStats after = TestDevice.stats();
            assertTrue(last < first, () -> "the loss must fall");
            assertEquals(before.systemAllocations(), after.systemAllocations());
            assertEquals(before.liveHandles(), after.liveHandles());
            assertEquals(before.liveBytes(), after.liveBytes());
            assertTrue(after.allocations() > before.allocations() + BATCHES);
        }
        Live.assertNothing();
    }

    /** Returns the loss of the last step. */
    private static double epoch(Tensor x, Tensor y, Tensor w1, Tensor w2, Optimizer sgd) {
        double loss = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            try (Scope s = Scope.open()) {
                Tape tape = Tape.open();
                Tensor[] w = {tape.watch(w1), tape.watch(w2)};
                Tensor result = x.matmul(w[0]).relu().matmul(w[1]).crossEntropy(y);
                sgd.step(tape.backward(result, w));
                loss = result.item();
            }
        }
        return loss;
    }
}
