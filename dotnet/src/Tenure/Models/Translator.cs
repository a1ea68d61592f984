namespace Tenure.Models;

/// <summary>Creates translators from functions.</summary>
public static class Translator
{
    /// <summary>Creates a translator for a model with one input and one output tensor. It stacks
    /// several inputs.</summary>
    /// <param name="processInput">Converts an input to a tensor.</param>
    /// <param name="processOutput">Converts the model's output tensor.</param>
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
