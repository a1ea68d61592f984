// Models of one file each, which say what they do and end with 1 if something is not as they say. Run from the repository:
//
//   Models CharacterTransformer [--short]   learns Shakespeare's sonnets, and writes
//   Models FlatPrices                       prices from a table with standardized columns
//   Models FineTuning                       a network of PyTorch gets a new head
//   Models SkipConnections                  a module of one's own, as in Java, Kotlin, Scala and F#
//   Models DeviceTraining [--device cuda:0] three networks on the processor and on a GPU
//
// CharacterTransformer, FineTuning and SkipConnections take --device cuda:0 too, and train there.

using System.Globalization;
using Tenure;
using Tenure.Examples.Digits;
using Tenure.Examples.Models;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
bool isNamed = args.Contains("--device");
int refused = TrainingDevice.TakeFrom(ref args, out Device device);
if (refused != 0)
{
    return refused;
}
switch (args)
{
    case ["CharacterTransformer"] or ["CharacterTransformer", "--short"]:
        return CharacterTransformer.Run(isShort: args.Length == 2, device);
    case ["FlatPrices"] when !isNamed:
        return FlatPrices.Run();
    case ["FineTuning"]:
        return FineTuning.Run(device);
    case ["SkipConnections"]:
        return SkipConnections.Run(device);
    case ["DeviceTraining"]:
        return DeviceTraining.Run(isNamed ? device : Device.Cuda(0));
    default:
        Console.Error.WriteLine("usage: Models CharacterTransformer [--short] | FlatPrices | FineTuning | SkipConnections | DeviceTraining, [--device cuda:0]");
        return 2;
}
