using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>TENURE002: replaces the operation by its in-place form, if there is one; otherwise
/// assigns the result to <c>_</c>, which marks it as dropped on purpose.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(DroppedResultFix))]
public sealed class DroppedResultFix : Fix
{
    /// <summary>Called by the editor.</summary>
    public DroppedResultFix() : base(DroppedResultAnalyzer.Id, "Change the operand in place, or drop the result by '_ ='")
    {
    }

    private protected override SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at)
    {
        SimpleNameSyntax? called = (at as InvocationExpressionSyntax)?.Expression switch
        {
            MemberAccessExpressionSyntax member => member.Name,
            MemberBindingExpressionSyntax member => member.Name,
            _ => null,
        };
        if (called?.Identifier.ValueText is "Add" or "Sub" or "Mul" or "Div")
        {
            return root.ReplaceToken(called.Identifier, SyntaxFactory.Identifier($"{called.Identifier.ValueText}InPlace").WithTriviaFrom(called.Identifier));
        }
        return at.FirstAncestorOrSelf<StatementSyntax>() is ExpressionStatementSyntax { Expression: var dropped }
            ? root.ReplaceNode(dropped, SyntaxFactory.ParseExpression($"_ = {dropped.WithoutTrivia()}").WithTriviaFrom(dropped))
            : null;
    }
}
