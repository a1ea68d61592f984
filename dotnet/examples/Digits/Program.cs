// The second and third step of the demo: what Java trained is served here, bit for bit, and trained here again, bit for bit.
//
//   Digits serve    loads target/demo/digits.safetensors, predicts the 360 test rows, compares with Java's logits
//   Digits train    trains from the same seed, compares with Java's loss curve

using System.Diagnostics;
using System.Globalization;
using Tenure.Examples.Digits;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
string? command = args.FirstOrDefault();
if (args.Length != 1 || command is not ("serve" or "train"))
{
    Console.Error.WriteLine("usage: Digits serve | train");
    return 2;
}
if (Files.FindRoot() is not { } root)
{
    Console.Error.WriteLine("data/digits.npy was not found here or in a folder above: run this from the repository");
    return 1;
}
var files = new Files(root);
long began = Stopwatch.GetTimestamp();
bool good = command == "serve" ? Serving.Run(files) : Training.Run(files);
Console.WriteLine($"{command}: {Stopwatch.GetElapsedTime(began).TotalSeconds:F1} s");
return good ? 0 : 1;
