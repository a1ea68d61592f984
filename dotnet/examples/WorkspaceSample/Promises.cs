namespace Tenure.Examples.WorkspaceSample;

/// <summary>Says whether what is promised holds.</summary>
internal static class Promises
{
    /// <summary>Runs a part of the sample; false when a promise in it did not hold.</summary>
    public static bool Say(string title, Action part)
    {
        Console.WriteLine(title);
        try
        {
            part();
            return true;
        }
        catch (InvalidOperationException broken)
        {
            Console.WriteLine($"  NOT SO: {broken.Message}");
            return false;
        }
    }

    /// <summary>Prints what holds; throws what does not.</summary>
    public static void Hold(bool holds, string what)
    {
        if (!holds)
        {
            throw new InvalidOperationException(what);
        }
        Console.WriteLine($"  {what}");
    }
}
