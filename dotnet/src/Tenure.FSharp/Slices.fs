// Views by F#'s own slices: `x[0, 1..3]`, `x[*, 2]`, `x[1.., *]`. An index says where its axis is selected or sliced; the
// core does both. Only the view that is returned is left, owned by the current scope: those in between are closed at once. Numbers alone, `x[0, 1]`, would be
// F#'s name for the method Item, which has another meaning.
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

    let private slice (axis: int64) (first: int64 voption) (last: int64 voption) (t: Tensor) =
        match ValueOption.defaultValue 0L first, last with
        | 0L, ValueNone -> t
        | first, ValueNone -> t.Slice(axis, first, Int64.MaxValue)
        | first, ValueSome last when first < 0L && last >= 0L ->
            raise (ArgumentException $"range {first}..{last} begins below zero, which counts from the end, and ends above")
        | first, ValueSome last when last < first -> t.Slice(axis, 0L, 0L)
        // An end of 0 would be before the first: the last index of all is followed by none.
        | first, ValueSome last -> t.Slice(axis, first, (if last = -1L then Int64.MaxValue else last + 1L))

    let private view (index: Index list) (t: Tensor) =
        let step (from: Tensor, axis) index =
            try
                match index with
                | At index -> from.Select(axis, index), axis
                | Range(first, last) -> slice axis first last from, axis + 1L
            with _ ->
                if not (obj.ReferenceEquals(from, t)) then
                    from.Dispose()

                reraise ()

        let next (from: Tensor, axis) index =
            let made, axis = step (from, axis) index

            if not (obj.ReferenceEquals(from, t) || obj.ReferenceEquals(from, made)) then
                from.Dispose()

            made, axis

        let made, _ = List.fold next (t, 0L) index
        if obj.ReferenceEquals(made, t) then t.Alias() else made

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
