namespace Tenure;

/// <summary>From .NET's types to element types and back.</summary>
public static class DTypes
{
    /// <summary>The element type that holds values of <typeparamref name="T"/>.</summary>
    /// <exception cref="NotSupportedException">No element type does.</exception>
    public static DType Of<T>() where T : unmanaged
    {
        if (typeof(T) == typeof(float))
        {
            return DType.F32;
        }
        if (typeof(T) == typeof(double))
        {
            return DType.F64;
        }
        if (typeof(T) == typeof(int))
        {
            return DType.I32;
        }
        if (typeof(T) == typeof(long))
        {
            return DType.I64;
        }
        if (typeof(T) == typeof(byte))
        {
            return DType.U8;
        }
        if (typeof(T) == typeof(bool))
        {
            return DType.Bool;
        }
        throw new NotSupportedException($"{typeof(T)} is no element type: use float, double, int, long, byte or bool");
    }

    /// <summary>The element type of that name, null for none.</summary>
    internal static DType? Named(string name) => name switch
    {
        "float32" => DType.F32,
        "float64" => DType.F64,
        "int32" => DType.I32,
        "int64" => DType.I64,
        "uint8" => DType.U8,
        "bool" => DType.Bool,
        _ => null,
    };

    /// <summary>The name as it is printed: float32, float64, int32, int64, uint8, bool.</summary>
    public static string Name(this DType dtype) => dtype switch
    {
        DType.F32 => "float32",
        DType.F64 => "float64",
        DType.I32 => "int32",
        DType.I64 => "int64",
        DType.U8 => "uint8",
        DType.Bool => "bool",
        _ => $"dtype {(int)dtype}",
    };
}
