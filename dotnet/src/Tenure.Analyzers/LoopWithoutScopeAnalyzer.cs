// Reports where a program creates tensors in a loop while no scope is open: each iteration leaves
// its tensors to the garbage collector, which does not see their size.
// Only top-level statements and Main are checked, because elsewhere a caller may have opened a
// scope. Lambdas and local functions may be called from anywhere, and are not checked.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE004: a tensor is created in a loop outside any scope.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class LoopWithoutScopeAnalyzer : OperationRule
{
    /// <summary>The id of the rule.</summary>
    public const string Id = "TENURE004";

    /// <summary>Called by the compiler.</summary>
    public LoopWithoutScopeAnalyzer() : base(
        Id,
        "Tensors made in a loop must belong to a scope",
        "No scope owns this tensor, and each round makes another: write 'using var scope = Scope.Open();' at the beginning of the loop",
        OperationKind.Invocation,
        OperationKind.Binary,
        OperationKind.Unary)
    {
    }

    private protected override void Look(OperationAnalysisContext context)
    {
        IOperation made = context.Operation;
        IMethodSymbol? entry = context.Compilation.GetEntryPoint(context.CancellationToken);
        bool isBegun = entry is not null && SymbolEqualityComparer.Default.Equals(context.ContainingSymbol, entry);
        if (isBegun && Known.Makes(made) && !IsOf(made, "Scope") && !Known.IsUsed(made) && IsInLoopOnly(made))
        {
            Warn(context, made);
        }
    }

    /// <summary>Whether it is a method of an object of this type, which then owns the
    /// result.</summary>
    private static bool IsOf(IOperation made, string type) =>
        made is IInvocationOperation { Instance: { } instance } && Known.IsKind(instance.Type, type);

    /// <summary>Whether it is in a loop, with no scope and no lambda or local function around
    /// it.</summary>
    private static bool IsInLoopOnly(IOperation made)
    {
        bool isInLoop = false;
        IOperation inner = made;
        for (IOperation? outer = made.Parent; outer is not null; inner = outer, outer = outer.Parent)
        {
            switch (outer)
            {
                case IAnonymousFunctionOperation or ILocalFunctionOperation:
                case IUsingOperation used when used.Body == inner && IsScope(used.Resources):
                case IBlockOperation block when block.Operations.TakeWhile(operation => operation != inner).Any(Opens):
                    return false;
                case ILoopOperation loop when loop.Body == inner:
                    isInLoop = true;
                    break;
            }
        }
        return isInLoop;
    }

    private static bool Opens(IOperation before) => before is IUsingDeclarationOperation used && IsScope(used.DeclarationGroup);

    private static bool IsScope(IOperation resources) => resources switch
    {
        IVariableDeclarationGroupOperation group => group.Declarations
            .SelectMany(declaration => declaration.Declarators)
            .Any(declarator => Known.IsKind(declarator.Symbol.Type, "Scope")),
        _ => Known.IsKind(resources.Type, "Scope"),
    };
}
