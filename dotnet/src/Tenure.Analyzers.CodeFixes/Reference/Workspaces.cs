// The public members of Microsoft.CodeAnalysis.Workspaces 4.8 that the code fixes use, declared as
// in its documentation. Their bodies never run.

using System.Collections.Immutable;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.Text;

namespace Microsoft.CodeAnalysis
{
    public class TextDocument
    {
        private protected TextDocument()
        {
        }
    }

    public class Document : TextDocument
    {
        private Document()
        {
        }

        public Task<SyntaxNode?> GetSyntaxRootAsync(CancellationToken cancellationToken = default) => throw new NotSupportedException();

        public Document WithSyntaxRoot(SyntaxNode root) => throw new NotSupportedException();
    }
}

namespace Microsoft.CodeAnalysis.CodeActions
{
    public abstract class CodeAction
    {
        public static CodeAction Create(string title, Func<CancellationToken, Task<Document>> createChangedDocument, string? equivalenceKey = null) =>
            throw new NotSupportedException();
    }
}

namespace Microsoft.CodeAnalysis.CodeFixes
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ExportCodeFixProviderAttribute(string firstLanguage, params string[] additionalLanguages) : Attribute
    {
        public string? Name { get; set; }

        public string[] Languages => [firstLanguage, .. additionalLanguages];
    }

    public class FixAllContext
    {
        private FixAllContext()
        {
        }
    }

    public abstract class FixAllProvider
    {
        public static FixAllProvider Create(Func<FixAllContext, Document, ImmutableArray<Diagnostic>, Task<Document?>> fixAllAsync) =>
            throw new NotSupportedException();
    }

    public abstract class CodeFixProvider
    {
        public abstract ImmutableArray<string> FixableDiagnosticIds { get; }

        public abstract Task RegisterCodeFixesAsync(CodeFixContext context);

        public virtual FixAllProvider? GetFixAllProvider() => null;
    }

    public readonly struct CodeFixContext
    {
        public Document Document => throw new NotSupportedException();

        public TextSpan Span => throw new NotSupportedException();

        public ImmutableArray<Diagnostic> Diagnostics => throw new NotSupportedException();

        public CancellationToken CancellationToken => throw new NotSupportedException();

        public void RegisterCodeFix(CodeAction action, Diagnostic diagnostic) => throw new NotSupportedException();
    }
}

namespace Microsoft.CodeAnalysis.Formatting
{
    public static class Formatter
    {
        public static SyntaxAnnotation Annotation => throw new NotSupportedException();
    }
}
