//! Products of matrices with vectors over several nests and semirings, beside nested loops over dense arrays.
//!
//! Values are small whole numbers, so that sums in any order are equal.

use finch_formats::random::Random;
use finch_kernels::formats::traits::algebra::semiring::Semiring;
use finch_kernels::formats::traits::algebra::{BinaryOp, Fill};
use finch_kernels::formats::traits::lifecycle::WriteLevel;
use finch_kernels::prelude::*;
use finch_kernels::spmv::{BlockedCsr, FixedRows, LowerTriangle, Summation};
use typenum::{U2, U3};

/// Lists of narrow indices.
type Narrow<F = Zero> = Dense<SparseList<Element<f64, F>, Vec<u32>, Vec<u16>>>;
/// Rows that store something.
type Doubly<F = Zero> = SparseList<SparseList<Element<f64, F>>>;
/// Stretches of consecutive entries.
type Stretches<F = Zero> = Dense<SparseBlockList<Element<f64, F>>>;
/// Entries with both indices.
type Pairs<F = Zero> = SparseCoo<U2, Element<f64, F>>;
/// Blocks.
type Tiles<F = Zero> = SparseBlocks<U2, U3, Element<f64, F>>;
/// All values.
type Full<F = Zero> = Dense<Dense<Element<f64, F>>>;

/// The entries of a matrix, row by row.
#[derive(Clone, Debug)]
struct Entries {
    rows: usize,
    cols: usize,
    entries: Vec<([usize; 2], f64)>,
}

impl Entries {
    fn random(rows: usize, cols: usize, percent: usize, random: &mut Random) -> Entries {
        let places = (0..rows).flat_map(|j| (0..cols).map(move |i| [j, i]));
        let chosen = places
            .filter(|_| random.below(100) < percent as u128)
            .collect::<Vec<_>>();
        let entries = chosen
            .into_iter()
            .map(|at| (at, (1 + random.below(5)) as f64))
            .collect();
        Entries { rows, cols, entries }
    }

    /// With an entry for each at the mirrored place.
    fn mirrored(&self) -> Entries {
        let below = self.entries.iter().filter(|(at, _)| at[1] <= at[0]);
        let mut entries: Vec<_> = below
            .flat_map(|&(at, value)| [(at, value), ([at[1], at[0]], value)])
            .collect();
        entries.sort_by_key(|entry| entry.0);
        entries.dedup();
        Entries {
            entries,
            ..self.clone()
        }
    }

    fn tensor<L>(&self) -> Tensor<L>
    where
        L: WriteLevel<T = f64, Rank = U2> + Default,
    {
        let entries = self.entries.iter().map(|&(at, value)| (at, value));
        Tensor::from_triplets([self.rows, self.cols], entries, Overwrite).expect("entries within the extents")
    }

    /// `plus over i of times(a[j, i], x[i * columns + c])` for every `j` and `c`: every place counts, stored or not.
    fn product<S: Semiring<f64>>(&self, x: &[f64], columns: usize) -> Vec<f64> {
        let mut dense = vec![S::Zero::value(); self.rows * self.cols];
        for (at, value) in &self.entries {
            dense[at[0] * self.cols + at[1]] = *value
        }
        let mut y = vec![S::Zero::value(); self.rows * columns];
        for j in 0..self.rows {
            for i in 0..self.cols {
                for c in 0..columns {
                    let term = S::times().apply(dense[j * self.cols + i], x[i * columns + c]);
                    let sum = &mut y[j * columns + c];
                    *sum = S::plus().apply(*sum, term)
                }
            }
        }
        y
    }

    fn transposed(&self) -> Entries {
        Entries {
            rows: self.cols,
            cols: self.rows,
            entries: self
                .entries
                .iter()
                .map(|&(at, value)| ([at[1], at[0]], value))
                .collect(),
        }
    }
}

fn whole(len: usize) -> Vec<f64> {
    (0..len).map(|i| (1 + i * 5 % 7) as f64).collect()
}

fn dense<F: Fill<f64>>(values: &[f64]) -> VectorWithFill<f64, F> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).expect("a vector")
}

fn rows_of<F: Fill<f64>>(rows: usize, columns: usize, values: &[f64]) -> MatrixWithFill<f64, F> {
    let level = Dense::new(columns, Element::new(values.to_vec()));
    Tensor::new(Dense::new(rows, level)).expect("a matrix")
}

/// `plus(y, times(alpha, product))`.
fn updated<S: Semiring<f64>>(y: &[f64], alpha: f64, product: &[f64]) -> Vec<f64> {
    let terms = product.iter().map(|&product| S::times().apply(alpha, product));
    y.iter().zip(terms).map(|(&y, term)| S::plus().apply(y, term)).collect()
}

/// Shapes, with so many percent of the places stored.
fn cases() -> Vec<Entries> {
    let random = &mut Random::seeded(7);
    let shapes = [
        (0, 0, 0),
        (3, 0, 0),
        (0, 3, 0),
        (1, 1, 100),
        (5, 7, 40),
        (7, 5, 15),
        (23, 23, 30),
        (30, 12, 60),
    ];
    let mut cases: Vec<_> = shapes
        .iter()
        .map(|&(rows, cols, percent)| Entries::random(rows, cols, percent, random))
        .collect();
    cases.push(Entries::random(9, 9, 0, random));
    cases
}

/// Products and transposed ones, that update and that do not, returned and written.
fn products<S: Semiring<f64>, L>(semiring: S)
where
    L: WriteLevel<T = f64, Fill = S::Zero, Rank = U2> + Default,
{
    for case in cases() {
        let a = case.tensor::<L>();
        let (across, down) = (whole(case.cols), whole(case.rows));
        let (x, z) = (dense::<S::Zero>(&across), dense::<S::Zero>(&down));
        let (wanted, turned) = (case.product::<S>(&across, 1), case.transposed().product::<S>(&down, 1));
        let (mut y, mut w) = (dense::<S::Zero>(&[9.0]), dense::<S::Zero>(&[9.0]));
        spmv::spmv_semiring_into(semiring, &mut y, &a, &x).unwrap();
        assert_eq!(y.values(), wanted, "{case:?}");
        spmv::spmv_transposed_semiring_into(semiring, &mut w, &a, &z).unwrap();
        assert_eq!(w.values(), turned, "{case:?}");
        // What is returned is what is written.
        assert_eq!(spmv_semiring(semiring, &a, &x).unwrap().values(), wanted, "{case:?}");
        assert_eq!(
            spmv::spmv_transposed_semiring(semiring, &a, &z).unwrap().values(),
            turned,
            "{case:?}"
        );

        let (mut y, mut w) = (dense::<S::Zero>(&down), dense::<S::Zero>(&across));
        spmv::spmv_add_semiring(semiring, &mut y, 3.0, &a, &x).unwrap();
        assert_eq!(y.values(), updated::<S>(&down, 3.0, &wanted), "{case:?}");
        spmv::spmv_transposed_add_semiring(semiring, &mut w, 3.0, &a, &z).unwrap();
        assert_eq!(w.values(), updated::<S>(&across, 3.0, &turned), "{case:?}");

        // What is updated must have the extents of the product.
        let mut longer = dense::<S::Zero>(&whole(case.rows + 1));
        let error = spmv::spmv_add_semiring(semiring, &mut longer, 3.0, &a, &x).unwrap_err();
        assert!(error.to_string().contains("extent"), "{error}");
        assert_eq!(longer.values(), whole(case.rows + 1));
    }
}

#[test]
fn products_over_nests() {
    products::<_, Narrow>(PlusTimes);
    products::<_, Doubly>(PlusTimes);
    products::<_, Stretches>(PlusTimes);
    products::<_, Pairs>(PlusTimes);
    products::<_, Tiles>(PlusTimes);
    products::<_, Full>(PlusTimes);
}

#[test]
fn products_over_semirings() {
    products::<_, Narrow<Inf>>(MinPlus);
    products::<_, Stretches<NegInf>>(MaxPlus);
    products::<_, Narrow>(FastPlusTimes);
    products::<_, Stretches>(FastPlusTimes);
}

#[test]
fn in_order_or_reassociated() {
    for case in cases() {
        let (a, x) = (case.tensor::<Narrow>(), whole(case.cols));
        let mut y = Vector::default();
        let summation = spmv::spmv_auto_into(&mut y, &a, &Vector::from(x.clone())).unwrap();
        assert_eq!(y.values(), case.product::<PlusTimes>(&x, 1), "{case:?}");
        assert_eq!(summation, spmv::Summation::of(&a));
        assert_eq!(
            summation == Summation::Reassociated,
            case.entries.len() > case.rows,
            "{case:?}"
        );
    }
    let full = Entries::random(3, 90, 100, &mut Random::seeded(1));
    let mut y = Vector::default();
    let x = Vector::from(whole(90));
    assert_eq!(
        spmv::spmv_auto_into(&mut y, &full.tensor::<Full>(), &x).unwrap(),
        Summation::Reassociated
    );
    assert_eq!(y.values(), full.product::<PlusTimes>(x.values(), 1));
}

#[test]
fn entry_by_entry() {
    let mut y = Vector::default();
    for case in cases() {
        let (a, x) = (case.tensor::<SparseCoo<U2, Element<f64>>>(), whole(case.cols));
        spmv::by_coordinates_semiring_into(PlusTimes, &mut y, &a, &Vector::from(x.clone())).unwrap();
        assert_eq!(y.values(), case.product::<PlusTimes>(&x, 1), "{case:?}");
        let error = spmv::by_coordinates(&a, &whole(case.cols + 1)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch);
    }
}

/// Symmetric products, of triangles that are split off.
fn symmetric<S: Semiring<f64>, L>(semiring: S)
where
    L: WriteLevel<T = f64, Fill = S::Zero, Rank = U2> + Default,
{
    for case in cases().into_iter().filter(|case| case.rows == case.cols) {
        let case = case.mirrored();
        let x = whole(case.cols);
        let wanted = case.product::<S>(&x, 1);
        let a = LowerTriangle::<L>::of(&case.tensor::<Doubly<S::Zero>>()).unwrap();
        assert_eq!(a.extent(), case.rows);
        a.below()
            .for_each(|at, value| assert!(at[1] < at[0] || value == S::Zero::value()));
        let mut y = dense::<S::Zero>(&[9.0]);
        spmv::symmetric_semiring_into(semiring, &mut y, &a, &dense::<S::Zero>(&x)).unwrap();
        assert_eq!(y.values(), wanted, "{case:?}");
        let mut y = dense::<S::Zero>(&x);
        spmv::symmetric_add_semiring(semiring, &mut y, 2.0, &a, &dense::<S::Zero>(&x)).unwrap();
        assert_eq!(y.values(), updated::<S>(&x, 2.0, &wanted), "{case:?}");
        // What it is made of makes it again.
        let (below, diagonal) = a.into_parts();
        let same = LowerTriangle::new(below, diagonal).unwrap();
        let mut again = dense::<S::Zero>(&[]);
        spmv::symmetric_semiring_into(semiring, &mut again, &same, &dense::<S::Zero>(&x)).unwrap();
        assert_eq!(again.values(), wanted);
    }
}

#[test]
fn symmetric_over_nests() {
    symmetric::<_, Narrow>(PlusTimes);
    symmetric::<_, Stretches>(PlusTimes);
    symmetric::<_, Pairs>(PlusTimes);
    symmetric::<_, Doubly<Inf>>(MinPlus);
}

#[test]
fn triangles_refuse() {
    type Lists = Dense<SparseList<Element<f64>>>;
    let refused = |shape, entries: &[([usize; 2], f64)]| {
        let a = Csr::from_triplets(shape, entries.iter().copied(), Add).unwrap();
        LowerTriangle::<Lists>::of(&a).unwrap_err().to_string()
    };
    let message = refused([2, 3], &[]);
    assert_eq!(message, "the matrix is 2 by 3, and a symmetric matrix is square");
    let message = refused([3, 3], &[([0, 1], 2.0), ([1, 0], 2.0), ([1, 2], 3.0)]);
    assert!(
        message.starts_with("the values at [1, 2] and [2, 1] differ"),
        "{message}"
    );
    let message = refused([2, 2], &[([0, 1], 2.0), ([1, 0], -2.0)]);
    assert!(
        message.starts_with("the values at [0, 1] and [1, 0] differ"),
        "{message}"
    );

    let made = |shape, entries: &[([usize; 2], f64)], diagonal: usize| {
        let below = Csr::from_triplets(shape, entries.iter().copied(), Add).unwrap();
        LowerTriangle::new(below, Vector::from(vec![1.0; diagonal]))
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        made([3, 2], &[], 3),
        "the triangle is 3 by 2, and a symmetric matrix is square"
    );
    assert_eq!(
        made([3, 3], &[], 2),
        "the diagonal has 2 entries, and the triangle 3 rows"
    );
    for at in [[1, 1], [0, 2]] {
        let message = made([3, 3], &[([1, 0], 1.0), (at, 1.0)], 3);
        assert!(
            message.starts_with(&format!("something is stored at {at:?}")),
            "{message}"
        );
    }
    // Vectors of another length.
    let a = LowerTriangle::new(Csr::<f64>::empty([3, 3]).unwrap(), Vector::from(vec![1.0; 3])).unwrap();
    let mut y = Vector::default();
    assert!(spmv::symmetric_into(&mut y, &a, &Vector::from(vec![1.0; 4])).is_err());
    assert!(spmv::symmetric_add(&mut y, 1.0, &a, &Vector::from(vec![1.0; 3])).is_err());
    // What is not a number equals itself here.
    let odd = Csr::from_triplets([2, 2], [([0, 1], f64::NAN), ([1, 0], f64::NAN)], Add).unwrap();
    assert_eq!(LowerTriangle::<Lists>::of(&odd).unwrap().below().count_stored(), 1);
}

/// Products with dense matrices, whose number of columns is a number, and a type.
fn several<S: Semiring<f64>, L>(semiring: S)
where
    L: WriteLevel<T = f64, Fill = S::Zero, Rank = U2> + Default,
{
    for case in cases() {
        let a = case.tensor::<L>();
        let values = whole(case.cols * 3);
        let wanted = case.product::<S>(&values, 3);
        let mut c = MatrixWithFill::<f64, S::Zero>::default();
        let b = rows_of::<S::Zero>(case.cols, 3, &values);
        spmv::spmm_semiring_into(semiring, &mut c, &a, &b).unwrap();
        assert_eq!(c.to_dense().unwrap(), wanted, "{case:?}");
        let before = whole(case.rows * 3);
        let mut c = rows_of::<S::Zero>(case.rows, 3, &before);
        spmv::spmm_add_semiring(semiring, &mut c, 2.0, &a, &b).unwrap();
        assert_eq!(c.to_dense().unwrap(), updated::<S>(&before, 2.0, &wanted), "{case:?}");

        let fixed = |rows: usize, values: Vec<f64>| -> FixedRows<f64, U3, S::Zero> {
            Tensor::new(Dense::new(rows, Dense::fixed(Element::new(values)))).expect("a matrix")
        };
        let (mut c, b) = (fixed(0, Vec::new()), fixed(case.cols, values));
        spmv::spmm_semiring_into(semiring, &mut c, &a, &b).unwrap();
        assert_eq!(c.to_dense().unwrap(), wanted, "{case:?}");
    }
}

#[test]
fn with_several_vectors() {
    several::<_, Narrow>(PlusTimes);
    several::<_, Stretches>(PlusTimes);
    several::<_, Doubly<Inf>>(MinPlus);
    let a = Csr::<f64>::empty([2, 3]).unwrap();
    assert!(spmv::spmm_into(&mut Matrix::default(), &a, &rows_of::<Zero>(4, 2, &whole(8))).is_err());
    assert!(
        spmv::spmm_add(
            &mut rows_of(3, 2, &whole(6)),
            1.0,
            &a,
            &rows_of::<Zero>(3, 2, &whole(6))
        )
        .is_err()
    );
}

#[test]
fn where_something_is_stored() {
    for case in cases() {
        let places = case.entries.iter().map(|&(at, _)| (at, true));
        let a = CsrPattern::from_triplets([case.rows, case.cols], places, Or).unwrap();
        let ones = Entries {
            entries: case.entries.iter().map(|&(at, _)| (at, 1.0)).collect(),
            ..case.clone()
        };
        let (across, down) = (whole(case.cols), whole(case.rows));
        let mut y = Vector::default();
        spmv::spmv_pattern_into(&mut y, &a, &Vector::from(across.clone())).unwrap();
        assert_eq!(y.values(), ones.product::<PlusTimes>(&across, 1));
        spmv::spmv_pattern_semiring_into(FastPlusTimes, &mut y, &a, &Vector::from(across.clone())).unwrap();
        assert_eq!(y.values(), ones.product::<PlusTimes>(&across, 1));
        spmv::spmv_transposed_pattern_into(&mut y, &a, &Vector::from(down.clone())).unwrap();
        assert_eq!(y.values(), ones.transposed().product::<PlusTimes>(&down, 1));
    }
}

/// A matrix by diagonals.
fn diagonals<F: Fill<f64>>(case: &Entries) -> Tensor<SparseList<SparseBand<Element<f64, F>>>> {
    let count = (case.rows + case.cols).saturating_sub(1);
    let place = |at: [usize; 2]| [at[1] + case.rows - 1 - at[0], at[0]];
    let entries = case.entries.iter().map(|&(at, value)| (place(at), value));
    Tensor::from_triplets([count, case.rows], entries, Overwrite).expect("diagonals")
}

#[test]
fn along_diagonals() {
    let mut cases = cases();
    let random = &mut Random::seeded(3);
    // More rows than are multiplied at once.
    let mut long = Entries::random(2500, 2400, 0, random);
    for j in 0..2500_usize {
        for i in [j.saturating_sub(1100), j, j + 3] {
            if i < 2400 && j % 11 != 0 {
                long.entries.push(([j, i], (1 + i % 3) as f64))
            }
        }
    }
    long.entries.sort_by_key(|entry| entry.0);
    long.entries.dedup_by_key(|entry| entry.0);
    cases.push(long);
    for case in cases {
        let x = whole(case.cols);
        let mut y = Vector::default();
        spmv::by_diagonals_into(&mut y, &diagonals::<Zero>(&case), &Vector::from(x.clone())).unwrap();
        assert_eq!(
            y.values(),
            case.product::<PlusTimes>(&x, 1),
            "{} by {}",
            case.rows,
            case.cols
        );
    }
    let case = Entries::random(12, 10, 50, random);
    let (x, mut y) = (whole(10), VectorWithFill::<f64, Inf>::default());
    spmv::by_diagonals_semiring_into(MinPlus, &mut y, &diagonals::<Inf>(&case), &dense::<Inf>(&x)).unwrap();
    assert_eq!(y.values(), case.product::<MinPlus>(&x, 1));
    let error = spmv::by_diagonals_into(
        &mut Vector::default(),
        &diagonals::<Zero>(&case),
        &Vector::from(whole(11)),
    );
    let message = error.unwrap_err().to_string();
    assert_eq!(
        message,
        "a matrix of 12 rows and 11 columns has 22 diagonals, and `a` has 21"
    );
}

#[test]
fn in_blocks() {
    let random = &mut Random::seeded(11);
    for (down, across, percent) in [(0, 0, 0), (1, 1, 100), (4, 6, 30), (7, 3, 50)] {
        let case = Entries::random(down * 2, across * 3, percent, random);
        let places = case.entries.iter();
        let places = places.map(|&(at, value)| ([at[0] / 2, at[1] / 3, at[0] % 2, at[1] % 3], value));
        let a = BlockedCsr::<f64, U2, U3>::from_triplets([down, across, 2, 3], places, Overwrite).unwrap();
        let values = whole(case.cols);
        let x: FixedRows<f64, U3> =
            Tensor::new(Dense::new(across, Dense::fixed(Element::new(values.clone())))).unwrap();
        let mut y = FixedRows::<f64, U2>::default();
        spmv::blocked_into(&mut y, &a, &x).unwrap();
        assert_eq!(y.to_dense().unwrap(), case.product::<PlusTimes>(&values, 1), "{case:?}");
        let short: FixedRows<f64, U3> = Tensor::new(Dense::new(
            across + 1,
            Dense::fixed(Element::new(whole(across * 3 + 3))),
        ))
        .unwrap();
        assert!(spmv::blocked_into(&mut y, &a, &short).is_err());
    }
}

#[test]
fn rows_of_equal_length() {
    let random = &mut Random::seeded(13);
    for (rows, cols, length) in [(0, 4, 2), (5, 9, 3), (20, 7, 4), (3, 3, 0)] {
        let mut entries = Vec::new();
        for j in 0..rows {
            let mut columns: Vec<usize> = (0..cols).collect();
            for k in 0..length {
                let other = k + random.below((cols - k) as u128) as usize;
                columns.swap(k, other)
            }
            columns.truncate(length);
            columns.sort_unstable();
            entries.extend(columns.into_iter().map(|i| ([j, i], (1 + random.below(4)) as f64)))
        }
        let case = Entries { rows, cols, entries };
        let columns: Vec<u32> = case.entries.iter().map(|entry| entry.0[1] as u32).collect();
        let values: Vec<f64> = case.entries.iter().map(|entry| entry.1).collect();
        let columns = Matrix::<u32>::from_dense([rows, length], &columns).unwrap();
        let values = Matrix::from_dense([rows, length], &values).unwrap();
        let x = whole(cols);
        let mut y = Vector::default();
        spmv::ellpack_into(&mut y, &columns, &values, &Vector::from(x.clone())).unwrap();
        assert_eq!(y.values(), case.product::<PlusTimes>(&x, 1));
        if rows > 0 && length > 0 {
            let error = spmv::ellpack_into(&mut y, &columns, &values, &Vector::default()).unwrap_err();
            assert!(error.to_string().contains("names the place"), "{error}")
        }
    }
}
