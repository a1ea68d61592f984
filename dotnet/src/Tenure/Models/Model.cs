// The model: parameters and what computes with them, at a level of the tree that its predictors and trainers are below.
// Invariant: its scope owns the parameters and the scopes of predictors and trainers, and nothing else that they make.

using System.Runtime.CompilerServices;

namespace Tenure.Models;

/// <summary>Parameters and what computes with them: the root of the tree model, predictor, call and model, trainer, batch.</summary>
/// <remarks>Disposing it closes its predictors and trainers too. A call that runs elsewhere gives the right value, or
/// throws <see cref="ClosedException"/> or <see cref="ScopeException"/>.</remarks>
/// <example><code>
/// using var model = Model.Create("digits",
///     () => new Dictionary&lt;string, Tensor&gt; { ["w"] = Tensor.Randn(64, 10) * 0.1, ["b"] = Tensor.Zeros(10) },
///     (p, x) => x.MatMul(p["w"]).Add(p["b"]));
/// using (Trainer trainer = model.NewTrainer(parameters => Sgd.Create(parameters, 0.05, 0.9)))
/// {
///     foreach (var (pixels, labels) in data)
///     {
///         using Batch batch = trainer.NewBatch();
///         batch.Step(batch.Forward(pixels).CrossEntropy(labels));
///     }
/// }
/// using var predictor = model.NewPredictor(
///     Translator.Of((float[] image) => Tensor.Of(image), logits => logits.ArgMax(0).ItemInt64()));
/// long digit = predictor.Predict(image);
/// </code></example>
public sealed class Model : ScopeOwner
{
    private readonly Func<IReadOnlyDictionary<string, Tensor>, Tensor[], Tensor[]> _forward;

    private Model(string name, Scope scope, Func<IReadOnlyDictionary<string, Tensor>, Tensor[], Tensor[]> forward)
        : base(name, scope)
    {
        _forward = forward;
        Parameters = new OrderedDictionary<string, Tensor>();
    }

    /// <summary>The parameters by name, in the order in which they were given. The model owns them.</summary>
    public IReadOnlyDictionary<string, Tensor> Parameters { get; private set; }

    /// <summary>A model of <paramref name="parameters"/>. The current scope owns it; without one, you do: dispose it.</summary>
    /// <param name="name">What it is called in messages.</param>
    /// <param name="parameters">Makes the parameters, by name: they belong to the model, what else it makes goes at once.</param>
    /// <param name="forward">Computes the output of a batch from parameters and input, the batch along the first axis. While
    /// training the parameters are other tensors, whose use is recorded.</param>
    [OverloadResolutionPriority(1)]
    public static Model Create(
        string name,
        Func<IEnumerable<KeyValuePair<string, Tensor>>> parameters,
        Func<IReadOnlyDictionary<string, Tensor>, Tensor, Tensor> forward)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(forward);
        return Create(name, parameters, (made, inputs) => inputs is [Tensor input]
            ? [forward(made, input)]
            : throw new InvalidArgumentException($"the model '{name}' takes one tensor, {inputs.Length} were given"));
    }

    /// <summary>As the other, for a forward function of several inputs and outputs.</summary>
    /// <inheritdoc cref="Create(string, Func{IEnumerable{KeyValuePair{string, Tensor}}}, Func{IReadOnlyDictionary{string, Tensor}, Tensor, Tensor})"/>
    public static Model Create(
        string name,
        Func<IEnumerable<KeyValuePair<string, Tensor>>> parameters,
        Func<IReadOnlyDictionary<string, Tensor>, Tensor[], Tensor[]> forward)
    {
        ArgumentNullException.ThrowIfNull(name);
        ArgumentNullException.ThrowIfNull(parameters);
        ArgumentNullException.ThrowIfNull(forward);
        var model = new Model(name, Scope.Create(Scope.Current, new ScopeOptions { Name = name }), forward);
        bool made = false;
        try
        {
            OrderedDictionary<string, Tensor> all = model.Make(() => Listed(parameters()));
            foreach ((string key, Tensor parameter) in all)
            {
                parameter.Name = key;
            }
            model.Parameters = all;
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

    /// <summary>The output of one input, with a model that gives one. The current scope owns it; without one, that of the
    /// parameters.</summary>
    /// <exception cref="ClosedException">This is closed, or was while it ran.</exception>
    /// <exception cref="InvalidArgumentException">The model gave none.</exception>
    public Tensor Forward(Tensor input) => First(Forward([input]));

    /// <summary>The outputs of one batch. The current scope owns them; without one, that of the parameters.</summary>
    /// <exception cref="ClosedException">This is closed, or was while it ran.</exception>
    public Tensor[] Forward(params Tensor[] inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return Forward(Parameters, inputs);
    }

    /// <summary>A predictor below this model.</summary>
    /// <exception cref="ClosedException">The model is closed.</exception>
    public Predictor<TIn, TOut> NewPredictor<TIn, TOut>(ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(translator);
        return During(() => new Predictor<TIn, TOut>(this, translator));
    }

    /// <summary>A trainer below this model, without an optimizer: for steps that are written by hand, see
    /// <see cref="Trainer.Step{T}"/>.</summary>
    /// <exception cref="ClosedException">The model is closed.</exception>
    public Trainer NewTrainer() => During(() => new Trainer(this, null));

    /// <summary>A trainer below this model.</summary>
    /// <param name="optimizer">Makes the optimizer of the parameters, which are given in the order of <see cref="Parameters"/>.</param>
    /// <exception cref="ClosedException">The model is closed.</exception>
    public Trainer NewTrainer(Func<Tensor[], Sgd> optimizer)
    {
        ArgumentNullException.ThrowIfNull(optimizer);
        return During(() => new Trainer(this, optimizer));
    }

    /// <summary>The parameters in their order; none is null, and each name stands once.</summary>
    private static OrderedDictionary<string, Tensor> Listed(IEnumerable<KeyValuePair<string, Tensor>> parameters)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        var all = new OrderedDictionary<string, Tensor>();
        foreach ((string name, Tensor parameter) in parameters)
        {
            if (parameter is null)
            {
                throw new ArgumentNullException(nameof(parameters), $"the parameter '{name}' is null");
            }
            if (!all.TryAdd(name, parameter))
            {
                throw new InvalidArgumentException($"the parameter '{name}' is given twice");
            }
        }
        return all;
    }

    /// <summary>With other tensors in place of the parameters.</summary>
    internal Tensor[] Forward(IReadOnlyDictionary<string, Tensor> instead, Tensor[] inputs) => During(() =>
    {
        Tensor[] outputs = _forward(instead, inputs) ?? throw new InvalidArgumentException("the model's function returned null");
        return Array.TrueForAll(outputs, output => output is not null)
            ? outputs
            : throw new InvalidArgumentException("the model's function returned null among its outputs");
    });

    /// <summary>What a model of one output gave.</summary>
    internal static Tensor First(Tensor[] outputs) =>
        outputs is [Tensor output, ..] ? output : throw new InvalidArgumentException("the model gave no tensor, and one is wanted");
}
