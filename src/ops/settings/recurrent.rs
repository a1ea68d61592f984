//! `Cell`: the kinds of recurrent cells.

/// The kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Long short-term memory: gates input, forget, cell, output.
    Lstm,
    /// Gated recurrent unit: gates reset, update, new.
    Gru,
    /// Elman's cell: the hyperbolic tangent of the sum of both products.
    Tanh,
    /// Elman's cell with a rectified linear unit.
    Relu,
}

impl Cell {
    /// The number of gates.
    pub fn gates(self) -> usize {
        match self {
            Cell::Lstm => 4,
            Cell::Gru => 3,
            Cell::Tanh | Cell::Relu => 1,
        }
    }

    /// The name in PyTorch.
    pub fn name(self) -> &'static str {
        match self {
            Cell::Lstm => "lstm",
            Cell::Gru => "gru",
            Cell::Tanh => "rnn_tanh",
            Cell::Relu => "rnn_relu",
        }
    }
}
