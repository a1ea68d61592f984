package dev.tenure.micrometer;

import dev.tenure.ClosedException;
import dev.tenure.Scope;
import dev.tenure.Tenure;
import dev.tenure.reports.ModelRun;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The timers of one registry for runs of models: one for each kind, name, error and, if scopes are
 * named, scope.
 *
 * <p>Invariant: all have the same tag keys, because registries such as that of Prometheus refuse
 * meters of one name that differ in them. What is absent has the value {@code none}, as elsewhere in
 * Micrometer.
 */
final class ModelTimers implements Consumer<ModelRun> {
    private static final String NONE = "none";
    private static final int MOST = 1000; // stale links of closed scopes can loop

    private final MeterRegistry registry;
    private final MeterProvider<Timer> timers;
    private final Set<String> scopes;

    ModelTimers(MeterRegistry registry, Tags tags, Set<String> scopes) {
        this.registry = registry;
        this.scopes = Set.copyOf(scopes);
        timers = Timer.builder("tenure.model.run.duration")
                .description("How long callers waited for runs of models")
                .tags(tags)
                .withRegistry(registry);
    }

    @Override
    public void accept(ModelRun run) {
        if (registry.isClosed()) {
            Tenure.removeModelRunListener(this);
            return;
        }
        Throwable error = run.error();
        Tags tags = Tags.of(
                "tenure.model.kind", run.kind(),
                "tenure.model.name", run.model() == null ? NONE : run.model(),
                "error.type", error == null ? NONE : error.getClass().getName());
        timers.withTags(scopes.isEmpty() ? tags : tags.and("tenure.scope.name", nearest())).record(run.duration());
    }

    /** The name of the current scope, or of the nearest one above it, that is among those named. */
    private String nearest() {
        try {
            Scope at = Scope.current();
            for (int depth = 0; at != null && depth < MOST; depth++, at = at.parent()) {
                String name = at.name();
                if (name != null && scopes.contains(name)) {
                    return name;
                }
            }
        } catch (ClosedException e) {
            return NONE; // by another thread, since it was current
        }
        return NONE;
    }
}
