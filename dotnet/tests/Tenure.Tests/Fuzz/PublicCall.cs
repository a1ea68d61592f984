using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.CompilerServices;

namespace Tenure.Tests.Fuzz;

/// <summary>A public method, constructor, operator or accessor of the assembly, found by reflection. What reflection cannot pass,
/// a span, is passed by code that is made for it.</summary>
internal sealed class PublicCall
{
    private const BindingFlags Declared =
        BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>What a free type parameter is replaced by: element types, one that is none, resources, anything.</summary>
    private static readonly Type[] Elements = [typeof(float), typeof(double), typeof(int), typeof(long), typeof(byte), typeof(bool), typeof(char)];
    private static readonly Type[] Resources = [typeof(Tensor), typeof(Scope)];
    private static readonly Type[] Disposables = [typeof(Tensor), typeof(MemoryStream)];
    private static readonly Type[] Anything = [typeof(Tensor), typeof(object), typeof(string)];

    private readonly Func<object?[], object?> _call;

    private PublicCall(MethodBase method)
    {
        Method = method;
        ParameterInfo[] parameters = method.GetParameters();
        Parameters = [.. parameters.Select(parameter => (parameter.Name ?? "", parameter.ParameterType))];
        if (!method.IsStatic && method is MethodInfo)
        {
            Receiver = method.DeclaringType;
        }
        _call = Compiled(method);
    }

    internal MethodBase Method { get; }

    /// <summary>The type of the object that it is called on; null for none.</summary>
    internal Type? Receiver { get; }

    internal (string Name, Type Type)[] Parameters { get; }

    internal Type Result => (Method as MethodInfo)?.ReturnType ?? Method.DeclaringType!;

    /// <summary>Type and name: <c>Tensor.Add</c>.</summary>
    internal string Name => $"{Method.DeclaringType!.Name.Split('`')[0]}.{Method.Name.TrimStart('.')}";

    /// <summary>All there are, each generic one for several types.</summary>
    internal static List<PublicCall> All()
    {
        IEnumerable<Type> types = typeof(Tensor).Assembly.GetExportedTypes()
            .Where(type => !type.IsInterface && !type.IsEnum && !typeof(Delegate).IsAssignableFrom(type) && !typeof(Exception).IsAssignableFrom(type))
            .SelectMany(type => type.IsGenericTypeDefinition ? Closed(type) : [type])
            .Where(type => !type.IsByRefLike);
        return
        [
            .. types.SelectMany(type => type.GetMethods(Declared).Cast<MethodBase>().Concat(type.IsAbstract ? [] : type.GetConstructors(Declared & ~BindingFlags.Static)))
                .SelectMany(method => method.IsGenericMethodDefinition ? Closed((MethodInfo)method).Cast<MethodBase>() : [method])
                .Where(method => !method.GetParameters().Any(parameter => parameter.ParameterType.IsByRef || parameter.ParameterType.IsPointer))
                .Where(method => method.Name != "<Clone>$")
                .Select(method => new PublicCall(method)),
        ];
    }

    /// <summary>Calls it: with the receiver first, if it has one, and an array for each span.</summary>
    internal object? Invoke(object?[] arguments) => _call(arguments);

    /// <summary>The type of the array for a span; of any other type itself.</summary>
    internal static Type Passed(Type type) => IsSpan(type) ? type.GetGenericArguments()[0].MakeArrayType() : type;

    public override string ToString() =>
        $"{Name}({string.Join(", ", Parameters.Select(parameter => $"{parameter.Type.Name} {parameter.Name}"))})";

    private static IEnumerable<Type> Closed(Type type) => type.GetGenericArguments() is [_, _]
        ? [type.MakeGenericType(typeof(Tensor), typeof(Tensor))]
        : [type.MakeGenericType(typeof(float)), type.MakeGenericType(typeof(byte))];

    private static IEnumerable<MethodInfo> Closed(MethodInfo open)
    {
        Type[] parameters = open.GetGenericArguments();
        Type[] choice = Choice(parameters[0]);
        return choice.Select(first => open.MakeGenericMethod([first, .. parameters.Skip(1).Select(other => Choice(other)[0])]));
    }

    private static Type[] Choice(Type parameter)
    {
        Type[] constraints = parameter.GetGenericParameterConstraints();
        return parameter.GenericParameterAttributes.HasFlag(GenericParameterAttributes.NotNullableValueTypeConstraint) ? Elements
            : constraints.Any(one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(System.Numerics.INumberBase<>))
                ? [typeof(double), typeof(long), typeof(Int128)]
            : constraints.Contains(typeof(Tensor)) ? [typeof(Tensor)]
            : constraints.Contains(typeof(Tenure.Nn.Module)) ? [typeof(Tenure.Nn.Module)]
            : constraints.Any(typeof(NativeResource).IsAssignableTo) ? Resources
            : constraints.Contains(typeof(IDisposable)) ? Disposables
            : Anything;
    }

    private static bool IsSpan(Type type) => type.IsGenericType
        && (type.GetGenericTypeDefinition() == typeof(Span<>) || type.GetGenericTypeDefinition() == typeof(ReadOnlySpan<>));

    private static Func<object?[], object?> Compiled(MethodBase method)
    {
        var made = new DynamicMethod("call", typeof(object), [typeof(object[])], typeof(PublicCall).Module, skipVisibility: true);
        ILGenerator il = made.GetILGenerator();
        int at = 0;
        if (method is MethodInfo { IsStatic: false })
        {
            Load(il, at++);
            il.Emit(method.DeclaringType!.IsValueType ? OpCodes.Unbox : OpCodes.Castclass, method.DeclaringType);
        }
        foreach (ParameterInfo parameter in method.GetParameters())
        {
            Load(il, at++);
            Type type = parameter.ParameterType;
            if (IsSpan(type))
            {
                Type array = Passed(type);
                il.Emit(OpCodes.Castclass, array);
                il.Emit(OpCodes.Newobj, type.GetConstructor([array])!);
            }
            else
            {
                il.Emit(OpCodes.Unbox_Any, type);
            }
        }
        Type result = method.DeclaringType!;
        if (method is MethodInfo plain)
        {
            il.Emit(plain.IsVirtual && !plain.DeclaringType!.IsValueType ? OpCodes.Callvirt : OpCodes.Call, plain);
            result = plain.ReturnType;
        }
        else
        {
            il.Emit(OpCodes.Newobj, (ConstructorInfo)method);
        }
        Return(il, result);
        return made.CreateDelegate<Func<object?[], object?>>();
    }

    private static void Load(ILGenerator il, int at)
    {
        il.Emit(OpCodes.Ldarg_0);
        il.Emit(OpCodes.Ldc_I4, at);
        il.Emit(OpCodes.Ldelem_Ref);
    }

    /// <summary>Returns what is on the stack as an object; a span is left, and a view disposed.</summary>
    private static void Return(ILGenerator il, Type result)
    {
        if (result == typeof(void))
        {
            il.Emit(OpCodes.Ldnull);
        }
        else if (result.IsByRefLike)
        {
            LocalBuilder local = il.DeclareLocal(result);
            il.Emit(OpCodes.Stloc, local);
            if (result.GetMethod("Dispose", Type.EmptyTypes) is { } dispose)
            {
                il.Emit(OpCodes.Ldloca, local);
                il.Emit(OpCodes.Call, dispose);
            }
            il.Emit(OpCodes.Ldnull);
        }
        else if (result.IsValueType)
        {
            il.Emit(OpCodes.Box, result);
        }
        il.Emit(OpCodes.Ret);
    }
}
