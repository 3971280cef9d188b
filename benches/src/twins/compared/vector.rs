//! Sparse vectors, entry by entry.

use super::arrays::{index_or_end, meet_behind, merge, value_if};
use super::search::gallop;
use super::{Entries, Made, at};

/// `sum of a b`, by walking both without a branch that depends on which one is behind.
#[inline(never)]
pub fn dot(a: Entries<'_>, b: Entries<'_>) -> f64 {
    assert_eq!(a.extent, b.extent);
    let (Some(&last_a), Some(&last_b)) = (a.idx.last(), b.idx.last()) else {
        return 0.0;
    };
    // One of them has its last index here, and the other one reaches it.
    let last = last_a.min(last_b);
    let (mut p, mut q, mut sum) = (0, 0, 0.0);
    // SAFETY: neither has passed an index of its own that is `last` or more, so both have one left.
    unsafe {
        meet_behind!(a[p], b[q] until last: |_most| sum += at(a.val, p) * at(b.val, q), break);
    }
    sum
}

/// `sum of a b`, each leaping to where the other one stands.
#[inline(never)]
pub fn gallop_dot(a: Entries<'_>, b: Entries<'_>) -> f64 {
    assert_eq!(a.extent, b.extent);
    let (mut p, mut q, mut sum) = (0, 0, 0.0);
    while p < a.idx.len() && q < b.idx.len() {
        // SAFETY: both are at an index.
        unsafe {
            let (i, k) = (at(a.idx, p), at(b.idx, q));
            if i == k {
                sum += at(a.val, p) * at(b.val, q);
                p += 1;
                q += 1
            } else if i < k {
                p = gallop(a.idx, p, a.idx.len(), k)
            } else {
                q = gallop(b.idx, q, b.idx.len(), i)
            }
        }
    }
    sum
}

/// `c = a + b`, without a branch that depends on which one is behind.
#[inline(never)]
pub fn add(c: &mut Made, a: Entries<'_>, b: Entries<'_>) {
    assert!(a.extent == b.extent && a.extent < u32::MAX as usize);
    let mut made = c.start(a.idx.len() + b.idx.len());
    let (mut p, mut q) = (0, 0);
    // SAFETY: each step takes an index from one at least, so there is room for what is appended; values are read at
    // positions of indices that were read.
    unsafe {
        merge!(a[p as i..a.idx.len()], b[q as k..b.idx.len()]; |index, sum| made.append(index, sum));
        c.finish(made)
    }
}

/// [`add`] where nobody knows how many entries there will be: room is tested for as they come.
#[inline(never)]
pub fn add_pushing(c: &mut Made, a: Entries<'_>, b: Entries<'_>) {
    assert!(a.extent == b.extent && a.extent < u32::MAX as usize);
    c.restart(0);
    let (mut p, mut q) = (0, 0);
    // SAFETY: values are read at positions of indices that were read.
    unsafe {
        merge!(a[p as i..a.idx.len()], b[q as k..b.idx.len()]; |index, sum| {
            c.idx.push(index);
            c.val.push(sum)
        });
    }
}

/// `d = a + b + c`, in one pass.
#[inline(never)]
pub fn add_three(d: &mut Made, a: Entries<'_>, b: Entries<'_>, c: Entries<'_>) {
    assert!(a.extent == b.extent && b.extent == c.extent && a.extent < u32::MAX as usize);
    let mut made = d.start(a.idx.len() + b.idx.len() + c.idx.len());
    let (mut p, mut q, mut r) = (0, 0, 0);
    // SAFETY: as in `add`.
    unsafe {
        merge!(a[p as i..a.idx.len()], b[q as k..b.idx.len()], c[r as l..c.idx.len()]; |index, sum| made.append(index, sum));
        d.finish(made)
    }
}

/// `sum of a + b + c`, in one pass over where any of them has an entry.
#[inline(never)]
pub fn sum_three(a: Entries<'_>, b: Entries<'_>, c: Entries<'_>) -> f64 {
    assert!(a.extent == b.extent && b.extent == c.extent && a.extent < u32::MAX as usize);
    let (mut p, mut q, mut r, mut sum) = (0, 0, 0, 0.0);
    // SAFETY: as in `add`.
    unsafe {
        merge!(a[p as i..a.idx.len()], b[q as k..b.idx.len()], c[r as l..c.idx.len()]; |_index, here| sum += here);
    }
    sum
}

/// `c = a b` where both have an entry.
#[inline(never)]
pub fn multiply(c: &mut Made, a: Entries<'_>, b: Entries<'_>) {
    assert_eq!(a.extent, b.extent);
    let mut made = c.start(a.idx.len().min(b.idx.len()));
    let (Some(&last_a), Some(&last_b)) = (a.idx.last(), b.idx.last()) else {
        return;
    };
    let last = last_a.min(last_b);
    let (mut p, mut q) = (0, 0);
    // SAFETY: as in `dot`; an entry is appended for one of each.
    unsafe {
        meet_behind!(a[p], b[q] until last: |index| made.append(index, at(a.val, p) * at(b.val, q)), break);
        c.finish(made)
    }
}

/// The sum of the values of `x` where the bit of the same index is set, 64 to a word.
#[inline(never)]
pub fn sum_where(bits: &[u64], x: &[f64]) -> f64 {
    assert!(bits.len() >= x.len().div_ceil(64));
    let mut sum = 0.0;
    for (i, x) in x.iter().enumerate() {
        // SAFETY: there is a word for every 64 values.
        if unsafe { at(bits, i / 64) } >> (i % 64) & 1 != 0 {
            sum += x
        }
    }
    sum
}
