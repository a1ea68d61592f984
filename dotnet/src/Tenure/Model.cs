// The model: parameters and what computes with them, at a level of the tree that its predictors and trainers are below.
// Invariant: its scope owns the parameters and the scopes of predictors and trainers, and nothing else that they make.

using System.Diagnostics.CodeAnalysis;

namespace Tenure;

/// <summary>Makes models.</summary>
public static class Model
{
    /// <summary>A model of <paramref name="parameters"/>. The current scope owns it; without one, you do: dispose it.</summary>
    /// <param name="name">What it is called in messages.</param>
    /// <param name="parameters">Makes the parameters: what its result holds belongs to the model, the rest goes at once.</param>
    /// <param name="forward">Computes the output of a batch from parameters and input, the batch along the first axis.</param>
    /// <example><code>
    /// using var model = Model.Create("digits", () => Network.Load(path), (network, pixels) => network.Forward(pixels));
    /// using var predictor = model.NewPredictor(new Digits());
    /// int digit = predictor.Predict(image);
    /// </code></example>
    public static Model<TParameters> Create<[DynamicallyAccessedMembers(Scope.ResultMembers)] TParameters>(
        string name, Func<TParameters> parameters, Func<TParameters, Tensor, Tensor> forward)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(forward);
        return Create(name, parameters, (made, inputs) => inputs is [Tensor input]
            ? [forward(made, input)]
            : throw new InvalidArgumentException($"the model '{name}' takes one tensor, {inputs.Length} were given"));
    }

    /// <summary>As the other, for a forward function of several inputs and outputs.</summary>
    /// <inheritdoc cref="Create{TParameters}(string, Func{TParameters}, Func{TParameters, Tensor, Tensor})"/>
    public static Model<TParameters> Create<[DynamicallyAccessedMembers(Scope.ResultMembers)] TParameters>(
        string name, Func<TParameters> parameters, Func<TParameters, Tensor[], Tensor[]> forward)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(forward);
        var model = new Model<TParameters>(name, Scope.Create(Scope.Current, new ScopeOptions { Name = name }), forward);
        bool made = false;
        try
        {
            model.Parameters = model.Make(parameters);
            made = true;
            return model;
        }
        finally
        {
            if (!made)
            {
                model.Dispose();
            }
        }
    }
}

/// <summary>Parameters and what computes with them: the root of the tree model, predictor, call and model, trainer, batch.</summary>
/// <remarks>Disposing it closes its predictors and trainers too. A call that runs elsewhere gives the right value, or
/// throws <see cref="ClosedException"/> or <see cref="ScopeException"/>.</remarks>
/// <typeparam name="TParameters">What holds the parameters: a record of tensors, an array, a dictionary.</typeparam>
public sealed class Model<[DynamicallyAccessedMembers(Scope.ResultMembers)] TParameters> : ScopeOwner
{
    private readonly Func<TParameters, Tensor[], Tensor[]> _forward;

    internal Model(string name, Scope scope, Func<TParameters, Tensor[], Tensor[]> forward) : base(name, scope)
    {
        _forward = forward;
        Parameters = default!;
    }

    /// <summary>What the model was made with. The model owns it.</summary>
    public TParameters Parameters { get; internal set; }

    /// <summary>The output of one batch. The current scope owns it; without one, that of the parameters.</summary>
    public Tensor[] Forward(params Tensor[] inputs) => _forward(Parameters, inputs);

    /// <summary>A predictor below this model.</summary>
    /// <exception cref="ScopeException">The model is closed.</exception>
    public Predictor<TIn, TOut> NewPredictor<TIn, [DynamicallyAccessedMembers(Scope.ResultMembers)] TOut>(ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(translator);
        string name = $"{Name}.predictor";
        return new Predictor<TIn, TOut>(name, Scope.Child(name), translator, inputs => Forward(inputs));
    }

    /// <summary>A trainer below this model.</summary>
    /// <exception cref="ScopeException">The model is closed.</exception>
    public Trainer NewTrainer()
    {
        string name = $"{Name}.trainer";
        return new Trainer(name, Scope.Child(name));
    }
}
