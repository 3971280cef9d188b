//! Functions of each value, of integers, booleans and complex numbers, and formats that follow from laws about other fills than zero.

use finch_formats::array::{everywhere, uniform};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::operators::{
    Abs, Conj, FloorDivide, Imag, IsNan, Ln, LogAddExp, Modulo, Pow, PowF, Real, RoundEven, Sign, Square,
};
use finch_formats::{Error, Result};
use num_complex::Complex;

const A: [i32; 6] = [0, 7, -7, 1, 0, -128];

fn each<T>(f: impl Fn(i32) -> T) -> Vec<T> {
    A.iter().map(|&a| f(a)).collect()
}

macro_rules! integers {
    ($($test:ident: $format:ident;)*) => { $(
        #[test]
        fn $test() -> Result<(), Error> {
            let a: $format<i32> = Matrix::from_dense([2, 3], &A)?.drop_fills()?;
            let c: $format<i32> = (a.map(Sign) + a.zip_map(3, FloorDivide) * 10 + a.zip_map(3, Modulo) * 1000).compute()?;
            let floor = |a: i32| (f64::from(a) / 3.0).floor() as i32;
            assert_eq!(c.to_dense()?, each(|a| a.signum() + 10 * floor(a) + 1000 * (a - 3 * floor(a))));
            let c: $format<bool> = (a.lt(&(&a * 2)) | (a.ne_to(&(&a * &a)) ^ a.gt(&(&a * 3)))).compute()?;
            assert_eq!(c.to_dense()?, each(|a| a < 2 * a || (a != a * a) ^ (a > 3 * a)));
            let c: $format<i32> = a.clip(everywhere::<i32, Zero>(), &(&a * 2)).compute()?;
            assert_eq!(c.to_dense()?, each(|a| a.max(0).min(2 * a)));
            Ok(())
        }
    )* };
}

integers! {
    rows: Csr;
    sparse_rows: Dcsr;
    runs: RunMatrix;
}

/// A power of what is not stored is known only if the exponent is.
#[test]
fn powers_of_integers() -> Result<(), Error> {
    let a = Csr::<i32>::from_triplets([2, 3], [([0, 1], 3), ([1, 0], -2)], Add)?;
    let exponents = Csr::from_triplets([2, 3], [([0, 1], 2_u32), ([0, 2], 1)], Add)?;
    let c: CsrWithFill<i32, One> = a.zip_map(&exponents, Pow).compute()?;
    assert_eq!(c.to_dense()?, [1, 9, 0, 1, 1, 1]);
    let c: Matrix<i32> = a.zip_map(uniform(3), Pow).compute()?;
    assert_eq!(c.to_dense()?, [0, 27, 0, -8, 0, 0]);
    Ok(())
}

#[test]
fn parts_of_complex_numbers() -> Result<(), Error> {
    let z = Complex::new(3.0_f32, -4.0);
    let a = Csr::from_triplets([2, 3], [([0, 1], z), ([1, 2], Complex::new(1.0, 0.0))], Add)?;
    let c: Csr<f32> = (a.map(Real) + a.map(Imag) * 10.0 + a.map(Abs) * 100.0).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 463.0, 0.0, 0.0, 0.0, 101.0]);
    let c: Csr<Complex<f32>> = (&a * a.map(Conj)).compute()?;
    assert_eq!(c.get([0, 1]), Some(Complex::new(25.0, 0.0)));
    // Of real numbers, too.
    let c: Csr<f32> = (a.map(Real).map(Conj) - a.map(Real).map(Imag)).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 3.0, 0.0, 0.0, 0.0, 1.0]);
    Ok(())
}

/// Sums of numbers of which logarithms are stored: of what is not stored, minus infinity.
#[test]
fn logarithms() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
    let b = Dcsr::from_triplets([2, 3], [([0, 1], 3.0), ([0, 0], 1.0)], Add)?;
    let (a, b): (CsrWithFill<f64, NegInf>, DcsrWithFill<f64, NegInf>) = (a.map(Ln).compute()?, b.map(Ln).compute()?);
    let c: CsrWithFill<f64, NegInf> = a.zip_map(&b, LogAddExp).compute()?;
    assert_eq!(c.count_stored(), 3);
    let expected = [1.0_f64, 5.0, 0.0, 0.0, 0.0, 4.0].map(f64::ln);
    let near = |(a, b): (&f64, &f64)| a == b || (a - b).abs() < 1e-14;
    assert!(c.to_dense()?.iter().zip(&expected).all(near));
    Ok(())
}

/// Numbers are not known to types, but where an operator needs to know only the other operand.
#[test]
fn beside_numbers() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.5), ([1, 2], -4.0)], Add)?;
    let c: Matrix<f64> = a.clip(-1.0, 2.0).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 2.0, 0.0, 0.0, 0.0, -1.0]);
    let c: Csr<f64> = a.zip_map(-3.0, Modulo).map(RoundEven).compute()?;
    assert_eq!(c.to_dense()?, [0.0, 0.0, 0.0, 0.0, 0.0, -1.0]);
    let c: Matrix<f64> = a.zip_map(2.0, PowF).compute()?;
    assert_eq!(c.to_dense()?, a.map(Square).compute()?.to_dense()?);
    let nan = Csr::from_triplets([1, 3], [([0, 1], f64::NAN)], Add)?;
    assert!(nan.clip(-1.0, 1.0).map(IsNan).compute()?.to_dense()? == [false, true, false]);
    Ok(())
}
