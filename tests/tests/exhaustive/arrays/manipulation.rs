//! Arrays of other shapes, reductions as operands, means and the like, and products of each pair of formats: values beside plain loops over
//! dense arrays, and the format that is inferred.

use super::{A, COLS, ROWS, at, check, depth, each, grid, inferred};
use finch_formats::prelude::*;
use finch_formats::{Error, Result};

/// A dense factor, of `COLS` by 2.
fn factor() -> Matrix<f64> {
    Matrix::from_dense([COLS, 2], &grid(COLS, 2, factor_at)).unwrap()
}

fn factor_at(j: usize, i: usize) -> f64 {
    depth(2 * j + i)
}

/// A factor of `ROWS` by 2.
fn other() -> Matrix<f64> {
    Matrix::from_dense([ROWS, 2], &grid(ROWS, 2, other_at)).unwrap()
}

fn other_at(j: usize, i: usize) -> f64 {
    depth(3 * j + i + 1)
}

operations! {
    //                                                    Matrix Csr Dcsr Coo RunMatrix SparseRunMatrix BandMatrix BlockCsr
    rolled: |a| a.roll::<1>(2), [ROWS, COLS], grid(ROWS, COLS, |j, i| at(j, (i + 4) % COLS));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    rolled_rows: |a| a.roll::<0>(-5) * 2.0, [ROWS, COLS], grid(ROWS, COLS, |j, i| 2.0 * at((j + 1) % ROWS, i));
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BlockCsr BlockCsr"
    flipped: |a| a.flip::<1>(), [ROWS, COLS], grid(ROWS, COLS, |j, i| at(j, COLS - 1 - i));
        "Matrix Matrix SparseList<Dense<Element<f64>>> SparseList<Dense<Element<f64>>> Matrix Matrix Matrix Matrix"
    flipped_rows: |a| a.flip::<0>() * 2.0, [ROWS, COLS], grid(ROWS, COLS, |j, i| 2.0 * at(ROWS - 1 - j, i));
        "Matrix Csr Csr Csr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    masked_by_flipped: |a| &a * a.flip::<1>(), [ROWS, COLS], grid(ROWS, COLS, |j, i| at(j, i) * at(j, COLS - 1 - i));
        "Matrix Csr Dcsr Dcsr Matrix BlockCsr BandMatrix BlockCsr"
    tiled_rows: |a| a.tile::<0>(2), [2 * ROWS, COLS], grid(2 * ROWS, COLS, |j, i| at(j % ROWS, i));
        "Matrix Csr Csr Csr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
    repeated: |a| a.repeat::<0>(2).repeat::<1>(3), [2 * ROWS, 3 * COLS], grid(2 * ROWS, 3 * COLS, |j, i| at(j / 2, i / 3));
        "Matrix Matrix Matrix Matrix Matrix Matrix Matrix Matrix"
    flattened: |a| a.flatten(), [ROWS * COLS], each(|v| v);
        "Vector Vector Vector Vector Vector Vector Vector Vector"
    reshaped: |a| a.window([0..3, 0..4]).flatten().stretches(6), [2, 6],
        grid(2, 6, |j, i| at((6 * j + i) / 4, (6 * j + i) % 4));
        "Matrix Matrix Matrix Matrix Matrix Matrix Matrix Matrix"
    expanded: |a| a.expand_dims::<1>(), [ROWS, 1, COLS], each(|v| v);
        "Dense<Dense<Dense<Element<f64>>>> Dense<Dense<SparseList<Element<f64>>>> \
         SparseList<Dense<SparseList<Element<f64>>>> SparseList<Dense<SparseList<Element<f64>>>> \
         Dense<Dense<RunList<Element<f64>>>> Dense<Dense<SparseRunList<Element<f64>>>> \
         Dense<Dense<SparseBand<Element<f64>>>> Dense<Dense<SparseBlockList<Element<f64>>>>"
    stacked_within: |a| a.stack_axis::<1, _>(&(&a * 2.0)), [ROWS, 2, COLS],
        grid(2 * ROWS, COLS, |j, i| at(j / 2, i) * (j % 2 + 1) as f64);
        "Dense<Dense<Dense<Element<f64>>>> Dense<Dense<SparseList<Element<f64>>>> \
         SparseList<Dense<SparseList<Element<f64>>>> SparseList<Dense<SparseList<Element<f64>>>> \
         Dense<Dense<RunList<Element<f64>>>> Dense<Dense<SparseRunList<Element<f64>>>> \
         Dense<Dense<SparseBlockList<Element<f64>>>> Dense<Dense<SparseBlockList<Element<f64>>>>"
    stacked: |a| a.stack(&a), [2, ROWS, COLS], grid(2 * ROWS, COLS, |j, i| at(j % ROWS, i));
        "Dense<Dense<Dense<Element<f64>>>> Dense<Dense<SparseList<Element<f64>>>> \
         Dense<SparseList<SparseList<Element<f64>>>> Dense<SparseList<SparseList<Element<f64>>>> \
         Dense<Dense<RunList<Element<f64>>>> Dense<Dense<SparseRunList<Element<f64>>>> \
         Dense<Dense<SparseBlockList<Element<f64>>>> Dense<Dense<SparseBlockList<Element<f64>>>>"
    lifted: |a| a.lift(), [1, ROWS, COLS], each(|v| v);
        "Dense<Dense<Dense<Element<f64>>>> Dense<Dense<SparseList<Element<f64>>>> \
         Dense<SparseList<SparseList<Element<f64>>>> Dense<SparseList<SparseList<Element<f64>>>> \
         Dense<Dense<RunList<Element<f64>>>> Dense<Dense<SparseRunList<Element<f64>>>> \
         Dense<Dense<SparseBand<Element<f64>>>> Dense<Dense<SparseBlockList<Element<f64>>>>"
    broadcast: |a| a.broadcast_to([3, ROWS, COLS]), [3, ROWS, COLS], grid(3 * ROWS, COLS, |j, i| at(j % ROWS, i));
        "Dense<Dense<Dense<Element<f64>>>> Dense<Dense<SparseList<Element<f64>>>> \
         Dense<SparseList<SparseList<Element<f64>>>> Dense<SparseList<SparseList<Element<f64>>>> \
         Dense<Dense<RunList<Element<f64>>>> Dense<Dense<SparseRunList<Element<f64>>>> \
         Dense<Dense<SparseBand<Element<f64>>>> Dense<Dense<SparseBlockList<Element<f64>>>>"
    stretched: |a| a.stretches(2), [ROWS, COLS / 2, 2], each(|v| v);
        "Dense<Dense<Dense<Element<f64>>>> Dense<Dense<SparseList<Element<f64>>>> \
         SparseList<Dense<SparseList<Element<f64>>>> SparseList<Dense<SparseList<Element<f64>>>> \
         Dense<Dense<RunList<Element<f64>>>> Dense<Dense<SparseRunList<Element<f64>>>> \
         Dense<Dense<SparseBand<Element<f64>>>> Dense<Dense<SparseBlockList<Element<f64>>>>"
    column: |a| a.pick::<0>(0).column() * a.window([0..1, 0..3]).pick::<0>(0), [COLS, 3],
        grid(COLS, 3, |j, i| at(0, j) * at(0, i));
        "Matrix Dcsr Dcsr Dcsr RunMatrix SparseList<SparseRunList<Element<f64>>> \
         SparseList<SparseBand<Element<f64>>> SparseList<SparseBlockList<Element<f64>>>"
    outer: |a| a.pick::<0>(0).outer(a.pick::<0>(3)), [COLS, COLS], grid(COLS, COLS, |j, i| at(0, j) * at(3, i));
        "Matrix Dcsr Dcsr Dcsr RunMatrix SparseList<SparseRunList<Element<f64>>> \
         SparseList<SparseBand<Element<f64>>> SparseList<SparseBlockList<Element<f64>>>"
    tensordot: |a| a.tensordot(&factor()), [ROWS, 2],
        grid(ROWS, 2, |j, l| (0..COLS).map(|k| at(j, k) * factor_at(k, l)).sum());
        "Matrix Matrix SparseList<Dense<Element<f64>>> SparseList<Dense<Element<f64>>> Matrix Matrix Matrix Matrix"
    tensordot_of_rows: |a| a.tensordot_axis::<0, 0, _>(&other()), [COLS, 2],
        grid(COLS, 2, |i, l| (0..ROWS).map(|k| at(k, i) * other_at(k, l)).sum());
        "Matrix Matrix Matrix Matrix Matrix Matrix Matrix Matrix"
    sampled: |a| &a * other().matmul(&factor().t()), [ROWS, COLS],
        grid(ROWS, COLS, |j, i| at(j, i) * (0..2).map(|k| other_at(j, k) * factor_at(i, k)).sum::<f64>());
        "Matrix Csr Dcsr Dcsr Matrix BlockCsr BandMatrix BlockCsr"
    means_of_rows: |a| a.mean_axis::<1>(), [ROWS], grid(1, ROWS, |_, j| (0..COLS).map(|i| at(j, i)).sum::<f64>() / 6.0);
        "Vector Vector SparseVector SparseVector Vector Vector Vector Vector"
    reduced_within: |a| &a * a.sum_axis::<1>().column(), [ROWS, COLS],
        grid(ROWS, COLS, |j, i| at(j, i) * (0..COLS).map(|i| at(j, i)).sum::<f64>());
        "Matrix Csr Dcsr Dcsr RunMatrix SparseRunMatrix BandMatrix BlockCsr"
}

/// What is computed at once, of one format of each kind: means, sums of all values up to each, places, and sums of sums.
#[test]
fn summaries() -> Result<(), Error> {
    of_formats!(|a, what| {
        let mean = A.iter().sum::<f64>() / 24.0;
        let squares: f64 = A.iter().map(|v| (v - mean) * (v - mean)).sum();
        assert_eq!(a.mean()?, mean, "{what}");
        assert!((a.variance(0)? - squares / 24.0).abs() < 1e-12, "{what}");
        assert!((a.std(1)? - (squares / 23.0).sqrt()).abs() < 1e-12, "{what}");
        assert_eq!(
            a.cumulative_sum::<1>()?.values(),
            grid(ROWS, COLS, |j, i| (0..=i).map(|i| at(j, i)).sum::<f64>()),
            "{what}"
        );
        assert_eq!(
            (&a + 1.0).cumulative_product::<0>()?.values(),
            grid(ROWS, COLS, |j, i| (0..=j).map(|j| at(j, i) + 1.0).product::<f64>()),
            "{what}"
        );
        let places: Vec<usize> = a.nonzero()?.iter().map(|place| place[0] * COLS + place[1]).collect();
        assert_eq!(places, (0..24).filter(|&n| A[n] != 0.0).collect::<Vec<_>>(), "{what}");
        assert_eq!(a.sum_axis::<0>().sum()?, A.iter().sum::<f64>(), "{what}");
        assert_eq!((a.sum_axis::<1>() - 1.0).greatest()?, 17.0, "{what}");
    }; Matrix Dcsr Coo SparseRunMatrix BandMatrix);
    Ok(())
}

/// Products with a right factor in each format, alone and as the operand of a sum.
#[test]
fn right_factors() -> Result<(), Error> {
    let dense = grid(2, COLS, |j, i| {
        (0..ROWS).map(|k| other_at(k, j) * at(k, i)).sum::<f64>()
    });
    let left: Csr<f64> = Matrix::from_dense([2, ROWS], &grid(2, ROWS, |j, k| other_at(k, j)))?.drop_fills()?;
    macro_rules! over {
        ($($format:ident $expected:literal)*) => { $({
            let b: $format<f64> = Matrix::from_dense([ROWS, COLS], &A)?.drop_fills()?;
            let what = ["right factor", stringify!($format)];
            check(what, $expected, left.matmul(&b), &[2, COLS], &dense);
            let twice: Vec<f64> = dense.iter().map(|v| 2.0 * v).collect();
            check(what, $expected, left.matmul(&b) + left.matmul(&b), &[2, COLS], &twice);
        })* };
    }
    over!(Matrix "Matrix" Csr "Csr" Dcsr "Csr" Coo "Csr" RunMatrix "Matrix" SparseRunMatrix "Csr" BandMatrix "Csr" BlockCsr "Csr");
    Ok(())
}
