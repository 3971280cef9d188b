//! Reads a sparse matrix, shows it, multiplies it with a vector and with itself by programs in the language, checks the
//! answers, and times each beside the loops one would write by hand.
//!
//! `cargo run --release --example quickstart` uses an embedded matrix,
//! `cargo run --release --example quickstart -- matrix.mtx ..` reads files of one's own.

mod common;

use common::{Outcome, raced, show_all};
use finch_benches::race::Laps;
use finch_benches::twins::{self, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_oracle::{self as oracle, Array, World};
use std::process::ExitCode;
use std::time::Duration;

/// Matrices up to this extent are multiplied by the dense oracle as well.
const DENSE: usize = 500;

/// How many rows of a product of matrices the oracle computes. Each takes it quadratic time.
const ROWS: usize = 16;

const HELP: &str = "quickstart [matrix.mtx ..]
  matrix.mtx   matrices to multiply, as Matrix Market files; without any, a small one that comes with the example";

fn main() -> ExitCode {
    show_all(HELP, show)
}

fn show(name: &str, a: &Csr<f64>) -> Outcome {
    println!("{name}\n\n{a}\n");
    vector_product(a)?;
    if a.shape()[0] == a.shape()[1] {
        matrix_product(a)?;
    } else {
        println!("The matrix is not square, so it is not multiplied with itself.");
    }
    Ok(())
}

/// `y = A x`.
fn vector_product(a: &Csr<f64>) -> Outcome {
    let cols = a.shape()[1];
    let mut x = room(cols)?;
    x.extend((0..cols).map(|i| 0.5 + (i as f64 * 0.618_033_988_749_894_9).fract()));
    let x = Vector::from(x);
    let mut y = Vector::default();

    let multiply = finch! {
        y .= 0;
        for j, i { y[j] += a[j, i] * x[i]; }
    };
    println!("y = A x, as the type\n\n    {}\n", short(multiply.type_name()));
    multiply.run()?;

    check(a, &x, y.values(), "for j, i { y[j] += a[j, i] * x[i] }", "y")?;
    let mut by_hand = room(a.shape()[0])?;
    twins::gather(&mut by_hand, Rows::of(a), x.values());
    same(y.values(), &by_hand, "y = A x")?;
    report(
        "y = A x",
        &mut || twins::gather(&mut by_hand, Rows::of(a), x.values()),
        &mut || spmv::spmv_into(&mut y, a, &x).unwrap_or_else(|error| panic!("{error}")),
    );
    Ok(())
}

/// `C = A A`.
fn matrix_product(a: &Csr<f64>) -> Outcome {
    let mut c = Csr::empty([0, 0])?;
    let mut row = spgemm::Workspace::<f64>::default();
    spgemm::gustavson_semiring_into(PlusTimes, &mut c, a, a, &mut row)?;
    println!("C = A A stores {} entries.\n", c.count_stored());

    let extent = a.shape()[0];
    if extent <= DENSE {
        let rows = extent.min(ROWS);
        let program = format!("for j in 0..{rows} {{ for k, i {{ c[j, i] += a[j, k] * a[k, i] }} }}");
        check(a, &Vector::default(), &c.to_dense()?[..rows * extent], &program, "c")?;
    }
    let mut by_hand = twins::MadeRows::default();
    let mut accumulator = twins::Accumulator::default();
    twins::gustavson(&mut by_hand, Rows::of(a), Rows::of(a), &mut accumulator);
    same(c.level().child().child().val(), &by_hand.entries.val, "C = A A")?;
    report(
        "C = A A",
        &mut || twins::gustavson(&mut by_hand, Rows::of(a), Rows::of(a), &mut accumulator),
        &mut || {
            spgemm::gustavson_semiring_into(PlusTimes, &mut c, a, a, &mut row)
                .unwrap_or_else(|error| panic!("{error}"));
        },
    );
    Ok(())
}

/// Compares with the dense oracle, as far as there are results, if the matrix is small enough for it.
fn check(a: &Csr<f64>, x: &Vector<f64>, result: &[f64], program: &str, output: &str) -> Result<()> {
    let shape = a.shape();
    if shape[0] > DENSE || shape[1] > DENSE {
        return Ok(());
    }
    if a.iter().any(|(_, value)| !value.is_finite()) {
        println!("The dense oracle is not asked: zero times a value that is not finite is not zero to it.");
        return Ok(());
    }
    let mut world = World::default();
    let mut dense = Array::full(shape.to_vec(), oracle::Value::Real(0.0));
    for (index, value) in a.to_triplets() {
        dense.set(&index, oracle::Value::Real(value));
    }
    world.insert("a", dense);
    world.insert(
        "x",
        Array::vector(x.values().iter().map(|&value| oracle::Value::Real(value))),
    );
    let extents = if output == "y" { vec![shape[0]] } else { shape.to_vec() };
    world.declare(output, extents, oracle::Value::Real(0.0));
    oracle::Program::parse(program).run(&mut world);
    let wanted: Vec<f64> = world[output]
        .values()
        .iter()
        .filter_map(|value| value.number())
        .take(result.len())
        .collect();
    same(result, &wanted, program)?;
    let part = if world[output].values().len() > result.len() {
        " in the first rows"
    } else {
        ""
    };
    println!("The dense oracle agrees{part}.");
    Ok(())
}

/// An empty vector with room for so many values: an error if there is not that much memory, as there may not be for the extents of a file.
fn room(values: usize) -> Result<Vec<f64>> {
    let mut vector = Vec::new();
    match vector.try_reserve_exact(values) {
        Ok(()) => Ok(vector),
        Err(_) => Err(Error::new(
            ErrorKind::TooLarge,
            format!("there is no memory for a vector of {values} values"),
        )),
    }
}

/// The results agree up to rounding, or overflow alike.
fn same(ours: &[f64], theirs: &[f64], what: &str) -> Result<()> {
    let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0);
    let close = |(&a, &b): (&f64, &f64)| match a.is_finite() && b.is_finite() {
        true => near(a, b),
        false => a == b || a.is_nan() && b.is_nan(),
    };
    if ours.len() == theirs.len() && ours.iter().zip(theirs).all(close) {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Invalid,
        format!("the results of {what} disagree"),
    ))
}

/// Times a program beside its twin.
fn report(what: &str, twin: &mut dyn FnMut(), program: &mut dyn FnMut()) {
    let laps = Laps {
        time: Duration::from_millis(400),
        ..Laps::default()
    };
    let times = raced(what, 0, laps, &mut [twin, program]);
    println!(
        "{what}: by hand {:.2} us, as a program {:.2} us (x{:.2}, fastest of {} laps in turns).\n",
        times[0].min * 1e6,
        times[1].min * 1e6,
        times[1].min / times[0].min,
        times[0].laps
    );
}

/// A type name without the paths of its parts.
fn short(name: &str) -> String {
    let mut short = String::new();
    for part in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        short.push_str(part.rsplit("::").next().unwrap_or(part));
    }
    short
}
