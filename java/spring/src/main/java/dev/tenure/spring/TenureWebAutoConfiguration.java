package dev.tenure.spring;

import dev.tenure.Scope;
import jakarta.servlet.DispatcherType;
import java.util.EnumSet;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives each request a scope, if {@code tenure.web.request-scopes} is true. The scopes are children
 * of that of the application.
 */
@AutoConfiguration(after = TenureAutoConfiguration.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnClass(OncePerRequestFilter.class)
@ConditionalOnProperty("tenure.web.request-scopes")
public class TenureWebAutoConfiguration {
    /** Called by Spring. */
    public TenureWebAutoConfiguration() {}

    // Behind the filters that observe requests and set their encoding, before those of the program.
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 100;

    @Bean
    FilterRegistrationBean<RequestScopeFilter> tenureRequestScopes(
            @Qualifier(TenureAutoConfiguration.SCOPE) Scope scope, TenureProperties settings) {
        FilterRegistrationBean<RequestScopeFilter> filter =
                new FilterRegistrationBean<>(new RequestScopeFilter(scope, settings.web().requestLimit()));
        filter.setOrder(ORDER);
        filter.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
        filter.setAsyncSupported(true);
        return filter;
    }
}
