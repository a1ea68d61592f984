package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Single elements: read and written without a tensor for each. */
class ElementTest {
    @Test
    void readingLeavesNoMemberAndTakesNoMemory() {
        try (Scope scope = Scope.open()) {
            Tensor t = Tensor.rand(100, 10);
            long bytes = Tenure.stats().liveBytes();
            double sum = 0;
            for (int i = 0; i < 100; i++) {
                for (int j = 0; j < 10; j++) {
                    sum += t.getDouble(i, j);
                    t.setItem(0.0, i, j);
                }
            }
            assertEquals(1, scope.members().size());
            assertEquals(bytes, Tenure.stats().liveBytes());
            assertEquals(true, sum > 0);
            assertEquals(0, t.sum().item());
        }
    }

    @Test
    void everyNumberOfIndicesHasItsMethod() {
        try (Scope scope = Scope.open()) {
            Tensor t = Tensor.arange(32).reshape(2, 2, 2, 2, 2);
            assertEquals(31, t.getLong(new long[] {1, 1, 1, 1, -1}));
            assertEquals(31, t.getDouble(new long[] {1, 1, 1, 1, -1}));
            Tensor four = t.select(0, 1);
            assertEquals(23, four.getLong(0, 1, 1, 1));
            assertEquals(23, four.getDouble(0, 1, 1, 1));
            Tensor three = four.select(0, 1);
            assertEquals(29, three.getLong(1, 0, 1));
            assertEquals(29, three.getDouble(1, 0, 1));
            Tensor one = three.select(0, 0).select(0, 0);
            assertEquals(25, one.getLong(1));
            assertEquals(25, one.getDouble(-1));
            t.setItem(-1, new long[] {0, 0, 0, 0, 0});
            four.setItem(-2, 0, 0, 0, 0);
            three.setItem(-3, 0, 0, 0);
            one.setItem(-4, 1);
            one.setItem(true, 0);
            assertEquals(-1, t.getLong(new long[] {0, 0, 0, 0, 0}));
            assertEquals(-2, four.getLong(0, 0, 0, 0));
            assertEquals(1, three.getLong(0, 0, 0), "written last");
            assertEquals(-4, one.getLong(1));
            assertEquals(5, t.get(0, 0, 1, 0, 1).itemLong());
        }
    }

    @Test
    void integersAndTruthsKeepTheirKind() {
        try (Scope scope = Scope.open()) {
            Tensor large = Tensor.of(9007199254740993L);
            assertEquals(9007199254740993L, large.getLong(0));
            assertEquals(9007199254740993L, large.toScalar());
            large.setItem(9007199254740995L, 0);
            assertEquals(9007199254740995L, large.itemLong());
            assertEquals(0.5, Tensor.scalar(DType.F16, 0.5).toScalar());
            assertEquals(true, Tensor.of(true).toScalar());
            assertEquals(7L, Tensor.scalar(DType.U8, 7).toScalar());
            assertThrows(InvalidArgumentException.class, () -> Tensor.zeros(2).toScalar());
            assertThrows(DTypeMismatchException.class, () -> Tensor.of(0.5f).getLong(0));
            assertThrows(InvalidArgumentException.class, () -> Tensor.zeros(2, 2).getDouble(1));
        }
    }

    @Test
    void bytesOfJavaAreSignedAndOthersAreNamed() {
        byte[] bytes = {-1, 1};
        try (Scope scope = Scope.open()) {
            assertEquals(DType.I8, Tensor.of(bytes).dtype());
            assertEquals(-1, Tensor.of(bytes).getLong(0));
            assertEquals(-1, Tensor.of(bytes, 2, 1).getLong(0, 0));
            assertEquals(DType.U8, Tensor.ofUnsigned(bytes).dtype());
            assertEquals(255, Tensor.ofUnsigned(bytes).getLong(0));
            assertEquals(255, scope.ofUnsigned(bytes, new int[] {1, 2}).getLong(0, 0));
            assertEquals(DType.I8, Tensor.of(new byte[][] {bytes}).dtype());
            assertEquals(2, Tensor.of(DType.I8, bytes).size());
        }
    }

    @Test
    void resultsGoIntoTensorsOfTheCallers() {
        try (Scope scope = Scope.open()) {
            Tensor a = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
            Tensor output = Tensor.zeros(2, 2);
            long allocations = Tenure.stats().allocations();
            a.addInto(a, output);
            a.matmulInto(a, output);
            output.expInto(output);
            assertEquals(allocations, Tenure.stats().allocations());
            assertEquals(2, scope.members().size());
            assertEquals(Math.exp(7), output.getDouble(0, 0), 1e-3 * Math.exp(7));
        }
    }

    @Test
    void randomIntegersAreInt64AndIndex() {
        try (Scope scope = Scope.open()) {
            assertEquals(DType.I64, Tensor.randint(new long[] {3}, 0, 10).dtype());
            assertEquals(DType.I64, scope.randint(new int[] {3}, 0, 10).dtype());
            assertEquals(3, Tensor.arange(10).get(Tensor.randint(new long[] {3}, 0, 10)).size());
            assertEquals(DType.I64, Tensor.randperm(5).dtype());
            assertEquals(DType.I64, Tensor.trilIndices(2, 2, 0).dtype());
        }
    }
}
