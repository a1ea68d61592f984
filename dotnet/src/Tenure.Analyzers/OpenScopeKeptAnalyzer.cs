// Says where a scope is opened to be kept in a field or a property. It is current in the flow of control that opened it, and
// nowhere else: on another thread nothing belongs to it, and in that flow all does, until it closes.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE005: a scope that outlives its flow of control is opened, not created.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OpenScopeKeptAnalyzer : OperationRule
{
    /// <summary>The rule's number.</summary>
    public const string Id = "TENURE005";

    /// <summary>Made by the compiler.</summary>
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
