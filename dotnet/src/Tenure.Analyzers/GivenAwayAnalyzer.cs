// Says where `using` disposes what was just given to a scope: the resource is closed at the end of the block, although it was
// moved in order to live longer.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE003: what a scope owns by now is disposed by <c>using</c>.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class GivenAwayAnalyzer : OperationRule
{
    /// <summary>The rule's number.</summary>
    public const string Id = "TENURE003";

    /// <summary>Made by the compiler.</summary>
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
