package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The dtype of what is made without one: the table in docs/concepts/dtypes.md. */
class DefaultTypesTest {
    @Test
    void arraysKeepTheTypeOfTheirElements() {
        try (Scope scope = Scope.open()) {
            assertEquals(DType.F64, Tensor.of(1.0, 2).dtype());
            assertEquals(DType.F32, Tensor.of(1f, 2).dtype());
            assertEquals(DType.I32, Tensor.of(1, 2).dtype());
            assertEquals(DType.I64, scope.of(1L, 2).dtype());
            assertEquals(DType.BOOL, Tensor.of(true).dtype());
        }
    }

    @Test
    void arraysOfAnyTypeMakeAnyDtype() {
        try (Scope scope = Scope.open()) {
            Tensor halves = Tensor.of(DType.F16, new double[] {0.5, 2}, 2, 1);
            assertEquals(DType.F16, halves.dtype());
            assertArrayEquals(new float[] {0.5f, 2}, halves.toFloatArray());
            assertArrayEquals(new long[] {2, -1}, scope.of(DType.I64, new double[] {2.9, -1.5}).toLongArray());
            assertArrayEquals(new float[] {3, 4}, Tensor.of(DType.F32, new int[] {3, 4}).toFloatArray());
            assertArrayEquals(new byte[] {5}, Tensor.of(DType.U8, new long[] {5}, new int[] {1}).toByteArray());
        }
    }

    @Test
    void whatCountsIsInt64() {
        try (Scope scope = Scope.open()) {
            List<Tensor> counts = List.of(
                    Tensor.arange(3), Tensor.arange(1, 3), scope.arange(0, 4, 2), Tensor.randint(0, 5, 2, 2),
                    scope.randint(new int[] {2}, 0, 5), Tensor.randperm(4), Tensor.trilIndices(2, 2),
                    scope.triuIndices(2, 3, 1));
            for (Tensor one : counts) {
                assertEquals(DType.I64, one.dtype(), one::toString);
            }
            assertEquals(DType.F32, Tensor.randint(DType.F32, 0, 5, 2).dtype());
        }
    }

    @Test
    void allElseIsFloat32() {
        try (Scope scope = Scope.open()) {
            List<Tensor> floats = List.of(
                    Tensor.zeros(2), Tensor.full(new long[] {2}, 1), Tensor.scalar(1), Tensor.eye(2), scope.eye(2, 3),
                    Tensor.linspace(0, 1, 3), Tensor.logspace(0, 1, 3), Tensor.arange(2.5), Tensor.arange(0, 1, 0.5),
                    scope.arange(0.0, 3.0), Tensor.rand(2), Tensor.normal(new long[] {2}, 0, 1), Tensor.fftfreq(4));
            for (Tensor one : floats) {
                assertEquals(DType.F32, one.dtype(), one::toString);
            }
        }
    }

    /** Every method that makes a tensor from numbers and a dtype has an overload without the dtype. */
    @Test
    void everyMakerTakesADtypeOrNot() {
        for (Class<?> owner : List.of(Tensor.class, Scope.class)) {
            Set<String> with = makers(owner, types -> types.get(0) == DType.class);
            Set<String> without = makers(owner, types -> !types.contains(DType.class));
            with.removeAll(without);
            with.remove("wrap"); // bytes of the caller, which have no dtype of their own
            assertTrue(with.isEmpty(), () -> owner.getSimpleName() + " wants a dtype for " + with);
        }
    }

    @Test
    void axesMayBeSeparateNumbers() {
        try (Scope scope = Scope.open()) {
            Tensor x = Tensor.of(new double[] {1, 2, 3, 6}, 2, 2);
            assertArrayEquals(new double[] {2, 8}, x.var(0).toDoubleArray());
            assertArrayEquals(new long[] {1, 2}, x.std(true, 0).shape());
            assertArrayEquals(new double[] {3, 6}, x.norm(Double.POSITIVE_INFINITY, 0).toDoubleArray());
            assertArrayEquals(new double[] {2, 4}, x.quantile(0.5, 0).toDoubleArray());
            assertEquals(4, x.norm(0).item());
        }
    }

    @Test
    void joinsTakeTheirTensorsFirst() {
        try (Scope scope = Scope.open()) {
            Tensor a = Tensor.ones(2, 1);
            assertArrayEquals(new long[] {4, 1}, Tensor.cat(a, a).shape());
            assertArrayEquals(new long[] {2, 2}, Tensor.cat(List.of(a, a), 1).shape());
            assertArrayEquals(new long[] {2, 2}, Tensor.concat(new Tensor[] {a, a}, 1).shape());
            assertArrayEquals(new long[] {2, 2, 1}, Tensor.stack(List.of(a, a)).shape());
            assertArrayEquals(new long[] {2, 1, 2}, Tensor.stack(List.of(a, a), 2).shape());
            assertArrayEquals(new long[] {2, 1, 2}, Tensor.stack(2, a, a).shape());
        }
    }

    private static Set<String> makers(Class<?> owner, Predicate<List<Class<?>>> takes) {
        return Arrays.stream(owner.getMethods())
                .filter(method -> method.getReturnType() == Tensor.class && isMaker(owner, method))
                .filter(method -> method.getParameterCount() > 0 && takes.test(List.of(method.getParameterTypes())))
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isMaker(Class<?> owner, Method method) {
        boolean takesTensor = Arrays.stream(method.getParameterTypes()).anyMatch(NativeResource.class::isAssignableFrom);
        return !takesTensor && (owner == Scope.class || Modifier.isStatic(method.getModifiers()));
    }
}
