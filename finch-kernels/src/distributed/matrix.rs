//! Matrices of which each rank holds some rows.

use super::communicator::{Communicator, Sent, all_gather, gather_slices, room, send_parcels};
use super::exchange::{Exchange, Places};
use super::partition::{Partition, starts_within};
use super::vector::{DistributedVector, check_cut, check_ranks};
use crate::imports::*;
use crate::operand::NewMatrix;
use crate::spmv::{spmv_semiring_into, spmv_transposed_semiring_into};
use crate::traits::algebra::Overwrite;
use core::mem::take;
use finch_formats::VectorViewWithFill;

/// A matrix whose rows are spread over ranks by a [`Partition`], as one rank sees it.
///
/// The rank holds its own rows as a [local](Self::local) matrix, in any format but those that store one half of a square. The columns of
/// the local matrix are numbered by [`Exchange`]: they stand for the entries of a vector that the rank owns, and for those that it needs
/// from other ranks.
#[derive(Clone, Debug)]
pub struct DistributedMatrix<M> {
    rows: Partition,
    columns: Partition,
    /// The first of the own rows.
    first: usize,
    exchange: Exchange,
    local: M,
}

impl<L: WriteLevel<Rank = U2, T: Sent> + Default> DistributedMatrix<Tensor<L>> {
    /// The matrix of the entries that the ranks give: each rank some of them, of any rows. Row and column are those of the whole matrix. Rows are cut
    /// so that each rank has about as much in rows and entries together; columns like rows if the matrix is square, and evenly otherwise.
    /// Entries at the same place are combined by `reducer`, those of lower ranks first. Each entry is sent once at most, after its row was counted.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an entry lies outside. The message names it.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or indices do not fit the index types of the format.
    /// * Those of [`Tensor::from_triplets`] and of [`Communicator::all_to_all`].
    pub fn from_triplets(
        ranks: &impl Communicator,
        shape: [usize; 2],
        entries: impl IntoIterator<Item = ([usize; 2], L::T)>,
        reducer: impl Reducer<L::T>,
    ) -> Result<Self> {
        let entries: Vec<_> = entries.into_iter().collect();
        check_places(&entries, shape)?;
        let even = Partition::even(shape[0], ranks.count());
        let rows = cut_by_work(ranks, &even, &work_of(ranks, &even, &entries)?)?;
        let columns = columns_like(&rows, shape);
        Self::from_triplets_cut(ranks, [rows, columns], entries, reducer)
    }

    /// The matrix of the entries that the ranks give, each rank some of them, with rows and columns cut as the partitions say.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): a partition is not for as many ranks as there are.
    /// * Those of [`from_triplets`](Self::from_triplets).
    pub fn from_triplets_cut(
        ranks: &impl Communicator,
        [rows, columns]: [Partition; 2],
        entries: impl IntoIterator<Item = ([usize; 2], L::T)>,
        reducer: impl Reducer<L::T>,
    ) -> Result<Self> {
        check_ranks(ranks, &rows)?;
        check_ranks(ranks, &columns)?;
        let entries: Vec<_> = entries.into_iter().collect();
        check_places(&entries, [rows.extent(), columns.extent()])?;
        let entries = to_owners(ranks, [&rows, &columns], entries)?;
        Self::of_own(ranks, [rows, columns], entries, reducer)
    }

    /// The matrix that every rank holds as a whole: each keeps its own rows of it, cut as [`from_triplets`](Self::from_triplets) does. No entry is sent.
    ///
    /// # Errors
    ///
    /// Those of [`from_triplets`](Self::from_triplets).
    pub fn from_tensor(
        ranks: &impl Communicator,
        matrix: &Tensor<impl Level<T = L::T, Rank = U2, Fill = L::Fill>>,
    ) -> Result<Self> {
        let shape = [matrix.extent(0), matrix.extent(1)];
        let mut work = room(shape[0])?;
        work.resize(shape[0], 1);
        matrix.for_each(|at, _| work[at[0]] += 1);
        let rows = Partition::by_work(&work, ranks.count());
        let own = rows.range(ranks.rank());
        let mut entries = Vec::new();
        matrix.for_each(|at, value| {
            if own.contains(&at[0]) {
                entries.push(([at[0], at[1]], value))
            }
        });
        let columns = columns_like(&rows, shape);
        Self::of_own(ranks, [rows, columns], entries, Overwrite)
    }

    /// This matrix, with rows and columns cut by the partitions `cut`. A product of matrices needs this if the columns of the left one are
    /// not cut like the rows of the right one. Each entry that moves to another rank is sent once.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): a partition is not for as many ranks as there are.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents of the partitions are not those of the matrix.
    /// * Those of [`from_triplets`](Self::from_triplets).
    pub fn redistribute(&self, ranks: &impl Communicator, cut: [Partition; 2]) -> Result<Self> {
        let extents = [cut[0].extent(), cut[1].extent()];
        ensure!(extents == self.shape(), else Mismatch,
            "a matrix of {:?} is cut by partitions of {extents:?}", self.shape());
        let mut entries = Vec::new();
        self.for_each(|at, value| entries.push((at, value)));
        Self::from_triplets_cut(ranks, cut, entries, Overwrite)
    }

    /// The matrix of entries in own rows.
    fn of_own(
        ranks: &impl Communicator,
        [rows, columns]: [Partition; 2],
        entries: Vec<([usize; 2], L::T)>,
        reducer: impl Reducer<L::T>,
    ) -> Result<Self> {
        let own = columns.range(ranks.rank());
        let needed = Places::of(own, entries.iter().map(|(at, _)| at[1])).needed;
        let exchange = Exchange::new(ranks, &columns, needed)?;
        let own = rows.range(ranks.rank());
        let place = |column| exchange.place(column).expect("columns of entries are own or needed");
        let entries = entries
            .into_iter()
            .map(|([row, column], value)| ([row - own.start, place(column)], value));
        let local = Tensor::from_triplets([own.len(), exchange.places()], entries, reducer)?;
        Ok(Self::new(ranks, [rows, columns], exchange, local))
    }
}

impl<L: Level<Rank = U2>> DistributedMatrix<Tensor<L>> {
    /// The matrix of which this rank has the rows `local`.
    pub(super) fn new(
        ranks: &impl Communicator,
        [rows, columns]: [Partition; 2],
        exchange: Exchange,
        local: Tensor<L>,
    ) -> Self {
        DistributedMatrix {
            first: rows.range(ranks.rank()).start,
            rows,
            columns,
            exchange,
            local,
        }
    }

    /// Rows and columns of the whole matrix.
    pub fn shape(&self) -> [usize; 2] {
        [self.rows.extent(), self.columns.extent()]
    }

    /// Which rank holds which rows.
    pub fn rows(&self) -> &Partition {
        &self.rows
    }

    /// Which rank holds which entries of a vector that the matrix is multiplied by.
    pub fn columns(&self) -> &Partition {
        &self.columns
    }

    /// What a rank lacks of such a vector.
    pub fn exchange(&self) -> &Exchange {
        &self.exchange
    }

    /// The rows that this rank holds. Its columns are counted by [`exchange`](Self::exchange).
    pub fn local(&self) -> &Tensor<L> {
        &self.local
    }

    /// Calls `visit` with each entry that this rank stores: row and column in the whole matrix, and value.
    pub fn for_each(&self, mut visit: impl FnMut([usize; 2], L::T)) {
        self.local
            .for_each(|at, value| visit([self.first + at[0], self.exchange.index(at[1])], value))
    }

    /// All entries that are stored, in the order of rows, on each rank, as a matrix in any format. Takes memory for the whole matrix: for tests and
    /// small results.
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::from_triplets`] and of [`Communicator::all_to_all`].
    pub fn all_gather<M: NewMatrix<Value = L::T, Fill = L::Fill>>(&self, ranks: &impl Communicator) -> Result<M>
    where
        L::T: Sent,
    {
        let (mut places, mut values) = (Vec::new(), Vec::new());
        self.for_each(|at, value| {
            places.push(at.map(|index| index as u64));
            values.push(value)
        });
        let (places, values) = (gather_slices(ranks, &places)?, gather_slices(ranks, &values)?);
        let entries = places.into_iter().map(|at| at.map(|index| index as usize)).zip(values);
        let mut whole = M::default();
        *whole.output() = Tensor::from_triplets(self.shape(), entries, Overwrite)?;
        Ok(whole)
    }
}

impl<L: Level<Rank = U2, T: Sent>> DistributedMatrix<Tensor<L>> {
    /// `y[j] = sum over i of a[j, i] x[i]`: matrix times vector. What is needed of `x` is sent, 8 bytes for a number of 64 bits, then each rank
    /// computes its own rows as [`spmv`](crate::spmv()) does. The result has the same bits on any number of ranks if the format stores no fill, or `x` is
    /// finite: a format that stores all places multiplies its zeros by those entries only that a rank has.
    ///
    /// ```
    /// use finch_kernels::distributed::{DistributedMatrix, DistributedVector, on_threads};
    /// use finch_kernels::prelude::*;
    ///
    /// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
    /// let products = on_threads(2, |ranks| {
    ///     let a: DistributedMatrix<Csr<f64>> = DistributedMatrix::from_tensor(ranks, &a)?;
    ///     let x = DistributedVector::from_fn(ranks, a.columns(), |i| [1.0, 10.0][i])?;
    ///     a.spmv(ranks, &x)?.all_gather(ranks)
    /// })?;
    /// assert_eq!(products, [[21.0, 3.0], [21.0, 3.0]]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the vector is not cut like the columns.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * Those of [`Communicator::all_to_all`].
    pub fn spmv(&self, ranks: &impl Communicator, x: &DistributedVector<L::T>) -> Result<DistributedVector<L::T>>
    where
        PlusTimes: Semiring<L::T>,
    {
        let mut y = DistributedVector::of_own(ranks, &self.rows, Vec::new());
        self.spmv_semiring_into(ranks, PlusTimes, &mut y, x, &mut Vec::new())?;
        Ok(y)
    }

    /// [`spmv`](Self::spmv) over a semiring, into `y`, whose memory is reused, as is that of `all`: the entries of `x` that the rank
    /// has or needs. After an error `y` holds nothing of use.
    ///
    /// # Errors
    ///
    /// Those of [`spmv`](Self::spmv).
    pub fn spmv_semiring_into<S: Semiring<L::T>>(
        &self,
        ranks: &impl Communicator,
        semiring: S,
        y: &mut DistributedVector<L::T>,
        x: &DistributedVector<L::T>,
        all: &mut Vec<L::T>,
    ) -> Result<()> {
        check_cut(
            &self.columns,
            x.partition(),
            "the columns of a matrix and a vector that it is multiplied by",
        )?;
        self.exchange.fetch(ranks, x.own(), all)?;
        let x = VectorViewWithFill::<L::T, S::Zero>::from_parts(all.len(), &all[..])?;
        let memory = take(y.own_entries());
        let mut product = VectorWithFill::<L::T, S::Zero>::from_parts(memory.len(), memory)?;
        spmv_semiring_into(semiring, &mut product, &self.local, &x)?;
        *y = DistributedVector::of_own(ranks, &self.rows, product.into_level().into_child().into_val());
        Ok(())
    }

    /// `y[i] = sum over j of a[j, i] x[j]`: the transposed matrix times a vector. Each rank multiplies its own rows, and sends what the
    /// results of others get. Where they come from several ranks, the own one comes first and the others are added in their order: the result
    /// of numbers that are rounded depends on how many ranks there are.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the vector is not cut like the rows.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    /// * Those of [`Communicator::all_to_all`].
    pub fn spmv_transposed(
        &self,
        ranks: &impl Communicator,
        x: &DistributedVector<L::T>,
    ) -> Result<DistributedVector<L::T>>
    where
        PlusTimes: Semiring<L::T>,
    {
        check_cut(
            &self.rows,
            x.partition(),
            "the rows of a matrix and a vector that its transpose is multiplied by",
        )?;
        let x = VectorViewWithFill::<L::T, ZeroOf<L::T>>::from_parts(x.own().len(), x.own())?;
        let mut product = VectorWithFill::<L::T, ZeroOf<L::T>>::default();
        spmv_transposed_semiring_into(PlusTimes, &mut product, &self.local, &x)?;
        let mut own = Vec::new();
        let plus = <PlusTimes as Semiring<L::T>>::plus();
        let add = |one, other| Reducer::combine(&plus, one, other);
        self.exchange.give_back(ranks, product.values(), &mut own, add)?;
        Ok(DistributedVector::of_own(ranks, &self.columns, own))
    }
}

/// What sums of numbers start with.
type ZeroOf<T> = <PlusTimes as Semiring<T>>::Zero;

/// Columns are cut like rows where both are as many.
fn columns_like(rows: &Partition, [_, columns]: [usize; 2]) -> Partition {
    if columns == rows.extent() {
        return rows.clone();
    }
    Partition::even(columns, rows.ranks())
}

/// Errors if an entry lies outside.
fn check_places<T>(entries: &[([usize; 2], T)], shape: [usize; 2]) -> Result<()> {
    let outside = |(_, (at, _)): &(usize, &([usize; 2], T))| at[0] >= shape[0] || at[1] >= shape[1];
    match entries.iter().enumerate().find(outside) {
        None => Ok(()),
        Some((number, (at, _))) => Err(error!(
            OutOfBounds,
            "entry {number} lies at {at:?}, outside of a matrix of {shape:?}"
        )),
    }
}

/// How much there is to do in each own row of a partition: 1, and 1 for each entry that any rank gives.
fn work_of<T>(ranks: &impl Communicator, rows: &Partition, entries: &[([usize; 2], T)]) -> Result<Vec<usize>> {
    // Entries of a row mostly stand together.
    let mut counts: Vec<Vec<[u64; 2]>> = vec![Vec::new(); ranks.count()];
    for stretch in entries.chunk_by(|(one, _), (other, _)| one[0] == other[0]) {
        let row = stretch[0].0[0];
        counts[rows.owner(row)].push([row as u64, stretch.len() as u64])
    }
    let (counts, _) = send_parcels(ranks, counts)?;
    let own = rows.range(ranks.rank());
    let mut work: Vec<usize> = room(own.len())?;
    work.resize(own.len(), 1);
    for [row, count] in counts {
        let at = usize::try_from(row).ok().filter(|row| own.contains(row));
        let at = at.ok_or_else(|| error!(Invalid, "another rank counts row {row} for the one of rows {own:?}"))?;
        work[at - own.start] += count as usize
    }
    Ok(work)
}

/// What the ranks give of the rows of this one.
fn to_owners<T: Sent>(
    ranks: &impl Communicator,
    [rows, columns]: [&Partition; 2],
    entries: Vec<([usize; 2], T)>,
) -> Result<Vec<([usize; 2], T)>> {
    let (mut places, mut values) = (vec![Vec::new(); ranks.count()], vec![Vec::new(); ranks.count()]);
    for (at, value) in entries {
        let owner = rows.owner(at[0]);
        places[owner].push(at.map(|index| index as u64));
        values[owner].push(value)
    }
    let (places, _) = send_parcels(ranks, places)?;
    let (values, _) = send_parcels(ranks, values)?;
    let own = rows.range(ranks.rank());
    let place = |at: [u64; 2]| {
        let [row, column] = at.map(usize::try_from);
        let (Ok(row), Ok(column)) = (row, column) else {
            return None;
        };
        (own.contains(&row) && column < columns.extent()).then_some([row, column])
    };
    let place = |at| {
        place(at).ok_or_else(|| {
            error!(
                Invalid,
                "another rank sends an entry at {at:?} to the one of rows {own:?}"
            )
        })
    };
    let entries = places.into_iter().zip(values);
    entries.map(|(at, value)| Ok((place(at)?, value))).collect()
}

/// The cut of all indices by work, where each rank knows that of its own indices in an even partition.
fn cut_by_work(ranks: &impl Communicator, even: &Partition, work: &[usize]) -> Result<Partition> {
    let count = ranks.count();
    let own = work.iter().map(|&work| work as u64).sum();
    let all = all_gather(ranks, [own, work.last().map_or(0, |&last| last as u64)])?;
    let sum = |parts: &[[u64; 2]]| parts.iter().map(|&[work, _]| u128::from(work)).sum::<u128>();
    let (before, total) = (sum(&all[..ranks.rank()]), sum(&all));
    // The stretches that start before the own indices are those that start up to the last index before, as `starts_within` finds them.
    let earlier = all[..ranks.rank()].iter().rfind(|&&[work, _]| work > 0);
    let earlier = earlier.map_or(0, |&[_, last]| {
        let middle = 2 * before - u128::from(last);
        (middle * count as u128 / (2 * total)) as usize + 1
    });
    let mut starts = vec![0; earlier.min(count)];
    let mut behind = before;
    for (index, &work) in even.range(ranks.rank()).zip(work) {
        starts_within(&mut starts, [behind, total], count, (index, work));
        behind += work as u128
    }
    let found: Vec<u64> = starts.iter().skip(earlier).map(|&start| start as u64).collect();
    let mut starts: Vec<usize> = gather_slices(ranks, &found)?
        .into_iter()
        .map(|start| start as usize)
        .collect();
    starts.resize(count, even.extent());
    starts.push(even.extent());
    Partition::from_starts(starts)
}
