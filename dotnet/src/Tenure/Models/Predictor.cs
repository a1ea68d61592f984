// The predictor: a scope, with one scope below it for each call.
// Invariant: a call leaves nothing in the predictor, so several threads may call it at once, and it
// never grows. A call runs in its own scope below the predictor's, which is entered from a guard scope
// below the caller's scope. If the predictor is closed meanwhile, the guard is the nearest open scope,
// so resources that the call then creates end with the call and not with the caller's scope.

using Tenure.Interop;
using Tenure.Nn;
using Tenure.Onnx;

namespace Tenure.Models;

/// <summary>Creates predictors from modules, ONNX models and batchers.</summary>
public static class Predictor
{
    /// <summary>Creates a predictor from a module, which it sets to evaluation. All calls use the
    /// module's weights. Closing the predictor does not close the module.</summary>
    /// <remarks>The module may have a <c>Forward</c> in C#. To compute concurrent calls in one run,
    /// create it from a <see cref="Batcher"/>.</remarks>
    /// <param name="module">The module. The translator returns tensors in the order of its
    /// inputs.</param>
    /// <param name="translator">Converts inputs to tensors and tensors to outputs.</param>
    /// <returns>A predictor, which the current scope owns, if one is open.</returns>
    /// <exception cref="ClosedException">The module is closed.</exception>
    public static Predictor<TIn, TOut> Of<TIn, TOut>(Module module, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(module);
        ArgumentNullException.ThrowIfNull(translator);
        module.Eval();
        return Of(module, "module", tensors => tensors is [Tensor x] ? [module.Call(x)] : module.CallAll(tensors), translator);
    }

    /// <summary>Creates a predictor from an ONNX model. Closing the predictor does not close the
    /// model.</summary>
    /// <param name="model">The model. The translator returns tensors in the order of the model's
    /// inputs.</param>
    /// <param name="translator">Converts inputs to tensors and tensors to outputs.</param>
    /// <returns>A predictor, which the current scope owns, if one is open.</returns>
    public static Predictor<TIn, TOut> Of<TIn, TOut>(OnnxModel model, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(model);
        return Of(model, "onnx", tensors => model.Run(tensors), translator);
    }

    /// <summary>Creates a predictor that computes calls from several threads together. Closing the
    /// predictor does not close the batcher.</summary>
    /// <param name="batcher">The batcher. The translator returns tensors in the order of its
    /// model's inputs.</param>
    /// <param name="translator">Converts inputs to tensors and tensors to outputs.</param>
    /// <returns>A predictor, which the current scope owns, if one is open.</returns>
    public static Predictor<TIn, TOut> Of<TIn, TOut>(Batcher batcher, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(batcher);
        return Of(batcher, "batcher", tensors => batcher.Run(tensors), translator);
    }

    private static Predictor<TIn, TOut> Of<TIn, TOut>(
        NativeResource model, string kind, Func<Tensor[], Tensor[]> forward, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(translator);
        string name = $"{model.Name ?? kind}.predictor";
        Scope scope = Scope.Current is { } above ? above.Child(name) : Scope.Create(null, new ScopeOptions { Name = name });
        return new Predictor<TIn, TOut>(name, scope, model, forward, translator);
    }
}

/// <summary>Predicts with a <see cref="Module"/>, an <see cref="OnnxModel"/> or a
/// <see cref="Batcher"/>. Several threads may use it at the same time.</summary>
/// <remarks>If the predictor or its model is disposed while a call runs on another thread, the call
/// either returns the correct value or throws <see cref="ClosedException"/> or
/// <see cref="ScopeException"/>. <see cref="Dispose"/> throws only if a foreign resource that its scope
/// owns (<see cref="Scope.Own{T}"/>) throws.</remarks>
/// <example><code>
/// using var predictor = Predictor.Of(
///     net, Translator.Of((float[] image) => Tensor.Of(image), logits => logits.ArgMax(0).ItemInt64()));
/// long digit = predictor.Predict(image);
/// </code></example>
public sealed class Predictor<TIn, TOut> : IDisposable, IEscapable
{
    private readonly ITranslator<TIn, TOut> _translator;
    private readonly NativeResource _model;
    private readonly Func<Tensor[], Tensor[]> _forward;

    internal Predictor(
        string name, Scope scope, NativeResource model, Func<Tensor[], Tensor[]> forward, ITranslator<TIn, TOut> translator)
    {
        (Name, Scope, _model, _forward, _translator) = (name, scope, model, forward, translator);
        bool made = false;
        try
        {
            Scope.Run(translator.Prepare);
            made = true;
        }
        finally
        {
            if (!made)
            {
                Dispose();
            }
        }
    }

    /// <summary>The name of the model, or its kind if it has none, and <c>.predictor</c>.</summary>
    public string Name { get; }

    /// <summary>The scope that owns the resources of this object. Closing that scope is the same as
    /// disposing this.</summary>
    public Scope Scope { get; }

    /// <summary>Whether this, or the scope that it belongs to, was disposed.</summary>
    public bool IsClosed => Scope.IsClosed;

    /// <summary>Computes the output for one input. Native resources that the output holds move to
    /// the current scope; if no scope is open, they are unowned. Everything else that the call
    /// creates is released.</summary>
    /// <exception cref="ClosedException">The predictor or its model is closed, or was closed during
    /// the call.</exception>
    /// <exception cref="ScopeException">The predictor or its model was closed while a resource was
    /// being created.</exception>
    public TOut Predict(TIn input) => Observed(() => Below(() => Compute([input])[0], keep: false));

    /// <summary>Computes the outputs for several inputs, in the same order. If the translator
    /// stacks, they are computed in one run.</summary>
    /// <inheritdoc cref="Predict"/>
    /// <exception cref="ShapeMismatchException">The shapes of the inputs differ, so they cannot be
    /// stacked.</exception>
    public TOut[] BatchPredict(IEnumerable<TIn> inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Observed(() => Below(() => Compute([.. inputs]), keep: false));
    }

    /// <summary>Returns the model and the scope, so that a predictor created in a body of
    /// <see cref="Scope.Using{T}(Func{T})"/> and returned from it moves to the parent scope
    /// together with its model.</summary>
    public IEnumerable<object?> Escaping() => [_model, Scope];

    /// <summary>Runs <paramref name="body"/>. Native resources that the result holds move to this
    /// object and live as long as it; everything else that the body creates is released.</summary>
    /// <returns>The result of <paramref name="body"/>.</returns>
    /// <exception cref="ClosedException">This is closed.</exception>
    public T Make<T>(Func<T> body)
    {
        ArgumentNullException.ThrowIfNull(body);
        return Below(body, keep: true);
    }

    /// <summary>Closes all objects that belong to this one, and releases its resources. A second
    /// call does nothing.</summary>
    public void Dispose() => Scope.Dispose();

    /// <inheritdoc/>
    public override string ToString() => $"Predictor({(IsClosed ? "closed" : Name)})";

    /// <summary>Runs <paramref name="body"/>, a call of this object, as monitors see it.</summary>
    private T Observed<T>(Func<T> body)
    {
        using ModelRun? run = ModelRun.Begin(ModelRun.Predictor, _model);
        try
        {
            return body();
        }
        catch (Exception error)
        {
            run?.Failed(error);
            throw;
        }
    }

    /// <summary>Runs <paramref name="body"/> in a scope below this one's. Native resources that the
    /// result holds move to this object's scope if <paramref name="keep"/>, else to the
    /// caller's.</summary>
    private T Below<T>(Func<T> body, bool keep)
    {
        if (IsClosed)
        {
            throw Closed();
        }
        return Scope.Using(guard => Scope.Run(() => Scope.Using(call =>
        {
            T result = body();
            HandOver(Escape.From(result, call), call, keep ? Scope : guard);
            return result;
        })));
    }

    private void HandOver(List<NativeResource> found, Scope call, Scope target)
    {
        foreach (NativeResource resource in found)
        {
            try
            {
                if (Owner.IsBelow(resource, call) || (call.IsClosed && resource.IsClosed))
                {
                    target.Attach(resource);
                }
            }
            catch (ClosedException) when (!call.IsClosed)
            {
                // The body, or code that it passed the resource to, has closed the resource.
            }
            catch (ClosedException)
            {
                throw Closed();
            }
        }
    }

    private ClosedException Closed() => new($"the Predictor '{Name}' is closed");

    private TOut[] Compute(TIn[] inputs)
    {
        if (!_translator.Stacks)
        {
            return Array.ConvertAll(inputs, input => _translator.ProcessOutput(_forward(_translator.ProcessInput(input))));
        }
        if (inputs.Length == 0)
        {
            return [];
        }
        Tensor[][] rows = Array.ConvertAll(inputs, _translator.ProcessInput);
        Tensor[] outputs = _forward(Stacked(rows));
        var results = new TOut[inputs.Length];
        for (int row = 0; row < results.Length; row++)
        {
            results[row] = _translator.ProcessOutput(Array.ConvertAll(outputs, output => output.Select(0, row)));
        }
        return results;
    }

    /// <summary>Stacks the first tensors of all inputs, the second ones, and so on.</summary>
    private static Tensor[] Stacked(Tensor[][] rows)
    {
        var stacked = new Tensor[rows[0].Length];
        for (int i = 0; i < stacked.Length; i++)
        {
            stacked[i] = Tensor.Stack(Array.ConvertAll(rows, row => row.Length == stacked.Length
                ? row[i]
                : throw new InvalidArgumentException($"one input gave {stacked.Length} tensors, another {row.Length}")));
        }
        return stacked;
    }
}
