// Optimizers. Their members are generated (Optimizer.g.cs).

namespace Tenure;

/// <summary>Changes parameters by their gradients, by PyTorch's rules, names and settings: <see cref="Sgd(ReadOnlySpan{Tensor}, double, double, double, double, bool, bool)"/>,
/// <c>Adam</c>, <c>AdamW</c>, <c>NAdam</c>, <c>RAdam</c>, <c>RmsProp</c>, <c>Adagrad</c>, <c>Adadelta</c> and
/// <c>Adamax</c>.</summary>
/// <remarks>It holds its own references to the parameters' storage. A step is one call of the core, and one pass over
/// each parameter. Parameters may be in groups (<c>AddParamGroup</c>) with a learning rate and a weight decay of their
/// own.</remarks>
/// <example><code>
/// var adam = Optimizer.Adam([weight, bias], learningRate: 1e-3);
/// adam.Step(tape.Backward(loss, weight, bias));
/// </code></example>
public sealed partial class Optimizer : NativeResource;
