package dev.tenure.internal;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon thread that logs and calls the user's listeners. The backstop's thread does neither,
 * because logging and listeners may block forever. It ends after one idle second. If a report
 * throws, the exception goes to the thread's handler of uncaught exceptions, and later reports
 * still run.
 */
public final class Reports {
    private static final ThreadPoolExecutor THREAD = new ThreadPoolExecutor(
            1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), body -> Daemons.thread("tenure-reports", body));

    static {
        THREAD.allowCoreThreadTimeOut(true);
    }

    private Reports() {}

    public static void later(Runnable report) {
        THREAD.execute(report);
    }
}
