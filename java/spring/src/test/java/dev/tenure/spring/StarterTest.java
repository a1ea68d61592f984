package dev.tenure.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.Tenure;
import dev.tenure.micrometer.TenureMetrics;
import dev.tenure.reports.LeakLevel;
import dev.tenure.reports.LogLevel;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application gets, depending on its properties and on what else is on its class path. */
class StarterTest {
    private static final AutoConfigurations OURS = AutoConfigurations.of(
            TenureAutoConfiguration.class, TenureMetricsAutoConfiguration.class, TenureWebAutoConfiguration.class,
            TenureEndpointAutoConfiguration.class);

    private final ApplicationContextRunner runner = new ApplicationContextRunner().withConfiguration(OURS);

    @Test
    void theSettingsApplyBeforeAnyBeanIsMade() {
        long limit = Tenure.stats().limitBytes();
        LeakLevel leaks = Tenure.leakLevel();
        LogLevel log = Tenure.logLevel();
        long threads = Tenure.threads();
        try {
            runner.withUserConfiguration(Early.class)
                    .withPropertyValues("tenure.limit=123MB", "tenure.leaks=sampled", "tenure.log=error", "tenure.threads=1")
                    .run(context -> {
                        assertNull(context.getStartupFailure());
                        assertEquals(123L << 20, context.getBean(Early.Seen.class).limit());
                        assertEquals(LeakLevel.SAMPLED, Tenure.leakLevel());
                        assertEquals(LogLevel.ERROR, Tenure.logLevel());
                        assertEquals(1, Tenure.threads());
                    });
        } finally {
            Tenure.setMemoryLimit(Device.CPU, 0);
            Tenure.leakLevel(leaks);
            Tenure.logLevel(log);
            Tenure.setThreads(threads);
        }
        assertEquals(limit, Tenure.stats().limitBytes());
        runner.run(context -> assertEquals(limit, Tenure.stats().limitBytes(), "what is not set is not changed"));
    }

    @Configuration(proxyBeanMethods = false)
    static class Early {
        record Seen(long limit) {}

        @Bean
        Seen seen() {
            return new Seen(Tenure.stats().limitBytes());
        }
    }

    @Test
    void aWrongSettingStopsTheApplication() {
        runner.withPropertyValues("tenure.leaks=often").run(context -> assertNotNull(context.getStartupFailure()));
        runner.withPropertyValues("tenure.threads=-1").run(context -> assertNotNull(context.getStartupFailure()));
    }

    @Test
    void theScopeOfTheApplicationIsClosedAfterAllBeansAndLeaksAreLogged() {
        List<String> logged = new ArrayList<>();
        Tensor[] made = new Tensor[2];
        try (Logging logging = new Logging(logged)) {
            runner.withUserConfiguration(Weights.class).withPropertyValues("spring.application.name=shop").run(context -> {
                Scope scope = context.getBean(Scope.class);
                assertEquals("shop", scope.name());
                made[0] = context.getBean(Weights.Held.class).weights;
                made[1] = Tensor.zeros(7).name("forgotten").detachFromScope();
                assertFalse(made[0].isClosed());
            });
            assertTrue(made[0].isClosed());
            String text = String.join("\n", logged);
            assertTrue(text.contains("1 native resources were not closed") && text.contains("'forgotten'"), text);
            assertTrue(Weights.wasOpenWhenDestroyed);
            logged.clear();
            runner.run(context -> context.getBean(Scope.class).zeros(3));
            assertEquals(List.of(), logged, "what was alive before is not this application's");
        } finally {
            made[1].close();
        }
        Tenure.assertNoLeaks();
    }

    @Configuration(proxyBeanMethods = false)
    static class Weights {
        static boolean wasOpenWhenDestroyed;

        /** Does not say that it needs the scope, and is destroyed before it all the same. */
        static class Held implements DisposableBean {
            Tensor weights;

            @Override
            public void destroy() {
                wasOpenWhenDestroyed = !weights.isClosed();
            }
        }

        @Bean
        Held held() {
            return new Held();
        }

        @Bean
        String weights(Held held, Scope scope) {
            held.weights = scope.zeros(3);
            return "made";
        }
    }

    @Test
    void metersAreBoundOnceWithTheActuatorAndWithoutIt() {
        ApplicationContextRunner registered = runner.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withPropertyValues("tenure.metrics.scopes=request,models");
        registered.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class)).run(context -> {
            assertFalse(context.containsBean("tenureMetricsBinding"));
            assertMeters(context.getBean(MeterRegistry.class));
        });
        registered.withClassLoader(new FilteredClassLoader(MetricsAutoConfiguration.class)).run(context -> {
            assertTrue(context.containsBean("tenureMetricsBinding"));
            assertMeters(context.getBean(MeterRegistry.class));
        });
    }

    private static void assertMeters(MeterRegistry registry) {
        assertNotNull(registry.find("tenure.memory.used").gauge());
        assertEquals(2, registry.find("tenure.scope.memory.used").gauges().size());
    }

    @Test
    void thereAreNoMetersWithoutMicrometerOrIfTheyAreOff() {
        runner.run(context -> assertEquals(1, context.getBeanNamesForType(TenureMetrics.class).length));
        runner.withPropertyValues("tenure.metrics.enabled=false")
                .run(context -> assertEquals(0, context.getBeanNamesForType(TenureMetrics.class).length));
        runner.withClassLoader(new FilteredClassLoader("io.micrometer")).run(context -> {
            assertNull(context.getStartupFailure());
            assertFalse(context.containsBean("tenureMetrics"));
        });
        TenureMetrics own = new TenureMetrics();
        runner.withBean("own", TenureMetrics.class, () -> own)
                .run(context -> assertSame(own, context.getBean(TenureMetrics.class), "the program's own comes first"));
    }

    @Test
    void requestScopesAreOffUnlessTheyAreAskedFor() {
        WebApplicationContextRunner web = new WebApplicationContextRunner().withConfiguration(OURS);
        web.run(context -> assertFalse(context.containsBean("tenureRequestScopes")));
        web.withPropertyValues("tenure.web.request-scopes=false")
                .run(context -> assertFalse(context.containsBean("tenureRequestScopes")));
        web.withPropertyValues("tenure.web.request-scopes=true")
                .run(context -> assertTrue(context.containsBean("tenureRequestScopes")));
        runner.withPropertyValues("tenure.web.request-scopes=true")
                .run(context -> assertFalse(context.containsBean("tenureRequestScopes"), "without a web application"));
    }

    @Test
    void theEndpointIsThereIfTheActuatorExposesIt() throws IOException {
        runner.run(context -> assertFalse(context.containsBean("tenureMemoryEndpoint")));
        runner.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
                .run(context -> assertNull(context.getStartupFailure()));
        runner.withPropertyValues("management.endpoints.web.exposure.include=tenureMemory").run(context -> {
            context.getBean(Scope.class).zeros(5).name("weights");
            TenureMemoryEndpoint endpoint = context.getBean(TenureMemoryEndpoint.class);
            assertTrue(endpoint.dump().startsWith("{") && endpoint.dump().contains("weights"), endpoint.dump());
            assertTrue(endpoint.view("page").contains("<h1>Native memory</h1>"));
            assertNull(endpoint.view("other"));
        });
    }

    @Test
    void springFindsAllConfigurations() {
        Set<String> listed = new TreeSet<>();
        ImportCandidates.load(org.springframework.boot.autoconfigure.AutoConfiguration.class, getClass().getClassLoader())
                .forEach(name -> {
                    if (name.startsWith("dev.tenure.")) {
                        listed.add(name);
                    }
                });
        assertEquals(Set.of(TenureAutoConfiguration.class.getName(), TenureEndpointAutoConfiguration.class.getName(),
                TenureMetricsAutoConfiguration.class.getName(), TenureWebAutoConfiguration.class.getName()), listed);
    }

    /** What editors offer is what there is. */
    @Test
    void theMetadataHasEveryProperty() throws IOException {
        String text;
        try (InputStream file = getClass().getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            text = new String(file.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        List<?> described = (List<?>) JsonParserFactory.getJsonParser().parseMap(text).get("properties");
        Set<String> listed = described.stream()
                .map(one -> (java.util.Map<?, ?>) one)
                .map(one -> one.get("name") + " " + one.get("type").toString().replaceFirst("<.*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> there = new TreeSet<>();
        collect("tenure", TenureProperties.class, there);
        assertEquals(there, listed);
    }

    private static void collect(String prefix, Class<?> record, Set<String> names) {
        Arrays.stream(record.getRecordComponents()).forEach(component -> {
            String name = prefix + "." + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(java.util.Locale.ROOT);
            Class<?> type = component.getType();
            if (type.isRecord()) {
                collect(name, type, names);
            } else {
                names.add(name + " " + (type == boolean.class ? Boolean.class : type).getName());
            }
        });
    }

    /** Collects what the lifecycle logs; without another library that is java.util.logging. */
    private static final class Logging extends Handler implements AutoCloseable {
        private final Logger logger = Logger.getLogger(TenureLifecycle.class.getName());
        private final List<String> logged;

        Logging(List<String> logged) {
            this.logged = logged;
            logger.addHandler(this);
        }

        @Override
        public void publish(LogRecord record) {
            logged.add(record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {
            logger.removeHandler(this);
        }
    }
}
