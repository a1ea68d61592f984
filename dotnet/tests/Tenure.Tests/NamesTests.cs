using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;

namespace Tenure.Tests;

/// <summary>The same name means the same in Java and C#: tests/names.txt lists all public members, and which of them is an
/// idiom of one language. NamesTest.java holds Java to the same list.</summary>
/// <remarks>The list has Java's spelling: C#'s is compared without case and underscores. Operators and what the compiler adds
/// to a record do not count.</remarks>
public sealed class NamesTests
{
    private const BindingFlags Public = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;

    private static readonly string List = Path.Combine(
        typeof(NamesTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "RepoRoot").Value!,
        "tests",
        "names.txt");

    [Fact]
    public void EachPublicMemberStandsInTheList()
    {
        Dictionary<string, string> listed = Listed().ToDictionary(Plain);
        Dictionary<string, string> members = Members().DistinctBy(Plain).ToDictionary(Plain);
        // What C# has and the list has not: add each to both languages, or as an idiom with a reason.
        Assert.Equal([], members.Keys.Except(listed.Keys).Select(name => members[name]).Order());
        // What the list has and C# has not.
        Assert.Equal([], listed.Keys.Except(members.Keys).Select(name => listed[name]).Order());
    }

    [Fact]
    public void WordsBeginWithACapital()
    {
        string[] words = [.. File.ReadLines(List).Where(line => line.StartsWith("# Words:", StringComparison.Ordinal)).SelectMany(line => line[8..].Split(' ', StringSplitOptions.RemoveEmptyEntries))];
        string[] names = [.. new[] { typeof(Tensor), typeof(Scope), typeof(DTypes) }.SelectMany(type => type.GetMembers(Public)).Where(IsOurs).Select(member => member.Name).Distinct()];
        Assert.True(words.Length > 40);
        // A name that begins with one of them in another case.
        Assert.Equal([], words.SelectMany(word => names.Where(name => name.StartsWith(word, StringComparison.OrdinalIgnoreCase) && !name.StartsWith(word, StringComparison.Ordinal))).Order());
        Assert.Equal([], words.Where(word => !names.Any(name => name.Contains(word, StringComparison.Ordinal))));
    }

    private static string Plain(string name) => name.Replace("_", "", StringComparison.Ordinal).ToUpperInvariant();

    /// <summary>Type and Type.member of what the list says is in both languages or in C# alone.</summary>
    private static IEnumerable<string> Listed()
    {
        var types = new Dictionary<string, HashSet<string>>();
        HashSet<string> members = [];
        foreach (string line in File.ReadLines(List).Where(line => line.Trim() is [not '#', ..]))
        {
            string names = line.Trim();
            bool ofJava = names.StartsWith("Java: ", StringComparison.Ordinal);
            if (ofJava || names.StartsWith("C#: ", StringComparison.Ordinal))
            {
                string[] parts = names.Split(" -- ", 2);
                Assert.True(parts is [_, { Length: > 10 }], $"an idiom without a reason: {line}");
                names = parts[0][(names.IndexOf(':', StringComparison.Ordinal) + 1)..].Trim();
            }
            if (line[0] != ' ')
            {
                string[] typeAndBase = names.Split(" : ");
                members = [.. typeAndBase is [_, string above] ? types[above] : []];
                if (!ofJava)
                {
                    types.Add(typeAndBase[0], members);
                }
            }
            else if (!ofJava)
            {
                members.UnionWith(names.Split(' '));
            }
        }
        return types.Keys.Concat(types.SelectMany(type => type.Value.Select(name => $"{type.Key}.{name}")));
    }

    private static IEnumerable<string> Members()
    {
        Type[] types = typeof(Tensor).Assembly.GetExportedTypes();
        foreach (Type type in types)
        {
            yield return NameOf(type);
            if (type.IsSubclassOf(typeof(Delegate)))
            {
                continue;
            }
            foreach (MemberInfo member in type.GetMembers(Public).Where(IsOurs))
            {
                if (!member.IsDefined(typeof(ExtensionAttribute)))
                {
                    yield return $"{NameOf(type)}.{(member.Name == "Dispose" ? "Close" : member.Name)}";
                }
            }
        }
        // An extension method is a member of what it is called on, and of what derives from that.
        foreach (MethodInfo method in types.SelectMany(type => type.GetMethods(Public)).Where(method => method.IsDefined(typeof(ExtensionAttribute))))
        {
            Type first = method.GetParameters()[0].ParameterType;
            Type on = first.IsGenericParameter ? first.GetGenericParameterConstraints()[0] : first;
            foreach (Type type in types.Where(on.IsAssignableFrom))
            {
                yield return $"{NameOf(type)}.{method.Name}";
            }
        }
    }

    private static bool IsOurs(MemberInfo member) =>
        member is not (ConstructorInfo or Type or MethodBase { IsSpecialName: true } or FieldInfo { IsSpecialName: true })
        && member.DeclaringType!.Assembly == typeof(Tensor).Assembly
        && member.Name is not ("Equals" or "GetHashCode" or "ToString" or "Deconstruct" or "<Clone>$")
        && !(member is MethodInfo method && method.GetBaseDefinition().DeclaringType!.Assembly != typeof(Tensor).Assembly);

    /// <summary>As the list says it: a namespace cannot hold a class of its own name.</summary>
    private static string NameOf(Type type)
    {
        string name = type.Name.Split('`')[0];
        return type == typeof(TenureRuntime) ? "Tenure" : type.IsInterface ? name[1..] : name;
    }
}
