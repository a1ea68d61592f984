// What can be reached from the result of a body, so that it may outlive the body's scope.
// Invariant: every native resource inside arrays, sequences, dictionaries, tuples, pairs, records and what an IEscapable
// names is found once, however
// deep and however often they refer to each other. Objects are compared by reference (a user's Equals is not asked), and
// the walk keeps its own stack, so that a long chain cannot overflow the thread's.

using System.Collections;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static class Escape
{
    private static readonly ConcurrentDictionary<Type, FieldInfo[]> Fields = new();
    private static readonly ConcurrentDictionary<Type, bool> Leaves = new();

    /// <summary>The resources in <paramref name="root"/>.</summary>
    internal static List<NativeResource> From(object? root)
    {
        var found = new List<NativeResource>();
        Walk(root, found);
        return found;
    }

    private static void Walk(object? root, List<NativeResource> found)
    {
        if (root is NativeResource single)
        {
            found.Add(single);
            return;
        }
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        var stack = new Stack<object?>();
        stack.Push(root);
        while (stack.TryPop(out object? item))
        {
            if (item is null || IsLeaf(item.GetType()) || (!item.GetType().IsValueType && !seen.Add(item)))
            {
                continue;
            }
            switch (item)
            {
                case NativeResource resource:
                    found.Add(resource);
                    break;
                case IEscapable escapable:
                    foreach (object? held in escapable.Escaping())
                    {
                        stack.Push(held);
                    }
                    break;
                case ITuple tuple:
                    for (int i = 0; i < tuple.Length; i++)
                    {
                        stack.Push(tuple[i]);
                    }
                    break;
                case DictionaryEntry entry:
                    stack.Push(entry.Key);
                    stack.Push(entry.Value);
                    break;
                case IEnumerable sequence:
                    foreach (object? element in sequence)
                    {
                        stack.Push(element);
                    }
                    break;
                default:
                    foreach (FieldInfo field in Fields.GetOrAdd(item.GetType(), FieldsOf))
                    {
                        stack.Push(field.GetValue(item));
                    }
                    break;
            }
        }
    }

    /// <summary>Types that cannot lead to a resource: above all, arrays of a million numbers are not to be walked.</summary>
    internal static bool IsLeaf(Type type) => Leaves.TryGetValue(type, out bool leaf) ? leaf : Leaves.GetOrAdd(type, IsLeafType);

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A sequence that is walked has kept its interface.")]
    private static bool IsLeafType(Type type)
    {
        if (type.IsArray)
        {
            return IsLeafType(type.GetElementType()!);
        }
        if (type.IsPrimitive || type.IsEnum || type.IsPointer || type == typeof(string) || type == typeof(decimal))
        {
            return true;
        }
        if (!typeof(IEnumerable).IsAssignableFrom(type) || typeof(IEscapable).IsAssignableFrom(type))
        {
            return false;
        }
        // A sequence is a leaf when all that it can be read as is a sequence of leaves.
        IEnumerable<Type> read = type.GetInterfaces().Append(type)
            .Where(way => way.IsGenericType && way.GetGenericTypeDefinition() == typeof(IEnumerable<>));
        return read.Any() && read.All(way => IsLeafType(way.GetGenericArguments()[0]));
    }

    /// <summary>The fields of a record, an anonymous type or a pair; nothing of any other class, whose fields are its own affair.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Scope.Using documents that records must be preserved.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "Scope.Using documents that records must be preserved.")]
    private static FieldInfo[] FieldsOf(Type type)
    {
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        bool isPair = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);
        if (!isPair && !IsRecord(type))
        {
            return [];
        }
        var fields = new List<FieldInfo>();
        for (Type? level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            fields.AddRange(level.GetFields(Own).Where(field => !IsLeaf(field.FieldType)));
        }
        return [.. fields];
    }

    /// <summary>An anonymous type has its name. The compiler marks neither kind of record; both carry a method that nobody else can or does write.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "Scope.Using documents that records must be preserved.")]
    private static bool IsRecord(Type type)
    {
        const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
        return type.Name.StartsWith("<>f__AnonymousType", StringComparison.Ordinal) || (type.IsValueType
            ? type.GetMethod("PrintMembers", Any, [typeof(System.Text.StringBuilder)]) is not null
            : type.GetMethod("<Clone>$", Any) is not null);
    }
}
