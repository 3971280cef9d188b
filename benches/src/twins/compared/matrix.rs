//! Sparse matrices, entry by entry.

use super::arrays::{index_or_end, value_if};
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
            let mut i = index_or_end(a.idx, p, end_a);
            let mut k = index_or_end(b.idx, q, end_b);
            loop {
                let least = i.min(k);
                if least == u32::MAX {
                    break;
                }
                let sum = value_if(a.val, p, i == least) + value_if(b.val, q, k == least);
                made.append(least, sum);
                p += usize::from(i == least);
                q += usize::from(k == least);
                i = index_or_end(a.idx, p, end_a);
                k = index_or_end(b.idx, q, end_b)
            }
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
                loop {
                    let (i, k) = (at(a.idx, p), at(b.idx, q));
                    let least = i.min(k);
                    if least > last {
                        break;
                    }
                    if i == k {
                        made.append(least, at(a.val, p) * at(b.val, q))
                    }
                    p += usize::from(i == least);
                    q += usize::from(k == least);
                    if least == last {
                        break;
                    }
                }
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
                loop {
                    let (i, k) = (at(a.idx, p), at(b.idx, q));
                    let least = i.min(k);
                    if least > last {
                        break;
                    }
                    if i == k {
                        sum += at(a.val, p) * at(b.val, q)
                    }
                    p += usize::from(i == least);
                    q += usize::from(k == least);
                    if least == last {
                        break;
                    }
                }
            }
        }
    }
    sum
}
