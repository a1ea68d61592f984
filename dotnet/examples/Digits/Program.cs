// The second and third step of the demo: what Java trained is served here, bit for bit, and trained here again, bit for bit.
//
//   Digits serve    loads target/demo/digits.safetensors, predicts the 360 test rows, compares with Java's logits
//   Digits train    trains from the same seed, compares with Java's loss curve
//   Digits train --workspace   trains in both ways, in a scope and in a workspace, and compares them; asserts that in the
//                   workspace no step asks for memory, once that has learned how much
//   Digits train --device cuda:0 [--short]   trains on that device, in a scope; --short takes ten steps
//   Digits cnn      loads the network of convolutions, trains one more epoch from Java's checkpoint, and serves both over HTTP
//   Digits memory   trains in five ways of writing the loop, a process each, and compares the memory they take

using System.Diagnostics;
using System.Globalization;
using Tenure;
using Tenure.Examples.Digits;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
int refused = TrainingDevice.TakeFrom(ref args, out Device device);
if (refused != 0)
{
    return refused;
}
bool inWorkspace = args is ["train", "--workspace"];
bool isShort = args is ["train", "--short"];
if (args is not (["serve" or "train" or "cnn" or "memory"] or ["train", "--workspace" or "--short"] or ["memory", _])
    || (device != Device.Cpu && (args[0] != "train" || inWorkspace))
    || (args is ["memory", var way] && !Loops.All.ContainsKey(way)))
{
    Console.Error.WriteLine($"usage: Digits serve | train [--workspace | --short] [--device cuda:0] | cnn | memory [{string.Join(" | ", Loops.All.Keys)}]");
    return 2;
}
if (Files.FindRoot() is not { } root)
{
    Console.Error.WriteLine("data/digits.npy was not found here or in a folder above: run this from the repository");
    return 1;
}
var files = new Files(root);
long began = Stopwatch.GetTimestamp();
if (args is ["memory", _])
{
    Contest.RunOne(files, args[1]);
    return 0;
}
bool good = args[0] switch
{
    "serve" => Serving.Run(files),
    "cnn" => await Cnn.Run(files),
    "train" => inWorkspace ? Training.RunInWorkspace(files) : Training.Run(files, device, isShort),
    _ => Contest.Run(files),
};
Console.WriteLine($"{args[0]}: {Stopwatch.GetElapsedTime(began).TotalSeconds:F1} s");
return good ? 0 : 1;
