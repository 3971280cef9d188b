//! What a file holds.

use finch_kernels::Result;
use finch_kernels::formats::io::matrix_market::{Field, FileValue, Reader};
use finch_kernels::prelude::*;
use finch_kernels::traits::algebra::Number;
use num_complex::Complex;
use std::path::Path;

/// The figures of a file as JSON: rows, columns, entries in the file, distinct places after symmetric entries were
/// expanded and duplicates merged, the sum of all entries of the matrix `A`, and that of `A x` for `x[j] = j / columns`
/// with `j` from 1. Complex numbers are pairs.
///
/// # Errors
///
/// The file cannot be read: the message names the line.
pub fn of(path: &Path) -> Result<String> {
    let header = *Reader::open(path)?.header();
    let [stored, sum, sum_ax] = if header.field == Field::Complex {
        let [stored, re, im, re_ax, im_ax] = figures(path, |value: Complex<f64>| [value.re, value.im])?;
        [stored, format!("[{re},{im}]"), format!("[{re_ax},{im_ax}]")]
    } else {
        let [stored, re, _, re_ax, _] = figures(path, |value: f64| [value, 0.0])?;
        [stored, re, re_ax]
    };
    Ok(format!(
        "{{\"rows\":{},\"cols\":{},\"stored\":{},\"nnz\":{stored},\"sum\":{sum},\"sum_ax\":{sum_ax}}}",
        header.rows, header.cols, header.entries
    ))
}

fn figures<T: FileValue + Number>(path: &Path, parts: impl Fn(T) -> [f64; 2]) -> Result<[String; 5]> {
    // Any extents fit, and rows without entries take no room.
    let matrix = WideDcsr::<T>::read_matrix_market(path)?;
    let cols = matrix.shape()[1] as f64;
    let mut sums = [Sum::default(); 4];
    matrix.for_each(|index, value| {
        let [re, im] = parts(value);
        let x = (index[1] + 1) as f64 / cols;
        for (sum, term) in sums.iter_mut().zip([re, im, re * x, im * x]) {
            sum.add(term)
        }
    });
    let [re, im, re_ax, im_ax] = sums.map(|sum| super::report::number(sum.total()));
    Ok([matrix.count_stored().to_string(), re, im, re_ax, im_ax])
}

/// A sum that keeps what rounding loses (Neumaier, 1974).
#[derive(Clone, Copy, Default)]
struct Sum {
    sum: f64,
    lost: f64,
}

impl Sum {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        self.lost += if self.sum.abs() >= term.abs() {
            (self.sum - sum) + term
        } else {
            (term - sum) + self.sum
        };
        self.sum = sum
    }

    fn total(self) -> f64 {
        // What is not finite has lost nothing that could be told.
        if self.sum.is_finite() {
            self.sum + self.lost
        } else {
            self.sum
        }
    }
}
