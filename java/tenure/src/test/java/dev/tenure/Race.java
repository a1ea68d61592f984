package dev.tenure;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Two threads that start each try together: thousands of times a second, where a barrier of the JDK parks them. */
final class Race {
    private static final int SPINS = 200; // then the other thread gets the core
    private final AtomicInteger arrived = new AtomicInteger();
    private volatile boolean over;

    private Race() {}

    /** One try: {@code prepare} alone, then {@code here} and {@code there} at the same time, then {@code check} alone. */
    interface Try<T> {
        T prepare();

        void here(T shared);

        void there(T shared);

        void check(T shared);
    }

    static <T> void run(int tries, Try<T> race) throws InterruptedException {
        Race meeting = new Race();
        AtomicReference<T> shared = new AtomicReference<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < tries; i++) {
                    meeting.meet();
                    race.there(shared.get());
                    meeting.meet();
                }
            } catch (Throwable e) {
                failure.set(e);
                meeting.over = true;
            }
        });
        other.start();
        try {
            for (int i = 0; i < tries; i++) {
                shared.set(race.prepare());
                meeting.meet();
                race.here(shared.get());
                meeting.meet();
                race.check(shared.get());
            }
        } catch (Over e) {
            throw new AssertionError("the other thread", failure.get());
        } finally {
            meeting.over = true;
            other.join();
        }
    }

    private static final class Over extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Both come, then both go on. */
    private void meet() {
        int mine = arrived.getAndIncrement();
        int both = (mine & ~1) + 2;
        for (int i = 0; arrived.get() - both < 0; i++) {
            if (over) {
                throw new Over();
            }
            if (i < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
