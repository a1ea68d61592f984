using System.Reflection;
using System.Runtime.Loader;

namespace Tenure.Tests;

/// <summary>Uses public classes where the library cannot be loaded. Every static member and constructor is called twice, and
/// then the members of what they returned. A use that needs the library must throw what the first one threw.</summary>
internal sealed class FirstUses
{
    public List<string> Faults { get; } = [];

    public string? First { get; private set; }

    public int Count { get; private set; }

    public int Refused { get; private set; }

    public void Use(Type type)
    {
        var context = new AssemblyLoadContext(type.FullName);
        Assembly copy = context.LoadFromAssemblyPath(type.Assembly.Location);
        Type own = copy.GetType(type.FullName!, throwOnError: true)!;
        if (own.ContainsGenericParameters || own.IsInterface || own.IsByRefLike)
        {
            return;
        }
        var made = new List<object>();
        const BindingFlags declared = BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly;
        IEnumerable<MethodBase> entries = own.GetMethods(declared);
        if (!own.IsAbstract)
        {
            entries = entries.Concat(own.GetConstructors());
        }
        foreach (MethodBase entry in entries.Where(entry => !entry.ContainsGenericParameters))
        {
            made.AddRange(new[] { Called(entry, null), Called(entry, null) }.OfType<object>());
        }
        foreach (object one in made.Where(one => one.GetType().Assembly == copy))
        {
            IEnumerable<MethodInfo> members = one.GetType().GetMethods(BindingFlags.Public | BindingFlags.Instance);
            foreach (MethodInfo member in members.Where(m => m.DeclaringType?.Assembly == copy && !m.ContainsGenericParameters))
            {
                Called(member, one);
            }
        }
    }

    /// <summary>Calls it, and returns its result; null if it threw, or takes what reflection cannot pass.</summary>
    private object? Called(MethodBase entry, object? target)
    {
        ParameterInfo[] parameters = entry.GetParameters();
        if (parameters.Any(p => p.ParameterType.IsByRefLike || p.ParameterType.IsByRef || p.ParameterType.IsPointer)
            || entry is MethodInfo { ReturnType: { IsByRefLike: true } or { IsByRef: true } or { IsPointer: true } })
        {
            return null;
        }
        Count++;
        object?[] arguments = Array.ConvertAll(parameters, parameter => Value(parameter.ParameterType));
        try
        {
            return entry is ConstructorInfo constructor ? constructor.Invoke(arguments) : entry.Invoke(target, arguments);
        }
        catch (TargetInvocationException e)
        {
            Judge(entry, e.InnerException!);
        }
        catch (TypeInitializationException e)
        {
            Judge(entry, e);
        }
        return null;
    }

    private void Judge(MethodBase entry, Exception thrown)
    {
        if (thrown is not (TypeLoadException or TypeInitializationException))
        {
            return; // such as null for an argument
        }
        string message = $"{thrown.GetType().Name}: {thrown.Message}";
        First ??= message;
        if (message == First)
        {
            Refused++;
        }
        else
        {
            Faults.Add($"{entry.DeclaringType}.{entry} threw {message}");
        }
    }

    private static object? Value(Type type)
    {
        if (type == typeof(string))
        {
            return "x";
        }
        if (type.IsArray)
        {
            return Array.CreateInstance(type.GetElementType()!, type.GetElementType()!.IsValueType ? 1 : 0);
        }
        return type.IsValueType && Nullable.GetUnderlyingType(type) is null ? Activator.CreateInstance(type) : null;
    }
}
