package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is wrapped runs with its scope current, and lambdas for it compile as they are. */
@ExtendWith(Clean.class)
class WrapTest {
    private static final int MANY = 1000;

    private static List<Class<?>> functionalInterfaces() throws IOException, ReflectiveOperationException {
        List<Class<?>> found = new ArrayList<>();
        try (Stream<java.nio.file.Path> files = Files.list(
                FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules/java.base/java/util/function"))) {
            for (java.nio.file.Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                found.add(Class.forName("java.util.function." + name));
            }
        }
        found.add(Comparator.class);
        return found;
    }

    private static Method bodyOf(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && !method.getName().equals("equals"))
                .findFirst()
                .orElseThrow();
    }

    private static Object sample(Class<?> type, int n) {
        Map<Class<?>, Object> numbers =
                Map.of(int.class, n, long.class, (long) n, double.class, (double) n, boolean.class, n % 2 == 0);
        return numbers.getOrDefault(type, "value " + n);
    }

    /** Arguments and result pass through, the scope is current inside, and what was current is again after it. */
    @Test
    void everyFunctionalInterfaceHasItsMethod() throws Exception {
        int seen = 0;
        try (Scope outer = Scope.open(); Scope scope = Scope.create()) {
            for (Class<?> type : functionalInterfaces()) {
                Method call = bodyOf(type);
                Object[] arguments = new Object[call.getParameterCount()];
                Arrays.setAll(arguments, i -> sample(call.getParameterTypes()[i], 3 + i));
                boolean isVoid = call.getReturnType() == void.class;
                Object result = isVoid ? null : sample(call.getReturnType(), 8);
                List<Object> given = new ArrayList<>();
                Object body = Proxy.newProxyInstance(
                        WrapTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                            assertSame(scope, Current.scope());
                            given.addAll(values == null ? List.of() : List.of(values));
                            return result;
                        });
                Object wrapped = Scope.class.getMethod("wrap" + type.getSimpleName(), type).invoke(scope, body);
                assertEquals(result, call.invoke(wrapped, arguments), type::toString);
                assertEquals(List.of(arguments), given, type::toString);
                assertSame(outer, Current.scope());
                seen++;
            }
        }
        assertTrue(seen >= 44, seen + " interfaces");
    }

    @Test
    void inAClosedScopeNothingRuns() throws Exception {
        Scope scope = Scope.create();
        scope.close();
        for (Class<?> type : functionalInterfaces()) {
            Method call = bodyOf(type);
            Object body = Proxy.newProxyInstance(
                    WrapTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                        throw new AssertionError("it ran");
                    });
            Object wrapped = Scope.class.getMethod("wrap" + type.getSimpleName(), type).invoke(scope, body);
            Object[] arguments = new Object[call.getParameterCount()];
            Arrays.setAll(arguments, i -> sample(call.getParameterTypes()[i], i));
            Throwable thrown = assertThrows(InvocationTargetException.class, () -> call.invoke(wrapped, arguments));
            ScopeException refused = assertInstanceOf(ScopeException.class, thrown.getCause(), type::toString);
            assertEquals(Status.SCOPE_CLOSED, refused.status());
        }
    }

    @Test
    void completableFutures() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try (Scope scope = Scope.open()) {
            Tensor sum = CompletableFuture.supplyAsync(scope.wrapSupplier(() -> Tensor.ones(2)), pool)
                    .thenApplyAsync(scope.wrapFunction(x -> x.mul(3)), pool)
                    .thenCombineAsync(
                            CompletableFuture.supplyAsync(scope.wrapSupplier(() -> Tensor.ones(2)), pool),
                            scope.wrapBiFunction((a, b) -> a.add(b)), pool)
                    .thenComposeAsync(scope.wrapFunction(x -> CompletableFuture.completedFuture(x.add(1))), pool)
                    .handleAsync(scope.wrapBiFunction((x, error) -> error == null ? x.neg() : Tensor.zeros(2)), pool)
                    .whenCompleteAsync(scope.wrapBiConsumer((x, error) -> assertSame(scope, Current.scope())), pool)
                    .exceptionally(scope.wrapFunction(error -> Tensor.zeros(2)))
                    .get();
            assertSame(scope, sum.scope());
            assertEquals(-5, sum.mean().item());
            CompletableFuture.runAsync(scope.wrap(() -> assertSame(scope, Current.scope())), pool)
                    .thenAcceptAsync(scope.wrapConsumer(nothing -> assertSame(scope, Current.scope())), pool)
                    .thenRunAsync(scope.wrap(() -> assertSame(scope, Current.scope())), pool)
                    .get();
            assertEquals(7, scope.stats().tensors()); // one of each step, and the mean
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void parallelStreamsOfObjects() {
        try (Scope scope = Scope.open()) {
            List<Tensor> rows = IntStream.range(0, MANY).parallel()
                    .mapToObj(scope.wrapIntFunction(i -> Tensor.full(new long[] {2}, i)))
                    .collect(Collectors.toList());
            double wanted = MANY * (MANY - 1.0);
            assertEquals(wanted, rows.parallelStream()
                    .mapToDouble(scope.wrapToDoubleFunction(x -> x.sum().item()))
                    .sum());
            assertEquals(wanted, rows.stream().parallel()
                    .map(scope.wrapFunction(x -> x.sum()))
                    .reduce(scope.wrapBinaryOperator((a, b) -> a.add(b))).orElseThrow().item());
            assertEquals(wanted, rows.stream().parallel()
                    .reduce(
                            Tensor.zeros(1),
                            scope.wrapBiFunction((a, x) -> a.add(x.sum())),
                            scope.wrapBinaryOperator(Tensor::add))
                    .item());
            rows.parallelStream()
                    .filter(scope.wrapPredicate(x -> x.sum().item() >= 0))
                    .peek(scope.wrapConsumer(x -> assertSame(scope, x.neg().scope())))
                    .sorted(scope.wrapComparator((a, b) -> Double.compare(a.sum().item(), b.sum().item())))
                    .forEach(scope.wrapConsumer(x -> assertSame(scope, x.neg().scope())));
            List<Tensor> negative = rows.parallelStream().collect(
                    scope.wrapSupplier(() -> new ArrayList<>()),
                    scope.wrapBiConsumer((list, x) -> list.add(x.neg())),
                    scope.wrapBiConsumer((list, more) -> list.addAll(more)));
            assertEquals(MANY, negative.size());
            Map<Boolean, Long> even = rows.parallelStream().collect(scope.wrapCollector(Collectors.groupingByConcurrent(
                    x -> x.mean().item() % 2 == 0, Collectors.counting())));
            assertEquals(Map.of(true, MANY / 2L, false, MANY / 2L), even);
            rows.forEach(x -> assertSame(scope, x.scope()));
            negative.forEach(x -> assertSame(scope, x.scope()));
        }
    }

    @Test
    void parallelStreamsOfNumbers() {
        try (Scope scope = Scope.open()) {
            assertEquals(MANY * (MANY - 1) / 2, IntStream.range(0, MANY).parallel()
                    .map(scope.wrapIntUnaryOperator(i -> (int) Tensor.of(i).item()))
                    .reduce(0, scope.wrapIntBinaryOperator((a, b) -> (int) Tensor.of(a).add(b).item())));
            assertEquals(MANY, LongStream.range(0, MANY).parallel()
                    .filter(scope.wrapLongPredicate(i -> Tensor.of(i).item() >= 0))
                    .mapToDouble(scope.wrapLongToDoubleFunction(i -> Tensor.of(i).item()))
                    .count());
            DoubleStream.of(1, 2).parallel()
                    .mapToObj(scope.wrapDoubleFunction(x -> Tensor.of(x)))
                    .forEach(scope.wrapConsumer(x -> assertSame(scope, x.scope())));
            IntStream.range(0, 2).parallel().forEach(scope.wrapIntConsumer(i -> assertSame(scope, Current.scope())));
        }
    }

    @Test
    void forkJoinPoolsTakeTasks() throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        try (Scope scope = Scope.open()) {
            assertSame(scope, pool.submit(scope.wrap(() -> Tensor.ones(1))).get().scope());
            pool.submit(scope.wrap(() -> assertSame(scope, Current.scope()))).get();
            assertSame(scope, pool.invoke(ForkJoinTask.adapt(scope.wrap(() -> Tensor.ones(1)))).scope());
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void scheduledTasks() throws Exception {
        ScheduledExecutorService one = Executors.newSingleThreadScheduledExecutor();
        Scope scope = Scope.create();
        ScheduledExecutorService wrapped = scope.wrap(one);
        assertSame(scope, wrapped.schedule(() -> Tensor.ones(1), 1, TimeUnit.MILLISECONDS).get().scope());
        wrapped.schedule(() -> assertSame(scope, Current.scope()), 1, TimeUnit.MILLISECONDS).get();
        assertSame(scope, wrapped.submit(Current::scope).get());
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch several = new CountDownLatch(6);
        Runnable task = () -> {
            assertSame(scope, Tensor.ones(1).scope());
            runs.incrementAndGet();
            several.countDown();
        };
        ScheduledFuture<?> atRate = wrapped.scheduleAtFixedRate(task, 0, 1, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> withDelay = wrapped.scheduleWithFixedDelay(task, 0, 1, TimeUnit.MILLISECONDS);
        several.await();
        one.submit(scope::close).get();
        for (ScheduledFuture<?> ended : List.of(atRate, withDelay)) {
            assertInstanceOf(ScopeException.class, assertThrows(ExecutionException.class, ended::get).getCause());
        }
        assertNull(one.submit(Current::scope).get());
        one.shutdown();
    }

    @Test
    void threadsOfAFactory() throws Exception {
        for (ThreadFactory factory : factories()) {
            Scope scope = Scope.create();
            ExecutorService one = Executors.newSingleThreadExecutor(scope.wrapThreadFactory(factory));
            assertSame(scope, one.submit(() -> Tensor.ones(1)).get().scope());
            scope.close();
            assertNull(one.submit(Current::scope).get());
            one.shutdown();
            ExecutorService late = Executors.newSingleThreadExecutor(scope.wrapThreadFactory(factory));
            Future<Tensor> refused = late.submit(() -> Tensor.ones(1));
            assertInstanceOf(ScopeException.class, assertThrows(ExecutionException.class, refused::get).getCause());
            late.shutdown();
        }
    }

    /** The JDK's own, and that of virtual threads where it has them. */
    static List<ThreadFactory> factories() throws ReflectiveOperationException {
        List<ThreadFactory> factories = new ArrayList<>(List.of(Executors.defaultThreadFactory()));
        if (Runtime.version().feature() >= 21) {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            factories.add((ThreadFactory) type.getMethod("factory").invoke(builder));
        }
        return factories;
    }
}
