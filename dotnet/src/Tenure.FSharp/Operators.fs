namespace Tenure.FSharp

open Tenure

/// <summary>The product of matrices as <c>a @ b</c>. <c>+ - * /</c> and <c>-a</c> need nothing: <c>Tensor</c> has them.</summary>
/// <remarks>To be opened where it is wanted, as it hides the <c>@</c> of lists there: <c>open Tenure.FSharp.Operators</c>. As F#
/// has it, <c>@</c> binds less tightly than <c>+</c> and <c>*</c>, and <c>a @ b @ c</c> is <c>a @ (b @ c)</c>.</remarks>
module Operators =
    /// <summary>The product of matrices: <c>(n, k) @ (k, m)</c> has the shape <c>(n, m)</c>.</summary>
    /// <param name="left">A matrix, a vector or a stack of matrices.</param>
    /// <param name="right">Another one.</param>
    /// <returns>A new tensor. The current scope owns it, else the scope of the first operand, else its caller.</returns>
    /// <exception cref="T:Tenure.ShapeMismatchException">The inner sizes differ.</exception>
    let (@) (left: Tensor) (right: Tensor) = left.MatMul(right)
