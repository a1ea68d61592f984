package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.concurrent.Phaser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Any sequence of public calls ends in an answer or a typed refusal; the wrappers and the core agree; every tensor that is
 * alive has its value; at the end nothing is left. What a failure says is enough to see it again, on one thread.
 *
 * <p>JDK 17 and newer ones take different sequences. Others, and more of them: {@code -Dany.first=10000
 * -Dany.count=5000}.
 */
@ExtendWith(Clean.class)
class AnySequenceTest {
    private static final int SEQUENCES = Integer.getInteger("any.count", 150);
    private static final int TOGETHER = Integer.getInteger("any.count", 25); // of them each takes three times as long
    private static final boolean IS_NEWER = Runtime.version().feature() > 17; // ci/test runs it on two JVMs
    private static final int STEPS = 150;
    private static final int THREADS = 3;

    @Test
    void endsInAnAnswerOrATypedRefusal() {
        AnyCalls calls = new AnyCalls(true);
        int first = first(SEQUENCES);
        for (long seed = first; seed < first + SEQUENCES; seed++) {
            Random random = new Random(seed);
            try {
                for (int i = 0; i < STEPS; i++) {
                    calls.step(random);
                    calls.agree();
                }
                calls.end(random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        moreThanRefusals(calls);
    }

    /** The same by several threads on the same things. */
    @Test
    void ofSeveralThreadsToo() throws InterruptedException {
        AnyCalls calls = new AnyCalls(false);
        int first = first(TOGETHER);
        for (long seed = first; seed < first + TOGETHER; seed++) {
            Thread[] threads = new Thread[THREADS];
            Phaser together = new Phaser(THREADS);
            for (int t = 0; t < THREADS; t++) {
                Random random = new Random(seed * THREADS + t);
                threads[t] = new Thread(() -> {
                    together.arriveAndAwaitAdvance();
                    for (int i = 0; i < STEPS; i++) {
                        calls.step(random);
                    }
                });
                threads[t].start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            try {
                calls.agree();
                calls.end(new Random(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        moreThanRefusals(calls);
    }

    private static int first(int count) {
        return Integer.getInteger("any.first", IS_NEWER ? count : 0);
    }

    private static void moreThanRefusals(AnyCalls calls) {
        int done = calls.done.get();
        int refused = calls.refused.get();
        assertTrue(done > refused / 4 && refused > 0, () -> done + " done, " + refused + " refused");
    }
}
