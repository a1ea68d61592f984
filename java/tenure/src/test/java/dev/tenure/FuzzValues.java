package dev.tenure;

import dev.tenure.data.CsvOptions;
import dev.tenure.data.DataForged;
import dev.tenure.data.DataLoader;
import dev.tenure.data.Dataset;
import dev.tenure.data.ImageFolder;
import dev.tenure.data.Table;
import dev.tenure.models.Batching;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Metric;
import dev.tenure.models.Predictor;
import dev.tenure.models.Trainer;
import dev.tenure.onnx.OnnxForged;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.onnx.OnnxRunOptions;
import dev.tenure.onnx.OnnxValue;
import dev.tenure.optim.Optimizer;
import dev.tenure.optim.Scheduler;
import dev.tenure.workspaces.WorkspaceConfig;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Arguments of any type, valid and not: what earlier calls gave, closed and forged things, numbers from the ends of their
 * ranges, null. One thread uses it; what is random follows from its seed.
 */
final class FuzzValues {
    private static final ScheduledExecutorService SCHEDULER = Executors.newScheduledThreadPool(0); // one that can be closed
    private static final int ROOM = 40; // things of a class that are kept
    private static final long MOST = 4096; // elements of a tensor that is kept, so that no operation takes long
    private static final long[] LONGS = {
        Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 31, 1L << 32, (1L << 32) + 2, 1L << 53,
        (1L << 53) + 1, 1L << 62, Long.MIN_VALUE + 1, -(1L << 31) - 1, 65536, 1024, 255
    };
    private static final double[] DOUBLES = {
        Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE,
        -0.0, 0.0, 0x1p53 + 2, 1e300, 1e-320, 0x1p63, -0x1p63
    };
    private static final String[] TEXTS = {
        "", "0", "1:2", "...", "::2", ":, 0", "-1", "None, 1", "1:5:-1", "ij,jk->ik", "ii->i", "ij->ji", "i,i", "...i->...", "name",
        "sum", "\ud800", "a\udc00b", "\0", "\u00e4\ud83d\ude00", "99999999999999999999", "x\ny", "constant", "mean", "[0]", "{\"a\":1}"
    };
    private static final Class<?>[] CLASSES = {
        float[].class, float[][].class, double[].class, int[][].class, long[].class, boolean[].class, byte[].class, short[][].class,
        float.class, String[].class, Object.class, float[][][].class
    };

    /** What a callback throws. */
    static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    final Random random;
    private final Path folder;
    private final Map<Class<?>, List<Object>> kept = new HashMap<>();
    private int depth;
    /** Whether a null was among the arguments of this call, or what a callback returned. */
    volatile boolean hasNull;
    volatile boolean hasCallback;
    volatile boolean hasReadOnly;

    FuzzValues(Random random, Path folder) {
        this.random = random;
        this.folder = folder;
    }

    /** Keeps what a call gave, if it is of use as an argument. */
    void keep(Object one) {
        if (one instanceof Object[] all) {
            for (Object each : all) {
                keep(each);
            }
        } else if (one instanceof Iterable<?> all && !(one instanceof Path)) {
            all.forEach(this::keep);
        } else if (one instanceof Map<?, ?> all) {
            all.values().forEach(this::keep);
        } else if (one instanceof Record record && !(one instanceof WorkspaceConfig)) {
            for (var component : record.getClass().getRecordComponents()) {
                try {
                    component.getAccessor().setAccessible(true);
                    keep(component.getAccessor().invoke(record));
                } catch (ReflectiveOperationException | RuntimeException e) {
                    continue; // of another module
                }
            }
        } else if (one != null && PublicTypes.isOurs(one.getClass()) && !(one instanceof Enum)) {
            if (!(one instanceof Tensor t) || isSmall(t)) {
                put(one);
            } else {
                t.close();
            }
        }
    }

    private static boolean isSmall(Tensor t) {
        try {
            return t.size() <= MOST;
        } catch (ClosedException e) {
            return true;
        }
    }

    private void put(Object one) {
        List<Object> all = kept.computeIfAbsent(kind(one.getClass()), none -> new ArrayList<>());
        if (all.size() < ROOM) {
            all.add(one);
            return;
        }
        Object old = all.set(random.nextInt(ROOM), one);
        if (random.nextInt(4) > 0 || old instanceof LeakCheck) { // which would go on recording
            close(old);
        }
    }

    private static Class<?> kind(Class<?> type) {
        return Tensor.class.isAssignableFrom(type) ? Tensor.class : type;
    }

    private static void close(Object one) {
        if (one instanceof Workspace workspace) {
            workspace.destroy();
        } else if (one instanceof LeakCheck check) {
            check.cancel();
        } else if (one instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Exception e) {
                return; // what a callback throws
            }
        }
    }

    /** Those of all threads have no thread that they go with. */
    static void destroyNamed() {
        for (String text : TEXTS) {
            try {
                Workspace workspace = Workspace.find(text);
                if (workspace != null) {
                    workspace.destroy();
                }
            } catch (InvalidArgumentException e) {
                continue; // no such text can be a name
            }
        }
    }

    /** Closes all that is kept. */
    void clear() {
        kept.values().forEach(all -> all.forEach(FuzzValues::close));
        kept.clear();
    }

    /** Something of this type; null now and then, unless it is a receiver. */
    Object of(Type type, boolean orNull) {
        Class<?> raw = raw(type);
        if (raw.isPrimitive() || raw == String.class && random.nextInt(30) > 0) {
            return simple(raw);
        }
        if (orNull && random.nextInt(25) == 0 || ++depth > 6) {
            depth = Math.max(0, depth - 1);
            hasNull = true;
            return null;
        }
        try {
            Object made = raw.isArray() ? array(raw.getComponentType(), elementType(type, raw)) : object(raw, type);
            hasNull |= made == null;
            return made;
        } finally {
            depth--;
        }
    }

    private static Type elementType(Type type, Class<?> raw) {
        return type instanceof java.lang.reflect.GenericArrayType array ? array.getGenericComponentType() : raw.getComponentType();
    }

    static Class<?> raw(Type type) {
        if (type instanceof Class<?> raw) {
            return raw;
        }
        if (type instanceof ParameterizedType generic) {
            return raw(generic.getRawType());
        }
        if (type instanceof WildcardType wildcard) {
            return raw(wildcard.getLowerBounds().length > 0 ? wildcard.getLowerBounds()[0] : wildcard.getUpperBounds()[0]);
        }
        if (type instanceof java.lang.reflect.TypeVariable<?> variable) {
            return raw(variable.getBounds()[0]);
        }
        return Array.newInstance(raw(((java.lang.reflect.GenericArrayType) type).getGenericComponentType()), 0).getClass();
    }

    private Type argument(Type type, int i) {
        return type instanceof ParameterizedType generic ? generic.getActualTypeArguments()[i] : Object.class;
    }

    private long number() {
        int kind = random.nextInt(20);
        return kind < 12 ? random.nextInt(5) - 1 : kind < 17 ? random.nextInt(19) - 9 : LONGS[random.nextInt(LONGS.length)];
    }

    private double real() {
        int kind = random.nextInt(20);
        return kind < 8 ? random.nextInt(7) - 2 : kind < 16 ? random.nextDouble() * 4 - 1 : DOUBLES[random.nextInt(DOUBLES.length)];
    }

    private Object simple(Class<?> type) {
        if (type == long.class) {
            return number();
        } else if (type == int.class) {
            return (int) number();
        } else if (type == short.class) {
            return (short) number();
        } else if (type == byte.class) {
            return (byte) number();
        } else if (type == double.class) {
            return real();
        } else if (type == float.class) {
            return (float) real();
        } else if (type == char.class) {
            return 'c';
        } else if (type == boolean.class) {
            return random.nextBoolean();
        }
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private Object array(Class<?> component, Type element) {
        int length = random.nextInt(12) == 0 ? 9 : random.nextInt(5);
        Object array = Array.newInstance(component, length);
        for (int i = 0; i < length; i++) {
            // Dimensions are mostly small, or hardly any shape is one.
            boolean isShape = component == long.class || component == int.class;
            Object value = isShape && random.nextInt(12) > 0 ? of(component, (long) random.nextInt(4)) : of(element, true);
            Array.set(array, i, value);
        }
        return array;
    }

    private static Object of(Class<?> component, long number) {
        return component == long.class ? (Object) number : (Object) (int) number;
    }

    private Object object(Class<?> type, Type generic) {
        if (type.isSealed() && type.isInterface()) {
            return null; // nobody else can implement it
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)];
        } else if (type == Tensor.class || type == NativeResource.class && random.nextBoolean()) {
            return tensor();
        } else if (type == Object.class || type == AutoCloseable.class || type == NativeResource.class) {
            return any(type);
        } else if (List.class == type || java.util.Collection.class == type || Iterable.class == type) {
            List<Object> list = new ArrayList<>();
            for (int n = random.nextInt(4); n > 0; n--) {
                list.add(of(argument(generic, 0), true));
            }
            return list;
        } else if (type == Map.class) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int n = random.nextInt(3); n > 0; n--) {
                map.put(of(argument(generic, 0), true), of(argument(generic, 1), true));
            }
            return map;
        }
        Object known = known(type);
        return known != null ? known : type.isInterface() ? callback(type, generic) : made(type);
    }

    private Object known(Class<?> type) {
        if (type == Path.class) {
            return folder.resolve(List.of("a.npy", "b.safetensors", "none/c.npy", "d.onnx", ".").get(random.nextInt(5)));
        } else if (type == Class.class) {
            return CLASSES[random.nextInt(CLASSES.length)];
        } else if (type == Duration.class) {
            return Duration.ofMillis(number());
        } else if (type == Optional.class) {
            return Optional.empty();
        } else if (type == Throwable.class) {
            return new Thrown();
        } else if (type == ExecutorService.class) {
            return ForkJoinPool.commonPool();
        } else if (type == ScheduledExecutorService.class) {
            return SCHEDULER;
        } else if (type == Device.class) {
            return random.nextInt(10) > 0 ? Device.CPU : Device.cuda(random.nextInt(3));
        } else if (type == Integer.class || type == Long.class || type == Double.class) {
            return type == Integer.class ? (Object) (int) number() : type == Long.class ? (Object) number() : (Object) real();
        }
        return java.nio.Buffer.class.isAssignableFrom(type) ? buffer(type) : null;
    }

    private Object buffer(Class<?> type) {
        int elements = random.nextInt(7);
        ByteBuffer bytes = random.nextBoolean() ? ByteBuffer.allocateDirect(8 * elements) : ByteBuffer.allocate(8 * elements);
        bytes.order(random.nextInt(4) > 0 ? ByteOrder.nativeOrder() : ByteOrder.BIG_ENDIAN);
        if (random.nextInt(6) == 0) {
            bytes = bytes.asReadOnlyBuffer().order(bytes.order());
            hasReadOnly = true;
        }
        if (elements > 0 && random.nextInt(3) == 0) {
            bytes.position(random.nextInt(8 * elements));
        }
        return type == FloatBuffer.class ? bytes.asFloatBuffer()
                : type == DoubleBuffer.class ? bytes.asDoubleBuffer()
                : type == IntBuffer.class ? bytes.asIntBuffer()
                : type == LongBuffer.class ? bytes.asLongBuffer()
                : type == ShortBuffer.class ? bytes.asShortBuffer()
                : bytes;
    }

    /** Not a check of leaks: a scope that owns it would close it while anything is alive. */
    private Object any(Class<?> type) {
        List<Object> all = kept.values().stream()
                .flatMap(List::stream)
                .filter(one -> type.isInstance(one) && !(one instanceof LeakCheck))
                .toList();
        return all.isEmpty() ? tensor() : all.get(random.nextInt(all.size()));
    }

    /** One of earlier calls, a new one, a view, one that is closed, or a wrapper of a handle that was never made. */
    Tensor tensor() {
        List<Object> all = kept.getOrDefault(Tensor.class, List.of());
        int kind = random.nextInt(20);
        if (kind < 9 && !all.isEmpty()) {
            return (Tensor) all.get(random.nextInt(all.size()));
        } else if (kind == 19) {
            long[] forged = {0, -1, random.nextLong(), Scope.open().id()};
            return new Tensor(forged[random.nextInt(forged.length)], null);
        }
        Tensor made = fresh();
        if (kind == 18) {
            made.close();
        }
        put(made);
        return made;
    }

    private Tensor fresh() {
        long[][] shapes = {
            {}, {0}, {3}, {4}, {2, 3}, {3, 3}, {3, 2}, {1, 3}, {2, 0}, {2, 3, 3}, {1, 2, 4, 4}, {2, 2, 3, 3},
            {1, 1, 1, 1, 1, 1, 1, 2}, {1, 2, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3}
        };
        long[] shape = shapes[random.nextInt(shapes.length)];
        int n = 1;
        for (long size : shape) {
            n *= (int) size;
        }
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = random.nextInt(40) == 0 ? DOUBLES[random.nextInt(DOUBLES.length)] : random.nextInt(9) - 2 + random.nextInt(4) * 0.25;
        }
        DType dtype = DType.values()[random.nextInt(DType.values().length)];
        try {
            Tensor made = Tensor.of(values, shape).cast(random.nextInt(3) == 0 ? dtype : random.nextBoolean() ? DType.F32 : DType.I64);
            return shape.length < 2 || random.nextInt(4) > 0 ? made : made.transpose(-1, -2);
        } catch (NativeMemoryException | ScopeException | ClosedException e) { // another thread closed the scope
            return new Tensor(0, null);
        }
    }

    private Object made(Class<?> type) {
        List<Object> all = kept.getOrDefault(type, List.of());
        if (!all.isEmpty() && random.nextInt(4) > 0) {
            return all.get(random.nextInt(all.size()));
        }
        Object made;
        try {
            made = fresh(type);
        } catch (RuntimeException e) {
            if (!(e instanceof TenureException)) {
                throw e;
            }
            return all.isEmpty() ? null : all.get(0); // the memory is full, or a scope closed
        }
        if (made != null && PublicTypes.isOurs(type)) {
            put(made);
        }
        return made;
    }

    private Object fresh(Class<?> type) {
        if (type == dev.tenure.Parameter.class) {
            return dev.tenure.Parameter.of("p", Tensor.ones(2));
        } else if (type == Scope.class) {
            return random.nextBoolean() ? Scope.open() : Scope.create();
        } else if (type == ScopeOptions.class) {
            return Scope.options();
        } else if (type == ScopeFlow.class) {
            return ScopeFlow.current();
        } else if (type == Workspace.class) {
            return random.nextBoolean() ? Workspace.create() : Workspace.get("name");
        } else if (type == Workspace.Off.class) {
            return Workspace.create().enter().off();
        } else if (type == WorkspaceConfig.class) {
            return WorkspaceConfig.defaults();
        } else if (type == WorkspaceConfig.Builder.class) {
            return WorkspaceConfig.builder();
        } else if (type == Tape.class) {
            return Tape.open();
        } else if (type == NoGrad.class) {
            return NoGrad.open();
        } else if (type == Optimizer.class) {
            return Optimizer.sgd(List.of(Tensor.ones(2)), 1, 0);
        } else if (type == Scheduler.class) {
            return Scheduler.exponentialLr(Optimizer.sgd(List.of(Tensor.ones(2)), 1, 0), 0.5);
        } else if (type == DataLoader.class) {
            return DataLoader.of(new Tensor[] {Tensor.ones(3)}, 2);
        } else if (type == Table.class) {
            return DataForged.table(random.nextLong());
        } else if (type == Dataset.class) {
            return Dataset.of(3, i -> new Tensor[] {Tensor.ones(2), Tensor.ones()});
        } else if (type == Dataset.Row.class) {
            return (Dataset.Row) i -> new Tensor[] {Tensor.ones(2), Tensor.ones()};
        } else if (type == CsvOptions.class) {
            return CsvOptions.defaults();
        } else if (type == ImageFolder.class) {
            return new ImageFolder(List.of("a"), List.of(folder.resolve("a.png")), List.of(0));
        } else if (type == Counter.class) {
            return Tenure.measure();
        } else if (type == LeakCheck.class) {
            return LeakCheck.begin();
        } else if (type == Index.class) {
            return Index.at(number());
        }
        return ofModels(type);
    }

    private Object ofModels(Class<?> type) {
        if (type == OnnxModel.class) {
            return OnnxForged.onnxModel(0);
        } else if (type == Batching.class) {
            return Batching.defaults();
        } else if (type == OnnxRunOptions.class) {
            return OnnxRunOptions.create();
        } else if (type == OnnxValue.class) {
            return OnnxValue.of(tensor());
        } else if (type == OnnxOptions.class) {
            return OnnxOptions.defaults();
        } else if (type == Trainer.class) {
            return TrainerTest.trainer(TrainerTest.net());
        } else if (type == Metric.class) {
            return Metric.accuracy();
        } else if (type == FitOptions.class) {
            return FitOptions.defaults();
        } else if (type == Predictor.class) {
            return ModelTest.predictor();
        } else if (type == Member.class) {
            Scope scope = Scope.open();
            Tensor.ones(1);
            return scope.members().isEmpty() ? null : scope.members().get(0);
        }
        return null; // a record or exception of values: they come out of calls
    }

    /** A callback that returns something of the type that it should, or null, or throws. */
    private Object callback(Class<?> type, Type generic) {
        hasCallback = true;
        Map<String, Object> answers = new HashMap<>();
        int what = random.nextInt(8);
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers()) && method.getReturnType() != void.class) {
                Type returned = method.getGenericReturnType();
                boolean isVariable = returned instanceof java.lang.reflect.TypeVariable<?> && generic instanceof ParameterizedType;
                Type last = isVariable ? argument(generic, ((ParameterizedType) generic).getActualTypeArguments().length - 1) : returned;
                boolean isOpen = isVariable && type.getSimpleName().equals("ScopeBody");
                answers.put(method.getName(), what == 0 ? null : of(isOpen ? argument(generic, 0) : last, true));
            }
        }
        hasNull |= what == 0;
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "toString" -> "callback";
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> proxy == arguments[0];
            default -> {
                if (method.isDefault()) {
                    yield InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                if (what == 1) {
                    throw new Thrown();
                }
                Object answer = answers.get(method.getName());
                yield answer == null && method.getReturnType().isPrimitive() ? simple(method.getReturnType()) : answer;
            }
        };
        return Proxy.newProxyInstance(FuzzValues.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
