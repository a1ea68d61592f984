using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>TENURE003: removes <c>using</c>, because a scope disposes the resource.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(GivenAwayFix))]
public sealed class GivenAwayFix : Fix
{
    /// <summary>Called by the editor.</summary>
    public GivenAwayFix() : base(GivenAwayAnalyzer.Id, "Remove 'using'")
    {
    }

    private protected override SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at)
    {
        switch (at.FirstAncestorOrSelf<StatementSyntax>())
        {
            case LocalDeclarationStatementSyntax { UsingKeyword.RawKind: not 0 } kept:
                return root.ReplaceNode(kept, kept.WithUsingKeyword(default).WithAwaitKeyword(default).WithLeadingTrivia(kept.GetLeadingTrivia()));
            case UsingStatementSyntax used:
                StatementSyntax first = used.Declaration is { } declared
                    ? SyntaxFactory.LocalDeclarationStatement(declared.WithoutTrivia())
                    : SyntaxFactory.ExpressionStatement(used.Expression!.WithoutTrivia());
                BlockSyntax body = used.Statement as BlockSyntax ?? SyntaxFactory.Block(used.Statement);
                return root.ReplaceNode(used, body.WithStatements(body.Statements.Insert(0, first.WithTrailingTrivia(EndOfLine(root))))
                    .WithTriviaFrom(used).WithAdditionalAnnotations(Formatter.Annotation));
            default:
                return null;
        }
    }
}
