package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls where the stack ends: the error passes on, and nothing is held by who has gone. */
@ExtendWith(Clean.class)
class DeepTest {
    private static final int THREADS = 400;
    private static final int TENSORS = 64; // of every lock some

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

    private static void closeAtTheEnd(Scope scope) {
        try {
            closeAtTheEnd(scope);
        } catch (StackOverflowError e) {
            scope.close();
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
