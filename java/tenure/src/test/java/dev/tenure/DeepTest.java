package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.reports.Leak;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls where the stack ends: the error passes on, and nothing is held by who has gone. */
@ExtendWith(Clean.class)
class DeepTest {
    private static final int THREADS = 400;
    private static final int TENSORS = 64; // of every lock some
    private static final int DEEP = 100_000; // scopes in each other
    private static final int OWNERS = 300_000;

    @Test
    void aMoveWhereTheStackEndsHoldsNothing() throws InterruptedException {
        Scope a = Scope.create();
        Scope b = Scope.create();
        Tensor[] tensors = new Tensor[TENSORS];
        for (int i = 0; i < TENSORS; i++) {
            tensors[i] = a.ones(1);
        }
        int[] ends = new int[1];
        for (int i = 0; i < THREADS; i++) {
            Tensor t = tensors[i % TENSORS];
            int way = i;
            on(512_000 + 16 * i, () -> {
                try {
                    deeper(a, b, t, way);
                } catch (StackOverflowError e) {
                    ends[0]++;
                }
            });
        }
        assertEquals(THREADS, ends[0]);
        on(1 << 20, () -> {
            for (Tensor t : tensors) {
                t.moveTo(b);
            }
            a.moveTo(b).detachFromScope();
        });
        for (Tensor t : tensors) {
            assertEquals(b.handle(), Native.scopeOwner(t.handle));
        }
        a.close();
        b.close();
    }

    /** Closing fails with ever more stack until it is enough: then it is closed. */
    @Test
    void whatCouldNotBeClosedForWantOfStackCanBeClosedAgain() throws InterruptedException {
        for (int i = 0; i < THREADS; i++) {
            Scope scope = Scope.create();
            scope.ones(1);
            on(512_000 + 16 * i, () -> closeAtTheEnd(scope));
            assertTrue(scope.isClosed());
        }
    }

    /** Reports grow with what is alive, not with its square: this would not end. */
    @Test
    void reportsOfVeryDeepScopes() {
        try (Scope outermost = Scope.create(Scope.options().name("outermost"))) {
            Scope scope = outermost;
            for (int i = 0; i < DEEP; i++) {
                scope = scope.child();
            }
            scope.name("innermost").ones(1);
            List<Leak> leaks = Tenure.leaks();
            assertEquals(DEEP + 2, leaks.size());
            String path = pathOfTensor(leaks);
            assertTrue(path.startsWith("'outermost' > ") && path.contains(" more > "), path);
            assertTrue(path.endsWith(" > 'innermost'"), path);
            assertTrue(outermost.debugDump().length() > 0);
        }
        Live.assertNothing();
    }

    @Test
    void aPathOfNotSoManyIsWhole() {
        try (Scope outermost = Scope.create(Scope.options().name("s0"))) {
            Scope scope = outermost;
            for (int i = 1; i < 64; i++) {
                scope = scope.child("s" + i);
            }
            scope.ones(1);
            String path = pathOfTensor(Tenure.leaks());
            assertTrue(path.startsWith("'s0' > 's1' > ") && path.endsWith(" > 's63'"), path);
        }
    }

    private static String pathOfTensor(List<Leak> leaks) {
        return leaks.stream()
                .filter(leak -> leak.kind().equals("tensor"))
                .findFirst()
                .flatMap(Leak::path)
                .orElseThrow();
    }

    /** What a scope owns that is not native, in scopes nested very deep or beside each other, closes newest first. */
    @Test
    void foreignResourcesInVeryManyScopes() {
        for (boolean nested : new boolean[] {true, false}) {
            List<Integer> closed = new ArrayList<>();
            try (Scope outermost = Scope.create()) {
                Scope scope = outermost;
                for (int i = 0; i < OWNERS; i++) {
                    int number = i;
                    scope = nested ? scope.child() : outermost.child();
                    scope.own(() -> closed.add(number));
                }
            }
            assertEquals(OWNERS, closed.size());
            assertEquals(OWNERS - 1, closed.get(0));
            assertEquals(0, closed.get(OWNERS - 1));
        }
    }

    /** Each is given to the one before, and has no parent when it is made. */
    @Test
    void aVeryLongChainOfScopes() {
        List<Integer> closed = new ArrayList<>();
        try (Scope outermost = Scope.create()) {
            Scope scope = outermost;
            for (int i = 0; i < OWNERS; i++) {
                int number = i;
                scope = scope.own(Scope.create());
                scope.own(() -> closed.add(number));
            }
        }
        assertEquals(OWNERS, closed.size());
        assertEquals(OWNERS - 1, closed.get(0));
    }

    private static void closeAtTheEnd(Scope scope) {
        try {
            closeAtTheEnd(scope);
        } catch (StackOverflowError e) {
            scope.close();
        }
    }

    /** Calls fail with ever more stack until it is enough: nothing is lost, wherever the stack has ended. */
    @Test
    void whatIsMadeWhereTheStackEndsIsNotLost() throws InterruptedException {
        List<Runnable> calls = List.of(
                () -> Tensor.of(1f), () -> Scope.create().ones(1), Tape::open, () -> Tensor.ones(2).asByteBuffer(),
                () -> Scope.using(() -> Tensor.ones(1)), () -> Tensor.ones(1).add(1).detachFromScope());
        for (int i = 0; i < 100; i++) { // the JVM loads and links where there is room, and compiles a part
            calls.forEach(Runnable::run);
            Scope.using(() -> calls.forEach(Runnable::run));
            Scope.using(() -> calls.forEach(call -> Scope.using(call)));
        }
        for (int i = 0; i < 10 * calls.size(); i++) {
            Runnable call = calls.get(i % calls.size());
            on(512_000 + 16 * i, () -> makeAtTheEnd(call));
        }
        Abandoned.close(); // a class whose initializer fails where the stack ends is refused for good
        Live.collectUntil("what was made is freed", () -> Live.now().equals(Live.NOTHING));
    }

    @Test
    void noScopeStaysOpenWhereTheStackEndsInItsOpening() {
        ChildJvm.Output output = ChildJvm.run(DeepProgram.class, DeepProgram.OPTIONS);
        assertTrue(output.contains("0 scopes stayed current, 0 handles are alive"), output::text);
    }

    /** A scope that stayed current would own all that the thread makes from then on, and nobody would close it. */
    @Test
    void noScopeStaysCurrentWhereTheStackEnds() throws InterruptedException {
        Scope scope = Scope.create();
        List<Runnable> calls = List.of(
                () -> Scope.using(() -> Tensor.ones(1)), () -> Scope.using(() -> {}), () -> scope.run(() -> {}),
                scope.wrap(() -> {}), () -> scope.wrapFunction(x -> x).apply(1));
        calls.forEach(Runnable::run);
        Scope.using(() -> calls.forEach(call -> Scope.using(call))); // nested: an earlier one may not be closed yet
        List<String> current = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int way = i % calls.size();
            on(512_000 + 16 * i, () -> {
                makeAtTheEnd(calls.get(way));
                Abandoned.close();
                if (Scope.current() != null) {
                    current.add("call " + way + " has left " + Scope.current());
                }
            });
        }
        assertEquals(List.of(), current);
        scope.close();
        Live.collectUntil("what was made is freed", () -> Live.now().equals(Live.NOTHING));
    }

    static void makeAtTheEnd(Runnable call) {
        try {
            makeAtTheEnd(call);
        } catch (StackOverflowError e) {
            call.run();
        }
    }

    private static void on(long stack, Runnable body) throws InterruptedException {
        Thread thread = new Thread(null, body, "deep", stack);
        thread.setDaemon(true);
        thread.start();
        thread.join(60_000);
        assertFalse(thread.isAlive(), "waits for what another thread has left held");
    }

    private static int deeper(Scope a, Scope b, Tensor t, int way) {
        switch (way % 3) {
            case 0 -> t.moveTo(a).moveTo(b);
            case 1 -> t.tempAttach(a).tempAttach(b);
            default -> a.child().moveTo(b).close();
        }
        return 1 + deeper(a, b, t, way);
    }
}
