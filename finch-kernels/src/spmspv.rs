//! Sparse matrix times sparse vector: `y[j] = sum over i of a[j, i] x[i]`, row by row, under each protocol.
//!
//! Ahrens et al. ("Looplets", 2023, section 7.1) compare these: which one wins depends on how many entries each side has. With `p`
//! entries in a row and `q` in `x`, a row takes
//!
//! | function | protocol | time of a row |
//! |---|---|---|
//! | [`walk`] | both step, the smaller leads | `p + q` |
//! | [`gallop`] | both leap, the larger leads | `min(p, q)` leaps, logarithmic each |
//! | [`lead_matrix`] | the row steps, `x` is searched | `p` searches, logarithmic each |
//! | [`lead_vector`] | `x` steps, the row is searched | `q` searches, logarithmic each |
//! | [`spmspv`](fn@spmspv) | walk or gallop, chosen by counting: see [`choose`] | as chosen |

use crate::imports::*;
use finch_formats::traits::level::{Follows, Gallops, RowsFollow, RowsGallop};

macro_rules! spmspv {
    ($(
        $(#[$doc:meta])* $name:ident, $into:ident: a along $a:ident $(that $rows:ident)?, x along $x:ident $(that $entries:ident)?;
    )*) => { $(
        both_forms! {
            $(#[$doc])*
            ///
            /// `a` is m by n, `x` has n entries, and the result has m. The [table](self) says what a row takes.
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
            $name, $into(a: [&Tensor<impl MatrixOf<T> $(+ $rows)?>], x: [&Tensor<impl VectorOf<T> $(+ $entries)?>])
            -> y: Vector, VectorOutput;
            /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as `x` is long.
            by
            #[doc = concat!("[`", stringify!($name), "`] into `y`, in any format: what it holds is replaced, and its memory is reused.")]
            {
                y .= 0;
                for j, i { y[j] += a[j, $a(i)] * x[$x(i)]; }
            }
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

/// How a row of the matrix is intersected with the sparse vector. [`walk`] suits rows and vectors of about as many entries, [`gallop`]
/// suits those of which one has many times the entries of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// Both step: [`walk`].
    Walk,
    /// Both leap: [`gallop`].
    Gallop,
}

/// From so many times as many entries on one side as on the other on, galloping takes less time than walking. Of
/// matrices with 4 to 256 entries in a row, spread evenly, it took 0.87 of the time on average at 4 times, between 0.45
/// and 1.0 at 8 times, and between 1.05 and 1.8 at twice as many.
const LOPSIDED: usize = 4;

/// The protocol that suits the counts: [`Protocol::Gallop`] if the vector stores at least 4 times what a row stores on
/// average, or a row 4 times what the vector does; else [`Protocol::Walk`].
///
/// Takes the time of counting, which is constant where levels keep where their fibers end.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spmspv::{Protocol, choose};
///
/// let a = Csr::from_triplets([2, 100], [([0, 1], 2.0), ([1, 0], 1.0)], Add)?;
/// let few = SparseVector::from_triplets([100], [([1], 10.0)], Add)?;
/// let many = SparseVector::from_triplets([100], (0..50).map(|i| ([i], 1.0)), Add)?;
/// assert_eq!((choose(&a, &few), choose(&a, &many)), (Protocol::Walk, Protocol::Gallop));
/// # Ok::<(), Error>(())
/// ```
pub fn choose<T>(a: &Tensor<impl MatrixOf<T>>, x: &Tensor<impl VectorOf<T>>) -> Protocol {
    let row = a.count_stored().checked_div(a.extent(0)).unwrap_or(0).max(1);
    let vector = x.count_stored().max(1);
    if row.max(vector) / LOPSIDED >= row.min(vector) {
        Protocol::Gallop
    } else {
        Protocol::Walk
    }
}

/// Matrix times sparse vector, by walking or by galloping: what [`choose`] chooses.
///
/// `a` is m by n, `x` has n entries, and the result has m. Takes the time of what is chosen, see the [table](self).
/// [`spmspv_into`] writes to an output in another format, or to one whose memory is reused, and says what was
/// chosen.
///
/// # Errors
///
/// [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as `x` is long.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 2], 4.0)], Add)?;
/// let x = SparseVector::from_triplets([3], [([1], 10.0), ([2], 100.0)], Add)?;
/// assert_eq!(spmspv::spmspv(&a, &x)?.values(), [20.0, 400.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn spmspv<T: Number>(
    a: &Tensor<impl MatrixOf<T> + RowsGallop>,
    x: &Tensor<impl VectorOf<T> + Gallops>,
) -> Result<Vector<T>> {
    let mut y = Vector::default();
    spmspv_into(&mut y, a, x)?;
    Ok(y)
}

/// [`spmspv`](fn@spmspv) into `y`, in any format: what it holds is replaced, and its memory is reused. Returns the
/// protocol.
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as `x` is long.
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): the format of
///   `y` cannot hold the result, or there is not enough memory.
pub fn spmspv_into<T: Number>(
    y: &mut Tensor<impl VectorOutput<T>>,
    a: &Tensor<impl MatrixOf<T> + RowsGallop>,
    x: &Tensor<impl VectorOf<T> + Gallops>,
) -> Result<Protocol> {
    let protocol = choose(a, x);
    match protocol {
        Protocol::Walk => walk_into(y, a, x)?,
        Protocol::Gallop => gallop_into(y, a, x)?,
    }
    Ok(protocol)
}
