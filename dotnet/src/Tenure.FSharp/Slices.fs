// Views by F#'s own slices: `x[0, 1..3]`, `x[*, 2]`, `x[1.., *]`. They become one index of C#'s, so the core selects and
// slices, and its errors name the axis and the shape that the user sees. Numbers alone, `x[0, 1]`, would be F#'s name for the
// method Item, which has another meaning.
namespace Tenure.FSharp

open System
open Tenure

/// <summary>Slices of tensors.</summary>
[<AutoOpen>]
module Slices =
    /// What stands between two commas: a number, or the bounds of a range, of which each may be missing.
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

    /// F# gives numbers as they are, and each range as two options, in one list.
    let rec private parse (given: (obj | null) list) =
        match given with
        | [] -> []
        | NonNull one :: rest when (number one).IsSome -> At (number one).Value :: parse rest
        | first :: last :: rest -> Range(bound first, bound last) :: parse rest
        | [ one ] -> raise (ArgumentException $"index {one} can be an int, an int64 or a range of these")

    /// The part of an index that this is. F#'s ranges include the last.
    let private part (index: Index) : TensorIndex =
        match index with
        | At index -> TensorIndex.op_Implicit index
        | Range(ValueSome first, ValueSome last) when first < 0L && last >= 0L ->
            raise (ArgumentException $"range {first}..{last} begins below zero, which counts from the end, and ends above")
        | Range(first, ValueSome last) when last < ValueOption.defaultValue 0L first -> TensorIndex.Slice(0L, 0L)
        | Range(first, last) ->
            let number = ValueOption.map Nullable >> ValueOption.defaultValue (Nullable())
            // An end of 0 would be before the first: the last index of all is followed by none.
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

        /// <summary>A view of a part, for <c>x[0, 1..3]</c>, <c>x[*, 2]</c>, <c>x[1.., *]</c>. A number selects an index and its axis
        /// goes; a range keeps the axis with these indices, the last one included; axes beyond are taken whole. It shares the
        /// tensor's memory, and belongs to the current scope.</summary>
        /// <param name="index">Numbers, and two options for each range.</param>
        /// <exception cref="T:Tenure.InvalidArgumentException">There is no such axis or index.</exception>
        /// <exception cref="T:System.ArgumentException">A range begins below zero, which counts from the end, and ends above; or a
        /// bound is neither an int nor an int64.</exception>
        member t.GetSlice([<ParamArray>] index: (obj | null)[]) : Tensor = view (parse (List.ofArray index)) t

        /// <summary>Fills a part in place: <c>x[0, 1..3] &lt;- 5.0</c>. What an index means says <c>GetSlice</c>.</summary>
        /// <param name="indexAndValue">Numbers, two options for each range, and the value, a number or a truth value.</param>
        /// <exception cref="T:Tenure.InvalidArgumentException">There is no such axis or index.</exception>
        /// <exception cref="T:System.ArgumentException">As of <c>GetSlice</c>, or the value is neither a number nor a truth value.</exception>
        member t.SetSlice([<ParamArray>] indexAndValue: (obj | null)[]) : unit =
            match Array.last indexAndValue with
            | Number value -> fill (parse (List.ofArray indexAndValue[.. indexAndValue.Length - 2])) value t
            | other -> raise (ArgumentException $"value {other} must be a float, an int, an int64 or a bool")
