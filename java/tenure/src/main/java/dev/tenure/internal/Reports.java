package dev.tenure.internal;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The daemon thread that says things: it logs, and calls the user's listeners. The backstop's own
 * thread does neither, since what they do may wait for ever. It ends when it has had nothing to say
 * for a second. What fails in it is told as if the thread ended of it, and the next report comes
 * all the same.
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
