// The base class of the fixes. Each fixes one warning of one rule, using syntax only, and is
// offered where it applies.

using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Tenure.Analyzers.CodeFixes;

/// <summary>A fix for the warnings of one rule.</summary>
public abstract class Fix : CodeFixProvider
{
    private readonly string _id;
    private readonly string _title;

    private protected Fix(string id, string title) => (_id, _title) = (id, title);

    /// <inheritdoc/>
    public sealed override ImmutableArray<string> FixableDiagnosticIds => ImmutableArray.Create(_id);

    /// <inheritdoc/>
    public sealed override FixAllProvider? GetFixAllProvider() => FixAllProvider.Create(async (_, document, warnings) =>
        await document.GetSyntaxRootAsync().ConfigureAwait(false) is { } root ? document.WithSyntaxRoot(MendAll(root, warnings)) : document);

    /// <inheritdoc/>
    public sealed override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root?.FindNode(context.Span, getInnermostNodeForTie: true) is ExpressionSyntax at && Mend(root, at) is { } mended)
        {
            Document document = context.Document;
            var action = CodeAction.Create(_title, _ => Task.FromResult(document.WithSyntaxRoot(mended)), _id);
            context.RegisterCodeFix(action, context.Diagnostics[0]);
        }
    }

    /// <summary>Applies the fixes one after the other, each to the result of the one before,
    /// because two may need the same change or the same new name.</summary>
    private SyntaxNode MendAll(SyntaxNode root, ImmutableArray<Diagnostic> warnings)
    {
        ExpressionSyntax[] all =
        [
            .. warnings.OrderBy(warning => warning.Location.SourceSpan.Start)
                .Select(warning => root.FindNode(warning.Location.SourceSpan, getInnermostNodeForTie: true)).OfType<ExpressionSyntax>(),
        ];
        root = root.TrackNodes(all);
        foreach (ExpressionSyntax one in all)
        {
            root = root.GetCurrentNode(one) is { } at && Mend(root, at) is { } mended ? mended : root;
        }
        return root;
    }

    /// <summary>Returns the file with the warning at <paramref name="at"/> fixed; null if the fix
    /// does not apply.</summary>
    private protected abstract SyntaxNode? Mend(SyntaxNode root, ExpressionSyntax at);

    /// <summary>Returns the statement <c>using var name = value;</c>.</summary>
    private protected static StatementSyntax Using(SyntaxNode root, string name, ExpressionSyntax value) =>
        SyntaxFactory.ParseStatement($"using var {name} = {value.WithoutTrivia()};")
            .WithTrailingTrivia(EndOfLine(root)).WithAdditionalAnnotations(Formatter.Annotation);

    /// <summary>Returns the line ending that the file uses.</summary>
    private protected static SyntaxTrivia EndOfLine(SyntaxNode root) =>
        root.DescendantTrivia().Where(trivia => trivia.IsKind(SyntaxKind.EndOfLineTrivia)).Append(SyntaxFactory.LineFeed).First();

    /// <summary>Returns a name that is not used in the file.</summary>
    private protected static string Free(SyntaxNode root, string name)
    {
        var taken = new HashSet<string>(root.DescendantTokens().Where(token => token.IsKind(SyntaxKind.IdentifierToken)).Select(token => token.ValueText));
        return Enumerable.Range(1, int.MaxValue).Select(number => number == 1 ? name : $"{name}{number}").First(free => !taken.Contains(free));
    }
}
