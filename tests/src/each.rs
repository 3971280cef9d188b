//! Tests of a case over lists of nests.
//!
//! All that formats and protocols can be combined to takes ten times as long to compile as one of each kind, so there are several ways
//! to read a list. `each!` is for suites that are soon built: of one list it takes what stands in front of the semicolon, of two lists
//! each *kind* of both at least once, which stands in front of the comma. One of two others stands in its place in the suites `all_*`
//! of the feature `exhaustive`, which take the same files. `rest!`, of `all_vectors`, leaves out what `cargo test` tests: of one list it takes
//! what `each!` leaves out. `all!` takes every name: neither `cargo test` nor CI runs the suites `matrices` and `indices`.
//!
//! Of two lists both take each kind with each kind of the other list, and every other name with one kind of the other list, by turns. What two
//! formats do together depends on the protocol, and on what their fibers unfurl to: lists of entries, runs, or values at every place. A
//! further format of one of these kinds is in the same loops, and what is its own is in the loop over it alone.
//! Of `two of` a list, where both operands are treated alike, they take these pairs in one of the two orders, and each name with itself.
//!
//! Two formats of one kind stand in two lists, `matrices` and `more_matrices`, of which each case takes one.
//!
//! `once!` takes each name of two lists at least once, wherever it stands.
//!
//! They find `names!` and `nests` where they are used, so that a suite may have lists of its own.

/// A test of `$shape` for names of a list, or for pairs of names from two lists.
#[macro_export]
macro_rules! each {
    ($shape:ident: $list:ident) => { names!($list one_each $shape); };
    ($shape:ident: two of $list:ident) => { names!($list names $list one_each_kind $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b one_each_kind $shape); };
}

/// What `each!` leaves out, and pairs of kinds.
#[macro_export]
macro_rules! rest {
    ($shape:ident: $list:ident) => { names!($list one_each_other $shape); };
    ($shape:ident: two of $list:ident) => { names!($list two_of $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b pairs_of_kinds $shape); };
}

/// Every name of a list, and pairs of kinds.
#[macro_export]
macro_rules! all {
    ($shape:ident: $list:ident) => { names!($list one_each_of_all $shape); };
    ($shape:ident: two of $list:ident) => { names!($list two_of $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b pairs_of_kinds $shape); };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each {
    ($shape:ident [$($kind:ident)*, $($a:ident)*; $($other:ident)*]) => {
        #[allow(non_snake_case, unused_imports)]
        mod $shape {
            use super::{$shape as case, nests};
            $(
                #[test]
                fn $kind() {
                    case::<nests::$kind>()
                }
            )*
            $(
                #[test]
                fn $a() {
                    case::<nests::$a>()
                }
            )*
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each_other {
    ($shape:ident [$($kind:ident)*, $($a:ident)*; $($other:ident)*]) => { $crate::one_each!($shape [, $($other)*;]); };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each_of_all {
    ($shape:ident [$($kind:ident)*, $($a:ident)*; $($other:ident)*]) => {
        $crate::one_each!($shape [$($kind)*, $($a)* $($other)*;]);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each_kind {
    ($shape:ident [$($a:ident)*, $($more_a:ident)*; $($later_a:ident)*] [$($b:ident)*, $($more_b:ident)*; $($later_b:ident)*]) => {
        $crate::one_each_pair!($shape [$($a)*,;] [$($b)*,;]);
    };
}

// The second list is turned round, so that a list goes with itself in pairs of different names.
#[doc(hidden)]
#[macro_export]
macro_rules! one_each_pair {
    (
        $shape:ident [$($kind_a:ident)*, $($a:ident)*; $($later_a:ident)*] [$($kind_b:ident)*, $($b:ident)*; $($later_b:ident)*]
    ) => {
        #[allow(non_snake_case)]
        mod $shape {
            use super::{$shape as case, nests};
            $crate::side_by_side!(
                longer
                [$($kind_a)* $($a)* $($later_a)*] [$($later_b)* $($kind_b)* $($b)*]
                [$($kind_a)* $($a)* $($later_a)*] [$($later_b)* $($kind_b)* $($b)*]
            );
        }
    };
}

// Both lists side by side, until both have come to their ends; the shorter one starts anew. The modules have the names of the list
// that has not come to its end yet.
#[doc(hidden)]
#[macro_export]
macro_rules! side_by_side {
    ($state:ident [] [] $as:tt $bs:tt) => {};
    (second $as:tt [] $all:tt $bs:tt) => {};
    (first [] $bs:tt $as:tt $all:tt) => {};
    (longer [] $b:tt [$($a:ident)*] $bs:tt) => {
        mod second {
            use super::{case, nests};
            $crate::side_by_side!(second [$($a)*] $b [$($a)*] $bs);
        }
    };
    (longer $a:tt [] $as:tt [$($b:ident)*]) => { $crate::side_by_side!(first $a [$($b)*] $as [$($b)*]); };
    (second [] $b:tt [$($a:ident)*] $bs:tt) => { $crate::side_by_side!(second [$($a)*] $b [$($a)*] $bs); };
    (first $a:tt [] $as:tt [$($b:ident)*]) => { $crate::side_by_side!(first $a [$($b)*] $as [$($b)*]); };
    (second [$a:ident $($more:ident)*] [$b:ident $($others:ident)*] $as:tt $bs:tt) => {
        mod $b {
            #[test]
            fn $a() {
                super::case::<super::nests::$a, super::nests::$b>()
            }
        }
        $crate::side_by_side!(second [$($more)*] [$($others)*] $as $bs);
    };
    ($state:ident [$a:ident $($more:ident)*] [$b:ident $($others:ident)*] $as:tt $bs:tt) => {
        mod $a {
            #[test]
            fn $b() {
                super::case::<super::nests::$a, super::nests::$b>()
            }
        }
        $crate::side_by_side!($state [$($more)*] [$($others)*] $as $bs);
    };
}

// Each kind of the first list with each kind of the second one, and every other name of one list with one kind of the other, by turns.
#[doc(hidden)]
#[macro_export]
macro_rules! pairs_of_kinds {
    (
        $shape:ident [$($kind_a:ident)*, $($a:ident)*; $($later_a:ident)*] [$($kind_b:ident)*, $($b:ident)*; $($later_b:ident)*]
    ) => {
        #[allow(non_snake_case, unused_imports)]
        mod $shape {
            use super::{$shape as case, nests};
            $crate::pairs_of_kinds!(@kinds [$($kind_a)*] [$($kind_b)*]);
            mod first {
                use super::{case, nests};
                $crate::pairs_of_kinds!(@first [$($a)* $($later_a)*] [$($kind_b)*] [$($kind_b)*]);
            }
            mod second {
                use super::{case, nests};
                $crate::pairs_of_kinds!(@second [$($b)* $($later_b)*] [$($kind_a)*] [$($kind_a)*]);
            }
        }
    };
    (@kinds [$($a:ident)*] $b:tt) => { $( $crate::pairs_of_kinds!(@kind $a $b); )* };
    (@kind $a:ident [$($b:ident)*]) => {
        mod $a {
            use super::{case, nests};
            $(
                #[test]
                fn $b() {
                    case::<nests::$a, nests::$b>()
                }
            )*
        }
    };
    (@$turn:ident [] $kinds:tt $all:tt) => {};
    (@$turn:ident $names:tt [] $all:tt) => { $crate::pairs_of_kinds!(@$turn $names $all $all); };
    (@first [$a:ident $($more:ident)*] [$kind:ident $($kinds:ident)*] $all:tt) => {
        #[test]
        fn $a() {
            case::<nests::$a, nests::$kind>()
        }
        $crate::pairs_of_kinds!(@first [$($more)*] [$($kinds)*] $all);
    };
    (@second [$b:ident $($more:ident)*] [$kind:ident $($kinds:ident)*] $all:tt) => {
        #[test]
        fn $b() {
            case::<nests::$kind, nests::$b>()
        }
        $crate::pairs_of_kinds!(@second [$($more)*] [$($kinds)*] $all);
    };
}

// Each kind of a list with itself and the kinds behind it, by turns on the left and on the right; each other name with one of the kinds, by
// turns, and with itself.
#[doc(hidden)]
#[macro_export]
macro_rules! two_of {
    ($shape:ident [$($kind:ident)*, $($a:ident)*; $($later:ident)*]) => {
        #[allow(non_snake_case, unused_imports)]
        mod $shape {
            use super::{$shape as case, nests};
            $crate::two_of!(@kinds $($kind)*);
            mod with_a_kind {
                use super::{case, nests};
                $crate::two_of!(@turns_left [$($a)* $($later)*] [$($kind)*] [$($kind)*]);
            }
            $crate::two_of!(@selves $($a)* $($later)*);
        }
    };
    (@kinds) => {};
    (@kinds $kind:ident $($kinds:ident)*) => {
        mod $kind {
            use super::{case, nests};
            $crate::two_of!(@left $kind [$kind $($kinds)*]);
        }
        $crate::two_of!(@kinds $($kinds)*);
    };
    (@left $kind:ident []) => {};
    (@left $kind:ident [$b:ident $($more:ident)*]) => {
        #[test]
        fn $b() {
            case::<nests::$kind, nests::$b>()
        }
        $crate::two_of!(@right $kind [$($more)*]);
    };
    (@right $kind:ident []) => {};
    (@right $kind:ident [$b:ident $($more:ident)*]) => {
        #[test]
        fn $b() {
            case::<nests::$b, nests::$kind>()
        }
        $crate::two_of!(@left $kind [$($more)*]);
    };
    (@$turn:ident [] $kinds:tt $all:tt) => {};
    (@$turn:ident $names:tt [] $all:tt) => { $crate::two_of!(@$turn $names $all $all); };
    (@turns_left [$b:ident $($more:ident)*] [$kind:ident $($kinds:ident)*] $all:tt) => {
        #[test]
        fn $b() {
            case::<nests::$kind, nests::$b>()
        }
        $crate::two_of!(@turns_right [$($more)*] [$($kinds)*] $all);
    };
    (@turns_right [$b:ident $($more:ident)*] [$kind:ident $($kinds:ident)*] $all:tt) => {
        #[test]
        fn $b() {
            case::<nests::$b, nests::$kind>()
        }
        $crate::two_of!(@turns_left [$($more)*] [$($kinds)*] $all);
    };
    (@selves $($a:ident)*) => {
        mod with_itself {
            use super::{case, nests};
            $(
                #[test]
                fn $a() {
                    case::<nests::$a, nests::$a>()
                }
            )*
        }
    };
}

/// Each name of two lists at least once, by CI too: where one operand is written, another one read, and further cases of the file
/// go from every operand of the list to every output; and where both are read, and another case of the file takes each kind with each kind:
/// what two formats do together is in the loops over both, whatever is around these. The suite `all_outside` takes all lists so.
#[macro_export]
macro_rules! once {
    ($shape:ident: $list:ident) => { names!($list one_each_of_all $shape); };
    ($shape:ident: two of $list:ident) => { names!($list names $list one_each_pair $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b one_each_pair $shape); };
}

/// A test of `$shape` for some combinations of names.
#[macro_export]
macro_rules! some {
    ($shape:ident: $($($name:ident)+),* $(,)?) => {
        mod $shape {
            use super::{$shape as case, nests};
            #[test]
            fn some() {
                $( case::<$(nests::$name),+>(); )*
            }
        }
    };
}

/// Stands in the place of `some!` where it was tested already.
#[macro_export]
macro_rules! none {
    ($($combinations:tt)*) => {};
}
