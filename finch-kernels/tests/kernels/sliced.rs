//! Products of matrices in slices of diagonals, beside those of compressed rows, to the last bit.

use crate::operands::{bits, vector};
use finch_formats::random::Random;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spmv::SlicedDiagonals;

/// The entries of a matrix, on some diagonals and anywhere.
fn entries([rows, cols]: [usize; 2], random: &mut Random) -> Vec<([usize; 2], f64)> {
    let diagonals = [0, 1, rows + 2, rows + cols / 2];
    let (spread, dense) = (random.below(30), random.below(100));
    let places = (0..rows).flat_map(|j| (0..cols).map(move |i| [j, i]));
    let chosen = places.filter(|&[j, i]| {
        let percent = if diagonals.contains(&(i + rows - j)) {
            dense
        } else {
            spread
        };
        random.below(100) < percent
    });
    let chosen: Vec<_> = chosen.collect();
    chosen
        .into_iter()
        .map(|at| (at, 1.0 / (1 + random.below(50)) as f64 - 0.3))
        .collect()
}

#[test]
fn slices_of_all_sizes() -> Result<()> {
    let random = &mut Random::seeded(11);
    let (mut y, mut least) = (Vector::default(), VectorWithFill::<f64, Inf>::default());
    for rows in [0, 1, 7, 8, 9, 16, 40, 43] {
        for cols in [0, 1, 6, 7, 8, 9, 15, 16, 24, 41] {
            let entries = entries([rows, cols], random);
            let a = Csr::from_triplets([rows, cols], entries.clone(), Add)?;
            let (sliced, x) = (SlicedDiagonals::of(&a)?, vector::<Zero>(cols));
            assert_eq!((sliced.shape(), sliced.entries()), ([rows, cols], entries.len()));
            spmv::sliced_into(&mut y, &sliced, &x)?;
            let expected = spmv(&a, &x)?;
            assert_eq!(bits(y.values()), bits(expected.values()), "{rows} by {cols}");
            assert_eq!(spmv::sliced(&sliced, x.values())?, expected);
            let stored = sliced.parts().0.count_stored() + sliced.parts().1.count_stored();
            assert!(stored >= entries.len() && sliced.bytes() >= 8 * stored);

            // Another fill, and another format in which the same is stored.
            let a = Tensor::<SparseList<SparseList<Element<f64, Inf>>>>::from_triplets([rows, cols], entries, Add)?;
            let x = vector::<Inf>(cols);
            spmv::sliced_semiring_into(MinPlus, &mut least, &SlicedDiagonals::of(&a)?, &x)?;
            assert_eq!(least, spmv_semiring(MinPlus, &a, &x)?);
        }
    }
    Ok(())
}

#[test]
fn from_other_formats() -> Result<()> {
    let entries = entries([30, 29], &mut Random::seeded(5));
    let a = Csr::from_triplets([30, 29], entries, Add)?;
    let (x, expected) = (vector::<Zero>(29), SlicedDiagonals::of(&a)?);
    let product = spmv(&a, &x)?;
    assert_eq!(spmv::sliced(&expected, &x)?, product);
    for other in [
        SlicedDiagonals::of(&a.convert::<Dense<Dense<Element<f64>>>>()?)?,
        SlicedDiagonals::of(&a.convert::<Dense<SparseBlockList<Element<f64>>>>()?)?,
        SlicedDiagonals::of(&RunMatrix::from_tensor(&a)?)?,
        SlicedDiagonals::of(&Coo::from_tensor(&a)?)?,
    ] {
        assert_eq!(spmv::sliced(&other, &x)?, product)
    }
    // Both halves of what is stored once.
    let mirrored = (0..20).flat_map(|j| [([j, j], 2.0), ([j, 3], 0.5 + j as f64), ([3, j], 0.5 + j as f64)]);
    let symmetric = SymmetricMatrix::from_triplets([20, 20], mirrored, Overwrite)?;
    let x20 = vector::<Zero>(20);
    assert_eq!(
        spmv::sliced(&SlicedDiagonals::of(&symmetric)?, &x20)?,
        spmv(&symmetric, &x20)?
    );
    // A sparse vector is merged with what is stored.
    let few = SparseVector::from_triplets([29], [([3], 2.0), ([17], 0.5)], Add)?;
    assert_eq!(spmv::sliced(&expected, &few)?, spmv(&a, &few)?);
    Ok(())
}

#[test]
fn slices_say_what_they_are() -> Result<()> {
    let a = Csr::from_triplets([16, 16], (0..16).map(|j| ([j, j], 2.0)), Add)?;
    let sliced = SlicedDiagonals::of(&a)?;
    assert_eq!(format!("{sliced:?}"), "SlicedDiagonals(16 by 16, 16 stored)");
    assert_eq!(sliced.padding(), 1.0);
    assert_eq!(SlicedDiagonals::of(&Csr::<f64>::default())?.padding(), 1.0);
    let (mut y, x) = (vector::<Zero>(3), vector::<Zero>(17));
    let error = spmv::sliced_into(&mut y, &sliced, &x).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(
        error.to_string(),
        "the matrix has 16 columns, and the vector 17 entries"
    );
    assert_eq!(y, vector::<Zero>(3));
    Ok(())
}
