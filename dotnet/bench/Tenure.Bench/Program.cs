// Medians of the hot paths as C# sees them, in nanoseconds unless the key says otherwise: target/bench/csharp.json.

using System.Globalization;
using System.Text.Json.Nodes;
using Tenure.Bench;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (GcOnly.IsChild(args) || OnnxRivals.IsWorker(args) || TrainingRivals.IsWorker(args))
{
    return 0;
}
string? root = Directory.GetCurrentDirectory();
while (root is not null && !File.Exists(Path.Combine(root, "data", "digits.npy")))
{
    root = Path.GetDirectoryName(root);
}
if (root is null)
{
    Console.Error.WriteLine("data/digits.npy was not found here or in a folder above: run this from the repository");
    return 1;
}

List<(string Key, Func<double> Measure)> measurements = [.. Measurements.All(Path.Combine(root, "data", "digits.npy"))];
if (args is [var one])
{
    Console.WriteLine(measurements.Single(measurement => measurement.Key == one).Measure());
    return 0;
}
var figures = new JsonObject();
// Each in processes of its own, of which the median counts: the JIT compiles for what ran before, and not always the same.
// Round by round, since a neighbour of this machine makes whole minutes slower.
int count = Stopclock.Quick ? 1 : 5;
var rounds = measurements.ToDictionary(measurement => measurement.Key, _ => new double[count]);
for (int i = 0; i < count; i++)
{
    foreach ((string key, _) in measurements)
    {
        rounds[key][i] = Child.Run(key)[0];
    }
}
foreach ((string key, _) in measurements)
{
    Array.Sort(rounds[key]);
    Record(key, rounds[key][count / 2]);
}
foreach ((string key, double value) in GcOnly.Measure())
{
    Record(key, value);
}
string folder = Path.Combine(root, "target", "bench");
Directory.CreateDirectory(folder);
File.WriteAllText(
    Path.Combine(folder, "csharp.json"),
    figures.ToJsonString(new System.Text.Json.JsonSerializerOptions { WriteIndented = true }) + "\n");
return 0;

void Record(string key, double value)
{
    double rounded = Math.Round(value, 2);
    Console.WriteLine($"{key,-36} {rounded,12:F2}");
    figures[key] = rounded;
}
