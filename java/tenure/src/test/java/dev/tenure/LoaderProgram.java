package dev.tenure;

import dev.tenure.onnx.OnnxModel;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Loads the library and says so; run by {@link LoaderTest}. */
public final class LoaderProgram {
    private LoaderProgram() {}

    /**
     * @param arguments nothing; or {@code twice} for a second class loader that loads it too; or {@code as} and a
     *     version, for classes of another release; or {@code again}, for uses after a load that fails;
     *     or {@code models} for a model in two class loaders
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0) {
            hello();
            return;
        }
        if (arguments[0].equals("again")) {
            again();
            return;
        }
        if (arguments[0].equals("models")) {
            model("first");
            try (Copies copies = new Copies(Tenure.version())) {
                Class<?> copy = copies.loadClass(LoaderProgram.class.getName());
                copy.getMethod("model", String.class).invoke(null, "second");
            }
            model("third");
            return;
        }
        boolean twice = arguments[0].equals("twice");
        if (twice) {
            hello();
        }
        try (Copies copies = new Copies(twice ? Tenure.version() : arguments[1])) {
            copies.loadClass(LoaderProgram.class.getName()).getMethod("hello").invoke(null);
        }
    }

    /** Uses the library in several ways, and says what each throws. */
    private static void again() {
        List<Runnable> uses = List.of(
                Tenure::version, () -> Tensor.ones(2), Tenure::version, () -> Tenure.setThreads(1), LoaderProgram::hello);
        for (Runnable use : uses) {
            try {
                use.run();
            } catch (Error e) {
                System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage().lines().findFirst().orElse(""));
            }
        }
        System.exit(1);
    }

    public static void hello() {
        try (Scope scope = Scope.open()) {
            System.out.println("hello from " + Tenure.version() + ", " + scope.ones(2).sum().item());
            ByteBuffer two = ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder());
            Tensor.wrap(DType.F32, two).fill(3);
            if (two.getFloat(4) != 3) {
                throw new IllegalStateException("a wrapped buffer was copied");
            }
        }
    }

    public static void model(String name) {
        Path file = Path.of(System.getProperty("tenure.root"), "tests/onnx/data/affine.onnx");
        try (Scope scope = Scope.open()) {
            Tensor y = OnnxModel.load(file).run(Tensor.of(new float[] {1, 2, 3}, 1, 3))[0];
            System.out.println(name + " model " + y.getDouble(0, 0));
        }
    }

    /** Defines the classes of the class path again, with {@code Version} of another release. */
    private static final class Copies extends URLClassLoader {
        private final String version;

        Copies(String version) throws MalformedURLException {
            super(classPath(), ClassLoader.getPlatformClassLoader());
            this.version = version;
        }

        private static URL[] classPath() throws MalformedURLException {
            String[] entries = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
            URL[] urls = new URL[entries.length];
            for (int i = 0; i < entries.length; i++) {
                urls[i] = Path.of(entries[i]).toUri().toURL();
            }
            return urls;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!name.equals("dev.tenure.internal.Version")) {
                return super.findClass(name);
            }
            try (InputStream stream = getResourceAsStream("dev/tenure/internal/Version.class")) {
                // Latin-1 keeps every byte; a version of the same length keeps every offset.
                String text = new String(stream.readAllBytes(), StandardCharsets.ISO_8859_1);
                byte[] bytes = text.replace(ownVersion(), version).getBytes(StandardCharsets.ISO_8859_1);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        private static String ownVersion() throws IOException {
            String cargo = Files.readString(Path.of(System.getProperty("tenure.root"), "Cargo.toml"));
            return cargo.replaceFirst("(?s).*?version = \"(.*?)\".*", "$1");
        }
    }
}
