//! Sparse matrix times sparse matrix: Gustavson's algorithm.

use super::order::sort;
use super::{MadeRows, Rows, at};

/// A row of the product while it is summed: kept from call to call, all zero in between.
#[derive(Clone, Debug, Default)]
pub struct Accumulator {
    val: Vec<f64>,
    here: Vec<bool>,
    touched: Vec<u32>,
    bits: Vec<u64>,
}

impl Accumulator {
    fn clear(&mut self, touched: &[u32]) {
        for &index in touched {
            self.val[index as usize] = 0.0;
            self.here[index as usize] = false
        }
    }

    fn resize(&mut self, cols: usize) {
        if self.val.len() != cols {
            self.val = vec![0.0; cols];
            self.here = vec![false; cols];
            self.bits = vec![0; cols / 64 + 1]
        }
        self.touched.clear();
        // One more than there are columns: an index is written before it is known to be new.
        self.touched.reserve(cols + 1)
    }
}

/// `c = a b`, row by row: each is summed in the accumulator, and copied in order.
#[inline(never)]
pub fn gustavson(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
    assert_eq!(a.cols, b.rows);
    row.resize(b.cols);
    c.restart(a.rows, 0);
    let Accumulator {
        val,
        here,
        touched,
        bits,
    } = row;
    for j in 0..a.rows {
        // SAFETY: both are valid; the accumulator has a place for each column, and room to list each and one more.
        unsafe {
            let list = touched.as_mut_ptr();
            let mut len = 0;
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    let i = at(b.idx, q);
                    *val.get_unchecked_mut(i as usize) += scale * at(b.val, q);
                    let here = here.get_unchecked_mut(i as usize);
                    list.add(len).write(i);
                    len += usize::from(!*here);
                    *here = true
                }
            }
            touched.set_len(len);
            sort(touched, bits);
            c.entries.idx.extend_from_slice(touched);
            c.entries.val.reserve(len);
            let end = c.entries.val.len();
            let made = c.entries.val.as_mut_ptr().add(end);
            for p in 0..len {
                let i = at(touched, p) as usize;
                made.add(p).write(std::mem::take(val.get_unchecked_mut(i)));
                *here.get_unchecked_mut(i) = false
            }
            c.entries.val.set_len(end + len);
            c.ptr.push(end + len)
        }
    }
}

/// [`gustavson`] in the order in which the kernel does it: the accumulator is cleared before a row, not while the row is
/// copied, and room for what comes is tested for entry by entry.
#[inline(never)]
pub fn gustavson_in_phases(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, row: &mut Accumulator) {
    assert_eq!(a.cols, b.rows);
    let last = std::mem::take(&mut row.touched);
    row.clear(&last);
    row.touched = last;
    row.resize(b.cols);
    c.restart(a.rows, 0);
    let Accumulator {
        val,
        here,
        touched,
        bits,
    } = row;
    for j in 0..a.rows {
        // SAFETY: both are valid; the accumulator has a place for each column, and room to list each and one more.
        unsafe {
            for p in 0..touched.len() {
                let i = at(touched, p) as usize;
                *val.get_unchecked_mut(i) = 0.0;
                *here.get_unchecked_mut(i) = false
            }
            touched.clear();
            let list = touched.as_mut_ptr();
            let mut len = 0;
            let (from, to) = a.row(j);
            for p in from..to {
                let scale = at(a.val, p);
                let (from, to) = b.row(at(a.idx, p) as usize);
                for q in from..to {
                    let i = at(b.idx, q);
                    *val.get_unchecked_mut(i as usize) += scale * at(b.val, q);
                    let here = here.get_unchecked_mut(i as usize);
                    list.add(len).write(i);
                    len += usize::from(!*here);
                    *here = true
                }
            }
            touched.set_len(len);
            sort(touched, bits);
            for p in 0..len {
                let i = at(touched, p);
                c.entries.idx.push(i);
                c.entries.val.push(at(val, i as usize))
            }
            c.ptr.push(c.entries.idx.len())
        }
    }
}
