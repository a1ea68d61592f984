using System.Globalization;
using System.Text;

namespace Tenure.Tests.Scenarios;

/// <summary>One line of a scenario: the names it binds, its command, and the words behind it, read one after the other.</summary>
/// <remarks>The grammar is that of tests/scenarios/README.md.</remarks>
internal sealed class Words
{
    private readonly List<string> _words;
    private int _next;

    private Words(List<string> results, List<string> words)
    {
        Results = results;
        Command = words.Count > 0 ? words[0] : throw new ScenarioFailure("a command is missing");
        _words = words;
        _next = 1;
    }

    public IReadOnlyList<string> Results { get; }

    public string Command { get; }

    public int Left => _words.Count - _next;

    /// <summary>Null for an empty line or a comment.</summary>
    public static Words? Parse(string line)
    {
        line = line.Trim(' ', '\t');
        if (line.Length == 0 || line[0] == '#')
        {
            return null;
        }
        return FromWords(Split(line));
    }

    /// <summary>The rest of the line, as a line of its own: what <c>expect_error</c> runs.</summary>
    public Words Rest()
    {
        List<string> rest = _words[_next..];
        _next = _words.Count;
        return FromWords(rest);
    }

    /// <summary>Begins again behind the command.</summary>
    public void Restart() => _next = 1;

    public string Next() => Left > 0 ? _words[_next++] : throw new ScenarioFailure($"{Command} needs more words");

    /// <summary>Whether the next word was a quoted one that is no name of a command: the text of <c>expect_error</c>.</summary>
    public bool NextIsQuoted => Left > 0 && _words[_next].StartsWith(Quote);

    /// <summary>The next word, which is read again.</summary>
    public string Peek() => Left > 0 ? _words[_next] : "";

    public string Text()
    {
        string word = Next();
        return word.StartsWith(Quote) ? word[1..] : word;
    }

    public long Integer() => Read<long>(Next());

    public double Number() => ReadNumber(Next());

    public double? OptionalNumber() => Optional(ReadNumber);

    public long? OptionalInteger() => Optional(Read<long>);

    private T? Optional<T>(Func<string, T> read) where T : struct
    {
        string word = Next();
        return word == "none" ? null : read(word);
    }

    /// <summary>A number beside a tensor: an integer where it is written as one.</summary>
    public Scalar Scalar()
    {
        string word = Next();
        return word switch
        {
            "true" => true,
            "false" => false,
            _ when long.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long integer) => integer,
            _ when ulong.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out ulong large) => large,
            _ => ReadNumber(word),
        };
    }

    public bool Flag() => bool.Parse(Next());

    public long[] Integers() => [.. List().Select(Read<long>)];

    public T[] List<T>(Func<string, T> read) => [.. List().Select(read)];

    public string[] List()
    {
        string word = Next();
        if (word.Length < 2 || word[0] != '[' || word[^1] != ']')
        {
            throw new ScenarioFailure($"{word} is no list");
        }
        return word.Length == 2 ? [] : word[1..^1].Split(',');
    }

    public DType DType()
    {
        string word = Next();
        return word switch
        {
            "f32" => Tenure.DType.F32,
            "f64" => Tenure.DType.F64,
            "i32" => Tenure.DType.I32,
            "i64" => Tenure.DType.I64,
            "u8" => Tenure.DType.U8,
            "bool" => Tenure.DType.Bool,
            "f16" => Tenure.DType.F16,
            "bf16" => Tenure.DType.BF16,
            "i8" => Tenure.DType.I8,
            "i16" => Tenure.DType.I16,
            "u16" => Tenure.DType.U16,
            "u32" => Tenure.DType.U32,
            "u64" => Tenure.DType.U64,
            _ => throw new ScenarioFailure($"{word} is no dtype"),
        };
    }

    public Device Device()
    {
        string word = Next();
        return word switch
        {
            "cpu" => Tenure.Device.Cpu,
            _ when word.StartsWith("cuda:", StringComparison.Ordinal) => Tenure.Device.Cuda((int)Read<long>(word[5..])),
            _ => throw new ScenarioFailure($"{word} is no device"),
        };
    }

    public Status Status()
    {
        string word = Next();
        // SHAPE_MISMATCH is ShapeMismatch here.
        return Enum.TryParse(word.Replace("_", ""), ignoreCase: true, out Status status) && word.ToUpperInvariant() == word
            ? status
            : throw new ScenarioFailure($"{word} is no status");
    }

    /// <summary>Fails when words are left over, or the line binds another number of names than the command has results.</summary>
    public void End(int results)
    {
        if (Left > 0)
        {
            throw new ScenarioFailure($"{Command} does not take '{_words[_next]}'");
        }
        if (Results.Count != results)
        {
            throw new ScenarioFailure($"{Command} has {results} results, {Results.Count} names are bound");
        }
    }

    public static double ReadNumber(string word) => word switch
    {
        "nan" => double.NaN,
        "inf" => double.PositiveInfinity,
        "-inf" => double.NegativeInfinity,
        _ => Read<double>(word),
    };

    /// <summary>As float32, rounded.</summary>
    public static Half ReadHalf(string word) => (Half)ReadFloat(word);

    public static float ReadFloat(string word) => word switch
    {
        "nan" => float.NaN,
        "inf" => float.PositiveInfinity,
        "-inf" => float.NegativeInfinity,
        // At once: through double some would be rounded twice.
        _ => Read<float>(word),
    };

    public static T Read<T>(string word) where T : System.Numerics.INumber<T> =>
        T.TryParse(word, NumberStyles.Float & ~NumberStyles.AllowLeadingWhite & ~NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out T? value)
            ? value
            : throw new ScenarioFailure($"{word} is no {typeof(T).Name}");

    // Marks a word that was quoted; no word of a scenario contains it.
    private const char Quote = '\uFFFF';

    private static Words FromWords(List<string> words)
    {
        if (words.Count == 0)
        {
            throw new ScenarioFailure("a command is missing");
        }
        // What expect_error runs is a line of its own, with its own results.
        int equals = words[0] == "expect_error" ? -1 : words.IndexOf("=");
        return equals < 0 ? new Words([], words) : new Words(words[..equals], words[(equals + 1)..]);
    }

    private static List<string> Split(string line)
    {
        var words = new List<string>();
        int at = 0;
        while (at < line.Length)
        {
            if (line[at] is ' ' or '\t')
            {
                at++;
            }
            else if (line[at] == '"')
            {
                words.Add(Quoted(line, ref at));
            }
            else
            {
                int start = at;
                while (at < line.Length && line[at] is not (' ' or '\t'))
                {
                    at++;
                }
                words.Add(line[start..at]);
            }
        }
        return words;
    }

    private static string Quoted(string line, ref int at)
    {
        var text = new StringBuilder().Append(Quote);
        for (at++; at < line.Length; at++)
        {
            if (line[at] == '"')
            {
                at++;
                return text.ToString();
            }
            if (line[at] == '\\' && ++at < line.Length)
            {
                text.Append(line[at] switch
                {
                    'n' => '\n',
                    '"' or '\\' => line[at],
                    _ => throw new ScenarioFailure($"\\{line[at]} stands for nothing"),
                });
            }
            else if (at < line.Length)
            {
                text.Append(line[at]);
            }
        }
        throw new ScenarioFailure("a quote is not closed");
    }
}
