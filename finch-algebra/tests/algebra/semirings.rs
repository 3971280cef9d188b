//! The laws of the semirings.

use crate::common::properties;
use finch_algebra::laws::{self, LawViolation, exactly};
use finch_algebra::operator::FoldBinary;
use finch_algebra::{
    Any, AnyPair, BinaryOp, Bits, Bool, FastPlusTimes, Fill, Known, MaxPlus, MinPlus, Number, OrAnd, Ordered, Pair,
    PlusTimes, Reducer, Semiring, Unknown,
};
use std::fmt::Debug;

type Checked = Result<(), LawViolation>;

/// Plus is a commutative monoid over which times distributes.
fn semiring<T: Copy + Debug + PartialEq + 'static, S: Semiring<T>>(a: T, b: T, c: T) -> Checked {
    laws::associative(S::plus(), a, b, c, exactly)?;
    laws::commutative(S::plus(), a, b, exactly)?;
    laws::associative(S::times(), a, b, c, exactly)?;
    laws::distributes(S::times(), S::plus(), a, b, c, exactly)?;
    laws::identity(S::plus(), S::Zero::value(), a, exactly)?;
    assert_eq!(
        S::plus().combine(a, b),
        S::plus().apply(a, b),
        "the reducer and the operator are the same"
    );
    zero::<T, S>(a);
    Ok(())
}

/// A known zero annihilates in times, and plus skips it.
fn zero<T: Copy + Debug + PartialEq + 'static, S: Semiring<T>>(a: T) {
    type ZeroOf<T, S> = <<S as Semiring<T>>::Zero as Fill<T>>::Known;
    let (known, value) = laws::known_value::<T, S::Zero>();
    for product in [
        <FoldBinary<S::Times, T, T, ZeroOf<T, S>, Unknown> as Known>::AT_RUN_TIME,
        <FoldBinary<S::Times, T, T, Unknown, ZeroOf<T, S>> as Known>::AT_RUN_TIME,
    ] {
        assert!(product.same(known));
        assert!(S::Plus::skips(product, known));
    }
    assert!(<S::Plus as Reducer<T>>::Skip::<ZeroOf<T, S>, Unknown>::VALUE);
    assert_eq!(S::times().apply_known(known, Default::default(), value, a), value);
    assert_eq!(S::times().apply_known(Default::default(), known, a, value), value);
}

fn plus_times<T: Number>(a: T, b: T, c: T) -> Checked {
    semiring::<T, FastPlusTimes>(a, b, c)?;
    semiring::<T, PlusTimes>(a, b, c)
}

fn any_pair<T: Number>(a: T, b: T, c: T) -> Checked {
    laws::associative(Any, a, b, c, exactly)?;
    laws::distributes(Pair, Any, a, b, c, exactly)?;
    zero::<T, AnyPair>(a);
    Ok(())
}

fn min_and_max_plus<T: Ordered>(a: T, b: T, c: T) -> Checked {
    // Without overflow: halves of halves, and of unsigned and signed numbers alike.
    let two = T::ONE.sum(*T::ONE);
    let small = |value: T| value.quotient(two).quotient(two);
    let (a, b, c) = (small(a), small(b), small(c));
    semiring::<T, MinPlus>(a, b, c)?;
    semiring::<T, MaxPlus>(a, b, c)
}

fn or_and<T: Bits>(a: T, b: T, c: T) -> Checked {
    semiring::<T, OrAnd>(a, b, c)
}

mod every_number {
    use super::*;
    properties!(numbers: plus_times, any_pair);
}

mod every_ordered_number {
    use super::*;
    properties!(ordered_numbers: min_and_max_plus);
}

mod every_integer {
    use super::*;
    properties!(integers: or_and);
}

#[test]
fn booleans() -> Checked {
    for (a, b, c) in (0..8).map(|n| (n & 1 == 1, n & 2 == 2, n & 4 == 4)) {
        semiring::<bool, OrAnd>(a, b, c)?;
        zero::<bool, AnyPair>(a);
    }
    Ok(())
}

#[test]
fn sums_that_come_to_zero_are_not_stored() {
    fn is_zero<T: Copy + PartialEq + 'static, S: Semiring<T>>(value: T) -> bool {
        S::is_zero(value)
    }
    assert!(is_zero::<i32, PlusTimes>(0) && !is_zero::<i32, PlusTimes>(1));
    assert!(is_zero::<f64, MinPlus>(f64::INFINITY) && !is_zero::<f64, MinPlus>(0.0));
}

/// A matrix power in any semiring.
fn closure<T: Copy + 'static, S: Semiring<T>, const N: usize>(a: [[T; N]; N], steps: usize) -> [[T; N]; N] {
    let mut power = a;
    for _ in 1..steps {
        let mut next = [[S::Zero::value(); N]; N];
        for i in 0..N {
            for j in 0..N {
                for k in 0..N {
                    next[i][j] = S::plus().combine(next[i][j], S::times().apply(power[i][k], a[k][j]));
                }
            }
        }
        power = next;
    }
    power
}

#[test]
fn the_same_program_answers_different_questions() {
    const INF: f64 = f64::INFINITY;
    let lengths = [[INF, 1.0, 5.0], [INF, INF, 2.0], [4.0, INF, INF]];
    assert_eq!(closure::<f64, MinPlus, 3>(lengths, 2)[0][2], 3.0);
    let edges = lengths.map(|row| row.map(|length| length < INF));
    assert!(closure::<bool, OrAnd, 3>(edges, 2)[0][2]);
    let counts = edges.map(|row| row.map(u64::from));
    assert_eq!(closure::<u64, PlusTimes, 3>(counts, 3)[0], [1, 1, 1]);
    let longest = lengths.map(|row| row.map(|length| if length < INF { length } else { -INF }));
    assert_eq!(closure::<f64, MaxPlus, 3>(longest, 3)[0], [7.0, 10.0, 14.0]);
}
