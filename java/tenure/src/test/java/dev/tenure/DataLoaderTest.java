package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.data.DataLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which scope owns a batch, and what is left when a body throws. The rest is in the scenarios. */
class DataLoaderTest {
    @Test
    void eachBatchIsFreedBeforeTheNext() {
        try (Scope scope = Scope.open("training")) {
            DataLoader loader = DataLoader.of(new Tensor[] {Tensor.arange(10), Tensor.ones(10, 3)}, 4);
            long before = Tenure.stats().liveTensors();
            List<Tensor> seen = new ArrayList<>();
            loader.forEach(batch -> {
                assertEquals(before + 2, Tenure.stats().liveTensors());
                assertTrue(seen.stream().allMatch(Tensor::isClosed));
                seen.add(batch[0]);
                assertEquals("batch", batch[0].scope().name());
                batch[0].add(1);
            });
            assertEquals(3, seen.size());
            assertEquals(before, Tenure.stats().liveTensors());
            assertEquals(1, loader.epoch());
            assertSame(scope, Scope.current());
        }
    }

    @Test
    void aBodyThatThrowsLosesItsBatchOnly() {
        try (Scope scope = Scope.open("training")) {
            DataLoader loader = DataLoader.of(new Tensor[] {Tensor.arange(6)}, 2);
            long before = Tenure.stats().liveTensors();
            assertThrows(IllegalStateException.class, () -> loader.forEach(batch -> {
                throw new IllegalStateException("for a test");
            }));
            assertEquals(before, Tenure.stats().liveTensors());
            List<Long> rest = new ArrayList<>();
            loader.forEach(batch -> rest.add((long) batch[0].getDouble(0)));
            assertEquals(List.of(2L, 4L), rest);
            assertSame(scope, Scope.current());
        }
    }

    @Test
    void whatABodyMovesOutStays() {
        try (Scope scope = Scope.open("training")) {
            DataLoader loader = DataLoader.of(List.of(Tensor.arange(3)), 1, true, 5, false);
            List<Tensor> kept = new ArrayList<>();
            loader.forEach(batch -> kept.add(batch[0].moveTo(scope)));
            double[] sorted = kept.stream().mapToDouble(t -> t.getDouble(0)).sorted().toArray();
            assertArrayEquals(new double[] {0, 1, 2}, sorted);
        }
    }

    @Test
    void withoutAScopeABatchIsTheCallers() {
        try (DataLoader loader = DataLoader.of(new Tensor[] {Tensor.ones(2)}, 2)) {
            Tensor[] batch = loader.next();
            assertEquals(null, batch[0].scope());
            batch[0].close();
            assertEquals(0, loader.next().length);
        }
    }

    @Test
    void aClosedLoaderIsRefused() {
        DataLoader loader = DataLoader.of(new Tensor[] {Tensor.ones(2)}, 2);
        loader.close();
        assertThrows(ClosedException.class, loader::next);
        assertThrows(ClosedException.class, () -> loader.forEach(batch -> {}));
        assertEquals(null, Scope.current());
    }
}
