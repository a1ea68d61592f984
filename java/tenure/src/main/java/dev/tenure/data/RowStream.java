package dev.tenure.data;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.internal.Arguments;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an iterator, and how far it has come. The position of a loader is the core's; if it is
 * another one than that of the iterator, or a row has failed, the iterator is asked for again, and rows
 * are skipped. The caller holds the lock.
 */
final class RowStream {
    private final Iterable<Tensor[]> rows;
    private final int width;
    private final long batchSize;
    private final boolean dropLast;
    private @Nullable Iterator<Tensor[]> at;
    private long epoch;
    /** The number of the batch that comes next. */
    private long batch;

    RowStream(Iterable<Tensor[]> rows, int width, long batchSize, boolean dropLast) {
        this.rows = rows;
        this.width = width;
        this.batchSize = batchSize;
        this.dropLast = dropLast;
    }

    /** The rows of this batch; none at the end of the epoch. */
    List<Tensor[]> next(long epoch, long batch) {
        Iterator<Tensor[]> from = at;
        if (from == null || this.epoch != epoch || this.batch != batch) {
            leave(null);
            from = Objects.requireNonNull(rows.iterator(), "the iterator");
            at = from;
            for (long skipped = 0; skipped / batchSize < batch && from.hasNext(); skipped++) {
                closeAll(from.next());
            }
        }
        List<Tensor[]> next = new ArrayList<>();
        while (next.size() < batchSize && from.hasNext()) {
            next.add(checked(from.next(), batch * batchSize + next.size()));
        }
        if (next.isEmpty() || (dropLast && next.size() < batchSize)) {
            leave(null);
            return List.of();
        }
        this.epoch = epoch;
        this.batch = batch + 1;
        return next;
    }

    private Tensor[] checked(Tensor @Nullable [] row, long number) {
        if (Arguments.notNull("the row", row).length != width) {
            throw new InvalidArgumentException(
                    "row " + number + " has " + row.length + " tensors, and the width of the stream is " + width);
        }
        return row;
    }

    /** Frees a row that is skipped, which the scope of the batch would keep until all are. */
    private static void closeAll(Tensor @Nullable [] row) {
        if (row != null) {
            for (Tensor tensor : row) {
                if (tensor != null && tensor.scope() == Scope.current()) {
                    tensor.close();
                }
            }
        }
    }

    /** A tensor for each tensor of a row: those of the rows, stacked. */
    Tensor[] stacked(List<Tensor[]> rows) {
        Tensor[] stacked = new Tensor[width];
        for (int column = 0; column < width; column++) {
            int of = column;
            stacked[column] = Tensor.stack(rows.stream().map(row -> row[of]).toArray(Tensor[]::new), 0);
        }
        return stacked;
    }

    /** Drops the iterator, and closes it if it can be closed; {@code primary} is thrown already. */
    void leave(@Nullable Throwable primary) {
        Iterator<Tensor[]> left = at;
        at = null;
        if (left instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (RuntimeException | Error e) {
                if (primary == null) {
                    throw e;
                }
                primary.addSuppressed(e);
            } catch (Exception e) {
                IllegalStateException failed = new IllegalStateException("the iterator of the rows was not closed", e);
                if (primary == null) {
                    throw failed;
                }
                primary.addSuppressed(failed);
            }
        }
    }
}
