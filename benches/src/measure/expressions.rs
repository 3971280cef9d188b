//! Array expressions over matrices, each as one loop nest: beside loops that are fused by hand, and beside what other libraries store in
//! between.

use super::factors::{Race, magnitude, over_files};
use super::formats::total;
use super::hand::sum_rows;
use super::row::{Output, Row, sum};
use crate::cases::done;
use crate::cases::expressions::{self, Bilinear, Sampled, Three};
use crate::data::{self, Named};
use crate::twins::MadeRows;
use finch_kernels::prelude::*;
use std::error::Error;
use std::io::Write;
use std::rc::Rc;

/// What `--help` prints of them.
pub const HELP: &str = "
measure <expr-..> <file> .. [--columns n] [--reps n] [--json]
                     times array expressions over Matrix Market files: by hand, as programs, by other libraries
  expr-multiply-sum  A * (B + C), entry by entry, where B and C are A with its columns rotated by one and by two
  expr-multiply-three  A * B * C
  expr-product-rows  the sum of each row of A * B
  expr-sampled       A * (U V^T) where A stores something, for dense U and V of n columns (8 unless said)
  expr-bilinear      the sum of x * (A y)
Dense operands hold the numbers x[0], x[1], .. that spmv says, x and y from the first one on, V those behind U.";

/// The names of the kernels.
pub const NAMES: &[&str] = crate::cases::EXPRESSION_KERNELS;

/// Does what the words of a command line say; the first one is one of [`NAMES`].
///
/// # Errors
///
/// A word is not understood, a single file cannot be read, answers differ, or nothing can be written.
pub fn run(words: &[String], output: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    over_files(words, output, remarks, |kernel, path, columns| {
        let Named { matrix, .. } = data::read(path)?;
        rows(kernel, matrix, columns)
    })
}

fn rows(kernel: &str, matrix: Csr<f64>, columns: usize) -> finch_kernels::Result<Race> {
    let shape = matrix.shape();
    let mut size = format!("{} by {}, {} stored", shape[0], shape[1], matrix.count_stored());
    let a = Rc::new(matrix);
    let (rows, magnitude) = match kernel {
        "expr-sampled" => {
            size += &format!(", {columns} columns");
            let operands = Sampled::of(&a, columns)?;
            matrices(operands, expressions::sampled_by_hand, expressions::sampled)
        }
        "expr-bilinear" => {
            let operands = Rc::new(Bilinear::of(&a));
            let same = Rc::clone(&operands);
            // All of it is positive where the matrix is.
            let mut magnitudes = Vec::new();
            crate::twins::gather(&mut magnitudes, crate::twins::Rows::of(&a), operands.y.values());
            let number = |name, mut run: Box<dyn FnMut() -> f64>| {
                Row::new(name, "csr", Output::Number, 0.0, |&sum| sum, move |sum| *sum = run())
            };
            let rows = vec![
                number("hand", Box::new(move || expressions::bilinear_by_hand(&same))),
                number("finch", Box::new(move || done(expressions::bilinear(&operands)))),
            ];
            (rows, self::magnitude(&magnitudes))
        }
        "expr-product-rows" => {
            let operands = Rc::new(Three::of(&a)?);
            let same = Rc::clone(&operands);
            let by_hand = move |y: &mut Vec<f64>| expressions::product_rows_by_hand(y, &same);
            let finch = move |y: &mut Vector<f64>| done(expressions::product_rows(y, &operands));
            let mut wanted = Vec::new();
            by_hand(&mut wanted);
            let mut rows = Row::both("hand", "csr", |y: &Vec<f64>| sum(y), by_hand);
            rows.extend(Row::both("finch", "csr", |y: &Vector<f64>| sum(y.values()), finch));
            (rows, self::magnitude(&wanted))
        }
        "expr-multiply-sum" => matrices(
            Three::of(&a)?,
            expressions::multiply_sum_by_hand,
            expressions::multiply_sum,
        ),
        _ => matrices(
            Three::of(&a)?,
            expressions::multiply_three_by_hand,
            expressions::multiply_three,
        ),
    };
    #[cfg(feature = "peers")]
    let rows = {
        let mut rows = rows;
        rows.extend(super::peers::expressions(kernel, &a)?);
        rows
    };
    Ok((rows, size, magnitude))
}

/// Rows of those who write a matrix, and the magnitude of its entries.
fn matrices<X: 'static>(
    operands: X,
    by_hand: fn(&mut MadeRows, &X),
    finch: fn(&mut Csr<f64>, &X) -> finch_kernels::Result<()>,
) -> (Vec<Row>, f64) {
    let operands = Rc::new(operands);
    let same = Rc::clone(&operands);
    let mut wanted = MadeRows::default();
    by_hand(&mut wanted, &operands);
    let mut rows = Row::both("hand", "csr", sum_rows, move |d: &mut MadeRows| by_hand(d, &same));
    rows.extend(Row::both("finch", "csr", total, move |d: &mut Csr<f64>| {
        done(finch(d, &operands))
    }));
    (rows, magnitude(&wanted.entries.val))
}
