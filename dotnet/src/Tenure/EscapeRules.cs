// What types hold of which Scope.Using knows nothing by itself. Nearly all of it is said by generated code: Tenure's generator
// writes a rule for each record and anonymous type of a program, which runs before the program's own code.
//
// Invariant: a rule is given once, before an object of its type is met in a result, and is the same in a trimmed program. What
// it takes of reflection it asks for by annotations, so a trimmer keeps it.

using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

/// <summary>Tells <see cref="Scope.Using{T}(Func{T})"/> what a type of another library holds. One's own types implement
/// <see cref="IEscapable"/>; records, anonymous types, tuples and collections need neither.</summary>
/// <example><code>
/// EscapeRules.Fields(typeof(Prediction));     // a library's class with tensors in its fields; said when the program starts
/// </code></example>
public static class EscapeRules
{
    private const DynamicallyAccessedMemberTypes AllFields =
        DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields;

    // By type, a generic one by its definition; weak, so that a collectible AssemblyLoadContext can go.
    private static readonly ConditionalWeakTable<Type, FieldInfo[]> Known = [];
    private static readonly ConditionalWeakTable<Type, string> Refused = [];
    private static readonly ConditionalWeakTable<Assembly, string> Covered = [];

    static EscapeRules() => Fields(typeof(KeyValuePair<,>));

    /// <summary>The fields of <paramref name="type"/> are what it is: what they hold escapes with it. For each type that a generic
    /// definition such as <c>typeof(Box&lt;&gt;)</c> makes it says the same. Fields of a base class have a rule of their own.</summary>
    public static void Fields([DynamicallyAccessedMembers(AllFields)] Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        Known.AddOrUpdate(EscapeType.Definition(type), type.GetFields(own));
    }

    /// <summary>As <see cref="Fields(Type)"/>, for a type without a name: <c>EscapeRules.Fields(new { A = 0, B = 0 })</c> is said of
    /// all that have these properties in this order, in this assembly.</summary>
    public static void Fields<[DynamicallyAccessedMembers(AllFields)] T>(T sample) => Fields(typeof(T));

    /// <summary>No result may hold an object of <paramref name="type"/>, since it <paramref name="reason"/>: "would go on after the
    /// scope has closed".</summary>
    public static void Refuse(Type type, string reason)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(reason);
        Refused.AddOrUpdate(EscapeType.Definition(type), reason);
    }

    /// <summary>Each type of <paramref name="assembly"/> that holds something has a rule, so the others hold nothing.</summary>
    /// <remarks>The generator says it of the assembly it runs in.</remarks>
    [EditorBrowsable(EditorBrowsableState.Advanced)]
    public static void Cover(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        Covered.AddOrUpdate(assembly, "");
    }

    internal static bool Covers(Assembly assembly) => Covered.TryGetValue(assembly, out _);

    internal static string? WhyRefused(Type type) => Refused.TryGetValue(EscapeType.Definition(type), out string? reason) ? reason : null;

    /// <summary>The fields that a rule names of this type, without those of its bases; null without a rule.</summary>
    internal static IEnumerable<FieldInfo>? FieldsOf(Type type) =>
        !Known.TryGetValue(EscapeType.Definition(type), out FieldInfo[]? fields) ? null
        : !type.IsGenericType ? fields
        : fields.Select(field => EscapeType.In(type, field));
}
