using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>TENURE001: stores the view in a variable that is disposed at the end of the
/// block.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(UnkeptViewFix))]
public sealed class UnkeptViewFix : Fix
{
    /// <summary>Called by the editor.</summary>
    public UnkeptViewFix() : base(UnkeptViewAnalyzer.Id, "Keep the view in a 'using' variable")
    {
    }

    private protected override SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at)
    {
        string name = Free(root, "view");
        StatementSyntax? statement = at.FirstAncestorOrSelf<StatementSyntax>();
        if (statement is not (LocalDeclarationStatementSyntax or ExpressionStatementSyntax or ReturnStatementSyntax or ForEachStatementSyntax
            or IfStatementSyntax) || at.Ancestors().TakeWhile(outer => outer != statement).Any(outer => outer is LambdaExpressionSyntax))
        {
            return null;
        }
        StatementSyntax kept = Using(root, name, at).WithLeadingTrivia(statement.GetLeadingTrivia());
        bool isDropped = statement is ExpressionStatementSyntax whole && (whole.Expression == at
            || (whole.Expression is AssignmentExpressionSyntax { Left: IdentifierNameSyntax { Identifier.ValueText: "_" } } dropped && dropped.Right == at));
        StatementSyntax[] mended = isDropped
            ? [kept.WithTrailingTrivia(statement.GetTrailingTrivia())]
            : [kept, statement.ReplaceNode(at, SyntaxFactory.IdentifierName(name).WithTriviaFrom(at))
                .WithoutLeadingTrivia()];
        return statement.Parent switch
        {
            BlockSyntax => root.ReplaceNode(statement, mended),
            GlobalStatementSyntax global => root.ReplaceNode(global, mended.Select(SyntaxFactory.GlobalStatement)),
            _ => null,
        };
    }
}
