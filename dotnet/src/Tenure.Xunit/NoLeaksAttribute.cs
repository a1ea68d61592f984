using System.Collections.Concurrent;
using System.Reflection;
using Tenure.Reports;
using Xunit.v3;

namespace Tenure.Xunit;

/// <summary>Fails a test that leaves something native alive, or to the collector, and names the line that made it.</summary>
/// <remarks>
/// <para>On a method, a class or an assembly. What the class makes in its constructor and disposes in <c>Dispose</c> lies
/// outside.</para>
/// <para>The counts are the process's: tests that run at the same time see each other's tensors, so put
/// <c>[assembly: CollectionBehavior(DisableTestParallelization = true)]</c> beside it. While a test runs, the line of
/// every creation is recorded (<see cref="LeakLevel.All"/>), which makes each cost microseconds.</para>
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
    private static int _running; // tests, also of other attributes
    private static LeakLevel _level; // before the first of them

    private readonly ConcurrentDictionary<string, LeakSnapshot> _before = new();

    /// <inheritdoc/>
    public override void Before(MethodInfo methodUnderTest, IXunitTest test)
    {
        ArgumentNullException.ThrowIfNull(test);
        // What earlier tests have left to the collector is theirs.
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
    /// <exception cref="LeakException">The test has left something.</exception>
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
