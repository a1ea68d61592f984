package dev.tenure;

import dev.tenure.access.Leaks;
import dev.tenure.access.ModelRuns;
import dev.tenure.access.Monitors;
import dev.tenure.access.Records;
import dev.tenure.collector.Backstop;
import dev.tenure.internal.Log;
import dev.tenure.internal.Native;
import dev.tenure.internal.NativeLoader;
import dev.tenure.internal.Rows;
import dev.tenure.options.Nonlinearity;
import dev.tenure.reports.Growth;
import dev.tenure.reports.Leak;
import dev.tenure.reports.LeakLevel;
import dev.tenure.reports.LogLevel;
import dev.tenure.reports.MemoryServer;
import dev.tenure.reports.MemorySnapshot;
import dev.tenure.reports.MemoryStats;
import dev.tenure.reports.ModelRun;
import dev.tenure.reports.ScopeStats;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The library as a whole: its version, random numbers, memory and leak reports. */
public final class Tenure {
    private Tenure() {}

    /**
     * Returns the version of the native library.
     *
     * @return a version such as {@code 0.1.0}
     */
    public static String version() {
        NativeLoader.require();
        return Native.version();
    }

    /**
     * Seeds the generator of {@link Tensor#rand(long...)} and {@link Tensor#randn(long...)}. The
     * same seed gives the same numbers on every machine and in every language.
     *
     * @param seed any number; a process starts with 0
     */
    public static void seed(long seed) {
        NativeLoader.require();
        Native.randomSeed(seed);
    }

    /**
     * Returns what is alive on the CPU, and how much memory it takes.
     *
     * @return a snapshot
     */
    public static MemoryStats stats() {
        return stats(Device.CPU);
    }

    /**
     * Returns what is alive on a device, and how much memory it takes.
     *
     * @param device the device
     * @return a snapshot
     * @throws TensorException if the device is not available
     */
    public static MemoryStats stats(Device device) {
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        Backstop.tend();
        Log.check();
        return Records.memoryStats(Native.memoryStats(device.code()), 0);
    }

    /**
     * Lists the devices whose memory this process has used.
     *
     * @return the CPU, then GPUs
     */
    public static List<Device> devices() {
        NativeLoader.require();
        return Rows.of(Native.memoryDevices()).stream()
                .map(row -> Device.of(Integer.parseInt(row[0])))
                .toList();
    }

    /**
     * Shows the native memory to monitors of the JVM, as an MXBean of the type {@link
     * dev.tenure.reports.MemoryMXBean}. The system property {@code tenure.jmx=true} does the same
     * when the library is first used. Until {@link #unregisterMXBean()} the JVM keeps the class
     * loader of this library. The second call has no effect.
     *
     * @return the name of the bean: {@code dev.tenure:type=Memory}, with a number after it if
     *     another class loader has registered its copy of the library
     * @throws TensorException if the module {@code java.management} is absent
     */
    public static String registerMXBean() {
        NativeLoader.require();
        return Monitors.registerBean();
    }

    /** Removes the bean of {@link #registerMXBean()}. The second call has no effect. */
    public static void unregisterMXBean() {
        NativeLoader.require();
        Monitors.unregisterBean();
    }

    /**
     * Limits the bytes that the library takes from the system. A request beyond the limit throws a
     * {@link NativeMemoryException}.
     *
     * @param device the device
     * @param bytes the limit; 0 restores the default, the memory of the machine or the container
     */
    public static void setMemoryLimit(Device device, long bytes) {
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        Native.memorySetLimit(device.code(), bytes);
    }

    /**
     * Sets how many bytes of unowned tensors may accumulate before the garbage collector is asked
     * to run. Each tensor counts 192 bytes more than its data, for the library's bookkeeping.
     * Programs that use scopes never reach the threshold.
     *
     * @param device the device
     * @param bytes the threshold, counted from what the last collection left alive; 0 restores the
     *     default, which follows the maximum size of the heap
     */
    public static void setUnownedThreshold(Device device, long bytes) {
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        Native.memorySetUnownedThreshold(device.code(), bytes);
    }

    /**
     * Sets how long the pool keeps unused memory for the next tensor. After that it returns to the
     * system, after twice the period at the latest. If the steps of a loop are further apart than
     * the period, each step allocates anew from the system.
     *
     * @param device the device
     * @param period at least one millisecond; the default is 10 seconds
     * @throws InvalidArgumentException if the period is shorter
     */
    public static void setDecay(Device device, Duration period) {
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(period, "period");
        boolean fits = Math.abs(period.toSeconds() / 2) < Long.MAX_VALUE / 2000;
        long extreme = period.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        Native.memorySetDecay(device.code(), fits ? period.toMillis() : extreme);
    }

    /**
     * Returns how long the pool keeps unused memory for the next tensor.
     *
     * @param device the device
     * @return the period of the last call of {@link #setDecay}, or 10 seconds
     */
    public static Duration decay(Device device) {
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        return Duration.ofMillis(Native.memoryDecay(device.code()));
    }

    /**
     * Returns which records the library writes to the log. The system property {@code tenure.log}
     * or the environment variable {@code TENURE_LOG} sets the initial level; the default is
     * WARNING.
     *
     * @return the level
     */
    public static LogLevel logLevel() {
        NativeLoader.require();
        return LogLevel.values()[Native.logLevel()];
    }

    /**
     * Sets which records the library writes to the log from now on: those of this level and of more
     * important ones. They go to the {@link System.Logger} whose name is {@code dev.tenure.} and
     * the category of the record ({@code library}, {@code memory}, {@code onnx}, {@code threads} or
     * {@code workspace}), which has a level of its own. A record is passed on by the thread whose
     * call has just ended, with no lock held, or by a thread of the library.
     *
     * @param level the new level
     */
    public static void logLevel(LogLevel level) {
        NativeLoader.require();
        Objects.requireNonNull(level, "level");
        Native.logSetLevel(level.ordinal());
        Log.check();
    }

    /**
     * Starts to record memory events, of which the last 1,048,576 are kept, in 32 MiB of memory. The
     * line that made a tensor is recorded for a sample, one each 512 KiB on average and every tensor
     * of 1 MiB and more.
     *
     * @return the recording, which ends when it is closed
     * @throws BusyException while another recording is in progress
     */
    public static Recording record() {
        return record(1 << 20, 512 << 10);
    }

    /**
     * Starts to record memory events on all threads. An event takes 32 bytes; if more happen, the
     * oldest are dropped and counted. Each thread that allocates may keep up to 4096 events beyond
     * that number. No limit counts the memory of a recording.
     *
     * @param events how many events are kept, up to 67,108,864
     * @return the recording, which ends when it is closed
     * @throws InvalidArgumentException if the number is below 1 or above the maximum
     * @throws BusyException while another recording is in progress
     */
    public static Recording record(long events) {
        return record(events, 512 << 10);
    }

    /**
     * Starts to record like {@link #record(long)}, with another sample of the lines that make
     * tensors.
     *
     * @param events how many events are kept, up to 67,108,864
     * @param siteBytes the mean of the bytes between two samples: a tensor of twice as much and more
     *     is always one; 0 for no lines, 1 for all
     * @return the recording, which ends when it is closed
     * @throws InvalidArgumentException if a number is out of range
     * @throws BusyException while another recording is in progress
     */
    public static Recording record(long events, long siteBytes) {
        NativeLoader.require();
        return new Recording(events, siteBytes);
    }

    /**
     * Writes a page that shows who holds native memory now and, if a {@link #record(long) recording}
     * is in progress, what has happened: one HTML file, which needs no network.
     *
     * @param file the file, on the default file system
     * @throws TensorException if the file cannot be written
     */
    public static void memoryPage(Path file) {
        MemorySnapshot.take().savePage(file);
    }

    /**
     * Serves the page of {@link #memoryPage(Path)} to browsers on this machine until the result is
     * closed: read only, on the loopback address, under an {@linkplain MemoryServer#address()
     * address} with a token that nobody can guess. The page is made anew for each request, and a
     * browser asks again every few seconds.
     *
     * @param port the port, 0 for any free one
     * @return what serves the page
     * @throws InvalidArgumentException if the port is not from 0 to 65535
     * @throws BusyException if the port is in use
     * @throws TensorException if the system refuses otherwise
     */
    public static MemoryServer serveMemoryPage(int port) {
        return MemoryServer.start(port);
    }

    /**
     * Returns how much the library records about where resources are made. The system property
     * {@code tenure.leaks} or the environment variable {@code TENURE_LEAKS} sets the initial level;
     * the default is OFF.
     *
     * @return the level
     */
    public static LeakLevel leakLevel() {
        NativeLoader.require();
        return Leaks.level();
    }

    /**
     * Sets how much is recorded from now on. If the level is not OFF at the end of the process,
     * everything that is alive then is reported on standard error. Therefore, while the level is
     * not OFF, the JVM keeps the class loader of this library.
     *
     * @param level the new level
     */
    public static void leakLevel(LeakLevel level) {
        NativeLoader.require();
        Objects.requireNonNull(level, "level");
        Leaks.level(level);
    }

    /**
     * Lists everything that is alive at this moment, and everything that the garbage collector had
     * to free since {@link #forgetLeaks()} (recorded only while the level was not OFF). In a
     * program that has finished its work, all of it is leaked. Workspaces that
     * {@link Workspace#get} has made, and the tensors that their rings keep, belong to their
     * threads and are not listed: {@link Workspace#misuses()} reports the unused ones. A workspace
     * that all threads share has no thread, so it is listed while it holds tensors outside of a
     * cycle. Tensors in an open cycle of another workspace are listed, as in any scope. Exported
     * buffers are not listed, because they cannot be closed: see {@link #exportedBuffers()}.
     *
     * @return a snapshot
     */
    public static List<Leak> leaks() {
        NativeLoader.require();
        return Leaks.since(0);
    }

    /**
     * Lists the buffers over tensor memory ({@link Tensor#asByteBuffer()}) that the garbage
     * collector has not freed yet. They do not count as leaks, because only the collector can free
     * them. But each keeps its memory, so the list explains memory that stays in use.
     *
     * @return a snapshot, with the line that exported each buffer at level ALL
     */
    public static List<Leak> exportedBuffers() {
        NativeLoader.require();
        return Leaks.exportedBuffers();
    }

    /** Forgets the resources that the garbage collector had to free. */
    public static void forgetLeaks() {
        NativeLoader.require();
        Native.leakForget();
    }

    /**
     * Checks at the end of a test that nothing is alive, and that the garbage collector had to free
     * nothing since {@link #forgetLeaks()}. Each leak fails only one check, either this one or a
     * {@link LeakCheck}: a leak of one test does not fail another test, whether it is still alive
     * or the collector has freed it since. Exported buffers do not count as leaks.
     *
     * @throws AssertionError if there is a leak; the message names each, with the line that made it
     *     at level ALL
     */
    public static void assertNoLeaks() {
        NativeLoader.require();
        String report = Leaks.report();
        if (!report.isEmpty()) {
            throw new AssertionError("native resources were not closed:\n" + report);
        }
    }

    /**
     * Calls {@code listener} with each resource that the garbage collector had to free while the
     * level is not OFF, on a separate thread.
     *
     * @param listener the function to call; null removes it
     */
    public static void onLeak(@Nullable Consumer<? super Leak> listener) {
        NativeLoader.require();
        Leaks.listener(listener);
    }

    /**
     * Calls {@code listener} after each run of an {@link dev.tenure.onnx.OnnxModel}, request to a
     * {@link dev.tenure.models.Batcher} and call of a {@link dev.tenure.models.Predictor}, on the
     * thread that made the call, also if the run failed. It delays the caller, so it should be
     * quick. What it throws is logged once, and does not reach the caller. While there is no
     * listener, nothing is measured. {@code TenureMetrics} of {@code tenure-micrometer} makes timers
     * of it.
     *
     * @param listener the function to call; added twice, it is called twice
     */
    public static void addModelRunListener(Consumer<? super ModelRun> listener) {
        ModelRuns.add(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Ends the calls of {@code listener}, if it was added. Runs that have begun may still report to
     * it.
     *
     * @param listener the function that was given to {@link #addModelRunListener}
     */
    public static void removeModelRunListener(Consumer<? super ModelRun> listener) {
        ModelRuns.remove(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Lists the scopes that hold more with each cycle, and the members that they gain.
     *
     * @return a snapshot; empty if there are none
     */
    public static List<Growth> growing() {
        NativeLoader.require();
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
     * What the open scopes of this name, and all scopes below them, own at this moment. A scope
     * inside of another one of the name counts once. Peaks, limit and {@code measured} are 0, since
     * they are not those of one scope. If no open scope has the name, everything is 0.
     *
     * @param name the name of the scopes
     * @return the result
     */
    public static ScopeStats scopeStats(String name) {
        NativeLoader.require();
        Objects.requireNonNull(name, "name");
        return Records.scopeStats(Native.scopeNamedStats(name), 0);
    }

    /**
     * {@return all scopes and what they own, and what no scope owns, as a tree for people, the
     * largest first: counts, bytes, shapes and names}
     */
    public static String debugDump() {
        NativeLoader.require();
        return Native.scopeDump(0, 0);
    }

    /** {@return what {@link #debugDump()} says, as JSON} */
    public static String debugDumpJson() {
        NativeLoader.require();
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
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        Native.memoryTrim(device.code());
        Log.check();
    }

    /**
     * Resets the peaks of memory and of tensors to what is alive now.
     *
     * @param device the device whose peaks are reset
     * @throws TensorException if there is no such device
     */
    public static void resetPeak(Device device) {
        NativeLoader.require();
        Objects.requireNonNull(device, "device");
        Native.memoryResetPeak(device.code());
        Log.check();
    }

    /**
     * {@return the recommended factor for the initial values of a layer that this nonlinearity
     * follows: 1 for {@code LINEAR} and {@code SIGMOID}, 5/3 for {@code TANH}, {@code sqrt(2)} for
     * {@code RELU}, {@code sqrt(2 / (1 + slope^2))} for {@code LEAKY_RELU}, and 3/4 for {@code
     * SELU}}
     *
     * @param nonlinearity the function that follows the layer
     */
    public static double calculateGain(Nonlinearity nonlinearity) {
        return calculateGain(nonlinearity, 0.01);
    }

    /**
     * {@return the recommended factor for the initial values of a layer that this nonlinearity
     * follows: 1 for {@code LINEAR} and {@code SIGMOID}, 5/3 for {@code TANH}, {@code sqrt(2)} for
     * {@code RELU}, {@code sqrt(2 / (1 + slope^2))} for {@code LEAKY_RELU}, and 3/4 for {@code
     * SELU}}
     *
     * @param nonlinearity the function that follows the layer
     * @param slope the slope of a leaky ReLU below 0; others ignore it
     */
    public static double calculateGain(Nonlinearity nonlinearity, double slope) {
        NativeLoader.require();
        Objects.requireNonNull(nonlinearity, "nonlinearity");
        return Native.initCalculateGain(nonlinearity.code(), slope);
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
        NativeLoader.require();
        Native.threadsSet(count);
        Log.check();
    }

    /** {@return how many threads may compute operations at the same time, the callers included} */
    public static long threads() {
        NativeLoader.require();
        return Native.threadsCount();
    }

    /**
     * Adds a mark to the recording in progress, such as the beginning of an epoch; without one it
     * does nothing. At most 256 bytes of the label are kept.
     *
     * @param label what the mark says
     */
    public static void mark(String label) {
        NativeLoader.require();
        Objects.requireNonNull(label, "label");
        Native.recordMark(label);
        Log.check();
    }
    // </generated>
}
