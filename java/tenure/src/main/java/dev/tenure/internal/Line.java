package dev.tenure.internal;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that do something one after another, in the order in which they came. Whoever waits keeps
 * its place, and gives up only if nobody comes on: nothing has been finished for a while, and
 * nobody is at work. No lock is held while a thread waits, so that a virtual one does not keep its
 * carrier; an interrupt is there again when it has waited.
 */
public final class Line {
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100); // between two looks whether others come on

    private final long deadline;
    private final ArrayDeque<Waiter> waiting = new ArrayDeque<>();
    private volatile boolean isWaitedIn;
    private Thread turn; // null: nobody has it
    private int depth; // how often that has entered
    private boolean works;
    private long finished = System.nanoTime();

    /** In nanoseconds. */
    public Line(long deadline) {
        this.deadline = deadline;
    }

    private static final class Waiter {
        private final Thread thread = Thread.currentThread();
        private volatile boolean isCalled;
    }

    /**
     * Waits for this thread's turn, which {@link #leave} ends; so many nanoseconds at most. False
     * if it does not come.
     */
    public boolean enter(long most) {
        Waiter me = begin();
        if (me == null) {
            return true;
        }
        boolean interrupted = false;
        long began = System.nanoTime();
        while (!me.isCalled && !givesUp(me, began, most)) {
            LockSupport.parkNanos(this, SLICE_NS);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return me.isCalled;
    }

    /** Null if it is this thread's turn at once. */
    private synchronized Waiter begin() {
        Thread thread = Thread.currentThread();
        if (turn == thread || turn == null) {
            turn = thread;
            depth++;
            return null;
        }
        Waiter me = new Waiter();
        waiting.add(me);
        isWaitedIn = true;
        return me;
    }

    private synchronized boolean givesUp(Waiter me, long began, long most) {
        long now = System.nanoTime();
        boolean isStuck = !works && now - began > deadline && now - finished > deadline;
        if (me.isCalled || !isStuck && now - began < most) {
            return false;
        }
        waiting.remove(me);
        isWaitedIn = !waiting.isEmpty();
        return true;
    }

    public void leave() {
        Waiter next = end();
        if (next != null) {
            LockSupport.unpark(next.thread);
        }
    }

    private synchronized Waiter end() {
        finished = System.nanoTime();
        if (--depth > 0) {
            return null;
        }
        Waiter next = waiting.poll();
        isWaitedIn = !waiting.isEmpty();
        turn = null;
        if (next != null) {
            turn = next.thread;
            depth = 1;
            next.isCalled = true;
        }
        return next;
    }

    /** Whoever has the turn is at work that ends by itself, or is not any more. */
    public synchronized void works(boolean now) {
        works = now;
        finished = System.nanoTime();
    }

    /** Whether someone waits for its turn. */
    public boolean isWaitedIn() {
        return isWaitedIn;
    }
}
