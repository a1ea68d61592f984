// Kinds of files over HTTP, by ASP.NET Core: curl --data-binary @FILE http://localhost:5000/kind
// The environment variable TENURE_MAGIKA names the folder magika of its package of PyPI.

using Tenure;
using Tenure.Examples.FileTypes;

WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
string models = Environment.GetEnvironmentVariable("TENURE_MAGIKA") ?? "magika";
builder.Services.AddSingleton(_ => new FileKinds(models)); // disposed with the host, when the last request has ended
WebApplication app = builder.Build();

app.MapPost("/kind", async (HttpRequest request, FileKinds kinds) =>
{
    using var file = new MemoryStream();
    await request.Body.CopyToAsync(file);
    try
    {
        // A prediction blocks its thread until its batch has been computed: not one that serves other requests.
        Kind kind = await Task.Run(() => kinds.Of(file.ToArray()));
        return Results.Content(kind.Json, "application/json");
    }
    catch (BusyException)
    {
        return Results.StatusCode(StatusCodes.Status503ServiceUnavailable);
    }
});

app.Run();
