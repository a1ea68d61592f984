package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Any sequence of public calls ends in an answer or a typed refusal; the wrappers and the core agree after each; every tensor
 * that is alive has its value; at the end nothing is left. What a failure says is enough to see it again.
 */
@ExtendWith(Clean.class)
class AnySequenceTest {
    private static final int SEQUENCES = 300;
    private static final int STEPS = 150;
    private static final long[] SHAPE = {64};
    private static final WorkspaceConfig RING = WorkspaceConfig.builder()
            .policyReset(ResetPolicy.ENDOFBUFFER_REACHED)
            .overallocationLimit(2)
            .build();

    /** A tensor and what each of its elements is. */
    private record Known(Tensor tensor, double value) {}

    /** What a scope was given. */
    private static final class Given implements AutoCloseable {
        int closed;

        @Override
        public void close() {
            closed++;
        }
    }

    private final List<Scope> scopes = new ArrayList<>();
    private final List<Workspace> workspaces = new ArrayList<>();
    private final List<Known> tensors = new ArrayList<>();
    private final List<Given> given = new ArrayList<>();
    private final StringBuilder story = new StringBuilder();
    private final List<Consumer<Random>> steps = List.of(
            r -> scopes.add(Scope.open()),
            r -> scopes.add(r.nextBoolean() ? Scope.create() : Scope.open("named")),
            r -> scopes.add(scope(r).child()),
            r -> scope(r).close(),
            r -> add(Tensor.full(r.nextInt(100), SHAPE), -1),
            r -> add(Tensor.full(r.nextInt(100), SHAPE), -1),
            r -> add(scope(r).full(r.nextInt(100), SHAPE), -1),
            r -> derive(tensor(r), r),
            r -> derive(tensor(r), r),
            r -> tensor(r).tensor.close(),
            r -> tensor(r).tensor.moveTo(scope(r)),
            r -> tensor(r).tensor.moveToOuterScope(),
            r -> tensor(r).tensor.detachFromScope(),
            r -> tensor(r).tensor.tempAttach(scope(r)),
            r -> scope(r).ret(tensor(r).tensor),
            r -> scope(r).moveTo(scope(r)),
            r -> scope(r).tempAttach(scope(r)),
            r -> scope(r).moveToOuterScope(),
            r -> scope(r).detachFromScope(),
            r -> scope(r).closeAllBut(some(r)),
            this::using,
            r -> scope(r).run(() -> add(Tensor.full(r.nextInt(100), SHAPE), -1)),
            r -> scope(r).cap(),
            r -> scope(r).uncap(),
            r -> scope(r).limit(r.nextBoolean() ? 0 : 2048),
            this::give,
            this::look,
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
            r -> add(tensor(r).tensor.migrate(), -1),
            r -> add(tensor(r).tensor.leverageTo(scope(r)), -1));

    @Test
    void endsInAnAnswerOrATypedRefusal() {
        int[] outcomes = new int[2];
        for (long seed = 0; seed < SEQUENCES; seed++) {
            Random random = new Random(seed);
            story.setLength(0);
            try {
                for (int i = 0; i < STEPS; i++) {
                    int step = random.nextInt(steps.size());
                    story.append(step).append(' ');
                    outcomes[took(step, random) ? 0 : 1]++;
                    agree(random);
                }
                end(random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", steps " + story + ": " + e, e);
            }
        }
        assertTrue(outcomes[0] > outcomes[1] / 4 && outcomes[1] > 0, () -> outcomes[0] + " done, " + outcomes[1] + " refused");
    }

    private boolean took(int step, Random random) {
        try {
            steps.get(step).accept(random);
            return true;
        } catch (ClosedException | ScopeException | InvalidArgumentException | NativeMemoryException e) {
            return false;
        }
    }

    private Scope scope(Random random) {
        int all = scopes.size() + workspaces.size();
        if (all == 0) {
            scopes.add(Scope.create());
            return scopes.get(0);
        }
        int at = random.nextInt(all);
        return at < scopes.size() ? scopes.get(at) : workspaces.get(at - scopes.size());
    }

    private Workspace workspace(Random random) {
        if (workspaces.isEmpty()) {
            makeWorkspace(random);
        }
        return workspaces.get(random.nextInt(workspaces.size()));
    }

    private Known tensor(Random random) {
        if (tensors.isEmpty()) {
            add(Tensor.full(7, SHAPE), 7);
        }
        return tensors.get(random.nextInt(tensors.size()));
    }

    private NativeResource[] some(Random random) {
        NativeResource[] some = new NativeResource[random.nextInt(4)];
        for (int i = 0; i < some.length; i++) {
            some[i] = random.nextInt(4) == 0 ? scope(random) : tensor(random).tensor;
        }
        return some;
    }

    /** A value below 0: what it has at this moment. */
    private Known add(Tensor tensor, double value) {
        Known known = new Known(tensor, value < 0 ? tensor.toFloatArray()[0] : value);
        tensors.add(known);
        return known;
    }

    private void derive(Known from, Random random) {
        switch (random.nextInt(4)) {
            case 0 -> add(from.tensor.add(1), from.value + 1);
            case 1 -> add(from.tensor.alias(), from.value);
            case 2 -> add(from.tensor.slice(0, 3, 60), from.value);
            default -> add(scope(random).alias(from.tensor), from.value);
        }
    }

    private void using(Random random) {
        List<Object> result = Scope.using(() -> {
            List<Object> all = new ArrayList<>(List.of(some(random)));
            all.add(add(Tensor.full(random.nextInt(100), SHAPE), -1).tensor);
            if (random.nextInt(4) == 0) {
                scope(random).close();
            }
            return all;
        });
        assertTrue(result.size() > 0);
    }

    private void give(Random random) {
        Given fresh = new Given();
        scope(random).own(fresh);
        given.add(fresh);
    }

    private void look(Random random) {
        Scope scope = scope(random);
        assertTrue(scope.toString().length() + tensor(random).tensor.toString().length() > 0);
        scope.name("looked at");
        assertTrue(scope.stats().members() >= scope.members().size());
        assertTrue(scope.debugDump().contains("looked at"));
    }

    private void makeWorkspace(Random random) {
        workspaces.add(Workspace.create("w" + workspaces.size(), random.nextInt(3) == 0 ? RING : WorkspaceTest.SIZED));
    }

    private void agree(Random random) {
        Scope current = Current.scope();
        assertTrue(current == null || current.isOpen());
        for (int i = 0; i < 3 && !tensors.isEmpty(); i++) {
            Known known = tensor(random);
            if (!known.tensor.isClosed()) {
                Scope owner = known.tensor.scope();
                assertEquals(Native.scopeOwner(known.tensor.handle), owner == null ? 0 : owner.handle());
                assertEquals(known.value, known.tensor.toFloatArray()[0]);
            }
        }
    }

    private void end(Random random) {
        while (!scopes.isEmpty()) {
            scopes.remove(random.nextInt(scopes.size())).close();
        }
        workspaces.forEach(Workspace::destroy);
        tensors.forEach(known -> known.tensor.close());
        given.forEach(fresh -> assertEquals(1, fresh.closed));
        workspaces.clear();
        tensors.clear();
        given.clear();
        assertEquals(null, Current.scope());
        assertEquals(Live.NOTHING, Live.now());
    }
}
