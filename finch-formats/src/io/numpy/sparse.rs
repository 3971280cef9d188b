//! Arrays of an npz file, and the tensor that they are.

use super::*;
use crate::alias::CsrWithFill;
use crate::tensor::entries::Entries;
use core::any::Any;
use zip::Archive;

/// Entries with their indices.
struct Listed<R: Rank, T> {
    index: Vec<Shape<R>>,
    val: Vec<T>,
}

/// Reads the tensor that an archive holds.
pub(super) fn read<L>(mut archive: Archive<'_>, cells: usize) -> Result<Tensor<L>>
where
    L: WriteLevel<T: Value, Rank: Axes> + Default + 'static,
{
    let format = archive.read("format", |file| npy::read_text(file))?;
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
    let listed = match (&format[..], shape.len()) {
        (b"coo", _) => coordinates(&mut archive, shape.len())?,
        (b"csr", 1 | 2) => {
            let mut arrays = Compressed::read(&mut archive, rows, cols)?;
            super::super::check_room::<L>(&shape, arrays.val.len(), cells)?;
            if let Some(tensor) = arrays.moved::<L>() {
                return tensor;
            }
            arrays.listed(false)
        }
        (b"csc", 2) => Compressed::read(&mut archive, cols, rows)?.listed(true),
        (b"bsr", 2) => blocks(&mut archive, rows, cols)?,
        (b"dia", 2) => diagonals(&mut archive, rows, cols)?,
        _ => {
            return Err(error!(
                Parse,
                "a tensor of {} dimensions as `{}` is not read",
                shape.len(),
                String::from_utf8_lossy(&format).escape_debug()
            ));
        }
    };
    let Listed { index, val } = listed.without_fill::<L>(matches!(&format[..], b"bsr" | b"dia"));
    super::super::check_room::<L>(&shape, val.len(), cells)?;
    let entries = Entries::collect(Shape::<L::Rank>::from_iter(shape), index.into_iter().zip(val))?;
    Tensor::of_entries(entries, L::T::merged).map_err(super::super::unmerged)
}

fn needed<T: Value>(archive: &mut Archive<'_>, name: &str) -> Result<npy::Array<T>> {
    let found = archive.read(name, |file| npy::read(file, true))?;
    found.ok_or_else(|| error!(Parse, "there is no member {name}.npy"))
}

/// An array of one dimension.
fn list<T: Value>(archive: &mut Archive<'_>, name: &str) -> Result<Vec<T>> {
    let array = needed(archive, name)?;
    match array.shape.len() {
        1 => Ok(array.val),
        order => Err(error!(Parse, "{name}.npy has {order} dimensions, and not one")),
    }
}

/// As many of one thing as of another.
fn as_many(name: &str, count: usize, other: &str, wanted: usize) -> Result<()> {
    match count == wanted {
        true => Ok(()),
        false => Err(error!(Parse, "there are {count} {name} for {wanted} {other}")),
    }
}

impl<R: Rank, T: Value> Listed<R, T> {
    fn new() -> Self {
        Listed {
            index: Vec::new(),
            val: Vec::new(),
        }
    }

    fn push(&mut self, row: usize, col: usize, value: T) {
        // A vector has no rows.
        let index = [row, col];
        self.index
            .push(Shape::<R>::from_iter(index[2 - R::VALUE..].iter().copied()));
        self.val.push(value)
    }

    /// These entries, those with the fill left out if so.
    fn without_fill<L: Level<T = T>>(self, left_out: bool) -> Self {
        if !left_out {
            return self;
        }
        let fill = L::Fill::value();
        let both = self.index.into_iter().zip(self.val);
        let (index, val) = both.filter(|&(_, value)| !fill.same(value)).unzip();
        Listed { index, val }
    }
}

/// Pointers, indices and values of `csr` and `csc`.
struct Compressed<T> {
    shape: [usize; 2],
    ptr: Vec<usize>,
    idx: Vec<usize>,
    val: Vec<T>,
}

/// Pointers for so many fibers: they ascend from 0 up to at most `stored`.
fn pointers(archive: &mut Archive<'_>, fibers: usize, stored: usize) -> Result<Vec<usize>> {
    let ptr: Vec<usize> = list(archive, "indptr")?;
    let Some((_, behind)) = ptr.split_first() else {
        return Err(error!(Parse, "there are no pointers, of which the first is 0"));
    };
    as_many("pointers behind the first one", behind.len(), "rows or columns", fibers)?;
    let valid = ptr[0] == 0 && ptr.is_sorted() && ptr[fibers] <= stored;
    match valid {
        true => Ok(ptr),
        false => Err(error!(
            Invalid,
            "pointers start with 0, do not descend, and lead to at most {stored} entries: these do not"
        )),
    }
}

impl<T: Value> Compressed<T> {
    fn read(archive: &mut Archive<'_>, outer: usize, inner: usize) -> Result<Self> {
        let mut idx: Vec<usize> = list(archive, "indices")?;
        let mut val = list(archive, "data")?;
        as_many("indices", idx.len(), "values", val.len())?;
        let ptr = pointers(archive, outer, idx.len())?;
        // SciPy allows for arrays that are longer than what the pointers reach.
        val.truncate(ptr[outer]);
        idx.truncate(ptr[outer]);
        Ok(Compressed {
            shape: [outer, inner],
            ptr,
            idx,
            val,
        })
    }

    /// The tensor without sorting, if it is one of compressed rows and the rows are sorted.
    fn moved<L>(&mut self) -> Option<Result<Tensor<L>>>
    where
        L: WriteLevel<T = T, Rank: Axes> + Default + 'static,
    {
        let mut result: Option<Result<Tensor<L>>> = None;
        let wanted: Option<&mut Option<Result<CsrWithFill<T, L::Fill>>>> = (&mut result as &mut dyn Any).downcast_mut();
        let sorted = |row: &[usize]| self.idx[row[0]..row[1]].is_sorted_by(|col, next| col < next);
        if let Some(wanted) = wanted
            && self.ptr.windows(2).all(sorted)
            && let Some(idx) = self.idx.iter().map(|&col| u32::new(col)).collect()
        {
            let [rows, cols] = self.shape;
            *wanted = Some(Tensor::<Dense<SparseList<Element<T, L::Fill>>>>::from_parts(
                rows,
                cols,
                core::mem::take(&mut self.ptr),
                idx,
                core::mem::take(&mut self.val),
            ))
        }
        result
    }

    fn listed<R: Rank>(self, by_columns: bool) -> Listed<R, T> {
        let mut listed = Listed::new();
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
        listed
    }
}

fn coordinates<R: Rank, T: Value>(archive: &mut Archive<'_>, order: usize) -> Result<Listed<R, T>> {
    let val: Vec<T> = list(archive, "data")?;
    let together = archive.read("coords", |file| npy::read::<usize>(file, true))?;
    let axes: Vec<Vec<usize>> = match together {
        Some(npy::Array { shape, val: all }) => {
            if shape != [order, val.len()] {
                return Err(error!(
                    Parse,
                    "coordinates have shape {shape:?}, and not {:?}",
                    [order, val.len()]
                ));
            }
            (0..order)
                .map(|axis| all[axis * val.len()..][..val.len()].to_vec())
                .collect()
        }
        None if order == 2 => vec![list(archive, "row")?, list(archive, "col")?],
        None => return Err(error!(Parse, "there is no member coords.npy")),
    };
    for axis in &axes {
        as_many("indices", axis.len(), "values", val.len())?
    }
    let index = |entry: usize| Shape::<R>::from_iter(axes.iter().map(|axis| axis[entry]));
    Ok(Listed {
        index: (0..val.len()).map(index).collect(),
        val,
    })
}

fn blocks<R: Rank, T: Value>(archive: &mut Archive<'_>, rows: usize, cols: usize) -> Result<Listed<R, T>> {
    let data: npy::Array<T> = needed(archive, "data")?;
    let [count, high, wide] = data.shape[..] else {
        return Err(error!(
            Parse,
            "blocks have {} dimensions, and not three",
            data.shape.len()
        ));
    };
    let divides = |size: usize, extent: usize| size > 0 && extent.is_multiple_of(size);
    if !divides(high, rows) || !divides(wide, cols) {
        return Err(error!(
            Parse,
            "blocks of {high} by {wide} do not divide a matrix of {rows} by {cols}"
        ));
    }
    let idx: Vec<usize> = list(archive, "indices")?;
    as_many("indices", idx.len(), "blocks", count)?;
    let ptr = pointers(archive, rows / high, count)?;
    if let Some(col) = idx.iter().find(|&&col| col >= cols / wide) {
        return Err(error!(
            OutOfBounds,
            "column {col} of blocks is not below {}",
            cols / wide
        ));
    }
    let mut listed = Listed::new();
    for (outer, bounds) in ptr.windows(2).enumerate() {
        for (at, &col) in idx[..bounds[1]].iter().enumerate().skip(bounds[0]) {
            let block = &data.val[at * high * wide..][..high * wide];
            for (place, &value) in block.iter().enumerate() {
                listed.push(outer * high + place / wide, col * wide + place % wide, value)
            }
        }
    }
    Ok(listed)
}

fn diagonals<R: Rank, T: Value>(archive: &mut Archive<'_>, rows: usize, cols: usize) -> Result<Listed<R, T>> {
    let data: npy::Array<T> = needed(archive, "data")?;
    let [count, width] = data.shape[..] else {
        return Err(error!(
            Parse,
            "diagonals have {} dimensions, and not two",
            data.shape.len()
        ));
    };
    let offsets: Vec<i64> = list(archive, "offsets")?;
    as_many("offsets", offsets.len(), "diagonals", count)?;
    let mut listed = Listed::new();
    for (diagonal, &offset) in offsets.iter().enumerate() {
        // As SciPy has it, values stand at their column; those that lie outside of the matrix are ignored.
        for col in 0..width.min(cols) {
            let row = (col as i64)
                .checked_sub(offset)
                .and_then(|row| usize::try_from(row).ok());
            if let Some(row) = row.filter(|&row| row < rows) {
                listed.push(row, col, data.val[diagonal * width + col])
            }
        }
    }
    Ok(listed)
}
