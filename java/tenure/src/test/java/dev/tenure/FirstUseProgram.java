package dev.tenure;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Uses every public class where the library cannot be loaded, each as the first one in a class loader of its own; run by
 * {@link LoaderTest}. Every static method and constructor is called twice, and then the methods of what they returned. A use that
 * needs the library must throw what the first one threw.
 */
public final class FirstUseProgram {
    private final Set<String> faults = new LinkedHashSet<>();
    private String first;
    private int uses;
    private int refused;

    private FirstUseProgram() {}

    /** @param arguments a file with the names of the classes */
    public static void main(String[] arguments) throws Exception {
        FirstUseProgram program = new FirstUseProgram();
        List<String> names = Files.readAllLines(Path.of(arguments[0]));
        for (String name : names) {
            try (URLClassLoader copies = copies()) {
                program.use(Class.forName(name, false, copies));
            }
        }
        program.faults.forEach(System.out::println);
        System.out.println(names.size() + " classes, " + program.uses + " uses, " + program.refused + " refused: " + program.first);
        System.exit(program.faults.isEmpty() ? 0 : 1);
    }

    private static URLClassLoader copies() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(java.io.File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private void use(Class<?> type) {
        List<Executable> entries = new ArrayList<>();
        if (!Modifier.isAbstract(type.getModifiers())) {
            entries.addAll(List.of(type.getConstructors()));
        }
        Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers()))
                .forEach(entries::add);
        entries.sort(Comparator.comparing(Executable::toString)); // in one order, so that a fault is found again
        List<Object> made = new ArrayList<>();
        for (Executable entry : entries) {
            for (int i = 0; i < 2; i++) {
                made.add(called(entry, null));
            }
        }
        for (Object one : made) {
            if (one == null || one.getClass().getClassLoader() != type.getClassLoader()) {
                continue;
            }
            for (Method method : one.getClass().getMethods()) {
                boolean isOurs = method.getDeclaringClass().getClassLoader() == type.getClassLoader();
                if (isOurs && !Modifier.isStatic(method.getModifiers()) && Modifier.isPublic(one.getClass().getModifiers())) {
                    called(method, one);
                }
            }
        }
    }

    /** Calls it, and returns its result; null if it threw. */
    private Object called(Executable entry, Object target) {
        uses++;
        try {
            Object[] arguments = Arrays.stream(entry.getParameterTypes()).map(FirstUseProgram::value).toArray();
            return entry instanceof Method method
                    ? method.invoke(target, arguments)
                    : ((Constructor<?>) entry).newInstance(arguments);
        } catch (InvocationTargetException e) {
            judge(entry, e.getCause());
        } catch (LinkageError e) {
            judge(entry, e);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            faults.add(entry + " cannot be called: " + e);
        }
        return null;
    }

    private void judge(Executable entry, Throwable thrown) {
        if (!(thrown instanceof LinkageError)) {
            return; // such as null for an argument
        }
        String message = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
        if (first == null) {
            first = message;
        }
        if (message.equals(first)) {
            refused++;
        } else {
            faults.add(entry + " threw " + message.lines().findFirst().orElse(""));
        }
    }

    private static Object value(Class<?> type) {
        if (type.isArray()) {
            Class<?> of = type.getComponentType();
            Object array = Array.newInstance(of, of.isPrimitive() || of == String.class ? 1 : 0);
            if (Array.getLength(array) == 1) {
                Array.set(array, 0, value(of));
            }
            return array;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        Object one = type.isPrimitive() ? Array.get(Array.newInstance(type, 1), 0) : null;
        if (one != null) {
            return one;
        }
        if (type == String.class || type == Object.class || type == CharSequence.class) {
            return "\ud800"; // what only the library can check
        }
        if (type == Path.class) {
            return Path.of("absent/file");
        }
        if (type == Map.class) {
            return Map.of();
        }
        if (type.isAssignableFrom(ArrayList.class)) {
            return List.of();
        }
        if (type == Optional.class) {
            return Optional.empty();
        }
        boolean isFunction = type.isInterface() && Arrays.stream(type.getMethods()).anyMatch(m -> Modifier.isAbstract(m.getModifiers()));
        return isFunction && !type.isSealed()
                ? Proxy.newProxyInstance(type.getClassLoader() == null ? FirstUseProgram.class.getClassLoader() : type.getClassLoader(),
                        new Class<?>[] {type}, (proxy, method, arguments) -> null)
                : null;
    }
}
