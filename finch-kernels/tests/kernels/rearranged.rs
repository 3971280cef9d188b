//! Transposes, convolutions and products with sparse vectors, beside what the dense arrays say.

use crate::common::{below, in_runs};
use finch_formats::random::Random;
use finch_kernels::prelude::*;
use finch_kernels::spmspv::{Protocol, choose, spmspv_into};

/// How many matrices of each format are tried.
const CASES: u64 = 40;

/// Small whole numbers, in runs, many of them zero.
fn values(random: &mut Random, count: usize) -> Vec<i32> {
    in_runs(random, count, |random| below(random, 4).saturating_sub(1) as i32)
}

/// `sum over q, p of x[j + q - down, i + p - across] f[q, p]` for each place of so many rows and columns, by definition.
fn correlated(
    [rows, columns]: [usize; 2],
    (x, [m, n]): (&[i32], [usize; 2]),
    (f, [k, l]): (&[i32], [usize; 2]),
    [down, across]: [usize; 2],
) -> Vec<i32> {
    let mut sums = vec![0; rows * columns];
    for (place, sum) in sums.iter_mut().enumerate() {
        for (at, weight) in f.iter().enumerate() {
            let (row, column) = (place / columns + at / l, place % columns + at % l);
            if (down..down + m).contains(&row) && (across..across + n).contains(&column) && k > 0 {
                *sum += x[(row - down) * n + column - across] * weight
            }
        }
    }
    sums
}

macro_rules! formats {
    ($($name:ident: $matrix:ident;)*) => { $(
        #[test]
        fn $name() {
            let mut random = Random::seeded(9);
            let mut kept = Csr::default();
            for _ in 0..CASES {
                let shape = [below(&mut random, 6), below(&mut random, 7)];
                let dense = values(&mut random, shape[0] * shape[1]);
                let x = $matrix::<i32>::from_dense(shape, &dense).unwrap();

                transpose::transposed_into(&mut kept, &x).unwrap();
                kept.validate().unwrap();
                let turned: Vec<_> = (0..shape[1]).flat_map(|i| (0..shape[0]).map(move |j| [j, i])).collect();
                let wanted: Vec<_> = turned.iter().map(|[j, i]| dense[j * shape[1] + i]).collect();
                assert_eq!((kept.shape()[..].to_vec(), kept.to_dense().unwrap()), (vec![shape[1], shape[0]], wanted));
                assert_eq!(kept.count_stored(), dense.iter().filter(|value| **value != 0).count());
                assert_eq!(transpose::transposed(&kept).unwrap().to_dense().unwrap(), dense);

                let size = [1 + below(&mut random, 3), 1 + below(&mut random, 4)];
                let weights = values(&mut random, size[0] * size[1]);
                let f = Matrix::from_dense(size, &weights).unwrap();
                let (image, filter) = ((&dense[..], shape), (&weights[..], size));
                let middle = size.map(|extent| extent / 2);
                let same = correlated(shape, image, filter, middle);
                assert_eq!(convolve::same(&x, &f).unwrap().to_dense().unwrap(), same);
                let beyond = size.map(|extent| extent - 1);
                let full = convolve::full(&x, &f).unwrap();
                let all = [shape[0] + beyond[0], shape[1] + beyond[1]];
                assert_eq!(full.shape()[..], all);
                assert_eq!(full.to_dense().unwrap(), correlated(all, image, filter, beyond));

                let on: Vec<_> = (0..dense.len()).map(|_| below(&mut random, 3) == 0).collect();
                let wanted: Vec<_> = on.iter().zip(&same).map(|(on, sum)| if *on { *sum } else { 0 }).collect();
                let lists = CsrPattern::from_dense(shape, &on).unwrap();
                let masked: Csr<i32> = convolve::masked(&lists, &x, &f).unwrap();
                assert_eq!(masked.to_dense().unwrap(), wanted);
                assert_eq!(masked.count_stored(), on.iter().filter(|on| **on).count());
                let bits = BitMatrix::from_dense(shape, &on).unwrap();
                let masked: Matrix<i32> = convolve::masked(&bits, &x, &f).unwrap();
                assert_eq!(masked.to_dense().unwrap(), wanted);
            }
        }
    )* };
}

formats! {
    dense: Matrix;
    lists: Csr;
    hypersparse: Dcsr;
    runs: RunMatrix;
    blocks: BlockCsr;
}

#[test]
fn transposes_of_other_fills() {
    let a = CsrWithFill::<f64, Inf>::from_triplets([2, 3], [([0, 1], 0.0), ([1, 2], 4.0)], Min).unwrap();
    let b = transpose::transposed(&a).unwrap();
    assert_eq!(
        (b.count_stored(), b[[1, 0]], b[[2, 1]], b[[0, 0]]),
        (2, 0.0, 4.0, f64::INFINITY)
    );
}

#[test]
fn masks_of_other_extents() {
    let (mask, x) = (CsrPattern::empty([2, 3]).unwrap(), Csr::<f64>::empty([3, 2]).unwrap());
    let error = convolve::masked::<Csr<f64>>(&mask, &x, &Matrix::filled([1, 1], 1.0).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "`mask` is 2 by 3, and the image 3 by 2");
}

#[test]
fn products_as_counts_say() {
    let mut random = Random::seeded(3);
    let mut chosen = vec![];
    for stored in [0, 1, 3, 40, 300] {
        let entries = (0..200).map(|_| {
            (
                [below(&mut random, 20), below(&mut random, 400)],
                1.0 + below(&mut random, 3) as f64,
            )
        });
        let a = Csr::from_triplets([20, 400], entries.collect::<Vec<_>>(), Overwrite).unwrap();
        let entries = (0..stored).map(|_| ([below(&mut random, 400)], 1.0 + below(&mut random, 3) as f64));
        let x = SparseVector::from_triplets([400], entries.collect::<Vec<_>>(), Overwrite).unwrap();
        let (rows, whole) = (a.to_dense().unwrap(), x.to_dense().unwrap());
        let product = |row: &[f64]| row.iter().zip(&whole).map(|(a, x)| a * x).sum::<f64>();
        let wanted: Vec<_> = rows.chunks(400).map(product).collect();
        let mut y = Vector::default();
        let protocol = spmspv_into(&mut y, &a, &x).unwrap();
        assert_eq!((y.values(), protocol), (&wanted[..], choose(&a, &x)));
        assert_eq!(spmspv::spmspv(&a, &x).unwrap().values(), wanted);
        chosen.push(protocol)
    }
    assert_eq!((chosen[2], chosen[4]), (Protocol::Walk, Protocol::Gallop));
}
