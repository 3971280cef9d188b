//! Tests of a case over lists of nests.
//!
//! All that formats and protocols can be combined to takes ten times as long to compile as one of each kind, so there are several ways
//! to read a list. `each!` is for suites that are soon built: of one list it takes what stands in front of the semicolon, of two lists
//! each name of both at least once. One of two others stands in its place in the suites `all_*` of the feature `exhaustive`, which take
//! the same files. `rest!` leaves out what `cargo test` tests: of one list it takes what `each!` leaves out, of two lists every pair.
//! `all!` takes every name of one list, and every pair of two.
//!
//! `once!` takes each name of two lists at least once, wherever it stands.
//!
//! They find `names!` and `nests` where they are used, so that a suite may have lists of its own.

/// A test of `$shape` for names of a list, or for pairs of names from two lists.
#[macro_export]
macro_rules! each {
    ($shape:ident: $list:ident) => { names!($list one_each $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b one_each_pair $shape); };
}

/// What `each!` leaves out, and all pairs.
#[macro_export]
macro_rules! rest {
    ($shape:ident: $list:ident) => { names!($list one_each_other $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b every_pair $shape); };
}

/// Every name of a list, and all pairs.
#[macro_export]
macro_rules! all {
    ($shape:ident: $list:ident) => { names!($list one_each_of_all $shape); };
    ($shape:ident: $a:ident, $b:ident) => { names!($a names $b every_pair $shape); };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each {
    ($shape:ident [$($a:ident)*; $($other:ident)*]) => {
        #[allow(non_snake_case, unused_imports)]
        mod $shape {
            use super::{$shape as case, nests};
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
    ($shape:ident [$($a:ident)*; $($other:ident)*]) => { $crate::one_each!($shape [$($other)*;]); };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each_of_all {
    ($shape:ident [$($a:ident)*; $($other:ident)*]) => { $crate::one_each!($shape [$($a)* $($other)*;]); };
}

// The second list is turned round, so that a list goes with itself in pairs of different names.
#[doc(hidden)]
#[macro_export]
macro_rules! one_each_pair {
    ($shape:ident [$($a:ident)*; $($later_a:ident)*] [$($b:ident)*; $($later_b:ident)*]) => {
        #[allow(non_snake_case)]
        mod $shape {
            use super::{$shape as case, nests};
            $crate::side_by_side!(
                longer [$($a)* $($later_a)*] [$($later_b)* $($b)*] [$($a)* $($later_a)*] [$($later_b)* $($b)*]
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

#[doc(hidden)]
#[macro_export]
macro_rules! every_pair {
    ($shape:ident [$($a:ident)*; $($later_a:ident)*] [$($b:ident)*; $($later_b:ident)*]) => {
        #[allow(non_snake_case)]
        mod $shape {
            use super::{$shape as case, nests};
            $crate::every_pair!(@ [$($a)* $($later_a)*] [$($b)* $($later_b)*]);
        }
    };
    (@ [$($a:ident)*] $b:tt) => { $( $crate::every_pair!(@@ $a $b); )* };
    (@@ $a:ident [$($b:ident)*]) => {
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
}

/// Each name of two lists at least once, by CI too: where one operand is written, another one read, and further cases of the file
/// go from every operand of the list to every output.
#[macro_export]
macro_rules! once {
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
