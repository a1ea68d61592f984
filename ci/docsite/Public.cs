// Prints what each assembly that is named shows to its users: a line with the name that the compiler's documentation has
// for it ("M:Tenure.Tensor.Add(Tenure.Tensor)"), a tab, and how C# declares it ("Tensor Add(Tensor other)").
#:property PublishAot=false
#:property TreatWarningsAsErrors=false
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
AppDomain.CurrentDomain.AssemblyResolve += (_, wanted) =>
    args.Select(one => Path.Combine(Path.GetDirectoryName(one)!, new AssemblyName(wanted.Name).Name + ".dll")).Where(File.Exists)
        .Select(Assembly.LoadFrom).FirstOrDefault();
foreach (Type type in args.SelectMany(file => Types(Assembly.LoadFrom(file))).Where(one => one.IsVisible))
{
    Console.WriteLine($"T:{Documented.Name(type)}\t{Declaration.OfType(type)}");
    foreach (MemberInfo member in type.GetMembers(Declared).Where(Shown))
    {
        Console.WriteLine($"{Documented.Name(member)}\t{Declaration.Of(member)}");
    }
}

static bool Shown(MemberInfo member) => member switch
{
    MethodBase one => one.IsPublic || one.IsFamily || one.IsFamilyOrAssembly,
    PropertyInfo one => one.GetMethod is { IsPublic: true } || one.SetMethod is { IsPublic: true },
    EventInfo one => one.AddMethod is { IsPublic: true },
    FieldInfo one => one.IsPublic,
    _ => false,
};

// Those that can be loaded: a base class may be in a package that is not beside the assembly.
static IEnumerable<Type> Types(Assembly assembly)
{
    try
    {
        return assembly.GetTypes();
    }
    catch (ReflectionTypeLoadException some)
    {
        return some.Types.OfType<Type>();
    }
}

/// <summary>Names of the compiler's documentation.</summary>
static class Documented
{
    public static string Name(MemberInfo member)
    {
        // A constructor is ".ctor". Another dot is in the name of a member that F# adds to a type of C#, and stays.
        string full = $"{Name(member.DeclaringType!)}.{(member is ConstructorInfo ? "#ctor" : member.Name)}";
        return member switch
        {
            MethodInfo { IsGenericMethod: true } one => $"M:{full}``{one.GetGenericArguments().Length}{Parameters(one)}",
            MethodInfo { Name: "op_Implicit" or "op_Explicit" } one => $"M:{full}{Parameters(one)}~{Name(one.ReturnType)}",
            MethodBase one => $"M:{full}{Parameters(one)}",
            PropertyInfo one => $"P:{full}{List(one.GetIndexParameters())}",
            _ => $"{member.MemberType.ToString()[0]}:{full}",
        };
    }

    public static string Name(Type type)
    {
        if (type.IsGenericMethodParameter)
        {
            return $"``{type.GenericParameterPosition}";
        }
        if (type.IsGenericParameter)
        {
            return $"`{type.GenericParameterPosition}";
        }
        if (type.HasElementType)
        {
            string of = Name(type.GetElementType()!);
            int rank = type.IsArray ? type.GetArrayRank() : 0;
            return type.IsByRef ? $"{of}@" : type.IsPointer ? $"{of}*"
                : rank == 1 ? $"{of}[]" : $"{of}[{string.Join(',', Enumerable.Repeat("0:", rank))}]";
        }
        string outer = type.DeclaringType is { } around ? Name(around) : type.Namespace ?? "";
        if (!type.IsConstructedGenericType)
        {
            return $"{outer}.{type.Name}".TrimStart('.');
        }
        int from = type.DeclaringType?.GetGenericArguments().Length ?? 0;
        string arguments = string.Join(',', type.GenericTypeArguments.Skip(from).Select(Name));
        return $"{outer}.{type.Name.Split('`')[0]}{(arguments == "" ? "" : $"{{{arguments}}}")}".TrimStart('.');
    }

    private static string Parameters(MethodBase method) => List(method.GetParameters());

    private static string List(ParameterInfo[] parameters) =>
        parameters.Length == 0 ? "" : $"({string.Join(',', parameters.Select(one => Name(one.ParameterType)))})";
}

/// <summary>How C# declares a type or a member, without namespaces and without access.</summary>
static class Declaration
{
    private static readonly NullabilityInfoContext s_nulls = new();
    private static readonly Dictionary<string, string> s_simple = new()
    {
        ["Int32"] = "int", ["Int64"] = "long", ["UInt32"] = "uint", ["UInt64"] = "ulong", ["Int16"] = "short", ["UInt16"] = "ushort",
        ["SByte"] = "sbyte", ["Byte"] = "byte", ["Single"] = "float", ["Double"] = "double", ["Boolean"] = "bool", ["String"] = "string",
        ["Object"] = "object", ["Void"] = "void", ["IntPtr"] = "nint", ["UIntPtr"] = "nuint", ["Char"] = "char", ["Decimal"] = "decimal",
    };
    // As C# writes them. "True" and "False" are operators that are called by no sign.
    private static readonly Dictionary<string, string> s_signs = new()
    {
        ["Addition"] = "+", ["Subtraction"] = "-", ["Multiply"] = "*", ["Division"] = "/", ["Modulus"] = "%", ["UnaryNegation"] = "-",
        ["UnaryPlus"] = "+", ["BitwiseAnd"] = "&", ["BitwiseOr"] = "|", ["ExclusiveOr"] = "^", ["OnesComplement"] = "~",
        ["LogicalNot"] = "!", ["LeftShift"] = "<<", ["RightShift"] = ">>", ["UnsignedRightShift"] = ">>>", ["LessThan"] = "<",
        ["GreaterThan"] = ">", ["LessThanOrEqual"] = "<=", ["GreaterThanOrEqual"] = ">=", ["Equality"] = "==", ["Inequality"] = "!=",
        ["Increment"] = "++", ["Decrement"] = "--", ["True"] = "true", ["False"] = "false",
    };

    public static string Of(MemberInfo member) => member switch
    {
        Type one => Type(one),
        ConstructorInfo one => $"{Plain(one.DeclaringType!.Name)}({List(one.GetParameters())})",
        MethodInfo one => Method(one),
        PropertyInfo one => Property(one),
        EventInfo one => $"event {Type(one.EventHandlerType!, s_nulls.Create(one))} {one.Name}",
        FieldInfo { IsLiteral: true, DeclaringType.IsEnum: true } one => $"{one.Name} = {one.GetRawConstantValue()}",
        FieldInfo { IsLiteral: true } one => $"const {Type(one.FieldType)} {one.Name} = {Value(one.GetRawConstantValue(), one.FieldType)}",
        FieldInfo one => $"{(one.IsStatic ? "static " : "")}{Type(one.FieldType, s_nulls.Create(one))} {one.Name}",
        _ => member.Name,
    };

    /// <summary>The head of a type: what kind it is, and what its users may take it for.</summary>
    public static string OfType(Type type)
    {
        string name = Type(type);
        if (type.IsEnum)
        {
            return $"enum {name}";
        }
        if (typeof(Delegate).IsAssignableFrom(type))
        {
            MethodInfo call = type.GetMethod("Invoke")!;
            return $"delegate {Type(call.ReturnType, s_nulls.Create(call.ReturnParameter))} {name}({List(call.GetParameters())})";
        }
        bool isRecord = type.GetMethod("<Clone>$") != null || type.GetMethod("PrintMembers", Declared) != null;
        string kind = type.IsInterface ? "interface" : $"{(isRecord ? "record " : "")}{(type.IsValueType ? "struct" : "class")}";
        string way = type.IsInterface ? "" : type is { IsAbstract: true, IsSealed: true } ? "static " : type.IsAbstract ? "abstract "
            : type is { IsSealed: true, IsValueType: false } ? "sealed " : "";
        string only = type.IsDefined(typeof(IsReadOnlyAttribute), false) ? "readonly " : "";
        string stack = type.IsByRefLike ? "ref " : "";
        return $"{way}{only}{stack}{kind.Replace("record class", "record")} {name}{Bases(type)}";
    }

    private const BindingFlags Declared = BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>The base class and the interfaces that it does not bring, less those of every record.</summary>
    private static string Bases(Type type)
    {
        Type[] all = type.GetInterfaces();
        IEnumerable<Type> own = all.Except(type.BaseType?.GetInterfaces() ?? []).Except(all.SelectMany(one => one.GetInterfaces()))
            .Where(one => one.IsVisible && !one.Name.StartsWith("IEquatable`"));
        Type[] classes = type.BaseType is { } above && above != typeof(object) && above != typeof(ValueType) ? [above] : [];
        string list = string.Join(", ", classes.Concat(own.OrderBy(one => one.Name, StringComparer.Ordinal)).Select(one => Type(one)));
        return list == "" ? "" : $" : {list}";
    }

    private static string Method(MethodInfo one)
    {
        IList<string?> parts = one.ReturnParameter.GetCustomAttribute<TupleElementNamesAttribute>()?.TransformNames ?? [];
        string result = Type(one.ReturnType, s_nulls.Create(one.ReturnParameter), parts);
        string still = one.IsStatic ? "static " : "";
        if (one.Name is "op_Implicit" or "op_Explicit")
        {
            return $"{one.Name[3..].ToLowerInvariant()} operator {result}({List(one.GetParameters())})";
        }
        if (one.IsSpecialName && one.Name.StartsWith("op_") && s_signs.TryGetValue(one.Name[3..], out string? sign))
        {
            return $"{result} operator {sign}({List(one.GetParameters())})";
        }
        string generics = one.IsGenericMethod ? $"<{string.Join(", ", one.GetGenericArguments().Select(of => of.Name))}>" : "";
        string first = one.IsDefined(typeof(ExtensionAttribute), false) ? "this " : "";
        return $"{still}{result} {one.Name}{generics}({first}{List(one.GetParameters())})";
    }

    private static string Property(PropertyInfo one)
    {
        MethodInfo any = one.GetMethod ?? one.SetMethod!;
        string type = Type(one.PropertyType, s_nulls.Create(one));
        bool isInit = one.SetMethod?.ReturnParameter.GetRequiredCustomModifiers().Any(modifier => modifier.Name == "IsExternalInit") ?? false;
        string read = one.GetMethod is { IsPublic: true } ? " get;" : "";
        string write = one.SetMethod is { IsPublic: true } ? isInit ? " init;" : " set;" : "";
        ParameterInfo[] index = one.GetIndexParameters();
        string name = index.Length == 0 ? one.Name : $"this[{List(index)}]";
        return $"{(any.IsStatic ? "static " : "")}{type} {name} {{{read}{write} }}";
    }

    private static string List(ParameterInfo[] parameters) => string.Join(", ", parameters.Select(Parameter));

    private static string Parameter(ParameterInfo one)
    {
        bool isParams = one.IsDefined(typeof(ParamArrayAttribute), false) || one.IsDefined(typeof(ParamCollectionAttribute), false);
        string way = isParams ? "params " : one.IsOut ? "out " : one.IsIn && one.ParameterType.IsByRef ? "in " : one.ParameterType.IsByRef ? "ref " : "";
        string value = one.HasDefaultValue ? $" = {Value(one.RawDefaultValue, one.ParameterType)}" : "";
        return $"{way}{Type(one.ParameterType, s_nulls.Create(one))} {one.Name}{value}";
    }

    private static string Value(object? value, Type type)
    {
        bool canBeNull = !type.IsValueType || Nullable.GetUnderlyingType(type) != null;
        type = Nullable.GetUnderlyingType(type) ?? type;
        return value switch
        {
            null => canBeNull ? "null" : "default",
            string text => $"\"{text}\"",
            bool one => one ? "true" : "false",
            double or float => Regex.Replace(((IFormattable)value).ToString("R", CultureInfo.InvariantCulture), @"E([+-])0*(\d)", "e$1$2").Replace("e+", "e"),
            _ when type.IsEnum => $"{type.Name}.{Enum.GetName(type, value) ?? value}",
            _ => Convert.ToString(value, CultureInfo.InvariantCulture)!,
        };
    }

    private static string Plain(string name) => name.Split('`')[0];

    private static string Type(Type type, NullabilityInfo? nulls = null, IList<string?>? parts = null)
    {
        if (type.IsByRef)
        {
            return Type(type.GetElementType()!, nulls);
        }
        string mark = nulls is { ReadState: NullabilityState.Nullable } && !type.IsValueType && !(type.IsGenericParameter) ? "?" : "";
        if (type.IsArray)
        {
            return $"{Type(type.GetElementType()!, nulls?.ElementType)}[{new string(',', type.GetArrayRank() - 1)}]{mark}";
        }
        if (type.IsPointer)
        {
            return $"{Type(type.GetElementType()!)}*";
        }
        if (Nullable.GetUnderlyingType(type) is { } inner)
        {
            return $"{Type(inner)}?";
        }
        Type[] arguments = type.GetGenericArguments();
        NullabilityInfo[] inside = nulls?.GenericTypeArguments ?? [];
        string[] names = [.. arguments.Select((one, at) => Type(one, at < inside.Length ? inside[at] : null))];
        if (type.Name.StartsWith("ValueTuple`"))
        {
            return $"({string.Join(", ", names.Select((one, at) => $"{one} {parts?.ElementAtOrDefault(at)}".TrimEnd()))})";
        }
        string name = type.Namespace == "System" && s_simple.TryGetValue(type.Name, out string? simple) ? simple : Plain(type.Name);
        return $"{name}{(names.Length == 0 ? "" : $"<{string.Join(", ", names)}>")}{mark}";
    }
}
