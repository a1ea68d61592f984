// The predictor: a level of the tree under its model, and under it one scope for each call.
// Invariant: a call keeps nothing here, so any number of threads may call at once and a predictor never grows.

using Tenure.Onnx;

namespace Tenure.Models;

/// <summary>Makes predictors with models of ONNX; one with a <see cref="Model"/> that makes itself.</summary>
public static class Predictor
{
    /// <summary>A predictor with a model of ONNX. The model is not closed with it.</summary>
    /// <param name="model">Computes; what the translator makes of an input is in the order of its inputs.</param>
    /// <param name="translator">Between inputs, outputs and tensors.</param>
    /// <returns>A predictor, whose scope lies below the current one, if there is one.</returns>
    public static Predictor<TIn, TOut> Of<TIn, TOut>(OnnxModel model, ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(model);
        return Of(model, tensors => model.Run(tensors), translator);
    }

    /// <summary>A predictor whose calls on several threads are computed together. The batcher is not closed with it.</summary>
    /// <param name="batcher">Computes; what the translator makes of an input is in the order of its model's inputs.</param>
    /// <param name="translator">Between inputs, outputs and tensors.</param>
    /// <returns>A predictor, whose scope lies below the current one, if there is one.</returns>
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

/// <summary>Computes outputs of a <see cref="Model"/> or an <see cref="OnnxModel"/>. Any number of threads may use one at once.</summary>
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

    /// <summary>The output for one input. What it holds goes to the current scope, else it is unowned; nothing else is left.</summary>
    /// <exception cref="ClosedException">The predictor or its model is closed, or was during the call.</exception>
    /// <exception cref="ScopeException">As before, when it happened while something was made.</exception>
    public TOut Predict(TIn input) => Below(() => Compute([input])[0], keep: false);

    /// <summary>The outputs for several inputs, in their order, computed in one go where the translator stacks.</summary>
    /// <inheritdoc cref="Predict"/>
    /// <exception cref="ShapeMismatchException">The inputs do not stack.</exception>
    public TOut[] BatchPredict(IEnumerable<TIn> inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Below(() => Compute([.. inputs]), keep: false);
    }

    /// <summary>Its model: made in a body of <see cref="Scope.Using{T}(Func{T})"/> and returned, both go on in the outer scope.</summary>
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

    /// <summary>The first tensors of all inputs as one, the second ones, and so on.</summary>
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
