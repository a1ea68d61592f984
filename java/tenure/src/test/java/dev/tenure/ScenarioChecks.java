package dev.tenure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.internal.Native;
import dev.tenure.optim.Optimizer;
import dev.tenure.reports.CounterStats;
import dev.tenure.reports.ScopeStats;
import dev.tenure.results.FloatInfo;
import dev.tenure.results.IntegerInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The commands that say what must be true. */
final class ScenarioChecks {
    private final Function<String, NativeResource> names;
    private final Function<String, Path> paths;
    private Live start;

    ScenarioChecks(Function<String, NativeResource> names, Function<String, Path> paths) {
        this.names = names;
        this.paths = paths;
    }

    void start(Live now) {
        start = now;
    }

    void run(String command, List<String> a) {
        List<String> rest = a.subList(1, a.size());
        switch (command) {
            case "expect_values" -> ScenarioValues.expectValues(tensor(a), a.get(1));
            case "expect_close" ->
                ScenarioValues.expectClose(tensor(a), a.get(1), Double.parseDouble(a.get(2)));
            case "expect_same" -> ScenarioValues.expectSame(tensor(a), (Tensor) names.apply(a.get(1)));
            case "expect_shape" -> {
                assertArrayEquals(ScenarioValues.integers(a.get(1)), tensor(a).shape());
                assertEquals(ScenarioValues.items(a.get(1)).length, tensor(a).rank());
            }
            case "expect_strides" -> assertArrayEquals(ScenarioValues.integers(a.get(1)), tensor(a).strides());
            case "expect_dtype" -> assertEquals(ScenarioValues.dtype(a.get(1)), tensor(a).dtype());
            case "expect_can_cast" -> assertEquals(
                    Boolean.parseBoolean(a.get(2)), dtype(a, 0).canCast(dtype(a, 1)));
            case "expect_result_type" -> assertEquals(dtype(a, 2), dtype(a, 0).resultType(dtype(a, 1)));
            case "expect_isdtype" -> assertEquals(
                    Boolean.parseBoolean(a.get(2)), dtype(a, 0).isdtype(DTypeKind.valueOf(a.get(1))));
            case "expect_finfo" -> assertEquals(
                    new FloatInfo(
                            Long.parseLong(a.get(1)),
                            Double.parseDouble(a.get(2)),
                            Double.parseDouble(a.get(3)),
                            Double.parseDouble(a.get(4)),
                            Double.parseDouble(a.get(5))),
                    dtype(a, 0).finfo());
            case "expect_iinfo" -> assertEquals(
                    new IntegerInfo(Long.parseLong(a.get(1)), Long.parseUnsignedLong(a.get(2)), Long.parseLong(a.get(3))),
                    dtype(a, 0).iinfo());
            case "expect_contiguous" -> assertEquals(Boolean.parseBoolean(a.get(1)), tensor(a).isContiguous());
            case "expect_setting" -> assertEquals(
                    ScenarioValues.number(a.get(3)),
                    ((Optimizer) names.apply(a.get(0))).setting(Long.parseLong(a.get(1)), a.get(2)));
            case "expect_item" -> assertEquals(ScenarioValues.number(a.get(1)) + 0.0, tensor(a).item() + 0.0);
            case "expect_element" -> expectElement(tensor(a), ScenarioValues.integers(a.get(1)), a.get(2));
            case "expect_entry" -> expectEntry(paths.apply(a.get(0)), rest);
            case "expect_text" -> {
                assertEquals(tensor(a).toString().equals("Tensor(closed)"), tensor(a).isClosed());
                assertEquals(a.get(1), Native.toString(tensor(a).handle)); // toString() never throws
            }
            case "expect_use_count" -> assertEquals(Long.parseLong(a.get(1)), tensor(a).useCount());
            case "expect_owner" -> expectOwner(names.apply(a.get(0)), a.get(1));
            case "expect_scope" -> expectScope(scope(a).stats(), rest);
            case "expect_live" -> expectLive(Live.now().minus(start), a);
            case "expect_capped" -> assertEquals(Boolean.parseBoolean(a.get(1)), scope(a).isCapped());
            case "expect_members" -> expectMembers(scope(a), rest);
            case "expect_name" -> assertEquals(
                    a.get(1), Optional.ofNullable(names.apply(a.get(0)).name()).orElse(""));
            case "expect_dump" -> {
                String dump = scope(a).debugDump();
                assertTrue(dump.contains(a.get(1)), dump);
            }
            case "expect_counter" -> expectCounter(((Counter) names.apply(a.get(0))).stats(), rest);
            case "expect_names" -> assertEquals(rest, SafeTensors.names(paths.apply(a.get(0))));
            default -> throw new AssertionError("unknown command " + command);
        }
    }

    private static void expectElement(Tensor t, long[] at, String want) {
        double element = at.length == 2 ? t.getDouble(at[0], at[1]) : t.getDouble(at);
        assertEquals(ScenarioValues.number(want), element);
        boolean isInteger = !t.dtype().isdtype(DTypeKind.REAL_FLOATING);
        if (isInteger && want.matches("-?[0-9]+")) {
            assertEquals(Long.parseLong(want), at.length == 2 ? t.getLong(at[0], at[1]) : t.getLong(at));
        }
    }

    private static void expectEntry(Path file, List<String> a) {
        List<TensorEntry> entries = file.toString().endsWith(".npz") ? Npz.entries(file) : SafeTensors.entries(file);
        TensorEntry entry =
                entries.stream().filter(one -> one.name().equals(a.get(0))).findFirst().orElseThrow();
        assertEquals(a.get(1), entry.storedAs());
        assertEquals(a.get(2).equals("none") ? null : ScenarioValues.dtype(a.get(2)), entry.dtype());
        assertArrayEquals(ScenarioValues.integers(a.get(3)), entry.shape());
    }

    private Tensor tensor(List<String> arguments) {
        return (Tensor) names.apply(arguments.get(0));
    }

    private static DType dtype(List<String> arguments, int at) {
        return ScenarioValues.dtype(arguments.get(at));
    }

    private Scope scope(List<String> arguments) {
        return (Scope) names.apply(arguments.get(0));
    }

    /** The wrapper and the core must agree. */
    private void expectOwner(NativeResource resource, String owner) {
        Scope scope = owner.equals("none") ? null : (Scope) names.apply(owner);
        assertEquals(scope == null ? 0 : scope.handle(), Native.scopeOwner(resource.handle()));
        assertSame(scope, resource.scope());
        assertSame(scope, resource.ownerHint());
    }

    /** What the core lists, and what the public classes make of it. */
    private static void expectMembers(Scope scope, List<String> kinds) {
        List<Member> members = scope.members();
        assertEquals(
                kinds,
                members.stream().map(member -> member.kind()).toList());
        long[] handles = Native.scopeMembers(scope.handle());
        assertArrayEquals(handles, members.stream().mapToLong(Member::id).toArray());
    }

    private static void expectScope(ScopeStats stats, List<String> pairs) {
        expectCounts(pairs, stats, key -> switch (key) {
            case "members" -> stats.members();
            case "tensors" -> stats.tensors();
            case "scopes" -> stats.scopes();
            case "bytes" -> stats.bytes();
            case "peak_tensors" -> stats.peakTensors();
            case "peak_bytes" -> stats.peakBytes();
            case "limit" -> stats.limitBytes();
            case "measured" -> stats.measured() ? 1 : 0;
            default -> throw new AssertionError("unknown key " + key);
        });
    }

    private static void expectLive(Live live, List<String> pairs) {
        expectCounts(pairs, live, key -> switch (key) {
            case "handles" -> live.handles();
            case "tensors" -> live.tensors();
            case "scopes" -> live.scopes();
            case "bytes" -> live.bytes();
            case "unowned" -> live.unowned();
            default -> throw new AssertionError("unknown key " + key);
        });
    }

    private static void expectCounter(CounterStats stats, List<String> pairs) {
        expectCounts(pairs, stats, key -> switch (key) {
            case "tensors" -> stats.tensors();
            case "bytes" -> stats.bytes();
            case "peak_tensors" -> stats.peakTensors();
            case "peak_bytes" -> stats.peakBytes();
            case "allocations" -> stats.allocations();
            case "out_of_memory" -> stats.outOfMemory();
            case "backstop_freed" -> stats.backstopFreed();
            default -> throw new AssertionError("unknown key " + key);
        });
    }

    static void expectCounts(List<String> pairs, Object all, ToLongFunction<String> of) {
        for (int i = 0; i < pairs.size(); i += 2) {
            assertEquals(Long.parseLong(pairs.get(i + 1)), of.applyAsLong(pairs.get(i)), all::toString);
        }
    }
}
