// Reports where an opened scope is stored in a field or a property. An opened scope is current only
// in the flow of control that opened it: until it closes, it owns everything created in that flow,
// and nothing created on other threads.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE005: a scope that outlives its flow of control is opened instead of
/// created.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OpenScopeKeptAnalyzer : OperationRule
{
    /// <summary>The id of the rule.</summary>
    public const string Id = "TENURE005";

    /// <summary>Called by the compiler.</summary>
    public OpenScopeKeptAnalyzer() : base(
        Id,
        "A scope that is kept must be created, not opened",
        "The scope is current only where it is opened, not on another thread: keep 'Scope.Create()', and work in it by 'Run'",
        OperationKind.Invocation)
    {
    }

    private protected override void Look(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.Name is "Open" or "OutOfWorkspaces" && Known.Is(call.TargetMethod.ContainingType, "Scope") && IsKept(call))
        {
            Warn(context, call);
        }
    }

    private static bool IsKept(IOperation call) => Known.Around(call) switch
    {
        IFieldInitializerOperation or IPropertyInitializerOperation => true,
        IAssignmentOperation { Target: IFieldReferenceOperation or IPropertyReferenceOperation } => true,
        _ => false,
    };
}
