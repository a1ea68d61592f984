// Reports where `using` disposes a resource that was just moved to a scope: the resource is closed
// at the end of the block, although it was moved so that it lives longer.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE003: <c>using</c> disposes a resource that was moved to a scope.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class GivenAwayAnalyzer : OperationRule
{
    /// <summary>The id of the rule.</summary>
    public const string Id = "TENURE003";

    /// <summary>Called by the compiler.</summary>
    public GivenAwayAnalyzer() : base(
        Id,
        "What was given to a scope must not be disposed by using",
        "'{0}' returns the resource itself, which its new scope closes: 'using' closes it at the end of this block already",
        OperationKind.Invocation)
    {
    }

    private protected override void Look(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (Gives(call.TargetMethod) && Known.IsUsed(call))
        {
            Warn(context, call, call.TargetMethod.Name);
        }
    }

    private static bool Gives(IMethodSymbol method) =>
        Known.Is(method.ContainingType, "Ownership")
            ? method.Name is "MoveToOuterScope" or "MoveTo" or "Attach"
            : Known.IsKind(method.ContainingType, "Scope") && method.Name is "Keep" or "Attach" or "Ret" or "Own";
}
