namespace Tenure.Reports;

/// <summary>A scope that holds more members after each cycle, that is, each time one of its child
/// scopes closes. The usual cause is an intermediate tensor that is created in the scope of the
/// trainer or the model.</summary>
/// <param name="Name">The name of the scope; null if it has none.</param>
/// <param name="Path">The scope and the scopes above it, the topmost first.</param>
/// <param name="Members">The number of members that it owns now, including those of scopes below
/// it.</param>
/// <param name="Bytes">The bytes that these members keep alive.</param>
/// <param name="Cycles">The number of cycles so far.</param>
/// <param name="MembersPerCycle">The number of members that each cycle added.</param>
/// <param name="FedBy">The members that were added, and the lines that created them, if
/// known.</param>
public sealed record Growth(
    string? Name, string Path, long Members, long Bytes, long Cycles, double MembersPerCycle, string FedBy);
