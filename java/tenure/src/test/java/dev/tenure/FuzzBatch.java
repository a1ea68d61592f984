package dev.tenure;

import dev.tenure.data.DataLoader;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls of one thread, which follow from a seed but for what other threads do meanwhile. Each ends in an answer or in an
 * exception of the list in {@code docs/exceptions.md}. What is a function of its arguments is called twice on copies, and
 * gives the same bits; what it does not say that it changes is as it was.
 */
final class FuzzBatch implements Runnable {
    private static final long EPOCHS = 3; // the most that a call is given
    private static final long MOST = 1 << 16; // elements that are compared
    private static final int SHARED = 60;
    private static final String CLOSED = "closed"; // in place of elements
    private static final String FULL = "no memory for a copy";

    private final long seed;
    private final int calls;
    private final List<Executable> all;
    private final Queue<Object> shared;
    private final FuzzValues values;
    private final Random random;
    private volatile Executable current;
    private volatile Object[] arguments;
    volatile long since = System.nanoTime();
    volatile int done;
    volatile int repeated;
    /** Of each call and what went wrong with it the first. */
    final Map<String, AssertionError> failures = new ConcurrentHashMap<>();

    FuzzBatch(long seed, int calls, List<Executable> all, Queue<Object> shared, Path folder) {
        this.seed = seed;
        this.calls = calls;
        this.all = all;
        this.shared = shared;
        this.random = new Random(seed);
        this.values = new FuzzValues(random, folder);
    }

    /** What a call ended in. */
    private record Outcome(Object result, Throwable error) {
        boolean depends() {
            return error instanceof NativeMemoryException || error instanceof ClosedException || error instanceof ScopeException;
        }
    }

    @Override
    public void run() {
        Scope root = Scope.open();
        try {
            for (done = 0; done < calls; done++) {
                since = System.nanoTime();
                one();
            }
        } catch (Throwable e) {
            add("fuzz", failed("threw " + e, e));
        } finally {
            finish(root);
        }
    }

    private void finish(Scope root) {
        try {
            values.clear();
            FuzzValues.destroyNamed();
            for (Scope open = Scope.current(); open != null && open != root; open = Scope.current()) {
                open.close();
                if (Scope.current() == open) {
                    break; // that of a workspace, which is left by itself
                }
            }
            root.close();
        } catch (Throwable e) {
            add("end", failed("threw at its end " + e, e));
        }
    }

    private void one() throws ReflectiveOperationException {
        Executable call = all.get(random.nextInt(all.size()));
        values.hasNull = values.hasCallback = values.hasReadOnly = false;
        Type[] types = call.getGenericParameterTypes();
        boolean isInstance = call instanceof Method && !Modifier.isStatic(call.getModifiers());
        Object[] with = new Object[types.length + 1];
        try {
            with[0] = isInstance ? values.of(call.getDeclaringClass(), false) : null;
            values.hasNull = false;
            for (int i = 0; i < types.length; i++) {
                with[i + 1] = bounded(call.getParameters()[i].getName(), values.of(types[i], true));
            }
        } catch (NativeMemoryException | ScopeException | ClosedException e) {
            return; // there is no room for an operand, or another thread has closed the current scope
        }
        if (isInstance && with[0] == null) {
            return; // there is none of this class: it comes out of other calls
        }
        current = call;
        arguments = with;
        if (FuzzCalls.isRepeatable(call) && random.nextBoolean()) {
            twice(call, with);
            return;
        }
        Outcome outcome = called(call, with);
        check(outcome);
        if (outcome.result != with[0]) {
            values.keep(outcome.result);
            exchange(outcome.result);
        }
    }

    /** A call with 2^31 epochs is right to take years. */
    private static Object bounded(String name, Object argument) {
        return name.equals("epochs") && argument instanceof Long epochs && epochs > EPOCHS ? (Object) EPOCHS : argument;
    }

    /** So that threads use, and close, what belongs to others. */
    private void exchange(Object result) {
        if (result instanceof NativeResource && random.nextInt(4) == 0 && shared.size() < SHARED) {
            shared.add(result);
        } else if (random.nextInt(4) == 0) {
            values.keep(shared.poll());
        }
    }

    private static Outcome called(Executable call, Object[] with) throws ReflectiveOperationException {
        Object[] arguments = Arrays.copyOfRange(with, 1, with.length);
        try {
            return new Outcome(
                    call instanceof Method method ? method.invoke(with[0], arguments) : ((Constructor<?>) call).newInstance(arguments),
                    null);
        } catch (InvocationTargetException e) {
            return new Outcome(null, e.getCause());
        }
    }

    private void check(Outcome outcome) {
        if (outcome.error != null && !isListed(outcome.error)) {
            add(outcome.error.getClass().getName(), failed("threw what is not in the list: " + outcome.error, outcome.error));
        }
    }

    /** Whether this call may throw it: what {@code docs/exceptions.md} says. */
    private boolean isListed(Throwable e) {
        Class<?> type = current.getDeclaringClass();
        boolean isOfModels = type.getPackageName().equals("dev.tenure.models") && !NativeResource.class.isAssignableFrom(type);
        if (e instanceof TenureException ours) {
            return ours.status() != Status.PANIC && ours.status() != Status.INTERNAL;
        } else if (e instanceof NullPointerException) {
            boolean isNamed = e.getMessage() != null && !e.getMessage().startsWith("Cannot "); // by the JVM
            boolean isOfRows = type == DataLoader.class; // of a dataset, which may have got a null before
            return isNamed && (values.hasNull || isOfModels || isOfRows);
        } else if (e instanceof FuzzValues.Thrown || e instanceof CompletionException && e.getCause() instanceof FuzzValues.Thrown) {
            return values.hasCallback || isOfModels;
        } else if (e instanceof ReadOnlyBufferException) {
            return values.hasReadOnly;
        } else if (e instanceof ClassCastException) { // of a callback or an input of another type than declared: erased
            return values.hasCallback || isOfModels;
        } else if (e.getClass() == IllegalStateException.class) {
            return isOfModels;
        }
        return e.getClass() == IllegalArgumentException.class && current.getName().equals("valueOf");
    }

    private void twice(Executable call, Object[] with) throws ReflectiveOperationException {
        Object[] first;
        Object[] second;
        try {
            first = copies(with);
            second = copies(with);
        } catch (NativeMemoryException | ScopeException e) {
            return; // no room for copies, or the current scope was closed
        }
        List<Object> before = bits(first, new ArrayList<>());
        Outcome one = called(call, first);
        check(one);
        List<Object> changed = bits(first, new ArrayList<>());
        Outcome other = called(call, second);
        List<Object> again = bits(second, new ArrayList<>());
        List<Object> gave = bits(one.result, new ArrayList<>());
        List<Object> gaveAgain = bits(other.result, new ArrayList<>());
        // Another thread may have closed the current scope, and with it what was made here.
        boolean isGone = List.of(changed, again, gave, gaveAgain).stream().anyMatch(bits -> bits.contains(CLOSED) || bits.contains(FULL));
        if (!one.depends() && !other.depends() && !isGone) {
            repeated++;
            Class<?> error = one.error == null ? null : one.error.getClass();
            if (error != (other.error == null ? null : other.error.getClass())) {
                add("other end", failed("ended in " + one + ", and then on copies in " + other, other.error));
            } else if (!gave.equals(gaveAgain)) {
                add("other bits", failed("gave " + describe(one.result) + ", and then on copies " + describe(other.result), null));
            } else if (!changed.equals(again)) {
                add("other changes", failed("left other elements in its operands the second time", null));
            } else if (!before.equals(changed) && (error != null || ((Method) call).getReturnType() != void.class)) {
                String why = error == null ? "does not say so" : "failed: " + one.error;
                add("changes", failed("changed an operand, and " + why, one.error));
            }
        }
        for (Object[] each : List.of(first, second, new Object[] {one.result}, new Object[] {other.result})) {
            release(each, with);
        }
    }

    /** The same with a copy of each tensor that is open. */
    private static Object[] copies(Object[] with) {
        Object[] copies = new Object[with.length];
        for (int i = 0; i < with.length; i++) {
            copies[i] = copy(with[i]);
        }
        return copies;
    }

    private static Object copy(Object one) {
        if (one instanceof Tensor t) {
            try {
                return t.copy();
            } catch (ClosedException e) {
                return t;
            }
        } else if (one instanceof Tensor[] all) {
            return Arrays.stream(all).map(FuzzBatch::copy).toArray(Tensor[]::new);
        } else if (one instanceof List<?> all) {
            List<Object> copies = new ArrayList<>();
            all.forEach(each -> copies.add(copy(each)));
            return copies;
        }
        return one instanceof float[] || one instanceof double[] || one instanceof long[] || one instanceof int[]
                        || one instanceof short[] || one instanceof byte[] || one instanceof boolean[]
                ? clone(one)
                : one;
    }

    private static Object clone(Object array) {
        int length = java.lang.reflect.Array.getLength(array);
        Object copy = java.lang.reflect.Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    /** Of each tensor in it type, shape and elements; of an array its elements; else the thing itself. */
    private static List<Object> bits(Object of, List<Object> bits) {
        if (of instanceof Tensor t) {
            try {
                bits.add(t.dtype());
                bits.add(Arrays.toString(t.shape()));
                if (t.size() <= MOST) {
                    ByteBuffer bytes = ByteBuffer.allocate((int) t.nbytes());
                    t.copyTo(bytes);
                    bits.add(bytes.rewind());
                }
            } catch (ClosedException e) {
                bits.add(CLOSED);
            } catch (NativeMemoryException e) {
                bits.add(FULL);
            }
        } else if (of instanceof Object[] all) {
            Arrays.stream(all).forEach(each -> bits(each, bits));
        } else if (of instanceof Iterable<?> all && !(of instanceof Path)) {
            all.forEach(each -> bits(each, bits));
        } else if (of instanceof Record record && PublicTypes.isOurs(record.getClass())) {
            for (var component : record.getClass().getRecordComponents()) {
                try {
                    bits(component.getAccessor().invoke(record), bits);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        } else if (of != null && of.getClass().isArray()) {
            bits.add(Arrays.deepToString(new Object[] {of}));
        } else if (of instanceof Number || of instanceof String || of instanceof Boolean || of instanceof Enum) {
            bits.add(of);
        }
        return bits;
    }

    /** Closes the copies and the results, and nothing that was there before. */
    private static void release(Object of, Object[] before) {
        if (of instanceof Tensor t) {
            if (!contains(before, t)) {
                t.close();
            }
        } else if (of instanceof Object[] all) {
            Arrays.stream(all).forEach(each -> release(each, before));
        } else if (of instanceof Iterable<?> all && !(of instanceof Path)) {
            all.forEach(each -> release(each, before));
        } else if (of instanceof Record record && PublicTypes.isOurs(record.getClass())) {
            for (var component : record.getClass().getRecordComponents()) {
                try {
                    release(component.getAccessor().invoke(record), before);
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private static boolean contains(Object[] before, Tensor t) {
        return Arrays.stream(before).anyMatch(one -> one == t
                || one instanceof Object[] all && contains(all, t)
                || one instanceof List<?> list && contains(list.toArray(), t));
    }

    private void add(String kind, AssertionError failure) {
        failures.putIfAbsent((current == null ? "" : FuzzCalls.id(current)) + " " + kind, failure);
    }

    AssertionError failed(String what, Throwable cause) {
        return new AssertionError("seed " + seed + ", call " + done + " of " + calls + ": " + doing() + " " + what, cause);
    }

    /** The call that is being made, with its arguments. */
    String doing() {
        return current == null ? "nothing" : FuzzCalls.id(current) + " with " + describe(arguments);
    }

    private static String describe(Object one) {
        if (one instanceof Tensor t) {
            try {
                String shape = t.dtype() + Arrays.toString(t.shape());
                return t.size() > 64 ? shape : shape + t.contiguous().toString().replace("\n", "");
            } catch (RuntimeException e) {
                return "Tensor(closed)";
            }
        } else if (one instanceof Object[] all) {
            return Arrays.stream(all).map(FuzzBatch::describe).toList().toString();
        } else if (one instanceof Record record && PublicTypes.isOurs(record.getClass())) {
            return bits(record, new ArrayList<>()).toString();
        } else if (one instanceof String text) {
            return '"' + text.replace("\0", "\\0").replace("\n", "\\n").replace("\ud800", "\\ud800") + '"';
        }
        String text = one != null && one.getClass().isArray() ? Arrays.deepToString(new Object[] {one}) : String.valueOf(one);
        return text.length() > 300 ? text.substring(0, 300) + "..." : text;
    }
}
