// The library's log at a logger of the program, which here writes a line for each record.

using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Tenure;
using Tenure.Extensions.Logging;

var services = new ServiceCollection();
services.AddLogging(builder => builder.AddProvider(new Lines()));
services.AddTenureLogging();
using ServiceProvider container = services.BuildServiceProvider();
container.GetRequiredService<ILogger<Program>>().LogInformation("begun");

using (Scope scope = Scope.Open())
using (Workspace batches = Workspace.Create("batches").Enter())
{
    Tensor.Zeros(32, 784);
}

/// <summary>Writes each record on a line.</summary>
internal sealed class Lines : ILoggerProvider
{
    public ILogger CreateLogger(string categoryName) => new Line(categoryName);

    public void Dispose()
    {
    }

    private sealed class Line(string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            Console.WriteLine($"{logLevel} {category}[{eventId.Id}]: {formatter(state, exception)}");
    }
}
