//! Booleans, integers, other fills, and missing values.

use finch_algebra::{self as alg, False, Fill, Inf, Missing, One, Or, True};
use finch_tests::nest::Nest;
use finch_tests::operand::Operand;
use finch_tests::prelude::*;

/// A vector of any type over any background.
trait Over<T, F>: Operand<Nest: Nest<T = T, Fill = F, Rank = U1>> {}

impl<T, F, A: Operand<Nest: Nest<T = T, Fill = F, Rank = U1>>> Over<T, F> for A {}

/// A test of `$shape` over vectors with leaves `$leaf`.
macro_rules! over {
    ($shape:ident: $($t:ty, $f:ident);* $(;)?) => {
        #[test]
        fn $shape() {
            $(
                over!(@ $shape $t, $f: Dense SparseList);
            )*
        }
    };
    (@ $shape:ident $t:ty, $f:ident: $($level:ident)*) => {
        $( cases::$shape::<$level<Element<$t, $f>>>(); )*
    };
}

mod cases {
    use super::*;

    pub fn any_and_all<A: Over<bool, False>>() {
        let check = Check::of::<A>("for i { any[] |= a[i]; all[] &= a[i]; odd[] |= !a[i]; y[i] = !a[i] & (i < 3) }");
        indices!(i);
        for a in &data::vectors() {
            let x = Input::<A>::new(a);
            let (mut any, mut all) = (
                Output::<Element<bool, False>>::stale(),
                Output::<Element<bool, True>>::stale(),
            );
            let (mut odd, mut y) = (
                Output::<Element<bool, False>>::stale(),
                Output::<SparseList<Element<bool, False>>>::stale(),
            );
            let outcome = program()
                .declare(&mut any.tensor)
                .declare(&mut all.tensor)
                .declare(&mut odd.tensor)
                .declare(&mut y.tensor)
                .body(|(any, all, odd, y)| {
                    let both = then(any.at(()).reduce(Or, x.at(i)), all.at(()).reduce(alg::And, x.at(i)));
                    let odd = odd.at(()).reduce(Or, !x.at(i));
                    forall(i, then(both, then(odd, y.at((i,)).set(!x.at(i) & i.below(3)))))
                })
                .run();
            check.case(
                a,
                &[("a", &x)],
                outcome,
                &[("any", &any), ("all", &all), ("odd", &odd), ("y", &y)],
            );
        }
    }
}

over!(any_and_all: bool, False);
