//! The chapters of the reference of operations.

/// The chapters: a file of `src/api` and what its functions have in common.
pub const CHAPTERS: [(&str, &str, &str); 26] = [
    ("tensor/create", "Making", "The result is in the scope that is named, else the current one."),
    (
        "tensor/like",
        "Series, samples, and making like another",
        "The result is in the scope that is named, else the current one.",
    ),
    ("tensor/info", "What a tensor is", "In C# these are properties."),
    ("tensor/transfer", "Elements, copies and casts", "A copy keeps nothing of the tensor's memory."),
    (
        "tensor/math",
        "Element by element, products, losses",
        "Shapes broadcast as NumPy's do. The result has the element type that both operands [promote](concepts/dtypes.md) \
         to. A number keeps the tensor's type; a fraction beside a tensor of integers gives f32.",
    ),
    ("tensor/function", "Functions of each element", "A float keeps its type; of an integer the result is f32."),
    ("tensor/activation", "Activations", "A float keeps its type; of an integer the result is f32."),
    ("tensor/logic", "Truth values and bits", "Shapes broadcast, and dtypes promote, as above; truth values are bool."),
    ("tensor/reduce", "Over axes", "No axis named means all of them."),
    ("tensor/statistics", "Statistics and scans", "No axes named means all of them."),
    ("tensor/view", "Views", "They lie on the memory of the tensor that they are made of, where that is possible."),
    ("tensor/subscript", "Windows by an index", "What they give lies on the same memory."),
    ("tensor/index", "Indexing", "Indices count from 0, and are checked before anything is changed."),
    ("tensor/sort", "Searching and counting", "NaN is greater than every number."),
    ("tensor/order", "Order", "NaN is greater than every number."),
    (
        "tensor/products",
        "Products of vectors, matrices and tensors",
        "The result has the element type that both operands [promote](concepts/dtypes.md) to.",
    ),
    (
        "tensor/linalg",
        "Linear algebra",
        "The last two axes are matrices, those before them a batch; batches of two operands broadcast. A float keeps its type, \
         and everything is computed in f64; of an integer the result is f32. Decompositions that are not unique have the signs \
         that the method gives.",
    ),
    (
        "tensor/fft",
        "Fourier transforms",
        "A complex tensor has a last axis of size 2, the real and the imaginary part, as `torch.view_as_real` gives it. The \
         axes of transforms are counted without it: -1 is the last axis before it. `rfft` and `ihfft` take a real tensor; the \
         others take a complex one, and `irfft`, `irfft2`, `irfftn` and `hfft` give a real one. A float keeps its type, and \
         everything is computed in f64; of an integer the result is f32.",
    ),
    ("tensor/nn", "Layers", "Their parameters are those of `torch.nn.functional`."),
    ("tensor/conv", "Convolutions", "A list of numbers has one for each axis, or one for all."),
    ("tensor/pool", "Pooling", "A list of numbers has one for each axis, or one for all."),
    ("tensor/norm", "Normalisation", "Weights and biases are left out as `null`."),
    ("tensor/recurrent", "Recurrent networks", "Weights are in the order of PyTorch's parameters."),
    ("tensor/loss", "Losses", "They give one number for each element or row, or their mean or sum."),
    (
        "tensor/gradient",
        "Gradients of leaves",
        "A leaf requires a gradient, and keeps the sum of those that `backward` computes for it. A program that uses all of \
         these is in [training](../guides/training.md#pytorchs-and-djls-way-gradients-in-the-parameters).",
    ),
    (
        "tensor/in_place",
        "In place",
        "They write the result to the memory of the tensor, which all its views and aliases share, keep its dtype and return \
         nothing. Nothing has changed after an error. No temporary of the tensor's size is used except where the text says so.",
    ),
];

/// A text with lines of 100 columns.
pub fn wrapped(text: &str) -> String {
    lines(text, 100).join("\n")
}

/// A list item that begins after `indent` spaces; its other lines stand below its text.
pub fn item(indent: usize, text: &str) -> String {
    let (first, others) = (" ".repeat(indent), " ".repeat(indent + 2));
    format!("{first}- {}\n", lines(text, 98 - indent).join(&format!("\n{others}")))
}

fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is one from the start");
        if line.len() + 1 + word.len() > width {
            lines.push(word.to_string());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
