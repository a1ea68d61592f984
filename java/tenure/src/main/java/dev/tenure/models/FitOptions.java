package dev.tenure.models;

import dev.tenure.data.DataLoader;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ObjDoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What {@link Trainer#fit} does besides training. Each method returns a copy with one setting changed:
 * {@code FitOptions.defaults().validation(loader)}.
 *
 * <p>A function is called on the thread that trains. What it makes belongs to the scope of the batch or
 * the epoch and is freed at its end. An exception that it throws ends the training and comes out of
 * {@code fit}.
 */
public final class FitOptions {
    private static final Consumer<Trainer> NOTHING = trainer -> {};
    private static final FitOptions DEFAULTS =
            new FitOptions(null, true, false, NOTHING, NOTHING, NOTHING, (trainer, loss) -> {});

    final @Nullable DataLoader validation;
    final boolean progress;
    final boolean stopsOnInterrupt;
    final Consumer<? super Trainer> beforeEpoch;
    final Consumer<? super Trainer> afterEpoch;
    final Consumer<? super Trainer> beforeBatch;
    final ObjDoubleConsumer<? super Trainer> afterBatch;

    private FitOptions(
            @Nullable DataLoader validation,
            boolean progress,
            boolean stopsOnInterrupt,
            Consumer<? super Trainer> beforeEpoch,
            Consumer<? super Trainer> afterEpoch,
            Consumer<? super Trainer> beforeBatch,
            ObjDoubleConsumer<? super Trainer> afterBatch) {
        this.validation = validation;
        this.progress = progress;
        this.stopsOnInterrupt = stopsOnInterrupt;
        this.beforeEpoch = beforeEpoch;
        this.afterEpoch = afterEpoch;
        this.beforeBatch = beforeBatch;
        this.afterBatch = afterBatch;
    }

    /**
     * Returns the default settings.
     *
     * @return no validation, progress on the standard output, and no functions
     */
    public static FitOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Sets the loader of the batches that each epoch is validated with.
     *
     * @param loader batches of an input and a target each
     * @return changed settings
     */
    public FitOptions validation(DataLoader loader) {
        Objects.requireNonNull(loader, "loader");
        return new FitOptions(loader, progress, stopsOnInterrupt, beforeEpoch, afterEpoch, beforeBatch, afterBatch);
    }

    /**
     * Sets whether the progress is printed to the standard output: a bar where that is a terminal, otherwise a line for
     * each epoch.
     *
     * @param isShown true by default
     * @return changed settings
     */
    public FitOptions progress(boolean isShown) {
        return new FitOptions(validation, isShown, stopsOnInterrupt, beforeEpoch, afterEpoch, beforeBatch, afterBatch);
    }

    /**
     * Sets whether Ctrl-C, and any other signal that ends the JVM in order, ends the training after its
     * batch: {@code fit} writes a checkpoint, if {@link Trainer#checkpointTo} was called, and returns false,
     * and the JVM waits for it.
     *
     * @param isStopped false by default
     * @return changed settings
     */
    public FitOptions stopOnInterrupt(boolean isStopped) {
        return new FitOptions(validation, progress, isStopped, beforeEpoch, afterEpoch, beforeBatch, afterBatch);
    }

    /**
     * Sets what is called before each epoch.
     *
     * @param call the function
     * @return changed settings
     */
    public FitOptions beforeEpoch(Consumer<? super Trainer> call) {
        Objects.requireNonNull(call, "call");
        return new FitOptions(validation, progress, stopsOnInterrupt, call, afterEpoch, beforeBatch, afterBatch);
    }

    /**
     * Sets what is called after each epoch, when its losses are in the history.
     *
     * @param call the function
     * @return changed settings
     */
    public FitOptions afterEpoch(Consumer<? super Trainer> call) {
        Objects.requireNonNull(call, "call");
        return new FitOptions(validation, progress, stopsOnInterrupt, beforeEpoch, call, beforeBatch, afterBatch);
    }

    /**
     * Sets what is called before the step of each batch.
     *
     * @param call the function
     * @return changed settings
     */
    public FitOptions beforeBatch(Consumer<? super Trainer> call) {
        Objects.requireNonNull(call, "call");
        return new FitOptions(validation, progress, stopsOnInterrupt, beforeEpoch, afterEpoch, call, afterBatch);
    }

    /**
     * Sets what is called after the step of each batch.
     *
     * @param call the function of the trainer and the mean loss of the batch
     * @return changed settings
     */
    public FitOptions afterBatch(ObjDoubleConsumer<? super Trainer> call) {
        Objects.requireNonNull(call, "call");
        return new FitOptions(validation, progress, stopsOnInterrupt, beforeEpoch, afterEpoch, beforeBatch, call);
    }
}
