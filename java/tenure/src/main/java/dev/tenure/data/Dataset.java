package dev.tenure.data;

import dev.tenure.InvalidArgumentException;
import dev.tenure.Tensor;
import dev.tenure.internal.Arguments;
import java.util.Objects;

/**
 * Rows that a program fetches by their numbers, such as files that are read when they are needed. A
 * {@link DataLoader} decides which rows a batch has, and stacks them.
 *
 * <pre>{@code
 * Dataset sounds = Dataset.of(files.size(), i -> new Tensor[] {read(files.get((int) i)), labels.get(i)});
 * DataLoader loader = DataLoader.of(sounds, 32, true, 42, false);
 * }</pre>
 */
public interface Dataset {
    /** {@return the number of rows} */
    long size();

    /**
     * Returns a row: {@link #width()} tensors, each of the same shape and element type as in every
     * other row. It runs on the thread that asks for the batch, in a scope of its own, which frees
     * what it makes when the batch is complete.
     *
     * @param index from 0 to {@link #size()} - 1
     * @return the tensors of the row
     */
    Tensor[] get(long index);

    /** {@return the number of tensors of a row; 2, an input and its target, unless this is overridden} */
    default int width() {
        return 2;
    }

    /** A function from the number of a row to the row. */
    @FunctionalInterface
    interface Row {
        /**
         * Returns a row.
         *
         * @param index the number of the row, from 0
         * @return its tensors
         */
        Tensor[] get(long index);
    }

    /**
     * Returns a dataset of a function, whose rows have two tensors.
     *
     * @param size the number of rows
     * @param row returns a row by its number
     * @return a dataset
     */
    static Dataset of(long size, Row row) {
        return of(size, 2, row);
    }

    /**
     * Returns a dataset of a function.
     *
     * @param size the number of rows
     * @param width the number of tensors of a row
     * @param row returns a row by its number
     * @return a dataset
     */
    static Dataset of(long size, int width, Row row) {
        Objects.requireNonNull(row, "row");
        return new Dataset() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public int width() {
                return width;
            }

            @Override
            public Tensor[] get(long index) {
                return row.get(index);
            }
        };
    }

    /**
     * Returns a dataset of the rows of tensors: their slices along axis 0, as views. It refers to the
     * tensors, which must stay open.
     *
     * @param tensors at least one tensor, each with the same number of rows: {@code [N, ...]}
     * @return a dataset
     * @throws InvalidArgumentException if there is no tensor, a tensor has no axes, or tensors differ in
     *     rows
     */
    static Dataset of(Tensor... tensors) {
        Arguments.notNull("tensors", tensors);
        if (tensors.length == 0) {
            throw new InvalidArgumentException("a dataset needs at least one tensor");
        }
        Tensor[] columns = tensors.clone();
        long size = columns[0].shape().length == 0 ? 0 : columns[0].shape()[0];
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].shape().length == 0 || columns[i].shape()[0] != size) {
                throw new InvalidArgumentException("tensor " + i + " has not " + size + " rows, as tensor 0 has");
            }
        }
        return of(size, columns.length, index -> {
            Tensor[] row = new Tensor[columns.length];
            for (int i = 0; i < row.length; i++) {
                row[i] = columns[i].select(0, index);
            }
            return row;
        });
    }
}
