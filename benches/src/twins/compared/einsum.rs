//! Sums of products of three matrices.

use super::arrays::meet;
use super::{Rows, at};

/// The sum of `l[i, j] l[j, k] l[i, k]`: two pointers for each `l[i, j]`.
#[inline(never)]
pub fn cycles(l: Rows<'_>) -> f64 {
    assert!(l.cols <= l.rows);
    let mut sum = 0.0;
    // SAFETY: the matrix is valid, and its columns are rows; neither side passes the smaller of the last indices.
    unsafe {
        for i in 0..l.rows {
            let (begin, end) = l.row(i);
            for s in begin..end {
                let (mut p, (mut q, end_other)) = (begin, l.row(at(l.idx, s) as usize));
                if q == end_other {
                    continue;
                }
                let scale = at(l.val, s);
                let last = at(l.idx, end - 1).min(at(l.idx, end_other - 1));
                meet!(l[p], l[q] until last: |_| sum += scale * at(l.val, q) * at(l.val, p));
            }
        }
    }
    sum
}

/// [`cycles`] by looking rows `j` up in row `i`, whose values are in `row` where `stored` says so: no infinity is multiplied with a zero
/// that is not stored.
#[inline(never)]
pub fn cycles_marked(l: Rows<'_>, row: &mut Vec<f64>, stored: &mut Vec<bool>) -> f64 {
    assert!(l.cols <= l.rows);
    row.resize(l.cols, 0.0);
    stored.clear();
    stored.resize(l.cols, false);
    let mut sum = 0.0;
    // SAFETY: the matrix is valid, its columns are rows, and `row` and `stored` are as long as one.
    unsafe {
        for i in 0..l.rows {
            let (begin, end) = l.row(i);
            for p in begin..end {
                *row.get_unchecked_mut(at(l.idx, p) as usize) = at(l.val, p);
                *stored.get_unchecked_mut(at(l.idx, p) as usize) = true
            }
            for s in begin..end {
                let scale = at(l.val, s);
                let (other, end_other) = l.row(at(l.idx, s) as usize);
                for q in other..end_other {
                    let k = at(l.idx, q) as usize;
                    if at(stored, k) {
                        sum += scale * at(l.val, q) * at(row, k)
                    }
                }
            }
            for p in begin..end {
                *stored.get_unchecked_mut(at(l.idx, p) as usize) = false
            }
        }
    }
    sum
}
