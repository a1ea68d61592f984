package dev.tenure;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Two threads that do something to one thing at the same moment, very often.
 *
 * <p>One begins a little later than the other, by another amount in each round, so that all the ways in which their
 * steps can interleave come up; now and then one is through before the other begins. Where other programs have the
 * processors, a round waits for both threads to run: then a fiftieth of the rounds is enough.
 */
final class Duel<T> {
    static final int ROUNDS = TestDevice.rounds(100_000);
    private static final long ENOUGH = TimeUnit.SECONDS.toNanos(2); // after which a fiftieth of the rounds will do
    private static final int SPINS = 500; // before the processor is given up: the other thread may wait for it
    private static final int LATEST = 24;
    private static final int APART = 100; // one round in so many is right first, and one left first

    private final Consumer<T> right;
    private volatile T thing;
    private volatile int announced = -1;
    private volatile int leftDone = -1;
    private volatile int done = -1;
    private volatile Throwable failure;

    private Duel(Consumer<T> right) {
        this.right = right;
    }

    /**
     * In each round: makes a thing, does {@code left} to it here and {@code right} on another thread, and when both are
     * through, {@code after} here. Throws what any of them threw. Returns the number of rounds.
     */
    static <T> int run(int rounds, Supplier<T> make, Consumer<T> left, Consumer<T> right, Consumer<T> after) {
        return new Duel<>(right).all(rounds, make, left, after);
    }

    private int all(int rounds, Supplier<T> make, Consumer<T> left, Consumer<T> after) {
        int least = Math.max(rounds / 50, Math.min(rounds, 4 * APART)); // each comes first a few times
        long start = System.nanoTime();
        int round = 0;
        Thread other = new Thread(() -> follow(rounds), "duel");
        other.start();
        try {
            for (; round < rounds && (round < least || System.nanoTime() - start < ENOUGH); round++) {
                T made = make.get();
                thing = made;
                announced = round;
                if (round % APART == 0) {
                    await(round, () -> done);
                }
                delay(-lateness(round));
                left.accept(made);
                leftDone = round;
                await(round, () -> done);
                thing = null;
                if (failure != null) {
                    throw new AssertionError("round " + round + ", on the other thread: " + failure, failure);
                }
                after.accept(made);
            }
        } finally {
            leftDone = rounds;
            announced = rounds; // ends the other thread, wherever this one stopped
            join(other);
        }
        return round;
    }

    private void follow(int rounds) {
        for (int round = 0; round < rounds; round++) {
            await(round, () -> announced);
            if (round % APART == 1) {
                await(round, () -> leftDone);
            }
            if (announced == rounds) {
                return;
            }
            delay(lateness(round));
            try {
                right.accept(thing);
            } catch (Throwable e) {
                failure = e;
            }
            done = round;
        }
    }

    /** From -LATEST to LATEST steps, spread evenly over the rounds. */
    private static int lateness(int round) {
        return (round * 37) % (2 * LATEST + 1) - LATEST;
    }

    private static void delay(int steps) {
        for (int i = 0; i < steps; i++) {
            Thread.onSpinWait();
        }
    }

    private static void await(int round, IntSupplier reached) {
        for (int spins = 0; reached.getAsInt() < round; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
