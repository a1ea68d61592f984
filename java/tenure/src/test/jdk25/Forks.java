import dev.tenure.Scope;
import dev.tenure.Tensor;
import java.util.List;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;

/**
 * Forks of a {@code StructuredTaskScope} on JDK 25, where it is a preview API: InheritedTest runs this from its
 * source. Ends with an exception if a fork has another scope than the one that was open where it was forked.
 */
public class Forks {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();

    public static void main(String[] arguments) throws Exception {
        forksOfPlainScopes();
        forksOfInheritableScopes();
        scopedValues();
        threadsInForksInheritNothing();
        System.out.println("all forks had their scope");
    }

    private static void forksOfPlainScopes() throws Exception {
        try (Scope outer = Scope.open(); Scope scope = Scope.open();
                var forks = StructuredTaskScope.open(Joiner.<Tensor>allSuccessfulOrThrow())) {
            forks.fork(() -> Tensor.ones(2));
            forks.fork(() -> Scope.using(() -> Tensor.ones(2).mul(2)));
            forks.fork(() -> {
                try (var nested = StructuredTaskScope.open()) {
                    Subtask<Tensor> inner = nested.fork(() -> Tensor.ones(2));
                    nested.join();
                    return inner.get();
                }
            });
            List<Tensor> made = forks.join().map(Subtask::get).toList();
            for (Tensor tensor : made) {
                check(tensor.scope() == scope, "a fork made a tensor in " + tensor.scope());
            }
            check(made.size() == 3 && scope.stats().tensors() == 3, "the scope has " + scope.stats());
        }
        try (var forks = StructuredTaskScope.open()) {
            Subtask<Scope> none = forks.fork(Scope::current);
            forks.join();
            check(none.get() == null, "a fork without a scope had " + none.get());
        }
    }

    private static void forksOfInheritableScopes() throws Exception {
        try (Scope scope = Scope.inheritable(); var forks = StructuredTaskScope.open()) {
            Subtask<Scope> current = forks.fork(Scope::current);
            forks.join();
            check(current.get() == scope, "a fork had " + current.get());
        }
    }

    /** A binding changes no scope, and forks have both. */
    private static void scopedValues() throws Exception {
        try (Scope scope = Scope.open()) {
            ScopedValue.where(USER, "user").call(() -> {
                check(Scope.current() == scope, "with a binding there is " + Scope.current());
                try (var forks = StructuredTaskScope.open()) {
                    Subtask<Boolean> both = forks.fork(() -> Scope.current() == scope && USER.get().equals("user"));
                    forks.join();
                    check(both.get(), "a fork lacks its scope or its binding");
                    return null;
                }
            });
        }
    }

    /** They may outlive the block, and the scopes that were open there are not inheritable. */
    private static void threadsInForksInheritNothing() throws Exception {
        try (Scope scope = Scope.open(); var forks = StructuredTaskScope.open()) {
            Subtask<Scope> current = forks.fork(() -> {
                Scope[] found = {scope};
                Thread thread = Thread.ofVirtual().start(() -> found[0] = Scope.current());
                thread.join();
                return found[0];
            });
            forks.join();
            check(current.get() == null, "a thread of a fork had " + current.get());
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
