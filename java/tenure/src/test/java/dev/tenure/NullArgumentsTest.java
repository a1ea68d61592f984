package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.data.CsvOptions;
import dev.tenure.data.DataForged;
import dev.tenure.data.DataLoader;
import dev.tenure.data.Dataset;
import dev.tenure.data.ImageFolder;
import dev.tenure.data.Table;
import dev.tenure.models.Batcher;
import dev.tenure.models.Batching;
import dev.tenure.models.FitOptions;
import dev.tenure.models.Metric;
import dev.tenure.models.ModelsForged;
import dev.tenure.models.Predictor;
import dev.tenure.models.Trainer;
import dev.tenure.models.Translator;
import dev.tenure.onnx.OnnxForged;
import dev.tenure.onnx.OnnxModel;
import dev.tenure.onnx.OnnxOptions;
import dev.tenure.onnx.OnnxRunOptions;
import dev.tenure.onnx.OnnxValue;
import dev.tenure.optim.Optimizer;
import dev.tenure.optim.Scheduler;
import dev.tenure.workspaces.WorkspaceConfig;
import java.io.IOException;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Of every public method, null in place of each argument is a NullPointerException that names the argument, unless it says
 * {@code @Nullable}: then it is taken. What returns null says so too.
 */
class NullArgumentsTest {
    private static final String ACCEPTED = "accepted";

    private Scope scope;
    private Map<Class<?>, Supplier<Object>> samples;

    @BeforeEach
    void open() {
        Live.drain();
        scope = Scope.open();
        samples = samples();
    }

    @AfterEach
    void close() {
        scope.close();
        Live.assertNothing();
    }

    private Map<Class<?>, Supplier<Object>> samples() {
        Map<Class<?>, Supplier<Object>> made = new HashMap<>();
        made.put(Tensor.class, () -> Tensor.ones(2));
        made.put(dev.tenure.Parameter.class, () -> dev.tenure.Parameter.of("p", Tensor.ones(2)));
        made.put(NativeResource.class, () -> Tensor.ones(2));
        made.put(AutoCloseable.class, () -> (AutoCloseable) () -> {});
        made.put(Scope.class, () -> scope.child());
        made.put(ScopeOptions.class, Scope::options);
        made.put(Workspace.class, () -> scope.attach(Workspace.create()));
        made.put(WorkspaceConfig.class, WorkspaceConfig::defaults);
        made.put(WorkspaceConfig.Builder.class, WorkspaceConfig::builder);
        made.put(Tape.class, Tape::open);
        made.put(NoGrad.class, NoGrad::open);
        made.put(Optimizer.class, () -> Optimizer.sgd(List.of(Tensor.ones(2)), 1, 0));
        made.put(Scheduler.class, () -> Scheduler.exponentialLr(Optimizer.sgd(List.of(Tensor.ones(2)), 1, 0), 0.5));
        made.put(DataLoader.class, () -> DataLoader.of(new Tensor[] {Tensor.ones(3)}, 2));
        made.put(Table.class, () -> DataForged.table(1));
        made.put(Dataset.class, () -> Dataset.of(3, i -> new Tensor[] {Tensor.ones(2), Tensor.ones()}));
        made.put(Dataset.Row.class, () -> (Dataset.Row) i -> new Tensor[] {Tensor.ones(2), Tensor.ones()});
        made.put(CsvOptions.class, CsvOptions::defaults);
        made.put(ImageFolder.class, () -> new ImageFolder(List.of("a"), List.of(Path.of("a.png")), List.of(0)));
        made.put(Counter.class, Tenure::measure);
        made.put(OnnxModel.class, () -> OnnxForged.onnxModel(0));
        made.put(Batcher.class, () -> ModelsForged.batcher(0));
        made.put(Batching.class, Batching::defaults);
        made.put(OnnxRunOptions.class, OnnxRunOptions::create);
        made.put(OnnxValue.class, () -> OnnxValue.of("a"));
        made.put(Class.class, () -> Long.class);
        made.put(OnnxOptions.class, OnnxOptions::defaults);
        made.put(Trainer.class, () -> TrainerTest.trainer(TrainerTest.net()));
        made.put(Metric.class, Metric::accuracy);
        made.put(FitOptions.class, FitOptions::defaults);
        made.put(Predictor.class, ModelTest::predictor);
        made.put(Translator.class, () -> ModelTest.ROWS);
        made.put(dev.tenure.nn.Module.class, dev.tenure.nn.Identity::new);
        made.put(dev.tenure.reports.MemorySnapshot.class, dev.tenure.reports.MemorySnapshot::take);
        made.put(dev.tenure.nn.AveragedModel.class, () -> new dev.tenure.nn.AveragedModel(new dev.tenure.nn.Identity()));
        made.put(dev.tenure.nn.Graph.class, () -> new dev.tenure.nn.Graph("x"));
        made.put(dev.tenure.nn.Sequential.class, dev.tenure.nn.Sequential::new);
        made.put(dev.tenure.nn.MinMax.class, () -> new dev.tenure.nn.MinMax(2));
        made.put(dev.tenure.nn.Standardize.class, () -> new dev.tenure.nn.Standardize(2));
        made.put(Device.class, () -> Device.CPU);
        made.put(DType.class, () -> DType.F32);
        made.put(String.class, () -> "text");
        made.put(Long.class, () -> 1L);
        made.put(Double.class, () -> 1.0);
        made.put(Duration.class, () -> Duration.ofSeconds(10));
        made.put(Path.class, () -> Path.of("none"));
        made.put(Map.class, Map::of);
        made.put(List.class, List::of);
        made.put(Collection.class, List::of);
        made.put(Iterable.class, List::of);
        made.put(FloatBuffer.class, () -> FloatBuffer.allocate(2));
        made.put(DoubleBuffer.class, () -> DoubleBuffer.allocate(2));
        made.put(ShortBuffer.class, () -> ShortBuffer.allocate(2));
        made.put(IntBuffer.class, () -> IntBuffer.allocate(2));
        made.put(LongBuffer.class, () -> LongBuffer.allocate(2));
        made.put(ByteBuffer.class, () -> ByteBuffer.allocate(8));
        made.put(Executor.class, ForkJoinPool::commonPool);
        made.put(ExecutorService.class, ForkJoinPool::commonPool);
        return made;
    }

    /** Something of this type that is not null. */
    private Object sample(Class<?> type) {
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        if (samples.containsKey(type)) {
            return samples.get(type).get();
        }
        if (type.isArray()) {
            return Array.newInstance(type.getComponentType(), 0);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type.isInterface()) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null);
        }
        throw new AssertionError("no sample of " + type + ": add one");
    }

    /** What users can call of a type, inherited from classes that they do not see included. */
    private static List<Method> callable(Class<?> type) {
        List<Method> methods = new ArrayList<>();
        for (Class<?> at = type; at != null && PublicTypes.isOurs(at); at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                boolean called = Modifier.isPublic(method.getModifiers()) && !method.isSynthetic() && !method.isBridge()
                        && !Modifier.isAbstract(method.getModifiers())
                        && !(type.isEnum() && method.getName().equals("valueOf"))
                        && !method.getName().equals("equals");
                if (called && (at == type || !Modifier.isPublic(at.getModifiers()))) {
                    methods.add(method);
                }
            }
        }
        return methods;
    }

    @Test
    void eachIsNamed() throws IOException, ReflectiveOperationException {
        List<String> wrong = new ArrayList<>();
        int tried = 0;
        for (Class<?> type : PublicTypes.all()) {
            for (Method method : callable(type)) {
                Parameter[] parameters = method.getParameters();
                for (int i = 0; i < parameters.length; i++) {
                    String id = type.getSimpleName() + "." + method.getName() + "(" + parameters[i].getName() + ")";
                    if (!parameters[i].getType().isPrimitive()) {
                        tried++;
                        String said = said(type, method, i);
                        // What may be null is not what is refused; the receiver here may be, for its dtype.
                        boolean isRight = isNullable(parameters[i].getAnnotatedType())
                                ? said != null && !said.contains("NullPointerException")
                                : said == null;
                        if (!isRight) {
                            wrong.add("\n" + method.getDeclaringClass().getSimpleName() + "/" + id + " of " + Arrays.toString(method.getParameterTypes()) + ": " + said);
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), wrong, wrong.size() + " of " + tried);
        assertTrue(tried > 200, tried + " arguments");
    }

    static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }

    @Test
    void whatReturnsNullSaysSo() throws IOException, ReflectiveOperationException {
        List<Object> nulls = new ArrayList<>();
        try (Tensor unowned = Tensor.ones(2).detachFromScope(); Scope root = Scope.create()) {
            Thread elsewhere = new Thread(() -> nulls.add(Scope.current()));
            elsewhere.start();
            elsewhere.join();
            nulls.addAll(Arrays.asList(
                    unowned.name(), unowned.scope(), unowned.workspace(), root.name(), root.parent(), Workspace.find("none")));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        assertEquals(Collections.nCopies(7, null), nulls);
        Set<String> said = new TreeSet<>();
        for (Class<?> type : PublicTypes.all()) {
            for (Method method : callable(type)) {
                if (isNullable(method.getAnnotatedReturnType())) {
                    said.add(type.getSimpleName() + "." + method.getName());
                }
            }
        }
        assertEquals(
                Set.of("ModelRun.error", "ModelRun.model", "NativeResource.name", "NativeResource.scope", "OnnxPort.dtype",
                        "OnnxValue.toObject", "Scope.current", "Scope.name", "Scope.parent", "Tensor.workspace", "TensorEntry.dtype",
                        "TensorEntry.widened", "Workspace.find"),
                said);
        said.remove("Scope.name"); // has the comment of what it overrides
        // Of records the parameters say so.
        said.removeIf(name -> Set.of("TensorEntry", "ModelRun", "OnnxPort").contains(name.substring(0, name.indexOf('.'))));
        assertEquals(said.size(), documented("@return[^@]*\\bnull\\b"), "documented");
    }

    /** How many public methods have a comment in which this is found. */
    private static int documented(String pattern) throws IOException {
        Pattern comment = Pattern.compile("/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+\\s+)*public ", Pattern.DOTALL);
        Pattern wanted = Pattern.compile(pattern, Pattern.DOTALL);
        int found = 0;
        try (Stream<Path> files = Files.walk(Path.of("src", "main", "java", "dev", "tenure"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java") && !f.toString().contains("internal")).toList()) {
                Matcher comments = comment.matcher(Files.readString(file));
                while (comments.find()) {
                    found += wanted.matcher(comments.group(1)).find() ? 1 : 0;
                }
            }
        }
        return found;
    }

    /** What is wrong with the message for null as argument {@code i}; null if nothing is. */
    private String said(Class<?> type, Method method, int i) throws ReflectiveOperationException {
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int k = 0; k < types.length; k++) {
            arguments[k] = k == i ? null : sample(types[k]);
        }
        String name = method.getParameters()[i].getName();
        try (Scope own = Scope.open()) {
            Object receiver = Modifier.isStatic(method.getModifiers()) ? null : sample(type);
            Live before = Live.now();
            try {
                method.setAccessible(true);
                method.invoke(receiver, arguments);
                return ACCEPTED;
            } catch (InvocationTargetException e) {
                String message = String.valueOf(e.getCause().getMessage());
                boolean named = message.equals(name);
                if (!(e.getCause() instanceof NullPointerException) || !named) {
                    return e.getCause().toString();
                }
                return isMore(Live.now().minus(before)) ? "something was made" : null;
            }
        }
    }

    /** The collector may free what earlier samples have left to it at any moment: less says nothing. */
    private static boolean isMore(Live now) {
        return now.handles() > 0 || now.tensors() > 0 || now.scopes() > 0 || now.bytes() > 0;
    }

    @Test
    void oneAmongSeveralIsNamedWithItsPlace() {
        Tensor t = Tensor.ones(2);
        Live before = Live.now();
        List<Tensor> list = Arrays.asList(t, null);
        Tape tape = Tape.open();
        Tensor loss = tape.watch(t).sum();
        assertEquals("tensors[1]", message(() -> Tensor.concat(0, t, null)));
        assertEquals("tensors[1]", message(() -> Tensor.stack(0, t, null)));
        assertEquals("tensors[1]", message(() -> Tensor.concat(0, list)));
        assertEquals("tensors[1]", message(() -> Tensor.stack(0, list)));
        assertEquals("tensors[0]", message(() -> tape.backward(loss, (Tensor) null)));
        assertEquals("tensors[1]", message(() -> tape.backward(loss, list)));
        assertEquals("parameters[1]", message(() -> Optimizer.sgd(new Tensor[] {t, null}, 1, 0)));
        assertEquals("parameters[1]", message(() -> Optimizer.sgd(list, 1, 0)));
        assertEquals("resources[1]", message(() -> scope.closeAllBut(t, null)));
        assertEquals("resources[1]", message(() -> scope.closeAllBut(list)));
        assertEquals("kept[1]", message(() -> scope.attach(Workspace.create()).leave(t, null)));
        assertTrue(!t.isClosed() && !tape.isClosed());
        loss.close();
        tape.close();
    }

    private static String message(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(NullPointerException.class, call).getMessage();
    }
}
