//! Sparse matrix times sparse matrix: Gustavson's algorithm.

use super::order::sort;
use super::{MadeRows, Rows, at};

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
            // One more than there are columns: an index is written before it is known to be new.
            self.touched.reserve(cols + 1)
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
        // SAFETY: both are valid; there is room to list each column and one more.
        unsafe {
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    let i = at(b.idx, q);
                    *self.val.get_unchecked_mut(i as usize) += scale * at(b.val, q);
                    let here = self.here.get_unchecked_mut(i as usize);
                    list.add(len).write(i);
                    len += usize::from(!*here);
                    *here = true
                }
            }
            self.touched.set_len(len)
        }
    }
}

/// `c = a b`, row by row: each is summed in the accumulator, sorted, and copied. The accumulator is cleared when the next
/// row begins, as a workspace is.
#[inline(never)]
pub fn gustavson(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
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
        c.entries.idx.extend_from_slice(touched);
        c.entries.val.reserve(touched.len());
        let end = c.entries.val.len();
        // SAFETY: there is room for as many entries as were touched, and these are columns of the accumulator.
        unsafe {
            let made = c.entries.val.as_mut_ptr().add(end);
            for p in 0..touched.len() {
                made.add(p).write(at(val, at(touched, p) as usize))
            }
            c.entries.val.set_len(end + touched.len())
        }
        c.ptr.push(end + touched.len())
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
        c.entries.idx.extend_from_slice(touched);
        c.entries.val.reserve(touched.len());
        let end = c.entries.val.len();
        // SAFETY: as in `gustavson`.
        unsafe {
            let made = c.entries.val.as_mut_ptr().add(end);
            for p in 0..touched.len() {
                let i = at(touched, p) as usize;
                made.add(p).write(std::mem::take(val.get_unchecked_mut(i)));
                *here.get_unchecked_mut(i) = false
            }
            c.entries.val.set_len(end + touched.len())
        }
        c.ptr.push(end + touched.len());
        touched.clear()
    }
}
