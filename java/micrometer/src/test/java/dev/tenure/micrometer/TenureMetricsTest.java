package dev.tenure.micrometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.Device;
import dev.tenure.NativeMemoryException;
import dev.tenure.Scope;
import dev.tenure.ShapeMismatchException;
import dev.tenure.Tensor;
import dev.tenure.TensorException;
import dev.tenure.Tenure;
import dev.tenure.Workspace;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.models.Predictor;
import dev.tenure.models.Translator;
import dev.tenure.nn.Linear;
import dev.tenure.nn.Module;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each meter has the library's own number, under the name of the guide. */
class TenureMetricsTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        registry.close();
    }

    private long gauge(String name, String... tags) {
        Gauge gauge = registry.get(name).tags(tags).gauge();
        return (long) gauge.value();
    }

    private long counter(String name) {
        FunctionCounter counter = registry.get(name).functionCounter();
        return (long) counter.count();
    }

    @Test
    void metersHaveTheNumbersOfStats() {
        new TenureMetrics(List.of(Tag.of("app", "shop"))).bindTo(registry);
        try (Scope scope = Scope.open().limit(10_000)) {
            Workspace workspace = Workspace.create();
            long tensors = gauge("tenure.tensor.count");
            long used = gauge("tenure.memory.used", "tenure.device", "cpu", "app", "shop");
            long refusals = counter("tenure.memory.refusals");
            long allocations = counter("tenure.memory.allocations");
            Tensor.zeros(1000).alias();
            assertThrows(NativeMemoryException.class, () -> Tensor.zeros(10_000));
            assertEquals(tensors + 2, gauge("tenure.tensor.count"));
            assertEquals(used + 4000, gauge("tenure.memory.used", "tenure.device", "cpu"));
            assertTrue(counter("tenure.memory.refusals") > refusals);
            assertTrue(counter("tenure.memory.allocations") > allocations);
            assertEquals(1, gauge("tenure.workspace.count"));
            assertEquals(Tenure.stats().limitBytes(), gauge("tenure.memory.limit"));
            assertEquals(Tenure.stats().peakBytes(), gauge("tenure.memory.peak"));
            assertEquals(Tenure.stats().liveScopes(), gauge("tenure.scope.count"));
            workspace.destroy();
            assertEquals(0, gauge("tenure.workspace.count"));
            assertEquals("bytes", registry.get("tenure.memory.used").gauge().getId().getBaseUnit());
        }
    }

    @Test
    void onlyScopesThatAreNamedHaveMeters() {
        new TenureMetrics().scopes("requests", "models").bindTo(registry);
        try (Scope scope = Scope.open("requests"); Scope other = Scope.create(Scope.options().name("others"))) {
            Tensor.zeros(10);
            other.zeros(20);
            assertEquals(40, gauge("tenure.scope.memory.used", "tenure.scope.name", "requests"));
            assertEquals(1, gauge("tenure.scope.tensor.count", "tenure.scope.name", "requests"));
            assertEquals(0, gauge("tenure.scope.memory.used", "tenure.scope.name", "models"));
            assertEquals(2, registry.find("tenure.scope.memory.used").gauges().size());
        }
        assertEquals(0, gauge("tenure.scope.memory.used", "tenure.scope.name", "requests"));
    }

    @Test
    void metersStayWhileTheRegistryDoes() throws InterruptedException {
        new TenureMetrics().bindTo(registry);
        for (int i = 0; i < 5; i++) {
            System.gc();
            Thread.sleep(10);
        }
        try (Scope scope = Scope.open()) {
            Tensor.zeros(1);
            assertTrue(counter("tenure.memory.allocations") > 0);
            assertTrue(gauge("tenure.memory.used") > 0);
        }
    }

    private static Predictor<float[], float[]> predictor(Module model) {
        return Predictor.of(model, Translator.of(row -> Tensor.of(row), scores -> scores.toFloatArray()));
    }

    private Timer timer(String... tags) {
        return registry.get("tenure.model.run.duration").tags(tags).timer();
    }

    @Test
    void runsOfModelsAreTimedOnceByKindNameScopeAndError() {
        TenureMetrics metrics = new TenureMetrics(List.of(Tag.of("app", "shop"))).scopes("requests");
        metrics.bindTo(registry);
        metrics.bindTo(registry);
        try (Scope scope = Scope.open("requests"); Scope inner = Scope.open("inner")) {
            Module model = new Linear(4, 2);
            model.name("scores");
            Predictor<float[], float[]> predictor = predictor(model);
            predictor.predict(new float[4]);
            predictor.batchPredict(List.of(new float[4], new float[4]));
            assertThrows(ShapeMismatchException.class, () -> predictor.predict(new float[3]));
            Timer calls = timer("tenure.model.kind", "predictor", "tenure.model.name", "scores", "error.type", "none",
                    "tenure.scope.name", "requests", "app", "shop");
            assertEquals(2, calls.count());
            assertTrue(calls.totalTime(TimeUnit.NANOSECONDS) >= calls.max(TimeUnit.NANOSECONDS));
            assertTrue(calls.max(TimeUnit.NANOSECONDS) > 0);
            assertEquals("seconds", calls.getId().getBaseUnit());
            assertEquals(1, timer("error.type", ShapeMismatchException.class.getName()).count());
            scope.run(() -> Batcher.of(model, Batching.defaults()).run(Tensor.ones(1, 4)));
            assertEquals(1, timer("tenure.model.kind", "batcher", "tenure.model.name", "none").count());
            metrics.close();
            predictor.predict(new float[4]);
            assertEquals(2, calls.count());
        }
        assertEquals(3, registry.find("tenure.model.run.duration").timers().size());
    }

    @Test
    void timersOfAClosedRegistryEnd() {
        try (Scope scope = Scope.open()) {
            new TenureMetrics().bindTo(registry);
            Predictor<float[], float[]> predictor = predictor(new Linear(4, 2));
            predictor.predict(new float[4]);
            Timer calls = timer("tenure.model.name", "none");
            assertTrue(calls.getId().getTag("tenure.scope.name") == null, "no scope is named");
            registry.close();
            predictor.predict(new float[4]);
            assertEquals(1, calls.count());
        }
    }

    @Test
    void everyMeterHasAUnitAndADescription() {
        new TenureMetrics().scopes("requests").bindTo(registry);
        for (Meter meter : registry.getMeters()) {
            assertTrue(meter.getId().getName().startsWith("tenure."), meter.getId()::toString);
            assertTrue(meter.getId().getBaseUnit() != null && meter.getId().getDescription() != null, meter.getId()::toString);
        }
        assertEquals(16, registry.getMeters().size());
    }

    @Test
    void aDeviceThatIsNotThereIsRefused() {
        assertThrows(TensorException.class, () -> new TenureMetrics().device(Device.cuda(0)).bindTo(registry));
    }
}
