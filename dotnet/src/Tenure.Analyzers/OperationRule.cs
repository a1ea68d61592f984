// The base class of the rules. Each inspects operations of some kinds, outside of generated code,
// and has one warning.

using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Tenure.Analyzers;

/// <summary>A rule that reports one kind of warning.</summary>
public abstract class OperationRule : DiagnosticAnalyzer
{
    private readonly DiagnosticDescriptor _rule;
    private readonly OperationKind[] _kinds;

    private protected OperationRule(string id, string title, string message, params OperationKind[] kinds)
    {
        _rule = new(id, title, message, "Reliability", DiagnosticSeverity.Warning, isEnabledByDefault: true);
        _kinds = kinds;
    }

    /// <inheritdoc/>
    public sealed override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => ImmutableArray.Create(_rule);

    /// <inheritdoc/>
    public sealed override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterOperationAction(Look, _kinds);
    }

    /// <summary>Inspects one operation.</summary>
    private protected abstract void Look(OperationAnalysisContext context);

    /// <summary>Reports the warning at an operation; the message contains
    /// <paramref name="name"/>.</summary>
    private protected void Warn(OperationAnalysisContext context, IOperation at, string name = "") =>
        context.ReportDiagnostic(Diagnostic.Create(_rule, at.Syntax.GetLocation(), name));
}
