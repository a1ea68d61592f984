package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Promise 1: what is closed on one thread while another uses it gives the right value or ClosedException. */
class RaceTest {
    private static final int TRIES = 100_000;

    @Test
    void closeWhileAnotherThreadReads() throws Exception {
        AtomicReference<Tensor> shared = new AtomicReference<>();
        int[] outcomes = new int[2];
        race(shared, tensor -> {
            try (Tensor sum = tensor.add(1)) {
                assertEquals(43.0, sum.item());
                outcomes[0]++;
            } catch (ClosedException closed) {
                assertEquals(Status.INVALID_HANDLE, closed.status());
                outcomes[1]++;
            }
        }, Tensor::close);
        assertEquals(TRIES, outcomes[0] + outcomes[1]);
        Live.drain();
    }

    @Test
    void closeTheScopeWhileAnotherThreadCreatesInIt() throws Exception {
        AtomicReference<Scope> shared = new AtomicReference<>();
        CyclicBarrier barrier = new CyclicBarrier(2);
        Thread closer = new Thread(() -> {
            for (int i = 0; i < TRIES / 10; i++) {
                meet(barrier);
                shared.get().close();
                meet(barrier);
            }
        });
        closer.start();
        for (int i = 0; i < TRIES / 10; i++) {
            Scope scope = Scope.create();
            Tensor member = scope.attach(Tensor.of(42f).detachFromScope());
            shared.set(scope);
            meet(barrier);
            try {
                for (int k = 0; k < 8; k++) {
                    member.add(1); // its owner is the scope
                }
            } catch (ClosedException | ScopeException expected) {
                assertTrue(expected.getMessage().length() > 0);
            }
            meet(barrier);
        }
        closer.join();
        Live.drain();
    }

    private static void race(AtomicReference<Tensor> shared, Consumer<Tensor> use, Consumer<Tensor> close)
            throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread closer = new Thread(() -> {
            for (int i = 0; i < TRIES; i++) {
                while (shared.get() == null) {
                    Thread.onSpinWait();
                }
                close.accept(shared.getAndSet(null));
            }
        });
        closer.setUncaughtExceptionHandler((thread, e) -> failure.set(e));
        closer.start();
        for (int i = 0; i < TRIES; i++) {
            Tensor tensor = Tensor.of(42f);
            shared.set(tensor);
            use.accept(tensor);
            while (shared.get() != null && failure.get() == null) {
                Thread.onSpinWait();
            }
        }
        closer.join();
        assertNull(failure.get());
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
