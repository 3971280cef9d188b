//! Sparse matrix times sparse vector: `y[j] = sum over i of a[j, i] x[i]`, row by row, under each protocol.
//!
//! The looplet paper (section 7.1) compares these: which one wins depends on how many entries each side has. With `p`
//! entries in a row and `q` in `x`, a row takes
//!
//! | function | protocol | time |
//! |---|---|---|
//! | [`walk`] | both step, the smaller leads | `p + q` |
//! | [`gallop`] | both leap, the larger leads | `min(p, q)` leaps, logarithmic each |
//! | [`lead_matrix`] | the row steps, `x` is searched | `p` searches, logarithmic each |
//! | [`lead_vector`] | `x` steps, the row is searched | `q` searches, logarithmic each |

use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::finch;
use finch_formats::traits::level::{Follows, Gallops, RowsFollow, RowsGallop};
use typenum::U1;

macro_rules! spmspv {
    ($($(#[$doc:meta])* $name:ident: a along $a:ident $(that $rows:ident)?, x along $x:ident $(that $entries:ident)?;)*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        ///
        /// The extents of `a` and `x` disagree.
        pub fn $name<T: Number>(
            y: &mut Tensor<impl OutputOf<T, U1, Zero>>,
            a: &Tensor<impl MatrixOf<T> $(+ $rows)?>,
            x: &Tensor<impl VectorOf<T> $(+ $entries)?>,
        ) -> Result<()> {
            finch! {
                y .= 0;
                for j, i { y[j] += a[j, $a(i)] * x[$x(i)]; }
            }
            .run()
        }
    )* };
}

spmspv! {
    /// Both step; the smaller index leads.
    walk: a along walk, x along walk;
    /// Both leap to where the other one stands.
    gallop: a along gallop that RowsGallop, x along gallop that Gallops;
    /// The row steps, the vector is searched.
    lead_matrix: a along walk, x along follow that Follows;
    /// The vector steps, the row is searched.
    lead_vector: a along follow that RowsFollow, x along walk;
}
