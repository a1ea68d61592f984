namespace Tenure;

/// <summary>How much is recorded of where handles come from. What is alive is known exactly at every level.</summary>
public enum LeakLevel
{
    /// <summary>Nothing, and it costs nothing.</summary>
    Off = 0,
    /// <summary>The line that made it, of one handle in 128.</summary>
    Sampled = 1,
    /// <summary>The line that made each handle, and the one that closed it.</summary>
    All = 2,
}
