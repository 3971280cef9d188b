//! What run time knows of an `einsum!`. Nothing here is generic, nor in what the [costs](super::cost) and
//! [explanations](super::explain) make of it, so that it is compiled once.

use smallvec::SmallVec;

/// One value for each index, dimension or operand. Up to four are stored in place: to allocate memory for each list took more than half of the
/// time of a plan.
pub(super) type List<T> = SmallVec<[T; 4]>;

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
pub struct OperandFacts {
    pub(super) name: &'static str,
    /// The numbers of its indices, outermost first.
    pub(super) places: List<usize>,
    pub(super) extents: List<usize>,
    pub(super) dimensions: List<Dimension>,
    pub(super) stored: usize,
    /// How many children a fiber has along each dimension, on average, if entries are spread evenly.
    pub(super) children: List<f64>,
    /// Its last dimension is a list that is looked up.
    pub(super) followed: bool,
}

impl OperandFacts {
    /// An operand of so many entries.
    pub(super) fn new(
        name: &'static str,
        places: List<usize>,
        extents: List<usize>,
        dimensions: List<Dimension>,
        stored: usize,
    ) -> Self {
        let mut operand = OperandFacts {
            name,
            places,
            extents,
            dimensions,
            stored,
            children: List::new(),
            followed: false,
        };
        operand.children = operand.spread_evenly();
        operand
    }

    /// The children of a fiber along each dimension.
    fn spread_evenly(&self) -> List<f64> {
        let extents = || self.extents.iter().map(|&n| n as f64);
        let last = self.dimensions.iter().rposition(|d| d.sparse);
        // Entries of the last sparse dimension.
        let behind: f64 = extents().skip(last.map_or(0, |last| last + 1)).product();
        let entries = self.stored as f64 / behind.max(1.0);
        let mut fibers = 1.0;
        let mut children = List::new();
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
        let reversed = |numbers: &[usize]| numbers.iter().rev().copied().collect();
        let dimensions = ROWS.into_iter().collect();
        OperandFacts::new(
            self.name,
            reversed(&self.places),
            reversed(&self.extents),
            dimensions,
            self.stored,
        )
    }
}

/// The result.
#[derive(Clone, Debug)]
pub(super) struct OutputFacts {
    pub(super) name: &'static str,
    /// The numbers of its indices, outermost first.
    pub(super) places: List<usize>,
    /// It is written in any order.
    pub(super) any_order: bool,
}

/// One way to compute the result.
#[derive(Clone, Debug)]
pub struct Way {
    /// The numbers of the indices, outermost loop first.
    pub(super) order: List<usize>,
    /// The operands that are transposed first.
    pub(super) transposed: List<usize>,
    /// What is multiplied first. Then `order` is that of the loops that multiply it by the other operands.
    pub(super) factored: Option<Factored>,
}

impl Way {
    /// Loops in that order.
    pub(super) fn new(order: List<usize>) -> Self {
        Way {
            order,
            transposed: List::new(),
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
    pub(super) order: List<usize>,
    /// The numbers of the indices of what is stored, outermost first.
    pub(super) places: List<usize>,
    /// What its dimensions are.
    pub(super) dimensions: List<Dimension>,
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
    pub(super) operands: List<OperandFacts>,
    pub(super) output: OutputFacts,
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
