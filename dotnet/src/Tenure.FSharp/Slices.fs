// Views by F# slices: `x[0, 1..3]`, `x[*, 2]`, `x[1.., *]`. Each becomes one C# index, so the core
// selects and slices, and its errors name the user's axis and shape. Numbers alone, as in `x[0,
// 1]`, are not supported: F# compiles them to a call of Item, which has another meaning here.
namespace Tenure.FSharp

open System
open Tenure

/// <summary>Slices of tensors.</summary>
[<AutoOpen>]
module Slices =
    /// One part of an index: a number, or a range with optional bounds.
    [<Struct>]
    type private Index =
        | At of index: int64
        | Range of first: int64 voption * last: int64 voption

    let private number (bound: obj) =
        match bound with
        | :? int as n -> ValueSome(int64 n)
        | :? int64 as n -> ValueSome n
        | _ -> ValueNone

    let private bound (given: obj | null) =
        match given with
        | null -> ValueNone
        | :? (int option) as n -> n |> Option.map int64 |> Option.toValueOption
        | :? (int64 option) as n -> n |> Option.toValueOption
        | other -> raise (ArgumentException $"bound {other} is a {other.GetType()}; it can be an int or an int64")

    /// Parses the arguments from F#, in which a number is one item and a range is two options.
    let rec private parse (given: (obj | null) list) =
        match given with
        | [] -> []
        | NonNull one :: rest when (number one).IsSome -> At (number one).Value :: parse rest
        | first :: last :: rest -> Range(bound first, bound last) :: parse rest
        | [ one ] -> raise (ArgumentException $"index {one} can be an int, an int64 or a range of these")

    /// Converts a part to a C# index. Ranges in F# include the last index.
    let private part (index: Index) : TensorIndex =
        match index with
        | At index -> TensorIndex.op_Implicit index
        | Range(ValueSome first, ValueSome last) when first < 0L && last >= 0L ->
            raise (ArgumentException $"range {first}..{last} begins below zero, which counts from the end, and ends above")
        | Range(first, ValueSome last) when last < ValueOption.defaultValue 0L first -> TensorIndex.Slice(0L, 0L)
        | Range(first, last) ->
            let number = ValueOption.map Nullable >> ValueOption.defaultValue (Nullable())
            // If the last index is -1, there is no end, because -1 + 1 = 0 would mean the first
            // index.
            let behind = last |> ValueOption.filter ((<>) -1L) |> ValueOption.map ((+) 1L)
            TensorIndex.Slice(number first, number behind)

    let private view (index: Index list) (t: Tensor) : Tensor =
        t[ReadOnlySpan<TensorIndex>(index |> List.map part |> List.toArray)]

    let private (|Number|_|) (given: obj | null) =
        match given with
        | :? float as x -> Some(Scalar.op_Implicit x)
        | :? int as x -> Some(Scalar.op_Implicit x)
        | :? int64 as x -> Some(Scalar.op_Implicit x)
        | :? bool as x -> Some(Scalar.op_Implicit x)
        | _ -> None

    let private fill (index: Index list) (value: Scalar) (t: Tensor) =
        use filled = view index t
        filled.Fill value

    type Tensor with

        /// <summary>Returns a view of a part of the tensor, for <c>x[0, 1..3]</c>, <c>x[*, 2]</c>,
        /// <c>x[1.., *]</c>. A number selects an index and removes the axis; a range keeps the axis
        /// with these indices, including the last; the remaining axes are taken whole. The view
        /// shares the tensor's memory, and the current scope owns it.</summary>
        /// <param name="index">A number for each index, and two options for each range.</param>
        /// <exception cref="T:Tenure.InvalidArgumentException">An axis does not exist, or an index
        /// is out of range.</exception>
        /// <exception cref="T:System.ArgumentException">A range begins with a negative index, which
        /// counts from the end, and ends with a non-negative one; or a bound is neither an int nor
        /// an int64.</exception>
        member t.GetSlice([<ParamArray>] index: (obj | null)[]) : Tensor = view (parse (List.ofArray index)) t

        /// <summary>Fills a part of the tensor in place: <c>x[0, 1..3] &lt;- 5.0</c>. The index is
        /// the same as for <c>GetSlice</c>.</summary>
        /// <param name="indexAndValue">A number for each index, two options for each range, and
        /// last the value, a number or a bool.</param>
        /// <exception cref="T:Tenure.InvalidArgumentException">An axis does not exist, or an index
        /// is out of range.</exception>
        /// <exception cref="T:System.ArgumentException">As for <c>GetSlice</c>, or the value is
        /// neither a number nor a bool.</exception>
        member t.SetSlice([<ParamArray>] indexAndValue: (obj | null)[]) : unit =
            match Array.last indexAndValue with
            | Number value -> fill (parse (List.ofArray indexAndValue[.. indexAndValue.Length - 2])) value t
            | other -> raise (ArgumentException $"value {other} must be a float, an int, an int64 or a bool")
