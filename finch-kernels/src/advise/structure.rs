//! What a matrix is like, measured in one pass.

use crate::imports::*;
use std::ops::Range;

/// Distinct values are counted up to so many, among so many.
const DISTINCT: (usize, usize) = (8, 4096);

/// So many entries above the diagonal are compared with those below, unless the matrix is small or nearly full.
const COMPARED: usize = 1 << 16;

/// Once so many entries are seen, blocks are counted on only if they hold enough of them.
const BLOCKED: usize = 1 << 14;

/// The heights and widths of the blocks that are counted.
pub(super) const BLOCKS: [usize; 3] = [2, 3, 4];

/// What a matrix is like: what its formats take and what work over them costs follows from these numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structure {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub cols: usize,
    /// How many entries are stored, zeros among them.
    pub stored: usize,
    /// How many bytes a value takes.
    pub value_bytes: usize,
    /// How many rows store something.
    pub filled_rows: usize,
    /// The least and the greatest number of entries in a row.
    pub row_lengths: [usize; 2],
    /// How many rows have another number of entries than the row before: what branch prediction makes of them.
    pub length_changes: usize,
    /// How many rows are empty where the row before is not, or the other way round.
    pub empty_changes: usize,
    /// From the first row that stores something to the last one, and from the first column that does to the last one.
    pub index_ranges: [Range<usize>; 2],
    /// How far the entries reach below the diagonal, and above it.
    pub bandwidths: [usize; 2],
    /// How many diagonals store something.
    pub diagonals: usize,
    /// How many places there are from the first to the last entry of each row.
    pub band: usize,
    /// How many rows have another number of such places than the row before.
    pub band_changes: usize,
    /// How many stretches of consecutive columns there are in all rows.
    pub stretches: usize,
    /// How many of these are not as long as the one before.
    pub stretch_changes: usize,
    /// How many runs there are: stretches of consecutive columns that hold the same value.
    pub runs: usize,
    /// How many aligned blocks of 2 by 2, of 3 by 3 and of 4 by 4 store something. `None` where counting them all is not worth the time:
    /// the first 16384 entries are in so many blocks of 2 by 2 that each holds fewer than 1.25 of them on average.
    pub blocks: Option<[usize; 3]>,
    /// Whether the matrix is square and equals its transposed matrix, in what it stores and in values. A NaN equals a NaN.
    pub symmetry: Symmetry,
    /// How many distinct values there are among the first 4096 that are stored, or `None` if these are more than eight.
    pub distinct: Option<usize>,
}

/// Whether a matrix is symmetric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// It is not.
    No,
    /// The first 65536 entries above the diagonal agree with those below. The others were not compared, since each comparison looks up a
    /// place elsewhere in memory. This is the answer only where less than an eighth of all places is stored.
    Seems,
    /// It is.
    Yes,
}

/// Equal, or neither is equal to itself.
fn same<T: PartialEq>(one: &T, other: &T) -> bool {
    let is_itself = |value: &T| value.eq(value);
    one == other || (!is_itself(one) && !is_itself(other))
}

/// How many of the values are distinct, unless these are many.
fn count_distinct<T: Copy + PartialEq>(values: &[T]) -> Option<usize> {
    let mut found: Vec<T> = Vec::with_capacity(DISTINCT.0);
    for value in values {
        // Without an early exit, which could not be predicted.
        if !found.iter().fold(false, |is_found, other| is_found | (other == value)) {
            if found.len() == DISTINCT.0 {
                return None;
            }
            found.push(*value)
        }
    }
    Some(found.len())
}

/// So many copies of a value.
fn filled<V: Clone>(value: V, count: usize) -> Result<Vec<V>> {
    let mut all = Vec::new();
    match all.try_reserve_exact(count) {
        Ok(()) => {
            all.resize(count, value);
            Ok(all)
        }
        Err(_) => Err(error!(
            TooLarge,
            "there is not enough memory to measure the matrix, which takes {count} numbers of {} bytes",
            size_of::<V>()
        )),
    }
}

/// Whether a matrix is symmetric: entries right of the diagonal meet those below it, which come in the same order.
struct Mirror<'a, T> {
    ptr: &'a [usize],
    idx: &'a [u32],
    val: &'a [T],
    /// Where the entries of each row start that nothing above the diagonal was compared with.
    next: Vec<usize>,
    /// How many are still to be compared.
    left: usize,
}

impl<T: PartialEq> Mirror<'_, T> {
    /// Whether row `row` is right: what it has left of the diagonal was met, and what it has right of it meets something.
    #[inline]
    fn row(&mut self, row: usize) -> bool {
        let end = self.ptr[row + 1];
        let mut at = self.next[row];
        if at < end && (self.idx[at] as usize) < row {
            return false;
        }
        if at < end && self.idx[at] as usize == row {
            at += 1
        }
        self.left = self.left.saturating_sub(end - at);
        for at in at..end {
            let column = self.idx[at] as usize;
            let other = self.next[column];
            let meets = other < self.ptr[column + 1] && self.idx[other] as usize == row;
            if !meets || !same(&self.val[at], &self.val[other]) {
                return false;
            }
            self.next[column] = other + 1
        }
        true
    }
}

/// Which block columns were seen in a block row, and which diagonals.
struct Marks {
    /// The last block row, plus one, for each block column.
    blocks: [Vec<u32>; 3],
    diagonals: Vec<bool>,
}

impl Marks {
    fn new(rows: usize, cols: usize) -> Result<Self> {
        let [two, three, four] = BLOCKS.map(|size| filled(0, cols.div_ceil(size)));
        Ok(Marks {
            blocks: [two?, three?, four?],
            diagonals: filled(false, rows.saturating_add(cols))?,
        })
    }
}

fn distinct(list: &mut Vec<i64>) -> usize {
    list.sort_unstable();
    list.dedup();
    let count = list.len();
    list.clear();
    count
}

/// How many blocks of each size, and how many diagonals store something, where columns are far more than entries: by sorting.
fn sorted(ptr: &[usize], idx: &[u32]) -> Result<([usize; 3], usize)> {
    let mut diagonals = filled(0_i64, idx.len())?;
    for (row, bounds) in ptr.windows(2).enumerate() {
        for at in bounds[0]..bounds[1] {
            diagonals[at] = i64::from(idx[at]) - row as i64
        }
    }
    let mut columns: Vec<i64> = filled(0, idx.len())?;
    let blocks = BLOCKS.map(|size| {
        let rows = (0..ptr.len() - 1).step_by(size);
        let each = rows.map(|row| {
            let end = (row + size).min(ptr.len() - 1);
            columns.clear();
            columns.extend(
                idx[ptr[row]..ptr[end]]
                    .iter()
                    .map(|&column| i64::from(column) / size as i64),
            );
            distinct(&mut columns)
        });
        each.sum()
    });
    Ok((blocks, distinct(&mut diagonals)))
}

/// A stretch of consecutive columns that goes on.
#[derive(Default)]
struct Stretch {
    length: usize,
    before: usize,
}

impl Structure {
    /// Measures a matrix, in one pass over its rows. Takes time linear in rows and entries, and memory for up to four numbers for
    /// each row and column; where columns are far more than rows and entries, time and memory for sorting the entries instead.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn of<T: Number>(a: &Csr<T>) -> Result<Structure> {
        let list = a.level().child();
        let (rows, cols) = (a.extent(0), a.extent(1));
        let ptr = list.ptr().get(..=rows).unwrap_or(&[0]);
        let stored = ptr[ptr.len() - 1];
        let (idx, val) = (&list.idx()[..stored], &list.child().val()[..stored]);
        let narrow = cols / 8 <= rows.saturating_add(stored).saturating_add(1024);
        let mut marks = match narrow {
            true => Some(Marks::new(rows, cols)?),
            false => None,
        };
        let cells = rows.saturating_mul(cols);
        let (mut mirror, mut symmetry) = (None, Symmetry::No);
        if rows == cols {
            let mut next = filled(0, rows)?;
            next.copy_from_slice(&ptr[..rows]);
            let is_cheap = stored <= 2 * COMPARED || stored >= cells / 8;
            let left = if is_cheap { usize::MAX } else { COMPARED };
            symmetry = if is_cheap { Symmetry::Yes } else { Symmetry::Seems };
            mirror = Some(Mirror {
                ptr,
                idx,
                val,
                next,
                left,
            })
        }
        let mut found = Structure {
            rows,
            cols,
            stored,
            value_bytes: size_of::<T>(),
            filled_rows: 0,
            row_lengths: [if rows == 0 { 0 } else { usize::MAX }, 0],
            length_changes: 0,
            empty_changes: 0,
            index_ranges: [0..0, 0..0],
            bandwidths: [0, 0],
            diagonals: 0,
            band: 0,
            band_changes: 0,
            stretches: 0,
            stretch_changes: 0,
            runs: 0,
            blocks: Some([0; 3]),
            symmetry,
            distinct: count_distinct(&val[..stored.min(DISTINCT.1)]),
        };
        let (mut length_before, mut places_before, mut stretch) = (0, 0, Stretch::default());
        let mut is_tried = true;
        for row in 0..ptr.len() - 1 {
            let columns = &idx[ptr[row]..ptr[row + 1]];
            let entries = &val[ptr[row]..ptr[row + 1]];
            let [shortest, longest] = &mut found.row_lengths;
            (*shortest, *longest) = ((*shortest).min(columns.len()), (*longest).max(columns.len()));
            found.length_changes += usize::from(row > 0 && columns.len() != length_before);
            found.empty_changes += usize::from(row > 0 && columns.is_empty() != (length_before == 0));
            length_before = columns.len();
            if let Some(compared) = &mut mirror {
                if !compared.row(row) {
                    (mirror, found.symmetry) = (None, Symmetry::No)
                } else if compared.left == 0 {
                    mirror = None
                }
            }
            let places = match (columns.first(), columns.last()) {
                (Some(&first), Some(&last)) => found.reach(row, first as usize, last as usize),
                _ => 0,
            };
            found.band_changes += usize::from(places != places_before);
            places_before = places;
            found.stretches(columns, entries, &mut stretch);
            if let Some(marks) = &mut marks {
                found.mark(row, columns, marks);
                // Where a block row has just ended, of blocks of any size.
                let seen = ptr[row + 1];
                if is_tried && seen >= BLOCKED && (row + 1).is_multiple_of(12) {
                    is_tried = false;
                    found.blocks = found.blocks.filter(|blocks| 4 * seen >= 5 * blocks[0])
                }
            }
        }
        found.stretch_changes += usize::from(stretch.length != stretch.before);
        match &marks {
            Some(marks) => found.diagonals = marks.diagonals.iter().filter(|&&mark| mark).count(),
            None => {
                let (blocks, diagonals) = sorted(ptr, idx)?;
                (found.blocks, found.diagonals) = (Some(blocks), diagonals)
            }
        }
        Ok(found)
    }

    /// Counts stretches and runs of a row.
    #[inline]
    fn stretches<T: PartialEq>(&mut self, columns: &[u32], entries: &[T], stretch: &mut Stretch) {
        if columns.is_empty() {
            return;
        }
        // Without branches, which could not be predicted.
        let Stretch { mut length, mut before } = *stretch;
        let (mut stretches, mut changes, mut runs) = (1, usize::from(length != before), 1);
        (before, length) = (length, 1);
        for (columns, entries) in columns.windows(2).zip(entries.windows(2)) {
            let goes_on = columns[1] == columns[0] + 1;
            let ends = usize::from(!goes_on);
            runs += ends | usize::from(entries[0] != entries[1]);
            stretches += ends;
            changes += ends & usize::from(length != before);
            before = if goes_on { before } else { length };
            length = if goes_on { length + 1 } else { 1 };
        }
        *stretch = Stretch { length, before };
        self.stretches += stretches;
        self.stretch_changes += changes;
        self.runs += runs
    }

    /// Marks the blocks and diagonals of a row.
    #[inline]
    fn mark(&mut self, row: usize, columns: &[u32], marks: &mut Marks) {
        let Marks {
            blocks: [two, three, four],
            diagonals,
        } = marks;
        let below = self.rows - 1 - row;
        let Some(blocks) = &mut self.blocks else {
            for &column in columns {
                diagonals[column as usize + below] = true
            }
            return;
        };
        let at = BLOCKS.map(|size| (row / size + 1) as u32);
        for &column in columns {
            let column = column as usize;
            let seen = [&mut two[column / 2], &mut three[column / 3], &mut four[column / 4]];
            for ((seen, at), count) in seen.into_iter().zip(at).zip(&mut *blocks) {
                *count += usize::from(*seen != at);
                *seen = at
            }
            diagonals[column + below] = true
        }
    }

    /// Takes the first and the last column of a row into account: how many places there are between them.
    #[inline]
    fn reach(&mut self, row: usize, first: usize, last: usize) -> usize {
        let [of_rows, of_cols] = &mut self.index_ranges;
        if self.filled_rows == 0 {
            (*of_rows, *of_cols) = (row..row + 1, first..last + 1)
        }
        of_rows.end = row + 1;
        *of_cols = of_cols.start.min(first)..of_cols.end.max(last + 1);
        self.filled_rows += 1;
        let [below, above] = &mut self.bandwidths;
        *below = (*below).max(row.saturating_sub(first));
        *above = (*above).max(last.saturating_sub(row));
        let places = last - first + 1;
        self.band = self.band.saturating_add(places);
        places
    }

    /// How many bytes the matrix takes in a format, `usize::MAX` if these are more than fit; or `None` if the format cannot hold it: if a
    /// row has more than one entry, the matrix is not symmetric in what it stores, or an extent does not fit its indices; also if blocks
    /// were not counted.
    ///
    /// These are the bytes of the arrays, as [`bytes`](finch_formats::Tensor::bytes) counts them once the matrix is converted.
    pub fn bytes(&self, format: MatrixFormat) -> Option<usize> {
        const POINTER: usize = size_of::<usize>();
        const INDEX: usize = size_of::<u32>();
        let value = self.value_bytes;
        let (with_index, with_two) = (value.saturating_add(INDEX), value.saturating_add(2 * INDEX));
        // Indices of rows are those of a list, and an end stands behind the last index.
        let (rows_fit, ends_fit) = (self.rows <= 1 << 32, u32::try_from(self.cols).is_ok());
        let refused = match format {
            MatrixFormat::Dcsr | MatrixFormat::Coo => !rows_fit,
            MatrixFormat::Stretches | MatrixFormat::Runs | MatrixFormat::Points => !ends_fit,
            _ => false,
        };
        if refused {
            return None;
        }
        let sum = |parts: &[(usize, usize)]| {
            let each = parts.iter().map(|&(count, bytes)| count.saturating_mul(bytes));
            each.fold(0, usize::saturating_add)
        };
        let pointers = |fibers: usize| (fibers.saturating_add(1), POINTER);
        let blocks = |at: usize| {
            let count = self.blocks?[at];
            let places = count.saturating_mul(BLOCKS[at] * BLOCKS[at]);
            Some(sum(&[
                pointers(self.rows.div_ceil(BLOCKS[at])),
                (count, INDEX),
                (places, value),
            ]))
        };
        Some(match format {
            MatrixFormat::Full => sum(&[(self.rows.saturating_mul(self.cols), value)]),
            MatrixFormat::Csr => sum(&[pointers(self.rows), (self.stored, with_index)]),
            MatrixFormat::Dcsr => {
                let lists = [pointers(1), (self.filled_rows, INDEX), pointers(self.filled_rows)];
                sum(&lists).saturating_add(sum(&[(self.stored, with_index)]))
            }
            MatrixFormat::Coo => sum(&[pointers(1), (self.stored, with_two)]),
            MatrixFormat::Stretches => sum(&[
                pointers(self.rows),
                (self.stretches, INDEX),
                pointers(self.stretches),
                (self.stored, value),
            ]),
            MatrixFormat::Blocks2 => blocks(0)?,
            MatrixFormat::Blocks3 => blocks(1)?,
            MatrixFormat::Blocks4 => blocks(2)?,
            MatrixFormat::Band => sum(&[pointers(self.rows), (self.rows, INDEX), (self.band, value)]),
            MatrixFormat::FullSymmetric if self.symmetry == Symmetry::Yes => {
                let (one, other) = (self.rows, self.rows.saturating_add(1));
                let (half, whole) = if one % 2 == 0 {
                    (one / 2, other)
                } else {
                    (other / 2, one)
                };
                sum(&[(half.saturating_mul(whole), value)])
            }
            MatrixFormat::Runs => sum(&[pointers(self.rows), (self.runs, with_two)]),
            MatrixFormat::Points if self.row_lengths[1] <= 1 => sum(&[(self.rows, with_index)]),
            _ => return None,
        })
    }
}
