using System.Collections.Concurrent;
using System.Reflection;
using Tenure.Reports;
using Xunit.v3;

namespace Tenure.Xunit;

/// <summary>Fails a test that leaves native resources alive or lets the collector free them, and
/// names the lines that created them.</summary>
/// <remarks>
/// <para>It can be put on a method, a class or an assembly. Resources that the test class creates
/// in its constructor and disposes in <c>Dispose</c> are not checked.</para>
/// <para>The counts are for the whole process: tests that run at the same time see each other's
/// tensors, so also add <c>[assembly: CollectionBehavior(DisableTestParallelization = true)]</c>.
/// While a test runs, the line of every creation is recorded (<see cref="LeakLevel.All"/>), which
/// adds microseconds to each.</para>
/// </remarks>
/// <example><code>
/// [Fact, NoLeaks]
/// public void Trains()
/// {
///     using var scope = Scope.Open();
///     // ...
/// }
/// </code></example>
[AttributeUsage(AttributeTargets.Assembly | AttributeTargets.Class | AttributeTargets.Method)]
public sealed class NoLeaksAttribute : BeforeAfterTestAttribute
{
    private static readonly Lock Levels = new();
    private static int _running; // the number of running tests, of all attributes
    private static LeakLevel _level; // the level before the first of them

    private readonly ConcurrentDictionary<string, LeakSnapshot> _before = new();

    /// <inheritdoc/>
    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        ArgumentNullException.ThrowIfNull(test);
        // Frees what earlier tests have left to the collector, so that it is not attributed to this
        // test.
        TenureRuntime.Drain();
        TenureRuntime.ForgetLeaks();
        _before[test.UniqueID] = TenureRuntime.Snapshot();
        lock (Levels)
        {
            _level = _running++ == 0 ? TenureRuntime.LeakLevel : _level;
            TenureRuntime.LeakLevel = LeakLevel.All;
        }
    }

    /// <inheritdoc/>
    /// <exception cref="LeakException">The test has leaked resources.</exception>
    public override void After(MethodInfo methodUnderTest, IXunitTest test)
    {
        ArgumentNullException.ThrowIfNull(test);
        if (_before.TryRemove(test.UniqueID, out LeakSnapshot? before))
        {
            try
            {
                TenureRuntime.AssertNoLeaks(before);
            }
            finally
            {
                lock (Levels)
                {
                    TenureRuntime.LeakLevel = --_running == 0 ? _level : LeakLevel.All;
                }
                TenureRuntime.ForgetLeaks();
            }
        }
    }
}
