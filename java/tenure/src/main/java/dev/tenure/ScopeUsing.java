package dev.tenure;

import java.util.Arrays;
import java.util.function.Supplier;

/** Code that runs in a scope of its own, and what escapes from it; {@link Scope} inherits it. */
abstract sealed class ScopeUsing extends ScopeRun permits Scope {
    ScopeUsing(Scope parent, long number, boolean reclaimEarly) {
        super(parent, number, reclaimEarly);
    }

    /**
     * Runs {@code body} in a scope of its own.
     *
     * @param body what to run; what it throws passes on, after the scope has closed, and what fails in closing is suppressed
     *     under it
     */
    public static void using(Runnable body) {
        Scope scope = Scope.openForBody();
        try {
            body.run();
        } catch (Throwable e) {
            scope.closeUnder(e);
            throw e;
        }
        scope.close();
    }

    /**
     * Runs {@code body} in a scope of its own and returns its value. What can be reached from the value moves to the
     * parent: tensors, scopes and everything else native that the scope or one below it owns, in arrays,
     * {@link Iterable}s, {@link java.util.Map}s, {@link java.util.Map.Entry}s, {@link java.util.Optional}s, records and
     * what is {@link Escapable}, nested in any way.
     *
     * @param <T> what the body returns
     * @param body what to run; what it throws passes on, after the scope has closed, and what fails in closing is suppressed
     *     under it
     * @return what the body returned
     * @throws ScopeException if something escapes and the parent is capped; all is closed then
     * @throws NativeMemoryException if something escapes and would pass a limit of the parent; all is closed then
     */
    public static <T> T using(Supplier<? extends T> body) {
        Scope scope = Scope.openForBody();
        try {
            T value = body.get();
            scope.closeKeeping(value);
            return value;
        } catch (Throwable e) {
            scope.closeUnder(e);
            throw e;
        }
    }

    final void closeUnder(Throwable primary) {
        try {
            close();
        } catch (Throwable e) {
            if (e != primary) {
                primary.addSuppressed(e);
            }
        }
    }

    final void closeKeeping(Object value) {
        if (value instanceof Tensor one && !hasForeign() && one.owner == this) {
            if (!popOne(one)) {
                close(); // the body has closed one of the two: it does not escape
            } else if (hasForeign()) { // the first came meanwhile
                closeForeign(true, below -> false, () -> {});
            }
            Current.left();
            return;
        }
        NativeResource[] escaping = value instanceof NativeResource one
                ? new NativeResource[] {one}
                : Escape.resourcesIn(value).toArray(NativeResource[]::new);
        closeForeign(true, below -> false, () -> release(escaping));
    }

    private void release(NativeResource[] escaping) {
        if (!pop(escaping)) {
            end(false);
        }
        Current.left();
    }

    /** As {@link #pop(NativeResource[])} for one member, which is what most bodies return. */
    private boolean popOne(Tensor escaping) {
        try {
            Leaks.closing(handle());
            try {
                popOnce(escaping);
            } catch (NativeMemoryException refused) {
                Call.again(refused, () -> popOnce(escaping));
            }
        } catch (ClosedException e) {
            return false;
        }
        if (scope() == null) {
            Pressure.check();
        }
        return true;
    }

    private void popOnce(Tensor escaping) {
        synchronized (Turn.of(escaping)) {
            Object places = owner;
            boolean mine = escaping.owner == this; // another thread may have moved it meanwhile
            Object home = mine ? escaping.home(scope()) : null;
            try {
                Native.scopePopOne(handle(), escaping.handle);
            } catch (Throwable e) {
                abandon(home);
                throw e;
            }
            end(true);
            if (mine) {
                escaping.placed(landed(escaping, home, places));
            }
        }
    }

    /** Closes in one crossing, unless nothing escapes; what does goes to the parent. */
    private boolean pop(NativeResource[] resources) {
        NativeResource[] escaping = below(resources, false);
        while (escaping.length > 0) {
            NativeResource[] all = escaping;
            long[] handles = Use.handles(all); // those of scopes that are born for it
            try {
                Leaks.closing(handle());
                Call.change(() -> Turn.of(all, () -> popNow(all, handles)));
            } catch (ClosedException e) {
                if (isClosed()) {
                    return false; // by the body, with what it owned
                }
                // One of the others is closed, perhaps just now by another thread: the rest is tried again.
                escaping = below(all, true);
                continue;
            }
            for (NativeResource resource : all) {
                resource.late();
            }
            if (scope() == null) {
                Pressure.check();
            }
            return true;
        }
        return false;
    }

    private void popNow(NativeResource[] escaping, long[] handles) {
        Object places = owner;
        Moves.severalNow(escaping, this, scope(), () -> {
            Native.scopePop(handle(), handles);
            end(true);
        }, (escaped, home) -> landed(escaped, home, places));
    }

    /** Where something escaped to, {@code home} unless this was lent and came home just before. */
    private Object landed(NativeResource escaped, Object home, Object places) {
        return places instanceof Loan
                ? Moves.confirmed(escaped, home, number -> Moves.among(this, places, number))
                : home;
    }

    /** Those that this scope or one below it owns. */
    private NativeResource[] below(NativeResource[] resources, boolean live) {
        int n = 0;
        NativeResource[] some = new NativeResource[resources.length];
        for (NativeResource resource : resources) {
            if (resource != this && resource.isBelow(this) && !(live && resource.isClosed())) {
                some[n++] = resource;
            }
        }
        return n == some.length ? some : Arrays.copyOf(some, n);
    }

    /** Closes what is native. */
    final void finish() {
        if (end(false)) {
            Current.left();
        }
    }
}
