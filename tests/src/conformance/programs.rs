//! The programs that every level is given: copies, sums, and one write after another.

use super::data::{csr, line};
use finch_formats::prelude::*;
use finch_formats::tensor::axes::Axes;
use finch_traits::Result;
use finch_traits::algebra::Unary;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;
use typenum::{U1, U2, U3};

/// Runs a program, which must not fail.
#[macro_export]
macro_rules! run {
    ($($program:tt)*) => { finch_traits::finch! { $($program)* }.run().unwrap() };
}

/// Calls a function for each type: `of_types! { function(argument): A, B }`.
#[macro_export]
macro_rules! of_types {
    ($function:ident $arguments:tt: $($ty:ty),+) => { $( $function::<$ty> $arguments; )+ };
}

/// Each sum over a loop is what is expected: `sums! { for i; 5 => (x[i] * y[i]); .. }`.
#[macro_export]
macro_rules! sums {
    (for $($i:ident $(in $range:expr)?),+; $($case:tt)*) => { $crate::sums!(each [$($i $(in $range)?),+] $($case)*); };
    (each $loops:tt $($expected:expr => $value:tt;)*) => { $( $crate::sums!(one $loops $expected, $value); )* };
    (one [$($loops:tt)*] $expected:expr, ($($value:tt)*)) => {
        let mut sum = finch_formats::Scalar::<i64>::default();
        $crate::run! { sum .= 0; for $($loops)* { sum[] += $($value)*; } }
        assert_eq!(sum.get(), $expected, "{}", stringify!($($value)*));
    };
}

/// Programs make of the values `x` and `y` at each index what is expected, and store it densely or in the nest that is named:
/// `maps! { for j, i; x, y; |x, y| x + y => (a[j, i] + b[j, i]); .. }`.
#[macro_export]
macro_rules! maps {
    (for $($i:ident),+; $x:expr, $y:expr; $($case:tt)*) => { $crate::maps!(each [$($i),+] ($x, $y) $($case)*); };
    (each $i:tt $values:tt $(|$p:pat_param, $q:pat_param| $expected:expr => $value:tt $(in $nest:ty)?;)*) => { $(
        $crate::maps!(rank $i $values (|$p, $q| $expected) $value $(in $nest)?);
    )* };
    (rank [$i:ident] $($case:tt)*) => { $crate::maps!(into [$i] Vector $($case)*); };
    (rank [$j:ident, $i:ident] $($case:tt)*) => { $crate::maps!(into [$j, $i] Matrix $($case)*); };
    (rank [$k:ident, $j:ident, $i:ident] $($case:tt)*) => { $crate::maps!(into [$k, $j, $i] Cube $($case)*); };
    (into $i:tt $dense:ident $values:tt $expected:tt $value:tt) => {
        $crate::maps!(made finch_formats::$dense::<i64>; $i $values $expected $value);
    };
    (into $i:tt $dense:ident $values:tt $expected:tt $value:tt in $nest:ty) => {
        $crate::maps!(made finch_formats::Tensor::<$nest>; $i $values $expected $value);
    };
    (made $made:ty; [$($i:tt)*] ($x:expr, $y:expr) ($expected:expr) ($($value:tt)*)) => {
        let mut made = <$made>::default();
        $crate::run! { made .= 0; for $($i)* { made[$($i)*] += $($value)*; } }
        let expected = $crate::conformance::zipped(&$x, &$y, $expected);
        assert_eq!($crate::conformance::all(&made), expected, "{}", stringify!($($value)*));
    };
}

/// A nest of rank `R` that programs write.
pub trait Target<R>: WriteLevel<T = i64, Rank = R> {}

impl<R, L: WriteLevel<T = i64, Rank = R>> Target<R> for L {}

/// A nest of rank `R` that programs read.
pub trait Source<R>: Level<T = i64, Rank = R> {}

impl<R, L: Level<T = i64, Rank = R>> Source<R> for L {}

/// Programs over all indices of a rank, with outputs of nest `L` and operands of nest `S`.
pub trait Programs: Axes + Sized {
    /// `y[..] = a[..]`.
    fn set<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()>;

    /// `if a[..] != 0 { y[..] = a[..] }`, where it is not known beforehand what is zero.
    fn set_some<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()>;

    /// `y[..] += a[..]`, into what `y` holds.
    fn add<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()>;

    /// All of `a`, and then all of `b`.
    fn one_after_the_other<L: Target<Self>, S: Source<Self>, R: Source<Self>>(
        y: &mut Tensor<L>,
        a: &Tensor<S>,
        b: &Tensor<R>,
    ) -> Result<()>;

    /// `y[..] += a[..]` twice in one loop.
    fn both_at_once<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()>;

    /// `y[..] = f(a[..])`, where `f` panics when it sees `bomb`.
    fn explode<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>, bomb: i64) -> Result<()>;

    /// `y[..] += f(a[..])`, into what `y` holds, where `f` panics when it sees `bomb`.
    fn explode_later<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>, bomb: i64) -> Result<()>;
}

/// An operator that panics at `bomb`.
fn fuse(bomb: i64) -> Unary<impl Fn(i64) -> i64 + Copy> {
    Unary(move |value: i64| {
        assert!(value != bomb, "a bomb");
        value
    })
}

macro_rules! programs {
    ($($rank:ty: $($i:ident),+;)*) => { $(
        impl Programs for $rank {
            fn set<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()> {
                finch! { y .= _; for $($i),+ { y[$($i),+] = a[$($i),+]; } }.run()
            }

            fn set_some<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()> {
                let none = 0;
                finch! { y .= _; for $($i),+ { if a[$($i),+] != none { y[$($i),+] = a[$($i),+]; } } }.run()
            }

            fn add<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()> {
                finch! { mut y; for $($i),+ { y[$($i),+] += a[$($i),+]; } }.run()
            }

            fn one_after_the_other<L: Target<Self>, S: Source<Self>, R: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>, b: &Tensor<R>) -> Result<()> {
                finch! { y .= _; { for $($i),+ { y[$($i),+] = a[$($i),+]; } for $($i),+ { y[$($i),+] = b[$($i),+]; } } }.run()
            }

            fn both_at_once<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>) -> Result<()> {
                finch! { y .= _; for $($i),+ { y[$($i),+] += a[$($i),+]; y[$($i),+] += a[$($i),+]; } }.run()
            }

            fn explode<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>, bomb: i64) -> Result<()> {
                let f = fuse(bomb);
                finch! { y .= _; for $($i),+ { y[$($i),+] = map1(f, a[$($i),+]); } }.run()
            }

            fn explode_later<L: Target<Self>, S: Source<Self>>(y: &mut Tensor<L>, a: &Tensor<S>, bomb: i64) -> Result<()> {
                let f = fuse(bomb);
                finch! { mut y; for $($i),+ { y[$($i),+] += map1(f, a[$($i),+]); } }.run()
            }
        }
    )* };
}

programs! {
    U1: i;
    U2: j, i;
    U3: k, j, i;
}

/// A nest of rank `R` over zeros that programs of the suite make.
pub trait Written<R: Programs>: WriteLevel<T = i64, Fill = Zero, Rank = R> + Default {}

impl<R: Programs, L: WriteLevel<T = i64, Fill = Zero, Rank = R> + Default> Written<R> for L {}

/// A copy, by a program.
pub fn copied<L: Written<R>, R: Programs>(a: &Tensor<impl Level<T = i64, Rank = R>>) -> Tensor<L> {
    let mut copy = Tensor::default();
    R::set(&mut copy, a).unwrap();
    copy.validate().unwrap();
    copy
}

/// A copy of what is not zero, by a program.
pub fn some<L: Written<R>, R: Programs>(a: &Tensor<impl Level<T = i64, Rank = R>>) -> Tensor<L> {
    let mut copy = Tensor::default();
    R::set_some(&mut copy, a).unwrap();
    copy.validate().unwrap();
    copy
}

/// The product of two matrices, each row of which is summed up in `w`.
pub fn multiply_by_rows<C: Written<U2>, W: Written<U1>>(
    c: &mut Tensor<C>,
    w: &mut Tensor<W>,
    (b, a): (&Csr<i64>, &Csr<i64>),
) {
    run! {
        c .= 0;
        for j {
            w .= 0;
            for k, i { w[i] += b[j, k] * a[k, i]; }
            for i { c[j, i] = w[i]; }
        }
    }
    w.validate().unwrap()
}

/// What is not zero of a dense vector, copied by a program.
pub fn vector<L: Written<U1>>(values: &[i64]) -> Tensor<L> {
    some(&line(values))
}

/// What is not zero of a matrix, copied from lists.
pub fn matrix<L: Written<U2>>([rows, columns]: [usize; 2], values: &[i64]) -> Tensor<L> {
    let a: Dcsr<i64> = csr(rows, columns, values).drop_fills().unwrap();
    copied(&a)
}
