package dev.tenure.access;

import dev.tenure.Status;
import dev.tenure.internal.Reports;

/**
 * The monitors of the JVM that the library is shown to: JMX if the program or its settings ask for
 * it, and the flight recorder if it runs.
 *
 * <p>Invariant: {@link MemoryBean} and {@link FlightEvents} are not loaded where their module is
 * absent.
 */
public final class Monitors {
    private static final String JMX = "tenure.jmx";
    private static final String MANAGEMENT = "java.management";

    private Monitors() {}

    /** Called once, when the first kind of resource is initialized; so the work is another thread's. */
    public static void start() {
        if (Flight.isOn()) {
            Reports.later(Flight::start);
        }
        if (Boolean.getBoolean(JMX)) {
            Reports.later(Monitors::registerOrLog);
        }
    }

    private static void registerOrLog() {
        try {
            registerBean();
        } catch (RuntimeException | LinkageError e) {
            System.getLogger("dev.tenure.library")
                    .log(System.Logger.Level.WARNING, "the bean for JMX was not registered", e);
        }
    }

    /** Registers the bean unless it is registered, and returns its name. */
    public static String registerBean() {
        if (!isManaged()) {
            throw Nouns.get()
                    .failure(Status.UNSUPPORTED, "the module " + MANAGEMENT + " is absent: add it with --add-modules");
        }
        return MemoryBean.register();
    }

    /** Removes the bean. If it is not registered, this has no effect. */
    public static void unregisterBean() {
        if (isManaged()) {
            MemoryBean.unregister();
        }
    }

    private static boolean isManaged() {
        return ModuleLayer.boot().findModule(MANAGEMENT).isPresent();
    }
}
