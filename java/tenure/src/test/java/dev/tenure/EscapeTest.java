package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code using} returns is found however it is packed, each kind of packing by itself. */
@ExtendWith(Clean.class)
class EscapeTest {
    record One(Tensor tensor) {}

    private record Hidden(String name, Object inside, long number) {}

    record Generic<T>(T left, T right) {}

    enum Nothing {
        HERE
    }

    private static Arguments packing(String name, Function<Tensor, Object> pack) {
        return Arguments.of(name, pack);
    }

    static Stream<Arguments> packings() {
        return Stream.of(
                packing("itself", t -> t),
                packing("array", t -> new Tensor[] {t}),
                packing("array of objects", t -> new Object[] {null, 1, t}),
                packing("array of arrays", t -> new Tensor[][] {{}, {t}}),
                packing("List", List::of),
                packing("Arrays.asList", Arrays::asList),
                packing("Set", Set::of),
                packing("identity set", t -> {
                    Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
                    set.add(t);
                    return set;
                }),
                packing("Deque", t -> new ArrayDeque<>(List.of(t))),
                packing("a mere Iterable", t -> (Iterable<Tensor>) () -> List.of(t).iterator()),
                packing("Map value", t -> Map.of("x", t)),
                packing("Map key", t -> new IdentityHashMap<>(Map.of(t, "x"))),
                packing("ConcurrentHashMap", t -> new ConcurrentHashMap<>(Map.of("x", t))),
                packing("Map.Entry value", t -> Map.entry("x", t)),
                packing("Map.Entry key", t -> Map.entry(t, "x")),
                packing("Optional", Optional::of),
                packing("record", One::new),
                packing("private record of anything", t -> new Hidden("x", t, 1)),
                packing("generic record", t -> new Generic<Object>(1, t)),
                packing("local record", t -> {
                    record Local(Object o) {}
                    return new Local(t);
                }),
                packing("all of it", t -> Optional.of(
                        Map.of("a", List.of(new Hidden("b", new Object[] {Map.entry(new One(t), 2)}, 3))))),
                packing("beside what holds nothing", t -> Arrays.asList(
                        "text", 1, new int[3], Path.of("a"), Path.of("a/b"), Nothing.HERE, Optional.empty(), null, t)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("packings")
    void itEscapes(String name, Function<Tensor, Object> pack) {
        Tensor[] inside = new Tensor[2];
        try (Scope outer = Scope.open()) {
            Object value = Scope.using(() -> {
                inside[0] = Tensor.of(42f);
                inside[1] = Tensor.of(1f);
                return pack.apply(inside[0]);
            });
            assertSame(outer, inside[0].scope());
            assertEquals(42, inside[0].item());
            assertTrue(inside[1].isClosed());
            assertEquals(1, outer.stats().members());
            assertTrue(value != null);
        }
    }

    /** The tensor's scope is what counts, not how often it is met. */
    @Test
    void whatIsMetTwiceEscapesOnce() {
        try (Scope outer = Scope.open()) {
            Generic<Tensor> twice = Scope.using(() -> {
                Tensor t = Tensor.of(1f);
                return new Generic<>(t, t);
            });
            assertEquals(1, outer.stats().members());
            assertSame(twice.left, twice.right);
        }
    }

    /** No {@code equals} and no {@code hashCode} of the user is called: they may need what is closed. */
    @Test
    void theWalkComparesReferences() {
        try (Scope outer = Scope.open()) {
            Scope.using(() -> {
                Map<Object, Object> map = new LinkedHashMap<>();
                Touchy touchy = new Touchy();
                Object[] cycle = {touchy, Tensor.of(1f), null};
                cycle[2] = cycle;
                map.put("x", List.of(touchy, cycle));
                map.put("self", map);
                return map;
            });
            assertEquals(1, outer.stats().members());
        }
    }

    private static final class Touchy {
        @Override
        public boolean equals(Object other) {
            throw new AssertionError("equals");
        }

        @Override
        public int hashCode() {
            throw new AssertionError("hashCode");
        }
    }

    /** What cannot be searched is an error that says so, and the body's tensors are freed. */
    @Test
    void whatFailsWhenItIsWalkedIsFreed() {
        Iterable<Tensor> failing = () -> {
            throw new ArithmeticException("mine");
        };
        assertThrows(ArithmeticException.class, () -> Scope.using(() -> {
            Tensor.of(1f);
            return failing;
        }));
    }
}
