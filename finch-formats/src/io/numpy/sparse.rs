//! Arrays of an npz file, and the tensor that they are.

use super::*;
use crate::alias::CsrWithFill;
use crate::room::room;
use crate::tensor::entries::Entries;
use core::any::Any;
use zip::Archive;

/// Entries with their indices.
struct Listed<R: Rank, T> {
    index: Vec<Shape<R>>,
    val: Vec<T>,
}

/// Reads the tensor that an archive holds.
pub(super) fn read<L>(mut archive: Archive<'_>, cells: Option<usize>) -> Result<Tensor<L>>
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
{
    let format = archive.read("format", |file, _| npy::read_text(file))?;
    let format = format.ok_or_else(|| error!(Parse, "there is no member format.npy: this is no sparse matrix"))?;
    let shape: Vec<usize> = needed(&mut archive, "shape")?.val;
    if shape.len() != <L::Rank as Nat>::VALUE {
        return Err(rank_differs::<L>(shape.len()));
    }
    // A vector is a row.
    let (rows, cols) = match shape[..] {
        [cols] => (1, cols),
        [rows, cols] => (rows, cols),
        _ => (0, 0),
    };
    let mut given = 0;
    let listed = match (&format[..], shape.len()) {
        (b"coo", _) => coordinates(&mut archive, shape.len())?,
        (b"csr", 1 | 2) => {
            let mut arrays = Compressed::read(&mut archive, rows)?;
            // The file has a pointer for each row.
            given = arrays.ptr.len();
            super::super::check_room::<L>(&shape, arrays.val.len().max(given), cells)?;
            if let Some(tensor) = moved([rows, cols], &mut arrays.ptr, &arrays.idx, &mut arrays.val)? {
                return Ok(tensor);
            }
            arrays.listed(&mut archive.budget, false)?
        }
        (b"csc", 2) => Compressed::read(&mut archive, cols)?.listed(&mut archive.budget, true)?,
        (b"bsr", 2) => blocks(&mut archive, rows, cols, L::Fill::value())?,
        (b"dia", 2) => diagonals(&mut archive, rows, cols, L::Fill::value())?,
        _ => {
            return Err(error!(
                Parse,
                "a tensor of {} dimensions as `{}` is not read",
                shape.len(),
                String::from_utf8_lossy(&format).escape_debug()
            ));
        }
    };
    let Listed { index, val } = listed;
    let count = val.len().max(given);
    super::super::check_room::<L>(&shape, count, cells)?;
    let entries = Entries::listed(Shape::<L::Rank>::from_iter(shape), index, val)?;
    super::super::in_room(count, cells, || Tensor::of_entries(entries, L::T::merged)).map_err(super::super::unmerged)
}

fn needed<T: FileValue>(archive: &mut Archive<'_>, name: &str) -> Result<npy::Array<T>> {
    let found = archive.read(name, |file, budget| npy::read(file, budget))?;
    found.ok_or_else(|| error!(Parse, "there is no member {name}.npy"))
}

/// An array of one dimension.
fn list<T: FileValue>(archive: &mut Archive<'_>, name: &str) -> Result<Vec<T>> {
    let array = needed(archive, name)?;
    match array.shape.len() {
        1 => Ok(array.val),
        order => Err(error!(Parse, "{name}.npy has {order} dimensions, and not one")),
    }
}

/// As many of one thing as of another.
fn as_many(name: &str, count: usize, other: &str, wanted: usize) -> Result<()> {
    ensure!(count == wanted, else Parse, "there are {count} {name} for {wanted} {other}");
    Ok(())
}

impl<R: Rank, T: FileValue> Listed<R, T> {
    /// A list with room for so many entries.
    fn new(budget: &mut Budget, count: usize) -> Result<Self> {
        let (index, val) = budget.entries(count)?;
        Ok(Listed { index, val })
    }

    fn push(&mut self, row: usize, col: usize, value: T) {
        // A vector has no rows.
        let index = [row, col];
        self.index
            .push(Shape::<R>::from_iter(index[2 - R::VALUE..].iter().copied()));
        self.val.push(value)
    }
}

/// Pointers, indices and values of `csr` and `csc`.
struct Compressed<T> {
    /// They ascend from 0 up to at most as many as there are indices.
    ptr: Vec<usize>,
    idx: Vec<usize>,
    val: Vec<T>,
}

/// Pointers for so many fibers: they ascend from 0 up to at most `stored`.
fn pointers(archive: &mut Archive<'_>, fibers: usize, stored: usize) -> Result<Vec<usize>> {
    let ptr: Vec<usize> = list(archive, "indptr")?;
    ensure!(let Some((_, behind)) = ptr.split_first(), else Parse, "there are no pointers, of which the first is 0");
    as_many("pointers behind the first one", behind.len(), "rows or columns", fibers)?;
    let valid = ptr[0] == 0 && ptr.is_sorted() && ptr[fibers] <= stored;
    ensure!(valid, else Invalid,
        "pointers start with 0, do not descend, and lead to at most {stored} entries: these do not");
    Ok(ptr)
}

impl<T: FileValue> Compressed<T> {
    fn read(archive: &mut Archive<'_>, outer: usize) -> Result<Self> {
        let mut idx: Vec<usize> = list(archive, "indices")?;
        let mut val = list(archive, "data")?;
        as_many("indices", idx.len(), "values", val.len())?;
        let ptr = pointers(archive, outer, idx.len())?;
        // SciPy allows for arrays that are longer than what the pointers reach.
        val.truncate(ptr[outer]);
        idx.truncate(ptr[outer]);
        Ok(Compressed { ptr, idx, val })
    }

    fn listed<R: Rank>(self, budget: &mut Budget, by_columns: bool) -> Result<Listed<R, T>> {
        let mut listed = Listed::new(budget, self.val.len())?;
        for (outer, bounds) in self.ptr.windows(2).enumerate() {
            for at in bounds[0]..bounds[1] {
                let (row, col) = if by_columns {
                    (self.idx[at], outer)
                } else {
                    (outer, self.idx[at])
                };
                listed.push(row, col, self.val[at])
            }
        }
        Ok(listed)
    }
}

/// The tensor of compressed rows without sorting, if it is one of these and the rows are sorted: pointers and values are taken then.
pub(in crate::io) fn moved<L>(
    [rows, cols]: [usize; 2],
    ptr: &mut Vec<usize>,
    idx: &[usize],
    val: &mut Vec<L::T>,
) -> Result<Option<Tensor<L>>>
where
    L: WriteLevel<T: FileValue, Rank: Axes> + Default + 'static,
{
    let mut result: Option<Tensor<L>> = None;
    let wanted: Option<&mut Option<CsrWithFill<L::T, L::Fill>>> = (&mut result as &mut dyn Any).downcast_mut();
    let sorted = |row: &[usize]| idx[row[0]..row[1]].is_sorted_by(|col, next| col < next);
    if let Some(wanted) = wanted
        && ptr.windows(2).all(sorted)
        && idx.iter().all(|&col| u32::new(col).is_some())
    {
        let mut narrow = room(idx.len())?;
        narrow.extend(idx.iter().map(|&col| <u32 as Width>::truncate(col)));
        let (ptr, val) = (core::mem::take(ptr), core::mem::take(val));
        *wanted = Some(Tensor::<Dense<SparseList<Element<L::T, L::Fill>>>>::from_parts(
            rows, cols, ptr, narrow, val,
        )?)
    }
    Ok(result)
}

fn coordinates<R: Rank, T: FileValue>(archive: &mut Archive<'_>, order: usize) -> Result<Listed<R, T>> {
    let val: Vec<T> = list(archive, "data")?;
    let together: Option<npy::Array<usize>> = archive.read("coords", |file, budget| npy::read(file, budget))?;
    let (all, apart);
    let axes: Vec<&[usize]> = match together {
        Some(array) => {
            ensure!(array.shape == [order, val.len()], else Parse,
                "coordinates have shape {:?}, and not {:?}", array.shape, [order, val.len()]);
            all = array.val;
            (0..order).map(|axis| &all[axis * val.len()..][..val.len()]).collect()
        }
        None if order == 2 => {
            apart = [list(archive, "row")?, list(archive, "col")?];
            apart.iter().map(Vec::as_slice).collect()
        }
        None => return Err(error!(Parse, "there is no member coords.npy")),
    };
    for axis in &axes {
        as_many("indices", axis.len(), "values", val.len())?
    }
    let mut listed = Listed::new(&mut archive.budget, val.len())?;
    let index = |entry: usize| Shape::<R>::from_iter(axes.iter().map(|axis| axis[entry]));
    listed.index.extend((0..val.len()).map(index));
    listed.val = val;
    Ok(listed)
}

/// The entries of dense blocks but those that are `fill`, sorted if the blocks are.
fn blocks<R: Rank, T: FileValue>(archive: &mut Archive<'_>, rows: usize, cols: usize, fill: T) -> Result<Listed<R, T>> {
    let data: npy::Array<T> = needed(archive, "data")?;
    ensure!(let [count, high, wide] = data.shape[..], else Parse,
        "blocks have {} dimensions, and not three", data.shape.len());
    let divides = |size: usize, extent: usize| size > 0 && extent.is_multiple_of(size);
    ensure!(divides(high, rows) && divides(wide, cols), else Parse,
        "blocks of {high} by {wide} do not divide a matrix of {rows} by {cols}");
    let idx: Vec<usize> = list(archive, "indices")?;
    as_many("indices", idx.len(), "blocks", count)?;
    let ptr = pointers(archive, rows / high, count)?;
    ensure!(!let Some(col) = idx.iter().find(|&&col| col >= cols / wide), else OutOfBounds,
        "column {col} of blocks is not below {}", cols / wide);
    let stored = &data.val[..ptr[rows / high] * high * wide];
    let kept = stored.iter().filter(|value| !fill.same(**value)).count();
    let mut listed = Listed::new(&mut archive.budget, kept)?;
    for (outer, bounds) in ptr.windows(2).enumerate() {
        // Without blocks, nothing says how high they can be.
        let high = if bounds[0] < bounds[1] { high } else { 0 };
        for row in 0..high {
            for (at, &block) in idx[..bounds[1]].iter().enumerate().skip(bounds[0]) {
                let values = &data.val[(at * high + row) * wide..][..wide];
                let kept = values.iter().enumerate().filter(|(_, value)| !fill.same(**value));
                kept.for_each(|(col, &value)| listed.push(outer * high + row, block * wide + col, value))
            }
        }
    }
    Ok(listed)
}

/// The entries of dense diagonals but those that are `fill`.
fn diagonals<R: Rank, T: FileValue>(
    archive: &mut Archive<'_>,
    rows: usize,
    cols: usize,
    fill: T,
) -> Result<Listed<R, T>> {
    let data: npy::Array<T> = needed(archive, "data")?;
    ensure!(let [count, width] = data.shape[..], else Parse,
        "diagonals have {} dimensions, and not two", data.shape.len());
    let offsets: Vec<i64> = list(archive, "offsets")?;
    as_many("offsets", offsets.len(), "diagonals", count)?;
    // As SciPy has it, values stand at their column; those that lie outside of the matrix are ignored.
    let entries = || {
        offsets.iter().enumerate().flat_map(|(diagonal, &offset)| {
            let values = data.val[diagonal * width..].iter().take(width.min(cols));
            values.enumerate().filter_map(move |(col, &value)| {
                let row = (col as i64)
                    .checked_sub(offset)
                    .and_then(|row| usize::try_from(row).ok());
                let row = row.filter(|&row| row < rows && !fill.same(value))?;
                Some((row, col, value))
            })
        })
    };
    let mut listed = Listed::new(&mut archive.budget, entries().count())?;
    entries().for_each(|(row, col, value)| listed.push(row, col, value));
    Ok(listed)
}
