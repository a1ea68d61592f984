using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>TENURE006: registers what a constructor assigns, under the name of the field. Not offered
/// for an initializer, which cannot call a method of its module.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(NeverRegisteredFix))]
public sealed class NeverRegisteredFix : Fix
{
    /// <summary>Called by the editor.</summary>
    public NeverRegisteredFix() : base(NeverRegisteredAnalyzer.Id, "Register it under the name of the field")
    {
    }

    private protected override SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at)
    {
        string? how = at switch
        {
            ObjectCreationExpressionSyntax or IdentifierNameSyntax => "Add",
            InvocationExpressionSyntax or BinaryExpressionSyntax or PrefixUnaryExpressionSyntax => "Parameter",
            _ => null,
        };
        string? field = ((at.Parent as AssignmentExpressionSyntax)?.Left switch
        {
            IdentifierNameSyntax name => name,
            MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax } member => member.Name,
            _ => null,
        })?.Identifier.ValueText.TrimStart('_');
        if (how is null || string.IsNullOrEmpty(field) || at.FirstAncestorOrSelf<ConstructorDeclarationSyntax>() is null)
        {
            return null;
        }
        string registered = $"{how}(\"{char.ToLowerInvariant(field![0])}{field.Substring(1)}\", {at.WithoutTrivia()})";
        return root.ReplaceNode(at, SyntaxFactory.ParseExpression(registered).WithTriviaFrom(at));
    }
}
