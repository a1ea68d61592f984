// Conversion between the user's types and a model's tensors.

namespace Tenure.Models;

/// <summary>Converts the user's input to tensors, and the model's output back.</summary>
/// <remarks>Both methods run in the scope of the prediction: resources that they create and do not
/// return are released when the call ends. If several threads use a predictor, it calls them on
/// these threads at the same time.</remarks>
public interface ITranslator<in TIn, out TOut>
{
    /// <summary>Runs once, when the predictor is created. Resources that it creates live as long as
    /// the predictor.</summary>
    public void Prepare()
    {
    }

    /// <summary>Whether the predictor stacks several inputs and computes them in one run. If so,
    /// tensors here are of one input and have no batch axis; the predictor adds and removes it. The
    /// default is true.</summary>
    public bool Stacks => true;

    /// <summary>Converts one input to tensors.</summary>
    public Tensor[] ProcessInput(TIn input);

    /// <summary>Converts the model's output for one input. Native resources that the result holds
    /// move to the scope of the prediction's caller.</summary>
    public TOut ProcessOutput(Tensor[] output);
}
