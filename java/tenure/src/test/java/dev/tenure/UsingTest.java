package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Vector;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The overloads of {@code using}: that this class compiles is the first half of the test, since each line is a way in
 * which users call it; that each runs its body in a scope is the other.
 */
@ExtendWith(Clean.class)
class UsingTest {
    private static Tensor made; // by the body that ran last

    private static Tensor make() {
        made = Tensor.of(7f);
        Tensor.of(1f);
        assertEquals(2, Current.scope().stats().members());
        return made;
    }

    private static Tensor makeOrThrow() throws IOException {
        return make();
    }

    private static void use() {
        make();
    }

    private static void useOrThrow() throws IOException {
        make();
    }

    private static void fails() throws IOException {
        make();
        throw new FileNotFoundException("mine");
    }

    /** A user's own method on top of it. */
    private static <T> T timed(Supplier<? extends T> body) {
        return Scope.using(body);
    }

    private static <T, E extends Exception> T passedOn(ScopeBody<T, E> body) throws E {
        return Scope.using(body);
    }

    private static void assertEscaped(Scope outer, Tensor result) {
        assertSame(made, result);
        assertSame(outer, result.scope());
        assertEquals(7, result.item());
        result.close();
        assertEquals(0, outer.stats().members());
    }

    private static void assertFreed(Scope outer) {
        assertTrue(made.isClosed());
        assertEquals(0, outer.stats().members());
    }

    @Test
    void lambdasAndMethodsThatReturnSomething() {
        try (Scope outer = Scope.open()) {
            assertEscaped(outer, Scope.using(() -> make()));
            assertEscaped(outer, Scope.using(UsingTest::make));
            assertEscaped(outer, Scope.using(() -> {
                Tensor t = make();
                return t;
            }));
            assertEscaped(outer, Scope.<Tensor>using(() -> make()));
            assertEscaped(outer, Scope.<Tensor>using(UsingTest::make));
            assertEscaped(outer, Scope.using(() -> Scope.using(() -> make())));
            assertEscaped(outer, timed(() -> make()));
            assertEscaped(outer, passedOn(() -> make()));
            assertEscaped(outer, outer.run(() -> Scope.using(() -> make())));
            Object any = Scope.using(() -> make());
            assertEscaped(outer, (Tensor) any);
            NativeResource wider = Scope.using(() -> make());
            assertEscaped(outer, (Tensor) wider);
            boolean flag = made.isClosed();
            assertEscaped(outer, Scope.using(() -> flag ? make() : null));
            assertEquals(14.0, Scope.using(() -> make().mul(2).item()));
            assertNull(Scope.<Tensor>using(() -> null));
            List<Tensor> listed = Scope.using(() -> List.of(make()));
            assertEscaped(outer, listed.get(0));
        }
    }

    @Test
    void lambdasAndMethodsThatReturnNothing() {
        try (Scope outer = Scope.open()) {
            Scope.using(() -> use());
            assertFreed(outer);
            Scope.using(UsingTest::use);
            assertFreed(outer);
            Scope.using(() -> {
                make();
            });
            assertFreed(outer);
            List<Tensor> list = new ArrayList<>();
            Scope.using(list::clear);
            Scope.using(() -> {});
        }
    }

    @Test
    void whatIsTypedAlready() throws Exception {
        Supplier<Tensor> supplier = UsingTest::make;
        Supplier<? extends NativeResource> anySupplier = supplier;
        Callable<Tensor> callable = UsingTest::makeOrThrow;
        Callable<? extends NativeResource> anyCallable = callable;
        Runnable runnable = UsingTest::use;
        ScopeBody<Tensor, IOException> body = UsingTest::makeOrThrow;
        ScopeAction<IOException> action = UsingTest::useOrThrow;
        try (Scope outer = Scope.open()) {
            assertEscaped(outer, Scope.using(supplier));
            assertEscaped(outer, (Tensor) Scope.using(anySupplier));
            assertEscaped(outer, Scope.using(callable));
            assertEscaped(outer, (Tensor) Scope.using(anyCallable));
            assertEscaped(outer, Scope.using(body));
            assertEscaped(outer, Scope.using(supplier::get));
            assertEscaped(outer, Scope.using(callable::call));
            Scope.using(runnable);
            assertFreed(outer);
            Scope.using(action);
            assertFreed(outer);
        }
    }

    /** What is checked passes as its own type: neither wrapped, nor as Exception. */
    @Test
    void checkedExceptionsPass() {
        try (Scope outer = Scope.open()) {
            assertEscaped(outer, Scope.using(() -> makeOrThrow()));
            assertEscaped(outer, Scope.using(UsingTest::makeOrThrow));
            Scope.using(() -> useOrThrow());
            assertFreed(outer);
            try {
                Scope.using(() -> {
                    fails();
                    return 1;
                });
            } catch (FileNotFoundException e) { // more than IOException the compiler does not ask for
                assertEquals("mine", e.getMessage());
            }
            assertFreed(outer);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertThrows(FileNotFoundException.class, () -> Scope.using(() -> fails()));
        assertThrows(FileNotFoundException.class, () -> Scope.using(UsingTest::fails));
        assertThrows(FileNotFoundException.class, () -> Scope.using((Callable<Object>) () -> {
            fails();
            return null;
        }));
    }

    /** Whoever takes a body for a supplier or a runnable gets what those may throw. */
    @Test
    void aBodyIsASupplierAndAnActionARunnable() {
        ScopeBody<Object, IOException> body = () -> {
            throw new FileNotFoundException("mine");
        };
        assertInstanceOf(FileNotFoundException.class, assertThrows(CompletionException.class, body::get).getCause());
        ScopeAction<IOException> action = UsingTest::fails;
        try (Scope outer = Scope.open()) {
            assertInstanceOf(FileNotFoundException.class, assertThrows(CompletionException.class, action::run).getCause());
            assertFalse(outer.isClosed());
        }
        ScopeBody<Object, RuntimeException> plain = () -> {
            throw new ArithmeticException();
        };
        assertThrows(ArithmeticException.class, plain::get);
    }

    private static Arguments late(Class<?> type, String instead, Function<Tensor, Object> pack) {
        return Arguments.of(type, instead, pack);
    }

    static Stream<Arguments> lateOnes() {
        return Stream.of(
                late(Iterator.class, "list", t -> List.of(t).iterator()),
                late(Object.class, "list", t -> new Vector<>(List.of(t)).elements()),
                late(Object.class, "list", t -> List.of(t).spliterator()),
                late(Stream.class, "toList()", Stream::of),
                late(Stream.class, "toList()", t -> List.of(t).stream().map(x -> x.add(1))),
                late(CompletableFuture.class, "wait", CompletableFuture::completedFuture),
                late(CompletableFuture.class, "wait", t -> new CompletableFuture<Tensor>()),
                late(FutureTask.class, "wait", t -> new FutureTask<>(() -> t)),
                late(Supplier.class, "call it", t -> (Supplier<Tensor>) () -> t),
                late(Callable.class, "call it", t -> (Callable<Tensor>) () -> t),
                late(Supplier.class, "call it", t -> Map.of("x", Optional.of(new Object[] {(Supplier<Tensor>) () -> t}))));
    }

    @ParameterizedTest(name = "{index} {0}")
    @MethodSource("lateOnes")
    void whatGivesItsValuesLaterIsRefusedByName(Class<?> type, String instead, Function<Tensor, Object> pack) {
        try (Scope outer = Scope.open()) {
            InvalidArgumentException e =
                    assertThrows(InvalidArgumentException.class, () -> Scope.using(() -> pack.apply(make())));
            assertTrue(e.getMessage().contains("cannot be returned from a scope") && e.getMessage().contains(instead),
                    e.getMessage());
            Object packed = pack.apply(Tensor.of(1f));
            if (type.isInstance(packed)) {
                String shown = packed.getClass().getName().replaceAll("[0-9].*", ""); // of a lambda, the number is its own
                assertTrue(e.getMessage().contains(shown), e.getMessage());
            }
            assertTrue(made.isClosed());
        }
    }

    @Test
    void anAtomicReferenceEscapes() {
        try (Scope outer = Scope.open()) {
            assertEscaped(outer, Scope.using(() -> new AtomicReference<>(make())).get());
        }
    }

    /** What says by itself what it holds may be whatever it likes. */
    @Test
    void anEscapableSupplierEscapes() {
        record Kept(Tensor tensor) implements Supplier<Tensor> {
            @Override
            public Tensor get() {
                return tensor;
            }
        }
        try (Scope outer = Scope.open()) {
            assertEscaped(outer, Scope.using(() -> new Kept(make())).get());
        }
    }
}
