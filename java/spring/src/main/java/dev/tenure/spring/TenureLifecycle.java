package dev.tenure.spring;

import dev.tenure.Device;
import dev.tenure.Scope;
import dev.tenure.Tenure;
import dev.tenure.reports.Leak;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * The begin and the end of the library in an application.
 *
 * <p>Invariant: the settings apply before any bean can make a tensor, and the scope of the
 * application is closed after all other beans are destroyed. Both follow from this being a {@link
 * BeanFactoryPostProcessor}: Spring makes these first, and destroys beans in the opposite order.
 */
final class TenureLifecycle implements BeanFactoryPostProcessor, DisposableBean {
    private static final Log LOG = LogFactory.getLog(TenureLifecycle.class);
    private static final int MOST = 20; // leaks in one record of the log

    private final Environment environment;
    private Scope scope;
    private Set<Long> others; // what was alive before, so that it is not this application's

    TenureLifecycle(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
        apply(Binder.get(environment).bindOrCreate("tenure", TenureProperties.class));
        others = Tenure.leaks().stream().map(Leak::id).collect(Collectors.toSet());
        String name = environment.getProperty("spring.application.name", "application");
        scope = Scope.create(Scope.options().name(name));
    }

    private static void apply(TenureProperties settings) {
        if (settings.limit() != null) {
            Tenure.setMemoryLimit(Device.CPU, settings.limit().toBytes());
        }
        if (settings.leaks() != null) {
            Tenure.leakLevel(settings.leaks());
        }
        if (settings.log() != null) {
            Tenure.logLevel(settings.log());
        }
        if (settings.threads() != null) {
            Tenure.setThreads(settings.threads());
        }
    }

    /** The scope of the application. */
    Scope scope() {
        return scope;
    }

    @Override
    public void destroy() {
        if (scope == null) {
            return; // the application did not start
        }
        try {
            scope.close();
        } catch (RuntimeException e) {
            LOG.warn("a resource that the scope of the application owned could not be closed", e);
        }
        List<Leak> left = Tenure.leaks().stream().filter(leak -> !others.contains(leak.id())).toList();
        if (!left.isEmpty()) {
            LOG.warn(text(left));
        }
    }

    private static String text(List<Leak> left) {
        String end = left.size() > MOST ? "\n  and " + (left.size() - MOST) + " more" : "";
        return left.stream()
                .limit(MOST)
                .map(Leak::toString)
                .collect(Collectors.joining("\n  ", left.size() + " native resources were not closed:\n  ", end));
    }
}
