// How the walk of Escape reads objects of a type: found out once for each type, and forgotten with the type, so that a
// collectible AssemblyLoadContext is not kept alive by what its types were found to be.
// Invariant: an object of any type is read in exactly one way. Of the shapes that .NET has and of what has a rule
// (EscapeRules) it is known here, also in a trimmed program; of anything else EscapeReflection says it, or the object is refused.

using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;

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
    /// <summary>Without reflection nobody knows what it holds.</summary>
    Unknown,
}

internal sealed class EscapeType
{
    /// <summary>What <see cref="Inner"/> says of something that has no value yet.</summary>
    internal static readonly object NotYet = new();

    private static readonly EscapeType Nothing = new() { Way = EscapeWay.Nothing };
    private static readonly ConditionalWeakTable<Type, EscapeType> Known = [];
    private static readonly ConditionalWeakTable<Type, EscapeType>.CreateValueCallback Find = New;

    private static readonly string[] Framework = ["System.", "netstandard,", "mscorlib,", "Microsoft.Win32."];

    private FieldInfo[]? _captured;
    private Type? _type;

    internal EscapeWay Way { get; private init; }

    internal FieldInfo[] Fields { get; private init; } = [];

    /// <summary>What an object of this type stands for.</summary>
    internal Func<object, object?>? Inner { get; private init; }

    /// <summary>Why it is refused.</summary>
    internal string? Reason { get; private init; }

    /// <summary>The fields of what a delegate is bound to that may lead to resources; null where nobody knows.</summary>
    internal FieldInfo[]? Captured => _captured ??= Way == EscapeWay.Unknown ? null
        : _type is null || IsLeaf(_type) || _type.Name == "<>c" ? []
        : EscapeReflection.IsOn ? EscapeReflection.FieldsOf(_type)
        : null;

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
        return typeof(IEnumerable).IsAssignableFrom(type) && !typeof(IEscapable).IsAssignableFrom(type)
            && (EscapeReflection.IsOn ? EscapeReflection.IsSequenceOfLeaves(type) : IsFrameworks(type) && HasLeavesOnly(type));
    }

    /// <summary>A generic type by its definition, any other by itself.</summary>
    internal static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;

    /// <summary>The type and its base classes, without those that all types have.</summary>
    internal static IEnumerable<Type> Levels(Type type)
    {
        for (Type? level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            yield return level;
        }
    }

    /// <summary>A member of a generic definition in one of its types: it is there if that of the definition outlived trimming.</summary>
    internal static T In<T>(Type type, T member) where T : MemberInfo => (T)type.GetMemberWithSameMetadataDefinitionAs(member);

    internal static bool IsGeneric(Type type, Type definition) => type.IsGenericType && type.GetGenericTypeDefinition() == definition;

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
            : EscapeWay.Nothing;
        return way is EscapeWay.Tuple or EscapeWay.Entry or EscapeWay.Sequence ? new EscapeType { Way = way }
            : way == EscapeWay.Function ? new EscapeType { Way = way, _type = type }
            : NewByFields(type);
    }

    private static EscapeType NewByFields(Type type)
    {
        if (Levels(type).Any(level => EscapeRules.FieldsOf(level) is not null))
        {
            FieldInfo[] fields = [.. Levels(type).SelectMany(level => EscapeRules.FieldsOf(level) ?? []).Where(field => !IsLeaf(field.FieldType))];
            return Levels(type).All(IsSaid) ? new EscapeType { Way = EscapeWay.Fields, Fields = fields } : NotSaid(type);
        }
        if (EscapeReflection.IsOn)
        {
            return EscapeReflection.IsOpen(type)
                ? new EscapeType { Way = EscapeWay.Fields, Fields = EscapeReflection.FieldsOf(type) }
                : new EscapeType { Way = EscapeWay.Nothing, _type = type };
        }
        return Levels(type).All(IsSaid) ? new EscapeType { Way = EscapeWay.Nothing, _type = type } : NotSaid(type);
    }

    /// <summary>Whether what a class holds itself is known without reflection: by a rule, or because nothing is.</summary>
    private static bool IsSaid(Type level) => EscapeReflection.IsOn || EscapeRules.FieldsOf(level) is not null || IsFrameworks(level)
        || (EscapeRules.Covers(level.Assembly) && !IsDisplayClass(level));

    private static EscapeType NotSaid(Type type) => new()
    {
        Way = EscapeWay.Unknown,
        Reason = $"has no escape rule, and reflection is off: implement IEscapable, call EscapeRules.Fields(typeof({NameOf(Definition(type))})), "
            + $"or set {EscapeReflection.Property} to true in the project",
    };

    /// <summary>Why a result may hold nothing of this type; null if it may.</summary>
    private static string? WhyRefused(Type type)
    {
        const string goesOn = "would go on after the scope has closed: ";
        if (EscapeRules.WhyRefused(type) is { } reason)
        {
            return reason;
        }
        if (typeof(Task).IsAssignableFrom(type) || type == typeof(ValueTask) || IsGeneric(type, typeof(ValueTask<>))
            || (EscapeReflection.IsOn ? EscapeReflection.IsAwaitable(type) : IsFrameworksAwaitable(type)))
        {
            return goesOn + "await it in a body of Scope.UsingAsync";
        }
        if (Is(type, typeof(IAsyncEnumerable<>), typeof(IAsyncEnumerable<object>)) || Is(type, typeof(IObservable<>), typeof(IObservable<object>))
            || Is(type, typeof(IAsyncEnumerator<>), typeof(IAsyncEnumerator<object>)) || typeof(IAsyncStateMachine).IsAssignableFrom(type))
        {
            return goesOn + "open a scope in each of its steps, and yield what Scope.UsingAsync returns";
        }
        if (IsIterator(type))
        {
            return "would be computed when it is read, after the scope has closed: return a list or an array";
        }
        return NamesOf(type) == "Microsoft.FSharp.Control.FSharpAsync`1"
            ? "would run after the scope has closed: run it in the body, and return its result"
            : null;
    }

    /// <summary>Whether a sequence is computed while it is read: what compilers make of <c>yield</c>, LINQ, F#'s seq.</summary>
    private static bool IsIterator(Type type)
    {
        bool isList = typeof(IList).IsAssignableFrom(type) || Is(type, typeof(IList<>), typeof(IReadOnlyList<object>));
        if (typeof(IEnumerator).IsAssignableFrom(type))
        {
            // Some of LINQ's know all their elements, and are lists.
            return !isList;
        }
        if (!typeof(IEnumerable).IsAssignableFrom(type) || isList || Is(type, typeof(IReadOnlyCollection<>), typeof(IReadOnlyCollection<object>))
            || Is(type, typeof(ICollection<>), typeof(ICollection)) || NamesOf(type) is "System.Linq.Lookup`2" or "System.Linq.Grouping`2")
        {
            return false;
        }
        string name = type.FullName ?? type.Name;
        return name.Contains('@') || name.StartsWith("System.Linq.", StringComparison.Ordinal)
            || typeof(System.Linq.IQueryable).IsAssignableFrom(type);
    }

    /// <summary>Whether it is generic in this way. Without reflection that is known of objects only, which is what variance is
    /// for; what holds numbers alone is not asked.</summary>
    private static bool Is(Type type, Type definition, Type ofObjects) =>
        ofObjects.IsAssignableFrom(type) || (EscapeReflection.IsOn && EscapeReflection.Is(type, definition));

    private static bool IsFrameworksAwaitable(Type type) =>
        type.Namespace == "System.Runtime.CompilerServices" && type.Name.Contains("Awaitable", StringComparison.Ordinal);

    /// <summary>How to get at what an object of this type stands for; null where it stands for itself.</summary>
    private static Func<object, object?>? InnerOf(Type type)
    {
        if (IsMemory(type))
        {
            MethodInfo copy = In(type, (IsGeneric(type, typeof(Memory<>)) ? typeof(Memory<>) : typeof(ReadOnlyMemory<>)).GetMethod("ToArray")!);
            return memory => copy.Invoke(memory, null);
        }
        if (Levels(type).FirstOrDefault(level => IsGeneric(level, typeof(Lazy<>))) is { } lazy)
        {
            MethodInfo isThere = In(lazy, typeof(Lazy<>).GetProperty("IsValueCreated")!.GetMethod!);
            MethodInfo value = In(lazy, typeof(Lazy<>).GetProperty("Value")!.GetMethod!);
            return item => (bool)isThere.Invoke(item, null)!
                ? value.Invoke(item, null)
                : NotYet;
        }
        // What was never set has no elements, and throws when it is read.
        MethodInfo? isUnset = IsGeneric(type, typeof(ImmutableArray<>)) ? In(type, typeof(ImmutableArray<>).GetProperty("IsDefault")!.GetMethod!) : null;
        MethodInfo? elements = IsGeneric(type, typeof(ArraySegment<>)) ? In(type, typeof(ArraySegment<>).GetProperty("Array")!.GetMethod!) : null;
        return isUnset is null && elements is null ? null
            : item => isUnset?.Invoke(item, null) is true || (elements is not null && elements.Invoke(item, null) is null)
                ? null
                : ((IEnumerable)item).Cast<object?>().ToList();
    }

    /// <summary>Whether it is .NET's: nothing of that is a record, and what it holds is in its elements.</summary>
    private static bool IsFrameworks(Type type) =>
        Framework.Any(start => type.Assembly.FullName?.StartsWith(start, StringComparison.Ordinal) == true);

    private static bool HasLeavesOnly(Type type) => type.IsGenericType && type.GetGenericArguments().All(IsLeaf);

    private static bool IsDisplayClass(Type type) => type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal);

    private static bool IsMemory(Type type) => IsGeneric(type, typeof(Memory<>)) || IsGeneric(type, typeof(ReadOnlyMemory<>));

    /// <summary>The full name, of a generic type that of its definition.</summary>
    internal static string? NamesOf(Type type) => Definition(type).FullName;

    /// <summary>As in C#: Task&lt;Tensor&gt;.</summary>
    private static string NameOf(Type type) => type.IsGenericType
        ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>"
        : type.Name;
}
