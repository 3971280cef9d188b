//! One suite of tests for all levels, which each calls with what it offers.
//!
//! `conformance!` takes a level, how its arrays are listed, and clauses, each of which becomes a test. Cases are data: a further one
//! compiles nothing that was not there.
//!
//! | clause | the test |
//! |---|---|
//! | `stores` | what the arrays hold behind a copy, and that it can be read |
//! | `draws` | what a tensor prints |
//! | `refuses`, `rejects` | parts that `validate` accepts, and those that it refuses, with the kind of the error and what it says |
//! | `appends` | two loops over one fiber: the second goes on behind the first, or comes too late |
//! | `one_at_a_time` | two statements in one loop are refused |
//! | `goes_on`, `rows_go_on` | a level that is opened again goes on where it ended |
//! | `fibers_ascend` | fibers that come again are refused |
//! | `keeps` | the allocations that are kept from one declaration to the next |
//! | `widest`, `counts` | the largest extents and numbers of entries that integers allow for |
//! | `holds_nothing` | extents of zero |
//! | `merges_twins` | equal fibers below runs are one |
//! | `reads` | nests together with lists, dense fibers and themselves, by every protocol; behind a semicolon, with lists and themselves, without one |
//! | `sums` | sums in any order |
//! | `survives_panics` | an operator that panics leaves a tensor that is empty |
//!
//! ```text
//! conformance! {
//!     SparseBand<Value>, |level| [level.ptr(), level.left(), level.child().val()];
//!     stores {
//!         some V9, 7 => [0 7] [1] [1 1 2 2 0 0 3];    // what is not zero of a vector: 7 entries in these arrays
//!         whole V9, 9 => ..;                          // all of it
//!         rows M5, 8 => ..;                           // what is not zero of each row of a matrix
//!     }
//!     refuses {
//!         |ptr: &[usize], left: &[u32], len: usize| SparseBand::new(6, ptr.to_vec(), left.to_vec(), zeros(len));
//!         &[0, 6], &[0], 6;                           // accepted
//!         &[1, 2], &[0], 2 => Invalid "start with 1"; // refused; the kind may be left out
//!     }
//!     appends { [1 3] then [6 8] => [0 8] [1] [2 0 4 0 0 7 0 9]; late [1 3] then [3 8]; }
//!     reads { Dense<SparseBand<Value>>, SparseList<SparseBand<Value>> }
//! }
//! ```
//!
//! What is peculiar to a level is tested by functions of its own, for which [`data`], [`programs`] and [`checks`] have what they share.

pub mod checks;
pub mod data;
pub mod programs;

pub use checks::*;
pub use data::*;
pub use programs::*;

/// The tests of a level.
#[macro_export]
macro_rules! conformance {
    ($L:ty, |$level:ident| [$($array:expr),*]; $($clause:ident $body:tt)*) => {
        /// The arrays of a level, as numbers.
        fn arrays($level: &$L) -> Vec<Vec<i64>> {
            vec![$( $array.iter().map(|&number| number as i64).collect() ),*]
        }
        $( $crate::conformance!(@ $clause $L; $body); )*
    };

    (@ stores $L:ty; { $($how:ident $values:expr, $count:expr => $([$($number:literal)*])*;)* }) => {
        #[test]
        fn stores() {
            $( {
                let (tensor, level, values) = $crate::conformance!(@@ $how $L; $values);
                $crate::conformance::holds(&tensor, &values, $count);
                assert_eq!(arrays(level(&tensor)), [$(vec![$($number),*]),*] as [Vec<i64>; _], "{values:?}");
            } )*
        }
    };
    // What is not zero of a vector; all of it; what is not zero of the rows of a matrix.
    (@@ some $L:ty; $values:expr) => {
        ($crate::conformance::vector::<$L>(&$values), Tensor::level as fn(&Tensor<$L>) -> &$L, $values.to_vec())
    };
    (@@ whole $L:ty; $values:expr) => {
        (
            $crate::conformance::copied::<$L, _>(&$crate::conformance::line(&$values)),
            Tensor::level as fn(&Tensor<$L>) -> &$L,
            $values.to_vec(),
        )
    };
    (@@ rows $L:ty; $values:expr) => {
        (
            $crate::conformance::matrix::<Dense<$L>>([$values.len(), $values[0].len()], $values.as_flattened()),
            (|tensor| tensor.level().child()) as fn(&Tensor<Dense<$L>>) -> &$L,
            $values.concat(),
        )
    };

    (@ draws $L:ty; { $($values:expr => $($line:literal)*;)* }) => {
        #[test]
        fn draws() {
            $( $crate::conformance::drawn(&$crate::conformance::vector::<$L>(&$values).to_string(), &[$($line),*]); )*
        }
    };

    (@ refuses $L:ty; {
        |$($part:ident: $ty:ty),*| $make:expr;
        $($($value:expr),* $(=> $($kind:ident)? $words:literal)?;)*
    }) => {
        #[test]
        fn refuses_parts_that_do_not_fit() {
            let make = |$($part: $ty),*| $make;
            $( $crate::conformance::judged(
                make($($value),*),
                <$L as finch_traits::level::Level>::NAME,
                $crate::conformance!(@@ verdict $($($kind)? $words)?),
            ); )*
        }
    };
    (@@ verdict) => { None };
    (@@ verdict $words:literal) => { Some((None, $words)) };
    (@@ verdict $kind:ident $words:literal) => { Some((Some(finch_formats::ErrorKind::$kind), $words)) };

    // Levels of any type.
    (@ rejects $L:ty; { $($level:expr => $kind:ident $($words:literal)*;)* }) => {
        #[test]
        fn rejects() {
            $( $crate::conformance::refused(Tensor::new($level), finch_formats::ErrorKind::$kind, &[$($words),*]); )*
        }
    };

    (@ appends $L:ty; {
        $([$($a:literal)*] then [$($b:literal)*] => $([$($number:literal)*])*;)*
        $(late [$($c:literal)*] then [$($d:literal)*];)*
    }) => {
        #[test]
        fn a_second_loop_goes_on_behind_the_first() {
            let mut y = Tensor::<$L>::default();
            $(
                $crate::conformance::appended(&mut y, &[$($a),*], &[$($b),*]).unwrap();
                assert_eq!(arrays(y.level()), [$(vec![$($number),*]),*] as [Vec<i64>; _]);
            )*
            $( $crate::conformance::appended_late(&mut y, &[$($c),*], &[$($d),*]); )*
        }
    };

    (@ one_at_a_time $L:ty; {}) => {
        #[test]
        fn two_statements_at_once_are_refused() {
            $crate::conformance::refuses_two_at_once::<$L>()
        }
    };

    (@ goes_on $L:ty; { $([$($a:literal)*] then [$($b:literal)*] => $([$($number:literal)*])*;)* }) => {
        #[test]
        fn goes_on_when_opened_again() {
            use $crate::conformance::{Programs, listed};
            $( {
                let mut y = $crate::conformance::copied::<$L, _>(&listed(10, [$($a),*]));
                typenum::U1::add(&mut y, &listed(10, [$($b),*])).unwrap();
                y.validate().unwrap();
                assert_eq!(arrays(y.level()), [$(vec![$($number),*]),*] as [Vec<i64>; _]);
            } )*
        }
    };
    (@ rows_go_on $L:ty; { $($nest:ty),* }) => {
        #[test]
        fn rows_go_on_when_opened_again() {
            $( $crate::conformance::rows_go_on::<$nest>(); )*
        }
    };
    (@ fibers_ascend $L:ty; { $columns:expr, $values:expr }) => {
        #[test]
        fn a_fiber_that_comes_too_late_is_refused() {
            $crate::conformance::refuses_fibers_again::<$L>($columns, $values)
        }
    };

    (@ keeps $L:ty; { |$level:ident| $places:expr }) => {
        #[test]
        fn declaring_again_keeps_allocations() {
            $crate::conformance::keeps_allocations(|$level: &$L| $places)
        }
    };
    (@ widest $L:ty; { $($nest:ty: $integer:ident $extent:literal),* }) => {
        #[test]
        fn extents_that_do_not_fit_are_refused() {
            $( $crate::conformance::widest::<$nest>(stringify!($integer), $extent); )*
        }
    };
    (@ counts $L:ty; { $nest:ty: $($indices:expr => $kept:expr),* }) => {
        #[test]
        fn pointers_that_cannot_count_further_are_an_error() {
            $( $crate::conformance::counts::<$nest>(&Vec::from_iter($indices), $kept); )*
        }
    };
    (@ holds_nothing $L:ty; { $($nest:ty),* }) => {
        #[test]
        fn extents_may_be_zero() {
            assert!($crate::conformance::all(&$crate::conformance::vector::<$L>(&[])).is_empty());
            assert!($crate::conformance::all(&Tensor::<$L>::default()).is_empty());
            $( $crate::conformance::holds_nothing::<$nest>(); )*
        }
    };
    (@ merges_twins $L:ty; { $([$($number:literal)*])* }) => {
        #[test]
        fn equal_fibers_are_merged() {
            let runs = $crate::conformance::merges_twins::<$L>();
            assert_eq!(arrays(runs.level().child()), [$(vec![$($number),*]),*] as [Vec<i64>; _]);
        }
    };
    (@ reads $L:ty; { $($nest:ty),* $(; $($more:ty),*)? }) => {
        #[test]
        fn reads_with_others() {
            $( $crate::conformance::merges::<$nest>(); )*
            $( $( $crate::conformance::merges_lists::<$more>(); )* )?
        }
    };
    (@ sums $L:ty; { $($nest:ty),* }) => {
        #[test]
        fn sums_in_any_order_are_sums() {
            $( $crate::conformance::sums_in_any_order::<$nest>(); )*
        }
    };
    (@ survives_panics $L:ty; { $values:expr, $bomb:expr, $update:expr }) => {
        #[test]
        fn a_panic_leaves_it_empty() {
            $crate::conformance::survives_panics::<$L, typenum::U1>(&$crate::conformance::line(&$values), $bomb, $update)
        }
    };
}
