package dev.tenure.spring;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Makes the endpoint {@code tenureMemory} if the actuator is there and exposes it. */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public class TenureEndpointAutoConfiguration {
    /** Called by Spring. */
    public TenureEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    @ConditionalOnMissingBean
    TenureMemoryEndpoint tenureMemoryEndpoint() {
        return new TenureMemoryEndpoint();
    }
}
