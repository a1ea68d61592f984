package dev.tenure;

import dev.tenure.access.Leaks;
import dev.tenure.access.Records;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import dev.tenure.reports.Growth;
import dev.tenure.reports.Leak;
import dev.tenure.reports.LeakLevel;
import dev.tenure.reports.MemoryStats;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The library as a whole: its version, its random numbers, its memory. */
public final class Tenure {
    private Tenure() {}

    /**
     * The version of the native library.
     *
     * @return such as {@code 0.1.0}
     */
    public static String version() {
        return Native.version();
    }

    /**
     * Starts the stream of {@link Tensor#rand(long...)} and {@link Tensor#randn(long...)} anew. The same seed gives the
     * same numbers on every machine and in every language.
     *
     * @param seed any number; 0 is what a process begins with
     */
    public static void seed(long seed) {
        Native.randomSeed(seed);
    }

    /**
     * What is alive, and how much memory it takes, on the processor.
     *
     * @return a picture of this moment
     */
    public static MemoryStats stats() {
        return stats(Device.CPU);
    }

    /**
     * What is alive, and how much memory it takes.
     *
     * @param device where
     * @return a picture of this moment
     * @throws TensorException if the device is not there
     */
    public static MemoryStats stats(Device device) {
        Objects.requireNonNull(device, "device");
        Backstop.tend();
        return Records.memoryStats(Native.memoryStats(device.code()), 0);
    }

    /**
     * Sets how many bytes may be taken from the system. A request beyond it is a {@link NativeMemoryException}.
     *
     * @param device where
     * @param bytes the limit; 0 is the default again: what the machine or the container has
     */
    public static void setMemoryLimit(Device device, long bytes) {
        Objects.requireNonNull(device, "device");
        Native.memorySetLimit(device.code(), bytes);
    }

    /**
     * Sets how many bytes may gather that no scope owns before the garbage collector is asked to find what nobody uses.
     * Each tensor counts 192 bytes more than its data: what the library keeps of it. Programs that use scopes never come
     * there.
     *
     * @param device where
     * @param bytes how many beside those in use; 0 is the default again, which follows the heap's maximum
     */
    public static void setUnownedThreshold(Device device, long bytes) {
        Objects.requireNonNull(device, "device");
        Native.memorySetUnownedThreshold(device.code(), bytes);
    }

    /**
     * Sets how long memory that no tensor uses is kept for the next tensor. Then it goes back to the system by itself, at the
     * latest after twice as long. In a loop whose steps are further apart than that, each step asks the system again.
     *
     * @param device where
     * @param period at least a millisecond; 10 seconds unless it is set
     * @throws InvalidArgumentException if it is shorter
     */
    public static void setDecay(Device device, Duration period) {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(period, "period");
        boolean fits = Math.abs(period.toSeconds() / 2) < Long.MAX_VALUE / 2000;
        long extreme = period.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        Native.memorySetDecay(device.code(), fits ? period.toMillis() : extreme);
    }

    /**
     * How long memory that no tensor uses is kept for the next tensor.
     *
     * @param device where
     * @return what {@link #setDecay} has set, or 10 seconds
     */
    public static Duration decay(Device device) {
        Objects.requireNonNull(device, "device");
        return Duration.ofMillis(Native.memoryDecay(device.code()));
    }

    /**
     * How much is recorded of where things come from. The system property {@code tenure.leaks} or the environment
     * variable {@code TENURE_LEAKS} says how a process begins; else it is OFF.
     *
     * @return the level
     */
    public static LeakLevel leakLevel() {
        return Leaks.level();
    }

    /**
     * Sets how much is recorded from now on. Unless it is OFF at the end of the process, what is
     * alive then is reported on standard error; so while it is not OFF the JVM keeps the class
     * loader of this library.
     *
     * @param level how much
     */
    public static void leakLevel(LeakLevel level) {
        Objects.requireNonNull(level, "level");
        Leaks.level(level);
    }

    /**
     * All that is alive at this moment, and what the garbage collector had to free since {@link
     * #forgetLeaks()} (that only while the level was not OFF). In a program that has ended its work
     * all of it is leaked. Workspaces that {@link Workspace#get} has made are not among it, nor what
     * their rings keep, since they are their thread's: {@link Workspace#misuses()} knows those that
     * are there for nothing. One that all threads share is among it while it holds tensors outside
     * of a cycle, since it has no thread. What lies in an open cycle of another workspace is, as in any scope.
     * Neither are exported buffers, which nobody can close: see {@link #exportedBuffers()}.
     *
     * @return a picture of this moment
     */
    public static List<Leak> leaks() {
        return Leaks.since(0);
    }

    /**
     * The buffers over a tensor's memory ({@link Tensor#asByteBuffer()}) that the garbage collector
     * has not freed yet. They are no leaks: only the collector can free them. Each keeps its
     * memory, though; so the list says where that went.
     *
     * @return a picture of this moment, with the line that exported each at level ALL
     */
    public static List<Leak> exportedBuffers() {
        return Leaks.exportedBuffers();
    }

    /** Forgets what the garbage collector had to free. */
    public static void forgetLeaks() {
        Native.leakForget();
    }

    /**
     * For the end of a test: nothing is alive, and nothing had to be freed by the garbage collector
     * since {@link #forgetLeaks()}. Each leak fails one check, this or a {@link LeakCheck}: what
     * one test has leaked fails no other, whether it is alive still or the collector has freed it
     * since. Exported buffers are no leaks.
     *
     * @throws AssertionError if something is or was; it names each, with the line that made it at level ALL
     */
    public static void assertNoLeaks() {
        String report = Leaks.report();
        if (!report.isEmpty()) {
            throw new AssertionError("native resources were not closed:\n" + report);
        }
    }

    /**
     * Calls {@code listener} with each thing that the garbage collector had to free while the level is not OFF, on a
     * thread of its own.
     *
     * @param listener what to call; null for nothing any more
     */
    public static void onLeak(@Nullable Consumer<? super Leak> listener) {
        Leaks.listener(listener);
    }

    /**
     * The scopes that hold more cycle after cycle, with what feeds them.
     *
     * @return a picture of this moment, empty if all is well
     */
    public static List<Growth> growing() {
        return Rows.of(Native.scopeGrowing(Rows.FORMAT)).stream()
                .map(row -> new Growth(
                        row[1],
                        row[2],
                        Long.parseLong(row[3]),
                        Long.parseLong(row[4]),
                        Long.parseLong(row[5]),
                        Double.parseDouble(row[6]),
                        row[7]))
                .toList();
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * {@return all scopes and what they own, and what no scope owns, as a tree for people, the
     * largest first: counts, bytes, shapes and names}
     */
    public static String debugDump() {
        return Native.scopeDump(0, 0);
    }

    /** {@return what {@link #debugDump()} says, as JSON} */
    public static String debugDumpJson() {
        return Native.scopeDump(0, 1);
    }

    /**
     * Starts a counter of what happens to native memory from now on, on all threads.
     *
     * @return a new {@code Counter}, which the current scope owns; without one it is the caller's
     * @throws ScopeException if the scope that would own it is closed, or that scope is capped
     */
    public static Counter measure() {
        Scope owner = Current.scope();
        return NativeResource.owned(
                new Counter(0), owner, () -> Call.handle(owner, scope -> Native.counterStart(scope)));
    }

    /**
     * Returns memory that no tensor uses to the system. What is alive stays.
     *
     * @param device the device whose memory is trimmed
     * @throws TensorException if there is no such device
     */
    public static void trim(Device device) {
        Objects.requireNonNull(device, "device");
        Native.memoryTrim(device.code());
    }

    /**
     * Resets the peaks of memory and of tensors to what is alive now.
     *
     * @param device the device whose peaks are reset
     * @throws TensorException if there is no such device
     */
    public static void resetPeak(Device device) {
        Objects.requireNonNull(device, "device");
        Native.memoryResetPeak(device.code());
    }

    /**
     * Sets how many threads may compute operations at the same time, the callers included. It
     * applies from the next operation on.
     *
     * @param count the number of threads; 0 for the default: the processors that this process may
     *     use
     * @throws InvalidArgumentException if the number is negative or above 1024
     */
    public static void setThreads(long count) {
        Native.threadsSet(count);
    }

    /** {@return how many threads may compute operations at the same time, the callers included} */
    public static long threads() {
        return Native.threadsCount();
    }
    // </generated>
}
