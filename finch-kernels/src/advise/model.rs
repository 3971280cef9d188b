//! What work over a matrix takes in each format: sums over what it is like.

use super::structure::{BLOCKS, Structure};
use crate::imports::*;

/// How many formats there are.
pub(super) const FORMATS: usize = MatrixFormat::ALL.len();

/// What a matrix is going to be used for: the question that [`advise_for`](crate::advise::advise_for) is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Workload {
    /// A product with a dense vector: [`spmv_any`](crate::spmv::spmv_any).
    Spmv,
    /// A product with a dense matrix of so many columns: [`spmm`](crate::spmm).
    Spmm(usize),
    /// A visit of every entry, by [`for_each`](finch_formats::Tensor::for_each).
    Iterate,
}

/// How many numbers a prediction sums up.
const TERMS: usize = 8;

/// Nanoseconds for each of: one call, a row, a list of entries, a piece (a stretch, a block in one of its rows, a run), a value, a change of
/// length and one between empty and filled rows, both of which branch prediction misses, and a place of the vector that is far from
/// the one before, for each doubling of the vector beyond the first level of the cache.
pub(super) type Costs = [f64; TERMS];

/// What work takes in every format: the costs of each step of it, on one machine.
///
/// [`Model::default`] is shipped: it was fitted to the matrices of the data set, by the program `advise --fit` of the package
/// `finch-benches`, on the processor that `benches/results/advise.txt` names. Choices depend on how these numbers compare, which differs
/// less between machines than the numbers do. [`Model::calibrate`](Model::calibrate) measures the machine that it runs on.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) spmv: [Costs; FORMATS],
    /// With eight columns.
    pub(super) spmm: [Costs; FORMATS],
    pub(super) iterate: [Costs; FORMATS],
    /// Nanoseconds to stream a byte that is in no cache.
    pub(super) per_byte: f64,
    /// How many bytes stay in the cache.
    pub(super) cache: usize,
}

/// The columns that the costs of products with matrices are for.
pub(super) const COLUMNS: usize = 8;

/// A vector of so many bytes stays in the first level of the cache.
const NEAR: f64 = 32768.0;

/// So many changes of length branch prediction learns, when the same work is done again and again.
const LEARNED: usize = 512;

/// What the costs of work over a format are multiplied with.
fn terms(structure: &Structure, format: MatrixFormat) -> Costs {
    let s = structure;
    let cells = s.rows as f64 * s.cols as f64;
    let (lists, entries) = (s.filled_rows as f64, s.stored as f64);
    let unlearned = |changes: usize| changes.saturating_sub(LEARNED) as f64;
    let (lengths, empty) = (unlearned(s.length_changes), unlearned(s.empty_changes));
    let stretches = unlearned(s.stretch_changes);
    let doublings = (s.cols as f64 * s.value_bytes as f64 / NEAR).max(1.0).log2();
    let far = s.stretches as f64 * doublings;
    // A format whose blocks were not counted is not asked about.
    let blocks = |at: usize| {
        let count = s.blocks.unwrap_or_default()[at] as f64;
        [lists, count * BLOCKS[at] as f64, 0.0, lengths, empty, far]
    };
    let [lists, pieces, values, lengths, empty, far] = match format {
        MatrixFormat::Full | MatrixFormat::FullSymmetric => [0.0, 0.0, cells, 0.0, 0.0, 0.0],
        MatrixFormat::Csr => [lists, 0.0, entries, lengths, empty, far],
        MatrixFormat::Dcsr | MatrixFormat::Coo => [lists, 0.0, entries, lengths, 0.0, far],
        MatrixFormat::Stretches => [lists, s.stretches as f64, entries, stretches, empty, far],
        MatrixFormat::Blocks2 => blocks(0),
        MatrixFormat::Blocks3 => blocks(1),
        MatrixFormat::Blocks4 => blocks(2),
        MatrixFormat::Band => [0.0, 0.0, s.band as f64, unlearned(s.band_changes), 0.0, 0.0],
        MatrixFormat::Runs => [lists, s.runs as f64, entries, stretches, empty, far],
        MatrixFormat::Points => [0.0, 0.0, entries, 0.0, empty, far],
    };
    [1.0, s.rows as f64, lists, pieces, values, lengths, empty, far]
}

/// A measured time, which a [`Model`] is fitted to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample {
    /// The matrix.
    pub structure: Structure,
    /// Its format.
    pub format: MatrixFormat,
    /// What was done: products with matrices are of eight columns.
    pub work: Workload,
    /// How long it took.
    pub seconds: f64,
}

impl Sample {
    /// What was measured.
    pub fn new(structure: Structure, format: MatrixFormat, work: Workload, seconds: f64) -> Sample {
        Sample {
            structure,
            format,
            work,
            seconds,
        }
    }
}

impl Model {
    /// How many seconds work takes in a format, or `None` if the format cannot hold the matrix.
    pub fn predict(&self, structure: &Structure, format: MatrixFormat, work: Workload) -> Option<f64> {
        let bytes = structure.bytes(format)?;
        let columns = match work {
            Workload::Spmm(columns) => columns,
            _ => 1,
        };
        let places = structure.rows as f64 + structure.cols.min(structure.stored) as f64;
        let vectors = places * columns as f64 * structure.value_bytes as f64;
        let terms = terms(structure, format);
        let time = |table: &[Costs; FORMATS]| -> f64 {
            let costs = &table[format as usize];
            costs.iter().zip(&terms).map(|(cost, count)| cost * count).sum()
        };
        let computed = match work {
            Workload::Spmv => time(&self.spmv),
            Workload::Spmm(columns) => {
                let (one, eight) = (time(&self.spmv), time(&self.spmm));
                (one + (eight - one) / (COLUMNS - 1) as f64 * (columns as f64 - 1.0)).max(0.0)
            }
            Workload::Iterate => time(&self.iterate),
        };
        let moved = bytes as f64 + vectors;
        let streamed = if moved > self.cache as f64 {
            moved * self.per_byte
        } else {
            0.0
        };
        Some(computed.max(streamed) * 1e-9)
    }

    /// This model with new costs, those that fit the measured times of `samples` best. The costs of a work in a format change only if there
    /// are at least eight samples of both. Errors are weighed as shares of the time, and no cost is negative.
    pub fn fitted(mut self, samples: &[Sample]) -> Model {
        for (work, table) in [
            (Workload::Spmv, &mut self.spmv),
            (Workload::Spmm(COLUMNS), &mut self.spmm),
            (Workload::Iterate, &mut self.iterate),
        ] {
            for &format in MatrixFormat::ALL {
                let of = samples
                    .iter()
                    .filter(|sample| (sample.work, sample.format) == (work, format) && sample.seconds > 0.0);
                // Shares of the time.
                let lines: Vec<Costs> = of
                    .map(|sample| terms(&sample.structure, format).map(|count| count / (sample.seconds * 1e9)))
                    .collect();
                if lines.len() >= TERMS {
                    table[format as usize] = least_squares(&lines)
                }
            }
        }
        self
    }
}

/// The costs, none of them negative, whose sums over each line are closest to one: coordinate descent.
fn least_squares(lines: &[Costs]) -> Costs {
    let product = |one: usize, other: usize| lines.iter().map(|line| line[one] * line[other]).sum::<f64>();
    let products: [Costs; TERMS] = std::array::from_fn(|one| std::array::from_fn(|other| product(one, other)));
    let sums: Costs = std::array::from_fn(|term| lines.iter().map(|line| line[term]).sum());
    let mut costs = [0.0; TERMS];
    for _ in 0..20_000 {
        for term in 0..TERMS {
            if products[term][term] > 0.0 {
                let with: f64 = products[term]
                    .iter()
                    .zip(&costs)
                    .map(|(product, cost)| product * cost)
                    .sum();
                let cost: f64 = costs[term] + (sums[term] - with) / products[term][term];
                costs[term] = cost.max(0.0)
            }
        }
    }
    costs
}
