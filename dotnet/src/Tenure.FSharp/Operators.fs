namespace Tenure.FSharp

open Tenure

/// <summary>Matrix multiplication as <c>a @ b</c>. The operators <c>+ - * /</c> and <c>-a</c> are
/// members of <c>Tensor</c> and need no <c>open</c>.</summary>
/// <remarks>Open it only where you use it, with <c>open Tenure.FSharp.Operators</c>, because it
/// hides the <c>@</c> of lists. As always in F#, <c>@</c> binds less tightly than <c>+</c> and
/// <c>*</c>, and <c>a @ b @ c</c> is <c>a @ (b @ c)</c>.</remarks>
module Operators =
    /// <summary>Multiplies matrices. Shapes: <c>[n, k] @ [k, m] -&gt; [n, m]</c>.</summary>
    /// <param name="left">A matrix, a vector or a stack of matrices.</param>
    /// <param name="right">A matrix, a vector or a stack of matrices.</param>
    /// <returns>A new tensor. The current scope owns it, else the scope of the first operand; else
    /// it is unowned.</returns>
    /// <exception cref="T:Tenure.ShapeMismatchException">The inner sizes differ.</exception>
    let (@) (left: Tensor) (right: Tensor) = left.MatMul(right)
