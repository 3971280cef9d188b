//! Array expressions over sparse matrices and vectors, each as one loop nest.

use super::arrays::{index_or_end, meet_behind, value_if};
use super::{MadeRows, Rows, at};

/// `d = a (b + c)`, entry by entry: stored where `a` is, and one of the others.
#[inline(never)]
pub fn multiply_sum(d: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, c: Rows<'_>) {
    assert!(a.rows == b.rows && a.rows == c.rows && a.cols < u32::MAX as usize);
    let mut made = d.start(a.rows, a.idx.len());
    // SAFETY: all are valid; at most one entry is appended for each of `a`.
    unsafe {
        for j in 0..a.rows {
            let ((mut p, end_a), (mut q, end_b), (mut r, end_c)) = (a.row(j), b.row(j), c.row(j));
            let mut i = index_or_end(a.idx, p, end_a);
            let mut k = index_or_end(b.idx, q, end_b);
            let mut l = index_or_end(c.idx, r, end_c);
            loop {
                // Where it may do something next: where `a` is, and one of the others.
                let due = i.max(k.min(l));
                if due == u32::MAX {
                    break;
                }
                if i < due || k < due || l < due {
                    p += usize::from(i < due);
                    q += usize::from(k < due);
                    r += usize::from(l < due)
                } else {
                    let sum = value_if(b.val, q, k == due) + value_if(c.val, r, l == due);
                    made.append(due, at(a.val, p) * sum);
                    p += 1;
                    q += usize::from(k == due);
                    r += usize::from(l == due)
                }
                i = index_or_end(a.idx, p, end_a);
                k = index_or_end(b.idx, q, end_b);
                l = index_or_end(c.idx, r, end_c)
            }
            d.ptr.push(made.len)
        }
        d.entries.finish(made)
    }
}

/// `d = a b c`, entry by entry.
#[inline(never)]
pub fn multiply_three(d: &mut MadeRows, a: Rows<'_>, b: Rows<'_>, c: Rows<'_>) {
    assert!(a.rows == b.rows && a.rows == c.rows && a.cols == b.cols && a.cols == c.cols);
    let mut made = d.start(a.rows, a.idx.len().min(b.idx.len()).min(c.idx.len()));
    // SAFETY: all are valid; an entry is appended for one of each.
    unsafe {
        for j in 0..a.rows {
            let ((mut p, end_a), (mut q, end_b), (mut r, end_c)) = (a.row(j), b.row(j), c.row(j));
            if p < end_a && q < end_b && r < end_c {
                let last = at(a.idx, end_a - 1).min(at(b.idx, end_b - 1)).min(at(c.idx, end_c - 1));
                loop {
                    let (i, k, l) = (at(a.idx, p), at(b.idx, q), at(c.idx, r));
                    let most = i.max(k).max(l);
                    if most > last {
                        break;
                    }
                    if i == k && k == l {
                        made.append(most, at(a.val, p) * at(b.val, q) * at(c.val, r));
                        if most == last {
                            break;
                        }
                        p += 1;
                        q += 1;
                        r += 1
                    } else {
                        p += usize::from(i < most);
                        q += usize::from(k < most);
                        r += usize::from(l < most)
                    }
                }
            }
            d.ptr.push(made.len)
        }
        d.entries.finish(made)
    }
}

/// `y` is the sum of each row of `a b`, entry by entry.
#[inline(never)]
pub fn product_rows(y: &mut Vec<f64>, a: Rows<'_>, b: Rows<'_>) {
    assert!(a.rows == b.rows && a.cols == b.cols);
    y.clear();
    y.resize(a.rows, 0.0);
    // SAFETY: both are valid; neither side passes the smaller of the last indices.
    unsafe {
        for j in 0..a.rows {
            let ((mut p, end_a), (mut q, end_b)) = (a.row(j), b.row(j));
            let mut sum = 0.0;
            if p < end_a && q < end_b {
                let last = at(a.idx, end_a - 1).min(at(b.idx, end_b - 1));
                meet_behind!(a[p], b[q] until last: |_most| sum += at(a.val, p) * at(b.val, q), break);
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// The sum of `x[j]` times that of `a[j, i] y[i]`.
#[inline(never)]
pub fn bilinear(x: &[f64], a: Rows<'_>, y: &[f64]) -> f64 {
    assert!(x.len() == a.rows && y.len() == a.cols);
    let mut sum = 0.0;
    // SAFETY: `a` is valid, and the vectors are as long as its extents.
    unsafe {
        for j in 0..a.rows {
            let (begin, end) = a.row(j);
            let mut row = 0.0;
            for p in begin..end {
                row += at(a.val, p) * at(y, at(a.idx, p) as usize)
            }
            sum += at(x, j) * row
        }
    }
    sum
}
