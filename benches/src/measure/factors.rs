//! Kernels with dense factors of a few columns: `sddmm` over matrices, `mttkrp` over tensors.

use super::formats::total;
use super::hand::sum_rows;
use super::row::{Row, check_rows, sum, time};
use super::spmv::parse;
use super::{found, report};
use crate::cases::{NamedTensor, done, factor};
use crate::data::{self, Named, numbers};
use crate::policy::POLICY;
use crate::twins::{self, Fibers, Fibers4, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

/// What `--help` prints of them.
pub const HELP: &str = "
measure <sddmm|mttkrp> <file> .. [--columns n] [--reps n] [--json]
                     times products with dense factors of n columns (8 unless said): by hand, and as programs
  sddmm              c[i, j] = s[i, j] * sum of a[i, k] * b[j, k], where s, a Matrix Market file, stores something; the
                     format csr-fast sums in any order
  mttkrp             y[i, r] = sum of x[i, j, k] * b[j, r] * c[k, r] for x, a FROSTT file, or that in four dimensions
Factors hold the numbers x[0], x[1], .. that spmv says, row by row, one factor after the other.";

/// The names of the kernels.
pub const NAMES: [&str; 2] = ["sddmm", "mttkrp"];

/// Those that compute the same, by hand first; what there is to say of the size; the sum of the magnitudes of the output.
pub(super) type Race = (Vec<Row>, String, f64);

/// Does what the words of a command line say; the first one is one of [`NAMES`].
///
/// # Errors
///
/// A word is not understood, a single file cannot be read, answers differ, or nothing can be written.
pub fn run(words: &[String], output: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    over_files(words, output, remarks, |kernel, path, columns| match kernel {
        "sddmm" => data::read(path).and_then(|Named { matrix, .. }| sddmm(matrix, columns)),
        _ => data::read_tensor(path).and_then(|tensor| mttkrp(tensor, columns)),
    })
}

/// Checks and times the races that a kernel makes of each of the files of a command line, with so many columns.
///
/// # Errors
///
/// Those of [`run`].
pub(super) fn over_files(
    words: &[String],
    output: &mut dyn Write,
    remarks: &mut dyn Write,
    race: impl Fn(&str, &Path, usize) -> Result<Race>,
) -> Result<(), Box<dyn Error>> {
    let arguments = parse(words)?;
    for input in &arguments.inputs {
        let path = found(Path::new(input));
        let (mut rows, size, magnitude) = match race(&arguments.kernel, &path, arguments.columns) {
            Ok(race) => race,
            Err(error) if arguments.inputs.len() > 1 => {
                writeln!(remarks, "{input}: left out: {error}")?;
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let name = data::name_of(&path);
        check_rows([&arguments.kernel, &name], magnitude, &mut rows)?;
        time(&mut rows, arguments.laps.unwrap_or_default());
        report::print_rows([&arguments.kernel, &name, &size], &rows, arguments.json, output)?
    }
    Ok(output.flush()?)
}

fn sddmm(s: Csr<f64>, cols: usize) -> Result<Race> {
    let (shape, numbers) = (s.shape(), &mut numbers());
    let size = format!(
        "{} by {}, {} stored, {cols} columns",
        shape[0],
        shape[1],
        s.count_stored()
    );
    let factors = [factor(shape[0], cols, numbers)?, factor(shape[1], cols, numbers)?];
    let operands = Rc::new((s, factors));
    let [exact, fast] = [Rc::clone(&operands), Rc::clone(&operands)];
    let by_hand = move |c: &mut MadeRows| {
        let (s, [a, b]) = &*operands;
        twins::sddmm(c, Rows::of(s), a.values(), b.values(), cols)
    };
    let exact = move |c: &mut Csr<f64>| {
        let (s, [a, b]) = &*exact;
        done(sampled::sddmm_by(POLICY, PlusTimes, c, s, a, b))
    };
    let fast = move |c: &mut Csr<f64>| {
        let (s, [a, b]) = &*fast;
        done(sampled::sddmm_by(POLICY, FastPlusTimes, c, s, a, b))
    };
    let mut wanted = MadeRows::default();
    by_hand(&mut wanted);
    let mut rows = Row::both("hand", "csr", sum_rows, by_hand);
    rows.extend(Row::both("finch", "csr", total, exact));
    rows.extend(Row::both("finch", "csr-fast", total, fast));
    Ok((rows, size, magnitude(&wanted.entries.val)))
}

fn mttkrp(x: NamedTensor, cols: usize) -> Result<Race> {
    let (shape, stored) = match &x {
        NamedTensor::Three(x) => (x.shape().to_vec(), x.count_stored()),
        NamedTensor::Four(x) => (x.shape().to_vec(), x.count_stored()),
    };
    let extents: Vec<_> = shape.iter().map(usize::to_string).collect();
    let size = format!("{}, {stored} stored, {cols} columns", extents.join(" by "));
    let numbers = &mut numbers();
    let factors: Result<Vec<_>> = shape[1..].iter().map(|&rows| factor(rows, cols, numbers)).collect();
    let operands = Rc::new((x, factors?));
    let same = Rc::clone(&operands);
    let by_hand = move |(y, rows): &mut (Vec<f64>, [Vec<f64>; 2])| {
        let (x, factors) = &*operands;
        let of = |dimension: usize| factors[dimension].values();
        match x {
            NamedTensor::Three(x) => twins::mttkrp(y, &mut rows[0], Fibers::of(x), of(0), of(1), cols),
            NamedTensor::Four(x) => twins::mttkrp_4(y, rows, Fibers4::of(x), [of(0), of(1), of(2)], cols),
        }
    };
    let finch = move |y: &mut Matrix<f64>| {
        let (x, f) = &*same;
        done(match x {
            NamedTensor::Three(x) => tensor::mttkrp_by(POLICY, y, x, &f[0], &f[1]),
            NamedTensor::Four(x) => tensor::mttkrp_4_by(POLICY, y, x, &f[0], &f[1], &f[2]),
        })
    };
    let mut wanted = Default::default();
    by_hand(&mut wanted);
    let mut rows = Row::both("hand", "csf", |(y, _): &(Vec<f64>, _)| sum(y), by_hand);
    rows.extend(Row::both("finch", "csf", |y: &Matrix<f64>| sum(y.values()), finch));
    Ok((rows, size, magnitude(&wanted.0)))
}

pub(super) fn magnitude(values: &[f64]) -> f64 {
    values.iter().map(|value| value.abs()).sum()
}
