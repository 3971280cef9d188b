//! Products of matrices of which each rank has some rows.

use super::communicator::{Communicator, Sent, send};
use super::exchange::{Exchange, Places};
use super::matrix::DistributedMatrix;
use super::partition::Partition;
use super::vector::check_cut;
use crate::imports::*;
use crate::operand::MatrixOf;
use crate::spgemm::gustavson;
use crate::traits::algebra::Number;

/// `c[j, i] = sum over k of a[j, k] b[k, i]`: the product of two matrices, whose rows are cut like those of `a`, and columns like those of `b`.
/// [`Fetched`] has what each rank needs of `b`; then it multiplies its own rows as [`gustavson`](crate::spgemm::gustavson()) does, so that the
/// result has the same bits on any number of ranks.
///
/// ```
/// use finch_kernels::distributed::{self, DistributedMatrix, on_threads};
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 2], [([0, 0], 1.0), ([0, 1], 2.0), ([1, 0], 3.0)], Add)?;
/// let products = on_threads(2, |ranks| {
///     let a = DistributedMatrix::<Csr<f64>>::from_tensor(ranks, &a)?;
///     distributed::spgemm(ranks, &a, &a)?.all_gather::<Csr<f64>>(ranks)
/// })?;
/// assert_eq!(products[1], spgemm::<Csr<f64>>(&a, &a)?);
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not cut like the rows of `b`.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
/// * Those of [`Communicator::all_to_all`].
pub fn spgemm<T>(
    ranks: &impl Communicator,
    a: &DistributedMatrix<Tensor<impl MatrixOf<T>>>,
    b: &DistributedMatrix<Csr<T>>,
) -> Result<DistributedMatrix<Csr<T>>>
where
    T: Sent + Number,
    Zero: Fill<T>,
{
    fetch(ranks, a, b)?.multiply(ranks, a)
}

/// The rows of a matrix that a rank has, and those that it needs of others for products with another matrix on its left, and with all whose
/// [exchange](DistributedMatrix::exchange) is the same.
#[derive(Clone, Debug)]
pub struct Fetched<T: Copy + 'static>
where
    Zero: Fill<T>,
{
    rows: Csr<T>,
    places: Places,
    columns: Partition,
    /// How the columns are cut of the matrices on the left, and which of them are needed.
    left: (Partition, Vec<usize>),
}

/// Fetches the rows of `b` that each rank needs for products of `a` and `b`. Each row that is needed is sent once to each rank that needs it: 4
/// bytes for its length, and for each entry those of a value and of a column, 4 or, in matrices of more than 2^32 columns, 8.
///
/// # Errors
///
/// Those of [`spgemm`](spgemm()).
pub fn fetch<T>(
    ranks: &impl Communicator,
    a: &DistributedMatrix<Tensor<impl MatrixOf<T>>>,
    b: &DistributedMatrix<Csr<T>>,
) -> Result<Fetched<T>>
where
    T: Sent + 'static,
    Zero: Fill<T>,
{
    check_factors(a, b)?;
    let exchange = a.exchange();
    let local = lengths_of(b.local())?;
    let mut lengths = Vec::new();
    exchange.fetch(ranks, &local, &mut lengths)?;
    let [given, to] = exchange.given_to();
    let own = exchange.own_places();
    let outside: Vec<u32> = [&lengths[..own.start], &lengths[own.end..]].concat();
    let sum = |lengths: &[u32]| lengths.iter().map(|&length| length as usize).sum::<usize>();
    let sent: Vec<u32> = given.iter().map(|&row| local[row]).collect();
    let send_counts: Vec<usize> = stretches(to, &sent).map(sum).collect();
    let counts: Vec<usize> = stretches(exchange.needed_from(), &outside).map(sum).collect();

    let list = b.local().level().child();
    let (ptr, idx, val) = (list.ptr(), list.idx(), list.child().val());
    let entries = || given.iter().flat_map(|&row| ptr[row]..ptr[row + 1]);
    let columns = entries().map(|at| b.exchange().index(idx[at] as usize));
    let needed = if has_narrow_columns(b) {
        send_columns(
            ranks,
            columns,
            &send_counts,
            &counts,
            |column| column as u32,
            |column| column as usize,
        )
    } else {
        send_columns(
            ranks,
            columns,
            &send_counts,
            &counts,
            |column| column as u64,
            |column| column as usize,
        )
    }?;
    let values: Vec<T> = entries().map(|at| val[at]).collect();
    let mut received = Vec::new();
    send(ranks, &values, &send_counts, &counts, &mut received)?;

    if let Some(column) = needed.iter().find(|&&column| column >= b.columns().extent()) {
        let extent = b.columns().extent();
        return Err(error!(
            Invalid,
            "another rank sends an entry in column {column} of {extent}"
        ));
    }
    let own_columns = b.columns().range(ranks.rank());
    let places = Places::of(own_columns, needed.iter().chain(b.exchange().needed()).copied());
    let place = |column| places.place(column).expect("all columns have places");
    let below = sum(&lengths[..own.start]);
    let mut columns: Vec<usize> = needed[..below].iter().map(|&column| place(column)).collect();
    columns.extend(
        idx[..ptr[b.local().extent(0)]]
            .iter()
            .map(|&at| place(b.exchange().index(at as usize))),
    );
    columns.extend(needed[below..].iter().map(|&column| place(column)));
    let values = [&received[..below], &val[..ptr[b.local().extent(0)]], &received[below..]].concat();
    Ok(Fetched {
        rows: compressed([lengths.len(), places.len()], &lengths, columns, values)?,
        places,
        columns: b.columns().clone(),
        left: (a.columns().clone(), exchange.needed().to_vec()),
    })
}

/// How many bytes [`fetch`] sends from this rank to others.
///
/// # Errors
///
/// Those of [`spgemm`](spgemm()), but for those of [`Communicator::all_to_all`]: nothing is sent.
pub fn planned_bytes<T>(a: &DistributedMatrix<Tensor<impl MatrixOf<T>>>, b: &DistributedMatrix<Csr<T>>) -> Result<u64>
where
    T: Sent + 'static,
    Zero: Fill<T>,
{
    check_factors(a, b)?;
    let lengths = lengths_of(b.local())?;
    let index = if has_narrow_columns(b) { 4 } else { 8 };
    let entry = (index + size_of::<T>()) as u64;
    let [given, _] = a.exchange().given_to();
    Ok(given.iter().map(|&row| 4 + u64::from(lengths[row]) * entry).sum())
}

impl<T: Sent + Number> Fetched<T>
where
    Zero: Fill<T>,
{
    /// The product of `a`, on the left, and the matrix of which these are rows.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): rows were fetched for a matrix that needs others.
    /// * Those of [`spgemm`](spgemm()).
    pub fn multiply(
        &self,
        ranks: &impl Communicator,
        a: &DistributedMatrix<Tensor<impl MatrixOf<T>>>,
    ) -> Result<DistributedMatrix<Csr<T>>> {
        check_cut(
            a.columns(),
            &self.left.0,
            "the columns of a matrix and the rows that were fetched for it",
        )?;
        ensure!(a.exchange().needed() == self.left.1, else Mismatch,
            "the rows that were fetched are those that another matrix needs");
        let product: Csr<T> = gustavson(a.local(), &self.rows)?;
        let (rows, _, ptr, mut idx, val) = product.into_parts();
        // Of the columns that the fetched rows have those count that the product has, and all own ones.
        let mut used = vec![false; self.places.len()];
        used[self.places.own_places()].fill(true);
        idx.iter().for_each(|&at| used[at as usize] = true);
        let own = self.places.own_places();
        let needed = used
            .iter()
            .enumerate()
            .filter(|&(at, &used)| used && !own.contains(&at));
        let needed = needed.map(|(at, _)| self.places.index(at)).collect();
        let exchange = Exchange::new(ranks, &self.columns, needed)?;
        let mut before = 0;
        // Not more than before, which fitted.
        let places: Vec<u32> = used
            .iter()
            .map(|&used| {
                before += u32::from(used);
                before - u32::from(used)
            })
            .collect();
        for at in &mut idx {
            *at = places[*at as usize]
        }
        let local = Csr::from_parts(rows, exchange.places(), ptr, idx, val)?;
        let cut = [a.rows().clone(), self.columns.clone()];
        Ok(DistributedMatrix::new(ranks, cut, exchange, local))
    }
}

/// Errors unless the columns of `a` are cut like the rows of `b`.
fn check_factors<A, B>(a: &DistributedMatrix<Tensor<A>>, b: &DistributedMatrix<Tensor<B>>) -> Result<()>
where
    A: Level<Rank = U2>,
    B: Level<Rank = U2>,
{
    let what = "the columns of a matrix and the rows of the one that it is multiplied by";
    check_cut(a.columns(), b.rows(), what)
}

/// Whether all columns are sent in 32 bits.
fn has_narrow_columns<T: Copy + 'static>(b: &DistributedMatrix<Csr<T>>) -> bool
where
    Zero: Fill<T>,
{
    b.columns().extent() as u64 <= 1 << 32
}

/// Sends columns in numbers of type `I`, and returns those that come.
fn send_columns<I: Sent>(
    ranks: &impl Communicator,
    columns: impl Iterator<Item = usize>,
    send_counts: &[usize],
    counts: &[usize],
    narrow: impl Fn(usize) -> I,
    widen: impl Fn(I) -> usize,
) -> Result<Vec<usize>> {
    let (sent, mut received) = (columns.map(narrow).collect::<Vec<I>>(), Vec::new());
    send(ranks, &sent, send_counts, counts, &mut received)?;
    Ok(received.into_iter().map(widen).collect())
}

/// How many entries each row has.
fn lengths_of<T: Copy + 'static>(rows: &Csr<T>) -> Result<Vec<u32>>
where
    Zero: Fill<T>,
{
    let ptr = &rows.level().child().ptr()[..=rows.extent(0)];
    let lengths = ptr
        .windows(2)
        .map(|pair| u32::try_from(pair[1] - pair[0]))
        .collect::<core::result::Result<_, _>>();
    lengths.map_err(|_| too_long())
}

/// The rows of these lengths, whose entries have these columns and values.
fn compressed<T: Copy + 'static>(
    [rows, cols]: [usize; 2],
    lengths: &[u32],
    columns: Vec<usize>,
    values: Vec<T>,
) -> Result<Csr<T>>
where
    Zero: Fill<T>,
{
    let mut end = 0;
    let ends = lengths.iter().map(|&length| {
        end += length as usize;
        end
    });
    let ptr = [0].into_iter().chain(ends).collect();
    let idx = columns
        .into_iter()
        .map(u32::try_from)
        .collect::<core::result::Result<_, _>>();
    Csr::from_parts(rows, cols, ptr, idx.map_err(|_| too_long())?, values)
}

#[cold]
fn too_long() -> Error {
    error!(TooLarge, "a rank has more than 2^32 columns")
}

/// What `all` has for each rank, which are `counts[rank]` of them.
fn stretches<'a, T>(counts: &'a [usize], mut all: &'a [T]) -> impl Iterator<Item = &'a [T]> {
    counts.iter().map(move |&count| {
        let (stretch, rest) = all.split_at(count);
        all = rest;
        stretch
    })
}
