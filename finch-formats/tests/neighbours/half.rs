//! Numbers of half precision as values.

use core::fmt::Display;
use core::ops::Neg;
use finch_formats::ErrorKind::Invalid;
use finch_formats::interop::CompressedView;
use finch_formats::prelude::*;
use finch_formats::traits::algebra::half::{bf16, f16};
use finch_formats::traits::algebra::{BinaryOp, CastTo, Number, UnaryOp, operators};

fn h(value: f32) -> f16 {
    f16::from_f32(value)
}

#[test]
fn programs() {
    let matrix = sprs::CsMat::new((2, 3), vec![0, 1, 3], vec![2, 0, 1], [0.5, 2.0, 3.0].map(h).to_vec());
    let x = ndarray::Array1::from_vec([1.0, 0.25, 100.0].map(h).to_vec());
    let (a, x) = (
        CompressedView::try_from(&matrix).unwrap(),
        VectorView::try_from(&x).unwrap(),
    );
    let (mut y, mut wide) = (Vector::default(), Vector::default());
    finch! {
        y .= 0;
        for j, i { y[j] += h(2.0) * a[j, i] * x[i] }
        wide .= 0;
        for j, i { wide[j] += a[j, i] as f32 * x[i] as f32 }
    }
    .run()
    .unwrap();
    assert_eq!(
        (y.values(), wide.values()),
        (&[100.0, 5.5].map(h)[..], &[50.0, 2.75][..])
    );

    let least = y.least().unwrap();
    assert_eq!(least, h(5.5));
    let halved = (&y * h(0.5)).compute().unwrap();
    assert_eq!((h(1.0) + &halved).compute().unwrap().values(), [51.0, 3.75].map(h));
    crate::common::refused(Vector::<f16>::from_parts(3, vec![h(1.0)]), Invalid, "1 values where 3");
}

/// Every number there is.
fn all<T>(from_bits: fn(u16) -> T) -> impl Iterator<Item = T> {
    (0..=u16::MAX).map(from_bits)
}

#[test]
fn arithmetic_is_that_of_wider_numbers_rounded() {
    let same = |one: f16, other: f16| one.to_bits() == other.to_bits() || (one.is_nan() && other.is_nan());
    for a in all(f16::from_bits) {
        let wide: f64 = a.cast_to();
        assert!(
            same(wide.cast_to(), a) && same(operators::Abs.apply(a), f16::from_f64(wide.abs())),
            "{a:?}"
        );
        for b in [
            h(0.0),
            h(1.5),
            h(-3.0),
            f16::INFINITY,
            f16::NAN,
            f16::MIN_POSITIVE_SUBNORMAL,
        ] {
            let other = f64::from(b);
            assert!(
                same(operators::Add.apply(a, b), f16::from_f64(wide + other)),
                "{a:?} + {b:?}"
            );
            assert!(
                same(operators::Mul.apply(a, b), f16::from_f64(wide * other)),
                "{a:?} * {b:?}"
            );
            assert!(
                same(a.plus_repeated(b, 1), f16::from_f64(wide + other)),
                "{a:?} + {b:?}"
            );
        }
    }
    for a in all(bf16::from_bits) {
        let back: bf16 = CastTo::<f32>::cast_to(a).cast_to();
        assert!(back.to_bits() == a.to_bits() || (back.is_nan() && a.is_nan()), "{a:?}");
    }
    // No terms are none, even of infinity; very many are infinitely many.
    assert_eq!(h(1.0).plus_repeated(f16::INFINITY, 0), h(1.0));
    assert_eq!(h(0.0).plus_repeated(h(1.0), 1 << 20), f16::INFINITY);
    assert_eq!(h(3.0).minus_repeated(h(0.5), 4), h(1.0));
    assert_eq!(
        (
            CastTo::<i8>::cast_to(h(-7.9)),
            CastTo::<f16>::cast_to(true),
            CastTo::<f16>::cast_to(70_000_u32)
        ),
        (-7, h(1.0), f16::INFINITY)
    );
}

/// Of numbers on both sides of the middle between two neighbours, and of that itself, which becomes the even one.
#[test]
fn wider_numbers_are_rounded_once() {
    fn rounded<T: Number + CastTo<f64> + Neg<Output = T> + Display>(from_bits: fn(u16) -> T, finite: u16)
    where
        f64: CastTo<T>,
        u64: CastTo<T>,
        i128: CastTo<T>,
        u128: CastTo<T>,
    {
        for bits in 0..finite {
            let (low, high) = (from_bits(bits), from_bits(bits + 1));
            // Beyond the last one is what would be the next one, if exponents went on.
            let wide = |value: T| -> f64 { value.cast_to() };
            let middle = match wide(high) {
                high if high.is_finite() => 0.5 * (wide(low) + high),
                _ => 1.5 * wide(low) - 0.5 * wide(from_bits(bits - 1)),
            };
            let even = if bits % 2 == 0 { low } else { high };
            for (number, wanted) in [(middle.next_down(), low), (middle, even), (middle.next_up(), high)] {
                assert!(CastTo::<T>::cast_to(number) == wanted, "{number:e} of {low} and {high}");
                assert!(CastTo::<T>::cast_to(-number) == -wanted, "-{number:e}");
            }
            // Whole numbers of which `f64` has not all.
            if middle > 2_f64.powi(60) && middle < 2_f64.powi(126) {
                let whole = middle as u128;
                for (number, wanted) in [(whole - 1, low), (whole, even), (whole + 1, high)] {
                    assert!(CastTo::<T>::cast_to(number) == wanted, "{number} of {low} and {high}");
                    assert!(CastTo::<T>::cast_to(-(number as i128)) == -wanted, "-{number}");
                    if let Ok(number) = u64::try_from(number) {
                        assert!(CastTo::<T>::cast_to(number) == wanted, "{number} of {low} and {high}");
                    }
                }
            }
        }
    }
    rounded(f16::from_bits, f16::INFINITY.to_bits());
    rounded(bf16::from_bits, bf16::INFINITY.to_bits());
    // The sum of many terms, too: 1 + 2^-11, and a little more.
    assert_eq!(
        h(1.0).plus_repeated(f16::from_bits(1), (1 << 13) + 1),
        h(1.0).plus_repeated(f16::from_bits(1), 1 << 14)
    );
    let least: f16 = CastTo::<f16>::cast_to(f64::MIN_POSITIVE);
    assert_eq!((least, CastTo::<bf16>::cast_to(u128::MAX)), (h(0.0), bf16::INFINITY));
    assert!(CastTo::<f16>::cast_to(f64::NAN).is_nan());
}
