package dev.tenure.data;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.internal.Arguments;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.nn.Module;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the rows of tensors, of files, of a {@link Dataset} or of an iterator in batches, shuffled
 * by a seed, epoch after epoch.
 *
 * <pre>{@code
 * DataLoader loader = DataLoader.of(List.of(images, labels), 64, true, 42, false);
 * for (int epoch = 0; epoch < 10; epoch++) {
 *     loader.forEach(batch -> {
 *         Tape tape = Tape.open();
 *         Tensor[] watched = net.watch(tape);
 *         Tensor loss = net.call(batch[0]).crossEntropy(batch[1]);
 *         optimizer.step(tape.backward(loss, watched));
 *     }); // a batch and everything that its step made are freed before the next one is made
 * }
 * }</pre>
 *
 * <p>It holds its own references to the storages of the tensors. Threads that share a loader get
 * each batch once.
 */
public final class DataLoader extends NativeResource {
    private @Nullable Dataset dataset;
    private @Nullable RowStream stream;

    /**
     * Makes a loader of the rows of a dataset. A batch has a tensor for each tensor of a row: those of
     * its rows, stacked. Rows are fetched on the thread that asks for the batch.
     *
     * @param dataset the rows
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @param shuffle whether each epoch has an order of its own, which the seed decides
     * @param seed the seed of the order
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if the size is negative, or the width or {@code
     *     batchSize} is not above 0
     */
    public static DataLoader of(Dataset dataset, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        Objects.requireNonNull(dataset, "dataset");
        long size = dataset.size();
        long width = dataset.width();
        DataLoader made = Nouns.get()
                .owned(
                        new DataLoader(0),
                        Nouns.get().current(),
                        scope -> Native.dataLoaderNumbers(scope, size, width, batchSize, shuffle, seed, dropLast));
        made.dataset = dataset;
        return made;
    }

    /**
     * Makes a loader of the rows of a dataset, in their order.
     *
     * @param dataset the rows
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if the size is negative, or the width or {@code
     *     batchSize} is not above 0
     */
    public static DataLoader of(Dataset dataset, long batchSize) {
        return of(dataset, batchSize, false, 0, false);
    }

    /**
     * Makes a loader of the rows of an iterator, whose number is not known, such as lines of a file: a
     * row is an input and its target. They come in the order of the iterator, which is asked for
     * again at the beginning of each epoch.
     *
     * @param rows gives the rows of an epoch
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if {@code batchSize} is not above 0
     */
    public static DataLoader of(Iterable<Tensor[]> rows, long batchSize) {
        return of(rows, 2, batchSize, false, false);
    }

    /**
     * Makes a loader of the rows of an iterator, whose number is not known. A batch has a tensor for
     * each tensor of a row: those of its rows, stacked. Rows are fetched on the thread that asks for
     * the batch, in a scope of its own, which frees what the iterator makes when the batch is
     * complete: what the iterator keeps from row to row it moves out of there, or makes before.
     *
     * <p>After a failure, and after {@link #seek}, the iterator is asked for again, and rows up to the
     * position are skipped. An iterator that is {@link AutoCloseable} is closed when it has ended or is
     * left.
     *
     * @param rows gives the rows of an epoch
     * @param width the number of tensors of a row
     * @param batchSize rows of a batch, above 0
     * @param shuffle must be false: the rest of a stream is not known, so rows are shuffled where they
     *     are made
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if {@code width} or {@code batchSize} is not above 0,
     *     or {@code shuffle} is true
     */
    public static DataLoader of(
            Iterable<Tensor[]> rows, int width, long batchSize, boolean shuffle, boolean dropLast) {
        Objects.requireNonNull(rows, "rows");
        DataLoader made = Nouns.get()
                .owned(
                        new DataLoader(0),
                        Nouns.get().current(),
                        scope -> Native.dataLoaderStream(scope, width, batchSize, shuffle, dropLast));
        made.stream = new RowStream(rows, width, batchSize, dropLast);
        return made;
    }

    /** The loader of an image folder; a path is a line. */
    static DataLoader ofImages(
            String files, long[] labels, int channels, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        Scope owner = Nouns.get().current();
        try (Tensor column = Tensor.of(labels)) {
            return Nouns.get()
                    .owned(
                            new DataLoader(0),
                            owner,
                            scope -> Native.dataLoaderImages(
                                    scope, files, Nouns.get().handle(column), channels, batchSize, shuffle, seed, dropLast));
        }
    }

    /**
     * Returns the next batch: a new tensor for each tensor of the loader, with its rows. If it fails,
     * the position stays, and the call may be repeated.
     *
     * @return the batch, which the current scope owns, else the caller; an empty array at the end of
     *     an epoch, and then the first batch of the next one
     * @throws dev.tenure.ClosedException if this is closed
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     * @throws dev.tenure.InvalidArgumentException if a row of a dataset or of an iterator has another
     *     number of tensors than it says
     * @throws dev.tenure.ShapeMismatchException if rows differ in shape after their transforms
     * @throws dev.tenure.TensorException if an image cannot be read
     */
    public Tensor[] next() {
        Dataset rows = dataset;
        RowStream from = stream;
        return from != null ? batchOf(from) : rows == null ? batchOfCore() : batchOf(rows);
    }

    /** The next rows of a stream, stacked, in the current scope. Threads that share it wait for each other. */
    @SuppressWarnings("try") // the scope is current while rows are fetched
    private Tensor[] batchOf(RowStream from) {
        synchronized (from) {
            long epoch = epoch();
            long batch = batch();
            Scope owner = Nouns.get().current();
            try (Scope scope = Scope.open("rows")) {
                List<Tensor[]> rows = from.next(epoch, batch);
                if (rows.isEmpty()) {
                    seek(epoch + 1, 0);
                    return new Tensor[0];
                }
                Tensor[] stacked = handedOver(from.stacked(rows), owner);
                seek(epoch, batch + 1);
                return stacked;
            } catch (RuntimeException | Error e) {
                from.leave(e);
                throw e;
            }
        }
    }

    /** Moves a batch to the scope that was current when it was asked for. */
    private static Tensor[] handedOver(Tensor[] batch, @Nullable Scope owner) {
        for (Tensor tensor : batch) {
            if (owner == null) {
                tensor.detachFromScope();
            } else {
                tensor.moveTo(owner);
            }
        }
        return batch;
    }

    /** The rows of the next batch, stacked, in the current scope. */
    @SuppressWarnings("try") // the scope is current while rows are fetched
    private Tensor[] batchOf(Dataset rows) {
        long epoch = epoch();
        long batch = batch();
        Scope owner = Nouns.get().current();
        try (Scope scope = Scope.open("rows")) {
            Tensor[] numbers = batchOfCore();
            if (numbers.length == 0) {
                return numbers;
            }
            try {
                return handedOver(stacked(rows, numbers[0].toLongArray()), owner);
            } catch (RuntimeException | Error e) {
                seek(epoch, batch);
                throw e;
            }
        }
    }

    private static Tensor[] stacked(Dataset rows, long[] numbers) {
        int width = rows.width();
        Tensor[][] columns = new Tensor[width][numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            Tensor[] row = Arguments.notNull("the row", rows.get(numbers[i]));
            if (row.length != width) {
                throw new InvalidArgumentException(
                        "row " + numbers[i] + " has " + row.length + " tensors, and the width of the dataset is " + width);
            }
            for (int column = 0; column < width; column++) {
                columns[column][i] = row[column];
            }
        }
        Tensor[] stacked = new Tensor[width];
        for (int column = 0; column < width; column++) {
            stacked[column] = Tensor.stack(columns[column], 0);
        }
        return stacked;
    }

    private Tensor[] batchOfCore() {
        int width = Math.toIntExact(Native.dataLoaderWidth(handle()));
        Tensor[] batch = Nouns.get()
                .several(Nouns.get().current(), width, (scope, made) -> Native.dataLoaderNext(scope, handle(), made));
        KeepAlive.done(this);
        return batch;
    }

    /**
     * Runs {@code body} for each batch that is left of this epoch, each in a scope of its own, which
     * is current meanwhile: the batch and every resource that {@code body} makes are freed before
     * the next batch is made, except what it moves out.
     *
     * <p>If {@code body} throws, the next batch is the one after.
     *
     * @param body what to run; a batch has a tensor for each tensor of the loader
     * @throws dev.tenure.ClosedException if this is closed
     */
    @SuppressWarnings("try") // the scope is current in the body
    public void forEach(Consumer<? super Tensor[]> body) {
        Objects.requireNonNull(body, "body");
        boolean isLeft = true;
        while (isLeft) {
            try (Scope scope = Scope.open("batch")) {
                Tensor[] batch = next();
                isLeft = batch.length > 0;
                if (isLeft) {
                    body.accept(batch);
                }
            }
        }
    }

    // <generated by ci/generate from src/api; do not edit>
    /**
     * Makes a loader of batches of rows: {@code batch_size} slices along axis 0 of each tensor at a
     * time, on the tensor's device. It holds its own references to the tensors' storages. The rows
     * of a batch depend on the seed, the epoch and the number of the batch only: the same in every
     * language, and when it goes on from a position that was saved.
     *
     * @param tensors at least one tensor, each with the same number of rows: {@code [N, ...]}
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no tensor, or {@code batch_size} is
     *     not above 0
     * @throws dev.tenure.ShapeMismatchException if a tensor has no axes, or another number of rows
     */
    public static DataLoader of(Tensor[] tensors, long batchSize) {
        return of(tensors, batchSize, false, 0, false);
    }

    /**
     * Makes a loader of batches of rows: {@code batch_size} slices along axis 0 of each tensor at a
     * time, on the tensor's device. It holds its own references to the tensors' storages. The rows
     * of a batch depend on the seed, the epoch and the number of the batch only: the same in every
     * language, and when it goes on from a position that was saved.
     *
     * @param tensors at least one tensor, each with the same number of rows: {@code [N, ...]}
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no tensor, or {@code batch_size} is
     *     not above 0
     * @throws dev.tenure.ShapeMismatchException if a tensor has no axes, or another number of rows
     */
    public static DataLoader of(List<? extends Tensor> tensors, long batchSize) {
        return of(tensors, batchSize, false, 0, false);
    }

    /**
     * Makes a loader of batches of rows: {@code batch_size} slices along axis 0 of each tensor at a
     * time, on the tensor's device. It holds its own references to the tensors' storages. The rows
     * of a batch depend on the seed, the epoch and the number of the batch only: the same in every
     * language, and when it goes on from a position that was saved.
     *
     * @param tensors at least one tensor, each with the same number of rows: {@code [N, ...]}
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @param shuffle whether each epoch has an order of its own, which the seed decides
     * @param seed the seed of the order
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no tensor, or {@code batch_size} is
     *     not above 0
     * @throws dev.tenure.ShapeMismatchException if a tensor has no axes, or another number of rows
     */
    public static DataLoader of(Tensor[] tensors, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        Arguments.notNull("tensors", tensors);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(tensors);
        DataLoader made = Nouns.get().owned(new DataLoader(0), owner, scope -> Native.dataLoaderNew(scope, handles, batchSize, shuffle, seed, dropLast));
        KeepAlive.done(tensors);
        return made;
    }

    /**
     * Makes a loader of batches of rows: {@code batch_size} slices along axis 0 of each tensor at a
     * time, on the tensor's device. It holds its own references to the tensors' storages. The rows
     * of a batch depend on the seed, the epoch and the number of the batch only: the same in every
     * language, and when it goes on from a position that was saved.
     *
     * @param tensors at least one tensor, each with the same number of rows: {@code [N, ...]}
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @param shuffle whether each epoch has an order of its own, which the seed decides
     * @param seed the seed of the order
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no tensor, or {@code batch_size} is
     *     not above 0
     * @throws dev.tenure.ShapeMismatchException if a tensor has no axes, or another number of rows
     */
    public static DataLoader of(List<? extends Tensor> tensors, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        return of(Arguments.array("tensors", tensors, Tensor[]::new), batchSize, shuffle, seed, dropLast);
    }

    /**
     * Makes a loader of rows that differ in length, such as sentences. A batch has three tensors:
     * the rows, {@code [B, L, ...]}, with {@code value} behind the shorter ones; their lengths,
     * {@code [B]}, int64; and their numbers, {@code [B]}, int64, which select what belongs to them:
     * {@code labels.indexSelect(0, batch[2])}. All lie on the device of the rows.
     *
     * @param rows at least one tensor, one for each row: {@code [L, ...]}, where {@code L} differs
     * @param value what is behind the end of a row
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no row, {@code batch_size} is not
     *     above 0, or no element holds {@code value}
     * @throws dev.tenure.ShapeMismatchException if a row has no axes, or differs from the first in
     *     another axis
     * @throws dev.tenure.DTypeMismatchException if a row has another element type
     * @throws dev.tenure.DeviceMismatchException if a row lies on another device
     */
    public static DataLoader padded(Tensor[] rows, double value, long batchSize) {
        return padded(rows, value, batchSize, false, 0, false);
    }

    /**
     * Makes a loader of rows that differ in length, such as sentences. A batch has three tensors:
     * the rows, {@code [B, L, ...]}, with {@code value} behind the shorter ones; their lengths,
     * {@code [B]}, int64; and their numbers, {@code [B]}, int64, which select what belongs to them:
     * {@code labels.indexSelect(0, batch[2])}. All lie on the device of the rows.
     *
     * @param rows at least one tensor, one for each row: {@code [L, ...]}, where {@code L} differs
     * @param value what is behind the end of a row
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no row, {@code batch_size} is not
     *     above 0, or no element holds {@code value}
     * @throws dev.tenure.ShapeMismatchException if a row has no axes, or differs from the first in
     *     another axis
     * @throws dev.tenure.DTypeMismatchException if a row has another element type
     * @throws dev.tenure.DeviceMismatchException if a row lies on another device
     */
    public static DataLoader padded(List<? extends Tensor> rows, double value, long batchSize) {
        return padded(rows, value, batchSize, false, 0, false);
    }

    /**
     * Makes a loader of rows that differ in length, such as sentences. A batch has three tensors:
     * the rows, {@code [B, L, ...]}, with {@code value} behind the shorter ones; their lengths,
     * {@code [B]}, int64; and their numbers, {@code [B]}, int64, which select what belongs to them:
     * {@code labels.indexSelect(0, batch[2])}. All lie on the device of the rows.
     *
     * @param rows at least one tensor, one for each row: {@code [L, ...]}, where {@code L} differs
     * @param value what is behind the end of a row
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @param shuffle whether each epoch has an order of its own, which the seed decides
     * @param seed the seed of the order
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no row, {@code batch_size} is not
     *     above 0, or no element holds {@code value}
     * @throws dev.tenure.ShapeMismatchException if a row has no axes, or differs from the first in
     *     another axis
     * @throws dev.tenure.DTypeMismatchException if a row has another element type
     * @throws dev.tenure.DeviceMismatchException if a row lies on another device
     */
    public static DataLoader padded(Tensor[] rows, double value, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        Arguments.notNull("rows", rows);
        Scope owner = Nouns.get().current();
        long[] handles = Nouns.get().handles(rows);
        DataLoader made = Nouns.get().owned(new DataLoader(0), owner, scope -> Native.dataLoaderPadded(scope, handles, value, batchSize, shuffle, seed, dropLast));
        KeepAlive.done(rows);
        return made;
    }

    /**
     * Makes a loader of rows that differ in length, such as sentences. A batch has three tensors:
     * the rows, {@code [B, L, ...]}, with {@code value} behind the shorter ones; their lengths,
     * {@code [B]}, int64; and their numbers, {@code [B]}, int64, which select what belongs to them:
     * {@code labels.indexSelect(0, batch[2])}. All lie on the device of the rows.
     *
     * @param rows at least one tensor, one for each row: {@code [L, ...]}, where {@code L} differs
     * @param value what is behind the end of a row
     * @param batchSize rows of a batch, above 0; the last batch of an epoch may have fewer
     * @param shuffle whether each epoch has an order of its own, which the seed decides
     * @param seed the seed of the order
     * @param dropLast whether a last batch with fewer rows is left out
     * @return a new {@code DataLoader}, which the current scope owns; without one it is the
     *     caller's
     * @throws dev.tenure.InvalidArgumentException if there is no row, {@code batch_size} is not
     *     above 0, or no element holds {@code value}
     * @throws dev.tenure.ShapeMismatchException if a row has no axes, or differs from the first in
     *     another axis
     * @throws dev.tenure.DTypeMismatchException if a row has another element type
     * @throws dev.tenure.DeviceMismatchException if a row lies on another device
     */
    public static DataLoader padded(List<? extends Tensor> rows, double value, long batchSize, boolean shuffle, long seed, boolean dropLast) {
        return padded(Arguments.array("rows", rows, Tensor[]::new), value, batchSize, shuffle, seed, dropLast);
    }

    /**
     * Goes through these rows only, in this order unless the loader shuffles, for a part of the
     * data to train with and another one to validate with. The epoch begins again, and weights that
     * were set before are dropped.
     *
     * @param rows the numbers of the rows, a list of integers
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a row does not exist
     * @throws dev.tenure.ShapeMismatchException if it is not a list
     * @throws dev.tenure.DTypeMismatchException if its elements are not integers
     */
    @CanIgnoreReturnValue
    public DataLoader subset(Tensor rows) {
        Objects.requireNonNull(rows, "rows");
        Native.dataLoaderSubset(handle(), Nouns.get().handle(rows));
        KeepAlive.done(this, rows);
        return this;
    }

    /**
     * Draws the rows of each epoch by their weights, as the seed decides, so that rare classes come
     * more often. The epoch begins again.
     *
     * @param weights a weight for each row, or for each row of the subset: at least 0
     * @param count the number of rows of an epoch
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a weight is negative or not finite, all are 0,
     *     or fewer rows than {@code count} have a weight above 0 and none may be drawn again
     * @throws dev.tenure.ShapeMismatchException if there are more or fewer weights than rows
     */
    @CanIgnoreReturnValue
    public DataLoader weighted(Tensor weights, long count) {
        return weighted(weights, count, true);
    }

    /**
     * Draws the rows of each epoch by their weights, as the seed decides, so that rare classes come
     * more often. The epoch begins again.
     *
     * @param weights a weight for each row, or for each row of the subset: at least 0
     * @param count the number of rows of an epoch
     * @param replacement whether a row may be drawn again in an epoch
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a weight is negative or not finite, all are 0,
     *     or fewer rows than {@code count} have a weight above 0 and none may be drawn again
     * @throws dev.tenure.ShapeMismatchException if there are more or fewer weights than rows
     */
    @CanIgnoreReturnValue
    public DataLoader weighted(Tensor weights, long count, boolean replacement) {
        Objects.requireNonNull(weights, "weights");
        Native.dataLoaderWeighted(handle(), Nouns.get().handle(weights), count, replacement);
        KeepAlive.done(this, weights);
        return this;
    }

    /**
     * Takes one of several equal shares of each epoch, for training in several processes with the
     * same seed. Rows that cannot be divided are left out if the loader drops a last batch;
     * otherwise some rows are in two shares. The epoch begins again.
     *
     * @param index which share, from 0
     * @param count the number of shares
     * @return this
     * @throws dev.tenure.InvalidArgumentException if there is no such share
     */
    @CanIgnoreReturnValue
    public DataLoader shard(long index, long count) {
        Native.dataLoaderShard(handle(), index, count);
        KeepAlive.done(this);
        return this;
    }

    /**
     * Applies a module to one tensor of each row, before the rows become a batch: a transform such
     * as {@code RandomCrop}, or several in a {@code Sequential}. Further ones are applied after
     * those that are there. What it draws depends on the seed, the epoch and the position of the
     * row in it, and is the same for each tensor of a row, so an image and its mask are cropped
     * alike.
     *
     * @param column which tensor of a row, from 0
     * @param module the module, which the loader keeps
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a row has no such tensor, or the program
     *     fetches the rows
     */
    @CanIgnoreReturnValue
    public DataLoader transform(long column, Module module) {
        Objects.requireNonNull(module, "module");
        Native.dataLoaderTransform(handle(), column, Nouns.get().handle(module));
        KeepAlive.done(this, module);
        return this;
    }

    /**
     * Makes up to so many batches ahead, on threads of the loader. Rows and bits are the same as
     * without. Batches that wait count as memory of the process, and for a scope when it takes
     * them. If a thread fails, the call for that batch fails. The threads end when the loader is
     * closed. Rows that the program fetches are not made ahead.
     *
     * @param batches from 0, which ends the threads, to 1024
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a number is out of range
     */
    @CanIgnoreReturnValue
    public DataLoader prefetch(long batches) {
        return prefetch(batches, 1);
    }

    /**
     * Makes up to so many batches ahead, on threads of the loader. Rows and bits are the same as
     * without. Batches that wait count as memory of the process, and for a scope when it takes
     * them. If a thread fails, the call for that batch fails. The threads end when the loader is
     * closed. Rows that the program fetches are not made ahead.
     *
     * @param batches from 0, which ends the threads, to 1024
     * @param threads the number of threads, from 1 to 256
     * @return this
     * @throws dev.tenure.InvalidArgumentException if a number is out of range
     */
    @CanIgnoreReturnValue
    public DataLoader prefetch(long batches, long threads) {
        Native.dataLoaderPrefetch(handle(), batches, threads);
        KeepAlive.done(this);
        return this;
    }

    /**
     * {@return the number of batches of an epoch}
     *
     * @throws dev.tenure.TensorException if the rows are those of a stream, of which only the
     *     program knows the end
     */
    public long batches() {
        return KeepAlive.value(Native.dataLoaderBatches(handle()), this);
    }

    /** {@return the epoch of the next batch, from 0} */
    public long epoch() {
        return KeepAlive.value(Native.dataLoaderEpoch(handle()), this);
    }

    /**
     * {@return the number of the next batch, from 0 in each epoch; the number of batches at the end
     * of an epoch}
     */
    public long batch() {
        return KeepAlive.value(Native.dataLoaderBatch(handle()), this);
    }

    /**
     * Goes on at a batch of an epoch, as a loader that has come there by itself: for training that
     * goes on from a checkpoint.
     *
     * @param epoch the epoch, from 0
     * @param batch the number of the batch, from 0 to the number of batches
     * @throws dev.tenure.InvalidArgumentException if a number is negative, or the epoch has fewer
     *     batches
     */
    public void seek(long epoch, long batch) {
        Native.dataLoaderSeek(handle(), epoch, batch);
        KeepAlive.done(this);
    }

    /** Of a handle; 0 for one that the core is about to make. */
    DataLoader(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public DataLoader name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public DataLoader moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public DataLoader moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public DataLoader detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.dataLoaderDispose(handle());
    }
    // </generated>
}
