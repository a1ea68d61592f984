namespace Tenure.Models;

/// <summary>Makes translators of functions.</summary>
public static class Translator
{
    /// <summary>A translator of one tensor to one tensor, which stacks.</summary>
    /// <param name="processInput">The tensor of an input.</param>
    /// <param name="processOutput">What to make of the model's tensor.</param>
    public static ITranslator<TIn, TOut> Of<TIn, TOut>(Func<TIn, Tensor> processInput, Func<Tensor, TOut> processOutput)
    {
        ArgumentNullException.ThrowIfNull(processInput);
        ArgumentNullException.ThrowIfNull(processOutput);
        return new OfFunctions<TIn, TOut>(processInput, processOutput);
    }

    private sealed class OfFunctions<TIn, TOut>(Func<TIn, Tensor> input, Func<Tensor, TOut> output) : ITranslator<TIn, TOut>
    {
        Tensor[] ITranslator<TIn, TOut>.ProcessInput(TIn value) => [input(value)];

        TOut ITranslator<TIn, TOut>.ProcessOutput(Tensor[] tensors) => output(tensors[0]);
    }
}
