// The predictor: a scope below its model's, with one scope below it for each call.
// Invariant: a call leaves nothing in the predictor, so several threads may call it at once, and it
// never grows.

using Tenure.Onnx;

namespace Tenure.Models;

/// <summary>Creates predictors from ONNX models. A <see cref="Model"/> creates its own:
/// <see cref="Model.NewPredictor{TIn, TOut}"/>.</summary>
public static class Predictor
{
    /// <summary>Creates a predictor from an ONNX model. Closing the predictor does not close the
    /// model.</summary>
    /// <param name="model">The model. The translator returns tensors in the order of the model's
    /// inputs.</param>
    /// <param name="translator">Converts inputs to tensors and tensors to outputs.</param>
    /// <returns>A predictor, which the current scope owns, if one is open.</returns>
    public static Predictor<TIn, TOut> Of<TIn, TOut>(OnnxModel model, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(model);
        return Of(model, tensors => model.Run(tensors), translator);
    }

    /// <summary>Creates a predictor that computes calls from several threads together. Closing the
    /// predictor does not close the batcher.</summary>
    /// <param name="batcher">The batcher. The translator returns tensors in the order of its
    /// model's inputs.</param>
    /// <param name="translator">Converts inputs to tensors and tensors to outputs.</param>
    /// <returns>A predictor, which the current scope owns, if one is open.</returns>
    public static Predictor<TIn, TOut> Of<TIn, TOut>(OnnxBatcher batcher, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(batcher);
        return Of(batcher, tensors => batcher.Run(tensors), translator);
    }

    private static Predictor<TIn, TOut> Of<TIn, TOut>(
        NativeResource model, Func<Tensor[], Tensor[]> forward, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(translator);
        string name = $"{model.Name ?? "onnx"}.predictor";
        Scope scope = Scope.Current is { } above ? above.Child(name) : Scope.Create(null, new ScopeOptions { Name = name });
        return new Predictor<TIn, TOut>(name, scope, model, forward, translator);
    }
}

/// <summary>Computes outputs of a <see cref="Model"/> or an <see cref="OnnxModel"/>. Several
/// threads may use it at the same time.</summary>
public sealed class Predictor<TIn, TOut> : ScopeOwner
{
    private readonly ITranslator<TIn, TOut> _translator;
    private readonly object _model;
    private readonly Func<Tensor[], Tensor[]> _forward;

    internal Predictor(Model model, ITranslator<TIn, TOut> translator)
        : this($"{model.Name}.predictor", model.Scope.Child($"{model.Name}.predictor"), model, model.Forward, translator)
    {
    }

    internal Predictor(
        string name, Scope scope, object model, Func<Tensor[], Tensor[]> forward, ITranslator<TIn, TOut> translator)
        : base(name, scope)
    {
        (_model, _forward, _translator) = (model, forward, translator);
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

    /// <summary>Computes the output for one input. Native resources that the output holds move to
    /// the current scope; if no scope is open, they are unowned. Everything else that the call
    /// creates is released.</summary>
    /// <exception cref="ClosedException">The predictor or its model is closed, or was closed during
    /// the call.</exception>
    /// <exception cref="ScopeException">The predictor or its model was closed while a resource was
    /// being created.</exception>
    public TOut Predict(TIn input) => Below(() => Compute([input])[0], keep: false);

    /// <summary>Computes the outputs for several inputs, in the same order. If the translator
    /// stacks, they are computed in one run.</summary>
    /// <inheritdoc cref="Predict"/>
    /// <exception cref="ShapeMismatchException">The shapes of the inputs differ, so they cannot be
    /// stacked.</exception>
    public TOut[] BatchPredict(IEnumerable<TIn> inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Below(() => Compute([.. inputs]), keep: false);
    }

    /// <summary>Returns the model, so that a predictor created in a body of
    /// <see cref="Scope.Using{T}(Func{T})"/> and returned from it moves to the parent scope
    /// together with its model.</summary>
    public override IEnumerable<object?> Escaping() => _model is Model ? [_model] : [_model, Scope];

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
