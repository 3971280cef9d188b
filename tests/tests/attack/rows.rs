//! Tiles of rows, and rows abreast, which release builds alone have, on vectors of each width: beside the same loops over plain arrays, to the
//! last bit.

use finch_formats::prelude::*;
use finch_formats::traits::program::use_vectors_up_to;

// Builds with debug assertions have neither.
#[cfg(not(debug_assertions))]
mod several {
    use super::*;

    /// Rows, turns and columns: full tiles of rows and columns, and what is left of both; more turns and columns than are run at once.
    const SIZES: [[usize; 3]; 14] = [
        [0, 3, 9],
        [4, 0, 9],
        [4, 3, 0],
        [1, 2, 8],
        [3, 5, 17],
        [4, 1, 7],
        [4, 6, 8],
        [5, 7, 11],
        [8, 5, 16],
        [9, 4, 29],
        [13, 12, 64],
        [6, 3, 83],
        [4, 600, 130],
        [8, 1030, 75],
    ];

    /// Numbers whose sums are rounded.
    fn numbers(len: usize, first: usize) -> Vec<f64> {
        (first..first + len)
            .map(|at| 1.0 / (1 + at * 7 % 31) as f64 - 0.3)
            .collect()
    }

    macro_rules! same {
        ($found:expr, $expected:expr) => {{
            let found: Vec<_> = $found.iter().map(|value| value.to_bits()).collect();
            let expected: Vec<_> = $expected.iter().map(|value| value.to_bits()).collect();
            assert_eq!(found, expected);
        }};
    }

    /// Products of matrices of `$t` in all sizes: afresh, in place, and of some rows and columns alone.
    macro_rules! products {
        ($t:ty) => {
            for [rows, turns, columns] in SIZES {
                let of = |len, first| {
                    numbers(len, first)
                        .into_iter()
                        .map(|value| value as $t)
                        .collect::<Vec<_>>()
                };
                let (left, right) = (of(rows * turns, 3), of(turns * columns, 11));
                let a = Matrix::from_dense([rows, turns], &left).unwrap();
                let b = Matrix::from_dense([turns, columns], &right).unwrap();
                let before = of(rows * columns, 5);
                let add = |mut sums: Vec<$t>, rows: std::ops::Range<usize>, within: std::ops::Range<usize>| {
                    for j in rows {
                        for k in 0..turns {
                            for i in within.clone() {
                                sums[j * columns + i] += left[j * turns + k] * right[k * columns + i]
                            }
                        }
                    }
                    sums
                };
                let mut c = Matrix::<$t>::default();
                finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }
                    .wide()
                    .run()
                    .unwrap();
                same!(c.values(), add(vec![0.0; rows * columns], 0..rows, 0..columns));
                let mut c = Matrix::from_dense([rows, columns], &before).unwrap();
                finch! { mut c; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }
                    .wide()
                    .run()
                    .unwrap();
                same!(c.values(), add(before, 0..rows, 0..columns));
                if rows > 4 && columns > 10 {
                    let mut c = Matrix::<$t>::default();
                    finch! { c .= 0; for j in 1..rows, k, i in 2..columns { c[j, i] += a[j, k] * b[k, i]; } }
                        .wide()
                        .run()
                        .unwrap();
                    same!(c.values(), add(vec![0.0; rows * columns], 1..rows, 2..columns));
                }
            }
        };
    }

    #[test]
    fn tiles_of_several_rows_add_in_the_order_of_their_loops() {
        for bits in [128, 256, 512] {
            use_vectors_up_to(bits);
            products!(f64);
            products!(f32);
        }
    }

    /// Rows of `$nest`, of which three are summed at once if they are long: of equal lengths and of very different ones, of all columns and
    /// of some, all rows and some.
    macro_rules! sums {
        ($nest:ty) => {
            for lengths in [
                &[][..],
                &[40],
                &[16, 17, 18, 19, 20],
                &[0, 70, 3, 70, 70, 0, 1],
                &[5, 60, 60, 60, 2, 60, 60, 31],
                &[4; 9],
            ] {
                let (rows, columns) = (lengths.len(), 90);
                let entry = |j: usize, at: usize| {
                    (
                        [j, at * 83 % columns],
                        1.0 / (1 + (j * 31 + at * 7) % 61) as f64 - 0.3,
                    )
                };
                let mut entries: Vec<_> = lengths
                    .iter()
                    .enumerate()
                    .flat_map(|(j, &len)| (0..len).map(move |at| entry(j, at)))
                    .collect();
                entries.sort_by_key(|&(place, _)| place);
                let a = Tensor::<$nest>::from_triplets([rows, columns], entries.iter().copied(), Add).unwrap();
                let values = numbers(columns, 3);
                let x = Vector::from(values.clone());
                let sums = |rows: std::ops::Range<usize>, within: std::ops::Range<usize>| {
                    let mut sums = vec![0.0; rows.end];
                    for &([j, i], value) in &entries {
                        if rows.contains(&j) && within.contains(&i) {
                            sums[j] += value * values[i]
                        }
                    }
                    sums
                };
                let mut y = Vector::default();
                finch! { y .= 0.0; for j, i { y[j] += a[j, i] * x[i]; } }
                    .run()
                    .unwrap();
                same!(y.values(), sums(0..rows, 0..columns));
                finch! { y .= 0.0; for j { for i in 5..80 { y[j] += a[j, i] * x[i]; } } }
                    .run()
                    .unwrap();
                same!(y.values(), sums(0..rows, 5..80));
                if rows > 2 {
                    finch! { y .= 0.0; for j in 1..rows - 1, i { y[j] += a[j, i] * x[i]; } }
                        .run()
                        .unwrap();
                    same!(
                        y.values()[..rows - 1],
                        sums(0..rows - 1, 0..columns)
                            .iter()
                            .enumerate()
                            .map(|(j, &sum)| if j == 0 { 0.0 } else { sum })
                            .collect::<Vec<_>>()
                    );
                }
            }
        };
    }

    #[test]
    fn rows_abreast_are_summed_in_the_order_of_their_loops() {
        sums!(Dense<SparseList<Element<f64>>>);
        sums!(SparseList<SparseList<Element<f64>>>);
    }
}

/// Tiles of all lengths, of which builds with debug assertions know two, on vectors of each width.
#[test]
fn rows_of_products_on_vectors_of_each_width() {
    let entries = [(0, 1), (0, 4), (2, 0), (2, 2), (2, 3), (2, 5)];
    let number = |at: usize| 1.0 / (1 + at * 7 % 31) as f64 - 0.3;
    let a = entries.map(|(j, k)| ([j, k], number(j * 17 + k)));
    let a = Csr::<f64>::from_triplets([3, 6], a, Add).unwrap();
    for n in [1, 3, 4, 8, 13, 16, 20, 24, 32, 36, 45, 64, 71, 100] {
        let values: Vec<f64> = (0..6 * n).map(number).collect();
        let mut expected = vec![0.0; 3 * n];
        for (j, k) in entries {
            for i in 0..n {
                expected[j * n + i] += number(j * 17 + k) * values[k * n + i]
            }
        }
        let b = Matrix::from_dense([6, n], &values).unwrap();
        for bits in [128, 256, 512] {
            use_vectors_up_to(bits);
            let mut c = Matrix::default();
            finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }
                .widest()
                .run()
                .unwrap();
            let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(c.values()), bits(&expected), "{n} columns");
        }
    }
}
