package dev.tenure.user;

import dev.tenure.Scope;
import dev.tenure.Tensor;
import java.util.List;
import java.util.function.Supplier;

/** A user's code, from outside the library's package, for what reports say of lines. */
public final class Maker {
    private Maker() {}

    /** The line of {@link #make()}. */
    public static final String MADE = "dev.tenure.user.Maker.make(Maker.java:17)";

    /** A tensor. */
    public static Tensor make() {
        return Tensor.ones(2, 3);
    }

    /** The line of {@link #close}. */
    public static final String CLOSED = "dev.tenure.user.Maker.close(Maker.java:25)";

    /** Closes it. */
    public static void close(AutoCloseable resource) throws Exception {
        resource.close();
    }

    /** The line of {@link #open}. */
    public static final String OPENED = "dev.tenure.user.Maker.open(Maker.java:33)";

    /** A scope. */
    public static Scope open(String name) {
        return Scope.open(name);
    }

    /** The line of {@link #map}. */
    public static final String MAPPED = "dev.tenure.user.Maker.lambda$map$0(Maker.java:42)";

    /** A tensor that is made through code of the JDK. */
    public static Tensor map(Tensor t) {
        return List.of(t).stream()
                .map(x -> x.neg())
                .toList()
                .get(0);
    }

    /** Runs it here. */
    public static <T> T call(Supplier<T> body) {
        return body.get();
    }

    /** A workspace. */
    public static dev.tenure.Workspace workspace(String name) {
        return dev.tenure.Workspace.create(name, dev.tenure.workspaces.WorkspaceConfig.builder().initialSize(4096).build());
    }

    /** A scope that nobody closes, with three tensors in it. */
    public static void forgetScope(String name) {
        Scope scope = Scope.create().name(name);
        scope.ones(5).name("weight");
        for (int i = 0; i < 2; i++) {
            scope.ones(2, 3);
        }
    }

    /** The line of {@link #export}. */
    public static final String EXPORTED = "dev.tenure.user.Maker.export(Maker.java:71)";

    /** A buffer over its memory. */
    public static java.nio.ByteBuffer export(Tensor t) {
        return t.asByteBuffer();
    }

    /** The line of {@link #stray}. */
    public static final String STRAY = "dev.tenure.user.Maker.stray(Maker.java:79)";

    /** A tensor, for a thread without a scope. */
    public static Tensor stray() {
        return Tensor.ones(2);
    }

    /** The line of {@link #alone}. */
    public static final String ALONE = "dev.tenure.user.Maker.alone(Maker.java:87)";

    /** A tensor, where no thread has a scope. */
    public static Tensor alone() {
        return Tensor.ones(2);
    }
}
