//! Matrices from files, and generated ones; their vectors; what is compared.

use crate::cases::done;
use crate::data::{self, Named, Random, spread};
use crate::measure::formats::written;
use crate::measure::problem::Shared;
use crate::measure::row::{Output, Row, sum};
use crate::twins::{self, Rows};
use finch_graph::generate;
use finch_kernels::Result;
use finch_kernels::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A matrix and what it is multiplied with.
pub(super) struct Input {
    /// The name of the matrix.
    pub name: String,
    /// The matrix.
    pub a: Rc<Csr<f64>>,
    /// Its rows.
    pub rows: usize,
    /// Its columns.
    pub cols: usize,
    /// Its entries.
    pub stored: usize,
    /// The columns of what it is multiplied with.
    pub columns: usize,
    /// What it is multiplied with, row by row.
    pub x: Rc<Vector<f64>>,
    /// Where products go, all of them: that two vectors lie differently in memory can cost more than what is measured.
    pub y: Shared,
    /// How many bytes are read and written in a format.
    pub bytes: RefCell<HashMap<&'static str, usize>>,
    /// The product by hand, and that of magnitudes.
    wanted: [Vec<f64>; 2],
}

/// `banded-30m`: a generated matrix of about so many entries, if this is the name of one.
pub(super) fn generated(name: &str) -> Option<Result<Named>> {
    let (kind, count) = name.split_once('-')?;
    let (digits, unit) = count.split_at_checked(count.len().checked_sub(1)?)?;
    let unit = match unit {
        "k" => 1000,
        "m" => 1_000_000,
        _ => return None,
    };
    let stored = digits.parse::<usize>().ok()?.checked_mul(unit)?.max(1000);
    let random = &mut Random::default();
    let named = match kind {
        // Half-width 50.
        "banded" => data::banded((stored / 101).max(1), 50, random),
        "random" => data::uniform((stored / 30).max(1), 30, random),
        "rmat" => skewed(stored),
        _ => return None,
    };
    Some(named.map(|named| Named {
        name: name.into(),
        ..named
    }))
}

/// A Kronecker graph of about so many entries, fewer by those that repeat: 30 to 60 for each vertex. Its values are
/// symmetric, too.
fn skewed(stored: usize) -> Result<Named> {
    let scale = (stored / 30).max(16).ilog2();
    let graph = generate::kronecker(scale, (stored / 2) >> scale, 1)?;
    let (vertices, _, ptr, idx) = graph.rows().clone().into_parts();
    let mut val = Vec::with_capacity(idx.len());
    for row in 0..vertices {
        for &column in &idx[ptr[row]..ptr[row + 1]] {
            let (low, high) = (column.min(row as u32), column.max(row as u32));
            let mixed = low.wrapping_mul(0x9e37_79b9) ^ high.wrapping_mul(0x85eb_ca6b);
            val.push(0.5 + f64::from(mixed) / f64::from(u32::MAX))
        }
    }
    Ok(Named {
        name: String::new(),
        matrix: Csr::from_parts(vertices, vertices, ptr, idx, val)?,
    })
}

impl Input {
    /// `named`, multiplied with so many columns.
    pub(super) fn of(named: Named, columns: usize) -> Input {
        let shape = named.matrix.shape();
        let (rows, cols) = (shape[0], shape[1]);
        let x = spread(cols * columns);
        let mut wanted = [Vec::new(), Vec::new()];
        twins::multiply_dense(&mut wanted[0], Rows::of(&named.matrix), &x, columns);
        let (_, _, ptr, idx, mut val) = named.matrix.clone().into_parts();
        val.iter_mut().for_each(|value| *value = value.abs());
        let magnitudes = done(Csr::from_parts(rows, cols, ptr, idx, val));
        twins::multiply_dense(&mut wanted[1], Rows::of(&magnitudes), &x, columns);
        Input {
            name: named.name,
            stored: named.matrix.count_stored(),
            a: Rc::new(named.matrix),
            rows,
            cols,
            columns,
            x: Rc::new(Vector::from(x)),
            y: Shared::default(),
            bytes: RefCell::default(),
            wanted,
        }
    }

    /// One who writes the shared vector.
    pub(super) fn row(
        &self,
        implementation: &'static str,
        format: &'static str,
        run: impl Fn(&mut Vec<f64>) + 'static,
    ) -> Row {
        Row::shared(implementation, format, &self.y, run)
    }

    /// A program that writes the shared vector, over a matrix of so many bytes.
    pub(super) fn program(
        &self,
        format: &'static str,
        bytes: usize,
        run: impl Fn(&mut Vector<f64>) -> Result<()> + 'static,
    ) -> Row {
        let vectors = 8 * (self.rows + self.cols) * self.columns;
        self.bytes.borrow_mut().insert(format, bytes + vectors);
        self.row("finch", format, move |y| written(y, &run))
    }

    /// Runs all, and compares what they write, entry by entry.
    ///
    /// # Errors
    ///
    /// Names who differs, where, and from what.
    pub(super) fn check(&self, kernel: &str, rows: &mut [Row]) -> Result<(), String> {
        let [wanted, magnitudes] = &self.wanted;
        let (total, scale) = (sum(wanted), magnitudes.iter().sum::<f64>());
        for row in rows {
            let who = format!("{kernel} over {}: {} in {}", self.name, row.implementation, row.format);
            self.y.borrow_mut().fill(f64::NAN);
            row.entrant.run();
            row.check = row.entrant.answer().values[0];
            if row.implementation == "sum" {
                continue;
            }
            if row.check.is_finite() && (row.check - total).abs() > 1e-9 * scale {
                return Err(format!("{who} sums to {:e}, and by hand it is {total:e}", row.check));
            }
            // Some libraries write into vectors of their own.
            if row.implementation == "nalgebra-sparse" {
                continue;
            }
            let y = self.y.borrow();
            if y.len() != wanted.len() {
                return Err(format!("{who} has {} entries, not {}", y.len(), wanted.len()));
            }
            for (at, ((&got, &wanted), &magnitude)) in y.iter().zip(wanted).zip(magnitudes).enumerate() {
                let same = got == wanted || (got.is_nan() && wanted.is_nan());
                if !same && ((got - wanted).abs() > 1e-9 * magnitude || got.is_nan()) {
                    return Err(format!("{who} has {got:e} at {at}, and by hand it is {wanted:e}"));
                }
            }
        }
        Ok(())
    }

    /// One that adds up as many bytes as a format has.
    pub(super) fn plain_sum(&self, format: &'static str, buffer: &Rc<Vec<f64>>) -> Option<Row> {
        let count = self.bytes.borrow().get(format)? / 8;
        let buffer = Rc::clone(buffer);
        Some(Row::new(
            "sum",
            format,
            Output::Number,
            0.0,
            |&sum| sum,
            move |sum| *sum = twins::sum_all(&buffer[..count]),
        ))
    }

    /// Numbers enough for every format.
    pub(super) fn buffer(&self) -> Rc<Vec<f64>> {
        let most = self.bytes.borrow().values().copied().max().unwrap_or(0) / 8;
        Rc::new((0..most).map(|at| (at % 7) as f64).collect())
    }
}
