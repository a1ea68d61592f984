package dev.tenure;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Every public method and constructor of the exported packages, found by reflection, less what is listed here with a reason. */
final class FuzzCalls {
    private static final String SETTING = "a setting of the process, which other threads would see; called by itself";

    /** What is left out, by class and name. */
    static final Map<String, String> LEFT_OUT = Map.ofEntries(
            Map.entry("Tenure.setMemoryLimit", SETTING),
            Map.entry("Tenure.setUnownedThreshold", SETTING),
            Map.entry("Tenure.setThreads", SETTING),
            Map.entry("Tenure.setDecay", SETTING),
            Map.entry("Tenure.leakLevel", SETTING),
            Map.entry("Tenure.onLeak", SETTING),
            Map.entry("Tenure.addModelRunListener", SETTING),
            Map.entry("Tenure.removeModelRunListener", SETTING),
            Map.entry("Tenure.registerMXBean", SETTING),
            Map.entry("Tenure.unregisterMXBean", SETTING),
            Map.entry("Tenure.assertNoLeaks", "an AssertionError is its answer while anything is alive; called at the end"),
            Map.entry("LeakCheck.close", "an AssertionError is its answer while anything is alive"),
            Map.entry("Tensor.fromDlpack", "an address that is not one of such a structure ends the process, as it says"),
            Map.entry("Tensor.toDlpack", "what nobody takes is never freed, as it says"));

    /** Tensors of random or any numbers, and what is another object each time: two calls need not agree. */
    private static final Set<String> NOT_REPEATABLE = Set.of(
            "rand", "randn", "randint", "randperm", "normal", "uniform", "randLike", "randnLike", "randintLike", "bernoulli",
            "multinomial", "dropout", "empty", "emptyLike", "id", "scope", "name", "workspace", "close", "isClosed",
            "moveToOuterScope", "moveTo", "detachFromScope", "attach", "tempAttach", "leverageTo", "leverageOrDetach", "migrate",
            "normalInPlace", "uniformInPlace", "truncNormalInPlace", "xavierNormalInPlace", "xavierUniformInPlace",
            "kaimingNormalInPlace", "kaimingUniformInPlace", "orthogonalInPlace",
            "asByteBuffer", "asReadOnlyByteBuffer", "loadNpy", "saveNpy", "equals", "hashCode", "alias", "useCount");

    private FuzzCalls() {}

    /** In one order, so that a seed means the same calls each time. */
    static List<Executable> all() throws IOException, ReflectiveOperationException {
        List<Executable> all = new ArrayList<>();
        for (Class<?> type : PublicTypes.all()) {
            if (!Modifier.isAbstract(type.getModifiers())) {
                all.addAll(List.of(type.getConstructors()));
            }
            for (Method method : type.getMethods()) {
                boolean isOurs = PublicTypes.isOurs(method.getDeclaringClass()) && !method.isBridge() && !method.isSynthetic();
                if (isOurs && !LEFT_OUT.containsKey(type.getSimpleName() + "." + method.getName())) {
                    all.add(method);
                }
            }
        }
        all.removeIf(one -> LEFT_OUT.containsKey(one.getDeclaringClass().getSimpleName() + "." + one.getName()));
        List<Executable> distinct = all.stream().distinct().sorted(Comparator.comparing(FuzzCalls::id)).toList();
        distinct.forEach(one -> one.setAccessible(true)); // what is inherited from classes that users do not see
        return distinct;
    }

    /** {@code Tensor.add(Tensor)}. */
    static String id(Executable one) {
        String name = one instanceof Constructor ? "new" : one.getName();
        return Arrays.stream(one.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(",", one.getDeclaringClass().getSimpleName() + "." + name + "(", ")"));
    }

    /** Whether the same call on copies gives the same bits, and leaves the same bits in the copies. */
    static boolean isRepeatable(Executable one) {
        return one instanceof Method method
                && method.getDeclaringClass() == Tensor.class
                && !NOT_REPEATABLE.contains(method.getName())
                && !method.getName().startsWith("rand")
                && !method.getName().endsWith("InPlace") == !method.getReturnType().equals(void.class)
                && Arrays.stream(method.getParameterTypes()).noneMatch(FuzzCalls::isAlive);
    }

    private static boolean isAlive(Class<?> type) {
        return Scope.class.isAssignableFrom(type) || type == java.nio.file.Path.class || java.nio.Buffer.class.isAssignableFrom(type);
    }
}
