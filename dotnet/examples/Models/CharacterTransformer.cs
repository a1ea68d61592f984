using System.Text;
using Tenure.Nn;
using Tenure.Optim;

namespace Tenure.Examples.Models;

/// <summary>A transformer that learns Shakespeare's sonnets, character by character, and writes some of its own while it
/// learns.</summary>
internal sealed class CharacterTransformer : Module
{
    private const int Context = 32; // how many characters it sees
    private const int Features = 48;
    private const int Batch = 16;

    private readonly Module _characters, _positions, _layers, _head;
    private readonly Tensor _later;

    private CharacterTransformer(int alphabet)
    {
        _positions = Add("positions", new PositionalEncoding(Features, dropout: 0, maxLen: Context, batchFirst: true));
        _layers = Add("layers", new TransformerEncoder(
            Features, 4, 2, 4 * Features, dropout: 0, gelu: true, batchFirst: true, normFirst: true, finalNorm: true));
        _later = Buffer("later", Tensor.Ones(DType.Bool, Context, Context).Triu(1));
        _characters = Add("characters", new Embedding(alphabet, Features));
        _head = Add("head", new Linear(Features, alphabet));
    }

    /// <summary>Characters, [N, L], to a score for each that may follow each of them, [N, L, alphabet].</summary>
    protected override Tensor Forward(Tensor text)
    {
        long length = text.Shape[1];
        Tensor mask = _later.Slice(0, 0, length).Slice(1, 0, length); // no character sees a later one
        Tensor x = _positions.Call(_characters.Call(text));
        return _head.Call(_layers.CallAll(x, mask, null)[0]);
    }

    public static int Run(bool isShort, Device device)
    {
        string text = File.ReadAllText("data/sonnets.txt");
        double loss;
        using (Scope.Open(new ScopeOptions { Name = "training", Device = device }))
        {
            loss = Learn(text, isShort ? 300 : 3000, isShort ? 100 : 500);
        }
        Outcome.Check($"the loss went down to {loss:F4}", loss < (isShort ? 2.3 : 1.2));
        Outcome.Check("nothing is alive at the end", TenureRuntime.Stats(device).LiveBytes == 0);
        return Outcome.Code;
    }

    private static double Learn(string text, int steps, int every)
    {
        string alphabet = string.Concat(text.Distinct().Order());
        Console.WriteLine($"{text.Length} characters, an alphabet of {alphabet.Length}");
        Tensor all = Encode(text, alphabet);
        TenureRuntime.Seed(1);
        var net = new CharacterTransformer(alphabet.Length);
        Optimizer adam = Optimizer.AdamW(net.Parameters(), 3e-3);
        Console.WriteLine($"{net.ParameterCount} parameters");
        double mean = 0; // of the last hundred steps or so
        for (int step = 1; step <= steps; step++)
        {
            double loss = Step(net, adam, all);
            mean = step == 1 ? loss : 0.97 * mean + 0.03 * loss;
            if (step % every == 0)
            {
                Console.WriteLine($"\nstep {step}, loss {mean:F4}");
                Console.WriteLine(net.Write("Shall I compare", 120, alphabet));
            }
        }
        Console.WriteLine();
        return mean;
    }

    /// <summary>A step on windows of the text that begin anywhere: each character is to say the next one.</summary>
    private static double Step(CharacterTransformer net, Optimizer adam, Tensor all)
    {
        using Scope step = Scope.Open("step");
        Tensor begins = Tensor.RandInt(0, all.Size - Context, Batch, 1);
        Tensor windows = all.Take(begins + Tensor.Arange(Context + 1)); // [Batch, Context + 1]
        Tensor next = windows[.., 1..].Reshape(-1);
        Tape tape = Tape.Open();
        Tensor[] watched = net.Watch(tape);
        Tensor scores = net.Call(windows[.., ..Context]);
        Tensor loss = scores.Reshape(next.Size, -1).CrossEntropy(next);
        adam.Step(tape.Backward(loss, watched));
        return loss.Item();
    }

    /// <summary>Goes on from <paramref name="begin"/>: draws a character by the scores, puts it to the others, and looks
    /// again.</summary>
    private string Write(string begin, int length, string alphabet)
    {
        Eval();
        var text = new StringBuilder(begin);
        while (text.Length < length)
        {
            using Scope character = Scope.Open("character");
            string seen = text.ToString(Math.Max(0, text.Length - Context), Math.Min(text.Length, Context));
            Tensor scores = Call(Encode(seen, alphabet).Unsqueeze(0))[0, -1];
            Tensor drawn = (scores / 0.7).Softmax().ToDevice(Device.Cpu).Multinomial(1); // below 1: what is likely becomes likelier
            text.Append(alphabet[(int)drawn.ItemInt64()]);
        }
        Train();
        return text.ToString();
    }

    /// <summary>The position of each character in the alphabet, int64.</summary>
    private static Tensor Encode(string text, string alphabet) =>
        Tensor.Of([.. text.Select(character => (long)alphabet.IndexOf(character))]);
}
