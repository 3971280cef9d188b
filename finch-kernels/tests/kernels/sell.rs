//! Products of matrices in slices of rows of like length, beside those of compressed rows, to the last bit.

use crate::operands::{bits, vector};
use finch_formats::random::Random;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spmv::Sell;

/// The entries of a matrix: rows of different lengths, some of them empty, and a full one.
fn entries([rows, cols]: [usize; 2], random: &mut Random) -> Vec<([usize; 2], f64)> {
    let mut entries = Vec::new();
    for j in 0..rows {
        let percent = match j % 5 {
            0 => 0,
            3 if j == 8 => 100,
            _ => random.below(60),
        };
        for i in 0..cols {
            if random.below(100) < percent {
                entries.push(([j, i], 1.0 / (1 + random.below(50)) as f64 - 0.3))
            }
        }
    }
    entries
}

#[test]
fn slices_of_all_sizes() -> Result<()> {
    let random = &mut Random::seeded(19);
    let (mut y, mut least) = (Vector::default(), VectorWithFill::<f64, Inf>::default());
    for rows in [0, 1, 7, 8, 9, 16, 43] {
        for cols in [0, 1, 8, 24, 41] {
            let entries = entries([rows, cols], random);
            let a = Csr::from_triplets([rows, cols], entries.clone(), Add)?;
            let x = vector::<Zero>(cols);
            let expected = spmv(&a, &x)?;
            for sell in [Sell::of(&a)?, Sell::in_windows(&a, 16)?, Sell::in_windows(&a, 0)?] {
                assert_eq!((sell.shape(), sell.entries()), ([rows, cols], entries.len()));
                spmv::sell_into(&mut y, &sell, &x)?;
                assert_eq!(bits(y.values()), bits(expected.values()), "{rows} by {cols}");
                assert_eq!(spmv::sell(&sell, x.values())?, expected);
                assert!(sell.bytes() >= 12 * entries.len());
            }

            // Another fill, and another format in which the same is stored.
            let a = Tensor::<SparseList<SparseList<Element<f64, Inf>>>>::from_triplets([rows, cols], entries, Add)?;
            let x = vector::<Inf>(cols);
            spmv::sell_semiring_into(MinPlus, &mut least, &Sell::of(&a)?, &x)?;
            assert_eq!(least, spmv_semiring(MinPlus, &a, &x)?);
        }
    }
    Ok(())
}

#[test]
fn nothing_is_padded() -> Result<()> {
    // Lengths 1 to 9, so that rows of a slice differ, and a row of each that meets infinity.
    let triplets = (0..27).flat_map(|j| (0..1 + j % 9).map(move |k| ([j, (j + 3 * k) % 27], 1.0 + k as f64)));
    let a = Csr::from_triplets([27, 27], triplets, Add)?;
    let mut x = vector::<Zero>(27).values().to_vec();
    (x[0], x[13]) = (f64::INFINITY, f64::NAN);
    let (sell, x) = (Sell::of(&a)?, Vector::from(x));
    assert_eq!(bits(spmv::sell(&sell, &x)?.values()), bits(spmv(&a, &x)?.values()));
    // A sparse vector is searched.
    let few = SparseVector::from_triplets([27], [([3], 2.0), ([17], 0.5)], Add)?;
    assert_eq!(spmv::sell(&sell, &few)?, spmv(&a, &few)?);
    // Both halves of what is stored once.
    let mirrored = (0..20).flat_map(|j| [([j, j], 2.0), ([j, 3], 0.5 + j as f64), ([3, j], 0.5 + j as f64)]);
    let symmetric = SymmetricMatrix::from_triplets([20, 20], mirrored, Overwrite)?;
    let x = vector::<Zero>(20);
    assert_eq!(spmv::sell(&Sell::of(&symmetric)?, &x)?, spmv(&symmetric, &x)?);
    Ok(())
}

#[test]
fn slices_say_what_they_are() -> Result<()> {
    let a = Csr::from_triplets([17, 16], (0..17).map(|j| ([j, j % 16], 2.0)), Add)?;
    let sell = Sell::of(&a)?;
    assert_eq!(format!("{sell:?}"), "Sell(17 by 16, 16 stored in slices, 1 beside)");
    let (mut y, x) = (vector::<Zero>(3), vector::<Zero>(17));
    let error = spmv::sell_into(&mut y, &sell, &x).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert_eq!(
        error.to_string(),
        "the matrix has 16 columns, and the vector 17 entries"
    );
    assert_eq!(y, vector::<Zero>(3));
    // Numbers of rows and columns have 32 bits.
    #[cfg(target_pointer_width = "64")]
    {
        type Pairs = Tensor<SparseList<SparseList<Element<f64>, Vec<usize>, Vec<u64>>, Vec<usize>, Vec<u64>>>;
        let wide = Pairs::from_triplets([1, 1 << 33], [([0, 1 << 32], 1.0)], Add)?;
        assert_eq!(Sell::of(&wide).unwrap_err().kind(), ErrorKind::TooLarge);
    }
    Ok(())
}
