using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>TENURE005: replaces <c>Open</c> by <c>Create</c>, so that the stored scope is current
/// only within <c>Run</c>.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(OpenScopeKeptFix))]
public sealed class OpenScopeKeptFix : Fix
{
    /// <summary>Called by the editor.</summary>
    public OpenScopeKeptFix() : base(OpenScopeKeptAnalyzer.Id, "Create the scope, without making it current")
    {
    }

    private protected override SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at)
    {
        if (at is not InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Open" } called } call)
        {
            return null;
        }
        string? arguments = call.ArgumentList.Arguments.FirstOrDefault()?.Expression switch
        {
            null => "",
            (LiteralExpressionSyntax or InterpolatedStringExpressionSyntax) and var name => $"options: new ScopeOptions {{ Name = {name} }}",
            BaseObjectCreationExpressionSyntax options => $"options: {options}",
            _ => null,
        };
        return arguments is null ? null : root.ReplaceNode(
            call, SyntaxFactory.ParseExpression($"{called.Expression}.Create({arguments})").WithTriviaFrom(call));
    }
}
