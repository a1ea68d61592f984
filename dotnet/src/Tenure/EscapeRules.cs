// Rules for types that Scope.Using does not know: which of their fields may hold resources. Nearly
// all rules come from generated code: Tenure's source generator writes one for each record and
// anonymous type of a program, which runs before the program's own code.
//
// Invariant: a rule is set once, before an object of its type occurs in a result, and is the same
// in a trimmed program. Its use of reflection is declared by annotations, so that the trimmer keeps
// the fields.

using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Tenure.Interop;

namespace Tenure;

/// <summary>Tells <see cref="Scope.Using{T}(Func{T})"/> what a type of another library holds. Your
/// own types implement <see cref="IEscapable"/> instead. Records, anonymous types, tuples and
/// collections need neither.</summary>
/// <example><code>
/// EscapeRules.Fields(typeof(Prediction));     // a library's class with tensors in its fields; called at startup
/// </code></example>
public static class EscapeRules
{
    private const DynamicallyAccessedMemberTypes AllFields =
        DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields;

    // By type, or by definition for a generic type. Weak, so that a collectible AssemblyLoadContext
    // can be unloaded.
    private static readonly ConditionalWeakTable<Type, FieldInfo[]> Known = [];
    private static readonly ConditionalWeakTable<Type, string> Refused = [];
    private static readonly ConditionalWeakTable<Assembly, string> Covered = [];

    static EscapeRules() => Fields(typeof(KeyValuePair<,>));

    /// <summary>Adds the rule that resources in the fields of <paramref name="type"/> move together
    /// with the object. A generic definition such as <c>typeof(Box&lt;&gt;)</c> covers all types
    /// made from it. The fields of a base class need their own rule.</summary>
    public static void Fields([DynamicallyAccessedMembers(AllFields)] Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        Known.AddOrUpdate(EscapeType.Definition(type), type.GetFields(own));
    }

    /// <summary>As <see cref="Fields(Type)"/>, for an anonymous type: <c>EscapeRules.Fields(new { A
    /// = 0, B = 0 })</c> covers all anonymous types of this assembly that have these properties in
    /// this order.</summary>
    public static void Fields<[DynamicallyAccessedMembers(AllFields)] T>(T sample) => Fields(typeof(T));

    /// <summary>Adds the rule that results must not hold an object of <paramref name="type"/>. The
    /// <paramref name="reason"/> is a verb phrase for the error message, such as "would go on after
    /// the scope has closed".</summary>
    public static void Refuse(Type type, string reason)
    {
        ArgumentNullException.ThrowIfNull(type);
        ArgumentNullException.ThrowIfNull(reason);
        Refused.AddOrUpdate(EscapeType.Definition(type), reason);
    }

    /// <summary>Declares that every type of <paramref name="assembly"/> that may hold resources has
    /// a rule, so that all others hold none.</summary>
    /// <remarks>Code of the source generator calls this for its own assembly.</remarks>
    [EditorBrowsable(EditorBrowsableState.Advanced)]
    public static void Cover(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        Covered.AddOrUpdate(assembly, "");
    }

    internal static bool Covers(Assembly assembly) => Covered.TryGetValue(assembly, out _);

    internal static string? WhyRefused(Type type) => Refused.TryGetValue(EscapeType.Definition(type), out string? reason) ? reason : null;

    /// <summary>Returns the fields of this type that a rule names, without those of its base
    /// classes; null if there is no rule.</summary>
    internal static IEnumerable<FieldInfo>? FieldsOf(Type type) =>
        !Known.TryGetValue(EscapeType.Definition(type), out FieldInfo[]? fields) ? null
        : !type.IsGenericType ? fields
        : fields.Select(field => EscapeType.In(type, field));
}
