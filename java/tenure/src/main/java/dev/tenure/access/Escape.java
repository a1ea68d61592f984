package dev.tenure.access;

import dev.tenure.Escapable;
import dev.tenure.EscapeRule;
import dev.tenure.InvalidArgumentException;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

/**
 * Finds the native resources in a value: the value itself, or the contents of its containers at any
 * depth.
 *
 * <p>Objects are compared by reference, so that no {@code equals} of the user runs and cycles
 * terminate. The walk has its own stack, so that a long linked structure cannot overflow the
 * thread's stack.
 */
public final class Escape<R> {
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Object> pending = new ArrayDeque<>();
    private final Class<R> kind;
    private final List<R> found = new ArrayList<>();

    private Escape(Class<R> kind) {
        this.kind = kind;
    }

    /**
     * All resources of a kind in {@code value}, each once, in the order in which they are found.
     */
    public static <R> List<R> resourcesIn(Object value, Class<R> kind) {
        Escape<R> walk = new Escape<>(kind);
        walk.push(value);
        while (!walk.pending.isEmpty()) {
            walk.open(walk.pending.pop());
        }
        return walk.found;
    }

    private void push(Object value) {
        if (value != null && seen.add(value)) {
            pending.push(value);
        }
    }

    private void open(Object value) {
        if (kind.isInstance(value)) {
            found.add(kind.cast(value));
        } else if (value instanceof Object[] array) {
            for (Object element : array) {
                push(element);
            }
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, element) -> {
                push(key);
                push(element);
            });
        } else if (value instanceof Map.Entry<?, ?> entry) {
            push(entry.getKey());
            push(entry.getValue());
        } else if (value instanceof Optional<?> optional) {
            optional.ifPresent(this::push);
        } else if (value instanceof Escapable own) {
            Iterable<?> escaping = own.escaping();
            if (escaping != null) {
                escaping.forEach(this::push);
            }
        } else if (value instanceof Record record) {
            openRecord(record);
        } else if (value instanceof Iterable<?> iterable && !(value instanceof Path)) { // a path may contain itself
            iterable.forEach(this::push);
        } else if (openByRule(value)) { // before references, because a Scala future is one
            return;
        } else if (value instanceof AtomicReference<?> reference) {
            push(reference.get());
        } else {
            refuseLate(value);
        }
    }

    private boolean openByRule(Object value) {
        for (EscapeRule rule : Rules.ALL) {
            Iterable<?> parts = rule.parts(value);
            if (parts != null) {
                parts.forEach(this::push);
                return true;
            }
        }
        return false;
    }

    /**
     * The rules that the library's own class loader finds, so that they keep no other class loader
     * reachable.
     */
    private static final class Rules {
        static final List<EscapeRule> ALL =
                ServiceLoader.load(EscapeRule.class, EscapeRule.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
    }

    /**
     * Refuses a value whose elements are made after the scope has closed: they would be closed
     * tensors, or unowned ones.
     */
    private static void refuseLate(Object value) {
        String instead = value instanceof Iterator || value instanceof Enumeration || value instanceof Spliterator
                ? "return a list of its elements"
                : value instanceof BaseStream
                ? "return its elements, as by toList()"
                : value instanceof Future || value instanceof CompletionStage
                ? "wait for its result in the body, and return that"
                : value instanceof Supplier || value instanceof Callable
                ? "call it in the body, and return what it gives"
                : null;
        if (instead != null) {
            throw new InvalidArgumentException("a " + value.getClass().getName()
                    + " cannot be returned from a scope, which closes before it gives its values: " + instead);
        }
    }

    private void openRecord(Record record) {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            if (!component.getType().isPrimitive()) {
                push(read(record, component));
            }
        }
    }

    private static Object read(Record record, RecordComponent component) {
        Method accessor = component.getAccessor();
        try {
            if (!accessor.canAccess(record)) {
                accessor.setAccessible(true);
            }
            return accessor.invoke(record);
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            throw new InvalidArgumentException(
                    "record " + record.getClass().getName() + " cannot be searched for tensors: its accessor "
                            + accessor.getName() + "() failed; open its package to module dev.tenure",
                    e);
        }
    }
}
