// Tables of typed columns. Other members are generated (Table.g.cs).

using Tenure.Interop;

namespace Tenure.Data;

/// <summary>Typed columns by name, read from a CSV file.</summary>
/// <remarks>A column is bool if each of its fields is <c>true</c> or <c>false</c>, else int64 if each is a whole number,
/// else float64 if each is a number; a missing value makes it float64, where it is NaN. Any other column is one of texts:
/// int64, the position of each text in <see cref="Categories"/>, -1 for a missing value. Blank lines are skipped, and a
/// row with another number of fields than the first is refused with its line.</remarks>
/// <example><code>
/// var table = Table.ReadCsv("houses.csv");
/// Tensor x = table.Tensor(["rooms", "area"]); // [N, 2]
/// Tensor y = table.Column("price"); // [N]
/// </code></example>
public sealed unsafe partial class Table : NativeResource
{
    /// <summary>Reads a file.</summary>
    /// <param name="path">The file, as UTF-8.</param>
    /// <param name="options">How to read it; null for a header and commas.</param>
    /// <returns>A new <c>Table</c>, which the current scope owns; without one it is the caller's.</returns>
    /// <exception cref="TensorException">The file cannot be read, a row has another number of fields than the first, a
    /// text is not UTF-8, or a field is not of the type that was asked for its column.</exception>
    /// <exception cref="InvalidArgumentException">An option names no column, or delimiter and quote are not ASCII or are
    /// equal.</exception>
    public static Table ReadCsv(string path, CsvOptions? options = null)
    {
        NativeText.Check(path, nameof(path));
        CsvOptions how = options ?? CsvOptions.Default;
        string types = Interop.Rows.Pairs(how.Types.Select(pair => KeyValuePair.Create(pair.Key, TableColumn.Code(pair.Value))));
        string? missing = how.Missing is { } fields ? Interop.Rows.Column(fields) : null;
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_table_read_csv(
                Call.Number(owner), path, how.Header ? (byte)1 : (byte)0, how.Delimiter.ToString(), how.Quote.ToString(), types, missing, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        GC.KeepAlive(owner);
        Errors.CheckFile(status, path);
        return new Table(made, Call.Made(status, made, owner));
    }

    /// <summary>The columns, in the order of the file.</summary>
    public IReadOnlyList<TableColumn> Columns
    {
        get
        {
            ulong handle = Handle;
            string rows = NativeText.Read((buffer, room, needed) => Native.tenure_table_columns(handle, buffer, room, needed));
            GC.KeepAlive(this);
            return [.. Interop.Rows.Of(rows).Select(row => new TableColumn(row))];
        }
    }

    /// <summary>Returns the distinct texts of a column of texts, sorted; its values are their positions.</summary>
    /// <param name="column">The name of the column.</param>
    /// <returns>The texts; none for a column of another type.</returns>
    /// <exception cref="InvalidArgumentException">There is no such column.</exception>
    public IReadOnlyList<string> Categories(string column)
    {
        NativeText.Check(column, nameof(column));
        ulong handle = Handle;
        string rows = NativeText.Read((buffer, room, needed) => Native.tenure_table_categories(handle, column, buffer, room, needed));
        GC.KeepAlive(this);
        return [.. Interop.Rows.Of(rows).Select(row => row[0])];
    }

    /// <summary>Returns columns beside each other as one tensor.</summary>
    /// <param name="columns">The names of the columns, in the order of the result; null for all.</param>
    /// <param name="dtype">The element type of the result.</param>
    /// <returns>A new tensor, <c>[N, C]</c>.</returns>
    /// <exception cref="InvalidArgumentException">There is no such column, or <paramref name="columns"/> is
    /// empty.</exception>
    /// <exception cref="NativeMemoryException">There is not enough memory.</exception>
    public Tensor Tensor(IReadOnlyList<string>? columns = null, DType dtype = DType.F32)
    {
        if (columns is { Count: 0 })
        {
            throw new InvalidArgumentException("Tensor needs at least one column");
        }
        string names = columns is null ? "" : Interop.Rows.Column(columns);
        Scope? owner = CurrentScope.Get();
        ulong made;
        int status, attempt = 0;
        do
        {
            status = Native.tenure_table_tensor(Call.Number(owner), Handle, names, (int)dtype, &made);
        }
        while (Pressure.Retry(status, ref attempt));
        return Call.Adopt(status, made, owner, this);
    }
}

/// <summary>The type of a column of a <see cref="Table"/>.</summary>
public enum ColumnType
{
    /// <summary><c>true</c> and <c>false</c>: bool.</summary>
    Bool,

    /// <summary>Whole numbers: int64.</summary>
    Int64,

    /// <summary>Numbers; a missing value is NaN: float64.</summary>
    Float64,

    /// <summary>Texts: int64, the position of the text in <see cref="Table.Categories"/>; -1 for a missing
    /// value.</summary>
    Text,
}

/// <summary>What a <see cref="Table"/> says of a column.</summary>
public sealed class TableColumn
{
    internal TableColumn(string[] row)
    {
        Name = row[0];
        Type = Enum.GetValues<ColumnType>().Single(type => Code(type) == row[1]);
        Missing = Interop.Rows.Number(row[2]);
        Categories = Interop.Rows.Number(row[3]);
    }

    /// <summary>The name.</summary>
    public string Name { get; }

    /// <summary>The type.</summary>
    public ColumnType Type { get; }

    /// <summary>How many values are missing.</summary>
    public long Missing { get; }

    /// <summary>How many distinct texts a column of texts has; 0 for any other.</summary>
    public long Categories { get; }

    /// <summary>The name in the core.</summary>
    internal static string Code(ColumnType type) => type.ToString().ToLowerInvariant();
}

/// <summary>How <see cref="Table.ReadCsv"/> reads a file: <c>new CsvOptions { Delimiter = ';' }</c>.</summary>
public sealed class CsvOptions
{
    /// <summary>The default settings.</summary>
    public static CsvOptions Default { get; } = new();

    /// <summary>Whether the first row has the names of the columns. Without it they are <c>0</c>, <c>1</c> and so
    /// on.</summary>
    public bool Header { get; init; } = true;

    /// <summary>What separates fields, an ASCII character.</summary>
    public char Delimiter { get; init; } = ',';

    /// <summary>What fields with delimiters or line breaks stand in, an ASCII character.</summary>
    public char Quote { get; init; } = '"';

    /// <summary>The types of columns by name; those of others follow from their fields.</summary>
    public IReadOnlyDictionary<string, ColumnType> Types { get; init; } = new Dictionary<string, ColumnType>();

    /// <summary>What stands for a missing value; null for what pandas takes for one: nothing, <c>NA</c>, <c>NaN</c>,
    /// <c>null</c> and others.</summary>
    public IReadOnlyList<string>? Missing { get; init; }
}
