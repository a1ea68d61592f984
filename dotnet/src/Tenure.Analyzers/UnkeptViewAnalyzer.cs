// Reports where a view of a tensor is used without being stored in a variable. Such a view cannot
// be disposed, so its memory is never freed: the collector does not free it, because it cannot see
// whether a span is in use.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE001: the result of <c>Tensor.View</c> or <c>Tensor.Export</c> is not
/// stored.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UnkeptViewAnalyzer : OperationRule
{
    /// <summary>The id of the rule.</summary>
    public const string Id = "TENURE001";

    /// <summary>Called by the compiler.</summary>
    public UnkeptViewAnalyzer() : base(
        Id,
        "A view must be kept to be disposed",
        "The result of '{0}' is used without being kept, so nobody can dispose it and its memory is never freed: "
            + "write 'using var view = ...', or call Access",
        OperationKind.Invocation)
    {
    }

    private protected override void Look(OperationAnalysisContext context)
    {
        var call = (IInvocationOperation)context.Operation;
        if (call.TargetMethod.Name is "View" or "Export" && Known.Is(call.TargetMethod.ContainingType, "Tensor") && !IsKept(call))
        {
            Warn(context, call, call.TargetMethod.Name);
        }
    }

    /// <summary>Whether the view can still be disposed. It cannot if it is used directly or
    /// dropped.</summary>
    private static bool IsKept(IInvocationOperation call) => call.Parent switch
    {
        IExpressionStatementOperation => false,
        ISimpleAssignmentOperation { Target: IDiscardOperation } => false,
        IInvocationOperation { TargetMethod: { Name: not "Dispose" } } use => use.Instance != call,
        IPropertyReferenceOperation use => use.Instance != call,
        _ => true,
    };
}
