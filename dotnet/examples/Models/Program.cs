// Models of one file each, which say what they do and end with 1 if something is not as they say. Run from the repository:
//
//   Models CharacterTransformer [--short]   learns Shakespeare's sonnets, and writes
//   Models FlatPrices                       prices from a table with standardized columns
//   Models FineTuning                       a network of PyTorch gets a new head
//   Models SkipConnections                  a module of one's own, as in Java, Kotlin, Scala and F#
//   Models DeviceTraining [--device cuda:0] three networks on the processor and on a GPU

using System.Globalization;
using Tenure.Examples.Models;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
switch (args)
{
    case ["CharacterTransformer"] or ["CharacterTransformer", "--short"]:
        return CharacterTransformer.Run(isShort: args.Length == 2);
    case ["FlatPrices"]:
        return FlatPrices.Run();
    case ["FineTuning"]:
        return FineTuning.Run();
    case ["SkipConnections"]:
        return SkipConnections.Run();
    case ["DeviceTraining"]:
        return DeviceTraining.Run("cuda:0");
    case ["DeviceTraining", "--device", var device] when device.StartsWith("cuda:", StringComparison.Ordinal):
        return DeviceTraining.Run(device);
    default:
        Console.Error.WriteLine("usage: Models CharacterTransformer [--short] | FlatPrices | FineTuning | SkipConnections | DeviceTraining [--device cuda:0]");
        return 2;
}
