namespace Tenure.Reports;

/// <summary>A scope that holds more at the end of each cycle, which is a child of it that closes, than at the end of the one
/// before: mostly an intermediate that slipped into the level of the trainer or the model.</summary>
/// <param name="Name">What it was named, if it was.</param>
/// <param name="Path">The scope and those that own it, the outermost first.</param>
/// <param name="Members">What it owns now, all below included.</param>
/// <param name="Bytes">The bytes that these keep alive.</param>
/// <param name="Cycles">How many cycles there were.</param>
/// <param name="MembersPerCycle">How many members each of them added.</param>
/// <param name="FedBy">What was added, and the lines that made it where they are known.</param>
public sealed record Growth(
    string? Name, string Path, long Members, long Bytes, long Cycles, double MembersPerCycle, string FedBy);
