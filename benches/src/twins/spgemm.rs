//! Sparse matrix times sparse matrix: Gustavson's algorithm, inner and outer products, masks. Sums that cancel are not stored.

use super::dict::hash;
use super::order::sort;
use super::{Edges, Made, MadeRows, Rows, at};
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

/// A row of the product while it is summed: kept from call to call.
#[derive(Clone, Debug, Default)]
pub struct Accumulator {
    val: Vec<f64>,
    here: Vec<bool>,
    touched: Vec<u32>,
    bits: Vec<u64>,
}

impl Accumulator {
    fn resize(&mut self, cols: usize) {
        if self.val.len() != cols {
            self.val = vec![0.0; cols];
            self.here = vec![false; cols];
            self.bits = vec![0; cols / 64 + 1];
            self.touched = Vec::new();
            self.touched.reserve(cols)
        }
    }

    /// Clears what was touched.
    ///
    /// # Safety
    ///
    /// The accumulator was made for the columns that it is used for.
    #[inline(always)]
    unsafe fn clear(&mut self) {
        for p in 0..self.touched.len() {
            // SAFETY: columns are listed, for which there is a place each.
            unsafe {
                let i = at(&self.touched, p) as usize;
                *self.val.get_unchecked_mut(i) = 0.0;
                *self.here.get_unchecked_mut(i) = false
            }
        }
        self.touched.clear()
    }

    /// Sums row `j` of `a b`; nothing is touched yet.
    ///
    /// # Safety
    ///
    /// There is such a row, `b` has as many rows as `a` has columns, and there is a place for each column of `b`.
    #[inline(always)]
    unsafe fn sum(&mut self, a: Rows<'_>, b: Rows<'_>, j: usize) {
        let (list, mut len) = (self.touched.as_mut_ptr(), 0);
        // SAFETY: both are valid; there is room to list each column.
        unsafe {
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    let i = at(b.idx, q);
                    *self.val.get_unchecked_mut(i as usize) += scale * at(b.val, q);
                    let here = self.here.get_unchecked_mut(i as usize);
                    if !*here {
                        *here = true;
                        list.add(len).write(i);
                        len += 1
                    }
                }
            }
            self.touched.set_len(len)
        }
    }
}

/// Appends a sum, unless it is zero. `KEEP` appends it in any case.
///
/// # Safety
///
/// There is room for it.
#[inline(always)]
unsafe fn append<const KEEP: bool>(made: &mut Made, index: u32, sum: f64) {
    if KEEP || sum != 0.0 {
        let len = made.idx.len();
        // SAFETY: there is room, says the caller.
        unsafe {
            made.idx.as_mut_ptr().add(len).write(index);
            made.val.as_mut_ptr().add(len).write(sum);
            made.idx.set_len(len + 1);
            made.val.set_len(len + 1)
        }
    }
}

/// Appends the sums of the columns that are listed.
///
/// # Safety
///
/// `sum` may be asked for each of these.
#[inline(always)]
unsafe fn copy<const KEEP: bool>(made: &mut Made, listed: &[u32], mut sum: impl FnMut(usize) -> f64) {
    made.idx.reserve(listed.len());
    made.val.reserve(listed.len());
    let (idx, val) = (made.idx.as_mut_ptr(), made.val.as_mut_ptr());
    let mut len = made.idx.len();
    for &index in listed {
        let sum = sum(index as usize);
        if KEEP || sum != 0.0 {
            // SAFETY: there is room for all that are listed.
            unsafe {
                idx.add(len).write(index);
                val.add(len).write(sum)
            }
            len += 1
        }
    }
    // SAFETY: so many were written.
    unsafe {
        made.idx.set_len(len);
        made.val.set_len(len)
    }
}

/// `c = a b`, row by row: each is summed in the accumulator, sorted, and copied. The accumulator is cleared when the next
/// row begins, as a workspace is.
#[inline(never)]
pub fn gustavson(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
    by_rows::<false>(c, a, b, row)
}

/// [`gustavson`] that stores sums which cancel too.
#[inline(never)]
pub fn gustavson_kept(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
    by_rows::<true>(c, a, b, row)
}

#[inline(always)]
fn by_rows<const KEEP: bool>(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
    assert_eq!(a.cols, b.rows);
    row.resize(b.cols);
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        // SAFETY: both are valid, and the accumulator has a place for each column of `b`.
        unsafe {
            row.clear();
            row.sum(a, b, j)
        }
        sort(&mut row.touched, &mut row.bits);
        let Accumulator { val, touched, .. } = row;
        // SAFETY: what was touched are columns of the accumulator.
        unsafe { copy::<KEEP>(&mut c.entries, touched, |i| at(val, i)) }
        c.ptr.push(c.entries.val.len())
    }
}

/// [`gustavson`] with another order of operations: the accumulator is cleared while a row is copied.
#[inline(never)]
pub fn gustavson_fused(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
    assert_eq!(a.cols, b.rows);
    row.resize(b.cols);
    // SAFETY: the accumulator has a place for each column of `b`.
    unsafe { row.clear() }
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        // SAFETY: as in `gustavson`.
        unsafe { row.sum(a, b, j) }
        sort(&mut row.touched, &mut row.bits);
        let Accumulator { val, here, touched, .. } = row;
        // SAFETY: as in `gustavson`.
        unsafe {
            copy::<false>(&mut c.entries, touched, |i| {
                *here.get_unchecked_mut(i) = false;
                std::mem::take(val.get_unchecked_mut(i))
            })
        }
        c.ptr.push(c.entries.val.len());
        touched.clear()
    }
}

/// `c = a b`, row by row, each summed where it stays, in the order in which its columns come up. `places` says where a column
/// was stored last, plus one: places before the row count for nothing.
///
/// # Panics
///
/// If there are 2^32 entries or more.
#[inline(never)]
pub fn gustavson_unsorted(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, places: &mut Vec<u32>) {
    assert_eq!(a.cols, b.rows);
    places.clear();
    places.resize(b.cols, 0);
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        // A row has at most as many entries as there are columns.
        c.entries.idx.reserve(b.cols);
        c.entries.val.reserve(b.cols);
        let start = c.entries.val.len();
        assert!(start + b.cols < u32::MAX as usize);
        let (idx, val, mut len) = (c.entries.idx.as_mut_ptr(), c.entries.val.as_mut_ptr(), start);
        // SAFETY: both are valid, there is a place for each column of `b`, and there is room for each column once.
        unsafe {
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    let i = at(b.idx, q);
                    let place = places.get_unchecked_mut(i as usize);
                    if *place as usize > start {
                        *val.add(*place as usize - 1) += scale * at(b.val, q)
                    } else {
                        idx.add(len).write(i);
                        val.add(len).write(scale * at(b.val, q));
                        len += 1;
                        *place = len as u32
                    }
                }
            }
            c.entries.idx.set_len(len);
            c.entries.val.set_len(len)
        }
        c.ptr.push(len)
    }
}

/// The inner product of row `j` of `a` and row `i` of `bt`.
///
/// # Safety
///
/// There are such rows.
#[inline(always)]
unsafe fn meet(a: Rows<'_>, bt: Rows<'_>, j: usize, i: usize) -> f64 {
    // SAFETY: both are valid; positions are compared with where rows end.
    unsafe {
        let ((mut p, end_a), (mut q, end_b)) = (a.row(j), bt.row(i));
        let mut sum = 0.0;
        while p < end_a && q < end_b {
            let (here, there) = (at(a.idx, p), at(bt.idx, q));
            if here == there {
                sum += at(a.val, p) * at(bt.val, q)
            }
            p += usize::from(here <= there);
            q += usize::from(there <= here)
        }
        sum
    }
}

/// `c = a b`, entry by entry, of the transposed `b`.
#[inline(never)]
pub fn inner(c: &mut MadeRows, a: Rows<'_>, bt: Rows<'_>) {
    assert_eq!(a.cols, bt.cols);
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        c.entries.idx.reserve(bt.rows);
        c.entries.val.reserve(bt.rows);
        for i in 0..bt.rows {
            // SAFETY: there are such rows, and there is room for one entry of each.
            unsafe { append::<false>(&mut c.entries, i as u32, meet(a, bt, j, i)) }
        }
        c.ptr.push(c.entries.val.len())
    }
}

/// The same where the mask has an entry.
#[inline(never)]
pub fn inner_masked(c: &mut MadeRows, mask: Edges<'_>, a: Rows<'_>, bt: Rows<'_>) {
    assert_eq!(a.cols, bt.cols);
    assert_eq!(mask.extents(), [a.rows, bt.rows]);
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        // SAFETY: there are such rows, and there is room for one entry of each.
        unsafe {
            let marked = mask.row(j);
            c.entries.idx.reserve(marked.len());
            c.entries.val.reserve(marked.len());
            for &i in marked {
                append::<false>(&mut c.entries, i, meet(a, bt, j, i as usize))
            }
        }
        c.ptr.push(c.entries.val.len())
    }
}

/// [`gustavson`] where the mask has an entry, or where it has none: a row of it is marked, and products are looked up there.
#[inline(never)]
pub fn masked<const COMPLEMENT: bool>(
    c: &mut MadeRows,
    mask: Edges<'_>,
    a: Rows<'_>,
    b: Rows<'_>,
    (row, marked): (&mut Accumulator, &mut Vec<bool>),
) {
    assert_eq!(a.cols, b.rows);
    assert_eq!(mask.extents(), [a.rows, b.cols]);
    row.resize(b.cols);
    marked.clear();
    marked.resize(b.cols, false);
    c.restart(a.rows, 0);
    for j in 0..a.rows {
        // SAFETY: all are valid, there is a place and a mark for each column, and each is listed once.
        unsafe {
            row.clear();
            for &i in mask.row(j) {
                *marked.get_unchecked_mut(i as usize) = true
            }
            let (list, mut len) = (row.touched.as_mut_ptr(), 0);
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    let i = at(b.idx, q);
                    if at(marked, i as usize) != COMPLEMENT {
                        *row.val.get_unchecked_mut(i as usize) += scale * at(b.val, q);
                        let here = row.here.get_unchecked_mut(i as usize);
                        if !*here {
                            *here = true;
                            list.add(len).write(i);
                            len += 1
                        }
                    }
                }
            }
            row.touched.set_len(len);
            for &i in mask.row(j) {
                *marked.get_unchecked_mut(i as usize) = false
            }
        }
        sort(&mut row.touched, &mut row.bits);
        let Accumulator { val, touched, .. } = &*row;
        // SAFETY: what was touched are columns of the accumulator.
        unsafe { copy::<false>(&mut c.entries, touched, |i| at(val, i)) }
        c.ptr.push(c.entries.val.len())
    }
}

/// The whole product by place, and the places in order.
#[derive(Clone, Debug, Default)]
pub struct Table {
    sums: HashTable<((u32, u32), f64)>,
    order: Vec<((u32, u32), f64)>,
}

impl Table {
    #[inline(always)]
    fn add(&mut self, place: (u32, u32), term: f64) {
        let hash_of = |(row, column): (u32, u32)| hash(row as usize, column as usize);
        let entry = self.sums.entry(
            hash_of(place),
            |&(other, _)| other == place,
            |&(other, _)| hash_of(other),
        );
        match entry {
            Entry::Occupied(mut there) => there.get_mut().1 += term,
            Entry::Vacant(room) => {
                room.insert((place, term));
            }
        }
    }
}

/// `c = a b`, column by row, of the transposed `a`: all products are summed in a table, which is sorted.
#[inline(never)]
pub fn outer(c: &mut MadeRows, at_rows: Rows<'_>, b: Rows<'_>, table: &mut Table) {
    assert_eq!(at_rows.rows, b.rows);
    table.sums.clear();
    for k in 0..b.rows {
        // SAFETY: both are valid.
        unsafe {
            let ((from, to), (first, end)) = (at_rows.row(k), b.row(k));
            for p in from..to {
                let (j, scale) = (at(at_rows.idx, p), at(at_rows.val, p));
                for q in first..end {
                    table.add((j, at(b.idx, q)), scale * at(b.val, q))
                }
            }
        }
    }
    table.order.clear();
    table.order.extend(table.sums.iter());
    table.order.sort_unstable_by_key(|&(place, _)| place);
    c.restart(at_rows.cols, 0);
    c.entries.idx.reserve(table.order.len());
    c.entries.val.reserve(table.order.len());
    for &((row, column), sum) in &table.order {
        while c.ptr.len() <= row as usize {
            c.ptr.push(c.entries.val.len())
        }
        // SAFETY: there is room for all places.
        unsafe { append::<false>(&mut c.entries, column, sum) }
    }
    c.ptr.resize(at_rows.cols + 1, c.entries.val.len())
}
