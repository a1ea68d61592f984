// Prints what each assembly that is named shows to its users, a name a line, as "T:Tenure.Tensor" or "M:Tenure.Tensor.Add".
#:property PublishAot=false
#:property TreatWarningsAsErrors=false
using System.Reflection;

const BindingFlags Declared = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
AppDomain.CurrentDomain.AssemblyResolve += (_, wanted) =>
    args.Select(one => Path.Combine(Path.GetDirectoryName(one)!, new AssemblyName(wanted.Name).Name + ".dll")).Where(File.Exists)
        .Select(Assembly.LoadFrom).FirstOrDefault();
foreach (Type type in args.SelectMany(file => Types(Assembly.LoadFrom(file))).Where(one => one.IsVisible))
{
    string name = type.FullName!.Replace('+', '.');
    Console.WriteLine("T:" + name);
    foreach (MemberInfo member in type.GetMembers(Declared))
    {
        bool shown = member switch
        {
            MethodBase one => one.IsPublic || one.IsFamily || one.IsFamilyOrAssembly,
            PropertyInfo one => one.GetMethod is { IsPublic: true } || one.SetMethod is { IsPublic: true },
            EventInfo one => one.AddMethod is { IsPublic: true },
            FieldInfo one => one.IsPublic,
            _ => false,
        };
        if (shown)
        {
            Console.WriteLine($"{member.MemberType.ToString()[0]}:{name}.{member.Name.Replace('.', '#')}".Replace("C:", "M:"));
        }
    }
}

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
