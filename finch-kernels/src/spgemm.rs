//! Sparse matrix times sparse matrix, `c[j, i] = sum over k of a[j, k] b[k, i]`, in the ways that Ahrens et al. compare
//! ("Finch", 2025, section 6.2), and under masks.
//!
//! | function | `a` by | `b` by | an iteration of the outer loop computes | time |
//! |---|---|---|---|---|
//! | [`gustavson`](gustavson()) | rows | rows | a row of `c`, summed in a workspace | the products, and sorting each row |
//! | [`unsorted`](unsorted()) | rows | rows | a row of `c`, summed where it stays | the products; rows come out unsorted |
//! | [`inner`](inner()) | rows | columns | an entry of `c`, a merge of two lists | every row of `a` with every column of `b` |
//! | [`outer`](outer()) | columns | rows | a product of two lists, summed in a table | the products in random order, and sorting all |
//! | [`masked`](masked()), [`complemented`] | rows | rows | as `gustavson`, where a mask is true, or is not | the products, each looked up in a row of the mask |
//! | [`inner_masked`], [`inner_complemented`] | rows | columns | as `inner`, for the entries that the mask leaves | a merge for each of these |
//! | [`spgemm`](spgemm()), [`spgemm_masked`] | rows | rows | chosen by counting products, see [`choose`] | what was chosen takes, and counting |
//!
//! `a` is m by l, `b` is l by n, `c` becomes m by n. A matrix by columns is given as its transpose, so that its outermost
//! dimension is the one that is walked first. Any format will do for operands and output; those whose rows are lists take
//! the times above. All but `outer` go through all rows of `a`, also where these are a list, since a workspace is read
//! where nothing was written to it as well. Rows of the output are sorted, but for `unsorted`.
//!
//! | form | |
//! |---|---|
//! | `c = kernel(a, b)` | returns the product, in the format that the caller says: `let c: Csr<f64> = spgemm(&a, &b)?` |
//! | `kernel_into(c, a, b)` | writes the product to `c`, whose memory is reused |
//! | `kernel_semiring(s, a, b)` | returns the product over a [`Semiring`] |
//! | `kernel_semiring_into(s, c, a, b, ..)` | writes the product over a [`Semiring`] to `c`, in workspaces that can be kept for the next one |
//!
//! Masks come before `a`.
//!
//! # Semirings
//!
//! Products are taken as `times(entry of a, entry of b)`, in this order, and summed up from the zero of the semiring,
//! which is the fill of the result. The fill of `a` and `b` is usually that zero, too: then only what they store is
//! computed. With any other fill every place counts, and takes time. What sums up to the zero of the semiring is not
//! stored; over [`KeepExplicitZeros`](crate::traits::algebra::semiring::KeepExplicitZeros) it is.

mod choice;
mod forms;
mod gustavson;
mod inner;
mod masked;
mod outer;
mod unsorted;

pub use choice::*;
pub use gustavson::*;
pub use inner::*;
pub use masked::*;
pub use outer::*;
pub use unsorted::*;

use crate::imports::*;
use finch_formats::Pattern;
use finch_formats::traits::fiber::Fiber;
use finch_formats::traits::notation::Readable;

/// The workspace of [`gustavson`](gustavson()): one row of the product, with a place for each column. It takes a value and a byte for each
/// column, and up to 4 bytes for an index; writing an entry takes constant time, and emptying it the time of what the row held.
pub type Workspace<T, F = Zero> = Tensor<SparseByteMap<Element<T, F>>>;

/// A workspace of [`gustavson_semiring_into`] that takes as much room as a row of the product stores: for more columns than there
/// is memory. Writing an entry takes a lookup in a table, which is constant time, but more of it than with a [`Workspace`].
pub type DictWorkspace<T, F = Zero> = Tensor<SparseDict<Element<T, F>>>;

/// The workspace of [`outer`](outer()): the whole product, in tables. It takes memory for every entry of the product: its value, its index
/// and its key, and up to two buckets of a table. Writing an entry takes two lookups, each in constant time.
pub type OuterWorkspace<T, F = Zero> = Tensor<SparseDict<SparseDict<Element<T, F>>>>;

/// Where a row of a mask is true, for [`masked_semiring_into`]. It takes a byte for each column and up to 4 for an index; marking and
/// asking take constant time.
pub type MaskWorkspace = Tensor<SparseByteMap<Pattern>>;

/// A workspace that holds where one row of a mask is true, in a hash table: for [`masked_semiring_into`] with sums in a [`DictWorkspace`]. It
/// takes room in proportion to what the row of the mask stores. Marking a place and asking for one take constant time.
pub type DictMask = Tensor<SparseDict<Pattern>>;

/// Makes room in a new output for `more` entries and as many as there are products of `a` and `b`: if all rows of `b` are like each
/// other, or as counted where they are not. That is no bound: what does not fit makes room for itself.
fn foresee<T>(
    c: &mut Tensor<impl WriteLevel>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
    more: usize,
) {
    if c.count_stored() == 0 {
        let [least, most] = entries(a, b);
        let most = ((1.125 * most) as usize).saturating_add(more);
        crate::operand::foresee_between(c, [least as usize, most])
    }
}

/// How many entries the product of `a` and `b` has, at least and about at most, if no sum cancels.
fn entries<T>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl MatrixOf<T>>) -> [f64; 2] {
    let (of_a, of_b, height) = (a.count_stored(), b.count_stored(), b.extent(0).max(1));
    let alike = of_a as f64 * of_b as f64 / height as f64;
    if alike < MANY || height / 4 > of_b.min(of_a) {
        return [0.0, alike];
    }
    let rows = b.root();
    // Rows are alike where stretches of them hold alike: a long row is seen in the stretch that it is in.
    let each = height.div_ceil(ASKED);
    let (mut before, mut squares, mut stretches) = (0, 0.0, 0.0);
    for end in (each..=height).step_by(each) {
        let stored = rows.stored_before(end);
        squares += (stored.saturating_sub(before) as f64).powi(2);
        stretches += 1.0;
        before = stored
    }
    if stretches * squares < DIFFERENT * (before as f64).powi(2) {
        return [0.0, alike];
    }
    let row = |row: usize| rows.stored_before(row + 1).saturating_sub(rows.stored_before(row)) as f64;
    let (mut least, mut products, mut longest, mut last) = (0.0, 0.0, 0.0, 0);
    a.for_each(|index, _| {
        if index[0] != last {
            (least, longest, last) = (least + longest, 0.0, index[0])
        }
        let more = row(index[1]);
        products += more;
        longest = f64::max(longest, more)
    });
    [least + longest, products]
}

/// So many products take long enough to ask how much rows hold. Outputs that are smaller grow in no time that counts.
const MANY: f64 = 131_072.0;

/// So many stretches of rows are asked at most.
const ASKED: usize = 1024;

/// Products are counted where an entry of `b` stands in a stretch that holds, on average, so many times what stretches do.
const DIFFERENT: f64 = 2.0;

/// As a condition on a sum: whether it is to be stored.
fn stored<T: Copy + PartialEq + 'static, S: Semiring<T>>() -> Unary<impl Fn(T) -> bool + Copy> {
    Unary(|value| !S::is_zero(value))
}
