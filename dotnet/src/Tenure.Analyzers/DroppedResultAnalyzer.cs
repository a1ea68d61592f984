// Reports where the result of a tensor operation is not used. The tensor cannot be reached any
// more, and its memory stays until the scope closes. The usual cause is the belief that the
// operation changes its operand.

using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE002: the result of an operation is dropped.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class DroppedResultAnalyzer : OperationRule
{
    /// <summary>The id of the rule.</summary>
    public const string Id = "TENURE002";

    /// <summary>Called by the compiler.</summary>
    public DroppedResultAnalyzer() : base(
        Id,
        "The result of an operation must be used",
        "'{0}' makes a new tensor, which is dropped here, and changes nothing: use its result, or call an operation in place",
        OperationKind.ExpressionStatement)
    {
    }

    private protected override void Look(OperationAnalysisContext context)
    {
        IOperation dropped = ((IExpressionStatementOperation)context.Operation).Operation;
        if (dropped is IConditionalAccessOperation conditional)
        {
            dropped = conditional.WhenNotNull;
        }
        if (dropped is IInvocationOperation call && Known.Makes(call))
        {
            Warn(context, call, call.TargetMethod.Name);
        }
    }
}
