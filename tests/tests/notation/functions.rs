//! Functions of numbers, casts, and functions of one's own in programs: the values are those of Rust, and what is stored
//! follows from the laws.

use finch_formats::prelude::*;
use finch_formats::traits::algebra::function;
use finch_formats::traits::algebra::operators::Square;
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::notation::elementary::Applied;

type Result = finch_formats::traits::Result<()>;

const HELD: [f64; 6] = [0.0, 2.25, 0.0, 1.0, 0.0, 0.5];

fn held() -> SparseVector<f64> {
    let entries = HELD.iter().enumerate().filter(|(_, value)| **value != 0.0);
    SparseVector::from_triplets([6], entries.map(|(here, value)| ([here], *value)), Add).unwrap()
}

/// Makes vectors, in one loop.
macro_rules! make {
    (for $i:ident; $($y:ident = ($($value:tt)+);)+) => {
        finch! { $( $y .= 0; )+ for $i { $( $y[$i] = $($value)+; )+ } }.run()?
    };
}

/// One program for each line: a function as a method and by name, with what Rust makes of numbers, and how many entries a sparse
/// result stores.
macro_rules! functions {
    ($($name:ident: $stored:literal;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn is_what_rust_computes() -> Result {
            let x = held();
            let mut y = SparseVector::<f64>::default();
            let mut z = Vector::<f64>::default();
            finch! { y .= 0; for i { y[i] = x[i].$name() } }.run()?;
            finch! { z .= 0; for i { z[i] = $name(x[i]) } }.run()?;
            let wanted = HELD.map(f64::$name);
            for (here, wanted) in wanted.into_iter().enumerate() {
                let (sparse, dense) = (y.get([here]).unwrap(), z.get([here]).unwrap());
                assert_eq!(sparse.to_bits(), dense.to_bits(), "{here}");
                assert!(dense == wanted || dense.is_nan() && wanted.is_nan(), "{dense} is not {wanted} at {here}");
            }
            assert_eq!(y.count_stored(), $stored);
            Ok(())
            }
        }
    )* };
}

functions! {
    sqrt: 3;
    cbrt: 3;
    abs: 3;
    exp: 6;
    exp2: 6;
    exp_m1: 3;
    ln: 6;
    ln_1p: 3;
    log2: 6;
    log10: 6;
    sin: 3;
    cos: 6;
    tan: 3;
    asin: 3;
    acos: 6;
    atan: 3;
    sinh: 3;
    cosh: 6;
    tanh: 3;
    asinh: 3;
    acosh: 6;
    atanh: 3;
    floor: 3;
    ceil: 3;
    round: 3;
    trunc: 3;
    fract: 3;
    recip: 6;
    signum: 6;
}

#[test]
fn a_result_has_the_fill_that_the_law_says() -> Result {
    let x = held();
    let mut y = SparseVectorWithFill::<f64, One>::default();
    finch! { y .= 1; for i { y[i] = x[i].exp() } }.run()?;
    assert_eq!(y.count_stored(), 3);
    assert_eq!(y.to_dense()?, HELD.map(f64::exp));
    Ok(())
}

#[test]
fn questions_are_answered_by_laws_where_nothing_is_stored() -> Result {
    let x = SparseVector::<f64>::from_triplets([4], [([1], f64::NAN), ([2], f64::INFINITY)], Add)?;
    let (mut nan, mut infinite, mut finite) = (CsrRow::default(), CsrRow::default(), Vector::<bool>::default());
    type CsrRow = SparseVectorWithFill<bool, False>;
    finch! {
        nan .= false;
        infinite .= false;
        finite .= false;
        for i { nan[i] = x[i].is_nan(); infinite[i] = is_infinite(x[i]); finite[i] = x[i].is_finite() }
    }
    .run()?;
    assert_eq!((nan.count_stored(), infinite.count_stored()), (2, 2));
    assert_eq!(nan.to_dense()?, [false, true, false, false]);
    assert_eq!(infinite.to_dense()?, [false, false, true, false]);
    assert_eq!(finite.to_dense()?, [true, false, false, true]);
    Ok(())
}

#[test]
fn powers_and_functions_of_two_values() -> Result {
    let (x, alpha) = (held(), 2.0);
    let (mut a, mut b, mut c) = <(SparseVector<f64>, Vector<f64>, SparseVector<f64>)>::default();
    make! { for i;
        a = (x[i].square());
        b = (x[i].powi(3) + x[i].powf(alpha) + 2.0 * x[i].hypot(1.0) - x[i].atan2(alpha));
        c = (x[i].mul_add(alpha, x[i]));
    }
    assert_eq!((a.count_stored(), c.count_stored()), (3, 3));
    assert_eq!(a.to_dense()?, HELD.map(|v| v * v));
    assert_eq!(
        b.to_dense()?,
        HELD.map(|v| v.powi(3) + v.powf(2.0) + 2.0 * v.hypot(1.0) - v.atan2(2.0))
    );
    assert_eq!(c.to_dense()?, HELD.map(|v| v.mul_add(2.0, v)));
    Ok(())
}

#[test]
fn literal_powers_keep_zeros() -> Result {
    let (x, alpha, one) = (held(), 2.0_f64, 1);
    let (mut a, mut b, mut c) = <(SparseVector<f64>, SparseVector<f64>, SparseVector<f64>)>::default();
    let mut d = SparseVector::<f64>::default();
    make! { for i;
        a = (x[i].powi(2) + x[i].powf(0.5));
        b = (2.0 * (x[i] + x[i]).powi(3) - (x[i] * alpha).powf(1.5));
        c = (x[i] * (alpha + 1.0).powi(2) + alpha.powi(3) * x[i]);
        d = (x[i].powi(0) + x[i].powf(0.0) + x[i].powi(one));
    }
    assert_eq!((a.count_stored(), b.count_stored(), c.count_stored()), (3, 3, 3));
    assert_eq!(a.to_dense()?, HELD.map(|v| v.powi(2) + v.powf(0.5)));
    let wanted = HELD.map(|v| 2.0 * (v + v).powi(3) - (v * 2.0).powf(1.5));
    assert_eq!(b.to_dense()?, wanted);
    assert_eq!(c.to_dense()?, HELD.map(|v| v * 9.0 + 8.0 * v));
    assert_eq!(d.to_dense()?, HELD.map(|v| 2.0 + v));
    Ok(())
}

#[test]
fn casts_as_rust_writes_them() -> Result {
    let (x, n) = (held(), 3_usize);
    let mut y = SparseVector::<f32>::default();
    let mut z = Vector::<f64>::default();
    let mut bytes = SparseVector::<u8>::default();
    make! { for i;
        y = (x[i] as f32 * 2 as f32);
        z = ((x[i] + 1.0) as i32 as f64 * n as f64 + i as f64 - x[i].sqrt() as f32 as f64);
        bytes = ((-x[i] * 100.0) as u8 + x[i] as u8);
    }
    assert_eq!((y.count_stored(), bytes.count_stored()), (3, 3));
    assert_eq!(y.to_dense()?, HELD.map(|v| v as f32 * 2.0));
    let wanted = |(i, v): (usize, f64)| (v + 1.0) as i32 as f64 * 3.0 + i as f64 - v.sqrt() as f32 as f64;
    let wanted: Vec<f64> = HELD.into_iter().enumerate().map(wanted).collect();
    assert_eq!(z.to_dense()?, wanted);
    assert_eq!(bytes.to_dense()?, HELD.map(|v| (-v * 100.0) as u8 + v as u8));
    Ok(())
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn squared<E: Expr<T = f64>>(x: Value<E>) -> Applied<Square, E> {
    x.square()
}

fn largest<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

#[test]
fn functions_of_numbers_are_called() -> Result {
    let (x, low, high) = (held(), 0.25, 2.0);
    let mut y = Vector::<f64>::default();
    let shifted = |v: f64| v + low;
    finch! { y .= 0; for i { y[i] = logistic(x[i]) + shifted(x[i]) + squared(x[i]) } }.run()?;
    assert_eq!(y.to_dense()?, HELD.map(|v| logistic(v) + (v + low) + v * v));
    finch! { y .= 0; for i { y[i] = f64::clamp(x[i], low, high) + f64::max(x[i], 1.0) * f64::max(1.5, x[i]) } }
        .run()?;
    assert_eq!(
        y.to_dense()?,
        HELD.map(|v| v.clamp(low, high) + v.max(1.0) * v.max(1.5))
    );
    // Numbers alone are what Rust makes of them.
    finch! { y .= 0; for i { y[i] = x[i] * logistic(low) + largest::<f64>(low, high) } }.run()?;
    assert_eq!(y.to_dense()?, HELD.map(|v| v * logistic(low) + high));
    finch! { y .= 0; for i { y[i] = x[i].map(logistic).zip_map(x[i], |a, b| a - b) } }.run()?;
    assert_eq!(y.to_dense()?, HELD.map(|v| logistic(v) - v));
    Ok(())
}

#[test]
fn functions_with_laws_keep_results_sparse() -> Result {
    let (x, limit) = (held(), 1.5);
    let clip = function!(|v: f64| -> f64 { v.clamp(-limit, limit) }; 0 => 0, 1 => 1);
    let damped = function!(|a: f64, b: f64| -> f64 { a * b / (1.0 + b * b) }; (0, _) => 0, (_, 0) => 0);
    let (mut y, mut z) = (SparseVector::<f64>::default(), SparseVector::<f64>::default());
    finch! {
        y .= 0;
        z .= 0;
        for i { y[i] = clip(x[i]); z[i] = damped(x[i], clip(x[i])) + x[i].apply(clip) }
    }
    .run()?;
    assert_eq!((y.count_stored(), z.count_stored()), (3, 3));
    let clipped = HELD.map(|v| v.clamp(-limit, limit));
    assert_eq!(y.to_dense()?, clipped);
    let wanted = |(a, b): (f64, f64)| a * b / (1.0 + b * b) + b;
    assert_eq!(
        z.to_dense()?,
        HELD.into_iter().zip(clipped).map(wanted).collect::<Vec<_>>()
    );
    Ok(())
}

#[test]
fn functions_of_runs_stay_runs() -> Result {
    let x = RunVector::<f64>::from_triplets([1000], (300..700).map(|i| ([i], 4.0)), Add)?;
    let mut y = RunVector::<f64>::default();
    finch! { y .= 0; for i { y[i] = x[i].sqrt() as f32 as f64 } }.run()?;
    assert_eq!(y.count_stored(), 3);
    assert_eq!((y.get([299]), y.get([300])), (Some(0.0), Some(2.0)));
    Ok(())
}
