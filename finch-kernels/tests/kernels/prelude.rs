//! Ordinary Rust behind the prelude, with the standard library's names beside ours.

use finch_kernels::prelude::*;
use std::cmp::*;
use std::ops::*;

/// Degrees, which can be added and multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Degrees(f64);

impl Add for Degrees {
    type Output = Degrees;
    fn add(self, other: Degrees) -> Degrees {
        Degrees(self.0 + other.0)
    }
}

impl Mul<f64> for Degrees {
    type Output = Degrees;
    fn mul(self, factor: f64) -> Degrees {
        Degrees(self.0 * factor)
    }
}

/// The standard library's `Result`, of another error.
fn largest(text: &str) -> Result<i32, std::num::ParseIntError> {
    let numbers: Result<Vec<i32>, _> = text.split(' ').map(str::parse).collect();
    Ok(numbers?.into_iter().fold(0, max))
}

/// A function that is called like one of the notation.
fn select<T>(of: &[T], at: usize) -> Option<&T> {
    of.get(at)
}

#[test]
fn the_names_of_the_standard_library() {
    assert_eq!(largest("1 30 2"), Ok(30));
    assert!(largest("1 x").is_err());
    assert_eq!(Degrees(1.0) + Degrees(2.0) * 2.0, Degrees(5.0));
    assert_eq!((min(3, 4), select(&[1, 2], 1)), (3, Some(&2)));
    assert_eq!(2.5_f64.max(1.0), 2.5);
}

#[test]
fn programs_beside_them() -> Result<(), Error> {
    let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([0, 1], 4.0)], Add)?;
    let b = SparseVector::from_triplets([3], [([0], 5.0), ([0], 3.0), ([1], 2.0)], Mul)?;
    let mut y = Vector::default();
    // In a program `min` and `select` are those of the notation.
    finch! {
        y .= 0;
        for j, i { y[j] <<max>>= min(a[j, i], b[i]) + select(a[j, i] > b[i], 1.0, 0.0); }
    }
    .run()?;
    assert_eq!(y.values(), [3.0, 1.0]);
    // A path is a path.
    let least = std::cmp::min(7, 8) as f64;
    finch! {
        y .= 0;
        for j, i { y[j] += a[j, i] * f64::max(least, 1.0); }
    }
    .run()?;
    assert_eq!(y.values(), [42.0, 7.0]);
    Ok(())
}
