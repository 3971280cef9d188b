//! Pairs of matrices, and masks.

use crate::oracle::Grid;

/// Operands of a product, and a mask for it. Values are from -3 to 3, so that sums cancel and are exact.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) a: Grid<i64>,
    pub(crate) b: Grid<i64>,
    pub(crate) mask: Grid<bool>,
}

/// Numbers that are the same each time (Knuth's constants).
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % end
    }

    /// A value, in `percent` of all cases.
    fn value(&mut self, percent: u64) -> Option<i64> {
        (self.below(100) < percent).then(|| self.below(7) as i64 - 3)
    }
}

/// The cases: random ones, and those at the borders.
pub(crate) fn cases() -> Vec<Case> {
    let mut dice = Dice(27);
    let mut cases = Vec::new();
    for (name, [m, l, n], percent) in [
        ("nothing at all", [0, 0, 0], 50),
        ("no rows", [0, 4, 3], 50),
        ("no inner dimension", [3, 0, 4], 50),
        ("no columns", [3, 4, 0], 50),
        ("nothing stored", [5, 6, 7], 0),
        ("one cell", [1, 1, 1], 100),
        ("few entries", [9, 8, 7], 8),
        ("some entries", [12, 10, 14], 30),
        ("all entries", [6, 7, 5], 100),
        ("wide", [2, 3, 90], 40),
        ("tall", [40, 2, 3], 40),
        ("long inner dimension", [3, 80, 4], 50),
    ] {
        let a = Grid::of(m, l, |_, _| dice.value(percent));
        let b = Grid::of(l, n, |_, _| dice.value(percent));
        let mask = Grid::of(m, n, |_, _| dice.value(40).map(|value| value != 0));
        cases.push(Case { name, a, b, mask })
    }
    // Rows of all lengths, from none to all, in both operands; touched columns in descending order.
    let rows = Grid::of(60, 60, |row, column| {
        (column >= 60 - row).then_some(1 + (row % 3) as i64)
    });
    let mask = Grid::of(60, 60, |row, column| (row % 4 == column % 3).then_some(true));
    cases.push(Case {
        name: "rows of all lengths",
        a: Grid::of(60, 60, |row, column| rows.at(59 - row, column)),
        b: rows,
        mask,
    });
    // Windows too wide for bitmaps: a few columns of many, in disorder.
    let a = Grid::of(4, 40, |row, column| ((row + column) % 2 == 0).then_some(1));
    let b = Grid::of(40, 9000, |row, column| (column == row * 7919 % 9000).then_some(2));
    let mask = Grid::of(4, 9000, |row, column| (column % (row + 2) == 0).then_some(true));
    cases.push(Case {
        name: "columns far apart",
        a,
        b,
        mask,
    });
    // All sums cancel.
    cases.push(Case {
        name: "cancelled",
        a: Grid::of(5, 4, |_, column| Some(if column % 2 == 0 { 1 } else { -1 })),
        b: Grid::of(4, 6, |_, _| Some(2)),
        mask: Grid::of(5, 6, |row, _| (row > 2).then_some(true)),
    });
    cases
}
