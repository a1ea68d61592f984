// The sample of ND4J's decision record on workspaces (deeplearning4j, ADRs/0024) in our names, then what else it promises:
// workspaces in workspaces, ways out, a ring. It says what it does, and ends with status 1 where a promise does not hold.

using Tenure;
using Tenure.Examples.WorkspaceSample;

bool kept = Promises.Say("the record's sample", Samples.OfTheRecord)
    & Promises.Say("what is learned", Samples.Learned)
    & Promises.Say("nested, leveraged, detached", Samples.Nested)
    & Promises.Say("a ring, to read one batch while the next is made", Samples.Ring)
    & Promises.Say("nothing is alive at the end", () => Promises.Hold(
        TenureRuntime.Stats() is { LiveHandles: 0, LiveBytes: 0 }, TenureRuntime.Stats().ToString()));
Console.WriteLine(kept ? "all as promised" : "NOT all as promised");
return kept ? 0 : 1;
