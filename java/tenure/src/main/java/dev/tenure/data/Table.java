package dev.tenure.data;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tenure.DType;
import dev.tenure.InvalidArgumentException;
import dev.tenure.NativeResource;
import dev.tenure.Scope;
import dev.tenure.Tensor;
import dev.tenure.access.Nouns;
import dev.tenure.access.OtherFiles;
import dev.tenure.internal.KeepAlive;
import dev.tenure.internal.Native;
import dev.tenure.internal.Rows;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * Typed columns by name, read from a CSV file.
 *
 * <pre>{@code
 * Table table = Table.readCsv(Path.of("houses.csv"));
 * Tensor x = table.tensor(List.of("rooms", "area"), DType.F32); // [N, 2]
 * Tensor y = table.column("price"); // [N]
 * }</pre>
 *
 * <p>A column is bool if each of its fields is {@code true} or {@code false}, else int64 if each is a
 * whole number, else float64 if each is a number; a missing value makes it float64, where it is NaN.
 * Any other column is one of texts: int64, the position of each text in {@link #categories}, -1 for
 * a missing value. Blank lines are skipped, and a row with another number of fields than the first is
 * refused with its line.
 */
public final class Table extends NativeResource {
    /**
     * Reads a file with a header and commas.
     *
     * @param path the file, as UTF-8, on any file system; at most 2 GiB if not on the default file
     *     system
     * @return a new table, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.TensorException if the file cannot be read, a row has another number of
     *     fields than the first, or a text is not UTF-8; the cause is an {@link java.io.IOException}
     */
    public static Table readCsv(Path path) {
        return readCsv(path, CsvOptions.defaults());
    }

    /**
     * Reads a file.
     *
     * @param path the file, as UTF-8, on any file system; at most 2 GiB if not on the default file
     *     system
     * @param options how to read it
     * @return a new table, which the current scope owns; without one it is the caller's
     * @throws dev.tenure.TensorException as {@link #readCsv(Path)}, and if a field is not of the
     *     type that was asked for its column
     * @throws dev.tenure.InvalidArgumentException if an option names no column, or delimiter and
     *     quote are not ASCII or are equal
     */
    public static Table readCsv(Path path, CsvOptions options) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(options, "options");
        boolean header = options.header;
        String delimiter = String.valueOf(options.delimiter);
        String quote = String.valueOf(options.quote);
        String types = options.types();
        String missing = options.missing;
        Scope owner = Nouns.get().current();
        return OtherFiles.read(
                path,
                () -> Nouns.get()
                        .owned(
                                new Table(0),
                                owner,
                                scope -> Native.tableReadCsv(
                                        scope, path.toString(), header, delimiter, quote, types, missing)),
                (ByteBuffer bytes, long n, String file) -> {
                    Table table = Nouns.get()
                            .owned(
                                    new Table(0),
                                    owner,
                                    scope -> Native.tableReadCsvBytes(
                                            scope, bytes, n, file, header, delimiter, quote, types, missing));
                    KeepAlive.done(bytes);
                    return table;
                });
    }

    /** {@return the columns, in the order of the file} */
    public List<TableColumn> columns() {
        String rows = KeepAlive.value(Native.tableColumns(handle()), this);
        return Rows.of(rows).stream()
                .map(row -> new TableColumn(
                        row[0], ColumnType.of(row[1]), Long.parseLong(row[2]), Long.parseLong(row[3])))
                .toList();
    }

    /**
     * Returns the distinct texts of a column of texts, sorted; its values are their positions.
     *
     * @param column the name of the column
     * @return the texts; none for a column of another type
     * @throws dev.tenure.InvalidArgumentException if there is no such column
     */
    public List<String> categories(String column) {
        Objects.requireNonNull(column, "column");
        String rows = KeepAlive.value(Native.tableCategories(handle(), column), this);
        return Rows.of(rows).stream().map(row -> row[0]).toList();
    }

    /**
     * Returns columns beside each other as one tensor.
     *
     * @param columns the names of the columns, in the order of the result
     * @param dtype the element type of the result
     * @return a new tensor, {@code [N, C]}
     * @throws dev.tenure.InvalidArgumentException if there is no such column
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Tensor tensor(List<String> columns, DType dtype) {
        Objects.requireNonNull(columns, "columns");
        Objects.requireNonNull(dtype, "dtype");
        if (columns.isEmpty()) {
            throw new InvalidArgumentException("tensor needs at least one column");
        }
        return tensor(Rows.column(columns.toArray(String[]::new)), dtype);
    }

    /**
     * Returns all columns beside each other as one tensor.
     *
     * @param dtype the element type of the result
     * @return a new tensor, {@code [N, C]}
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Tensor tensor(DType dtype) {
        return tensor("", dtype);
    }

    private Tensor tensor(String names, DType dtype) {
        int code = Objects.requireNonNull(dtype, "dtype").code();
        return Nouns.get().made(scope -> Native.tableTensor(scope, handle(), names, code), this);
    }

    // <generated by ci/generate from src/api; do not edit>
    /** {@return the number of rows} */
    public long rows() {
        return KeepAlive.value(Native.tableRows(handle()), this);
    }

    /**
     * The values of a column, {@code [N]}: bool, int64 or float64, and int64 for texts.
     *
     * @param name the name of the column
     * @return a new tensor
     * @throws dev.tenure.InvalidArgumentException if there is no column with this name
     * @throws dev.tenure.NativeMemoryException if there is not enough memory
     */
    public Tensor column(String name) {
        Objects.requireNonNull(name, "name");
        Tensor made = Nouns.get().made(scope -> Native.tableColumn(scope, handle(), name), this);
        KeepAlive.done(this);
        return made;
    }

    /** Of a handle; 0 for one that the core is about to make. */
    Table(long handle) {
        super(handle, null);
    }

    @Override
    @CanIgnoreReturnValue
    public Table name(String name) {
        super.name(name);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Table moveToOuterScope() {
        super.moveToOuterScope();
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Table moveTo(Scope scope) {
        super.moveTo(scope);
        return this;
    }

    @Override
    @CanIgnoreReturnValue
    public Table detachFromScope() {
        super.detachFromScope();
        return this;
    }

    /** @hidden */
    @Override
    protected void dispose() {
        Native.tableDispose(handle());
    }
    // </generated>
}
