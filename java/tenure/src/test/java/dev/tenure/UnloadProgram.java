package dev.tenure;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Uses the library from class loaders of its own, one after another, and drops each; run by {@link
 * UnloadTest}. Its own class loader must not see the library's classes, or they would be found
 * there.
 */
final class UnloadProgram {
    private static final int LOADERS = 5;
    private static final int COLLECTIONS = 3_000; // with 10 ms each, more than the daemons wait

    private UnloadProgram() {}

    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < LOADERS; i++) {
            WeakReference<ClassLoader> loader = null;
            for (int k = 0; loader == null || loader.get() != null; k++) {
                if (loader == null) {
                    loader = use(Path.of(arguments[0]).toUri().toURL(), Path.of(arguments[1]).toUri().toURL());
                }
                if (k == COLLECTIONS) {
                    Thread.getAllStackTraces().keySet().forEach(thread -> System.out.println(thread));
                    throw new IllegalStateException("loader " + i + " is not collected");
                }
                System.gc();
                Thread.sleep(10);
            }
            System.out.println("loader " + i + " was collected");
        }
        System.out.println("all were collected");
    }

    private static WeakReference<ClassLoader> use(URL... classes) throws Exception {
        URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
        Class<?> user = loader.loadClass("dev.tenure.UnloadedUser");
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                user.getDeclaredMethod("use").invoke(null);
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        thread.setContextClassLoader(loader); // as in a container
        thread.start();
        thread.join();
        loader.close();
        if (failure[0] != null && failure[0].getCause() instanceof UnsatisfiedLinkError) {
            return null; // the JVM has not yet unloaded it from the one before
        }
        if (failure[0] != null) {
            throw new IllegalStateException(failure[0]);
        }
        return new WeakReference<>(loader);
    }
}
