//! Sparse matrix times sparse vector, row by row.

use super::arrays::meet;
use super::search::{first_at_least, gallop as gallop_to};
use super::{Entries, Rows, at, restart};

fn start(y: &mut Vec<f64>, a: Rows<'_>, x: Entries<'_>) {
    assert_eq!(a.cols, x.extent);
    restart(y, a.rows)
}

/// Both step; the smaller index leads.
#[inline(never)]
pub fn walk(y: &mut Vec<f64>, a: Rows<'_>, x: Entries<'_>) {
    start(y, a, x);
    let Some(&last_x) = x.idx.last() else { return };
    for j in 0..a.rows {
        // SAFETY: the matrix is valid; neither side passes the smaller of the last indices.
        unsafe {
            let (mut p, end) = a.row(j);
            if p == end {
                continue;
            }
            let last = at(a.idx, end - 1).min(last_x);
            let (mut q, mut sum) = (0, 0.0);
            meet!(a[p], x[q] until last: |_| sum += at(a.val, p) * at(x.val, q));
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// Both leap to where the other one stands.
#[inline(never)]
pub fn gallop(y: &mut Vec<f64>, a: Rows<'_>, x: Entries<'_>) {
    start(y, a, x);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid; positions are below their ends when they are read.
        unsafe {
            let (mut p, end) = a.row(j);
            let (mut q, mut sum) = (0, 0.0);
            while p < end && q < x.idx.len() {
                let (i, k) = (at(a.idx, p), at(x.idx, q));
                if i == k {
                    sum += at(a.val, p) * at(x.val, q);
                    p += 1;
                    q += 1
                } else if i < k {
                    p = gallop_to(a.idx, p, end, k)
                } else {
                    q = gallop_to(x.idx, q, x.idx.len(), i)
                }
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// The row steps, the vector is searched.
#[inline(never)]
pub fn lead_matrix(y: &mut Vec<f64>, a: Rows<'_>, x: Entries<'_>) {
    start(y, a, x);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid; an index of `x` is read below its end.
        unsafe {
            let (from, to) = a.row(j);
            let (mut q, mut sum) = (0, 0.0);
            for p in from..to {
                let i = at(a.idx, p);
                q = first_at_least(x.idx, q, x.idx.len(), i);
                if q < x.idx.len() && at(x.idx, q) == i {
                    sum += at(a.val, p) * at(x.val, q)
                }
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}

/// The vector steps, the row is searched.
#[inline(never)]
pub fn lead_vector(y: &mut Vec<f64>, a: Rows<'_>, x: Entries<'_>) {
    start(y, a, x);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid; an index of the row is read below its end.
        unsafe {
            let (mut p, end) = a.row(j);
            let mut sum = 0.0;
            for q in 0..x.idx.len() {
                let i = at(x.idx, q);
                p = first_at_least(a.idx, p, end, i);
                if p < end && at(a.idx, p) == i {
                    sum += at(a.val, p) * at(x.val, q)
                }
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}
