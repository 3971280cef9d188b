//! Choosing by counts.

use super::forms::short_forms;
use super::{
    DictMask, DictWorkspace, Gustavson, MaskWorkspace, OuterWorkspace, Workspace, gustavson_by,
    inner_masked_semiring_into, masked_semiring_into, outer_semiring_into,
};
use crate::imports::*;
use finch_formats::DictMatrixWithFill;

/// The algorithms for a product of two sparse matrices that [`choose`] chooses among.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Row by row, in a workspace with a place for each column: [`gustavson`](super::gustavson()), or
    /// [`masked`](super::masked()) under a mask.
    Gustavson,
    /// Row by row, in a workspace that is a table: room does not depend on the number of columns.
    GustavsonDict,
    /// Column by row: [`outer`](super::outer()).
    Outer,
    /// Entry by entry, where a mask is true: [`inner_masked`](super::inner_masked).
    Inner,
}

/// The numbers that [`choose`] decides by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The rows and columns of the product.
    pub shape: [usize; 2],
    /// How many entries `a` and `b` store. A run counts once for each of its indices.
    pub stored: [usize; 2],
    /// How many rows of `a` and `b` store something.
    pub rows: [usize; 2],
    /// Whether the rows of `b` are a list that has to be searched, so that each row of `a` is merged with it.
    pub listed: bool,
    /// The number of multiplications that the product takes without a mask, or `usize::MAX` if it is larger.
    pub products: usize,
    /// How many entries the mask stores, if there is one.
    pub mask: Option<usize>,
}

/// Cost of adding a product to a table, in units of adding one at a place that is known.
const TABLE: usize = 8;

/// Cost of an empty workspace, which is opened, frozen and read, in units of one product.
const TURN: usize = 8;

/// Cost of allocating tables, in units of one product.
const OUTSET: usize = 1000;

/// How many columns of a workspace are cleared in the time of one product.
const CLEARED: usize = 32;

/// Up to so many columns, the time of clearing a workspace does not count.
const FEW: usize = 1 << 16;

impl Counts {
    /// Counts what `a` and `b` store, without a mask; [`under`](Self::under) adds one. Takes time linear in the
    /// entries, of which a run has one per index; where `b` has more than 2^16 rows and more than 32 per entry, each
    /// entry of `a` takes a binary search among the rows of `b`. Shapes are not compared.
    pub fn of<T, U>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl MatrixOf<U>>) -> Counts {
        let rows_of_b = RowCounts::of(b);
        let mut counts = Counts {
            shape: [a.extent(0), b.extent(1)],
            rows: [0, rows_of_b.rows.len()],
            stored: [0, rows_of_b.stored],
            listed: is_listed(b),
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

    /// These counts for the product under a mask that stores `mask` entries.
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
    fn of<T>(matrix: &Tensor<impl MatrixOf<T>>) -> RowCounts {
        let mut rows: Vec<(usize, usize)> = Vec::new();
        let mut stored = 0;
        matrix.for_each(|index, _| {
            stored += 1;
            match rows.last_mut() {
                Some((row, count)) if *row == index[0] => *count += 1,
                _ => rows.push((index[0], 1)),
            }
        });
        let height = matrix.extent(0);
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

/// Decides how to compute a product, by a model of what each algorithm takes. A step is a product of
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
/// with the list of the rows of `b`, where these are not found at once; and a step for each entry of the mask. The algorithm of
/// the fewest steps is chosen, the first of equals. Inner products are for masks only: without one they take at least as many
/// steps as there are products. Outer products compute all entries, so they are not for masks.
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
    let algorithms = [
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
    let fewest = algorithms.into_iter().min_by_key(|&(steps, _)| steps);
    fewest.map_or(Algorithm::Gustavson, |(_, algorithm)| algorithm)
}

short_forms! {
    /// `c[j, i] = sum over k of a[j, k] b[k, i]`: the product of two sparse matrices, by the algorithm that [`choose`] expects to
    /// be the fastest.
    ///
    /// `a` is m by l, `b` is l by n, and the result is m by n. Counting takes time linear in what `a` and `b` store; there is no
    /// need for it where `a` stores as many entries as it has rows, n is at most 2^16, and rows of `b` are found at once. Each
    /// algorithm is a program of its own, so that this costs the compiler three times what one of them costs.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spgemm::Algorithm;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let c: Csr<f64> = spgemm(&a, &a)?;
    /// assert_eq!(c.to_dense()?, [7.0, 2.0, 3.0, 6.0]);
    ///
    /// // Of two million rows and columns, a thousand of which hold an entry. What was chosen is returned.
    /// let places = (0..1000).map(|n| ([2000 * n, 1000 * n], 2.0));
    /// let a = Dcsr::from_triplets([2_000_000, 2_000_000], places, Add)?;
    /// let mut c = Dcsr::default();
    /// assert_eq!(spgemm_into(&mut c, &a, &a)?, Algorithm::Outer);
    /// assert_eq!(c.count_stored(), 500);
    /// # Ok::<(), Error>(())
    /// ```
    spgemm, spgemm_into, spgemm_semiring of spgemm_semiring_into(a, b) -> c: Algorithm;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`.
    by
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])`: [`spgemm`] over a semiring, into `c`, in any format: what it holds is
    /// replaced, and its memory is reused. Returns the algorithm that was chosen.
    under policies spgemm_by
}

/// What [`spgemm_by`] runs in a [`Workspace`].
type InRow<'c, 'a, T, S, C, A, B> =
    Gustavson<'c, 'a, T, S, C, SparseByteMap<Element<T, <S as Semiring<T>>::Zero>>, A, B>;
/// What [`spgemm_by`] runs in a [`DictWorkspace`].
type InTable<'c, 'a, T, S, C, A, B> =
    Gustavson<'c, 'a, T, S, C, SparseDict<Element<T, <S as Semiring<T>>::Zero>>, A, B>;

/// `c[j, i] = plus over k of times(a[j, k], b[k, i])`: [`spgemm`] under a [policy](crate::policy), over a semiring, into `c`: what it
/// holds is replaced, and its memory is reused. Returns the algorithm that was chosen. That by [outer](super::outer()) products runs
/// on one thread whatever the policy.
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`.
/// * [`Order`](crate::ErrorKind::Order), [`Invalid`](crate::ErrorKind::Invalid), [`TooLarge`](crate::ErrorKind::TooLarge): `c` cannot hold
///   the product, or there is not enough memory.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
/// let (mut c, mut d) = (Csr::<f64>::default(), Csr::<f64>::default());
/// spgemm::spgemm_by(Serial, PlusTimes, &mut c, &a, &a)?;
/// # #[cfg(feature = "parallel")]
/// spgemm::spgemm_by(Parallel::new(), PlusTimes, &mut d, &a, &a)?;
/// # #[cfg(feature = "parallel")]
/// assert!(c.same_storage(&d));
/// # Ok::<(), Error>(())
/// ```
pub fn spgemm_by<'a, T, S, C, A, B, P>(
    policy: P,
    semiring: S,
    c: &mut Tensor<C>,
    a: &'a Tensor<A>,
    b: &'a Tensor<B>,
) -> Result<Algorithm>
where
    T: Copy + PartialEq + 'static,
    S: Semiring<T>,
    C: MatrixOutput<T, S::Zero>,
    A: MatrixOf<T>,
    B: MatrixOf<T>,
    P: for<'c> Policy<InRow<'c, 'a, T, S, C, A, B>> + for<'c> Policy<InTable<'c, 'a, T, S, C, A, B>>,
{
    check_inner(a, b)?;
    let algorithm = if needs_no_counts(a, b) {
        Algorithm::Gustavson
    } else {
        choose(&Counts::of(a, b))
    };
    match algorithm {
        Algorithm::Outer => {
            let at = transposed::<T, S>(a)?;
            outer_semiring_into(semiring, c, &at, b, &mut OuterWorkspace::<T, S::Zero>::default())
        }
        Algorithm::GustavsonDict => {
            gustavson_by(policy, semiring, c, a, b, &mut DictWorkspace::<T, S::Zero>::default())
        }
        _ => gustavson_by(policy, semiring, c, a, b, &mut Workspace::<T, S::Zero>::default()),
    }?;
    Ok(algorithm)
}

short_forms! {
    /// `c[j, i] = sum over k of a[j, k] b[k, i]` where `mask[j, i]`, by the algorithm that [`choose`] expects to be the fastest.
    ///
    /// `a` is m by l, `b` is l by n, `mask` is m by n, and so is the result. What `mask` stores is counted as true.
    /// Counting takes time linear in what `a`, `b` and `mask` store, see [`Counts::of`].
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spgemm::Algorithm;
    ///
    /// // A full matrix: ten entries of its square do not take all products.
    /// let a = Matrix::from_dense([60, 60], &[2; 3600])?;
    /// let mask = CsrPattern::from_triplets([60, 60], (0..10).map(|n| ([n, 7 * n % 60], true)), Or)?;
    /// let mut c: Csr<i32> = spgemm::spgemm_masked(&mask, &a, &a)?;
    /// assert_eq!((c.count_stored(), c.get([3, 21])), (10, Some(240)));
    /// assert_eq!(spgemm::spgemm_masked_into(&mut c, &mask, &a, &a)?, Algorithm::Inner);
    /// # Ok::<(), Error>(())
    /// ```
    spgemm_masked, spgemm_masked_into, spgemm_masked_semiring
    of spgemm_masked_semiring_into(a, b under mask) -> c: Algorithm;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the rows of `b`, or `mask` is not as large as the
    ///   product.
    by
    /// `c[j, i] = plus over k of times(a[j, k], b[k, i])` where `mask[j, i]`: [`spgemm_masked`] over a semiring, into `c`, in any
    /// format: what it holds is replaced, and its memory is reused. Returns the algorithm that was chosen.
    as {
        check_inner(a, b)?;
        let algorithm = choose(&Counts::of(a, b).under(mask.count_stored()));
        match algorithm {
            Algorithm::Inner => inner_masked_semiring_into(S::default(), c, mask, a, &transposed::<T, S>(b)?),
            Algorithm::GustavsonDict => {
                let mut marked = DictMask::default();
                let workspaces = (&mut DictWorkspace::<T, S::Zero>::default(), &mut marked);
                masked_semiring_into(S::default(), c, mask, a, b, workspaces)
            }
            _ => {
                let workspaces = (&mut Workspace::<T, S::Zero>::default(), &mut MaskWorkspace::default());
                masked_semiring_into(S::default(), c, mask, a, b, workspaces)
            }
        }?;
        Ok(algorithm)
    }
}

/// Whether rows are found by going through a list of them.
fn is_listed<L: Level>(_matrix: &Tensor<L>) -> bool {
    !L::STORES_EVERY_INDEX
}

/// [`choose`] will say Gustavson however many products there are: rows of `b` are found at once, a workspace is cleared in no
/// time that counts, and transposing `a` takes as long as going through its rows.
fn needs_no_counts<T>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl MatrixOf<T>>) -> bool {
    !is_listed(b) && b.extent(1) <= FEW && a.count_stored() >= a.extent(0)
}

/// What is to be multiplied can be: said of `a` and `b` whatever is chosen, which may be a program over their transposes.
fn check_inner<T>(a: &Tensor<impl MatrixOf<T>>, b: &Tensor<impl MatrixOf<T>>) -> Result<()> {
    let (columns, rows) = (a.extent(1), b.extent(0));
    if columns == rows {
        return Ok(());
    }
    Err(error!(
        Mismatch,
        "index `k` has extent {columns} in `a` (axis 1) but {rows} in `b` (axis 0)"
    ))
}

/// The transposed matrix, as a table of tables.
fn transposed<T: Copy + 'static, S: Semiring<T>>(
    a: &Tensor<impl MatrixOf<T>>,
) -> Result<DictMatrixWithFill<T, S::Zero>> {
    let mut at = DictMatrixWithFill::<T, S::Zero>::default();
    finch! {
        at .= _;
        for j, i { at[i, j] = a[j, i]; }
    }
    .run()?;
    Ok(at)
}
