//! Products that are summed over two dimensions: values beside naive loops, and the format that is inferred.

use crate::name;
use finch_formats::array::{ArrayExpr, Compute, Uncomputed};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::semiring::{FastPlusTimes, MinPlus};
use finch_formats::traits::algebra::typenum::{U0, U1, U2, U3};
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::{Error, ErrorKind};

/// A dense array.
struct Dense {
    values: Vec<f64>,
    shape: Vec<usize>,
}

fn dense<L: WriteLevel<T = f64>>(of: &Tensor<L>) -> Result<Dense, Error> {
    Ok(Dense {
        values: of.to_dense()?,
        shape: of.shape()[..].to_vec(),
    })
}

impl Dense {
    fn at(&self, indices: &[usize]) -> f64 {
        let place = indices
            .iter()
            .zip(&self.shape)
            .fold(0, |place, (index, extent)| place * extent + index);
        self.values[place]
    }
}

/// All indices below `shape`, in order.
fn places(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |places, &extent| {
        let behind = |place: &Vec<usize>| {
            (0..extent)
                .map(|index| [&place[..], &[index]].concat())
                .collect::<Vec<_>>()
        };
        places.iter().flat_map(behind).collect()
    })
}

/// `shape` without two axes.
fn without(shape: &[usize], axes: [usize; 2]) -> Vec<usize> {
    let kept = shape.iter().enumerate().filter(|(axis, _)| !axes.contains(axis));
    kept.map(|(_, &extent)| extent).collect()
}

/// The indices `kept`, with `summed` at `axes`.
fn with(kept: &[usize], axes: [usize; 2], summed: &[usize]) -> Vec<usize> {
    let mut rest = kept.iter();
    let index = |axis| match axes.iter().position(|&other| other == axis) {
        Some(number) => summed[number],
        None => *rest.next().unwrap(),
    };
    (0..kept.len() + 2).map(index).collect()
}

/// The shape and the values of the sum over the axes `p` of `a` and `q` of `b`.
fn contraction(a: &Dense, b: &Dense, p: [usize; 2], q: [usize; 2]) -> (Vec<usize>, Vec<f64>) {
    let (left, right) = (without(&a.shape, p), without(&b.shape, q));
    let summed = places(&p.map(|axis| a.shape[axis]));
    let shape = [&left[..], &right].concat();
    let value = |at: &Vec<usize>| {
        let (i, j) = at.split_at(left.len());
        let term = |summed: &Vec<usize>| a.at(&with(i, p, summed)) * b.at(&with(j, q, summed));
        summed.iter().map(term).sum()
    };
    let values = places(&shape).iter().map(value).collect();
    (shape, values)
}

fn check<E: ArrayExpr + Compute>(lazy: Uncomputed<E>, expected: &str, of: (Vec<usize>, Vec<f64>)) -> Result<(), Error>
where
    E::Level: WriteLevel<T = f64>,
{
    let result = lazy.compute()?;
    result.validate()?;
    assert_eq!((result.shape()[..].to_vec(), result.to_dense()?), of, "{expected}");
    assert_eq!(name::<E::Level>(), expected);
    Ok(())
}

/// Small integers, of which some are zero.
fn values(count: usize) -> Vec<f64> {
    (0..count).map(|n| [0.0, 2.0, -1.0, 0.0, 3.0][n * n % 7 % 5]).collect()
}

/// Axes of a left and of a right factor, the format of the result, the factors.
macro_rules! contractions {
    ($($a:ident $p:tt, $b:ident $q:tt => $expected:literal;)*) => { $({
        let what = contraction(&dense(&$a)?, &dense(&$b)?, contractions!(@numbers $p), contractions!(@numbers $q));
        check($a.tensordot_axes::<contractions!(@types $p), contractions!(@types $q), _>(&$b), $expected, what)?;
    })* };
    (@numbers ($first:tt $second:tt)) => { [$first, $second] };
    (@types ($first:tt $second:tt)) => { (contractions!(@type $first), contractions!(@type $second)) };
    (@type 0) => { U0 };
    (@type 1) => { U1 };
    (@type 2) => { U2 };
    (@type 3) => { U3 };
}

#[test]
fn of_two_axes() -> Result<(), Error> {
    let all = values(24);
    let cube = Cube::from_dense([2, 3, 4], &all)?;
    let csf: Csf<f64> = cube.drop_fills()?;
    let (wide, turned) = (Cube::from_dense([3, 4, 2], &all)?, Cube::from_dense([4, 2, 3], &all)?);
    let matrix = Matrix::from_dense([3, 4], &all[7..19])?;
    let (csr, dcsr): (Csr<f64>, Dcsr<f64>) = (matrix.drop_fills()?, matrix.drop_fills()?);
    contractions! {
        csf (1 2), matrix (0 1) => "SparseVector";
        csf (1 2), wide (0 1) => "SparseList<Dense<Element<f64>>>";
        cube (1 2), wide (0 1) => "Matrix";
        cube (1 2), turned (2 0) => "Matrix";
        // In whichever order.
        csf (2 1), turned (0 2) => "SparseList<Dense<Element<f64>>>";
        // Along other axes than the last ones.
        cube (0 2), turned (1 0) => "Matrix";
        csf (0 1), turned (1 2) => "Matrix";
        csr (0 1), wide (0 1) => "Vector";
        dcsr (1 0), turned (0 2) => "Vector";
    }
    // Of four dimensions: the outer product of the cube and a vector.
    let four = cube.outer(&[1.0, -2.0]).compute()?;
    contractions! {
        four (1 3), turned (2 1) => "Dense<Dense<Dense<Element<f64>>>>";
        matrix (0 1), four (1 2) => "Matrix";
    }
    Ok(())
}

/// Within other expressions, to one value, over semirings, and with products within them.
#[test]
fn within_expressions() -> Result<(), Error> {
    let all = values(24);
    let (cube, wide) = (Cube::from_dense([2, 3, 4], &all)?, Cube::from_dense([3, 4, 2], &all)?);
    let (_, product) = contraction(&dense(&cube)?, &dense(&wide)?, [1, 2], [0, 1]);
    let lazy = cube.tensordot_axes::<(U1, U2), (U0, U1), _>(&wide);
    let diagonal = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([1, 1], 2.0)], Add)?;
    let sampled = (&diagonal * lazy).compute()?;
    assert_eq!(sampled.to_dense()?, [product[0], 0.0, 0.0, 2.0 * product[3]]);
    assert_eq!(sampled.count_stored(), 2);
    assert_eq!(
        lazy.t().compute_as::<Matrix<f64>>()?.values(),
        [0, 2, 1, 3].map(|at| product[at])
    );
    let fast = cube.tensordot_axes_semiring::<(U1, U2), (U0, U1), _, _>(FastPlusTimes, &wide);
    assert_eq!(fast.compute_as::<Matrix<f64>>()?.values(), product);
    let text = lazy.explain();
    assert!(
        text.starts_with("product of 2 by 3 by 4 and 3 by 4 by 2: each value by two loops"),
        "{text}"
    );
    // A sum of products at the same places.
    let x = Matrix::from_dense([3, 4], &all[3..15])?;
    let squares: f64 = all[3..15].iter().map(|value| value * value).sum();
    assert_eq!(x.tensordot_axes::<(U0, U1), (U0, U1), _>(&x).sum()?, squares);
    // With a product of matrices as a factor: within each other, and computed first.
    let square = Matrix::from_dense([4, 4], &all[5..21])?;
    let sparse: Csr<f64> = square.drop_fills()?;
    let (_, expected) = contraction(&dense(&cube)?, &dense(&x.matmul(&square).compute()?)?, [1, 2], [0, 1]);
    let within = cube.tensordot_axes::<(U1, U2), (U0, U1), _>(x.matmul(&square));
    assert_eq!(within.compute_as::<Vector<f64>>()?.values(), expected);
    let first = x.matmul(&sparse).tensordot_axes::<(U0, U1), (U1, U2), _>(&cube);
    assert_eq!(first.compute_as::<Vector<f64>>()?.values(), expected);
    Ok(())
}

#[test]
fn extents_that_differ() -> Result<(), Error> {
    let (cube, x) = (Cube::<f64>::empty([2, 3, 4])?, Matrix::<f64>::empty([3, 5])?);
    let error = cube.tensordot_axes::<(U1, U2), (U0, U1), _>(&x).compute().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    let error = cube.tensordot_axes::<(U0, U1), (U0, U1), _>(&x).compute().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    // Nothing to sum over.
    let (cube, x) = (Cube::<f64>::empty([2, 0, 4])?, Matrix::<f64>::empty([0, 4])?);
    let least = cube.tensordot_axes_semiring::<(U1, U2), (U0, U1), _, _>(MinPlus, &x);
    assert_eq!(least.compute_as::<Vector<f64>>()?.values(), [f64::INFINITY; 2]);
    Ok(())
}
