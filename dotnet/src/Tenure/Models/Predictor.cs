// The predictor: a level of the tree under its model, and under it one scope for each call.
// Invariant: a call keeps nothing here, so any number of threads may call at once and a predictor never grows.

namespace Tenure.Models;

/// <summary>Computes outputs of a <see cref="Model"/>. Any number of threads may use one at once.</summary>
public sealed class Predictor<TIn, TOut> : ScopeOwner
{
    private readonly ITranslator<TIn, TOut> _translator;
    private readonly Model _model;

    internal Predictor(Model model, ITranslator<TIn, TOut> translator)
        : base($"{model.Name}.predictor", model.Scope.Child($"{model.Name}.predictor"))
    {
        (_model, _translator) = (model, translator);
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
    public override IEnumerable<object?> Escaping() => [_model];

    private TOut[] Compute(TIn[] inputs)
    {
        if (!_translator.Stacks)
        {
            return Array.ConvertAll(inputs, input => _translator.ProcessOutput(_model.Forward(_translator.ProcessInput(input))));
        }
        if (inputs.Length == 0)
        {
            return [];
        }
        Tensor[][] rows = Array.ConvertAll(inputs, _translator.ProcessInput);
        Tensor[] outputs = _model.Forward(Stacked(rows));
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
