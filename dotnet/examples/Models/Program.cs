// Models of one file each, which say what they do and end with 1 if something is not as they say. Run from the repository:
//
//   Models CharacterTransformer [--short]   learns Shakespeare's sonnets, and writes
//   Models FlatPrices                       prices from a table with standardized columns
//   Models FineTuning                       a network of PyTorch gets a new head
//   Models SkipConnections                  a module of one's own, as in Java, Kotlin, Scala and F#

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
    default:
        Console.Error.WriteLine("usage: Models CharacterTransformer [--short] | FlatPrices | FineTuning | SkipConnections");
        return 2;
}
