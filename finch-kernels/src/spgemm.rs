//! Sparse matrix times sparse matrix, `c[j, i] = sum over k of a[j, k] b[k, i]`, in the ways that the Finch paper compares
//! (section 6.2), and under masks.
//!
//! | function | `a` by | `b` by | a turn of the outer loop | takes |
//! |---|---|---|---|---|
//! | [`gustavson`] | rows | rows | a row of `c`, summed in a workspace | the products, and sorting each row |
//! | [`unsorted`] | rows | rows | the same, summed where it stays | the products; rows come out unsorted |
//! | [`inner`] | rows | columns | an entry of `c`, a merge of two lists | every row of `a` with every column of `b` |
//! | [`outer`] | columns | rows | a product of two lists, summed in a table | the products in random order, and sorting all |
//! | [`masked`], [`complemented`] | rows | rows | as `gustavson`, where a mask is true, or is not | the products, each looked up in a row of the mask |
//! | [`inner_masked`], [`inner_complemented`] | rows | columns | as `inner`, for the entries that the mask leaves | a merge for each of these |
//! | [`multiply`], [`multiply_masked`] | rows | rows | chosen by counting products, see [`choose`] | what was chosen takes, and counting |
//!
//! `a` is m by l, `b` is l by n, `c` becomes m by n. A matrix by columns is given as its transpose, so that its outermost
//! dimension is the one that is walked first. Any format will do for operands and output; those whose rows are lists take
//! the times above. All but `outer` go through all rows of `a`, also where these are a list, since a workspace is read
//! where nothing was written to it as well. Rows of the output are sorted, but for `unsorted`.
//!
//! Functions whose names end in `_over` take a [`Semiring`], and the workspace, which can be kept for the next product. What
//! sums up to the zero of the semiring is not stored; over [`KeepFills`](crate::traits::algebra::semiring::KeepFills) it is.

mod choice;
mod gustavson;
mod inner;
mod masked;
mod outer;
mod unsorted;

pub use choice::{Algorithm, Counts, choose, multiply, multiply_masked, multiply_masked_over, multiply_over};
pub use gustavson::{gustavson, gustavson_over};
pub use inner::{inner, inner_over};
pub use masked::{
    complemented, complemented_over, inner_complemented, inner_complemented_over, inner_masked, inner_masked_over,
    masked, masked_over,
};
pub use outer::{outer, outer_over};
pub use unsorted::{unsorted, unsorted_over};

use finch_formats::traits::algebra::Unary;
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::semiring::Semiring;
use finch_formats::{Element, Pattern, SparseByteMap, SparseDict, Tensor};

/// The workspace of [`gustavson`]: one row of the product, with a place for each column.
pub type Workspace<T, F = Zero> = Tensor<SparseByteMap<Element<T, F>>>;

/// A workspace of [`gustavson_over`] that takes as much room as a row of the product stores: for more columns than there
/// is memory.
pub type DictWorkspace<T, F = Zero> = Tensor<SparseDict<Element<T, F>>>;

/// The workspace of [`outer`]: the whole product, in tables.
pub type OuterWorkspace<T, F = Zero> = Tensor<SparseDict<SparseDict<Element<T, F>>>>;

/// Where a row of a mask is true, for [`masked_over`].
pub type MaskWorkspace = Tensor<SparseByteMap<Pattern>>;

/// The same in a table, for [`masked_over`] in a [`DictWorkspace`].
pub type DictMask = Tensor<SparseDict<Pattern>>;

/// As a condition on a sum: whether it is to be stored.
fn stored<T: Copy + PartialEq + 'static, S: Semiring<T>>() -> Unary<impl Fn(T) -> bool + Copy> {
    Unary(|value| !S::is_zero(value))
}
