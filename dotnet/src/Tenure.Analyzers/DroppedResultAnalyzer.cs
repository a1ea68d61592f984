// Says where a tensor is made and nothing is done with it. Nobody can name it any more, and its memory stays until the scope
// closes; mostly its author thought that the operation changes its operand.

using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE002: the result of an operation is dropped.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class DroppedResultAnalyzer : DiagnosticAnalyzer
{
    /// <summary>The rule's number.</summary>
    public const string Id = "TENURE002";

    private static readonly DiagnosticDescriptor Rule = Known.Rule(
        Id,
        "The result of an operation must be used",
        "'{0}' makes a new tensor, which is dropped here, and changes nothing: use its result, or call an operation in place");

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => ImmutableArray.Create(Rule);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterOperationAction(Look, OperationKind.ExpressionStatement);
    }

    private static void Look(OperationAnalysisContext context)
    {
        IOperation dropped = ((IExpressionStatementOperation)context.Operation).Operation;
        if (dropped is IConditionalAccessOperation conditional)
        {
            dropped = conditional.WhenNotNull;
        }
        if (dropped is IInvocationOperation call && Known.Makes(call))
        {
            context.ReportDiagnostic(Diagnostic.Create(Rule, call.Syntax.GetLocation(), call.TargetMethod.Name));
        }
    }
}
