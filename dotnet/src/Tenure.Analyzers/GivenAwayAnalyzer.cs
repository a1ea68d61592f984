// Says where `using` disposes what was just given to a scope: the resource is closed at the end of the block, although it was
// moved in order to live longer.

using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE003: what a scope owns by now is disposed by <c>using</c>.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class GivenAwayAnalyzer : DiagnosticAnalyzer
{
    /// <summary>The rule's number.</summary>
    public const string Id = "TENURE003";

    private static readonly DiagnosticDescriptor Rule = Known.Rule(
        Id,
        "What was given to a scope must not be disposed by using",
        "'{0}' returns the resource itself, which its new scope closes: 'using' closes it at the end of this block already");

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => ImmutableArray.Create(Rule);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterOperationAction(Look, OperationKind.Invocation);
    }

    private static void Look(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (Gives(call.TargetMethod) && Known.IsUsed(call))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), call.TargetMethod.Name));
        }
    }

    private static bool Gives(IMethodSymbol method) =>
        Known.Is(method.ContainingType, "Ownership")
            ? method.Name is "MoveToOuterScope" or "MoveTo" or "Attach"
            : Known.IsKind(method.ContainingType, "Scope") && method.Name is "Keep" or "Attach" or "Ret" or "Own";
}
