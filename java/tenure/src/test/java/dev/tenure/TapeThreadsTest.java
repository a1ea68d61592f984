package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** A tape that two threads go backward on. */
class TapeThreadsTest {
    private static final int OPERATIONS = 20_000;

    /** What both threads got: a status, or null for gradients. */
    private static List<Status> both(Tape tape, Tensor loss, Tensor x) throws Exception {
        CyclicBarrier start = new CyclicBarrier(2);
        Callable<Status> backward = () -> {
            start.await();
            try {
                tape.backward(loss, x);
                return null;
            } catch (TensorException | InvalidArgumentException | ClosedException refused) {
                return refused instanceof ClosedException ? Status.INVALID_HANDLE : Status.INVALID_ARGUMENT;
            }
        };
        FutureTask<Status> other = new FutureTask<>(backward);
        new Thread(other).start();
        Status here = backward.call();
        return Arrays.asList(here, other.get());
    }

    private static Tensor loss(Tensor x) {
        return Scope.using(() -> {
            Tensor y = x;
            for (int i = 0; i < OPERATIONS; i++) {
                y = y.mul(x);
            }
            return y.sum();
        });
    }

    @Test
    void refusedOnTwoThreadsItIsAsItWas() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (Scope scope = Scope.open()) {
                Tensor ones = Tensor.ones(1);
                Tape tape = Tape.open();
                Tensor x = tape.watch(ones);
                Tensor loss = loss(x);
                ones.addInPlace(1);
                assertEquals(List.of(Status.INVALID_ARGUMENT, Status.INVALID_ARGUMENT), both(tape, loss, x));
                assertFalse(tape.isClosed());
                tape.watch(ones);
            }
        }
    }

    @Test
    void oneOfTwoThreadsHasTheGradients() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (Scope scope = Scope.open()) {
                Tape tape = Tape.open();
                Tensor x = tape.watch(Tensor.ones(1));
                Tensor loss = loss(x);
                assertEquals(1, both(tape, loss, x).stream().filter(status -> status == null).count());
                assertTrue(tape.isClosed());
            }
        }
    }
}
