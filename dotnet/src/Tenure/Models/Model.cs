// The model: parameters and a function that computes with them. Its scope is the parent of its
// predictors' scopes.
// Invariant: its scope owns the parameters and the scopes of predictors, and no other resource that
// they create.

using System.Runtime.CompilerServices;

namespace Tenure.Models;

/// <summary>Parameters and a function that computes with them. Predictors are created
/// from a model and belong to it. A <see cref="Trainer"/> trains modules.</summary>
/// <remarks>Disposing a model also closes its predictors. A call that is running on
/// another thread either returns the correct value or throws <see cref="ClosedException"/> or
/// <see cref="ScopeException"/>.</remarks>
/// <example><code>
/// using var model = Model.Create("digits",
///     () => new Dictionary&lt;string, Tensor&gt; { ["w"] = Tensor.Randn(64, 10) * 0.1, ["b"] = Tensor.Zeros(10) },
///     (p, x) => x.MatMul(p["w"]).Add(p["b"]));
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

    /// <summary>Creates a model. The current scope owns it; if no scope is open, the caller must
    /// dispose it.</summary>
    /// <param name="name">The name of the model in messages.</param>
    /// <param name="parameters">Creates the parameters, by name. The model owns them; everything
    /// else that this function creates is released when it returns.</param>
    /// <param name="forward">Computes the output of a batch from the parameters and the input; the
    /// first axis is the batch.</param>
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

    /// <summary>Creates a model with a forward function of several inputs and outputs. The current
    /// scope owns it; if no scope is open, the caller must dispose it.</summary>
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

    /// <summary>Computes the output for one input. If the model has several outputs, returns the
    /// first. The current scope owns it; if no scope is open, the scope of the parameters
    /// does.</summary>
    /// <exception cref="ClosedException">This is closed, or was closed during the call.</exception>
    /// <exception cref="InvalidArgumentException">The model returned no tensor.</exception>
    public Tensor Forward(Tensor input) => First(Forward([input]));

    /// <summary>Computes the outputs for one batch. The current scope owns them; if no scope is
    /// open, the scope of the parameters does.</summary>
    /// <exception cref="ClosedException">This is closed, or was closed during the call.</exception>
    public Tensor[] Forward(params Tensor[] inputs)
    {
        ArgumentNullException.ThrowIfNull(inputs);
        return During(() =>
        {
            Tensor[] outputs = _forward(Parameters, inputs) ?? throw new InvalidArgumentException("the model's function returned null");
            return Array.TrueForAll(outputs, output => output is not null)
                ? outputs
                : throw new InvalidArgumentException("the model's function returned null among its outputs");
        });
    }

    /// <summary>Creates a predictor that this model owns.</summary>
    /// <exception cref="ClosedException">The model is closed.</exception>
    public Predictor<TIn, TOut> NewPredictor<TIn, TOut>(ITranslator<TIn, TOut> translator)
    {
        ArgumentNullException.ThrowIfNull(translator);
        return During(() => new Predictor<TIn, TOut>(this, translator));
    }

    /// <summary>Collects the parameters in order, and checks that none is null and that no name
    /// occurs twice.</summary>
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

    /// <summary>Returns the first output.</summary>
    internal static Tensor First(Tensor[] outputs) =>
        outputs is [Tensor output, ..] ? output : throw new InvalidArgumentException("the model gave no tensor, and one is wanted");
}
