//! The matrices that the examples show.

// Each example uses a part of this.
#![allow(dead_code)]

pub(crate) mod command;

pub(crate) use command::{Outcome, Progress};
use command::{open, run};
use finch_benches::race::{Laps, Timing, race_after};
use finch_kernels::formats::io::matrix_market;
use finch_kernels::prelude::*;
use std::path::Path;
use std::process::ExitCode;

/// The stiffness of a ladder with braces, 480 by 480.
const LADDER: &str = include_str!("../data/ladder.mtx");

/// Shows the matrices in the files that the arguments name, or the embedded one. `help` is what `--help` prints.
pub(crate) fn show_all(help: &str, show: impl Fn(&str, &Csr<f64>) -> Outcome) -> ExitCode {
    run(help, |arguments| {
        if arguments.files.is_empty() {
            return show("the embedded matrix", &matrix_market::read(LADDER.as_bytes())?);
        }
        for path in &arguments.files {
            show(&path.to_string_lossy(), &read(path)?)?
        }
        Ok(())
    })
}

/// The matrix in a Matrix Market file, plain or compressed. Errors name the file and the line.
pub(crate) fn read(path: &Path) -> Outcome<Csr<f64>> {
    let matrix = matrix_market::Options::default().read(open(path)?);
    Ok(matrix.map_err(|error| error.context(path.display()))?)
}

/// Times runners in turns, each after `warm` runs that are not timed, and tells which lap it is when this takes more than a second: in a turn
/// of its own, which no other one pays for.
pub(crate) fn raced(what: &str, warm: usize, laps: Laps, runners: &mut [&mut dyn FnMut()]) -> Vec<Timing> {
    let (mut line, mut turns) = (Progress::new(), 0);
    let mut tell = || {
        turns += 1;
        line.tell(|| format!("{what}: lap {}", turns / (warm + 1)))
    };
    let mut all: Vec<&mut dyn FnMut()> = runners.iter_mut().map(|run| &mut **run as &mut dyn FnMut()).collect();
    all.push(&mut tell);
    let mut times = race_after(warm, laps, &mut all);
    times.pop();
    times
}
