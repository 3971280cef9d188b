//! Choosing by counts.

use super::{
    DictMask, DictWorkspace, MaskWorkspace, OuterWorkspace, Workspace, gustavson_over, inner_masked_over, masked_over,
    outer_over,
};
use crate::{MatrixOf, OutputOf};
use finch_formats::traits::algebra::fill::Zero;
use finch_formats::traits::algebra::number::Number;
use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
use finch_formats::traits::finch;
use finch_formats::traits::level::Level;
use finch_formats::traits::{Error, ErrorKind, Result};
use finch_formats::{Dense, DictMatrixOver, Element, Tensor};
use typenum::U2;

/// How a product is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Row by row, in a workspace with a place for each column: [`gustavson`](super::gustavson()), or
    /// [`masked`](super::masked) under a mask.
    Gustavson,
    /// The same, in a table: room does not depend on the number of columns.
    GustavsonDict,
    /// Column by row: [`outer`](super::outer()).
    Outer,
    /// Entry by entry, where a mask is true: [`inner_masked`](super::inner_masked).
    Inner,
}

/// What [`choose`] decides by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The rows and columns of the product.
    pub shape: [usize; 2],
    /// How many entries `a` and `b` store.
    pub stored: [usize; 2],
    /// How many rows of `a` and `b` store something.
    pub rows: [usize; 2],
    /// Rows of `b` are not found at once: a row of `a` is merged with a list of them.
    pub listed: bool,
    /// How many entries of `a` and `b` meet: the products that a product without a mask takes.
    pub products: usize,
    /// How many entries the mask stores, if there is one.
    pub mask: Option<usize>,
}

/// Products that are summed at their place in the time in which one is in a table.
const TABLE: usize = 8;

/// Products in the time in which a workspace is opened, frozen and read that stays empty.
const TURN: usize = 8;

/// Products in the time that it takes to make tables at all.
const OUTSET: usize = 1000;

/// Columns that are cleared in the time of one product.
const CLEARED: usize = 32;

/// Columns of which a workspace takes no time that counts.
const FEW: usize = 1 << 16;

impl Counts {
    /// Counts, in time linear in what is stored: of `a`, of `b`, and of a mask.
    pub fn of<A: Level<Rank = U2>, B: Level<Rank = U2>>(a: &Tensor<A>, b: &Tensor<B>) -> Counts {
        let rows_of_b = RowCounts::of(b);
        let mut counts = Counts {
            shape: [a.shape()[0], b.shape()[1]],
            rows: [0, rows_of_b.rows.len()],
            stored: [0, rows_of_b.stored],
            listed: is_listed::<B>(),
            ..Counts::default()
        };
        let mut last = None;
        a.for_each(|index, _| {
            if last.replace(index[0]) != Some(index[0]) {
                counts.rows[0] += 1
            }
            counts.stored[0] += 1;
            counts.products = counts.products.saturating_add(rows_of_b.count(index[1]))
        });
        counts
    }

    /// The same under a mask, which stores that many entries.
    pub fn under(self, mask: usize) -> Counts {
        Counts {
            mask: Some(mask),
            ..self
        }
    }
}

/// How many entries the rows of a matrix store.
struct RowCounts {
    /// Those that store something, ascending.
    rows: Vec<(usize, usize)>,
    /// Where a row stands among these, if there are not many more rows than entries: one more than where, or 0.
    places: Vec<usize>,
    stored: usize,
}

impl RowCounts {
    fn of<L: Level<Rank = U2>>(matrix: &Tensor<L>) -> RowCounts {
        let mut rows: Vec<(usize, usize)> = Vec::new();
        let mut stored = 0;
        matrix.for_each(|index, _| {
            stored += 1;
            match rows.last_mut() {
                Some((row, count)) if *row == index[0] => *count += 1,
                _ => rows.push((index[0], 1)),
            }
        });
        let height = matrix.shape()[0];
        let mut places = Vec::new();
        if height <= FEW || height / CLEARED <= stored {
            places.resize(height, 0);
            for (at, &(row, _)) in rows.iter().enumerate() {
                places[row] = at + 1
            }
        }
        RowCounts { rows, places, stored }
    }

    /// How many entries a row stores; none where there is no such row.
    fn count(&self, row: usize) -> usize {
        let at = match self.places.get(row) {
            Some(&place) => place.checked_sub(1),
            None => self.rows.binary_search_by_key(&row, |&(row, _)| row).ok(),
        };
        at.map_or(0, |at| self.rows[at].1)
    }
}

/// Decides how to compute a product, by a model of what each way takes. A step is a product of
/// [`gustavson`](super::gustavson()).
///
/// | algorithm | steps |
/// |---|---|
/// | Gustavson | products, and a 32th of the columns for clearing a workspace beyond 2^16 columns |
/// | Gustavson in tables | 8 times the products |
/// | outer | 8 times the products, 8 times what `a` stores to transpose it, and 1000 for tables |
/// | inner, under a mask | for each entry of the mask as many as a row of `a` and a column of `b` store on average; and 8 times what `b` stores, to transpose it |
///
/// Gustavson's algorithm takes, besides, 8 steps for each row of the product, stored or not; a merge for each row of `a`
/// with the list of the rows of `b`, where these are not found at once; and a step for each entry of the mask. The least wins, the first of equals. Inner products are for
/// masks only: without one they take at least as many steps as there are products. Outer products compute all entries,
/// so they are not for masks.
pub fn choose(counts: &Counts) -> Algorithm {
    let Counts {
        shape: [height, columns],
        stored: [of_a, of_b],
        rows: [rows_of_a, rows_of_b],
        products,
        ..
    } = *counts;
    let merged = if counts.listed {
        rows_of_a.saturating_mul(rows_of_b)
    } else {
        0
    };
    let cleared = if columns > FEW { columns / CLEARED } else { 0 };
    let around = merged
        .saturating_add(height.saturating_mul(TURN))
        .saturating_add(counts.mask.unwrap_or(0));
    let in_tables = products.saturating_mul(TABLE);
    let mut ways = [
        (
            products.saturating_add(cleared).saturating_add(around),
            Algorithm::Gustavson,
        ),
        (in_tables.saturating_add(around), Algorithm::GustavsonDict),
        match counts.mask {
            None => {
                let turned = of_a.saturating_mul(TABLE).saturating_add(OUTSET);
                (in_tables.saturating_add(turned), Algorithm::Outer)
            }
            Some(mask) => {
                let merge = of_a / rows_of_a.max(1) + of_b / columns.max(1) + 1;
                (
                    mask.saturating_mul(merge).saturating_add(of_b.saturating_mul(TABLE)),
                    Algorithm::Inner,
                )
            }
        },
    ];
    ways.sort_by_key(|&(steps, _)| steps);
    ways[0].1
}

/// `c[j, i] = sum over k of a[j, k] b[k, i]`, in the way that [`choose`] expects to be the fastest; says which.
///
/// `a` is m by l, `b` is l by n, `c` becomes m by n. Counting takes time linear in what `a` and `b` store; there is no need
/// for it where `a` stores as many entries as it has rows, n is at most 2^16, and rows of `b` are found at once. Each way is
/// a program of its own, so that this costs the compiler four times what one of them costs.
///
/// # Errors
///
/// The columns of `a` are not as many as the rows of `b`; `c` cannot hold the product.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spgemm::Algorithm;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
/// let mut c = Csr::default();
/// assert_eq!(spgemm::multiply(&mut c, &a, &a)?, Algorithm::Gustavson);
/// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 6.0]);
///
/// // Of two million rows and columns, a thousand of which hold an entry.
/// let places = (0..1000).map(|n| ([2000 * n, 1000 * n], 2.0));
/// let a = Dcsr::from_triplets([2_000_000, 2_000_000], places, Add)?;
/// let mut c = Dcsr::default();
/// assert_eq!(spgemm::multiply(&mut c, &a, &a)?, Algorithm::Outer);
/// assert_eq!(c.count_stored(), 500);
/// # Ok::<(), Error>(())
/// ```
pub fn multiply<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<Algorithm> {
    multiply_over(PlusTimes, c, a, b)
}

/// [`multiply`] over a semiring.
///
/// # Errors
///
/// As for [`multiply`].
pub fn multiply_over<T: Copy + PartialEq + 'static, S: Semiring<T>>(
    semiring: S,
    c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<Algorithm> {
    check_inner(a, b)?;
    let algorithm = if needs_no_counts(a, b) {
        Algorithm::Gustavson
    } else {
        choose(&Counts::of(a, b))
    };
    match algorithm {
        Algorithm::Outer => {
            let at = transposed::<T, S>(a)?;
            outer_over(semiring, c, &at, b, &mut OuterWorkspace::<T, S::Zero>::default())
        }
        Algorithm::GustavsonDict => gustavson_over(semiring, c, a, b, &mut DictWorkspace::<T, S::Zero>::default()),
        _ => gustavson_over(semiring, c, a, b, &mut Workspace::<T, S::Zero>::default()),
    }?;
    Ok(algorithm)
}

/// `c[j, i] = sum over k of a[j, k] b[k, i]` where `mask[j, i]`, in the way that [`choose`] expects to be the fastest; says
/// which.
///
/// `a` is m by l, `b` is l by n, `mask` is m by n, and so becomes `c`. What `mask` stores is counted as true.
///
/// # Errors
///
/// The columns of `a` are not as many as the rows of `b`; `mask` is not as large as `c` becomes; `c` cannot hold the product.
///
/// ```
/// use finch_kernels::prelude::*;
/// use finch_kernels::spgemm::Algorithm;
///
/// // A full matrix: ten entries of its square do not take all products.
/// let a = Matrix::from_dense([60, 60], &[2; 3600])?;
/// let mask = CsrPattern::from_triplets([60, 60], (0..10).map(|n| ([n, 7 * n % 60], true)), Or)?;
/// let mut c = Csr::default();
/// assert_eq!(spgemm::multiply_masked(&mut c, &mask, &a, &a)?, Algorithm::Inner);
/// assert_eq!((c.count_stored(), c.get([3, 21])), (10, Some(240)));
/// # Ok::<(), Error>(())
/// ```
pub fn multiply_masked<T: Number>(
    c: &mut Tensor<impl OutputOf<T, U2, Zero>>,
    mask: &Tensor<impl MatrixOf<bool>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<Algorithm> {
    multiply_masked_over(PlusTimes, c, mask, a, b)
}

/// [`multiply_masked`] over a semiring.
///
/// # Errors
///
/// As for [`multiply_masked`].
pub fn multiply_masked_over<T: Copy + PartialEq + 'static, S: Semiring<T>>(
    semiring: S,
    c: &mut Tensor<impl OutputOf<T, U2, S::Zero>>,
    mask: &Tensor<impl MatrixOf<bool>>,
    a: &Tensor<impl MatrixOf<T>>,
    b: &Tensor<impl MatrixOf<T>>,
) -> Result<Algorithm> {
    check_inner(a, b)?;
    let algorithm = choose(&Counts::of(a, b).under(mask.count_stored()));
    match algorithm {
        Algorithm::Inner => inner_masked_over(semiring, c, mask, a, &transposed::<T, S>(b)?),
        Algorithm::GustavsonDict => {
            let mut marked = DictMask::default();
            let workspaces = (&mut DictWorkspace::<T, S::Zero>::default(), &mut marked);
            masked_over(semiring, c, mask, a, b, workspaces)
        }
        _ => {
            let workspaces = (&mut Workspace::<T, S::Zero>::default(), &mut MaskWorkspace::default());
            masked_over(semiring, c, mask, a, b, workspaces)
        }
    }?;
    Ok(algorithm)
}

/// Whether rows are found by going through a list of them.
fn is_listed<L: Level<Rank = U2>>() -> bool {
    L::NAME != <Dense<Element<f64>> as Level>::NAME
}

/// [`choose`] will say Gustavson however many products there are: rows of `b` are found at once, a workspace is cleared in no
/// time that counts, and transposing `a` takes as long as going through its rows.
fn needs_no_counts<A: Level<Rank = U2>, B: Level<Rank = U2>>(a: &Tensor<A>, b: &Tensor<B>) -> bool {
    !is_listed::<B>() && b.shape()[1] <= FEW && a.count_stored() >= a.shape()[0]
}

/// What is to be multiplied can be: said of `a` and `b` whatever is chosen, which may be a program over their transposes.
fn check_inner<A: Level<Rank = U2>, B: Level<Rank = U2>>(a: &Tensor<A>, b: &Tensor<B>) -> Result<()> {
    let (columns, rows) = (a.shape()[1], b.shape()[0]);
    if columns == rows {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Mismatch,
        format!("index `k` has extent {columns} in `a` (axis 1) but {rows} in `b` (axis 0)"),
    ))
}

/// The same as a table of tables, columns first.
fn transposed<T: Copy + 'static, S: Semiring<T>>(a: &Tensor<impl MatrixOf<T>>) -> Result<DictMatrixOver<T, S::Zero>> {
    let mut at = DictMatrixOver::<T, S::Zero>::default();
    finch! {
        at .= _;
        for j, i { at[i, j] = a[j, i]; }
    }
    .run()?;
    Ok(at)
}
