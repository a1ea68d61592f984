package dev.tenure.spring;

import dev.tenure.reports.LeakLevel;
import dev.tenure.reports.LogLevel;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The properties {@code tenure.*} of an application. What is not set keeps the default of the
 * library, which its own system properties and environment variables may have set.
 *
 * @param limit the most memory that the library takes from the system for the CPU, such as
 *     {@code 2GB}, as {@link dev.tenure.Tenure#setMemoryLimit}
 * @param leaks how much is recorded about where resources are made, as
 *     {@link dev.tenure.Tenure#leakLevel(LeakLevel)}
 * @param log which records the library writes to the log, as
 *     {@link dev.tenure.Tenure#logLevel(LogLevel)}
 * @param threads how many threads compute operations at the same time, as
 *     {@link dev.tenure.Tenure#setThreads}
 * @param metrics what meters there are
 * @param web what a request gets
 */
@ConfigurationProperties("tenure")
public record TenureProperties(
        DataSize limit,
        LeakLevel leaks,
        LogLevel log,
        Long threads,
        @DefaultValue Metrics metrics,
        @DefaultValue Web web) {
    /**
     * What meters there are.
     *
     * @param enabled whether there are any
     * @param scopes the names of scopes whose memory has meters of its own, and which are tags of
     *     the timers of models
     */
    public record Metrics(@DefaultValue("true") boolean enabled, @DefaultValue List<String> scopes) {}

    /**
     * What a request gets.
     *
     * @param requestScopes whether each request of a servlet has a scope of its own, named
     *     {@code request}, which is current while the request is handled and closed when it has ended
     * @param requestLimit the most memory that the scope of a request may keep alive; none if it is
     *     not set
     */
    public record Web(@DefaultValue("false") boolean requestScopes, DataSize requestLimit) {}
}
