//! Sparse matrix times sparse vector: `y[j] = sum over i of a[j, i] x[i]`, row by row, under each protocol.
//!
//! The looplet paper (section 7.1) compares these: which one wins depends on how many entries each side has. With `p`
//! entries in a row and `q` in `x`, a row takes
//!
//! | function | protocol | time of a row |
//! |---|---|---|
//! | [`walk`] | both step, the smaller leads | `p + q` |
//! | [`gallop`] | both leap, the larger leads | `min(p, q)` leaps, logarithmic each |
//! | [`lead_matrix`] | the row steps, `x` is searched | `p` searches, logarithmic each |
//! | [`lead_vector`] | `x` steps, the row is searched | `q` searches, logarithmic each |

use crate::{MatrixOf, VectorOf, VectorOutput};
use finch_formats::traits::Result;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::finch;
use finch_formats::traits::level::{Follows, Gallops, RowsFollow, RowsGallop};
use finch_formats::{Tensor, Vector};

macro_rules! spmspv {
    ($(
        $(#[$doc:meta])* $name:ident, $into:ident: a along $a:ident $(that $rows:ident)?, x along $x:ident $(that $entries:ident)?;
    )*) => { $(
        $(#[$doc])*
        ///
        /// `a` is m by n, `x` has n entries, and the result has m.
        #[doc = concat!("[`", stringify!($into), "`] writes to an output in another format, or to one whose memory is used again.")]
        ///
        /// # Errors
        ///
        /// The columns of `a` are not as many as `x` is long.
        ///
        /// ```
        /// use finch_kernels::prelude::*;
        ///
        /// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
        /// let x = SparseVector::from_triplets([3], [([1], 10.0), ([2], 100.0)], Add)?;
        #[doc = concat!("let y = spmspv::", stringify!($name), "(&a, &x)?;")]
        /// assert_eq!(y.values(), [20.0, 400.0]);
        /// # Ok::<(), Error>(())
        /// ```
        pub fn $name<T: Number>(
            a: &Tensor<impl MatrixOf<T> $(+ $rows)?>,
            x: &Tensor<impl VectorOf<T> $(+ $entries)?>,
        ) -> Result<Vector<T>> {
            let mut y = Vector::default();
            $into(&mut y, a, x)?;
            Ok(y)
        }

        #[doc = concat!("[`", stringify!($name), "`] into `y`, in any format: what it holds is replaced, and its memory used again.")]
        ///
        /// # Errors
        ///
        /// The columns of `a` are not as many as `x` is long.
        pub fn $into<T: Number>(
            y: &mut Tensor<impl VectorOutput<T>>,
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
    /// Matrix times sparse vector, where rows and vector both step; the smaller index leads. For sides with about as many
    /// entries.
    walk, walk_into: a along walk, x along walk;
    /// Matrix times sparse vector, where rows and vector both leap to where the other one stands. For sides of which one has
    /// many times the entries of the other, and it is not known which.
    gallop, gallop_into: a along gallop that RowsGallop, x along gallop that Gallops;
    /// Matrix times sparse vector, where rows step, and the vector is searched. For rows with few entries.
    lead_matrix, lead_matrix_into: a along walk, x along follow that Follows;
    /// Matrix times sparse vector, where the vector steps, and rows are searched. For vectors with few entries.
    lead_vector, lead_vector_into: a along follow that RowsFollow, x along walk;
}
