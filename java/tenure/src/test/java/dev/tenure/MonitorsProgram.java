package dev.tenure;

import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Uses the library with and without monitors; run by {@link MonitorsTest} in a JVM of its own. */
public final class MonitorsProgram {
    private MonitorsProgram() {}

    /** @param arguments {@code copies}, {@code wait} or {@code plain} */
    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "copies" -> copies();
            case "wait" -> waitForTheBean();
            default -> plain();
        }
    }

    private static void copies() throws Exception {
        System.out.println("own: " + Tenure.registerMXBean());
        URL[] path = Stream.of(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
                .map(MonitorsProgram::url)
                .toArray(URL[]::new);
        try (URLClassLoader loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader())) {
            loader.loadClass(MonitorsProgram.class.getName()).getMethod("register").invoke(null);
            System.out.println("live bytes of the copy: " + Beans.liveBytes("dev.tenure:type=Memory,copy=2"));
        }
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (java.net.MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Called in the other class loader. */
    public static void register() {
        Scope.create().zeros(7);
        System.out.println("copy: " + Tenure.registerMXBean());
    }

    private static void waitForTheBean() throws Exception {
        try (Scope scope = Scope.open()) {
            Tensor.zeros(3);
            for (int i = 0; i < 1000 && !Beans.isThere("dev.tenure:type=Memory"); i++) {
                Thread.sleep(10);
            }
            System.out.println("dev.tenure:type=Memory has " + Beans.liveBytes("dev.tenure:type=Memory") + " bytes");
        }
    }

    private static void plain() {
        try (Scope scope = Scope.open().limit(100)) {
            System.out.println(Tensor.of(new float[] {1, 2, 3}).sum().item());
            try {
                Tensor.zeros(1000);
            } catch (NativeMemoryException e) {
                System.out.println("the limit holds");
            }
            Tenure.registerMXBean();
        } catch (TensorException e) {
            System.out.println("refused: " + e.status() + " " + e.getMessage());
        }
    }

    /** Apart, so that the rest runs without the module. */
    private static final class Beans {
        private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

        static boolean isThere(String name) throws Exception {
            return SERVER.isRegistered(new ObjectName(name));
        }

        static Object liveBytes(String name) throws Exception {
            return SERVER.getAttribute(new ObjectName(name), "LiveBytes");
        }
    }
}
