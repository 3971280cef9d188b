//! Reductions along an axis: values, and the format that is inferred.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::operators::Abs;
use finch_formats::traits::algebra::typenum::{U0, U1, U2};
use finch_formats::traits::program::GRAIN;
use finch_formats::{Error, ErrorKind, Result};
use std::ops::Deref;

const A: [f64; 6] = [0.0, 2.0, -2.0, 1.0, 0.0, 4.0];

fn dcsr() -> Result<Dcsr<f64>> {
    Dcsr::from_triplets([3, 3], [([1, 0], 2.0), ([1, 2], 3.0)], Add)
}

#[test]
fn rows_and_columns() -> Result<(), Error> {
    let a: Csr<f64> = Matrix::from_dense([2, 3], &A)?.drop_fills()?;
    let y: Vector<f64> = a.sum_axis::<1>().compute()?;
    assert_eq!(y.to_dense()?, [0.0, 5.0]);
    let y: Vector<f64> = a.sum_axis::<0>().compute()?;
    assert_eq!(y.to_dense()?, [1.0, 2.0, 2.0]);
    let y: VectorWithFill<f64, Inf> = (&a * 2.0).least_axis::<1>().compute()?;
    assert_eq!(y.to_dense()?, [-4.0, 0.0]);
    let y: VectorWithFill<f64, NegInf> = a.greatest_axis::<0>().compute()?;
    assert_eq!(y.to_dense()?, [1.0, 2.0, 4.0]);
    let y: VectorWithFill<f64, One> = (&a + 1.0).product_axis::<1>().compute()?;
    assert_eq!(y.to_dense()?, [-3.0, 10.0]);
    let y: Vector<bool> = a.gt(1.0).any_axis::<1>().compute()?;
    assert_eq!(y.to_dense()?, [true, true]);
    let y: VectorWithFill<bool, True> = a.ge(everywhere()).all_axis::<0>().compute()?;
    assert_eq!(y.to_dense()?, [true, true, false]);
    let x = Vector::from(vec![1.0, 10.0, 100.0]);
    let y: Vector<f64> = (&a * &x).reduce_axis::<1, _>(FastAdd).compute()?;
    assert_eq!(y.to_dense()?, [-180.0, 401.0]);
    Ok(())
}

fn everywhere() -> finch_formats::array::Uncomputed<finch_formats::array::expr::Everywhere<f64, Zero>> {
    finch_formats::array::everywhere()
}

/// Rows without entries are not stored where sums of them are known to be zero.
#[test]
fn sparse_where_rows_are() -> Result<(), Error> {
    let a = dcsr()?;
    let y: SparseVector<f64> = (&a * 2.0).sum_axis::<1>().compute()?;
    assert_eq!((y.count_stored(), y.to_dense()?), (1, vec![0.0, 10.0, 0.0]));
    // The least value of a row without entries is zero, and not infinity, which the least value of nothing is.
    let y: VectorWithFill<f64, Inf> = a.least_axis::<1>().compute()?;
    assert_eq!(y.to_dense()?, [0.0, 0.0, 0.0]);
    let y: Vector<f64> = a.sum_axis::<0>().compute()?;
    assert_eq!(y.to_dense()?, [2.0, 0.0, 3.0]);
    let y: DictVector<f64> = a.sum_axis::<1>().compute_as()?;
    assert_eq!(y.to_dense()?, [0.0, 5.0, 0.0]);
    let mut y = Vector::from(vec![9.0; 7]);
    a.sum_axis::<1>().assign_to(&mut y)?;
    assert_eq!(y.to_dense()?, [0.0, 5.0, 0.0]);
    Ok(())
}

#[test]
fn of_higher_rank() -> Result<(), Error> {
    let values: Vec<f64> = (0..24).map(|n| f64::from(n % 5) - 1.0).collect();
    let at = |k: usize, j: usize, i: usize| values[(k * 3 + j) * 4 + i];
    let x: Csf<f64> = Cube::from_dense([2, 3, 4], &values)?.drop_fills()?;
    let y: Dcsr<f64> = x.sum_axis::<2>().compute()?;
    let sums: Vec<f64> = (0..6).map(|kj| (0..4).map(|i| at(kj / 3, kj % 3, i)).sum()).collect();
    assert_eq!(y.to_dense()?, sums);
    let y: Matrix<f64> = x.sum_axis::<1>().compute()?;
    let sums: Vec<f64> = (0..8).map(|ki| (0..3).map(|j| at(ki / 4, j, ki % 4)).sum()).collect();
    assert_eq!(y.to_dense()?, sums);
    let y: Matrix<f64> = x.sum_axis::<0>().compute()?;
    let sums: Vec<f64> = (0..12).map(|ji| (0..2).map(|k| at(k, ji / 4, ji % 4)).sum()).collect();
    assert_eq!(y.to_dense()?, sums);
    // Four dimensions: the same cube twice, the second time negative.
    let signs = Vector::from(vec![1.0, -1.0]);
    let w = (signs.column().column().column() * &x).compute()?;
    assert_eq!(w.shape()[..], [2, 2, 3, 4]);
    for zero in [
        w.sum_axis::<0>().compute()?.to_dense()?,
        w.sum_axis::<1>().compute()?.sum_axis::<0>().compute()?.to_dense()?,
        w.sum_axis::<2>().compute()?.sum_axis::<0>().compute()?.to_dense()?,
        w.sum_axis::<3>().compute()?.sum_axis::<0>().compute()?.to_dense()?,
    ] {
        assert!(zero.iter().all(|value| *value == 0.0));
    }
    let y = w.sum_axis::<3>().compute()?;
    assert_eq!(
        y.to_dense()?[..6],
        (0..6)
            .map(|kj| (0..4).map(|i| at(kj / 3, kj % 3, i)).sum())
            .collect::<Vec<f64>>()
    );
    Ok(())
}

fn found(found: Option<(impl Deref<Target = [usize]>, f64)>) -> Option<(Vec<usize>, f64)> {
    found.map(|(place, value)| (place.to_vec(), value))
}

/// Where values are: in sparse arrays the fill counts too.
#[test]
fn places() -> Result<(), Error> {
    let a: Csr<f64> = Matrix::from_dense([2, 3], &A)?.drop_fills()?;
    assert_eq!(found(a.argmin()?), Some((vec![0, 2], -2.0)));
    assert_eq!(found(a.argmax()?), Some((vec![1, 2], 4.0)));
    assert_eq!(found((&a * &a).argmin()?), Some((vec![0, 0], 0.0)));
    assert_eq!(found((&a - 5.0).argmax()?), Some((vec![1, 2], -1.0)));
    assert_eq!(found((-(&a * &a)).argmax()?), Some((vec![0, 0], 0.0)));
    // A zero that is stored, in front of those that are not; everything stored; nothing at all; and nothing less than infinity.
    let stored = Csr::from_triplets([1, 3], [([0, 0], 0.0), ([0, 1], 1.0)], Add)?;
    assert_eq!(found(stored.argmin()?), Some((vec![0, 0], 0.0)));
    let full = Csr::from_triplets([1, 2], [([0, 0], 3.0), ([0, 1], 1.0)], Add)?;
    assert_eq!(found(full.argmin()?), Some((vec![0, 1], 1.0)));
    assert_eq!(found(Csr::<f64>::empty([2, 0])?.argmin()?), None);
    assert_eq!(
        found(CsrWithFill::<f64, Inf>::empty([2, 2])?.argmin()?),
        Some((vec![0, 0], f64::INFINITY))
    );
    assert_eq!(found(Vector::from(vec![f64::NAN]).argmin()?), None);
    // Two fills in one array: what is known of both is not visited twice, and none of them is lost.
    let ones = CsrWithFill::<f64, One>::empty([2, 3])?;
    assert_eq!(
        found(ones.concatenate::<0, _>(&a.map(Abs)).argmin()?),
        Some((vec![2, 0], 0.0))
    );
    let least = a.argmin_axis::<1>().compute()?;
    assert_eq!(least.values(), [By::new(-2.0, 2), By::new(0.0, 1)]);
    let greatest = (&a * 2.0).argmax_axis::<0>().compute()?;
    assert_eq!(greatest.values(), [By::new(2.0, 1), By::new(4.0, 0), By::new(8.0, 1)]);
    let cube = Cube::from_dense([2, 1, 3], &A)?;
    assert_eq!(found(cube.argmin()?), Some((vec![0, 0, 2], -2.0)));
    Ok(())
}

/// Several threads compute what one does.
#[test]
fn in_parts() -> Result<(), Error> {
    // Rows and columns have no divisor in common, so no two entries are at one place.
    let entries = (0..4 * GRAIN).map(|n| ([n % 509, n % 301], (n % 11) as f64 - 5.0));
    let a = Csr::from_triplets([509, 301], entries, Add)?;
    // Work for several parts.
    assert!(a.count_stored() > 3 * GRAIN);
    let x = Vector::from((0..301).map(|i| (i % 7) as f64).collect::<Vec<_>>());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    pool.install(|| {
        let c: Csr<f64> = (&a * &x + &a).parallel().compute()?;
        assert_eq!(c, (&a * &x + &a).compute()?);
        let c: Dcsr<f64> = (&a * &x).parallel().compute_as()?;
        assert_eq!(c, (&a * &x).compute_as::<Dcsr<f64>>()?);
        let y: Vector<f64> = (&a * &x).sum_axis::<1>().parallel().compute()?;
        assert_eq!(y, (&a * &x).sum_axis::<1>().compute()?);
        assert_eq!((&a * &x).parallel().reduce(FastAdd)?, (&a * &x).sum()?);
        assert_eq!(a.map(Abs).parallel().reduce(Max)?, a.map(Abs).greatest()?);
        let mut d = Matrix::default();
        (&a + 1.0).parallel().assign_to(&mut d)?;
        assert_eq!(d, (&a + 1.0).compute()?);
        assert_eq!(
            (&a * d.window([0..10, 0..10])).parallel().compute().unwrap_err().kind(),
            ErrorKind::Mismatch
        );
        Ok(())
    })
}

/// The place of a value within views whose dimensions are in another order, and within extents that are not known.
#[test]
fn places_within_views() -> Result<(), Error> {
    let a = Matrix::from_dense([2, 3], &[5.0, 6.0, 7.0, 8.0, 1.0, 9.0])?;
    let turned = a.swizzle::<(U1, U0)>();
    let (place, least) = turned.argmin()?.unwrap();
    assert_eq!((place[..].to_vec(), least), (vec![1, 1], 1.0));
    let (place, most) = turned.argmax()?.unwrap();
    assert_eq!((place[..].to_vec(), most), (vec![2, 1], 9.0));
    let (place, least) = turned.pick::<0>(1).argmin()?.unwrap();
    assert_eq!((place[..].to_vec(), least), (vec![1], 1.0));
    let values: Vec<f64> = (0..24).map(|n| if n == 17 { -1.0 } else { 1.0 }).collect();
    let cube = Cube::from_dense([2, 3, 4], &values)?;
    // 17 is at [1, 1, 1] of 2 by 3 by 4, and 18 at [1, 1, 2].
    let (place, _) = cube.swizzle::<(U1, U2, U0)>().argmin()?.unwrap();
    assert_eq!(place[..], [1, 1, 1]);
    let values: Vec<f64> = (0..24).map(|n| if n == 18 { -1.0 } else { 1.0 }).collect();
    let cube = Cube::from_dense([2, 3, 4], &values)?;
    // Dimension 0 has index 1 of the view, 1 has 2, and 2 has 0.
    let (place, _) = cube.swizzle::<(U1, U2, U0)>().argmin()?.unwrap();
    assert_eq!(place[..], [2, 1, 1]);
    // A permissive window says nothing about the loop: an extent that differs from that of the other is refused.
    let (x, y) = (
        Vector::from(vec![1.0; 5]),
        Vector::from(vec![2.0, 2.0, 2.0, 2.0, 2.0, 0.0, 2.0]),
    );
    let error = x.permissive().window(0..3).coalesce(&y).argmin().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let (place, _) = x.permissive().coalesce(&y).argmin()?.unwrap();
    assert_eq!(place[..], [5]);
    let error = a.offset([0, 1]).argmin().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unresolved);
    Ok(())
}

/// An array without places has no least value, whatever the product of its other extents is.
#[test]
fn places_of_nothing() -> Result<(), Error> {
    type Wide<L> = SparseList<L, Vec<usize>, Vec<usize>>;
    type WideCube = Tensor<Wide<Wide<Wide<Element<f64>>>>>;
    assert!(WideCube::empty([1 << 40, 1 << 40, 0])?.argmin()?.is_none());
    let all = WideCube::empty([1 << 40, 1 << 40, 1])?;
    assert_eq!(all.argmin().unwrap_err().kind(), ErrorKind::TooLarge);
    Ok(())
}
