package dev.tenure.models;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * While it is open, the end of the JVM waits for a training, which it asks to stop.
 *
 * <p>Invariant: a JVM that the training itself ends does not wait, since the training would then wait for the JVM.
 */
final class Interrupt implements AutoCloseable {
    private static final long LOOK_MILLIS = 50;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    /** Begins on the thread that trains. */
    Interrupt(Trainer trainer) {
        Thread training = Thread.currentThread();
        hook = new Thread(() -> stop(trainer, training), "tenure-stop-training");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    private void stop(Trainer trainer, Thread training) {
        trainer.requestStop();
        try {
            while (!ended.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && !isEnding(training)) {}
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the thread has ended, or called {@code System.exit}, which does not return. */
    private static boolean isEnding(Thread training) {
        for (StackTraceElement call : training.getStackTrace()) {
            if (call.getClassName().equals("java.lang.Shutdown")) {
                return true;
            }
        }
        return !training.isAlive();
    }

    @Override
    public void close() {
        ended.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook with it.
        }
    }
}
