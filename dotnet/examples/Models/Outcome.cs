namespace Tenure.Examples.Models;

/// <summary>What an example promises of itself: a program of which one thing does not hold ends with 1.</summary>
internal static class Outcome
{
    /// <summary>0 as long as everything held.</summary>
    public static int Code { get; private set; }

    /// <summary>Prints what was checked, and whether it holds.</summary>
    public static void Check(string what, bool holds)
    {
        Console.WriteLine($"{(holds ? "ok" : "WRONG")}: {what}");
        Code = holds ? Code : 1;
    }
}
