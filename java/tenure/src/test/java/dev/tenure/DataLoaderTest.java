package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.data.DataLoader;
import dev.tenure.data.Dataset;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Trainer;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import dev.tenure.nn.ReLU;
import dev.tenure.optim.Optimizer;
import dev.tenure.options.Loss;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
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
        try (Tensor rows = Tensor.ones(2);
                DataLoader loader = DataLoader.of(new Tensor[] {rows}, 2)) {
            Tensor[] batch = loader.next();
            assertEquals(null, batch[0].scope());
            batch[0].close();
            assertEquals(0, loader.next().length);
        }
    }

    @Test
    void aClosedLoaderIsRefused() {
        try (Tensor rows = Tensor.ones(2)) {
            DataLoader loader = DataLoader.of(new Tensor[] {rows}, 2);
            loader.close();
            assertThrows(ClosedException.class, loader::next);
            assertThrows(ClosedException.class, () -> loader.forEach(batch -> {}));
        }
        assertEquals(null, Scope.current());
    }

    @Test
    void settingsChooseTheRows() {
        try (Scope scope = Scope.open("training")) {
            Tensor x = Tensor.arange(10);
            DataLoader loader = DataLoader.of(new Tensor[] {x}, 3)
                    .subset(Tensor.of(new long[] {9, 2, 5}))
                    .prefetch(2);
            assertArrayEquals(new long[] {9, 2, 5}, loader.next()[0].toLongArray());
            assertEquals(0, loader.next().length);
            assertArrayEquals(new long[] {2}, loader.shard(1, 3).next()[0].toLongArray());
            loader.shard(0, 1).weighted(Tensor.of(new float[] {0, 1, 0}), 4, true);
            assertArrayEquals(new long[] {2, 2, 2}, loader.next()[0].toLongArray());
            assertThrows(InvalidArgumentException.class, () -> loader.prefetch(-1));
        }
        Live.assertNothing();
    }

    @Test
    void rowsOfDifferentLengthsArePadded() {
        try (Scope scope = Scope.open("training")) {
            List<Tensor> rows = List.of(Tensor.of(new long[] {1, 2, 3}), Tensor.of(new long[] {4}));
            Tensor[] batch = DataLoader.padded(rows, -1, 2).next();
            assertArrayEquals(new long[] {1, 2, 3, 4, -1, -1}, batch[0].toLongArray());
            assertArrayEquals(new long[] {3, 1}, batch[1].toLongArray());
            assertArrayEquals(new long[] {0, 1}, batch[2].toLongArray());
        }
        Live.assertNothing();
    }

    @Test
    void aModuleTransformsEachRow() {
        try (Scope scope = Scope.open("training")) {
            Tensor x = Tensor.of(new float[] {-1, 2, -3}).reshape(3, 1);
            DataLoader loader = DataLoader.of(new Tensor[] {x, x}, 3).transform(1, new ReLU()).prefetch(1);
            Tensor[] batch = loader.next();
            assertArrayEquals(new float[] {-1, 2, -3}, batch[0].toFloatArray());
            assertArrayEquals(new float[] {0, 2, 0}, batch[1].toFloatArray());
            assertThrows(InvalidArgumentException.class, () -> loader.transform(2, new ReLU()));
        }
        Live.assertNothing();
    }

    @Test
    void aDatasetIsFetchedRowByRow() {
        try (Scope scope = Scope.open("training")) {
            boolean[] fails = {true};
            Dataset squares = Dataset.of(5, i -> {
                if (i == 3 && fails[0]) {
                    throw new IllegalStateException("for a test");
                }
                return new Tensor[] {Tensor.of(new long[] {i * i, i * i}), Tensor.of(new long[] {i})};
            });
            DataLoader loader = DataLoader.of(squares, 2);
            long before = Tenure.stats().liveTensors();
            Tensor[] batch = loader.next();
            assertArrayEquals(new long[] {2, 2}, batch[0].shape());
            assertArrayEquals(new long[] {0, 0, 1, 1}, batch[0].toLongArray());
            assertArrayEquals(new long[] {0, 1}, batch[1].toLongArray());
            assertSame(scope, batch[0].scope());
            assertEquals(before + 2, Tenure.stats().liveTensors());
            assertThrows(IllegalStateException.class, loader::next);
            assertEquals(1, loader.batch());
            assertEquals(before + 2, Tenure.stats().liveTensors());
            fails[0] = false;
            assertArrayEquals(new long[] {2, 3}, loader.next()[1].toLongArray());
            assertEquals(1, loader.next()[0].shape()[0]);
            assertEquals(0, loader.next().length);
            assertSame(scope, Scope.current());
            DataLoader ragged = DataLoader.of(Dataset.of(2, 3, i -> new Tensor[] {Tensor.ones(1)}), 2);
            Exception wrong = assertThrows(InvalidArgumentException.class, ragged::next);
            assertTrue(wrong.getMessage().contains("row 0 has 1 tensors"), wrong.getMessage());
        }
        Live.assertNothing();
    }

    @Test
    void aDatasetOfTensorsHasTheirRows() {
        try (Scope scope = Scope.open("training")) {
            Tensor x = Tensor.arange(6).reshape(3, 2);
            DataLoader loader = DataLoader.of(Dataset.of(x), 2, true, 4, true);
            DataLoader expected = DataLoader.of(new Tensor[] {x}, 2, true, 4, true);
            assertArrayEquals(expected.next()[0].toLongArray(), loader.next()[0].toLongArray());
            assertEquals(1, loader.batches());
            assertThrows(InvalidArgumentException.class, () -> Dataset.of(x, Tensor.ones(2)));
            assertThrows(InvalidArgumentException.class, Dataset::of);
        }
        try (DataLoader unowned = DataLoader.of(Dataset.of(1, 1, i -> new Tensor[] {Tensor.ones(1)}), 1);
                Tensor row = unowned.next()[0]) {
            assertEquals(1, row.size());
        }
        Live.assertNothing();
    }

    /** Rows of an iterator: the number and its square, which fail at {@code bad}; counts closes. */
    private static final class Numbers implements Iterable<Tensor[]> {
        private final int count;
        private int asked;
        private int closed;
        private int bad = -1;

        Numbers(int count) {
            this.count = count;
        }

        @Override
        public Iterator<Tensor[]> iterator() {
            asked++;
            return new Rows();
        }

        private final class Rows implements Iterator<Tensor[]>, AutoCloseable {
            private int at;

            @Override
            public boolean hasNext() {
                return at < count;
            }

            @Override
            public Tensor[] next() {
                if (at == bad) {
                    throw new IllegalStateException("row " + at);
                }
                Tensor x = Tensor.of(new double[] {at++}).mul(1);
                return new Tensor[] {x, x.mul(x)};
            }

            @Override
            public void close() {
                closed++;
            }
        }
    }

    @Test
    void rowsOfAnIteratorComeInItsOrder() {
        try (Scope scope = Scope.open("training")) {
            Numbers numbers = new Numbers(5);
            DataLoader loader = DataLoader.of(numbers, 2);
            long before = Tenure.stats().liveTensors();
            for (int epoch = 0; epoch < 3; epoch++) {
                List<double[]> squares = new ArrayList<>();
                loader.forEach(batch -> {
                    assertEquals(before + 2, Tenure.stats().liveTensors(), "rows are freed with their batch");
                    squares.add(batch[1].toDoubleArray());
                });
                assertEquals(3, squares.size());
                assertArrayEquals(new double[] {4, 9}, squares.get(1));
                assertArrayEquals(new double[] {16}, squares.get(2));
                assertEquals(epoch + 1, loader.epoch());
                assertEquals(epoch + 1, numbers.asked);
                assertEquals(epoch + 1, numbers.closed);
            }
            assertEquals(before, Tenure.stats().liveTensors());
            DataLoader whole = DataLoader.of(new Numbers(5), 2, 2, false, true);
            assertEquals(2, whole.next()[0].size());
            assertEquals(2, whole.next()[0].size());
            assertEquals(0, whole.next().length);
            assertEquals(0, DataLoader.of(List.<Tensor[]>of(), 2).next().length);
            assertSame(scope, Scope.current());
        }
        Live.assertNothing();
    }

    @Test
    void aStreamGoesOnFromAPosition() {
        try (Scope scope = Scope.open("training")) {
            Numbers numbers = new Numbers(6);
            DataLoader loader = DataLoader.of(numbers, 2);
            loader.seek(3, 2);
            long before = Tenure.stats().liveTensors();
            assertArrayEquals(new double[] {4, 5}, loader.next()[0].toDoubleArray());
            assertEquals(before + 2, Tenure.stats().liveTensors(), "rows that were skipped are freed");
            assertEquals(0, loader.next().length);
            assertEquals(4, loader.epoch());
            numbers.bad = 3;
            loader.next();
            Exception failed = assertThrows(IllegalStateException.class, loader::next);
            assertEquals("row 3", failed.getMessage());
            assertEquals(1, loader.batch());
            numbers.bad = -1;
            assertArrayEquals(new double[] {2, 3}, loader.next()[0].toDoubleArray());
            assertSame(scope, Scope.current());
        }
        Live.assertNothing();
    }

    @Test
    void aStreamRefusesWhatNeedsItsRest() {
        try (Scope scope = Scope.open("training")) {
            Exception shuffled = assertThrows(
                    InvalidArgumentException.class, () -> DataLoader.of(new Numbers(4), 2, 2, true, false));
            assertTrue(shuffled.getMessage().contains("shuffle where they are made"), shuffled.getMessage());
            DataLoader loader = DataLoader.of(new Numbers(4), 2);
            assertThrows(TensorException.class, loader::batches);
            assertThrows(InvalidArgumentException.class, () -> loader.shard(0, 2));
            assertThrows(InvalidArgumentException.class, () -> loader.subset(Tensor.of(new long[] {1})));
            assertThrows(InvalidArgumentException.class, () -> loader.weighted(Tensor.ones(4), 2));
            assertThrows(InvalidArgumentException.class, () -> loader.transform(0, new ReLU()));
            assertThrows(InvalidArgumentException.class, () -> DataLoader.of(new Numbers(4), 0));
            DataLoader ragged = DataLoader.of(new Numbers(4), 3, 2, false, false);
            Exception wrong = assertThrows(InvalidArgumentException.class, ragged::next);
            assertTrue(wrong.getMessage().contains("row 0 has 2 tensors"), wrong.getMessage());
            assertThrows(NullPointerException.class, () -> DataLoader.of(() -> null, 2).next());
            assertThrows(NullPointerException.class, () -> DataLoader.of(Arrays.asList((Tensor[]) null), 2).next());
            Module net = new Linear(1, 1);
            Trainer trainer = Trainer.of(net, Optimizer.sgd(net.parameters(), 0.001), Loss.MSE);
            assertTrue(trainer.fit(DataLoader.of(() -> floats(4), 2), 2, FitOptions.defaults()));
            assertEquals(4, trainer.steps());
            assertSame(scope, Scope.current());
        }
        Live.assertNothing();
    }

    private static Iterator<Tensor[]> floats(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Tensor[] {Tensor.of(new float[] {i}), Tensor.of(new float[] {2 * i})})
                .iterator();
    }
}
