package dev.tenure.internal;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Threads of the library. Each keeps its class loader, whose classes are on its stack, and nothing
 * else: no class loader, thread group or access rights of whoever happened to need it first. So
 * none of them runs when it has nothing to do.
 */
public final class Daemons {
    private Daemons() {}

    /**
     * A new daemon thread, not started. Before JDK 24 a thread inherits the access rights of all
     * that are on the stack, and with them their class loaders: here only those of this class.
     */
    @SuppressWarnings("removal")
    public static Thread thread(String name, Runnable body) {
        return AccessController.doPrivileged((PrivilegedAction<Thread>) () -> {
            Thread thread = new Thread(outermostGroup(), body, name, 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            return thread;
        });
    }

    /** Another may be destroyed by its application. */
    private static ThreadGroup outermostGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = group; parent != null; parent = parent.getParent()) {
            group = parent;
        }
        return group;
    }
}
