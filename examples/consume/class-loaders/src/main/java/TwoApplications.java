import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;

/** As an application server does: two applications, each with a library of its own in its own class loader. */
public class TwoApplications {
    public static void main(String[] arguments) throws Exception {
        URL[] jars = Stream.of(arguments).map(TwoApplications::url).toArray(URL[]::new);
        ClassLoader platform = ClassLoader.getPlatformClassLoader();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            URLClassLoader application = new URLClassLoader(jars, platform);
            threads[i] = new Thread(() -> run(application));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void run(ClassLoader application) {
        try {
            application.loadClass("Hello").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (ReflectiveOperationException e) {
            e.printStackTrace();
        }
    }

    private static URL url(String file) {
        try {
            return Path.of(file).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(file, e);
        }
    }
}
