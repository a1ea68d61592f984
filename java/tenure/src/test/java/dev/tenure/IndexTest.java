package dev.tenure;

import static dev.tenure.Index.ALL;
import static dev.tenure.Index.ELLIPSIS;
import static dev.tenure.Index.NEW_AXIS;
import static dev.tenure.Index.at;
import static dev.tenure.Index.from;
import static dev.tenure.Index.slice;
import static dev.tenure.Index.step;
import static dev.tenure.Index.to;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Windows by an index, and writing into them. */
@ExtendWith(Clean.class)
class IndexTest {
    @Test
    void partsAreThoseOfPython() {
        try (Scope scope = Scope.open()) {
            Tensor t = scope.arange(24).cast(DType.F32).reshape(2, 3, 4);
            assertArrayEquals(new float[] {4, 8}, t.get(at(0), slice(1, 3), at(0)).toFloatArray());
            assertArrayEquals(new long[] {2, 2, 2}, t.get(ALL, slice(0, 3, 2), to(-2)).shape());
            assertArrayEquals(new float[] {11, 23}, t.get(ELLIPSIS, at(-1), at(-1)).toFloatArray());
            assertArrayEquals(new long[] {1, 2, 1, 2, 4}, t.get(NEW_AXIS, ALL, NEW_AXIS, from(1)).shape());
            assertArrayEquals(new float[] {20, 21, 22, 23}, t.get(1, 2).toFloatArray());
            assertEquals(23, t.get(1, -1, -1).item());
            assertArrayEquals(t.get("1:, ::2, 0").toFloatArray(), t.get(from(1), slice(0, 3, 2), at(0)).toFloatArray());
            assertArrayEquals(t.shape(), t.get(new Index[0]).shape());
            assertEquals("1:-1", slice(1, -1).toString());
            assertArrayEquals(new float[] {23, 19, 15}, t.get(at(-1), step(-1), at(-1)).toFloatArray());
            assertArrayEquals(new float[] {8, 4}, t.get(at(0), slice(2, 0, -1), at(0)).toFloatArray());
        }
    }

    @Test
    void whatIsWrittenIsInTheTensor() {
        try (Scope scope = Scope.open()) {
            Tensor t = scope.zeros(2, 3);
            t.set(5, at(0), from(1));
            t.set(scope.of(1f, 2, 3), at(1));
            t.set("..., 0", 7);
            assertArrayEquals(new float[] {7, 5, 5, 7, 2, 3}, t.toFloatArray());
            t.set("", t.neg());
            assertArrayEquals(new float[] {-7, -5, -5, -7, -2, -3}, t.toFloatArray());
            t.set(scope.of(1f, 2, 3), at(0), step(-1));
            assertArrayEquals(new float[] {3, 2, 1, -7, -2, -3}, t.toFloatArray());
        }
    }

    @Test
    void masksAndListsOfIndicesCopy() {
        try (Scope scope = Scope.open()) {
            Tensor t = scope.of(5f, -1, 3, -2);
            assertArrayEquals(new float[] {5, 3}, t.get(t.gt(0)).toFloatArray());
            assertArrayEquals(new float[] {-2, 5}, t.get(scope.of(3, 0)).toFloatArray());
        }
    }

    @Test
    void whatIsNoIndexIsRefused() {
        try (Scope scope = Scope.open()) {
            Tensor t = scope.zeros(2, 3);
            for (String wrong : new String[] {"0, 0, 0", "1.5", "a", "...,...", "0,", "::0", "1:2:3:4", "2", "-3", "[0]"}) {
                assertThrows(InvalidArgumentException.class, () -> t.get(wrong), wrong);
                assertThrows(InvalidArgumentException.class, () -> t.set(wrong, 1), wrong);
            }
            assertThrows(ShapeMismatchException.class, () -> t.set(t, at(0)));
            assertThrows(NullPointerException.class, () -> t.get(ALL, null));
            assertArrayEquals(new float[6], t.toFloatArray());
        }
    }
}
