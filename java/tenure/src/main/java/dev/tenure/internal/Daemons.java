package dev.tenure.internal;

import java.security.AccessController;
import java.security.PrivilegedAction;

/**
 * Makes the threads of the library. A thread keeps the class loader of the library reachable,
 * because its classes are on the stack, but no class loader, thread group or access rights of the
 * thread that started it. So no thread stays alive without work.
 */
public final class Daemons {
    private Daemons() {}

    /**
     * Makes a daemon thread and does not start it. Before JDK 24 a thread inherits the access
     * rights of all code on the stack, and keeps its class loaders reachable: here only this class.
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

    /** The root group, because an application may destroy any other. */
    private static ThreadGroup outermostGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = group; parent != null; parent = parent.getParent()) {
            group = parent;
        }
        return group;
    }
}
