package dev.tenure.spring;

import dev.tenure.Scope;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Applies the settings, and makes the scope of the application: a bean of the type {@link Scope},
 * named as the application is. What must live as long as the application, such as the weights of a
 * model, belongs there. When the application ends, it is closed after all other beans, and what is
 * alive then is a warning in the log.
 */
@AutoConfiguration
@EnableConfigurationProperties(TenureProperties.class)
public class TenureAutoConfiguration {
    /** Called by Spring. */
    public TenureAutoConfiguration() {}

    /** The name of the bean that is the scope of the application. */
    static final String SCOPE = "tenureScope";

    @Bean
    static TenureLifecycle tenureLifecycle(Environment environment) {
        return new TenureLifecycle(environment);
    }

    // Closed by the lifecycle, after all beans.
    @Bean(name = SCOPE, destroyMethod = "")
    @ConditionalOnMissingBean(name = SCOPE)
    Scope tenureScope(@Qualifier("tenureLifecycle") TenureLifecycle lifecycle) {
        return lifecycle.scope();
    }
}
