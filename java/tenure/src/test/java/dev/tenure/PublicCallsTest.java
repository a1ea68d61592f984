package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.reports.LeakLevel;
import java.lang.reflect.Executable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every public method and constructor, found by reflection and called with what it takes and what it does not, by several
 * threads: no call throws what {@code docs/exceptions.md} does not list, none takes long, repeated on copies each gives the
 * same bits, and nothing is alive at the end.
 *
 * <p>The number of calls is fixed, or with {@code TENURE_CALLS_FUZZ_SECONDS}, as {@code ci/fuzz} has it, there are calls for so
 * long. {@code TENURE_CALLS_FUZZ_SEED} gives the first seed; a failure names that of its batch.
 */
class PublicCallsTest {
    private static final int THREADS = 3;
    private static final int CALLS = 500; // of a batch
    private static final int BATCHES = 60;
    private static final int MOST = 20; // kinds of failures, after which it stops
    private static final long MEMORY = 64 << 20;
    private static final long LONG = TimeUnit.SECONDS.toNanos(120); // a call that takes so long has no end

    private final Queue<Object> shared = new ConcurrentLinkedQueue<>();
    private final Map<String, AssertionError> failures = new TreeMap<>();

    @Test
    void eachEndsInAnAnswerOrAListedException(@TempDir Path folder) throws Exception {
        long seconds = number("TENURE_CALLS_FUZZ_SECONDS", 0);
        long seed = number("TENURE_CALLS_FUZZ_SEED", seconds == 0 ? 32 : System.nanoTime());
        List<Executable> all = FuzzCalls.all();
        assertTrue(all.size() > 1000, all.size() + " methods");
        Live.drain();
        LeakLevel level = Tenure.leakLevel();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Tenure.setMemoryLimit(Device.CPU, MEMORY);
        long calls = 0;
        long repeated = 0;
        try {
            for (int i = 0; failures.size() < MOST && (seconds == 0 ? i < BATCHES : System.nanoTime() < end); i += THREADS) {
                List<FuzzBatch> batches = new ArrayList<>();
                for (int k = 0; k < THREADS; k++) {
                    batches.add(new FuzzBatch(seed + i + k, CALLS, all, shared, folder));
                }
                run(batches);
                calls += batches.stream().mapToLong(batch -> batch.done).sum();
                repeated += batches.stream().mapToLong(batch -> batch.repeated).sum();
            }
        } finally {
            Tenure.setMemoryLimit(Device.CPU, 0);
        }
        if (!failures.isEmpty()) {
            AssertionError every = new AssertionError(failures.size() + " kinds of failures:\n"
                    + failures.values().stream().map(Throwable::getMessage).collect(Collectors.joining("\n")));
            failures.values().forEach(every::addSuppressed);
            throw every;
        }
        for (Object one = shared.poll(); one != null; one = shared.poll()) {
            ((NativeResource) one).close();
        }
        FuzzValues.destroyNamed();
        assertEquals(level, Tenure.leakLevel(), "what checks of leaks have set ends with them");
        try {
            Live.drain();
        } catch (AssertionError e) {
            throw new AssertionError("after " + calls + " calls from seed " + seed + ": " + e.getMessage(), e);
        }
        Tenure.forgetLeaks(); // what these calls dropped on purpose, and the backstop freed
        Tenure.assertNoLeaks();
        Live.assertNothing();
        System.out.println(calls + " calls of " + all.size() + " methods from seed " + seed + ", " + repeated + " repeated");
        assertTrue(repeated > calls / 10, repeated + " of " + calls + " were repeated");
    }

    private static long number(String variable, long otherwise) {
        String given = System.getenv(variable);
        return given == null || given.isBlank() ? otherwise : Long.parseLong(given.strip());
    }

    private void run(List<FuzzBatch> batches) throws InterruptedException {
        List<Thread> threads = batches.stream().map(Thread::new).toList();
        threads.forEach(thread -> thread.setDaemon(true)); // one that hangs does not keep the JVM
        threads.forEach(Thread::start);
        for (int i = 0; i < threads.size(); i++) {
            for (threads.get(i).join(100); threads.get(i).isAlive(); threads.get(i).join(100)) {
                FuzzBatch batch = batches.get(i);
                if (System.nanoTime() - batch.since > LONG) {
                    AssertionError hangs = batch.failed("does not end", null);
                    hangs.setStackTrace(threads.get(i).getStackTrace());
                    throw hangs;
                }
            }
        }
        batches.forEach(batch -> batch.failures.forEach(failures::putIfAbsent));
    }

    /** The settings of the process, one after another: refused by a typed exception, or set and put back. */
    @Test
    void settingsRefuseWhatTheyCannotTake() {
        long limit = Tenure.stats().limitBytes();
        long threads = Tenure.threads();
        long[] numbers = {Long.MIN_VALUE, -1, 1025, Long.MAX_VALUE, 1L << 53};
        try {
            for (long number : numbers) {
                settles(() -> Tenure.setMemoryLimit(Device.CPU, number), number < 0);
                settles(() -> Tenure.setUnownedThreshold(Device.CPU, number), number < 0);
                settles(() -> Tenure.setThreads(number), true);
            }
            settles(() -> Tenure.leakLevel(null), true);
            settles(() -> Tenure.setMemoryLimit(null, 0), true);
            settles(() -> Tensor.fromDlpack(0), true);
        } finally {
            Tenure.setMemoryLimit(Device.CPU, 0);
            Tenure.setUnownedThreshold(Device.CPU, 0);
        }
        assertEquals(limit, Tenure.stats().limitBytes());
        assertEquals(threads, Tenure.threads());
        assertNotNull(Tenure.leakLevel() == LeakLevel.OFF);
    }

    private static void settles(Runnable call, boolean isRefused) {
        try {
            call.run();
        } catch (RuntimeException e) {
            assertTrue(isRefused && (e instanceof TenureException || e instanceof NullPointerException), e.toString());
            return;
        }
        if (isRefused) {
            fail("not refused");
        }
    }

    /** What is left out is there, and each has its reason. */
    @Test
    void whatIsLeftOutExists() throws Exception {
        Set<String> names = new TreeSet<>();
        for (Class<?> type : PublicTypes.all()) {
            for (java.lang.reflect.Method method : type.getMethods()) {
                names.add(type.getSimpleName() + "." + method.getName());
            }
        }
        Set<String> gone = new TreeSet<>(FuzzCalls.LEFT_OUT.keySet());
        gone.removeAll(names);
        assertEquals(Set.of(), gone);
    }
}
