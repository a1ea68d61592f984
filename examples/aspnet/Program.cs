// A web service that computes with Tenure. A request is a scope: what a request makes is freed when it ends, and never
// passes its limit. Where this was written there is ASP.NET Core's reference pack and no runtime of it: this file is
// compiled there, and was not run.

using System.Diagnostics.Metrics;
using Tenure;

const long RequestLimit = 16 << 20;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
builder.Services.AddSingleton<Classifier>();
builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(20));
WebApplication app = builder.Build();

app.Use(async (context, next) =>
{
    using Scope request = Scope.Open(new ScopeOptions { Name = context.Request.Path, Limit = RequestLimit });
    try
    {
        await next(context);
    }
    catch (NativeMemoryException full) when (!context.Response.HasStarted)
    {
        context.Response.StatusCode = StatusCodes.Status413PayloadTooLarge;
        await context.Response.WriteAsync(full.Message);
    }
    catch (ArgumentException wrong) when (!context.Response.HasStarted)
    {
        context.Response.StatusCode = StatusCodes.Status400BadRequest;
        await context.Response.WriteAsync(wrong.Message);
    }
});

app.MapPost("/predict", (float[] rows, Classifier classifier) => classifier.Probabilities(rows));

using Meter meter = new("Tenure");
meter.CreateObservableGauge("tenure.live.bytes", () => TenureRuntime.Stats().LiveBytes, "By");
meter.CreateObservableGauge("tenure.reserved.bytes", () => TenureRuntime.Stats().ReservedBytes, "By");
meter.CreateObservableGauge("tenure.unowned.bytes", () => TenureRuntime.Stats().UnownedBytes, "By");

app.Run();

/// <summary>A linear classifier of 64 inputs and 10 classes. Its weights live until the host disposes its services,
/// which it does when the last request has ended.</summary>
internal sealed class Classifier : IDisposable
{
    private const int Inputs = 64;

    private readonly Scope _weights = Scope.Create(options: new ScopeOptions { Name = "weights" });
    private readonly Tensor _w;
    private readonly Tensor _b;

    public Classifier()
    {
        TenureRuntime.Seed(42);
        _w = _weights.Randn(Inputs, 10);
        _b = _weights.Zeros(10);
        _weights.Cap(); // a tensor of a request that ends up here is an error from now on
    }

    /// <summary>The probabilities of the classes, for each row. Tensors belong to the current scope.</summary>
    public float[] Probabilities(float[] rows)
    {
        Tensor x = Tensor.Of(rows, rows.Length / Inputs, Inputs);
        return (x.MatMul(_w) + _b).Softmax(1).ToArray<float>();
    }

    public void Dispose() => _weights.Dispose();
}
