//! Entries of a file on their way into a tensor.

use super::*;
use crate::alias::{CsrWithFill, WideDcsrWithFill};
use crate::room::{filled, no_room, push, room};
use crate::tensor::entries::Entries;
use core::any::Any;

/// Row, column and value.
type Entry<I, T> = (I, I, T);

/// All entries of a file, mirrored where its symmetry says so, and those of equal place combined in the order of
/// the file. From an array, values that are the fill are left out.
///
/// Takes time linear in the entries if they are many for the number of rows, and if those of each row come in order, as
/// they do in files that are sorted by columns or by rows.
pub(super) enum Sorted<T: Copy + 'static, F> {
    /// Every row has a pointer.
    Rows(CsrWithFill<T, F>),
    /// Every row that has entries.
    FewRows(WideDcsrWithFill<T, F>),
}

impl<T: FileValue, F: Fill<T>> Sorted<T, F> {
    pub(super) fn read(reader: &mut Reader<'_>, combine: impl Fn(T, T) -> T + Copy) -> Result<Self> {
        let header = *reader.header();
        let made = if header.rows.max(header.cols) > <u32 as Width>::MAX {
            let entries = collect::<usize, T, F>(reader)?;
            sorted(entries, &header, combine).map(Sorted::FewRows)
        } else {
            let entries = collect::<u32, T, F>(reader)?;
            // Distributing takes time linear in the rows; where these are many more than entries, comparing is faster.
            if header.rows / 4 > entries.len() {
                sorted(entries, &header, combine).map(Sorted::FewRows)
            } else {
                distributed(entries, &header, combine).map(Sorted::Rows)
            }
        };
        made.map_err(|error| reader.wrong_size(error))
    }

    pub(super) fn count(&self) -> usize {
        match self {
            Sorted::Rows(rows) => rows.count_stored(),
            Sorted::FewRows(rows) => rows.count_stored(),
        }
    }

    /// The matrix in some nest: moved if it is this one, and copied otherwise.
    pub(super) fn into_tensor<L>(self) -> Result<Tensor<L>>
    where
        L: WriteLevel<T = T, Fill = F, Rank = U2> + Default + 'static,
    {
        match self {
            Sorted::Rows(rows) => moved(rows),
            Sorted::FewRows(rows) => moved(rows),
        }
    }
}

fn moved<S, L>(source: Tensor<S>) -> Result<Tensor<L>>
where
    S: Level<T = L::T, Rank = U2> + 'static,
    L: WriteLevel<Rank = U2> + Default + 'static,
{
    let mut source = Some(source);
    match (&mut source as &mut dyn Any).downcast_mut::<Option<Tensor<L>>>() {
        Some(same) => same.take().map_or_else(|| Tensor::empty([0, 0]), Ok),
        None => source.map_or_else(|| Tensor::empty([0, 0]), |source| Tensor::from_tensor(&source)),
    }
}

/// The entries that the file lists.
fn collect<I: Width, T: FileValue, F: Fill<T>>(reader: &mut Reader<'_>) -> Result<Vec<Entry<I, T>>> {
    let omitted = (reader.header().format == Format::Array).then(F::value);
    let (mut entries, mut block) = (Vec::new(), Vec::new());
    while reader.next_block(&mut block)? {
        // Twice as many as there were: room grows with what was read.
        let more = entries.try_reserve(block.len());
        more.map_err(|_| reader.wrong_size(no_room(entries.len() + block.len())))?;
        let kept = block
            .iter()
            .filter(|(.., value)| !omitted.is_some_and(|omitted| omitted.same(*value)));
        entries.extend(kept.map(|&(row, col, value)| (I::truncate(row), I::truncate(col), value)))
    }
    Ok(entries)
}

/// Calls `visit` with the entries and those that mirror them.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn expand<I: Width, T: FileValue>(
    entries: &[Entry<I, T>],
    symmetry: Symmetry,
    mut visit: impl FnMut(I, I, T),
) {
    for &(row, col, value) in entries {
        visit(row, col, value);
        if symmetry != Symmetry::General && row != col {
            visit(col, row, symmetry.mirrored(value))
        }
    }
}

/// Sorts the entries.
fn sorted<I: Width, T: FileValue, F: Fill<T>>(
    entries: Vec<Entry<I, T>>,
    header: &Header,
    combine: impl Fn(T, T) -> T + Copy,
) -> Result<WideDcsrWithFill<T, F>> {
    let mut count = 0;
    expand(&entries, header.symmetry, |_, _, _: T| count += 1);
    let (mut index, mut val) = (room(count)?, room(count)?);
    expand(&entries, header.symmetry, |row, col, value| {
        index.push([row.to_usize(), col.to_usize()].into());
        val.push(value)
    });
    drop(entries);
    let entries = Entries::<U2, T>::listed([header.rows, header.cols].into(), index, val)?;
    entries.combined(combine)?.compressed()
}

/// Distributes the entries to their rows, where they stay in their order, and sorts the rows that need it.
fn distributed<T: FileValue, F: Fill<T>>(
    entries: Vec<Entry<u32, T>>,
    header: &Header,
    combine: impl Fn(T, T) -> T + Copy,
) -> Result<CsrWithFill<T, F>> {
    let Header {
        rows, cols, symmetry, ..
    } = *header;
    // First how many entries are in row `j` stands at `j + 2`, then where row `j` goes on at `j + 1`: in the end that is
    // where row `j + 1` starts.
    let mut ptr = filled(rows + 2, 0)?;
    expand(&entries, symmetry, |row, _, _| ptr[row as usize + 2] += 1);
    for row in 0..rows {
        ptr[row + 2] += ptr[row + 1]
    }
    let stored = ptr[rows + 1];
    let (mut idx, mut val) = (filled(stored, 0_u32)?, filled(stored, T::ONE)?);
    expand(&entries, symmetry, |row, col, value| {
        let place = &mut ptr[row as usize + 1];
        idx[*place] = col;
        val[*place] = value;
        *place += 1
    });
    drop(entries);
    ptr.truncate(rows + 1);
    let ascends = |row: &[usize]| idx[row[0]..row[1]].is_sorted_by(|col, next| col < next);
    if !ptr.windows(2).all(ascends) {
        merge(&mut ptr, &mut idx, &mut val, combine)?
    }
    Tensor::<Dense<SparseList<Element<T, F>>>>::from_parts(rows, cols, ptr, idx, val)
}

/// Sorts each row and combines what has the same column.
fn merge<T: FileValue>(
    ptr: &mut [usize],
    idx: &mut Vec<u32>,
    val: &mut Vec<T>,
    combine: impl Fn(T, T) -> T,
) -> Result<()> {
    let (mut kept, mut start) = (0, 0);
    // With places: entries of equal columns stay in their order, and sorting takes no memory besides.
    let mut entries: Vec<(u32, usize, T)> = Vec::new();
    for end in &mut ptr[1..] {
        let range = start..*end;
        start = *end;
        entries.clear();
        for at in range {
            push(&mut entries, (idx[at], at, val[at]))?
        }
        entries.sort_unstable_by_key(|&(col, at, _)| (col, at));
        for same in entries.chunk_by(|(col, ..), (other, ..)| col == other) {
            let (col, _, first) = same[0];
            idx[kept] = col;
            val[kept] = same[1..].iter().fold(first, |old, &(.., new)| combine(old, new));
            kept += 1
        }
        *end = kept
    }
    idx.truncate(kept);
    val.truncate(kept);
    Ok(())
}
