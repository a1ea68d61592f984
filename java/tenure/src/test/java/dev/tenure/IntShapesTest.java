package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.options.CopyMode;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Wherever a shape is taken as {@code long}s it is taken as an {@code int[]} too, and means the same. */
@ExtendWith(Clean.class)
class IntShapesTest {
    /** Of these no two results are the same. */
    private static final Set<String> ANY = Set.of("empty", "normal", "uniform");

    /** These say how often a tensor is taken along each axis, not the shape of what they give. */
    private static final Set<String> TIMES = Set.of("repeat", "tile");

    private static final Map<Class<?>, Object> SAMPLES = Map.of(
            DType.class, DType.F32,
            Device.class, Device.CPU,
            CopyMode.class, CopyMode.IF_NEEDED,
            double.class, 3.0,
            FloatBuffer.class, FloatBuffer.allocate(6),
            DoubleBuffer.class, DoubleBuffer.allocate(6),
            ShortBuffer.class, ShortBuffer.allocate(6),
            IntBuffer.class, IntBuffer.allocate(6),
            LongBuffer.class, LongBuffer.allocate(6),
            ByteBuffer.class, ByteBuffer.allocateDirect(24).order(ByteOrder.nativeOrder())); // wrap() takes no other

    /** Longs rise from one argument to the next, as the bounds of {@code randint} must. */
    private static Object sample(Class<?> type, int place) {
        if (type == long.class) {
            return (long) place;
        }
        if (type == boolean.class) {
            return true;
        }
        return type.isArray() ? Array.newInstance(type.getComponentType(), 6) : SAMPLES.get(type);
    }

    /** Where the argument {@code shape} is, -1 if there is none. */
    private static int place(Method method) {
        for (int i = 0; i < method.getParameterCount(); i++) {
            if (method.getParameters()[i].getName().equals("shape") && method.getParameterTypes()[i] == long[].class) {
                return i;
            }
        }
        return -1;
    }

    private static List<Method> takingShapes(Class<?> type) {
        List<Method> found = new ArrayList<>();
        for (Class<?> at = type; at != NativeResource.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                boolean counts = Modifier.isPublic(method.getModifiers()) && !method.isBridge()
                        && !method.isAnnotationPresent(Deprecated.class);
                if (counts && place(method) >= 0) {
                    found.add(method);
                }
            }
        }
        return found;
    }

    private static Method twin(Class<?> type, Method method) throws NoSuchMethodException {
        Class<?>[] types = method.getParameterTypes();
        types[place(method)] = int[].class;
        for (Class<?> at = type; at != NativeResource.class; at = at.getSuperclass()) {
            try {
                return at.getDeclaredMethod(method.getName(), types);
            } catch (NoSuchMethodException e) {
                continue;
            }
        }
        throw new NoSuchMethodException(method.getName() + Arrays.toString(types) + ", as there is for long[]");
    }

    @Test
    void eachMethodHasItsTwin() throws ReflectiveOperationException {
        int tried = 0;
        try (Scope scope = Scope.open()) {
            Tensor six = Tensor.zeros(6, 1);
            for (Class<?> type : List.of(Tensor.class, Scope.class)) {
                for (Method method : takingShapes(type)) {
                    Method twin = twin(type, method);
                    boolean expands = Set.of("expand", "broadcastTo").contains(method.getName());
                    Object[] arguments = new Object[method.getParameterCount()];
                    for (int i = 0; i < arguments.length; i++) {
                        arguments[i] = sample(method.getParameterTypes()[i], i);
                    }
                    // Bytes are elements of 8 bits.
                    if (List.of(method.getParameterTypes()).containsAll(List.of(DType.class, byte[].class))) {
                        arguments[0] = DType.I8;
                    }
                    arguments[place(method)] = expands ? new int[] {6, 3} : new int[] {2, 3};
                    Tensor made = (Tensor) twin.invoke(type == Tensor.class ? six : scope, arguments);
                    long[] given = expands ? new long[] {6, 3} : new long[] {2, 3};
                    long[] expected = TIMES.contains(method.getName()) ? new long[] {12, 3} : given;
                    assertArrayEquals(expected, made.shape(), twin.toString());
                    arguments[place(method)] = given;
                    Tensor same = (Tensor) method.invoke(type == Tensor.class ? six : scope, arguments);
                    assertEquals(same.dtype(), made.dtype());
                    if (!method.getName().startsWith("rand") && !ANY.contains(method.getName())) {
                        assertEquals(same.toString(), made.toString());
                    }
                    tried++;
                }
            }
        }
        assertTrue(tried > 50, tried + " methods");
    }

    @Test
    void theShapeComesFirstInFull() {
        try (Scope scope = Scope.open()) {
            for (Tensor t : List.of(
                    Tensor.full(new long[] {2, 3}, 7), Tensor.full(new int[] {2, 3}, 7),
                    scope.full(new long[] {2, 3}, 7), scope.full(new int[] {2, 3}, 7))) {
                assertArrayEquals(new long[] {2, 3}, t.shape());
                assertEquals(DType.F32, t.dtype());
                assertEquals(42, t.sum().item());
            }
            assertEquals(DType.I64, Tensor.full(DType.I64, new long[] {2}, 7).dtype());
            assertEquals(0, Tensor.full(new long[0], 7).rank());
        }
    }
}
