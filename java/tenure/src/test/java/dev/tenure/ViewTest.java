package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A view and an exported buffer hold the memory: their base may be closed, collected, and its blocks used again. */
class ViewTest {
    @BeforeEach
    void start() {
        Live.drain();
    }

    @AfterEach
    void end() {
        Live.drain();
    }

    /** A small block, one of a thread's chunks; a large one; one that is its own huge mapping. */
    @ParameterizedTest
    @ValueSource(ints = {16, 100_000, 4_000_000})
    void aViewOutlivesItsBase(int size) {
        WeakReference<?>[] base = new WeakReference<?>[1];
        Tensor view = viewOfClosed(size, base);
        Live.collectUntil("the base's wrapper is collected", () -> base[0].get() == null);
        Tenure.trim(Device.CPU);
        overwrite(size);
        assertEquals(4L * size, Live.now().bytes());
        assertEquals(7, view.max().item());
        assertEquals(7, view.min().item());
        view.close();
    }

    private static Tensor viewOfClosed(int size, WeakReference<?>[] base) {
        Tensor whole = Tensor.full(new long[] {size}, 7);
        base[0] = new WeakReference<>(whole);
        Tensor view = whole.slice(0, size / 2, size).unsqueeze(0).transpose(0, 1);
        whole.close();
        return view;
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 100_000, 4_000_000})
    void aBufferOutlivesItsTensorAndItsScope(int size) {
        WeakReference<?>[] tensor = new WeakReference<?>[1];
        FloatBuffer buffer = bufferOfClosed(size, tensor);
        Live.collectUntil("the tensor's wrapper is collected", () -> tensor[0].get() == null);
        Tenure.trim(Device.CPU);
        overwrite(size);
        for (int i = 0; i < size; i++) {
            assertEquals(7, buffer.get(i));
        }
        assertEquals(4L * size, Live.now().bytes());
    }

    private static FloatBuffer bufferOfClosed(int size, WeakReference<?>[] tensor) {
        try (Scope s = Scope.open()) {
            Tensor t = Tensor.full(new long[] {size}, 7);
            tensor[0] = new WeakReference<>(t);
            return t.asByteBuffer().asFloatBuffer();
        }
    }

    /** Takes and writes what blocks of this size are free. */
    private static void overwrite(int size) {
        try (Scope s = Scope.open()) {
            for (int i = 0; i < 10; i++) {
                Tensor.full(new long[] {size}, 9);
            }
        }
    }

    /** A tensor made from an array holds a copy, and nothing of the Java heap. */
    @ParameterizedTest
    @ValueSource(ints = {16, 100_000})
    void aTensorOfAnArrayHoldsNoArray(int size) {
        WeakReference<?>[] array = new WeakReference<?>[1];
        Tensor t = ofArray(size, array);
        Live.collectUntil("the array is collected while the tensor lives", () -> array[0].get() == null);
        assertNull(array[0].get());
        assertTrue(t.sum().item() == 0);
        t.close();
    }

    private static Tensor ofArray(int size, WeakReference<?>[] array) {
        float[] values = new float[size];
        array[0] = new WeakReference<>(values);
        return Tensor.of(values, size);
    }
}
