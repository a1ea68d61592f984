package dev.tenure.models;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.data.DataLoader;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.nn.Module;
import dev.tenure.optim.Optimizer;
import dev.tenure.optim.Scheduler;
import dev.tenure.options.Loss;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Trains a module: each step is one call of the core, and epochs, metrics and checkpoints are built in.
 *
 * <pre>{@code
 * Trainer trainer = Trainer.of(net, Optimizer.adam(net.parameters(), 1e-3), Loss.CROSS_ENTROPY);
 * trainer.addMetric(Metric.accuracy());
 * trainer.fit(batches, 10, FitOptions.defaults().validation(rest));
 * trainer.saveHistory(Path.of("curves.svg"));
 * }</pre>
 *
 * <p>A step has the bits of the same calls one by one, and leaves nothing alive. The module has parts of this library
 * only; one with a {@code forward} in Java is trained with a {@link dev.tenure.Tape}.
 */
public final class Trainer extends NativeResource {
    private static final long MOST_OFTEN = 100_000_000; // nanoseconds between two prints on a terminal

    /**
     * Trains for some epochs, with the default settings.
     *
     * @param loader batches of an input and a target each
     * @param epochs the number of epochs in all, with those that were trained before
     * @return whether training has come to its end, or else was asked to stop before
     * @throws dev.tenure.NotFiniteException if the loss of a step is NaN or infinite
     * @throws dev.tenure.ClosedException if this, its module or the loader is closed
     */
    @CanIgnoreReturnValue
    public boolean fit(DataLoader loader, long epochs) {
        return fit(loader, epochs, FitOptions.defaults());
    }

    /**
     * Trains until {@code epochs} epochs have ended, {@link #stopEarly} ends it, or {@link #requestStop} was called. There
     * are three levels of scopes: the training, each epoch, each batch; what is made in one is freed at its end. A request
     * to stop ends it after the batch, and {@link #checkpoint} is called.
     *
     * <p>To go on from a checkpoint, call {@link #setLoader} and {@link #load} before.
     *
     * @param loader batches of an input and a target each
     * @param epochs the number of epochs in all, with those that were trained before
     * @param options what else to do
     * @return whether training has come to its end, or else was asked to stop before
     * @throws dev.tenure.NotFiniteException if the loss of a step is NaN or infinite
     * @throws dev.tenure.ClosedException if this, its module or a loader is closed
     */
    @CanIgnoreReturnValue
    @SuppressWarnings("try") // the guard ends with the training
    public boolean fit(DataLoader loader, long epochs, FitOptions options) {
        Objects.requireNonNull(loader, "loader");
        Objects.requireNonNull(options, "options");
        if (options.validation != null) {
            checkLoader(options.validation);
        }
        setLoader(loader);
        if (!options.stopsOnInterrupt) {
            return train(loader, epochs, options);
        }
        try (Interrupt interrupt = new Interrupt(this)) {
            return train(loader, epochs, options);
        }
    }

    @SuppressWarnings("try") // the scopes are current in the body
    private boolean train(DataLoader loader, long epochs, FitOptions options) {
        try (Scope training = Scope.open("training")) {
            boolean isOver = epoch() >= epochs;
            while (!isOver) {
                try (Scope epoch = Scope.open("epoch")) {
                    options.beforeEpoch.accept(this);
                    if (!trainEpoch(loader, epochs, options)) {
                        checkpoint();
                        return false;
                    }
                    validateEpoch(options);
                    isOver = endEpoch() || epoch() >= epochs;
                    show(options, epochs, true);
                    options.afterEpoch.accept(this);
                }
            }
        }
        return true;
    }

    /** Returns false if it was asked to stop. */
    @SuppressWarnings("try") // the scope is current in the body
    private boolean trainEpoch(DataLoader loader, long epochs, FitOptions options) {
        long shown = 0;
        while (true) {
            try (Scope scope = Scope.open("batch")) { // current in the step
                Tensor[] batch = loader.next();
                if (batch.length == 0) {
                    return true;
                }
                options.beforeBatch.accept(this);
                options.afterBatch.accept(this, step(batch[0], batch[1]));
            }
            if (System.nanoTime() - shown > MOST_OFTEN) {
                show(options, epochs, false);
                shown = System.nanoTime();
            }
            if (isStopRequested()) {
                return false;
            }
        }
    }

    private void validateEpoch(FitOptions options) {
        if (options.validation != null) {
            options.validation.forEach(batch -> validate(batch[0], batch[1]));
        }
    }

    /** Prints where training is: within an epoch on a terminal only, over the line before. */
    private void show(FitOptions options, long epochs, boolean isEnd) {
        boolean isTerminal = System.console() != null;
        if (options.progress && (isTerminal || isEnd)) {
            String line = progress(epochs);
            System.out.print(isTerminal ? "\r\u001b[K" + line + (isEnd ? "\n" : "") : line + System.lineSeparator());
            System.out.flush();
        }
    }

    /**
     * Writes a checkpoint as a {@code .safetensors} file: the weights, the states of the optimizer and the scheduler, the
     * random stream of the process, the position of the loader, and the course of the epochs. The file is replaced as a
     * whole.
     *
     * @param path the file, on the default file system
     * @throws dev.tenure.InvalidArgumentException if the file is not on the default file system
     * @throws dev.tenure.TensorException if the file cannot be written; the cause is an {@link java.io.IOException}, and an
     *     existing file has not changed
     */
    public void save(Path path) {
        OtherFiles.direct(path, file -> {
            Native.trainerSave(handle(), file);
            return null;
        });
        KeepAlive.done(this);
    }

    /**
     * Goes on from a checkpoint of a trainer with such a module, optimizer and scheduler: further steps give the bits that
     * they would have given without the interruption. The random stream of the process is set too. If this fails, nothing
     * has changed.
     *
     * @param path the file, on the default file system
     * @throws dev.tenure.InvalidArgumentException if the file is not on the default file system, or is the checkpoint of another
     *     module, optimizer or scheduler, or the loader has fewer batches
     * @throws dev.tenure.ShapeMismatchException if a tensor has another shape
     * @throws dev.tenure.TensorException if the file cannot be read, or is not a checkpoint
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public void load(Path path) {
        Nouns.get().change(() -> OtherFiles.direct(path, file -> {
            Native.trainerLoad(handle(), file);
            return null;
        }));
        KeepAlive.done(this);
    }

    /**
     * Writes the history: the picture to a path that ends in {@code .svg}, otherwise the CSV. The file is replaced as a
     * whole.
     *
     * @param path the file, on the default file system
     * @throws dev.tenure.InvalidArgumentException if the file is not on the default file system
     * @throws dev.tenure.TensorException if the file cannot be written; the cause is an {@link java.io.IOException}
     */
    public void saveHistory(Path path) {
        OtherFiles.direct(path, file -> {
            Native.trainerSaveHistory(handle(), file);
            return null;
        });
        KeepAlive.done(this);
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Makes a trainer of a module, an optimizer of its parameters, and a loss. It keeps the weights
     * and the optimizer's state alive by itself; a step fails once the module is closed.
     *
     * @param module the module, of which every part is of a kind of this library
     * @param optimizer an optimizer of parameters of the module, some or all
     * @param loss the loss of a prediction and a target, with PyTorch's settings
     * @return a new {@code Trainer}, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.ClosedException if the module or the optimizer is closed
     * @throws dev.tenure.InvalidArgumentException if the optimizer has a parameter that is not one
     *     of the module
     */
    public static Trainer of(Module module, Optimizer optimizer, Loss loss) {
        Objects.requireNonNull(module, "module");
        Objects.requireNonNull(optimizer, "optimizer");
        Objects.requireNonNull(loss, "loss");
        Scope owner = Nouns.get().current();
        Trainer made = Nouns.get().owned(new Trainer(0), owner, scope -> Native.trainerNew(scope, Nouns.get().handle(module), Nouns.get().handle(optimizer), loss.code()));
        KeepAlive.done(module, optimizer);
        return made;
    }

    /**
     * Changes a setting of the loss, by its name in PyTorch: {@code label_smoothing}, {@code beta},
     * {@code delta}, {@code margin} and so on.
     *
     * @param name the name of the setting
     * @param value the number; 1 or 0 for a switch
     * @throws dev.tenure.InvalidArgumentException if the loss has no such setting, or the number is
     *     NaN
     */
    public void setLossSetting(String name, double value) {
        Objects.requireNonNull(name, "name");
        Native.trainerSetLossSetting(handle(), name, value);
        KeepAlive.done(this);
    }

    /**
     * Sets the factor of each class, {@code [C]}, in a loss of classes, or of each element in one
     * of elements. The trainer keeps it alive by itself.
     *
     * @param weight the factors, of the dtype of the prediction
     * @throws dev.tenure.InvalidArgumentException if the loss has no weight
     */
    public void setLossWeight(Tensor weight) {
        Objects.requireNonNull(weight, "weight");
        Native.trainerSetLossWeight(handle(), Nouns.get().handle(weight));
        KeepAlive.done(this, weight);
    }

    /**
     * Sets the scheduler, which then goes on by itself. One that looks at a metric gets the mean
     * loss of each epoch, that of the validation if there is one.
     *
     * @param scheduler a scheduler of this trainer's optimizer
     * @throws dev.tenure.InvalidArgumentException if it looks at a metric, and is to go on with
     *     each update
     */
    public void setScheduler(Scheduler scheduler) {
        setScheduler(scheduler, false);
    }

    /**
     * Sets the scheduler, which then goes on by itself. One that looks at a metric gets the mean
     * loss of each epoch, that of the validation if there is one.
     *
     * @param scheduler a scheduler of this trainer's optimizer
     * @param eachStep whether it goes on with each update, or else with each epoch
     * @throws dev.tenure.InvalidArgumentException if it looks at a metric, and is to go on with
     *     each update
     */
    public void setScheduler(Scheduler scheduler, boolean eachStep) {
        Objects.requireNonNull(scheduler, "scheduler");
        Native.trainerSetScheduler(handle(), Nouns.get().handle(scheduler), eachStep);
        KeepAlive.done(this, scheduler);
    }

    /**
     * Scales the gradients of each update so that the norm of all their elements together is at
     * most {@code max_norm}.
     *
     * @param maxNorm the largest norm
     * @throws dev.tenure.InvalidArgumentException if {@code max_norm} is negative or not finite, or
     *     {@code norm_type} is not above 0
     */
    public void clipGradNorm(double maxNorm) {
        clipGradNorm(maxNorm, 2);
    }

    /**
     * Scales the gradients of each update so that the norm of all their elements together is at
     * most {@code max_norm}.
     *
     * @param maxNorm the largest norm
     * @param normType the norm; infinity for the largest size of an element
     * @throws dev.tenure.InvalidArgumentException if {@code max_norm} is negative or not finite, or
     *     {@code norm_type} is not above 0
     */
    public void clipGradNorm(double maxNorm, double normType) {
        Native.trainerClipGradNorm(handle(), maxNorm, normType);
        KeepAlive.done(this);
    }

    /**
     * Puts every element of the gradients of each update between {@code -clip_value} and {@code
     * clip_value}.
     *
     * @param clipValue the largest size of an element
     * @throws dev.tenure.InvalidArgumentException if {@code clip_value} is negative or not finite
     */
    public void clipGradValue(double clipValue) {
        Native.trainerClipGradValue(handle(), clipValue);
        KeepAlive.done(this);
    }

    /**
     * Makes an update of the mean gradient of several batches.
     *
     * @param batches the number of batches of an update, 1 for a new trainer
     * @throws dev.tenure.BusyException if a step is being made
     * @throws dev.tenure.InvalidArgumentException if the number is not above 0, some batches of an
     *     update were made, or the optimizer is L-BFGS
     */
    public void accumulate(long batches) {
        Native.trainerAccumulate(handle(), batches);
        KeepAlive.done(this);
    }

    /**
     * Scales the loss before the backward pass, and the gradients back in float32, before they are
     * clipped, so that small gradients of a float16 module are not 0. A step whose gradients are
     * not all finite, as when the loss is not, makes no update, and the scale shrinks; it grows
     * after many updates in a row. A loss that is not finite is {@code NOT_FINITE} only when the
     * scale cannot shrink any more. The loss of a half is computed in float32. The rules are those
     * of PyTorch's {@code GradScaler}; let the optimizer have master weights ({@code
     * set_master_weights}).
     *
     * @throws dev.tenure.BusyException if a step is being made
     * @throws dev.tenure.InvalidArgumentException if a number is out of range, or the optimizer is
     *     L-BFGS
     */
    public void scaleLoss() {
        scaleLoss(65536, 2, 0.5, 2000);
    }

    /**
     * Scales the loss before the backward pass, and the gradients back in float32, before they are
     * clipped, so that small gradients of a float16 module are not 0. A step whose gradients are
     * not all finite, as when the loss is not, makes no update, and the scale shrinks; it grows
     * after many updates in a row. A loss that is not finite is {@code NOT_FINITE} only when the
     * scale cannot shrink any more. The loss of a half is computed in float32. The rules are those
     * of PyTorch's {@code GradScaler}; let the optimizer have master weights ({@code
     * set_master_weights}).
     *
     * @param initial the first scale
     * @param growthFactor by what it is multiplied after {@code growth_interval} updates in a row
     * @param backoffFactor by what it is multiplied when a gradient is not finite
     * @param growthInterval the number of updates between two increases
     * @throws dev.tenure.BusyException if a step is being made
     * @throws dev.tenure.InvalidArgumentException if a number is out of range, or the optimizer is
     *     L-BFGS
     */
    public void scaleLoss(double initial, double growthFactor, double backoffFactor, long growthInterval) {
        Native.trainerScaleLoss(handle(), initial, growthFactor, backoffFactor, growthInterval);
        KeepAlive.done(this);
    }

    /** {@return the scale of the loss at present, 1 if it is not scaled} */
    public double lossScale() {
        return KeepAlive.value(Native.trainerLossScale(handle()), this);
    }

    /**
     * Keeps an average of the weights up to date: {@code averaged} takes them after each update, or
     * at the end of each epoch. Checkpoints contain it.
     *
     * @param averaged an {@code AveragedModel} of the module
     * @throws dev.tenure.BusyException if a step is being made
     * @throws dev.tenure.ClosedException if the trainer or the average is closed
     * @throws dev.tenure.InvalidArgumentException if {@code averaged} is not an {@code
     *     AveragedModel}, or that of another module
     * @throws dev.tenure.ShapeMismatchException if a parameter has another shape in the average
     * @throws dev.tenure.DTypeMismatchException if a parameter has another dtype in the average
     */
    public void average(Module averaged) {
        average(averaged, true, 0, true);
    }

    /**
     * Keeps an average of the weights up to date: {@code averaged} takes them after each update, or
     * at the end of each epoch. Checkpoints contain it.
     *
     * @param averaged an {@code AveragedModel} of the module
     * @param eachStep whether it takes the weights after each update, or else at the end of each
     *     epoch
     * @param skippedEpochs the number of epochs whose weights it does not take
     * @param evaluates whether {@code evaluate}, {@code validate} and {@code predict} compute with
     *     the average as soon as there is one
     * @throws dev.tenure.BusyException if a step is being made
     * @throws dev.tenure.ClosedException if the trainer or the average is closed
     * @throws dev.tenure.InvalidArgumentException if {@code averaged} is not an {@code
     *     AveragedModel}, or that of another module
     * @throws dev.tenure.ShapeMismatchException if a parameter has another shape in the average
     * @throws dev.tenure.DTypeMismatchException if a parameter has another dtype in the average
     */
    public void average(Module averaged, boolean eachStep, long skippedEpochs, boolean evaluates) {
        Objects.requireNonNull(averaged, "averaged");
        Native.trainerAverage(handle(), Nouns.get().handle(averaged), eachStep, skippedEpochs, evaluates);
        KeepAlive.done(this, averaged);
    }

    /**
     * Makes a step: computes the prediction in training, the loss and the gradients, and updates
     * the parameters. The bits are those of the same calls one by one. L-BFGS computes them several
     * times, and the loss is the first one then. Everything that is computed on the way is freed.
     * Returns the mean loss of the batch. If this fails, nothing has changed.
     *
     * @param x the inputs of a batch, {@code [N, ...]}
     * @param y the targets
     * @return the result
     * @throws dev.tenure.BusyException if another step of this trainer is being made
     * @throws dev.tenure.ClosedException if the trainer, the module or a tensor is closed
     * @throws dev.tenure.InvalidArgumentException if a parameter is frozen, the schedule has no
     *     further step, or the targets do not fit the loss
     * @throws dev.tenure.ShapeMismatchException if the shapes do not fit the module or the loss
     * @throws dev.tenure.DTypeMismatchException if the dtypes do not fit the module or the loss
     * @throws dev.tenure.TensorException if a part of the module is written in the caller's
     *     language
     * @throws dev.tenure.NotFiniteException if the loss is NaN or infinite; the message names the
     *     first module whose output is
     * @throws dev.tenure.NativeMemoryException if there is not enough memory, or a limit of the
     *     scope of {@code x} refuses the memory
     */
    public double step(Tensor x, Tensor y) {
        Objects.requireNonNull(x, "x");
        Objects.requireNonNull(y, "y");
        double result = KeepAlive.value(Nouns.get().result(() -> Native.trainerStep(handle(), Nouns.get().handle(x), Nouns.get().handle(y))), this);
        KeepAlive.done(this, x, y);
        return result;
    }

    /**
     * Computes the mean loss of a batch in evaluation: dropout passes its input on, and
     * normalizations use their running statistics. The mode of the module stays, and nothing is
     * recorded.
     *
     * @param x the inputs of a batch, {@code [N, ...]}
     * @param y the targets
     * @return the result
     * @throws dev.tenure.ClosedException if the trainer, the module or a tensor is closed
     * @throws dev.tenure.ShapeMismatchException if the shapes do not fit the module or the loss
     * @throws dev.tenure.TensorException if a part of the module is written in the caller's
     *     language
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public double evaluate(Tensor x, Tensor y) {
        Objects.requireNonNull(x, "x");
        Objects.requireNonNull(y, "y");
        double result = KeepAlive.value(Nouns.get().result(() -> Native.trainerEvaluate(handle(), Nouns.get().handle(x), Nouns.get().handle(y))), this);
        KeepAlive.done(this, x, y);
        return result;
    }

    /**
     * {@return computes the mean loss of a batch like {@code evaluate}, and takes it and the
     * metrics into the figures of this epoch}
     *
     * @param x the inputs of a batch, {@code [N, ...]}
     * @param y the targets
     * @throws dev.tenure.ClosedException if the trainer, the module or a tensor is closed
     * @throws dev.tenure.InvalidArgumentException if a class is out of range for a metric
     * @throws dev.tenure.ShapeMismatchException if the shapes do not fit the module, the loss or a
     *     metric
     * @throws dev.tenure.TensorException if a part of the module is written in the caller's
     *     language
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public double validate(Tensor x, Tensor y) {
        Objects.requireNonNull(x, "x");
        Objects.requireNonNull(y, "y");
        double result = KeepAlive.value(Nouns.get().result(() -> Native.trainerValidate(handle(), Nouns.get().handle(x), Nouns.get().handle(y))), this);
        KeepAlive.done(this, x, y);
        return result;
    }

    /**
     * Computes the module's result for an input in evaluation. The mode of the module stays, and
     * nothing is recorded.
     *
     * @param x the input
     * @return a new tensor
     * @throws dev.tenure.ClosedException if the trainer, the module or the input is closed
     * @throws dev.tenure.ShapeMismatchException if the shape does not fit the module
     * @throws dev.tenure.TensorException if a part of the module is written in the caller's
     *     language
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Tensor predict(Tensor x) {
        Objects.requireNonNull(x, "x");
        Tensor made = Nouns.get().from(x, scope -> Native.trainerPredict(scope, handle(), Nouns.get().handle(x)));
        KeepAlive.done(this, x);
        return made;
    }

    /**
     * Adds a metric that each {@code validate} updates, and each epoch writes into the history and
     * resets.
     *
     * @param metric the metric, which the trainer keeps alive by itself
     * @throws dev.tenure.InvalidArgumentException if there is one of this kind already
     */
    public void addMetric(Metric metric) {
        Objects.requireNonNull(metric, "metric");
        Native.trainerAddMetric(handle(), Nouns.get().handle(metric));
        KeepAlive.done(this, metric);
    }

    /**
     * Sets the loader whose position is part of checkpoints.
     *
     * @param loader the loader of the batches that are trained with, an input and a target each
     * @throws dev.tenure.InvalidArgumentException if its batches have another number of tensors
     */
    public void setLoader(DataLoader loader) {
        Objects.requireNonNull(loader, "loader");
        Native.trainerSetLoader(handle(), Nouns.get().handle(loader));
        KeepAlive.done(this, loader);
    }

    /**
     * Checks that the batches of a loader are an input and a target each, as training and
     * validation need them.
     *
     * @param loader the loader to check
     * @throws dev.tenure.InvalidArgumentException if its batches have another number of tensors
     */
    public void checkLoader(DataLoader loader) {
        Objects.requireNonNull(loader, "loader");
        Native.trainerCheckLoader(handle(), Nouns.get().handle(loader));
        KeepAlive.done(this, loader);
    }

    /**
     * Lets {@code end_epoch} say that training is to stop after more epochs without improvement
     * than {@code patience}.
     *
     * @param patience the number of epochs without improvement that are accepted
     * @throws dev.tenure.InvalidArgumentException if {@code patience} or {@code min_delta} is
     *     negative
     */
    public void stopEarly(long patience) {
        stopEarly(patience, 0);
    }

    /**
     * Lets {@code end_epoch} say that training is to stop after more epochs without improvement
     * than {@code patience}.
     *
     * @param patience the number of epochs without improvement that are accepted
     * @param minDelta by how much less a loss counts as less
     * @throws dev.tenure.InvalidArgumentException if {@code patience} or {@code min_delta} is
     *     negative
     */
    public void stopEarly(long patience, double minDelta) {
        Native.trainerStopEarly(handle(), patience, minDelta);
        KeepAlive.done(this);
    }

    /**
     * Lets {@code end_epoch} write checkpoints into a folder: {@code last.safetensors} after each
     * {@code every} epochs, {@code best.safetensors} after each epoch with a lower loss.
     *
     * @param folder the folder, which must be there
     * @throws dev.tenure.InvalidArgumentException if {@code every} is not above 0
     */
    public void checkpointTo(String folder) {
        checkpointTo(folder, 1);
    }

    /**
     * Lets {@code end_epoch} write checkpoints into a folder: {@code last.safetensors} after each
     * {@code every} epochs, {@code best.safetensors} after each epoch with a lower loss.
     *
     * @param folder the folder, which must be there
     * @param every the number of epochs between two of them
     * @throws dev.tenure.InvalidArgumentException if {@code every} is not above 0
     */
    public void checkpointTo(String folder, long every) {
        Objects.requireNonNull(folder, "folder");
        Native.trainerCheckpointTo(handle(), folder, every);
        KeepAlive.done(this);
    }

    /**
     * Ends an epoch: takes its mean losses and the metrics into the history, lets the scheduler go
     * on, and writes the checkpoints that are due. Returns whether training is to stop, because the
     * loss has not improved for too long. If a checkpoint cannot be written, the epoch has ended
     * all the same.
     *
     * @return the result
     * @throws dev.tenure.InvalidArgumentException if the schedule has no further step
     * @throws dev.tenure.BusyException if a step is being made, and a checkpoint is due
     * @throws dev.tenure.TensorException if a checkpoint cannot be written; the one before stays
     *     whole
     */
    public boolean endEpoch() {
        return KeepAlive.value(Native.trainerEndEpoch(handle()), this);
    }

    /**
     * Writes {@code last.safetensors} into the folder for checkpoints; without one, does nothing. A
     * loop that ends before its time calls it.
     *
     * @throws dev.tenure.BusyException if a step is being made, and a checkpoint is due
     * @throws dev.tenure.TensorException if it cannot be written; the one before stays whole
     */
    public void checkpoint() {
        Native.trainerCheckpointNow(handle());
        KeepAlive.done(this);
    }

    /**
     * Asks for an end of the loop after this batch; it never waits, so a handler of a signal may
     * call it.
     */
    public void requestStop() {
        Native.trainerSetStopRequested(handle(), true);
        KeepAlive.done(this);
    }

    /** Takes that back. */
    public void clearStop() {
        Native.trainerSetStopRequested(handle(), false);
        KeepAlive.done(this);
    }

    /** {@return whether an end of the loop was asked for} */
    public boolean isStopRequested() {
        return KeepAlive.value(Native.trainerIsStopRequested(handle()), this);
    }

    /** {@return the number of steps that were made} */
    public long steps() {
        return KeepAlive.value(Native.trainerSteps(handle()), this);
    }

    /** {@return the number of updates of the parameters that were made} */
    public long updates() {
        return KeepAlive.value(Native.trainerUpdates(handle()), this);
    }

    /** {@return the number of epochs that have ended} */
    public long epoch() {
        return KeepAlive.value(Native.trainerEpoch(handle()), this);
    }

    /**
     * The least loss of an epoch so far: that of the validation, else that of the training. NaN
     * before the first epoch has ended.
     *
     * @return the result
     */
    public double best() {
        return KeepAlive.value(Native.trainerBest(handle()), this);
    }

    /**
     * {@return the norm of all gradients before the last update, NaN if they were not clipped by
     * norm}
     */
    public double gradNorm() {
        return KeepAlive.value(Native.trainerGradNorm(handle()), this);
    }

    /**
     * {@return a line about where training is: {@code epoch 2/10 batch 7/45 loss 0.1234}, or, after
     * the end of an epoch, its losses and metrics}
     */
    public String progress() {
        return progress(0);
    }

    /**
     * {@return a line about where training is: {@code epoch 2/10 batch 7/45 loss 0.1234}, or, after
     * the end of an epoch, its losses and metrics}
     *
     * @param epochs the number of epochs in all, 0 if it is not known
     */
    public String progress(long epochs) {
        return KeepAlive.value(Native.trainerProgress(handle(), epochs), this);
    }

    /**
     * {@return the history as CSV: a line for each epoch with its mean losses, the learning rate,
     * the bytes of native memory in use, and the metrics}
     */
    public String history() {
        return KeepAlive.value(Native.trainerHistory(handle()), this);
    }

    /** {@return the curves of the mean losses by epoch as a picture in SVG} */
    public String historySvg() {
        return KeepAlive.value(Native.trainerHistorySvg(handle()), this);
    }

    /** Of a handle; 0 for one that the core is about to make. */
    Trainer(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public Trainer name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Trainer moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Trainer moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Trainer detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.trainerDispose(handle());
    }
    // </generated>
}
