package dev.tenure;

import java.util.concurrent.LinkedBlockingQueue;

/**
 * The daemon thread that says things: it logs, and calls the user's listeners. The backstop's own thread does neither,
 * since what they do may wait for ever.
 */
final class Reports {
    private static final LinkedBlockingQueue<Runnable> QUEUE = new LinkedBlockingQueue<>();

    static {
        Thread thread = new Thread(null, Reports::run, "tenure-reports", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    private Reports() {}

    static void later(Runnable report) {
        QUEUE.add(report);
    }

    private static void run() {
        while (true) {
            try {
                QUEUE.take().run();
            } catch (Throwable e) {
                complain(e);
            }
        }
    }

    /** As if the thread ended of it, but it goes on. */
    private static void complain(Throwable e) {
        try {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        } catch (Throwable again) {
            return; // the next report comes all the same
        }
    }
}
