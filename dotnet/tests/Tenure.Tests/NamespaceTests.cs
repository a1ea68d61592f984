// What a namespace may use of the others: the nouns return reports and take settings, so these lie below them, and models are built
// from nouns as a user's own are. The same order as of Java's packages (PackagesTest).

using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Xunit;

namespace Tenure.Tests;

public class NamespaceTests
{
    private const string Nouns = "Tenure", Interop = "Tenure.Interop", Models = "Tenure.Models", Onnx = "Tenure.Onnx", Optim = "Tenure.Optim", Options = "Tenure.Options",
        Reports = "Tenure.Reports", Results = "Tenure.Results", Settings = "Tenure.Workspaces";

    /// <summary>Beside itself; a name with a type is that one alone.</summary>
    private static readonly Dictionary<string, string[]> MayUse = new()
    {
        [Settings] = [Interop, "Tenure.Device"],
        [Reports] = [Interop, "Tenure.DType", "Tenure.DTypes"],
        [Interop] = [Nouns, Reports, Results, Settings],
        [Nouns] = [Interop, Options, Reports, Results, Settings],
        [Options] = [],
        [Results] = [],
        [Onnx] = [Nouns, Interop, Reports],
        [Models] = [Nouns, Interop, Options, Reports, "Tenure.Data", "Tenure.Nn", Optim, Onnx],
        [Optim] = [Nouns, Interop, Options],
        ["Tenure.Nn"] = [Nouns, Interop, Options],
        ["Tenure.Data"] = [Nouns, Interop, "Tenure.Nn"],
    };

    [Fact]
    public void ArrowsGoDown()
    {
        using var file = new PEReader(File.OpenRead(typeof(Tensor).Assembly.Location));
        MetadataReader metadata = file.GetMetadataReader();
        var up = new SortedSet<string>();
        int seen = 0;
        foreach (TypeDefinitionHandle handle in metadata.TypeDefinitions)
        {
            string from = Outermost(metadata, handle);
            if (!MayUse.TryGetValue(Space(from), out string[]? allowed))
            {
                Assert.False(from.StartsWith("Tenure.", StringComparison.Ordinal), $"no rule for {from}");
                continue;
            }
            foreach (string to in Used(file, metadata, metadata.GetTypeDefinition(handle)))
            {
                seen++;
                // What begins so is the compiler's own, such as the hash of a switch over names.
                bool isOurs = !to.StartsWith(".<", StringComparison.Ordinal);
                if (isOurs && Space(to) != Space(from) && !allowed.Contains(Space(to)) && !allowed.Contains(to))
                {
                    up.Add($"{from} uses {to}");
                }
            }
        }
        Assert.Empty(up);
        Assert.True(seen > 2000, $"{seen} uses");
    }

    private static string Space(string type) => type[..Math.Max(type.LastIndexOf('.'), 0)];

    /// <summary>The type that a nested one, such as a closure, lies in.</summary>
    private static string Outermost(MetadataReader metadata, TypeDefinitionHandle handle)
    {
        TypeDefinition type = metadata.GetTypeDefinition(handle);
        while (!type.GetDeclaringType().IsNil)
        {
            type = metadata.GetTypeDefinition(type.GetDeclaringType());
        }
        return $"{metadata.GetString(type.Namespace)}.{metadata.GetString(type.Name)}";
    }

    /// <summary>The library's types whose methods and fields the code of this one names.</summary>
    private static IEnumerable<string> Used(PEReader file, MetadataReader metadata, TypeDefinition type)
    {
        foreach (MethodDefinitionHandle handle in type.GetMethods())
        {
            int address = metadata.GetMethodDefinition(handle).RelativeVirtualAddress;
            if (address == 0)
            {
                continue;
            }
            byte[] code = file.GetMethodBody(address).GetILBytes() ?? [];
            // A token is the table's number and a row. What only looks like one in other bytes names some type by chance, so an opcode that
            // takes a token comes before it.
            for (int at = 1; at + 4 <= code.Length; at++)
            {
                if (TakesToken(code[at - 1]) && Owner(metadata, BitConverter.ToInt32(code, at)) is { } owner)
                {
                    yield return Outermost(metadata, owner);
                }
            }
        }
    }

    /// <summary>call, callvirt, newobj, castclass, isinst, ldfld to stsfld.</summary>
    private static bool TakesToken(byte opcode) => opcode is 0x28 or 0x6f or 0x73 or 0x74 or 0x75 or (>= 0x7b and <= 0x80);

    private static TypeDefinitionHandle? Owner(MetadataReader metadata, int token)
    {
        int row = token & 0xffffff;
        switch (token >>> 24)
        {
            case 0x02 when row > 0 && row <= metadata.TypeDefinitions.Count:
                return System.Reflection.Metadata.Ecma335.MetadataTokens.TypeDefinitionHandle(row);
            case 0x04 when row > 0 && row <= metadata.FieldDefinitions.Count:
                return metadata.GetFieldDefinition(System.Reflection.Metadata.Ecma335.MetadataTokens.FieldDefinitionHandle(row)).GetDeclaringType();
            case 0x06 when row > 0 && row <= metadata.MethodDefinitions.Count:
                return metadata.GetMethodDefinition(System.Reflection.Metadata.Ecma335.MetadataTokens.MethodDefinitionHandle(row)).GetDeclaringType();
            default:
                return null;
        }
    }
}
