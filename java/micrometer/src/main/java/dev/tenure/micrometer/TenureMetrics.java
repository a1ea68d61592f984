package dev.tenure.micrometer;

import dev.tenure.Device;
import dev.tenure.Tenure;
import dev.tenure.reports.MemoryStats;
import dev.tenure.reports.ScopeStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * Native memory as meters: bytes of each device, live tensors, scopes and workspaces, refused
 * requests, what the garbage collector had to free, and the memory of scopes that are named here.
 * Runs of models are timed.
 *
 * <pre>{@code
 * new TenureMetrics().scopes("requests").bindTo(registry);
 * }</pre>
 *
 * <p>The names are those of the meter {@code Tenure} of .NET. Reading a meter asks the native
 * library; nothing is counted for it meanwhile. The memory of a scope is found by a walk over what
 * it owns.
 *
 * <p>The timer {@code tenure.model.run.duration} counts runs of an ONNX model, requests to a batcher
 * and calls of a predictor, until this or the registry is closed. It has the tags
 * {@code tenure.model.kind}, {@code tenure.model.name} ({@code none} for a model without a name) and
 * {@code error.type}; if {@linkplain #scopes scopes} are named, also {@code tenure.scope.name}: the
 * nearest one of them around the caller, or {@code none}.
 */
public final class TenureMetrics implements MeterBinder, AutoCloseable {
    private static final List<Measure<MemoryStats>> GAUGES_OF_A_DEVICE = List.of(
            new Measure<>("tenure.memory.used", BaseUnits.BYTES, "Bytes of live tensors", MemoryStats::liveBytes),
            new Measure<>(
                    "tenure.memory.peak", BaseUnits.BYTES, "The most bytes of live tensors so far", MemoryStats::peakBytes),
            new Measure<>("tenure.memory.reserved", BaseUnits.BYTES, "Bytes taken from the system", MemoryStats::reservedBytes),
            new Measure<>("tenure.memory.limit", BaseUnits.BYTES, "The limit in force", MemoryStats::limitBytes),
            new Measure<>(
                    "tenure.memory.foreign",
                    BaseUnits.BYTES,
                    "Bytes of other libraries and of the program that tensors use",
                    MemoryStats::foreignBytes));

    private static final List<Measure<MemoryStats>> COUNTERS_OF_A_DEVICE = List.of(new Measure<>(
            "tenure.memory.allocations", "allocations", "Blocks of memory handed out", MemoryStats::allocations));

    private static final List<Measure<MemoryStats>> GAUGES = List.of(
            new Measure<>(
                    "tenure.memory.unowned", BaseUnits.BYTES, "Bytes that unowned tensors keep alive", MemoryStats::unownedBytes),
            new Measure<>("tenure.tensor.count", "tensors", "Live tensors", MemoryStats::liveTensors),
            new Measure<>("tenure.scope.count", "scopes", "Live scopes", MemoryStats::liveScopes),
            new Measure<>("tenure.workspace.count", "workspaces", "Live workspaces", MemoryStats::liveWorkspaces));

    private static final List<Measure<MemoryStats>> COUNTERS = List.of(
            new Measure<>(
                    "tenure.memory.refusals", "calls", "Calls that a limit or the system refused memory", MemoryStats::refusals),
            new Measure<>(
                    "tenure.backstop.freed", "handles", "Handles that the garbage collector freed", MemoryStats::backstopFreed),
            new Measure<>(
                    "tenure.backstop.collections", "collections", "Collections that were asked for", MemoryStats::collections),
            new Measure<>("tenure.leaks", "leaks", "Leaks that were found", MemoryStats::leaks));

    private static final List<Measure<ScopeStats>> GAUGES_OF_A_SCOPE = List.of(
            new Measure<>(
                    "tenure.scope.memory.used", BaseUnits.BYTES, "Bytes that the scopes of a name keep alive", ScopeStats::bytes),
            new Measure<>("tenure.scope.tensor.count", "tensors", "Tensors of the scopes of a name", ScopeStats::tensors));

    private final Tags tags;
    private final Set<Device> devices = new LinkedHashSet<>();
    private final Set<String> scopes = new LinkedHashSet<>();
    private final Map<MeterRegistry, ModelTimers> timers = new ConcurrentHashMap<>();

    /** Makes a binder whose meters have no tags of their own. */
    public TenureMetrics() {
        this(List.of());
    }

    /**
     * Makes a binder.
     *
     * @param tags the tags of each meter
     */
    public TenureMetrics(Iterable<Tag> tags) {
        this.tags = Tags.of(Objects.requireNonNull(tags, "tags"));
    }

    /**
     * Adds a device. The CPU, and devices that have been used before {@link #bindTo}, need not be
     * named.
     *
     * @param device an available device
     * @return this
     */
    public TenureMetrics device(Device device) {
        devices.add(Objects.requireNonNull(device, "device"));
        return this;
    }

    /**
     * Adds the memory of the scopes of these names, each with the tag {@code tenure.scope.name}.
     * Choose few names that do not change: each is a time series of its own.
     *
     * @param names the names of scopes, which need not exist yet
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a name has a NUL or an unpaired surrogate
     */
    public TenureMetrics scopes(String... names) {
        for (String name : names) {
            Tenure.scopeStats(Objects.requireNonNull(name, "name")); // throws for an invalid name; a gauge cannot
        }
        scopes.addAll(List.of(names));
        return this;
    }

    /**
     * Registers the meters, and begins to time runs of models. If they are in the registry already,
     * nothing is counted twice.
     *
     * @param registry the registry
     * @throws dev.tenure.TensorException if a device that was named is not available
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry");
        Set<Device> all = new LinkedHashSet<>(Tenure.devices());
        all.addAll(devices);
        for (Device device : all) {
            Tenure.stats(device); // refuses a device that is not available
            Tags ofDevice = tags.and("tenure.device", device.toString());
            GAUGES_OF_A_DEVICE.forEach(one -> one.gauge(registry, ofDevice, () -> Tenure.stats(device)));
            COUNTERS_OF_A_DEVICE.forEach(one -> one.counter(registry, ofDevice, () -> Tenure.stats(device)));
        }
        GAUGES.forEach(one -> one.gauge(registry, tags, Tenure::stats));
        COUNTERS.forEach(one -> one.counter(registry, tags, Tenure::stats));
        for (String name : scopes) {
            Tags ofScope = tags.and("tenure.scope.name", name);
            GAUGES_OF_A_SCOPE.forEach(one -> one.gauge(registry, ofScope, () -> Tenure.scopeStats(name)));
        }
        timers.computeIfAbsent(registry, this::timersOf);
    }

    private ModelTimers timersOf(MeterRegistry registry) {
        ModelTimers made = new ModelTimers(registry, tags, scopes);
        Tenure.addModelRunListener(made);
        return made;
    }

    /**
     * Ends the timing of models. The meters remain in their registries, and all others go on. Until
     * then the library keeps the registries that are not closed reachable.
     */
    @Override
    public void close() {
        timers.values().forEach(Tenure::removeModelRunListener);
        timers.clear();
    }

    /** A row of the table of the guide: a number of some statistics. */
    private record Measure<S>(String name, String unit, String description, ToLongFunction<S> value) {
        void gauge(MeterRegistry registry, Tags tags, Supplier<S> now) {
            Gauge.builder(name, () -> value.applyAsLong(now.get()))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(description)
                    .register(registry);
        }

        void counter(MeterRegistry registry, Tags tags, Supplier<S> now) {
            // The registry refers weakly to what is counted: the class, which its function keeps alive.
            FunctionCounter.builder(name, TenureMetrics.class, any -> value.applyAsLong(now.get()))
                    .tags(tags)
                    .baseUnit(unit)
                    .description(description)
                    .register(registry);
        }
    }
}
