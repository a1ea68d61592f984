// How the search of Escape reads objects of a type. This is computed once for each type and cached
// weakly, so that the cache does not keep a collectible AssemblyLoadContext alive.
// Invariant: objects of each type are read in exactly one way. For the container types of .NET and
// for types with a rule (EscapeRules) it is determined here, also in a trimmed program. For other
// types EscapeReflection determines it; without reflection the object is rejected.

using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal enum EscapeWay
{
    /// <summary>It leads to no resource, or is a class whose fields are not searched.</summary>
    Nothing,
    Resource,
    Escapable,
    Tuple,
    Entry,
    Sequence,
    /// <summary>Its fields are searched: a record, a union or a pair.</summary>
    Fields,
    /// <summary>It wraps another object.</summary>
    Inner,
    /// <summary>A delegate or an F# function.</summary>
    Function,
    /// <summary>It would run code after the scope has closed.</summary>
    Refused,
    /// <summary>Without reflection its contents are unknown.</summary>
    Unknown,
}

internal sealed class EscapeType
{
    /// <summary>The result of <see cref="Inner"/> for a wrapper that has no value yet.</summary>
    internal static readonly object NotYet = new();

    private static readonly EscapeType Nothing = new() { Way = EscapeWay.Nothing };
    private static readonly ConditionalWeakTable<Type, EscapeType> Known = [];
    private static readonly ConditionalWeakTable<Type, EscapeType>.CreateValueCallback Find = New;

    private static readonly string[] Framework = ["System.", "netstandard,", "mscorlib,", "Microsoft.Win32."];

    private FieldInfo[]? _captured;
    private Type? _type;

    internal EscapeWay Way { get; private init; }

    internal FieldInfo[] Fields { get; private init; } = [];

    /// <summary>Returns the object that an object of this type wraps.</summary>
    internal Func<object, object?>? Inner { get; private init; }

    /// <summary>The reason why it is rejected.</summary>
    internal string? Reason { get; private init; }

    /// <summary>The fields of a delegate's target that may lead to resources; null if they are
    /// unknown.</summary>
    internal FieldInfo[]? Captured => _captured ??= Way == EscapeWay.Unknown ? null
        : _type is null || IsLeaf(_type) || _type.Name == "<>c" ? []
        : EscapeReflection.IsOn ? EscapeReflection.FieldsOf(_type)
        : null;

    internal static EscapeType Of(Type type) => Known.TryGetValue(type, out EscapeType? known) ? known : Known.GetValue(type, Find);

    /// <summary>Whether no object of this type can lead to a resource. Above all this avoids
    /// searching large arrays of numbers.</summary>
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

    /// <summary>Returns the definition of a generic type, and any other type itself.</summary>
    internal static Type Definition(Type type) => type.IsGenericType ? type.GetGenericTypeDefinition() : type;

    /// <summary>Returns the type and its base classes, without those that all types have.</summary>
    internal static IEnumerable<Type> Levels(Type type)
    {
        for (Type? level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            yield return level;
        }
    }

    /// <summary>Returns the member of a constructed type for a member of its generic definition. It
    /// exists if trimming has kept the member of the definition.</summary>
    internal static T In<T>(Type type, T member) where T : MemberInfo => (T)type.GetMemberWithSameMetadataDefinitionAs(member);

    internal static bool IsGeneric(Type type, Type definition) => type.IsGenericType && type.GetGenericTypeDefinition() == definition;

    internal static InvalidOperationException Refusal(Type type, string reason)
    {
        // An asynchronous method returns an internal subclass of Task; the message names Task
        // instead.
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

    /// <summary>Whether the contents of this class, without its bases, can be determined: by
    /// reflection, by a rule, or because it holds nothing.</summary>
    private static bool IsSaid(Type level) => EscapeReflection.IsOn || EscapeRules.FieldsOf(level) is not null || IsFrameworks(level)
        || (EscapeRules.Covers(level.Assembly) && !IsDisplayClass(level));

    private static EscapeType NotSaid(Type type) => new()
    {
        Way = EscapeWay.Unknown,
        Reason = $"has no escape rule, and reflection is off: implement IEscapable, call EscapeRules.Fields(typeof({NameOf(Definition(type))})), "
            + $"or set {EscapeReflection.Property} to true in the project",
    };

    /// <summary>Returns the reason why a result must not hold an object of this type; null if it
    /// may.</summary>
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

    /// <summary>Whether a sequence is computed while it is enumerated: iterators with <c>yield</c>,
    /// LINQ queries, and F# seq expressions.</summary>
    private static bool IsIterator(Type type)
    {
        bool isList = typeof(IList).IsAssignableFrom(type) || Is(type, typeof(IList<>), typeof(IReadOnlyList<object>));
        if (typeof(IEnumerator).IsAssignableFrom(type))
        {
            // Some LINQ iterators have all their elements, and implement IList.
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

    /// <summary>Whether the type implements this generic interface. Without reflection only the
    /// instantiation for object is checked, which covers all reference types through variance;
    /// types that hold only numbers do not get here.</summary>
    private static bool Is(Type type, Type definition, Type ofObjects) =>
        ofObjects.IsAssignableFrom(type) || (EscapeReflection.IsOn && EscapeReflection.Is(type, definition));

    private static bool IsFrameworksAwaitable(Type type) =>
        type.Namespace == "System.Runtime.CompilerServices" && type.Name.Contains("Awaitable", StringComparison.Ordinal);

    /// <summary>Returns a function that gets the object that an object of this type wraps; null if
    /// it wraps none.</summary>
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
        // A default ImmutableArray or ArraySegment has no elements, and throws when it is read.
        MethodInfo? isUnset = IsGeneric(type, typeof(ImmutableArray<>)) ? In(type, typeof(ImmutableArray<>).GetProperty("IsDefault")!.GetMethod!) : null;
        MethodInfo? elements = IsGeneric(type, typeof(ArraySegment<>)) ? In(type, typeof(ArraySegment<>).GetProperty("Array")!.GetMethod!) : null;
        return isUnset is null && elements is null ? null
            : item => isUnset?.Invoke(item, null) is true || (elements is not null && elements.Invoke(item, null) is null)
                ? null
                : ((IEnumerable)item).Cast<object?>().ToList();
    }

    /// <summary>Whether the type belongs to .NET, which has no records, and whose containers hold
    /// objects only as elements.</summary>
    private static bool IsFrameworks(Type type) =>
        Framework.Any(start => type.Assembly.FullName?.StartsWith(start, StringComparison.Ordinal) == true);

    private static bool HasLeavesOnly(Type type) => type.IsGenericType && type.GetGenericArguments().All(IsLeaf);

    private static bool IsDisplayClass(Type type) => type.Name.StartsWith("<>c__DisplayClass", StringComparison.Ordinal);

    private static bool IsMemory(Type type) => IsGeneric(type, typeof(Memory<>)) || IsGeneric(type, typeof(ReadOnlyMemory<>));

    /// <summary>Returns the full name; for a generic type, the full name of its
    /// definition.</summary>
    internal static string? NamesOf(Type type) => Definition(type).FullName;

    /// <summary>Returns the name in C# syntax: Task&lt;Tensor&gt;.</summary>
    private static string NameOf(Type type) => type.IsGenericType
        ? $"{type.Name.Split('`')[0]}<{string.Join(", ", type.GetGenericArguments().Select(NameOf))}>"
        : type.Name;
}
