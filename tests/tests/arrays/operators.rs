//! What is written on tensors and expressions: operators, methods, numbers, broadcasting, reductions to one value.

use finch_formats::array::{everywhere, uniform};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::operators::{Abs, Atan2, Cos, Exp, Mul as Times, Sqrt};
use finch_formats::traits::algebra::typenum::U2;
use finch_formats::traits::algebra::{Number, Unary, function};
use finch_formats::traits::level::Level;
use finch_formats::{Error, Result};
use num_complex::Complex;

const A: [f64; 6] = [0.0, 2.0, -2.0, 1.0, 0.0, 4.0];
const B: [f64; 6] = [3.0, 1.0, 0.0, 0.0, 0.0, -4.0];

fn csr(values: &[f64]) -> Result<Csr<f64>> {
    Matrix::from_dense([2, 3], values)?.drop_fills()
}

fn each(f: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    A.iter().zip(&B).map(|(&a, &b)| f(a, b)).collect()
}

fn which(f: impl Fn(f64, f64) -> bool) -> Vec<bool> {
    A.iter().zip(&B).map(|(&a, &b)| f(a, b)).collect()
}

/// Results that the test names the type of: it does not compile if another one is inferred.
#[test]
fn results_have_the_types_that_are_named() -> Result<(), Error> {
    let (a, b) = (csr(&A)?, csr(&B)?);
    let c: Csr<f64> = (-&a).compute()?;
    assert_eq!(c.to_dense()?, each(|a, _| -a));
    let c: Csr<f64> = (2.0 * &a - &b / 4.0).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| 2.0 * a - b / 4.0));
    let c: Matrix<f64> = (1.0 - (&a + 1.0)).compute()?;
    assert_eq!(c.to_dense()?, each(|a, _| 1.0 - (a + 1.0)));
    let c: Csr<f64> = a.min(&b).compute()?;
    assert_eq!(c.to_dense()?, each(f64::min));
    let c: Csr<f64> = (&a * &b).max(&a).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| (a * b).max(a)));
    let c: Csr<bool> = a.lt(&b).compute()?;
    assert_eq!(c.to_dense()?, which(|a, b| a < b));
    let c: CsrWithFill<bool, True> = a.ge(&b).compute()?;
    assert_eq!(c.to_dense()?, which(|a, b| a >= b));
    let c: CsrWithFill<bool, True> = (!a.ne_to(&b)).compute()?;
    assert_eq!(c.to_dense()?, which(|a, b| a == b));
    let c: Csr<bool> = (a.gt(everywhere::<f64, Zero>()) & b.lt(everywhere::<f64, Zero>())).compute()?;
    assert_eq!(c.to_dense()?, which(|a, b| a > 0.0 && b < 0.0));
    let c: Matrix<bool> = (a.le(0.5) ^ true).compute()?;
    assert_eq!(c.to_dense()?, which(|a, _| a > 0.5));
    let c: CsrWithFill<f64, One> = a.map(Exp).compute()?;
    assert_eq!(c.to_dense()?, each(|a, _| a.exp()));
    let c: Csr<f64> = (a.map(Cos) * a.map(Abs).map(Sqrt)).compute()?;
    assert_eq!(c.to_dense()?, each(|a, _| a.cos() * a.abs().sqrt()));
    let c: Csr<f64> = a
        .zip_map(&b, function!(|a: f64, b: f64| -> f64 { a * b + 1.0 }; (0, 0) => 0))
        .compute()?;
    assert_eq!(
        c.to_dense()?,
        each(|a, b| if a == 0.0 && b == 0.0 { 0.0 } else { a * b + 1.0 })
    );
    let c: Matrix<f64> = a.map(Unary(|a: f64| a + 1.0)).compute()?;
    assert_eq!(c.to_dense()?, each(|a, _| a + 1.0));
    let c: Csr<f64> = a.zip_map(&(&b * &b), Times).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| a * b * b));
    let c: Matrix<f64> = a.zip_map(&b, Atan2).compute_as()?;
    assert_eq!(c.to_dense()?, each(f64::atan2));
    Ok(())
}

#[test]
fn choices() -> Result<(), Error> {
    let (a, b) = (csr(&A)?, csr(&B)?);
    let c: Csr<f64> = a.gt(&b).select(&a, &(&b * 2.0)).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| if a > b { a } else { b * 2.0 }));
    let c: Csr<f64> = a.gt(&b).select(&uniform(1.0), &b).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| if a > b { 1.0 } else { b }));
    let c: Matrix<f64> = a.ge(&b).select(&uniform(1.0), &b).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| if a >= b { 1.0 } else { b }));
    // Where the condition is known to be false the first operand does not count.
    let full = Matrix::from_dense([2, 3], &[7.0; 6])?;
    let c: Csr<f64> = a.gt(&b).select(&full, &b).compute()?;
    assert_eq!(c.to_dense()?, each(|a, b| if a > b { 7.0 } else { b }));
    Ok(())
}

#[test]
fn other_numbers() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 1], 6), ([1, 2], 7)], Add)?;
    let c: Csr<i32> = ((&a % 4) | (&a * 8)).compute()?;
    assert_eq!(c.to_dense()?, [0, 50, 0, 0, 0, 59]);
    let b = Csr::from_triplets([2, 3], [([0, 1], 6.0_f32)], Add)?;
    let c: Csr<f32> = (&b * 0.5).compute()?;
    assert_eq!(c.get([0, 1]), Some(3.0));
    let p = CsrPattern::from_triplets([2, 3], [([0, 1], true), ([1, 1], true)], Or)?;
    let c: Csr<i32> = p.select(&a, &uniform(0)).compute_as()?;
    assert_eq!(c.to_dense()?, [0, 6, 0, 0, 0, 0]);
    let c: Csr<bool> = (&p & a.gt(6)).compute()?;
    assert_eq!(c.to_dense()?, [false; 6]);
    let z = SparseVector::from_triplets([3], [([1], Complex::new(0.0, 1.0))], Add)?;
    let c: SparseVector<Complex<f64>> = (&z * &z).compute()?;
    assert_eq!(c.get([1]), Some(Complex::new(-1.0, 0.0)));
    Ok(())
}

/// Absolute values are squared, since the sum of the squares of complex numbers may be 0.
#[test]
fn norms_of_complex_numbers() -> Result<(), Error> {
    let z = Vector::from(vec![Complex::new(1.0, 0.0), Complex::new(0.0, 1.0)]);
    assert_eq!(z.norm()?, Complex::new(2.0_f64.sqrt(), 0.0));
    let (z, w) = (Complex::new(3.0_f32, -4.0), Complex::new(0.0, 12.0));
    let z = Csr::from_triplets([2, 3], [([0, 1], z), ([1, 2], w)], Add)?;
    assert_eq!(z.norm()?, Complex::new(13.0, 0.0));
    Ok(())
}

#[test]
fn broadcasting() -> Result<(), Error> {
    let a = csr(&A)?;
    let (row, column) = (Vector::from(vec![1.0, 10.0, 100.0]), Vector::from(vec![1.0, 2.0]));
    let c: Csr<f64> = (&a * &row).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 20.0, -200.0, 1.0, 0.0, 400.0]);
    let c: Csr<f64> = (column.column() * &a).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 2.0, -2.0, 2.0, 0.0, 8.0]);
    let c: Matrix<f64> = (column.column() + &row).compute()?;
    assert_eq!(c.to_dense()?, [2.0, 11.0, 101.0, 3.0, 12.0, 102.0]);
    let sparse = SparseVector::from_triplets([3], [([1], 5.0)], Add)?;
    let c: Csr<f64> = (&Matrix::from_dense([2, 3], &A)? * &sparse).compute()?;
    assert_eq!(
        (c.count_stored(), c.to_dense()?),
        (2, vec![0.0, 10.0, 0.0, 0.0, 0.0, 0.0])
    );
    // Three dimensions beside two and one.
    let x = Csf::from_triplets([2, 2, 3], [([0, 1, 0], 1.0), ([1, 0, 2], 2.0)], Add)?;
    let c: Csf<f64> = (&x * &a * &row).compute()?;
    assert_eq!(c.to_triplets(), [([0, 1, 0].into(), 1.0), ([1, 0, 2].into(), -400.0)]);
    let c: Cube<f64> = (&x + &row).compute()?;
    assert_eq!(c.to_dense()?[..6], [1.0, 10.0, 100.0, 2.0, 10.0, 100.0]);
    Ok(())
}

#[test]
fn transposed() -> Result<(), Error> {
    let a = Matrix::from_dense([2, 3], &A)?;
    let c = a.t().compute()?;
    assert_eq!(c.shape()[..], [3, 2]);
    assert_eq!(c.to_dense()?, [0.0, 1.0, 2.0, 0.0, -2.0, 4.0]);
    let c: Matrix<f64> = ((&a * 2.0).t() - &a.t().compute()?).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 1.0, 2.0, 0.0, -2.0, 4.0]);
    let square = Csr::from_triplets([2, 2], [([0, 1], 3.0)], Add)?;
    let dense = Matrix::from_dense([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    let c: Csr<f64> = (&square * dense.t()).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 9.0, 0.0, 0.0]);
    Ok(())
}

#[test]
fn to_one_value() -> Result<(), Error> {
    let (a, b) = (csr(&A)?, csr(&B)?);
    assert_eq!((&a * &b).sum()?, each(|a, b| a * b).iter().sum::<f64>());
    let (x, y) = (
        SparseVector::from_triplets([3], [([1], 2.0)], Add)?,
        Vector::from(vec![5.0, 7.0, 9.0]),
    );
    assert_eq!((x.dot(&y)?, (&y - 1.0).dot(&x)?), (14.0, 12.0));
    assert_eq!((&a + 1.0).product()?, each(|a, _| a + 1.0).iter().product::<f64>());
    assert_eq!((a.least()?, a.greatest()?), (-2.0, 4.0));
    assert_eq!(a.map(Abs).least()?, 0.0);
    assert_eq!(Csr::<f64>::empty([2, 0])?.least()?, f64::INFINITY);
    assert_eq!((a.gt(3.0).any()?, a.gt(4.0).any()?), (true, false));
    assert_eq!((a.gt(-3.0).all()?, a.ne_to(0.0).all()?), (true, false));
    assert_eq!(b.norm()?, 26.0_f64.sqrt());
    assert_eq!(b.reduce(FastAdd)?, 0.0);
    Ok(())
}

fn weighted<T: Number>(
    a: &Tensor<impl Level<T = T, Rank = U2>>,
    b: &Tensor<impl Level<T = T, Rank = U2>>,
    weight: T,
) -> Result<(T, Matrix<T>)> {
    let product = a * b;
    Ok(((product * uniform(weight)).sum()?, product.compute_as()?))
}

#[test]
fn generic_functions() -> Result<(), Error> {
    let (a, b) = (csr(&A)?, Matrix::from_dense([2, 3], &B)?);
    let (sum, product) = weighted(&a, &b, 2.0)?;
    assert_eq!(sum, each(|a, b| 2.0 * a * b).iter().sum::<f64>());
    assert_eq!(product.to_dense()?, each(|a, b| a * b));
    Ok(())
}

/// The same output, of another shape and smaller than before.
#[test]
fn memory_is_used_again() -> Result<(), Error> {
    let (a, b) = (csr(&A)?, csr(&B)?);
    let mut c = Dcsr::default();
    (&a + &b).assign_to(&mut c)?;
    let at = c.level().child().child().val().as_ptr();
    (&a * &b).assign_to(&mut c)?;
    assert_eq!(c.to_dense()?, each(|a, b| a * b));
    assert_eq!(c.level().child().child().val().as_ptr(), at);
    let small = Csr::from_triplets([1, 2], [([0, 1], 3.0)], Add)?;
    (&small + &small).assign_to(&mut c)?;
    assert_eq!((c.shape()[..].to_vec(), c.to_dense()?), (vec![1, 2], vec![0.0, 6.0]));
    Ok(())
}

#[test]
fn nothing_at_all() -> Result<(), Error> {
    for shape in [[0, 3], [3, 0], [0, 0]] {
        let (a, b) = (Csr::<f64>::empty(shape)?, Dcsr::empty(shape)?);
        let c = (&a + &b).compute()?;
        c.validate()?;
        assert_eq!(c.shape()[..], shape);
        let c: Matrix<f64> = (&a * &b + 1.0).compute()?;
        assert_eq!(c.shape()[..], shape);
        assert_eq!((&a + &b).sum()?, 0.0);
    }
    Ok(())
}
