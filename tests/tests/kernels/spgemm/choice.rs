//! What is chosen.

use finch_kernels::prelude::*;
use finch_kernels::spgemm::{Algorithm, Counts, choose};

const RULES: [(Algorithm, Counts); 7] = [
    // As most matrices are.
    (
        Algorithm::Gustavson,
        counts(
            [10_000, 10_000],
            [50_000, 50_000],
            [10_000, 10_000],
            false,
            250_000,
            None,
        ),
    ),
    // A workspace of all columns would take longer to clear than to fill.
    (
        Algorithm::GustavsonDict,
        counts([10, 1 << 40], [1000, 1000], [10, 10], false, 2000, None),
    ),
    // Each row of the one would be merged with all rows of the other.
    (
        Algorithm::Outer,
        counts(
            [1 << 20, 1 << 20],
            [50_000, 50_000],
            [50_000, 50_000],
            true,
            60_000,
            None,
        ),
    ),
    // Most rows of the product store nothing.
    (
        Algorithm::Outer,
        counts([1 << 40, 1000], [1000, 1000], [100, 100], false, 2000, None),
    ),
    // Few rows are merged soon.
    (
        Algorithm::Gustavson,
        counts([1000, 1000], [1000, 1000], [10, 10], true, 10_000, None),
    ),
    // A mask of few entries, and one of many.
    (
        Algorithm::Inner,
        counts(
            [10_000, 10_000],
            [100_000, 100_000],
            [10_000, 10_000],
            false,
            10_000_000,
            Some(1000),
        ),
    ),
    (
        Algorithm::Gustavson,
        counts(
            [10_000, 10_000],
            [100_000, 100_000],
            [10_000, 10_000],
            false,
            1_000_000,
            Some(500_000),
        ),
    ),
];

const fn counts(
    shape: [usize; 2],
    stored: [usize; 2],
    rows: [usize; 2],
    listed: bool,
    products: usize,
    mask: Option<usize>,
) -> Counts {
    Counts {
        shape,
        stored,
        rows,
        listed,
        products,
        mask,
    }
}

#[test]
fn by_counts() {
    for (algorithm, counts) in RULES {
        assert_eq!(choose(&counts), algorithm, "{counts:?}")
    }
}

#[test]
fn counts_what_meets() {
    let a = Csr::from_triplets([3, 4], [([0, 1], 1), ([0, 3], 1), ([2, 1], 1)], Add).unwrap();
    let b = Csr::from_triplets([4, 5], [([1, 0], 1), ([1, 4], 1), ([2, 2], 1)], Add).unwrap();
    let wanted = counts([3, 5], [3, 3], [2, 2], false, 4, None);
    assert_eq!(Counts::of(&a, &b), wanted);
    let lists = (Dcsr::from_tensor(&a).unwrap(), Dcsr::from_tensor(&b).unwrap());
    assert_eq!(Counts::of(&lists.0, &lists.1), Counts { listed: true, ..wanted });
    assert_eq!(wanted.under(7).mask, Some(7));

    // Rows that are far apart are searched.
    let far = |index: [usize; 2]| [index[0] << 40, index[1] << 40];
    let spread = |matrix: &Csr<i32>, shape: [usize; 2]| {
        let entries = matrix
            .to_triplets()
            .into_iter()
            .map(|(index, value)| (far([index[0], index[1]]), value));
        WideDcsr::from_triplets(far(shape), entries, Add).unwrap()
    };
    let (a, b) = (spread(&a, [3, 4]), spread(&b, [4, 5]));
    let wanted = Counts {
        shape: far([3, 5]),
        listed: true,
        ..wanted
    };
    assert_eq!(Counts::of(&a, &b), wanted);
}
