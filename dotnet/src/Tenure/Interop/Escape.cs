// Finds the native resources reachable from the result of a body, which outlive the body's scope.
// Invariant: every native resource inside containers of the kinds of EscapeType is found once, at
// any depth and also in cycles. Objects are compared by reference, without calling a user's Equals,
// and the search has its own stack, so that a long chain cannot overflow the thread's stack. An
// object that would run code after the scope has closed is rejected with its type name, because the
// resources that it needs would be closed by then.

using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Tenure.Interop;

internal static class Escape
{
    /// <summary>Returns the resources in <paramref name="root"/>, which a body of
    /// <paramref name="scope"/> returned.</summary>
    /// <exception cref="InvalidOperationException">The result holds an object that would run code
    /// after the scope has closed.</exception>
    internal static List<NativeResource> From(object? root, Scope scope)
    {
        var walk = new Walk(scope);
        walk.Reach(root);
        walk.RefuseWhatOnlyFunctionsHold();
        return walk.Found;
    }

    private sealed class Walk(Scope scope)
    {
        internal readonly List<NativeResource> Found = [];
        private readonly HashSet<object> _seen = new(ReferenceEqualityComparer.Instance);
        private readonly Stack<object?> _stack = new();
        // Delegates and F# functions.
        private List<object>? _functions;
        private bool _inFunction;

        internal void Reach(object? root)
        {
            _stack.Push(root);
            while (_stack.TryPop(out object? item))
            {
                if (item is null)
                {
                    continue;
                }
                Type type = item.GetType();
                EscapeType how = EscapeType.Of(type);
                if (how.Way != EscapeWay.Nothing && (type.IsValueType || _seen.Add(item)))
                {
                    Open(item, how);
                }
            }
        }

        /// <summary>Throws if a function holds a resource of this scope that nothing else in the
        /// result holds.</summary>
        internal void RefuseWhatOnlyFunctionsHold()
        {
            _inFunction = true;
            for (int i = 0; i < _functions?.Count; i++)
            {
                int before = Found.Count;
                object function = _functions[i], target = (function as Delegate)?.Target ?? function;
                FieldInfo[] captured = EscapeType.Of(target.GetType()).Captured ?? throw EscapeType.Refusal(function.GetType(),
                    $"has captured variables, in which no Tensor can be looked for without reflection: call it in the body, or set {EscapeReflection.Property} to true in the project");
                Reach(target);
                foreach (FieldInfo field in captured)
                {
                    Reach(field.GetValue(target));
                }
                if (Found.Skip(before).FirstOrDefault(resource => Owner.IsBelow(resource, scope)) is { } lost)
                {
                    throw EscapeType.Refusal(function.GetType(), $"holds a {lost.GetType().Name} that would be closed when it is called: "
                        + "call it in the body, or return what it holds beside it");
                }
                Found.RemoveRange(before, Found.Count - before);
            }
        }

        private void Open(object item, EscapeType how)
        {
            switch (how.Way)
            {
                case EscapeWay.Resource:
                    Found.Add((NativeResource)item);
                    break;
                case EscapeWay.Escapable:
                    Push(((IEscapable)item).Escaping() ?? throw new InvalidOperationException(
                        $"{item.GetType()}.Escaping() returned null: return an empty sequence where there is nothing to escape"));
                    break;
                case EscapeWay.Tuple:
                    var tuple = (ITuple)item;
                    for (int i = 0; i < tuple.Length; i++)
                    {
                        _stack.Push(tuple[i]);
                    }
                    break;
                case EscapeWay.Entry:
                    var entry = (DictionaryEntry)item;
                    _stack.Push(entry.Key);
                    _stack.Push(entry.Value);
                    break;
                case EscapeWay.Sequence:
                    Push((IEnumerable)item);
                    break;
                case EscapeWay.Fields:
                    foreach (FieldInfo field in how.Fields)
                    {
                        _stack.Push(field.GetValue(item));
                    }
                    break;
                case EscapeWay.Inner:
                    object? inner = how.Inner!(item);
                    if (inner == EscapeType.NotYet)
                    {
                        Refuse(item, "would be computed after the scope has closed: ask for its Value in the body");
                        break;
                    }
                    _stack.Push(inner);
                    break;
                case EscapeWay.Function:
                    object[] functions = item is Delegate several ? several.GetInvocationList() : [item];
                    (_functions ??= []).AddRange(functions.Where(one => one is not Delegate { Target: null }));
                    break;
                case EscapeWay.Refused:
                    Refuse(item, how.Reason!);
                    break;
                case EscapeWay.Unknown:
                    throw EscapeType.Refusal(item.GetType(), how.Reason!);
                default:
                    throw new InvalidOperationException($"internal error; please report it: no way to read {how.Way}");
            }
        }

        private void Push(IEnumerable sequence)
        {
            foreach (object? element in sequence)
            {
                _stack.Push(element);
            }
        }

        /// <summary>Throws for an object that must not be in a result. Inside a function it is
        /// allowed, because there only resources matter.</summary>
        private void Refuse(object item, string reason)
        {
            if (!_inFunction)
            {
                throw EscapeType.Refusal(item.GetType(), reason);
            }
        }
    }
}
