package dev.tenure;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** The public types of the packages that the module exports. */
final class PublicTypes {
    static final String INTERNAL = "dev.tenure.internal";
    static final String COLLECTOR = "dev.tenure.collector";
    static final String ACCESS = "dev.tenure.access";
    private static final Set<String> HIDDEN = Set.of(INTERNAL, COLLECTOR, ACCESS);

    private PublicTypes() {}

    static Set<Class<?>> all() throws IOException, ReflectiveOperationException {
        Set<Class<?>> types = new LinkedHashSet<>();
        for (Class<?> type : compiled()) {
            if (Modifier.isPublic(type.getModifiers()) && !HIDDEN.contains(type.getPackageName())) {
                types.add(type);
            }
        }
        return types;
    }

    /** Every class of the library, the hidden ones too. */
    static Set<Class<?>> compiled() throws IOException, ReflectiveOperationException {
        Path root = Path.of(System.getProperty("tenure.classes"));
        Set<Class<?>> types = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(root.resolve("dev"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
                String name = root.relativize(file).toString().replace(".class", "").replace('/', '.');
                if (!name.endsWith("package-info")) {
                    types.add(Class.forName(name));
                }
            }
        }
        return types;
    }

    /** Whether a package is one of the library's. */
    static boolean isOurs(Class<?> type) {
        return type.getPackageName().equals("dev.tenure") || type.getPackageName().startsWith("dev.tenure.");
    }
}
