package dev.tenure.access;

import dev.tenure.internal.Log;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reports the lines that make unowned tensors on a thread without a scope while another thread has
 * one: most of them were meant to be made in that scope. A program without scopes gets no report,
 * and each line is reported once.
 *
 * <p>It is called only for tensors whose line the leak reports record, so there is no cost at level
 * OFF.
 */
final class Strays {
    private static final int MOST = 100; // more lines than anybody reads
    private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

    private Strays() {}

    /** Called on the thread that has made an unowned tensor in {@code line}. */
    static void made(String line) {
        if (REPORTED.size() >= MOST || REPORTED.contains(line)) {
            return;
        }
        String other = Nouns.get().otherThreadWithScope();
        if (other != null && REPORTED.add(line)) {
            String thread = Thread.currentThread().getName();
            Log.warning("leaks", "a tensor that was made at " + line + " on thread '" + thread
                    + "' has no owner, because no scope is current on this thread; one is on thread '" + other
                    + "': wrap the task or the executor with that scope's wrap methods, or open a scope in the task"
                    + " (reported once for each line)");
        }
    }
}
