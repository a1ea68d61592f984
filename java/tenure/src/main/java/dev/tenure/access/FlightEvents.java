package dev.tenure.access;

import dev.tenure.Device;
import dev.tenure.Tenure;
import dev.tenure.internal.Native;
import dev.tenure.reports.Leak;
import dev.tenure.reports.MemoryStats;
import dev.tenure.reports.ScopeStats;
import java.util.concurrent.ThreadLocalRandom;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.Recording;
import jdk.jfr.Registered;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/**
 * The events, and how each is filled. {@link Flight} alone uses it, and only once the recorder has
 * been started, because initializing it registers the events.
 */
final class FlightEvents {
    private static final ScopeEvent SCOPE = new ScopeEvent(); // asked whether a recording wants it
    private static final LeakEvent LEAK = new LeakEvent();

    private static final AllocationEvent ALLOCATION = new AllocationEvent();
    private static final long INTERVAL = 512 << 10; // bytes between two samples, on average
    private static final ThreadLocal<long[]> TO_GO = ThreadLocal.withInitial(() -> new long[] {distance()});

    static {
        FlightRecorder.register(MemoryEvent.class);
        FlightRecorder.register(ScopeEvent.class);
        FlightRecorder.register(AllocationEvent.class);
        FlightRecorder.register(LeakEvent.class);
        FlightRecorder.register(RefusedEvent.class);
        FlightRecorder.register(CollectedEvent.class);
        FlightRecorder.addPeriodicEvent(MemoryEvent.class, FlightEvents::memory);
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recordingStateChanged(Recording recording) {
                refresh();
            }
        });
        refresh();
    }

    private FlightEvents() {}

    /** Initializes this class. */
    static void start() {}

    /** Has allocations sampled, or not, as recordings want it now. */
    private static void refresh() {
        Leaks.sampleAllocations(ALLOCATION.isEnabled());
    }

    /** The bytes to the next sample: exponentially distributed, so that each byte is as likely. */
    private static long distance() {
        double uniform = 1 - ThreadLocalRandom.current().nextDouble();
        return (long) (-Math.log(uniform) * INTERVAL) + 1;
    }

    /** Called for each new tensor while allocations are sampled. */
    static void allocated(long handle) {
        long bytes = Native.handleUnsharedBytes(handle);
        long[] toGo = TO_GO.get();
        toGo[0] -= bytes;
        if (toGo[0] > 0) {
            return;
        }
        while (toGo[0] <= 0) {
            toGo[0] += distance();
        }
        AllocationEvent event = new AllocationEvent();
        if (event.shouldCommit()) {
            event.bytes = bytes;
            event.weight = (long) (bytes / -Math.expm1(-(double) bytes / INTERVAL));
            event.commit();
        }
    }

    static Object scopeBegins() {
        if (!SCOPE.isEnabled()) {
            return null;
        }
        ScopeEvent event = new ScopeEvent();
        event.begin();
        return event;
    }

    static void scopeEnds(ScopeEvent event, long handle, String name) {
        event.end();
        if (event.shouldCommit()) {
            event.scopeName = name;
            if (handle != 0) {
                ScopeStats owned = Records.scopeStats(Native.scopeStats(handle), 0);
                event.tensors = owned.tensors();
                event.bytes = owned.bytes();
            }
            event.commit();
        }
    }

    static void refused(String message) {
        RefusedEvent event = new RefusedEvent();
        if (event.shouldCommit()) {
            event.message = message;
            event.commit();
        }
    }

    static void collected(long handles) {
        CollectedEvent event = new CollectedEvent();
        if (event.shouldCommit()) {
            event.handles = handles;
            event.commit();
        }
    }

    static boolean wantsLeaks() {
        return LEAK.isEnabled();
    }

    static void leaked(Leak leak) {
        LeakEvent event = new LeakEvent();
        if (event.shouldCommit()) {
            event.kind = leak.kind();
            event.bytes = leak.bytes();
            event.resourceName = leak.name().orElse(null);
            event.path = leak.path().orElse(null);
            event.site = leak.site().orElse(null);
            event.description = leak.line();
            event.commit();
        }
    }

    /** Writes an event for each device. */
    private static void memory() {
        for (Device device : Tenure.devices()) {
            MemoryStats stats = Records.memoryStats(Native.memoryStats(device.code()), 0); // no logger runs here
            MemoryEvent event = new MemoryEvent();
            event.device = device.toString();
            event.liveBytes = stats.liveBytes();
            event.peakBytes = stats.peakBytes();
            event.reservedBytes = stats.reservedBytes();
            event.limitBytes = stats.limitBytes();
            event.unownedBytes = stats.unownedBytes();
            event.liveTensors = stats.liveTensors();
            event.liveScopes = stats.liveScopes();
            event.liveWorkspaces = stats.liveWorkspaces();
            event.allocations = stats.allocations();
            event.refusals = stats.refusals();
            event.backstopFreed = stats.backstopFreed();
            event.commit();
        }
    }

    @Name("dev.tenure.Memory")
    @Label("Native Memory")
    @Description("What is alive on a device; tensors, scopes and workspaces are counted over all devices")
    @Category("Tenure")
    @Period("1 s")
    @StackTrace(false)
    @Registered(false)
    static final class MemoryEvent extends Event {
        @Label("Device")
        String device;

        @Label("Live")
        @DataAmount
        long liveBytes;

        @Label("Peak")
        @DataAmount
        long peakBytes;

        @Label("Reserved")
        @DataAmount
        long reservedBytes;

        @Label("Limit")
        @DataAmount
        long limitBytes;

        @Label("Unowned")
        @DataAmount
        long unownedBytes;

        @Label("Live Tensors")
        long liveTensors;

        @Label("Live Scopes")
        long liveScopes;

        @Label("Live Workspaces")
        long liveWorkspaces;

        @Label("Allocations")
        long allocations;

        @Label("Refusals")
        long refusals;

        @Label("Freed by the Backstop")
        long backstopFreed;
    }

    @Name("dev.tenure.Scope")
    @Label("Scope")
    @Description("The time from opening a scope to closing it, and what it owned at its end")
    @Category("Tenure")
    @Threshold("20 ms")
    @Registered(false)
    static final class ScopeEvent extends Event {
        @Label("Name")
        String scopeName;

        @Label("Tensors")
        long tensors;

        @Label("Bytes")
        @DataAmount
        long bytes;
    }

    @Name("dev.tenure.Allocation")
    @Label("Allocation Sample")
    @Description("A new tensor that allocated memory; one sample for each 512 KiB on average")
    @Category("Tenure")
    @Registered(false)
    static final class AllocationEvent extends Event {
        @Label("Bytes")
        @DataAmount
        long bytes;

        @Label("Weight")
        @Description("How many bytes the sample stands for: the sum over samples estimates what was allocated")
        @DataAmount
        long weight;
    }

    @Name("dev.tenure.Leak")
    @Label("Leak")
    @Description("A resource that was not closed and that the garbage collector freed")
    @Category("Tenure")
    @StackTrace(false)
    @Registered(false)
    static final class LeakEvent extends Event {
        @Label("Kind")
        String kind;

        @Label("Bytes")
        @DataAmount
        long bytes;

        @Label("Name")
        String resourceName;

        @Label("Scopes")
        String path;

        @Label("Made At")
        String site;

        @Label("Description")
        String description;
    }

    @Name("dev.tenure.Refused")
    @Label("Memory Refused")
    @Description("A call that failed because a limit or the system refused memory")
    @Category("Tenure")
    @Registered(false)
    static final class RefusedEvent extends Event {
        @Label("Message")
        String message;
    }

    @Name("dev.tenure.BackstopFreed")
    @Label("Freed by the Backstop")
    @Description("Handles that the program did not close and the garbage collector found")
    @Category("Tenure")
    @StackTrace(false)
    @Registered(false)
    static final class CollectedEvent extends Event {
        @Label("Handles")
        long handles;
    }
}
