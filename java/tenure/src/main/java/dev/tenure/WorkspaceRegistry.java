package dev.tenure;

import dev.tenure.access.Leaks;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import dev.tenure.workspaces.WorkspaceConfig;
import dev.tenure.workspaces.WorkspaceMode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.Map;

/**
 * The wrappers of the workspaces that the core keeps by name and thread.
 *
 * <p>Each thread has its own map, so that a name is found without a lock. A workspace that all
 * threads share has one wrapper, which is kept for the whole process.
 */
final class WorkspaceRegistry {
    private static final ThreadLocal<Map<String, Workspace>> OWN = new ThreadLocal<>();
    private static final Map<String, Workspace> SHARED = new HashMap<>(); // also its lock
    private static final MethodHandle IS_VIRTUAL = isVirtualOfThread();

    private WorkspaceRegistry() {}

    /** An open workspace that this thread has found before, or null. */
    static Workspace known(String id) {
        Map<String, Workspace> mine = OWN.get();
        Workspace known = mine == null ? null : mine.get(id);
        return known != null && known.isOpen() ? known : null;
    }

    static Workspace get(String id, WorkspaceConfig config) {
        Workspace known = known(id);
        if (known != null && (config == null || config.equals(known.config()))) {
            return known;
        }
        NativeLoader.require();
        long thread = number();
        String json = config == null ? null : config.toJson();
        synchronized (SHARED) {
            return wrapped(id, Call.handle(null, none -> Native.workspaceGet(id, thread, json)));
        }
    }

    /** Returns null if there is none. */
    static Workspace find(String id) {
        Workspace known = known(id);
        if (known != null && !known.isClosed()) {
            return known;
        }
        NativeLoader.require();
        synchronized (SHARED) {
            long handle = Native.workspaceFind(id, number());
            return handle == 0 ? null : wrapped(id, handle);
        }
    }

    private static Workspace wrapped(String id, long handle) {
        Map<String, Workspace> mine = OWN.get();
        if (mine == null) {
            mine = new HashMap<>();
            OWN.set(mine);
        }
        Workspace wrapper = mine.get(id);
        if (wrapper == null || wrapper.handle() != handle) {
            wrapper = SHARED.get(id);
        }
        if (wrapper == null || wrapper.handle() != handle) {
            wrapper = new Workspace(handle, id, true);
            Leaks.note(handle); // at every level: workspaces are few, and a report of misuses needs the line
            if (wrapper.config().workspaceMode() == WorkspaceMode.SINGLE) {
                SHARED.put(id, wrapper);
            }
        }
        mine.put(id, wrapper);
        return wrapper;
    }

    /** Removes a destroyed workspace from the maps. */
    static void forget(Workspace workspace) {
        Map<String, Workspace> mine = OWN.get();
        if (mine != null) {
            mine.remove(workspace.id, workspace);
        }
        synchronized (SHARED) {
            SHARED.remove(workspace.id, workspace);
        }
    }

    /**
     * The id of a virtual thread, else 0. The core identifies OS threads itself; a virtual thread
     * runs on many of them.
     */
    static long number() {
        Thread thread = Thread.currentThread();
        return isVirtual(thread) ? thread.getId() : 0;
    }

    static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** Null before JDK 21. */
    private static MethodHandle isVirtualOfThread() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
