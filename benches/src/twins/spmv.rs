//! Sparse matrix times vector.

use super::{Rows, at, restart};
use finch_kernels::prelude::*;
use finch_kernels::spmv::{Sell, SlicedDiagonals};

gather! {
    /// `y = a x`, a sum for each row.
    gather(a: Rows<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (from, to) = a.row(j);
            let mut sum = 0.0;
            for p in from..to {
                sum += at(a.val, p) * at(x, at(a.idx, p) as usize)
            }
            sum
        }
    }
}

scatter! {
    /// `y = aᵀ x`, each row scattered.
    scatter(y, a: Rows<'_>, x) [a.rows, a.cols] |j| {
        // SAFETY: the matrix is valid, there is a value in `x` for each row and one in `y` for each column.
        unsafe {
            let (from, to) = a.row(j);
            let scale = at(x, j);
            for p in from..to {
                *y.get_unchecked_mut(at(a.idx, p) as usize) += at(a.val, p) * scale
            }
        }
    }
}

/// `y = a x` for a symmetric `a`, of which `below` is what is strictly below the diagonal.
#[inline(never)]
pub fn symmetric(y: &mut Vec<f64>, below: Rows<'_>, diagonal: &[f64], x: &[f64]) {
    assert!(below.rows == x.len() && below.cols == x.len() && diagonal.len() == x.len());
    restart(y, below.rows);
    for j in 0..below.rows {
        // SAFETY: the matrix is valid and square, and there are values of `x`, `y` and the diagonal for each row.
        unsafe {
            let (from, to) = below.row(j);
            let here = at(x, j);
            let mut sum = 0.0;
            for p in from..to {
                let (i, entry) = (at(below.idx, p) as usize, at(below.val, p));
                *y.get_unchecked_mut(i) += entry * here;
                sum += entry * at(x, i)
            }
            *y.get_unchecked_mut(j) += sum + at(diagonal, j) * here
        }
    }
}

/// [`symmetric`], the sum of each row in any order: four entries at once, what is left one by one.
#[inline(never)]
pub fn symmetric_fast(y: &mut Vec<f64>, below: Rows<'_>, diagonal: &[f64], x: &[f64]) {
    const LANES: usize = 4;
    assert!(below.rows == x.len() && below.cols == x.len() && diagonal.len() == x.len());
    restart(y, below.rows);
    for j in 0..below.rows {
        // SAFETY: the matrix is valid and square, and there are values of `x`, `y` and the diagonal for each row.
        unsafe {
            let (mut p, to) = below.row(j);
            let here = at(x, j);
            let mut sums = [0.0; LANES];
            while to - p >= LANES {
                for (lane, sum) in sums.iter_mut().enumerate() {
                    let (i, entry) = (at(below.idx, p + lane) as usize, at(below.val, p + lane));
                    *y.get_unchecked_mut(i) += entry * here;
                    *sum += entry * at(x, i)
                }
                p += LANES
            }
            let mut sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
            while p < to {
                let (i, entry) = (at(below.idx, p) as usize, at(below.val, p));
                *y.get_unchecked_mut(i) += entry * here;
                sum += entry * at(x, i);
                p += 1
            }
            *y.get_unchecked_mut(j) += sum + at(diagonal, j) * here
        }
    }
}

/// `y = a x` for an `a` by diagonals, so many rows at once.
#[inline(never)]
pub fn by_diagonals(y: &mut Vec<f64>, a: &Tensor<SparseList<SparseBand<Element<f64>>>>, x: &[f64]) {
    const ROWS: usize = 1024;
    let (list, bands) = (a.level(), a.level().child());
    let (rows, val) = (bands.extent(), bands.child().val());
    assert_eq!(list.extent(), (rows + x.len()).saturating_sub(1));
    restart(y, rows);
    for start in (0..rows).step_by(ROWS) {
        let end = (start + ROWS).min(rows);
        for (q, &d) in list.idx().iter().enumerate() {
            let (from, to, left) = (bands.ptr()[q], bands.ptr()[q + 1], bands.left()[q] as usize);
            // Column of row `i`: i + d - (rows - 1). Rows whose column is in the matrix, and which are stored.
            let d = d as usize;
            let low = start.max(left).max((rows - 1).saturating_sub(d));
            let high = end.min(left + (to - from)).min((x.len() + rows - 1).saturating_sub(d));
            if low >= high {
                continue;
            }
            let here = &val[from + (low - left)..from + (high - left)];
            let x = &x[low + d - (rows - 1)..high + d - (rows - 1)];
            for ((y, a), x) in y[low..high].iter_mut().zip(here).zip(x) {
                *y += a * x
            }
        }
    }
}

/// `y = a x` for an `a` in slices of eight rows.
#[inline(never)]
pub fn sliced(y: &mut Vec<f64>, a: &SlicedDiagonals<f64>, x: &[f64]) {
    const LANES: usize = 8;
    let ([rows, cols], (slices, rest)) = (a.shape(), a.parts());
    assert_eq!(cols, x.len());
    restart(y, rows.next_multiple_of(LANES));
    let list = slices.level().child();
    let val = list.child().child().val();
    for (slice, y) in y.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        let mut sums = [0.0; LANES];
        for p in list.ptr()[slice]..list.ptr()[slice + 1] {
            // SAFETY: the level is valid: it has an index and eight values at `p`, and the last of eight columns is in the matrix.
            let (first, val) = unsafe {
                (
                    at(list.idx(), p) as usize,
                    val.get_unchecked(LANES * p..LANES * (p + 1)),
                )
            };
            // SAFETY: as above.
            let x = unsafe { x.get_unchecked(first..first + LANES) };
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum += val[lane] * x[lane]
            }
        }
        *y = sums
    }
    y.truncate(rows);
    let rows = rest.level().child();
    for (k, &row) in rest.level().idx().iter().enumerate() {
        for p in rows.ptr()[k]..rows.ptr()[k + 1] {
            y[row as usize] += rows.child().val()[p] * x[rows.idx()[p] as usize]
        }
    }
}

/// `y = a x` for an `a` in slices of eight rows of like length: eight lookups at once on AVX-512.
#[inline(never)]
pub fn sell(y: &mut Vec<f64>, a: &Sell<f64>, x: &[f64]) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx512f") {
        // SAFETY: the processor has these instructions.
        return unsafe { sell_on_avx512(y, a, x) };
    }
    sell_rows(y, a, x)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2")]
fn sell_on_avx512(y: &mut Vec<f64>, a: &Sell<f64>, x: &[f64]) {
    sell_rows(y, a, x)
}

/// What LLVM makes vectors of, on the processor of the function that it is inlined in.
#[inline(always)]
fn sell_rows(y: &mut Vec<f64>, a: &Sell<f64>, x: &[f64]) {
    const LANES: usize = 8;
    let ([rows, cols], (values, columns, places, rest)) = (a.shape(), a.parts());
    assert_eq!(cols, x.len());
    let bands = values.level().child();
    let (val, columns) = (bands.child().child().val(), columns.level().child().child().val());
    let mut sums = vec![0.0; rows.next_multiple_of(LANES)];
    for (slice, sums) in sums
        .as_chunks_mut::<LANES>()
        .0
        .iter_mut()
        .enumerate()
        .take(rows / LANES)
    {
        let mut here = [0.0; LANES];
        for p in bands.ptr()[slice]..bands.ptr()[slice + 1] {
            for (lane, sum) in here.iter_mut().enumerate() {
                // SAFETY: there are eight values and columns at `p`, and columns are below the extent.
                unsafe { *sum += at(val, LANES * p + lane) * at(x, at(columns, LANES * p + lane) as usize) }
            }
        }
        *sums = here
    }
    y.clear();
    let places = &places.level().child().child().child().val()[..rows];
    // SAFETY: the places of rows are below the number of rows.
    y.extend(places.iter().map(|&place| unsafe { at(&sums, place as usize) }));
    let rows = rest.level().child();
    for (k, &row) in rest.level().idx().iter().enumerate() {
        for p in rows.ptr()[k]..rows.ptr()[k + 1] {
            y[row as usize] += rows.child().val()[p] * x[rows.idx()[p] as usize]
        }
    }
}

/// `c = a b` for a dense `b` of `cols` columns, row by row.
#[inline(never)]
pub fn multiply_dense(c: &mut Vec<f64>, a: Rows<'_>, b: &[f64], cols: usize) {
    assert_eq!(a.cols * cols, b.len());
    restart(c, a.rows * cols);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid.
        let (from, to) = unsafe { a.row(j) };
        let row = &mut c[j * cols..(j + 1) * cols];
        for p in from..to {
            // SAFETY: the matrix is valid.
            let (k, entry) = unsafe { (at(a.idx, p) as usize, at(a.val, p)) };
            for (c, b) in row.iter_mut().zip(&b[k * cols..(k + 1) * cols]) {
                *c += entry * b
            }
        }
    }
}

/// The sum of all values, in any order: as fast as memory is.
#[inline(never)]
pub fn sum_all(values: &[f64]) -> f64 {
    let mut sums = [0.0; 16];
    let (chunks, rest) = values.as_chunks::<16>();
    for chunk in chunks {
        for (sum, value) in sums.iter_mut().zip(chunk) {
            *sum += value
        }
    }
    sums.iter().sum::<f64>() + rest.iter().sum::<f64>()
}

/// `y = a x`, in any order: four entries at once, what is left one by one.
#[inline(never)]
pub fn gather_fast(y: &mut Vec<f64>, a: Rows<'_>, x: &[f64]) {
    in_lanes::<4>(y, a, x)
}

/// `y = a x`, in any order: `LANES` entries at once, what is left one by one.
#[inline(never)]
pub fn gather_in_lanes<const LANES: usize>(y: &mut Vec<f64>, a: Rows<'_>, x: &[f64]) {
    in_lanes::<LANES>(y, a, x)
}

#[inline(always)]
fn in_lanes<const LANES: usize>(y: &mut Vec<f64>, a: Rows<'_>, x: &[f64]) {
    assert_eq!(a.cols, x.len());
    restart(y, a.rows);
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (mut p, to) = a.row(j);
            let mut sums = [0.0; LANES];
            while to - p >= LANES {
                for (lane, sum) in sums.iter_mut().enumerate() {
                    *sum += at(a.val, p + lane) * at(x, at(a.idx, p + lane) as usize)
                }
                p += LANES
            }
            let mut half = LANES;
            while half > 1 {
                half /= 2;
                for lane in 0..half {
                    sums[lane] += sums[lane + half]
                }
            }
            let mut sum = sums[0];
            while p < to {
                sum += at(a.val, p) * at(x, at(a.idx, p) as usize);
                p += 1
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
}
