//! Sparse matrices, entry by entry.

use super::arrays::{index_or_end, meet, merge, value_if};
use super::{MadeRows, Rows, at};

/// `c = a + b`.
#[inline(never)]
pub fn add(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>) {
    assert!(a.rows == b.rows && a.cols == b.cols && a.cols < u32::MAX as usize);
    let mut made = c.start(a.rows, a.idx.len() + b.idx.len());
    // SAFETY: both are valid; each step takes an entry from one at least, so there is room for what is appended.
    unsafe {
        for j in 0..a.rows {
            let ((mut p, end_a), (mut q, end_b)) = (a.row(j), b.row(j));
            merge!(a[p as i..end_a], b[q as k..end_b]; |index, sum| made.append(index, sum));
            c.ptr.push(made.len)
        }
        c.entries.finish(made)
    }
}

/// `c = a b`, entry by entry.
#[inline(never)]
pub fn multiply(c: &mut MadeRows, a: Rows<'_>, b: Rows<'_>) {
    assert!(a.rows == b.rows && a.cols == b.cols);
    let mut made = c.start(a.rows, a.idx.len().min(b.idx.len()));
    // SAFETY: both are valid; an entry is appended for one of each.
    unsafe {
        for j in 0..a.rows {
            let ((mut p, end_a), (mut q, end_b)) = (a.row(j), b.row(j));
            if p < end_a && q < end_b {
                let last = at(a.idx, end_a - 1).min(at(b.idx, end_b - 1));
                meet!(a[p], b[q] until last: |index| made.append(index, at(a.val, p) * at(b.val, q)));
            }
            c.ptr.push(made.len)
        }
        c.entries.finish(made)
    }
}

/// The sum of `a b`, entry by entry.
#[inline(never)]
pub fn dot(a: Rows<'_>, b: Rows<'_>) -> f64 {
    assert!(a.rows == b.rows && a.cols == b.cols);
    let mut sum = 0.0;
    // SAFETY: both are valid; neither side passes the smaller of the last indices.
    unsafe {
        for j in 0..a.rows {
            let ((mut p, end_a), (mut q, end_b)) = (a.row(j), b.row(j));
            if p < end_a && q < end_b {
                let last = at(a.idx, end_a - 1).min(at(b.idx, end_b - 1));
                meet!(a[p], b[q] until last: |_| sum += at(a.val, p) * at(b.val, q));
            }
        }
    }
    sum
}
