package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a public class offers, it declares itself or a public class above it does: Scala finds no static method of a
 * class that it may not name, and reflection may not call any.
 */
class PublicClassesTest {
    @Test
    void eachMethodIsOfAPublicClass() throws IOException, ReflectiveOperationException {
        List<String> hidden = new ArrayList<>();
        int seen = 0;
        for (Class<?> type : PublicTypes.all()) {
            for (Method method : type.getMethods()) {
                seen++;
                if (!Modifier.isPublic(method.getDeclaringClass().getModifiers())) {
                    hidden.add(type.getSimpleName() + "." + method.getName() + " of " + method.getDeclaringClass());
                }
            }
        }
        assertEquals(List.of(), hidden);
        assertTrue(seen > 500, seen + " methods");
    }

    /** The compiler adds a method to a public class for each that it inherits from one that is not. */
    @Test
    void noneIsThereOnlyToPassACallOn() throws IOException, ReflectiveOperationException {
        List<String> passed = new ArrayList<>();
        for (Class<?> type : PublicTypes.all()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.isBridge() && hasNoOther(type, method)) {
                    passed.add(type.getSimpleName() + "." + method.getName());
                }
            }
        }
        assertEquals(List.of(), passed);
    }

    /** One with a narrower result, for which a bridge is how the JVM overrides. */
    private static boolean hasNoOther(Class<?> type, Method bridge) {
        for (Method method : type.getDeclaredMethods()) {
            if (!method.isBridge() && method.getName().equals(bridge.getName())
                    && method.getParameterCount() == bridge.getParameterCount()) {
                return false;
            }
        }
        return true;
    }
}
