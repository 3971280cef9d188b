//! Convolution of a dense image with a dense filter.

use super::at;

/// An image, row by row.
#[derive(Clone, Copy, Debug)]
pub struct Image<'a> {
    rows: usize,
    cols: usize,
    val: &'a [f64],
}

impl<'a> Image<'a> {
    /// `rows` rows of `cols` values.
    pub fn new(rows: usize, cols: usize, val: &'a [f64]) -> Self {
        assert_eq!(rows * cols, val.len());
        Image { rows, cols, val }
    }
}

/// Wherever the filter lies inside: a sum for each place.
#[inline(never)]
pub fn convolve(y: &mut Vec<f64>, x: Image<'_>, f: Image<'_>) {
    inside(y, x, f, f.rows, f.cols)
}

/// The same with a filter of `K` by `K`, as constants.
#[inline(never)]
pub fn convolve_fixed<const K: usize>(y: &mut Vec<f64>, x: Image<'_>, f: Image<'_>) {
    assert_eq!((f.rows, f.cols), (K, K));
    inside(y, x, f, K, K)
}

#[inline(always)]
fn inside(y: &mut Vec<f64>, x: Image<'_>, f: Image<'_>, height: usize, width: usize) {
    let (rows, cols) = (x.rows + 1 - height, x.cols + 1 - width);
    super::restart(y, rows * cols);
    for j in 0..rows {
        for i in 0..cols {
            let mut sum = 0.0;
            for q in 0..height {
                for p in 0..width {
                    // SAFETY: the filter lies inside of the image, and its indices are below its extents.
                    sum += unsafe { at(x.val, (j + q) * x.cols + i + p) * at(f.val, q * width + p) }
                }
            }
            y[j * cols + i] = sum
        }
    }
}
