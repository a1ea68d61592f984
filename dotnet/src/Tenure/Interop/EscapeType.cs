// How the walk of Escape reads objects of a type: found out once for each type, and forgotten with the type, so that a
// collectible AssemblyLoadContext is not kept alive by what its types were found to be.
// Invariant: an object of any type is read in exactly one way. No dependency: F#'s types are known by the names of their
// attribute and base classes. What is asked of a type here outlives trimming: compilers call it themselves.

using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Tenure.Interop;

internal enum EscapeWay
{
    /// <summary>It leads to no resource, or its fields are its own affair.</summary>
    Nothing,
    Resource,
    Escapable,
    Tuple,
    Entry,
    Sequence,
    /// <summary>The fields are what it is: a record, a union, a pair.</summary>
    Fields,
    /// <summary>It stands for another object.</summary>
    Inner,
    /// <summary>A delegate, or a function of F#'s.</summary>
    Function,
    /// <summary>It would run after the scope has closed.</summary>
    Refused,
}

[UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Only what the compiler's own code uses is looked for.")]
[UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Only what the compiler's own code uses is looked for.")]
internal sealed class EscapeType
{
    /// <summary>What <see cref="Inner"/> says of something that has no value yet.</summary>
    internal static readonly object NotYet = new();

    private const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
    private const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
    private static readonly EscapeType Nothing = new() { Way = EscapeWay.Nothing };
    private static readonly ConditionalWeakTable<Type, EscapeType> Known = [];
    private static readonly ConditionalWeakTable<Type, EscapeType>.CreateValueCallback Find = New;

    private FieldInfo[]? _captured;
    private Type? _type;

    internal EscapeWay Way { get; private init; }

    internal FieldInfo[] Fields { get; private init; } = [];

    /// <summary>What an object of this type stands for.</summary>
    internal Func<object, object?>? Inner { get; private init; }

    /// <summary>Why it is refused.</summary>
    internal string? Reason { get; private init; }

    /// <summary>The fields of what a delegate is bound to that may lead to resources.</summary>
    internal FieldInfo[] Captured => _captured ??= _type is null ? [] : FieldsOf(_type);

    internal static EscapeType Of(Type type) => Known.TryGetValue(type, out EscapeType? known) ? known : Known.GetValue(type, Find);

    /// <summary>Whether no object of this type can lead to a resource: above all, arrays of a million numbers are not to be
    /// walked.</summary>
    internal static bool IsLeaf(Type type)
    {
        if (type.IsArray)
        {
            return IsLeaf(type.GetElementType()!);
        }
        if (type.IsPrimitive || type.IsEnum || type.IsPointer || type == typeof(string) || type == typeof(decimal))
        {
            return true;
        }
        if (IsMemory(type))
        {
            return IsLeaf(type.GetGenericArguments()[0]);
        }
        if (!typeof(IEnumerable).IsAssignableFrom(type) || typeof(IEscapable).IsAssignableFrom(type))
        {
            return false;
        }
        // A sequence is a leaf when all that it can be read as is a sequence of leaves.
        IEnumerable<Type> read = type.GetInterfaces().Append(type).Where(way => IsGeneric(way, typeof(IEnumerable<>)));
        return read.Any() && read.All(way => IsLeaf(way.GetGenericArguments()[0]));
    }

    internal static InvalidOperationException Refusal(Type type, string reason)
    {
        // What an asynchronous method returns is a Task that has a name of the compiler's.
        while (!type.IsVisible && typeof(Task).IsAssignableFrom(type))
        {
            type = type.BaseType!;
        }
        return new InvalidOperationException($"the result of the body holds a {NameOf(type)}, which {reason}");
    }

    private static EscapeType New(Type type)
    {
        EscapeWay way =
            typeof(NativeResource).IsAssignableFrom(type) ? EscapeWay.Resource
            : typeof(IEscapable).IsAssignableFrom(type) ? EscapeWay.Escapable
            : typeof(Delegate).IsAssignableFrom(type) ? EscapeWay.Function
            : EscapeWay.Nothing;
        if (way != EscapeWay.Nothing)
        {
            return new EscapeType { Way = way };
        }
        if (WhyRefused(type) is { } reason)
        {
            return new EscapeType { Way = EscapeWay.Refused, Reason = reason };
        }
        if (IsLeaf(type))
        {
            return Nothing;
        }
        if (InnerOf(type) is { } inner)
        {
            return new EscapeType { Way = EscapeWay.Inner, Inner = inner };
        }
        way = Levels(type).Any(level => NamesOf(level) == "Microsoft.FSharp.Core.FSharpFunc`2") ? EscapeWay.Function
            : typeof(ITuple).IsAssignableFrom(type) ? EscapeWay.Tuple
            : type == typeof(DictionaryEntry) ? EscapeWay.Entry
            : typeof(IEnumerable).IsAssignableFrom(type) ? EscapeWay.Sequence
            : IsOpen(type) ? EscapeWay.Fields
            : EscapeWay.Nothing;
        return way == EscapeWay.Fields
            ? new EscapeType { Way = way, Fields = FieldsOf(type) }
            : new EscapeType { Way = way, _type = way is EscapeWay.Nothing or EscapeWay.Function ? type : null };
    }

    /// <summary>Why a result may hold nothing of this type; null if it may.</summary>
    private static string? WhyRefused(Type type)
    {
        if (typeof(Task).IsAssignableFrom(type) || type == typeof(ValueTask) || IsGeneric(type, typeof(ValueTask<>))
            || type.GetMethod("GetAwaiter", BindingFlags.Instance | BindingFlags.Public, Type.EmptyTypes) is not null)
        {
            return "would go on after the scope has closed: await it in a body of Scope.UsingAsync";
        }
        Type[] ways = type.GetInterfaces();
        if (ways.Any(way => IsGeneric(way, typeof(IAsyncEnumerable<>)) || IsGeneric(way, typeof(IAsyncEnumerator<>))
            || IsGeneric(way, typeof(IObservable<>))))
        {
            return "would go on after the scope has closed: open a scope in each of its steps, and yield what Scope.UsingAsync returns";
        }
        if (IsIterator(type, ways))
        {
            return "would be computed when it is read, after the scope has closed: return a list or an array";
        }
        return NamesOf(type) == "Microsoft.FSharp.Control.FSharpAsync`1"
            ? "would run after the scope has closed: run it in the body, and return its result"
            : null;
    }

    /// <summary>Whether a sequence is computed while it is read: what compilers make of <c>yield</c>, LINQ, F#'s seq.</summary>
    private static bool IsIterator(Type type, Type[] ways)
    {
        if (typeof(IEnumerator).IsAssignableFrom(type) && !typeof(IList).IsAssignableFrom(type))
        {
            // Some of LINQ's know all their elements, and are lists.
            return !ways.Any(way => IsGeneric(way, typeof(IList<>)));
        }
        bool isMade = typeof(IEnumerable).IsAssignableFrom(type) && !ways.Any(way => IsGeneric(way, typeof(IReadOnlyCollection<>))
            || IsGeneric(way, typeof(ICollection<>)) || IsGeneric(way, typeof(ILookup<,>)));
        string name = type.FullName ?? type.Name;
        return isMade && (name.Contains('@') || name.StartsWith("System.Linq.", StringComparison.Ordinal)
            || typeof(System.Linq.IQueryable).IsAssignableFrom(type));
    }

    /// <summary>How to get at what an object of this type stands for; null where it stands for itself.</summary>
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods, typeof(Memory<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods, typeof(ReadOnlyMemory<>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicProperties, typeof(Lazy<>))]
    [DynamicDependency("Array", typeof(ArraySegment<>))]
    private static Func<object, object?>? InnerOf(Type type)
    {
        if (IsMemory(type))
        {
            MethodInfo copy = type.GetMethod("ToArray", Type.EmptyTypes)!;
            return memory => copy.Invoke(memory, null);
        }
        if (Levels(type).FirstOrDefault(level => IsGeneric(level, typeof(Lazy<>))) is { } lazy)
        {
            PropertyInfo isThere = lazy.GetProperty("IsValueCreated")!, value = lazy.GetProperty("Value")!;
            return item => (bool)isThere.GetValue(item)!
                ? value.GetValue(item)
                : NotYet;
        }
        // What was never set has no elements, and throws when it is read.
        PropertyInfo? isUnset = NamesOf(type) == "System.Collections.Immutable.ImmutableArray`1" ? type.GetProperty("IsDefault") : null;
        PropertyInfo? elements = IsGeneric(type, typeof(ArraySegment<>)) ? type.GetProperty("Array") : null;
        return isUnset is null && elements is null ? null
            : item => (bool?)isUnset?.GetValue(item) ?? elements?.GetValue(item) is null ? null : ((IEnumerable)item).Cast<object?>().ToList();
    }

    /// <summary>Whether the fields of a type are what it is: records, unions, anonymous types, pairs, and what a
    /// lambda holds. Those of any other class are its own affair.</summary>
    private static bool IsOpen(Type type) =>
        IsGeneric(type, typeof(KeyValuePair<,>))
        || type.Name.StartsWith("<>f__AnonymousType", StringComparison.Ordinal)
        || type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal)
        || Levels(type).Any(level => IsRecord(level) || IsFSharpData(level));

    /// <summary>The compiler marks neither kind of record. Each carries methods that nobody else can or does write, and of which
    /// its ToString and Equals, which are not trimmed, call at least one.</summary>
    private static bool IsRecord(Type type) => type.IsValueType
        ? type.GetMethod("PrintMembers", Any, [typeof(StringBuilder)]) is not null
        : type.GetMethod("<Clone>$", Any) is not null
            || type.GetMethod("get_EqualityContract", Any, Type.EmptyTypes)?.ReturnType == typeof(Type)
            || type.GetProperty("EqualityContract", Any)?.PropertyType == typeof(Type);

    /// <summary>F#'s compiler marks records and unions, not their cases, which are derived from them.</summary>
    private static bool IsFSharpData(Type type)
    {
        const int Union = 1, Record = 2, Kinds = 31;
        return type.GetCustomAttributesData().Any(mark =>
            mark.AttributeType.FullName == "Microsoft.FSharp.Core.CompilationMappingAttribute"
            && mark.ConstructorArguments is [{ Value: int flags }, ..]
            && (flags & Kinds) is Union or Record);
    }

    private static FieldInfo[] FieldsOf(Type type) =>
        [.. Levels(type).SelectMany(level => level.GetFields(Own)).Where(field => !IsLeaf(field.FieldType))];

    private static IEnumerable<Type> Levels(Type type)
    {
        for (Type? level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            yield return level;
        }
    }

    private static bool IsMemory(Type type) => IsGeneric(type, typeof(Memory<>)) || IsGeneric(type, typeof(ReadOnlyMemory<>));

    private static bool IsGeneric(Type type, Type definition) => type.IsGenericType && type.GetGenericTypeDefinition() == definition;

    /// <summary>The full name, of a generic type that of its definition.</summary>
    private static string? NamesOf(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition().FullName : type.FullName;

    /// <summary>As in C#: Task&lt;Tensor&gt;.</summary>
    private static string NameOf(Type type) => type.IsGenericType
        ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>"
        : type.Name;
}
