package example;

import dev.tenure.Tenure;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.stereotype.Component;

/** Native memory as metrics: {@code /actuator/metrics/tenure.live.bytes}, and where Micrometer sends them. */
@Component
public class MemoryMetrics implements MeterBinder {
    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("tenure.live.bytes", () -> Tenure.stats().liveBytes()).baseUnit("bytes").register(registry);
        Gauge.builder("tenure.reserved.bytes", () -> Tenure.stats().reservedBytes()).baseUnit("bytes").register(registry);
        Gauge.builder("tenure.unowned.bytes", () -> Tenure.stats().unownedBytes()).baseUnit("bytes").register(registry);
        Gauge.builder("tenure.live.tensors", () -> Tenure.stats().liveTensors()).register(registry);
    }
}
