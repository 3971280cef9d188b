//! Programs over so little that entering them is most of what they do.

use super::{Rows, at};

/// What a twin says of extents that do not agree.
#[cold]
#[inline(never)]
fn refuse(index: &str, extents: [usize; 2]) -> Result<(), String> {
    Err(format!("index `{index}` has extent {} and {}", extents[0], extents[1]))
}

/// `y += a x`, if extents agree.
///
/// # Errors
///
/// They do not.
#[inline(never)]
pub fn add_product(y: &mut [f64], a: Rows<'_>, x: &[f64]) -> Result<(), String> {
    if a.cols != x.len() {
        return refuse("i", [a.cols, x.len()]);
    }
    if a.rows != y.len() {
        return refuse("j", [a.rows, y.len()]);
    }
    for j in 0..a.rows {
        // SAFETY: the matrix is valid, there is a value in `x` for each column and one in `y` for each row.
        unsafe {
            let (from, to) = a.row(j);
            let mut sum = at(y, j);
            for p in from..to {
                sum += at(a.val, p) * at(x, at(a.idx, p) as usize)
            }
            *y.get_unchecked_mut(j) = sum
        }
    }
    Ok(())
}

/// `y += a (w x)` and `z += b x`, if extents agree.
///
/// # Errors
///
/// They do not.
#[inline(never)]
pub fn add_two_products([y, z]: [&mut [f64]; 2], [a, b]: [Rows<'_>; 2], [x, w]: [&[f64]; 2]) -> Result<(), String> {
    let (rows, cols) = (a.rows, a.cols);
    for extent in [x.len(), w.len(), b.cols] {
        if cols != extent {
            return refuse("i", [cols, extent]);
        }
    }
    for extent in [y.len(), z.len(), b.rows] {
        if rows != extent {
            return refuse("j", [rows, extent]);
        }
    }
    for j in 0..rows {
        // SAFETY: matrices are valid, there are values in `x` and `w` for each column, in `y` and `z` for each row.
        unsafe {
            let (from, to) = a.row(j);
            let mut sum = at(y, j);
            for p in from..to {
                let i = at(a.idx, p) as usize;
                sum += at(a.val, p) * at(x, i) * at(w, i)
            }
            *y.get_unchecked_mut(j) = sum;
            let (from, to) = b.row(j);
            let mut sum = at(z, j);
            for p in from..to {
                sum += at(b.val, p) * at(x, at(b.idx, p) as usize)
            }
            *z.get_unchecked_mut(j) = sum
        }
    }
    Ok(())
}
