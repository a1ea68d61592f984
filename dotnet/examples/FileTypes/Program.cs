// Says what kind of file each argument is, and serves the same over HTTP.
//
//   FileTypes MODELS FILE...         a line for each file
//   FileTypes MODELS --serve PORT    curl --data-binary @FILE http://localhost:PORT/kind
//   FileTypes MODELS --demo          10,000 requests of eight clients; figures in target/demo
//
// MODELS is the folder magika of its package of PyPI. Java's twin is java/examples/.../FileTypes.java.

using System.Globalization;
using Tenure.Examples.FileTypes;
using Tenure.Examples.Http;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
if (args.Length < 2 || (args[1] == "--serve" && args.Length != 3))
{
    Console.Error.WriteLine("usage: FileTypes MODELS FILE... | --serve PORT | --demo");
    return 2;
}
if (args[1] == "--demo")
{
    await Demo.Run(args[0]);
    return 0;
}
using var kinds = new FileKinds(args[0]);
if (args[1] == "--serve")
{
    kinds.WarmUp();
    using var server = new Server(int.Parse(args[2], CultureInfo.InvariantCulture), file => kinds.Of(file).Json);
    using var end = new ManualResetEventSlim();
    Console.CancelKeyPress += (_, key) =>
    {
        key.Cancel = true;
        end.Set();
    };
    end.Wait();
    return 0;
}
foreach (string file in args[1..])
{
    Kind kind = kinds.Of(File.ReadAllBytes(file));
    Console.WriteLine($"{file}: {kind.Label} ({kind.Mime})");
}
return 0;
