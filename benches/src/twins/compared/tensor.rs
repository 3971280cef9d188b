//! Sampled products of dense matrices, and tensors times matrices.

use super::{MadeRows, Rows, at, restart};
use finch_kernels::formats::traits::level::Level;
use finch_kernels::prelude::*;

/// `c[i, j] = s[i, j] sum over k of a[i, k] b[j, k]`, for dense `a` and `b` of `cols` columns.
#[inline(never)]
pub fn sddmm(c: &mut MadeRows, s: Rows<'_>, a: &[f64], b: &[f64], cols: usize) {
    assert!(a.len() == s.rows * cols && b.len() == s.cols * cols);
    c.restart(s.rows, s.val.len());
    for i in 0..s.rows {
        // SAFETY: the matrix is valid, `a` has a row for each of its rows, and `b` one for each of its columns.
        unsafe {
            let (from, to) = s.row(i);
            for p in from..to {
                let j = at(s.idx, p) as usize;
                let mut sum = 0.0;
                for k in 0..cols {
                    sum += at(a, i * cols + k) * at(b, j * cols + k)
                }
                c.entries.idx.push(j as u32);
                c.entries.val.push(at(s.val, p) * sum)
            }
        }
        c.ptr.push(c.entries.idx.len())
    }
}

/// One level of compressed fibers: fiber `p` holds the positions `ptr[p]..ptr[p + 1]` of `idx`.
#[derive(Clone, Copy, Debug)]
pub struct Lists<'a> {
    extent: usize,
    ptr: &'a [usize],
    idx: &'a [u32],
}

impl<'a> Lists<'a> {
    fn of<L: Level>(list: &'a SparseList<L>) -> Self {
        Lists {
            extent: list.extent(),
            ptr: list.ptr(),
            idx: list.idx(),
        }
    }

    /// The positions of fiber `p`.
    ///
    /// # Safety
    ///
    /// The level has such a fiber.
    #[inline(always)]
    unsafe fn fiber(&self, p: usize) -> core::ops::Range<usize> {
        // SAFETY: there is one pointer more than there are fibers.
        unsafe { at(self.ptr, p)..at(self.ptr, p + 1) }
    }

    /// The index at a position.
    ///
    /// # Safety
    ///
    /// It is a position of a fiber.
    #[inline(always)]
    unsafe fn index(&self, position: usize) -> usize {
        // SAFETY: says the caller.
        unsafe { at(self.idx, position) as usize }
    }
}

/// The arrays of a tensor of three dimensions in compressed fibers, which is valid.
#[derive(Clone, Copy, Debug)]
pub struct Fibers<'a> {
    lists: [Lists<'a>; 3],
    val: &'a [f64],
}

impl<'a> Fibers<'a> {
    /// The arrays of `tensor`.
    pub fn of(tensor: &'a Csf<f64>) -> Self {
        let outer = tensor.level();
        let (middle, inner) = (outer.child(), outer.child().child());
        Fibers {
            lists: [Lists::of(outer), Lists::of(middle), Lists::of(inner)],
            val: inner.child().val(),
        }
    }
}

/// Compressed fibers in four dimensions.
pub type Csf4 = Tensor<SparseList<SparseList<SparseList<SparseList<Element<f64>>>>>>;

/// The arrays of a tensor of four dimensions in compressed fibers, which is valid.
#[derive(Clone, Copy, Debug)]
pub struct Fibers4<'a> {
    lists: [Lists<'a>; 4],
    val: &'a [f64],
}

impl<'a> Fibers4<'a> {
    /// The arrays of `tensor`.
    pub fn of(tensor: &'a Csf4) -> Self {
        let first = tensor.level();
        let (second, third, fourth) = (first.child(), first.child().child(), first.child().child().child());
        Fibers4 {
            lists: [Lists::of(first), Lists::of(second), Lists::of(third), Lists::of(fourth)],
            val: fourth.child().val(),
        }
    }
}

/// `sum[r] += factor * row[r]`.
#[inline(always)]
fn add_scaled(sum: &mut [f64], factor: f64, row: &[f64]) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += factor * value
    }
}

/// `sum[r] += left[r] * right[r]`.
#[inline(always)]
fn add_products(sum: &mut [f64], left: &[f64], right: &[f64]) {
    for ((sum, left), right) in sum.iter_mut().zip(left).zip(right) {
        *sum += left * right
    }
}

/// `y[i, r] = sum over j, k of x[i, j, k] b[j, r] c[k, r]`, for dense `b` and `c` of `cols` columns; rows of `c` are
/// summed in `row` for each fiber of `x`.
#[inline(never)]
pub fn mttkrp(y: &mut Vec<f64>, row: &mut Vec<f64>, x: Fibers<'_>, b: &[f64], c: &[f64], cols: usize) {
    let [first, second, third] = x.lists;
    assert!(b.len() == second.extent * cols && c.len() == third.extent * cols);
    restart(y, first.extent * cols);
    restart(row, cols);
    // SAFETY: the tensor is valid.
    unsafe {
        for p in first.fiber(0) {
            let i = first.index(p);
            let y = &mut y[i * cols..(i + 1) * cols];
            for q in second.fiber(p) {
                let j = second.index(q);
                row.fill(0.0);
                for s in third.fiber(q) {
                    let k = third.index(s);
                    add_scaled(row, at(x.val, s), &c[k * cols..(k + 1) * cols])
                }
                add_products(y, row, &b[j * cols..(j + 1) * cols])
            }
        }
    }
}

/// `y[i, j, r] = sum over k of x[i, j, k] b[i, k, r]` for a dense `b` of `cols` columns.
#[inline(never)]
pub fn batched(y: &mut Vec<f64>, x: Fibers<'_>, b: &[f64], cols: usize) {
    let [first, second, third] = x.lists;
    assert!(b.len() == first.extent * third.extent * cols);
    restart(y, first.extent * second.extent * cols);
    // SAFETY: the tensor is valid.
    unsafe {
        for p in first.fiber(0) {
            let i = first.index(p);
            let b = &b[i * third.extent * cols..(i + 1) * third.extent * cols];
            for q in second.fiber(p) {
                let j = i * second.extent + second.index(q);
                let y = &mut y[j * cols..(j + 1) * cols];
                for s in third.fiber(q) {
                    let k = third.index(s);
                    add_scaled(y, at(x.val, s), &b[k * cols..(k + 1) * cols])
                }
            }
        }
    }
}

/// [`mttkrp`] in four dimensions: `y[h, r] = sum over i, j, k of x[h, i, j, k] b[i, r] c[j, r] d[k, r]`.
#[inline(never)]
pub fn mttkrp_4(y: &mut Vec<f64>, rows: &mut [Vec<f64>; 2], x: Fibers4<'_>, factors: [&[f64]; 3], cols: usize) {
    let ([first, second, third, fourth], [b, c, d], [outer, inner]) = (x.lists, factors, rows);
    assert!(b.len() == second.extent * cols && c.len() == third.extent * cols && d.len() == fourth.extent * cols);
    restart(y, first.extent * cols);
    restart(outer, cols);
    restart(inner, cols);
    // SAFETY: the tensor is valid.
    unsafe {
        for p in first.fiber(0) {
            let h = first.index(p);
            let y = &mut y[h * cols..(h + 1) * cols];
            for q in second.fiber(p) {
                let i = second.index(q);
                outer.fill(0.0);
                for s in third.fiber(q) {
                    let j = third.index(s);
                    inner.fill(0.0);
                    for t in fourth.fiber(s) {
                        let k = fourth.index(t);
                        add_scaled(inner, at(x.val, t), &d[k * cols..(k + 1) * cols])
                    }
                    add_products(outer, inner, &c[j * cols..(j + 1) * cols])
                }
                add_products(y, outer, &b[i * cols..(i + 1) * cols])
            }
        }
    }
}

/// `b[i, j] = a[j, i]`, by a counting sort. Zeros are not stored.
#[inline(never)]
pub fn transposed(b: &mut MadeRows, a: Rows<'_>) {
    b.ptr.clear();
    b.ptr.resize(a.cols + 2, 0);
    for (&i, &value) in a.idx.iter().zip(a.val) {
        if value != 0.0 {
            b.ptr[i as usize + 2] += 1
        }
    }
    for i in 0..a.cols {
        b.ptr[i + 2] += b.ptr[i + 1]
    }
    let stored = b.ptr[a.cols + 1];
    b.entries.idx.clear();
    b.entries.idx.resize(stored, 0);
    b.entries.val.clear();
    b.entries.val.resize(stored, 0.0);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, and each of its entries that is not zero was counted.
        unsafe {
            let (from, to) = a.row(j);
            for p in from..to {
                let value = at(a.val, p);
                if value != 0.0 {
                    let next = b.ptr.get_unchecked_mut(at(a.idx, p) as usize + 1);
                    *b.entries.idx.get_unchecked_mut(*next) = j as u32;
                    *b.entries.val.get_unchecked_mut(*next) = value;
                    *next += 1
                }
            }
        }
    }
    b.ptr.truncate(a.cols + 1)
}
