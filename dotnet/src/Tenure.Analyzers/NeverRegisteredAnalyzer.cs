// Reports where a module of the user's own keeps a layer or a tensor that it never registers. It
// would compute, but not be trained, saved, moved or freed with the module.
//
// A registration may stand anywhere in the class, so its operations are collected and compared at
// its end. What is passed to any method of a module but `Call` counts as registered, and values of
// other methods as the matter of those.

using System.Collections.Concurrent;
using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Tenure.Analyzers;

/// <summary>TENURE006: a module keeps a layer or a tensor that is not a part of it.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class NeverRegisteredAnalyzer : DiagnosticAnalyzer
{
    /// <summary>The id of the rule.</summary>
    public const string Id = "TENURE006";

    private static readonly DiagnosticDescriptor s_rule = new(
        Id,
        "What a module keeps must be registered",
        "'{0}' is never registered, so it is not trained, saved or freed with its module: assign what {1} returns",
        "Reliability",
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true);

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => ImmutableArray.Create(s_rule);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterSymbolStartAction(Begin, SymbolKind.NamedType);
    }

    private static void Begin(SymbolStartAnalysisContext context)
    {
        var type = (INamedTypeSymbol)context.Symbol;
        if (!Known.IsModule(type.BaseType))
        {
            return;
        }
        var kept = new ConcurrentBag<(ISymbol Member, IOperation Value)>();
        var passed = new ConcurrentDictionary<ISymbol, bool>(SymbolEqualityComparer.Default);
        context.RegisterOperationAction(
            found =>
            {
                // Operations of nested classes come here too.
                if (SymbolEqualityComparer.Default.Equals(found.ContainingSymbol.ContainingType, type))
                {
                    Kept(found, kept);
                }
            },
            OperationKind.SimpleAssignment,
            OperationKind.CoalesceAssignment,
            OperationKind.FieldInitializer,
            OperationKind.PropertyInitializer);
        context.RegisterOperationAction(found => Passed((IArgumentOperation)found.Operation, passed), OperationKind.Argument);
        context.RegisterSymbolEndAction(end =>
        {
            foreach ((ISymbol member, IOperation value) in kept.Where(one => !IsPassed(one.Member, one.Value, passed)))
            {
                string how = Known.Is(TypeOf(member), "Tensor") ? "'Parameter' or 'Buffer'" : "'Add'";
                end.ReportDiagnostic(Diagnostic.Create(s_rule, value.Syntax.GetLocation(), member.Name, how));
            }
        });
    }

    /// <summary>Collects the members of the module that are assigned something new.</summary>
    private static void Kept(OperationAnalysisContext context, ConcurrentBag<(ISymbol Member, IOperation Value)> kept)
    {
        (IEnumerable<ISymbol> members, IOperation value) = context.Operation switch
        {
            IAssignmentOperation { Target: IFieldReferenceOperation { Instance: IInstanceReferenceOperation } field } set => ([field.Field], set.Value),
            IAssignmentOperation { Target: IPropertyReferenceOperation { Instance: IInstanceReferenceOperation } property } set =>
                ([property.Property], set.Value),
            IFieldInitializerOperation begin => (begin.InitializedFields, begin.Value),
            IPropertyInitializerOperation begin => (begin.InitializedProperties, begin.Value),
            _ => (Enumerable.Empty<ISymbol>(), context.Operation),
        };
        bool begins = context.ContainingSymbol is not IMethodSymbol method || method.MethodKind == MethodKind.Constructor;
        foreach (ISymbol member in members.Where(member => !member.IsStatic && IsNew(TypeOf(member), value, begins)))
        {
            kept.Add((member, Inner(value)));
        }
    }

    /// <summary>Whether the value is a module or a tensor that is made here, or a module that the
    /// constructor was given.</summary>
    private static bool IsNew(ITypeSymbol? type, IOperation value, bool begins) => Inner(value) switch
    {
        IConditionalOperation { WhenFalse: { } other } either => IsNew(type, either.WhenTrue, begins) || IsNew(type, other, begins),
        ICoalesceOperation either => IsNew(type, either.Value, begins) || IsNew(type, either.WhenNull, begins),
        IObjectCreationOperation made => Known.IsModule(type) && Known.IsModule(made.Type),
        IParameterReferenceOperation given => begins && Known.IsModule(type) && Known.IsModule(given.Type),
        var made => begins && Known.Is(type, "Tensor") && Known.Makes(made),
    };

    private static IOperation Inner(IOperation value)
    {
        while (value is IConversionOperation or IParenthesizedOperation)
        {
            value = value is IConversionOperation conversion ? conversion.Operand : ((IParenthesizedOperation)value).Operand;
        }
        return value;
    }

    /// <summary>Collects what is passed to methods and constructors of modules.</summary>
    private static void Passed(IArgumentOperation argument, ConcurrentDictionary<ISymbol, bool> passed)
    {
        IMethodSymbol? method = argument.Parent switch
        {
            IInvocationOperation call => call.TargetMethod,
            IObjectCreationOperation made => made.Constructor,
            _ => null,
        };
        if (method is null || method.Name is "Call" or "CallAll" || !Known.IsModule(method.ContainingType))
        {
            return;
        }
        foreach (IOperation part in argument.Value.DescendantsAndSelf())
        {
            if (Symbol(part) is { } symbol)
            {
                passed[symbol] = true;
            }
        }
    }

    private static ISymbol? Symbol(IOperation operation) => operation switch
    {
        IFieldReferenceOperation field => field.Field,
        IPropertyReferenceOperation property => property.Property,
        IParameterReferenceOperation parameter => parameter.Parameter,
        _ => null,
    };

    private static bool IsPassed(ISymbol member, IOperation value, ConcurrentDictionary<ISymbol, bool> passed) =>
        passed.ContainsKey(member) || (Symbol(value) is { } given && passed.ContainsKey(given));

    private static ITypeSymbol? TypeOf(ISymbol member) => (member as IFieldSymbol)?.Type ?? (member as IPropertySymbol)?.Type;
}
