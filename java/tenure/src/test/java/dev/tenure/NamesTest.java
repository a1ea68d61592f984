package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The same name means the same in Java and C#: tests/names.txt lists all public members, and which of them is an idiom of
 * one language. NamesTests.cs holds C# to the same list.
 */
class NamesTest {
    private static final Path LIST = Path.of(System.getProperty("tenure.root"), "tests", "names.txt");
    private static final Set<String> OF_ANY_OBJECT = Set.of("toString", "equals", "hashCode");

    @Test
    void eachPublicMemberStandsInTheList() throws IOException, ReflectiveOperationException {
        Set<String> listed = listed();
        Set<String> unlisted = members();
        Set<String> gone = new TreeSet<>(listed);
        gone.removeAll(unlisted);
        unlisted.removeAll(listed);
        assertEquals(List.of(), List.copyOf(unlisted),
                "not in tests/names.txt: add each to both languages, or as an idiom with a reason");
        assertEquals(List.of(), List.copyOf(gone), "in tests/names.txt, but not in Java");
    }

    /** What the list says is in both languages or in Java alone. */
    private static Set<String> listed() throws IOException {
        Map<String, Set<String>> types = new TreeMap<>();
        Set<String> members = new TreeSet<>();
        for (String line : Files.readAllLines(LIST)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String names = line.strip();
            boolean ofCSharp = names.startsWith("C#: ");
            if (ofCSharp || names.startsWith("Java: ")) {
                String[] parts = names.split(" -- ", 2);
                assertTrue(parts.length == 2 && parts[1].length() > 10, "an idiom without a reason: " + line);
                names = parts[0].substring(parts[0].indexOf(':') + 1).strip();
            }
            if (!line.startsWith(" ")) {
                String[] typeAndBase = names.split(" : ");
                members = new TreeSet<>(typeAndBase.length == 1 ? Set.of() : types.get(typeAndBase[1]));
                if (!ofCSharp) {
                    types.put(typeAndBase[0], members);
                }
            } else if (!ofCSharp) {
                members.addAll(List.of(names.split(" ")));
            }
        }
        Set<String> listed = new TreeSet<>(types.keySet());
        types.forEach((type, names) -> names.forEach(name -> listed.add(type + "." + name)));
        return listed;
    }

    /** As {@code Type} and {@code Type.member}; inherited ones too, but for those of the JDK's types. */
    private static Set<String> members() throws IOException, ReflectiveOperationException {
        Set<String> names = new TreeSet<>();
        for (Class<?> type : PublicTypes.all()) {
            if (type.isMemberClass() && !Modifier.isPublic(type.getDeclaringClass().getModifiers())) {
                continue;
            }
            names.add(type.getSimpleName());
            for (Method method : type.getMethods()) {
                boolean ofEnum = type.isEnum() && Set.of("values", "valueOf").contains(method.getName());
                if (isOurs(method) && !method.isSynthetic() && !ofEnum && !OF_ANY_OBJECT.contains(method.getName())) {
                    names.add(type.getSimpleName() + "." + method.getName());
                }
            }
            for (Field field : type.getFields()) {
                if (isOurs(field)) {
                    names.add(type.getSimpleName() + "." + field.getName());
                }
            }
        }
        return names;
    }

    private static boolean isOurs(Member member) {
        return PublicTypes.isOurs(member.getDeclaringClass());
    }
}
