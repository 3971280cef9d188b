//! Products of vectors with matrices, and sums, for the formats that have no module of their own.

use super::{at, restart};
use finch_kernels::formats::hybrid::LIST;
use finch_kernels::prelude::*;

gather! {
    /// `y = a x` over rows of byte maps.
    gather_bytes(a: &Tensor<Dense<SparseByteMap<Element<f64>>>>, x) {
        let (rows, maps) = (a.level().extent(), a.level().child());
        let (cols, ptr, idx, val) = (maps.extent(), &maps.ptr()[..], &maps.idx()[..], &maps.child().val()[..]);
    } [rows, cols] |j| {
        // SAFETY: the matrix is valid: there is a slot for each column of each row; and a value in `x` for each column.
        unsafe {
            let mut sum = 0.0;
            for q in at(ptr, j)..at(ptr, j + 1) {
                let i = at(idx, q) as usize;
                sum += at(val, j * cols + i) * at(x, i)
            }
            sum
        }
    }
}

scatter! {
    /// `y = aᵀ x` over rows of byte maps.
    scatter_bytes(y, a: &Tensor<Dense<SparseByteMap<Element<f64>>>>, x) {
        let (rows, maps) = (a.level().extent(), a.level().child());
        let (cols, ptr, idx, val) = (maps.extent(), &maps.ptr()[..], &maps.idx()[..], &maps.child().val()[..]);
    } [rows, cols] |j| {
        // SAFETY: as above.
        unsafe {
            let scale = at(x, j);
            for q in at(ptr, j)..at(ptr, j + 1) {
                let i = at(idx, q) as usize;
                *y.get_unchecked_mut(i) += at(val, j * cols + i) * scale
            }
        }
    }
}

/// `y = a x` over a list of coordinates, a sum for each row that has entries.
#[inline(never)]
pub fn gather_coo(y: &mut Vec<f64>, a: &Coo<f64>, x: &[f64]) {
    let coo = a.level();
    let (extents, entries) = (coo.extents(), coo.ptr()[1]);
    let (rows, cols, val) = (&coo.idx()[0][..], &coo.idx()[1][..], &coo.child().val()[..]);
    assert_eq!(extents[1], x.len());
    restart(y, extents[0]);
    let mut p = 0;
    while p < entries {
        // SAFETY: the matrix is valid: coordinates are below the extents, and there is a value for each.
        unsafe {
            let j = at(rows, p);
            let mut sum = *y.get_unchecked(j as usize);
            loop {
                sum += at(val, p) * at(x, at(cols, p) as usize);
                p += 1;
                if p == entries || at(rows, p) != j {
                    break;
                }
            }
            *y.get_unchecked_mut(j as usize) = sum
        }
    }
}

/// `y = aᵀ x` over a list of coordinates.
#[inline(never)]
pub fn scatter_coo(y: &mut Vec<f64>, a: &Coo<f64>, x: &[f64]) {
    let coo = a.level();
    let (extents, entries) = (coo.extents(), coo.ptr()[1]);
    let (rows, cols, val) = (&coo.idx()[0][..], &coo.idx()[1][..], &coo.child().val()[..]);
    assert_eq!(extents[0], x.len());
    restart(y, extents[1]);
    let mut p = 0;
    while p < entries {
        // SAFETY: as above.
        unsafe {
            let j = at(rows, p);
            let scale = at(x, j as usize);
            loop {
                *y.get_unchecked_mut(at(cols, p) as usize) += at(val, p) * scale;
                p += 1;
                if p == entries || at(rows, p) != j {
                    break;
                }
            }
        }
    }
}

gather! {
    /// `y = a x` over rows that are lists or dense.
    gather_hybrid(a: &HybridCsr<f64>, x) {
        let (rows, hybrid) = (a.level().extent(), a.level().child());
        let (ptr, idx, slot) = (&hybrid.ptr()[..], &hybrid.idx()[..], &hybrid.slot()[..]);
        let (cols, val) = (hybrid.extent(), &hybrid.child().val()[..]);
    } [rows, cols] |j| {
        // SAFETY: the matrix is valid: a row has the positions that its list or its slot says.
        unsafe {
            let (mut sum, slot) = (0.0, at(slot, j));
            if slot == LIST {
                for p in at(ptr, j)..at(ptr, j + 1) {
                    sum += at(val, p) * at(x, at(idx, p) as usize)
                }
            } else {
                let first = idx.len() + slot as usize * cols;
                for i in 0..cols {
                    sum += at(val, first + i) * at(x, i)
                }
            }
            sum
        }
    }
}

scatter! {
    /// `y = aᵀ x` over rows that are lists or dense.
    scatter_hybrid(y, a: &HybridCsr<f64>, x) {
        let (rows, hybrid) = (a.level().extent(), a.level().child());
        let (ptr, idx, slot) = (&hybrid.ptr()[..], &hybrid.idx()[..], &hybrid.slot()[..]);
        let (cols, val) = (hybrid.extent(), &hybrid.child().val()[..]);
    } [rows, cols] |j| {
        // SAFETY: as above.
        unsafe {
            let (scale, slot) = (at(x, j), at(slot, j));
            if slot == LIST {
                for p in at(ptr, j)..at(ptr, j + 1) {
                    *y.get_unchecked_mut(at(idx, p) as usize) += at(val, p) * scale
                }
            } else {
                let first = idx.len() + slot as usize * cols;
                for i in 0..cols {
                    *y.get_unchecked_mut(i) += at(val, first + i) * scale
                }
            }
        }
    }
}

gather! {
    /// `y = a x` over rows whose lengths were given.
    gather_lengths(a: &Lil<f64>, x) {
        use finch_kernels::formats::buffer::Buffer;
        let (rows, list) = (a.level().extent(), a.level().child());
        let (ptr, idx, val) = (list.ptr().as_slice(), &list.idx()[..], &list.child().val()[..]);
    } [rows, list.extent()] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let mut sum = 0.0;
            for p in at(ptr, j)..at(ptr, j + 1) {
                sum += at(val, p) * at(x, at(idx, p) as usize)
            }
            sum
        }
    }
}

gather! {
    /// The sum of `x` where a row has an entry, for each row.
    gather_pattern(a: &CsrPattern, x) {
        let (rows, list) = (a.level().extent(), a.level().child());
        let (ptr, idx) = (&list.ptr()[..], &list.idx()[..]);
    } [rows, list.extent()] |j| {
        // SAFETY: as above.
        unsafe {
            let mut sum = 0.0;
            for p in at(ptr, j)..at(ptr, j + 1) {
                sum += at(x, at(idx, p) as usize)
            }
            sum
        }
    }
}

/// `y = a x` over rows of one entry at most.
#[inline(never)]
pub fn gather_points(y: &mut Vec<f64>, a: &PointMatrix<f64>, x: &[f64]) {
    let (rows, points) = (a.level().extent(), a.level().child());
    let (cols, idx, val) = (points.extent(), &points.idx()[..], &points.child().val()[..]);
    assert_eq!(cols, x.len());
    restart(y, rows);
    for j in 0..rows {
        // SAFETY: the matrix is valid: an index is below the extent, or there is none.
        unsafe {
            let i = at(idx, j) as usize;
            if i < cols {
                *y.get_unchecked_mut(j) += at(val, j) * at(x, i)
            }
        }
    }
}

scatter! {
    /// `y = aᵀ x` over rows of one entry at most.
    scatter_points(y, a: &PointMatrix<f64>, x) {
        let (rows, points) = (a.level().extent(), a.level().child());
        let (cols, idx, val) = (points.extent(), &points.idx()[..], &points.child().val()[..]);
    } [rows, cols] |j| {
        // SAFETY: as above.
        unsafe {
            let i = at(idx, j) as usize;
            if i < cols {
                *y.get_unchecked_mut(i) += at(val, j) * at(x, j)
            }
        }
    }
}

gather! {
    /// `y = a x` over rows of one run at most.
    gather_intervals(a: &IntervalMatrix<f64>, x) {
        let (rows, runs) = (a.level().extent(), a.level().child());
        let (left, right, val) = (&runs.left()[..], &runs.right()[..], &runs.child().val()[..]);
    } [rows, runs.extent()] |j| {
        // SAFETY: the matrix is valid: runs are within the extent.
        unsafe {
            let (value, mut sum) = (at(val, j), 0.0);
            for i in at(left, j) as usize..at(right, j) as usize {
                sum += value * at(x, i)
            }
            sum
        }
    }
}

/// The sum over rows of one run at most.
#[inline(never)]
pub fn sum_intervals(a: &IntervalMatrix<f64>) -> f64 {
    let (rows, runs) = (a.level().extent(), a.level().child());
    let (left, right, val) = (&runs.left()[..], &runs.right()[..], &runs.child().val()[..]);
    let mut sum = 0.0;
    for j in 0..rows {
        // SAFETY: as above.
        unsafe {
            let (left, right) = (at(left, j), at(right, j));
            if left < right {
                sum += at(val, j) * f64::from(right - left)
            }
        }
    }
    sum
}

gather! {
    /// `y = a x` over rows of runs.
    gather_runs(a: &RunMatrix<f64>, x) {
        let (rows, runs) = (a.level().extent(), a.level().child());
        let (ptr, right, val) = (&runs.ptr()[..], &runs.right()[..], &runs.child().val()[..]);
    } [rows, runs.extent()] |j| {
        // SAFETY: the matrix is valid: runs are within the extent, and there is a value for each.
        unsafe {
            let (mut sum, mut left) = (0.0, 0);
            for q in at(ptr, j)..at(ptr, j + 1) {
                let (value, right) = (at(val, q), at(right, q) as usize);
                for i in left..right {
                    sum += value * at(x, i)
                }
                left = right
            }
            sum
        }
    }
}

/// The sum over rows of runs.
#[inline(never)]
pub fn sum_run_rows(a: &RunMatrix<f64>) -> f64 {
    let (rows, runs) = (a.level().extent(), a.level().child());
    let (ptr, right, val) = (&runs.ptr()[..], &runs.right()[..], &runs.child().val()[..]);
    let mut sum = 0.0;
    for j in 0..rows {
        // SAFETY: as above.
        unsafe {
            let mut left = 0;
            for q in at(ptr, j)..at(ptr, j + 1) {
                let right = at(right, q);
                sum += at(val, q) * f64::from(right - left);
                left = right
            }
        }
    }
    sum
}

gather! {
    /// `y = a x` over rows of runs with nothing between them.
    gather_sparse_runs(a: &SparseRunMatrix<f64>, x) {
        let (rows, runs) = (a.level().extent(), a.level().child());
        let (ptr, left, right) = (&runs.ptr()[..], &runs.left()[..], &runs.right()[..]);
        let val = &runs.child().val()[..];
    } [rows, runs.extent()] |j| {
        // SAFETY: as above.
        unsafe {
            let mut sum = 0.0;
            for q in at(ptr, j)..at(ptr, j + 1) {
                let value = at(val, q);
                for i in at(left, q) as usize..at(right, q) as usize {
                    sum += value * at(x, i)
                }
            }
            sum
        }
    }
}

/// The sum over rows of runs with nothing between them.
#[inline(never)]
pub fn sum_sparse_runs(a: &SparseRunMatrix<f64>) -> f64 {
    let (rows, runs) = (a.level().extent(), a.level().child());
    let (ptr, left, right) = (&runs.ptr()[..], &runs.left()[..], &runs.right()[..]);
    let val = &runs.child().val()[..];
    let mut sum = 0.0;
    for j in 0..rows {
        // SAFETY: as above.
        unsafe {
            for q in at(ptr, j)..at(ptr, j + 1) {
                sum += at(val, q) * f64::from(at(right, q) - at(left, q))
            }
        }
    }
    sum
}
