using Tenure.Onnx;

namespace Tenure.Tests.Scenarios;

/// <summary>The commands about values of models that are not tensors of numbers.</summary>
internal sealed class OnnxValueCommands(Runner runner)
{
    /// <summary>Runs the command of <paramref name="words"/> if it is one of these; returns what its names are to be bound to.</summary>
    public NativeResource[]? Run(Words words)
    {
        switch (words.Command)
        {
            case "value_tensor":
                return [OnnxValue.Of(runner.Get<Tensor>(words.Next()))];
            case "value_strings":
                long[] shape = words.Integers();
                return [OnnxValue.Of(Texts(words), shape)];
            case "value_sequence":
                return [OnnxValue.OfSequence(Values(words))];
            case "value_map":
                OnnxValue keys = Value(words);
                return [OnnxValue.OfMap(keys, Value(words))];
            case "value_absent":
                return [OnnxValue.Absent()];
            case "value_get_tensor":
                return [Value(words).Tensor()];
            case "value_get":
                OnnxValue list = Value(words);
                return [list.Get(words.Integer())];
            case "value_keys":
                return [Value(words).Keys()];
            case "value_values":
                return [Value(words).Values()];
            case "onnx_run_values":
                OnnxModel model = runner.Get<OnnxModel>(words.Next());
                return [.. model.RunValues(Values(words))];
            case "expect_value":
                OnnxValue value = Value(words);
                Expect(value.Type, words.Text());
                Expect(value.Size, words.Integer());
                return [];
            case "expect_texts":
                string[] found = Value(words).Strings();
                Expect(string.Join("|", found), string.Join("|", Texts(words)));
                return [];
            default:
                return null;
        }
    }

    private OnnxValue Value(Words words) => runner.Get<OnnxValue>(words.Next());

    private OnnxValue[] Values(Words words)
    {
        var values = new List<OnnxValue>();
        while (words.Left > 0)
        {
            values.Add(Value(words));
        }
        return [.. values];
    }

    private static string[] Texts(Words words)
    {
        var texts = new List<string>();
        while (words.Left > 0)
        {
            texts.Add(words.Text());
        }
        return [.. texts];
    }

    private static void Expect<T>(T found, T wanted)
    {
        if (!Equals(found, wanted))
        {
            throw new ScenarioFailure($"{wanted} was wanted, it is {found}");
        }
    }
}
