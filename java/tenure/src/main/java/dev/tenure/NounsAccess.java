package dev.tenure;

import dev.tenure.access.NamedFiles;
import dev.tenure.access.Nouns;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Implements {@link Nouns}, for the kinds of resources that are in other packages. */
final class NounsAccess extends Nouns {
    @Override
    public @Nullable Scope current() {
        return Current.scope();
    }

    @Override
    public @Nullable String otherThreadWithScope() {
        return ThreadsWithScopes.other();
    }

    @Override
    public @Nullable Scope ownerFor(Tensor[] operands) {
        return operands.length > 0 ? Current.ownerFor(operands[0]) : Current.scope();
    }

    @Override
    public long number(@Nullable Scope owner) {
        return Current.handle(owner);
    }

    @Override
    public long[] handles(Tensor[] tensors) {
        return Call.handles(tensors);
    }

    @Override
    public <R extends NativeResource> R owned(R fresh, @Nullable Scope owner, LongUnaryOperator core) {
        return NativeResource.owned(fresh, owner, () -> Call.handle(owner, core));
    }

    @Override
    public Tensor from(Tensor operand, LongUnaryOperator core) {
        return Call.from(operand, core);
    }

    @Override
    public Tensor made(LongUnaryOperator core, Object operand) {
        return Call.made(Current.scope(), core, operand);
    }

    @Override
    public Tensor[] several(@Nullable Scope owner, int room, Several core) {
        return Call.several(owner, room, core::call);
    }

    @Override
    public void keep(NativeResource part, NativeResource by) {
        Object before;
        do {
            before = part.owner;
            if (before instanceof PartOf) {
                return; // a tied parameter: its handle is still that of its first module
            }
        } while (!part.isPlaced(before, new PartOf(by)));
        NativeResource.abandon(before);
    }

    @Override
    public long handle(NativeResource resource) {
        return resource.handle();
    }

    @Override
    public Tensor[] run(
            @Nullable Scope owner, int outputs, Run core, long model, long options, @Nullable String names, long[] inputs) {
        return Call.run(owner, outputs, core, model, options, names, inputs);
    }

    @Override
    public TensorException failure(Status status, String message) {
        return new TensorException(status.code(), message);
    }

    @Override
    public RuntimeException misfit(String message) {
        return new ShapeMismatchException(Status.SHAPE_MISMATCH.code(), message);
    }

    @Override
    public NativeMemoryException refusal(Status status, String message) {
        return new NativeMemoryException(status.code(), message);
    }

    @Override
    public Optional<DType> dtype(String name) {
        return DType.named(name);
    }

    @Override
    public DType dtype(int code) {
        return DType.of(code);
    }

    @Override
    public Map<String, Tensor> named(String[] names, @Nullable DType dtype, NamedFiles.Loader loader) {
        return NamedTensors.all(names, dtype, loader);
    }

    @Override
    public List<TensorEntry> entries(String rows) {
        return NamedTensors.entries(rows);
    }

    @Override
    public void change(Runnable core) {
        Call.change(core);
    }

    @Override
    public double result(DoubleSupplier core) {
        return Call.number(core);
    }
}
