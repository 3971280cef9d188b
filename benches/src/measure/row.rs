//! Those that are timed.

use super::problem::{Problem, Shared};
use crate::cases::{Answer, Entrant};
use crate::race::{Laps, Timing, race_after};
use std::cell::Cell;
use std::hint::black_box;

/// Where a result goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Into an output that was written before.
    Reused,
    /// Into one that is allocated; the one before is freed.
    New,
    /// It is a number.
    Number,
}

impl Output {
    /// As it is printed.
    pub fn name(self) -> &'static str {
        match self {
            Output::Reused => "reused",
            Output::New => "new",
            Output::Number => "number",
        }
    }
}

/// One of those that are timed.
#[derive(Debug)]
pub struct Row {
    /// `hand`, `finch`, or the name of another library.
    pub implementation: &'static str,
    /// The format of the matrices.
    pub format: &'static str,
    /// Where the result goes.
    pub output: Output,
    /// What is run; it answers with the sum of its output.
    pub entrant: Entrant,
    /// The sum of the output, once it was checked.
    pub check: f64,
    /// How long it takes, once it was timed.
    pub timing: Option<Timing>,
}

impl Row {
    /// `run` writes an output, of which `sum` is the sum.
    pub fn new<O: 'static>(
        implementation: &'static str,
        format: &'static str,
        output: Output,
        first: O,
        sum: fn(&O) -> f64,
        run: impl FnMut(&mut O) + 'static,
    ) -> Row {
        let mut run = run;
        Row {
            implementation,
            format,
            output,
            entrant: Entrant::new(
                implementation,
                (first, sum),
                |(output, sum)| Answer::scalar(&sum(output)),
                move |(output, _)| run(output),
            ),
            check: f64::NAN,
            timing: None,
        }
    }

    /// `make` allocates a result, which is freed within what is timed.
    pub fn fresh<O: 'static>(
        implementation: &'static str,
        format: &'static str,
        sum: fn(&O) -> f64,
        make: impl Fn() -> O + 'static,
    ) -> Row {
        // The result of the first run is summed, and freed then: those of many rows take much room.
        let first = Fresh {
            made: Cell::new(None),
            summed: Cell::new(false),
        };
        Row {
            implementation,
            format,
            output: Output::New,
            entrant: Entrant::new(
                implementation,
                (first, sum),
                |(first, sum)| {
                    first.summed.set(true);
                    Answer::scalar(&first.made.take().map_or(f64::NAN, |made| sum(&made)))
                },
                move |(first, _)| {
                    let mut made = make();
                    black_box(&mut made);
                    if !first.summed.get() {
                        first.made.set(Some(made))
                    }
                },
            ),
            check: f64::NAN,
            timing: None,
        }
    }

    /// Two rows, of those who write a vector: `run` into the one of the problem, and into a new one.
    pub fn vector(
        implementation: &'static str,
        format: &'static str,
        problem: &Problem,
        run: impl Fn(&mut Vec<f64>) + Clone + 'static,
    ) -> Vec<Row> {
        vec![
            Row::shared(implementation, format, &problem.y, run.clone()),
            Row::fresh(implementation, format, |y: &Vec<f64>| sum(y), made(run)),
        ]
    }

    /// `run` into a vector that several rows write.
    pub fn shared(
        implementation: &'static str,
        format: &'static str,
        y: &Shared,
        run: impl Fn(&mut Vec<f64>) + 'static,
    ) -> Row {
        Row::new(
            implementation,
            format,
            Output::Reused,
            Shared::clone(y),
            |y| sum(&y.borrow()),
            move |y| run(&mut y.borrow_mut()),
        )
    }

    /// Two rows: `run` into an output that is kept, and into a new one.
    pub fn both<O: Default + 'static>(
        implementation: &'static str,
        format: &'static str,
        sum: fn(&O) -> f64,
        run: impl Fn(&mut O) + Clone + 'static,
    ) -> Vec<Row> {
        vec![
            Row::new(implementation, format, Output::Reused, O::default(), sum, run.clone()),
            Row::fresh(implementation, format, sum, made(run)),
        ]
    }
}

/// `run` into a new output, which is returned.
fn made<O: Default>(run: impl Fn(&mut O)) -> impl Fn() -> O {
    move || {
        let mut made = O::default();
        run(&mut made);
        made
    }
}

/// A result, until it was summed.
struct Fresh<O> {
    made: Cell<Option<O>>,
    summed: Cell<bool>,
}

/// The sum of values, as it is checked.
pub fn sum(values: &[f64]) -> f64 {
    values.iter().sum()
}

/// Runs all, and compares the sums of their outputs with that of the first one.
///
/// # Errors
///
/// Names those whose sums differ by more than 1e-9 of the sum, or of the sum of magnitudes if much cancels.
pub fn check(problem: &Problem, rows: &mut [Row]) -> Result<(), String> {
    check_rows(
        [problem.kernel.name(), &problem.input],
        super::hand::magnitude(problem),
        rows,
    )
}

/// The same, under the names of a kernel and of an input, where sums are of this magnitude.
///
/// # Errors
///
/// As for [`check`].
pub fn check_rows([kernel, input]: [&str; 2], magnitude: f64, rows: &mut [Row]) -> Result<(), String> {
    for row in &mut *rows {
        row.entrant.run();
        row.check = row.entrant.answer().values[0]
    }
    let Some(first) = rows.first() else { return Ok(()) };
    let wanted = first.check;
    let scale = wanted.abs().max(magnitude);
    for row in rows {
        // Sums that are not finite are the same if they are not finite in the same way.
        let same = row.check == wanted || (row.check.is_nan() && wanted.is_nan());
        if !same && (row.check - wanted).abs() > 1e-9 * scale {
            return Err(format!(
                "{kernel} over {input}: {} in {} sums to {:e}, and by hand it is {wanted:e}",
                row.implementation, row.format, row.check
            ));
        }
    }
    Ok(())
}

/// Times all in turns, each after a run that does not count, so that a matrix that fits into a cache is there.
pub(super) fn time(rows: &mut [Row], laps: Laps) {
    let timings = {
        let mut runs: Vec<_> = rows.iter_mut().map(|row| || row.entrant.run()).collect();
        let mut runners: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
        race_after(1, laps, &mut runners)
    };
    for (row, timing) in rows.iter_mut().zip(timings) {
        row.timing = Some(timing)
    }
}
