package dev.tenure.spring;

import dev.tenure.micrometer.TenureMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/**
 * Binds the meters of {@link TenureMetrics} to the registry of the application, if there is one.
 * With the actuator Spring Boot does so itself, as for each binder.
 */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnProperty(name = "tenure.metrics.enabled", matchIfMissing = true)
public class TenureMetricsAutoConfiguration {
    /** Called by Spring. */
    public TenureMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    TenureMetrics tenureMetrics(TenureProperties settings) {
        return new TenureMetrics().scopes(settings.metrics().scopes().toArray(String[]::new));
    }

    @Bean
    @ConditionalOnMissingClass("org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration")
    SmartInitializingSingleton tenureMetricsBinding(TenureMetrics metrics, ObjectProvider<MeterRegistry> registries) {
        return () -> registries.orderedStream().forEach(metrics::bindTo);
    }
}
