//! What run time knows of an `einsum!`. Nothing here is generic, nor in what the [costs](super::cost) and
//! [explanations](super::explain) make of it, so that it is compiled once.

/// What a dimension is.
#[derive(Clone, Copy, Debug)]
pub struct Dimension {
    /// Every place can be looked up.
    pub(super) looked_up: bool,
    /// There is fill wherever nothing is stored.
    pub(super) sparse: bool,
}

/// The dimensions of a matrix that was transposed.
const ROWS: [Dimension; 2] = [
    Dimension {
        looked_up: true,
        sparse: false,
    },
    Dimension {
        looked_up: false,
        sparse: true,
    },
];

/// An operand.
#[derive(Clone, Debug)]
pub struct Operand {
    pub(super) name: &'static str,
    /// The numbers of its indices, outermost first.
    pub(super) places: Vec<usize>,
    pub(super) extents: Vec<usize>,
    pub(super) dimensions: Vec<Dimension>,
    pub(super) stored: usize,
    /// Its last dimension is a list that is looked up.
    pub(super) followed: bool,
}

impl Operand {
    /// How many children a fiber has along each dimension, on average, if entries are spread evenly.
    pub(super) fn children(&self) -> Vec<f64> {
        let extents = || self.extents.iter().map(|&n| n as f64);
        let last = self.dimensions.iter().rposition(|d| d.sparse);
        // Entries of the last sparse dimension.
        let behind: f64 = extents().skip(last.map_or(0, |last| last + 1)).product();
        let entries = self.stored as f64 / behind.max(1.0);
        let mut fibers = 1.0;
        let mut children = Vec::new();
        for (axis, n) in extents().enumerate() {
            let places = fibers * n;
            let stored = match last {
                _ if !self.dimensions[axis].sparse => places,
                Some(last) if last == axis => entries.min(places),
                _ => places * (1.0 - (-entries / places.max(1.0)).exp()),
            };
            children.push(if fibers > 0.0 { stored / fibers } else { 0.0 });
            fibers = stored;
        }
        children
    }

    /// This matrix, transposed.
    pub(super) fn transposed(&self) -> Self {
        let mut operand = self.clone();
        operand.places.reverse();
        operand.extents.reverse();
        operand.dimensions = ROWS.to_vec();
        operand
    }
}

/// The result.
#[derive(Clone, Debug)]
pub(super) struct Output {
    pub(super) name: &'static str,
    /// The numbers of its indices, outermost first.
    pub(super) places: Vec<usize>,
    /// It is written in any order.
    pub(super) any_order: bool,
}

/// One way to compute the result.
#[derive(Clone, Debug)]
pub struct Way {
    /// The numbers of the indices, outermost loop first.
    pub(super) order: Vec<usize>,
    /// The operands that are transposed first.
    pub(super) transposed: Vec<usize>,
    /// What is multiplied first. Then `order` is that of the loops that multiply it by the other operands.
    pub(super) factored: Option<Factored>,
}

impl Way {
    /// Loops in that order.
    pub(super) fn new(order: Vec<usize>) -> Self {
        Way {
            order,
            transposed: Vec::new(),
            factored: None,
        }
    }
}

/// Two operands that are multiplied first, or one of which a row is copied.
#[derive(Clone, Debug)]
pub(super) struct Factored {
    /// The numbers of the two: twice the same of one.
    pub(super) pair: [usize; 2],
    /// The loops around both, which are the first ones of both orders. `None` if sums are stored in a temporary tensor.
    pub(super) lead: Option<usize>,
    /// The order of the loops that sum up.
    pub(super) order: Vec<usize>,
    /// The numbers of the indices of what is stored, outermost first.
    pub(super) places: Vec<usize>,
    /// What its dimensions are.
    pub(super) dimensions: Vec<Dimension>,
    /// The semiring has the laws that it takes.
    pub(super) allowed: bool,
    /// What is stored, a list, is looked up.
    pub(super) followed: bool,
}

impl Factored {
    /// There is a sum at every place, also where there is no product.
    pub(super) fn is_dense(&self) -> bool {
        self.dimensions.last().is_none_or(|last| !last.sparse)
    }
}

/// All that run time knows.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) operands: Vec<Operand>,
    pub(super) output: Output,
    pub(super) ways: Vec<Way>,
    /// Indices, by number.
    pub(super) names: Vec<(usize, &'static str)>,
}

impl Facts {
    pub(super) fn name(&self, number: usize) -> &'static str {
        self.names
            .iter()
            .find(|(n, _)| *n == number)
            .map_or("", |(_, name)| name)
    }

    /// The extent of an index: that of the first operand that has it.
    pub(super) fn extent(&self, number: usize) -> f64 {
        self.operands
            .iter()
            .find_map(|o| {
                o.places
                    .iter()
                    .position(|&p| p == number)
                    .map(|axis| o.extents[axis] as f64)
            })
            .unwrap_or(0.0)
    }
}
