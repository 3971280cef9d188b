//! The nests and protocols that cases are instantiated over.
//!
//! Lists of them are kept in one place, `names!`, so that a format is added to every case at once.

use crate::operand::{By, Following, Galloping, Walk};
use finch_formats::{Dense, Element, SparseList};

/// The type of most values.
pub type Number = Element<f64>;

/// A scalar.
pub type Scalar = Element<f64>;

// Vectors.

/// A dense vector.
pub type Flat = Dense<Number>;
/// A sparse list.
pub type List = SparseList<Number>;
/// A sparse list of narrow indices.
pub type Narrow = SparseList<Number, Vec<u16>, Vec<u8>>;
/// A sparse list that leads.
pub type ListGallop = By<List, Galloping>;
/// A sparse list that is looked up.
pub type ListFollow = By<List, Following>;

// Matrices.

/// A dense matrix.
pub type FlatFlat = Dense<Dense<Number>>;
/// Compressed rows.
pub type Csr = Dense<SparseList<Number>>;
/// Compressed rows, of which only those that are not empty are stored.
pub type Dcsr = SparseList<SparseList<Number>>;
/// Rows that are stored whole or not at all.
pub type ListFlat = SparseList<Dense<Number>>;
/// Compressed rows that lead.
pub type CsrGallop = By<Csr, Walk, Galloping>;
/// Compressed rows that are looked up.
pub type CsrFollow = By<Csr, Walk, Following>;
/// Doubly compressed rows that lead.
pub type DcsrGallop = By<Dcsr, Galloping, Galloping>;
/// Doubly compressed rows that are looked up.
pub type DcsrFollow = By<Dcsr, Following, Following>;

/// The lists: `names!(vectors then a b)` is `then!(a b [Flat List ..])`.
#[doc(hidden)]
#[macro_export]
macro_rules! names {
    // Vectors and their protocols, as operands.
    (vectors $($to:tt)*) => { $crate::names!(@ [Flat List Narrow ListGallop ListFollow] $($to)*); };
    // A sample of them, where all would be too many.
    (some_vectors $($to:tt)*) => { $crate::names!(@ [Flat List ListGallop] $($to)*); };
    // Vectors that can be written in ascending order.
    (vector_outputs $($to:tt)*) => { $crate::names!(@ [Flat List Narrow] $($to)*); };
    // Matrices and their protocols, as operands.
    (matrices $($to:tt)*) => {
        $crate::names!(@ [FlatFlat Csr Dcsr ListFlat CsrGallop CsrFollow DcsrGallop DcsrFollow] $($to)*);
    };
    // A sample of them.
    (some_matrices $($to:tt)*) => { $crate::names!(@ [FlatFlat Csr DcsrGallop] $($to)*); };
    // Matrices that can be written in ascending order.
    (matrix_outputs $($to:tt)*) => { $crate::names!(@ [FlatFlat Csr Dcsr ListFlat] $($to)*); };
    (@ $list:tt $then:ident $($before:tt)*) => { $crate::$then!($($before)* $list); };
}

/// A test of `$shape` for every name of a list, or every pair of names from two lists: `each!(dot: vectors, vectors)`.
#[macro_export]
macro_rules! each {
    ($shape:ident: $list:ident) => { $crate::names!($list one_each $shape); };
    ($shape:ident: $a:ident, $b:ident) => { $crate::names!($a names $b one_each_pair $shape); };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each {
    ($shape:ident [$($a:ident)*]) => {
        #[allow(non_snake_case)]
        mod $shape {
            $(
                #[test]
                fn $a() {
                    super::$shape::<$crate::nests::$a>()
                }
            )*
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! one_each_pair {
    ($shape:ident [$($a:ident)*] $bs:tt) => {
        #[allow(non_snake_case)]
        mod $shape {
            $( $crate::one_each_pair!(@ $shape $a $bs); )*
        }
    };
    (@ $shape:ident $a:ident [$($b:ident)*]) => {
        mod $a {
            $(
                #[test]
                fn $b() {
                    super::super::$shape::<$crate::nests::$a, $crate::nests::$b>()
                }
            )*
        }
    };
}

/// A test of `$shape` for some combinations of names.
#[macro_export]
macro_rules! some {
    ($shape:ident: $($($name:ident)+),* $(,)?) => {
        mod $shape {
            #[test]
            fn some() {
                $( super::$shape::<$($crate::nests::$name),+>(); )*
            }
        }
    };
}
