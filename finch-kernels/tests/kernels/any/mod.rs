//! Tensors whose format run time knows, reading into them, and the adviser.

mod advise;
mod files;
mod formats;
mod structure;

use finch_kernels::prelude::*;

/// A matrix of these entries, and its places as a dense table.
struct Case {
    name: &'static str,
    rows: Csr<f64>,
}

impl Case {
    fn new(name: &'static str, shape: [usize; 2], entries: impl IntoIterator<Item = ([usize; 2], f64)>) -> Case {
        let rows = Csr::from_triplets(shape, entries, Add).unwrap_or_else(|error| panic!("{name}: {error}"));
        Case { name, rows }
    }
}

/// Numbers that look random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end
    }
}

/// Small matrices of all kinds, empty ones among them.
fn cases() -> Vec<Case> {
    let all = |rows: usize, cols: usize| (0..rows).flat_map(move |row| (0..cols).map(move |col| [row, col]));
    let mut numbers = Numbers(7);
    let mut cases = vec![
        Case::new("nothing", [0, 0], []),
        Case::new("no rows", [0, 5], []),
        Case::new("no columns", [5, 0], []),
        Case::new("no entries", [4, 6], []),
        Case::new("one entry", [3, 3], [([2, 1], 5.0)]),
        Case::new("full", [5, 7], all(5, 7).map(|at| (at, (at[0] * 7 + at[1]) as f64))),
        Case::new(
            "one value",
            [6, 9],
            all(6, 9).filter(|at| at[1] / 3 != at[0] % 3).map(|at| (at, 1.5)),
        ),
        Case::new("diagonal", [5, 5], (0..5).map(|row| ([row, row], row as f64 + 1.0))),
        Case::new("selection", [4, 9], [([0, 8], 1.0), ([2, 0], 2.0), ([3, 4], 3.0)]),
        Case::new("zeros", [3, 3], [([0, 0], 0.0), ([1, 2], -0.0), ([2, 2], 1.0)]),
        Case::new(
            "no numbers",
            [3, 3],
            [
                ([0, 1], f64::NAN),
                ([1, 0], f64::NAN),
                ([2, 2], f64::INFINITY),
                ([2, 1], -1.0),
                ([1, 2], -1.0),
            ],
        ),
        Case::new(
            "band",
            [8, 8],
            all(8, 8)
                .filter(|at| at[0].abs_diff(at[1]) < 2)
                .map(|at| (at, at[0] as f64 - 2.5)),
        ),
        Case::new(
            "symmetric",
            [6, 6],
            all(6, 6)
                .filter(|at| (at[0] * at[1]) % 3 == 0)
                .map(|at| (at, (at[0] + at[1]) as f64)),
        ),
    ];
    for (name, shape, one_in) in [
        ("sparse", [13, 11], 6),
        ("half full", [9, 10], 2),
        ("wide", [3, 5000], 900),
    ] {
        let entries: Vec<_> = all(shape[0], shape[1])
            .filter(|_| numbers.below(one_in) == 0)
            .map(|at| (at, (at[0] + 2 * at[1]) as f64 % 5.0))
            .collect();
        cases.push(Case::new(name, shape, entries))
    }
    cases
}
