package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.workspaces.ResetPolicy;
import dev.tenure.workspaces.WorkspaceConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Public calls, of which a random one is made on random things: each ends in an answer or in a typed refusal. What users
 * hand in (bodies, what a scope closes) makes such calls in its turn, and now and then fails.
 */
final class AnyCalls {
    static final long[] SHAPE = {64};
    private static final int DEPTH = 3; // of calls out of what is called
    private static final WorkspaceConfig RING = WorkspaceConfig.builder()
            .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
            .overallocationLimit(2)
            .build();

    /** A tensor and what each of its elements is. */
    record Known(Tensor tensor, double value) {}

    /** What something that a scope was given throws when it is closed. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What a scope was given. */
    private final class Given implements AutoCloseable {
        final AtomicInteger closed = new AtomicInteger();
        private final Random random;

        Given(Random random) {
            this.random = random;
        }

        @Override
        public void close() {
            closed.incrementAndGet();
            if (random.nextInt(3) == 0) {
                inside(random);
            }
            if (random.nextInt(8) == 0) {
                throw new Failed();
            }
        }
    }

    final AtomicInteger done = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    final Pool<Scope> scopes = new Pool<>();
    final Pool<Workspace> workspaces = new Pool<>();
    final Pool<Known> tensors = new Pool<>();
    final Pool<NativeResource> others = new Pool<>();
    private final Pool<Given> given = new Pool<>();
    private final Pool<Throwable> unexpected = new Pool<>();
    private final ThreadLocal<Integer> depth = ThreadLocal.withInitial(() -> 0);
    private final ThreadLocal<StringBuilder> story = ThreadLocal.withInitial(StringBuilder::new);
    private final boolean alone;
    private final AnyTraining training = new AnyTraining(this);
    private final List<Consumer<Random>> steps = new ArrayList<>();

    /** @param alone whether no other thread makes any */
    AnyCalls(boolean alone) {
        this.alone = alone;
        steps.addAll(List.of(
                r -> scopes.add(Scope.open()),
                r -> scopes.add(r.nextBoolean() ? Scope.create() : Scope.open("named")),
                r -> scopes.add(scope(r).child()),
                r -> scope(r).close(),
                this::make,
                this::make,
                this::makeHeld,
                this::derive,
                this::derive,
                r -> resource(r).close(),
                r -> resource(r).moveTo(scope(r)),
                r -> resource(r).moveToOuterScope(),
                r -> resource(r).detachFromScope(),
                r -> scope(r).tempAttach(resource(r)),
                r -> scope(r).ret(resource(r)),
                r -> scope(r).keep(resource(r)),
                r -> scope(r).closeAllBut(some(r)),
                this::using,
                r -> scope(r).run(() -> inside(r)),
                r -> scope(r).cap(),
                r -> scope(r).uncap(),
                r -> scope(r).limit(r.nextBoolean() ? 0 : 2048),
                this::give,
                this::look));
        steps.addAll(List.of(
                this::makeWorkspace,
                r -> workspace(r).enter(),
                r -> workspace(r).enter(),
                r -> workspace(r).close(),
                r -> workspace(r).leave(some(r)),
                r -> workspace(r).toggleOff(),
                r -> workspace(r).toggleOn(),
                r -> workspace(r).initialize(),
                r -> workspace(r).destroy(),
                r -> scopes.add(Scope.outOfWorkspaces()),
                r -> known(r, t -> t.migrate()),
                r -> known(r, t -> t.leverageTo(scope(r)))));
        steps.addAll(training.steps());
    }

    /** One call. What is no refusal is remembered, for {@link #agree}. */
    void step(Random random) {
        int step = random.nextInt(steps.size());
        story.get().append(step).append(depth.get() > 0 ? "' " : " ");
        try {
            steps.get(step).accept(random);
            done.incrementAndGet();
        } catch (ClosedException | ScopeException | InvalidArgumentException | NativeMemoryException | Failed e) {
            refused.incrementAndGet();
        } catch (Throwable e) {
            unexpected.add(new AssertionError("steps " + story.get() + "of this thread: " + e, e));
        }
    }

    /** A call in the middle of another one. */
    void inside(Random random) {
        int before = depth.get();
        if (before < DEPTH) {
            depth.set(before + 1);
            step(random);
            depth.set(before);
        }
    }

    /** Nothing unexpected has come, and of what is alive the wrappers say what the core says. No other thread may run. */
    void agree() {
        for (Throwable first : unexpected.all()) {
            throw new AssertionError(first.getMessage(), first);
        }
        Scope current = Current.scope();
        assertTrue(current == null || current.isOpen());
        for (Known known : tensors.all()) {
            if (!known.tensor.isClosed()) {
                Scope owner = known.tensor.scope();
                assertEquals(Native.scopeOwner(known.tensor.handle), owner == null ? 0 : owner.handle(), () -> "steps " + story.get());
                assertEquals(known.value, known.tensor.toFloatArray()[0], () -> "steps " + story.get());
            }
        }
    }

    /** Closes everything in any order; nothing is left then, and what was given was closed once. */
    void end(Random random) {
        for (boolean more = true; more; ) {
            Scope scope = scopes.take(random);
            Workspace workspace = workspaces.take(random);
            NativeResource other = others.take(random);
            Known known = tensors.take(random);
            close(scope);
            close(other);
            close(known == null ? null : known.tensor);
            if (workspace != null) {
                close(workspace::destroy);
            }
            more = scope != null || workspace != null || other != null || known != null;
        }
        given.all().forEach(each -> assertEquals(1, each.closed.get()));
        given.clear();
        training.clear();
        agree();
        story.get().setLength(0);
        assertEquals(null, Current.scope());
        Live.drain(); // what was made where the scope had just been closed is the collector's
    }

    private static void close(AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Failed e) {
            // what it was given
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    Scope scope(Random random) {
        Scope scope = random.nextInt(4) == 0 ? workspaces.any(random) : scopes.any(random);
        return scope != null ? scope : scopes.add(Scope.create());
    }

    private Workspace workspace(Random random) {
        Workspace workspace = workspaces.any(random);
        return workspace != null ? workspace : makeWorkspace(random);
    }

    Known tensor(Random random) {
        Known known = tensors.any(random);
        return known != null ? known : tensors.add(new Known(Tensor.full(SHAPE, 7), 7));
    }

    private NativeResource resource(Random random) {
        NativeResource other = random.nextInt(3) == 0 ? others.any(random) : null;
        return other != null ? other : random.nextInt(4) == 0 ? scope(random) : tensor(random).tensor;
    }

    private NativeResource[] some(Random random) {
        NativeResource[] some = new NativeResource[random.nextInt(4)];
        for (int i = 0; i < some.length; i++) {
            some[i] = resource(random);
        }
        return some;
    }

    private void make(Random random) {
        double value = random.nextInt(100);
        tensors.add(new Known(Tensor.full(SHAPE, value), value));
    }

    private void makeHeld(Random random) {
        double value = random.nextInt(100);
        tensors.add(new Known(scope(random).full(SHAPE, value), value));
    }

    private void derive(Random random) {
        Known from = tensor(random);
        switch (random.nextInt(5)) {
            case 0 -> tensors.add(new Known(from.tensor.add(1), from.value + 1));
            case 1 -> tensors.add(new Known(from.tensor.alias(), from.value));
            case 2 -> tensors.add(new Known(from.tensor.unsqueeze(0).select(0, 0), from.value));
            case 3 -> tensors.add(new Known(from.tensor.slice(0, from.tensor.size() > 8 ? 3 : 0, 60), from.value));
            default -> tensors.add(new Known(scope(random).alias(from.tensor), from.value));
        }
    }

    /** Another tensor of the same elements. */
    private void known(Random random, UnaryOperator<Tensor> of) {
        Known from = tensor(random);
        tensors.add(new Known(of.apply(from.tensor), from.value));
    }

    private void using(Random random) {
        List<Object> result = Scope.using(() -> {
            List<Object> all = new ArrayList<>(List.of(some(random)));
            double value = random.nextInt(100);
            all.add(tensors.add(new Known(Tensor.full(SHAPE, value), value)).tensor);
            inside(random);
            return random.nextBoolean() ? all : all.subList(all.size() - 1, all.size());
        });
        assertTrue(result.size() > 0);
    }

    private void give(Random random) {
        Given fresh = new Given(new Random(random.nextLong()));
        scope(random).own(fresh);
        given.add(fresh);
    }

    private void look(Random random) {
        Scope scope = scope(random);
        assertTrue(scope.toString().length() + resource(random).toString().length() > 0);
        scope.name("looked at");
        long members = scope.stats().members();
        int listed = scope.members().size();
        assertTrue(members >= listed || !alone, () -> members + " members, " + listed + " listed");
        assertTrue(scope.debugDump().contains("looked at") || !alone);
    }

    private Workspace makeWorkspace(Random random) {
        WorkspaceConfig config = random.nextInt(3) == 0 ? RING : WorkspaceTest.SIZED;
        return workspaces.add(Workspace.create("w" + random.nextInt(1000), config));
    }
}
