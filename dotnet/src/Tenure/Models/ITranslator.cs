// Between what a program has and what a model computes with.

namespace Tenure.Models;

/// <summary>Converts the user's input to tensors, and the model's output back.</summary>
/// <remarks>Both run in the scope of their call: what they make and do not return goes when the call ends. A predictor that
/// many threads use calls them on many threads at once.</remarks>
public interface ITranslator<in TIn, out TOut>
{
    /// <summary>Runs once, when the predictor is made. What it makes lives as long as the predictor.</summary>
    public void Prepare()
    {
    }

    /// <summary>Whether several inputs are stacked and computed in one go. Then tensors here are of one input and without the axis
    /// of the batch, which the predictor adds and takes away. True unless said.</summary>
    public bool Stacks => true;

    /// <summary>The tensors of one input.</summary>
    public Tensor[] ProcessInput(TIn input);

    /// <summary>What the output of one input means. What it holds escapes to the caller of the prediction.</summary>
    public TOut ProcessOutput(Tensor[] output);
}
