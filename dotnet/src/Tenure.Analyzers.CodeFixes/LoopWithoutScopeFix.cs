using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>TENURE004: opens a scope at the beginning of the loop body. Not offered if the tensor
/// is assigned to a variable outside the loop, because it must then be moved out of the
/// scope.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(LoopWithoutScopeFix))]
public sealed class LoopWithoutScopeFix : Fix
{
    /// <summary>Called by the editor.</summary>
    public LoopWithoutScopeFix() : base(LoopWithoutScopeAnalyzer.Id, "Open a scope for each round of the loop")
    {
    }

    private protected override SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at)
    {
        StatementSyntax[] bodies = [.. at.Ancestors().Select(BodyOf).OfType<StatementSyntax>().Where(loop => loop.Span.Contains(at.Span))];
        if (bodies.FirstOrDefault() is not { } body || bodies.Any(OpensAScope) || at.Ancestors().OfType<AssignmentExpressionSyntax>().Any(set => !IsWithin(body, set.Left)))
        {
            return null;
        }
        StatementSyntax open = Using(root, Free(root, "scope"), SyntaxFactory.ParseExpression("Scope.Open()"));
        BlockSyntax block = body as BlockSyntax ?? SyntaxFactory.Block(body).WithAdditionalAnnotations(Formatter.Annotation);
        return root.ReplaceNode(body, block.WithStatements(block.Statements.Insert(0, open)));
    }

    private static StatementSyntax? BodyOf(SyntaxNode node) => node switch
    {
        CommonForEachStatementSyntax loop => loop.Statement,
        ForStatementSyntax loop => loop.Statement,
        WhileStatementSyntax loop => loop.Statement,
        DoStatementSyntax loop => loop.Statement,
        _ => null,
    };

    /// <summary>Whether the loop body opens a scope already, perhaps by the fix of another
    /// warning.</summary>
    private static bool OpensAScope(StatementSyntax body) => body is BlockSyntax block && block.Statements.FirstOrDefault()
        is LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 } used && used.ToString().Contains("Scope.Open(");

    private static bool IsWithin(StatementSyntax body, ExpressionSyntax target) => target is IdentifierNameSyntax { Identifier.ValueText: var name }
        && (name == "_" || body.DescendantNodes().OfType<VariableDeclaratorSyntax>().Any(local => local.Identifier.ValueText == name));
}
