//! Multiplies a sparse matrix with a vector in many ways that mean the same: by rows, by columns, in blocks, in bands, from
//! one triangle; checks that all agree, and prints what each stores and how long it takes beside a loop written by hand.
//!
//! `cargo run --release --example spmv` uses an embedded matrix,
//! `cargo run --release --example spmv -- matrix.mtx ..` reads files of one's own.

mod common;

use common::{Outcome, Progress, raced, show_all};
use finch_benches::race::Laps;
use finch_benches::twins::{self, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spmv::LowerTriangle;
use finch_kernels::traits::lifecycle::WriteLevel;
use std::process::ExitCode;
use std::time::Duration;
use typenum::U2;

/// One way to multiply: its name, how many bytes its matrix takes, and the product.
struct Method<'a> {
    name: &'static str,
    bytes: usize,
    product: Box<dyn FnMut(&mut Vector<f64>) -> Result<()> + 'a>,
}

impl<'a> Method<'a> {
    fn new(name: &'static str, bytes: usize, product: impl FnMut(&mut Vector<f64>) -> Result<()> + 'a) -> Self {
        Method {
            name,
            bytes,
            product: Box::new(product),
        }
    }
}

const HELP: &str = "spmv [matrix.mtx ..]
  matrix.mtx   matrices to multiply by a vector, as Matrix Market files; without any, a small one that comes with the example";

fn main() -> ExitCode {
    show_all(HELP, show)
}

/// The same program over the matrix in another format.
fn by_rows<'a, L>(name: &'static str, a: &Csr<f64>, x: &'a Vector<f64>, line: &mut Progress) -> Result<Method<'a>>
where
    L: WriteLevel<T = f64, Fill = Zero, Rank = U2> + Default + 'a,
{
    line.tell(|| format!("storing {name}"));
    let a: Tensor<L> = a.convert()?;
    Ok(Method::new(name, a.bytes(), move |y| spmv::spmv_into(y, &a, x)))
}

fn show(name: &str, a: &Csr<f64>) -> Outcome {
    let (rows, cols) = (a.shape()[0], a.shape()[1]);
    println!("{name}: {rows} by {cols}, {} stored\n", a.count_stored());
    let x: Vec<f64> = (0..cols)
        .map(|i| 0.5 + (i as f64 * 0.618_033_988_749_894_9).fract())
        .collect();
    let x = Vector::from(x);

    let mut line = Progress::new();
    let turned = a.to_triplets();
    let turned = turned.iter().map(|(at, value)| ([at[1], at[0]], *value));
    let columns = Csr::from_triplets([cols, rows], turned, Add)?;

    let mut methods = vec![
        Method::new("rows", a.bytes(), |y| spmv::spmv_into(y, a, &x)),
        Method::new("rows, summed in any order", a.bytes(), |y| {
            spmv::spmv_semiring_into(FastPlusTimes, y, a, &x)
        }),
    ];
    methods.push(Method::new("columns", columns.bytes(), |y| {
        spmv::spmv_transposed_into(y, &columns, &x)
    }));
    methods.push(by_rows::<Dense<SparsePairs<f64>>>(
        "rows, indices beside values",
        a,
        &x,
        &mut line,
    )?);
    methods.push(by_rows::<Dense<SparseBlockList<Element<f64>>>>(
        "stretches of rows",
        a,
        &x,
        &mut line,
    )?);
    methods.push(by_rows::<SparseBlocks<U2, U2, Element<f64>>>(
        "blocks of 2 by 2",
        a,
        &x,
        &mut line,
    )?);
    methods.push(by_rows::<SparseCoo<U2, Element<f64>>>("coordinates", a, &x, &mut line)?);
    line.tell(|| "storing one triangle".into());
    match LowerTriangle::<Dense<SparseList<Element<f64>>>>::of(a) {
        Ok(triangle) => {
            let bytes = triangle.below().bytes() + triangle.diagonal().bytes();
            methods.push(Method::new("one triangle", bytes, {
                let x = &x;
                move |y| spmv::symmetric_into(y, &triangle, x)
            }))
        }
        Err(error) => println!("No triangle: {error}.\n"),
    }

    let mut by_hand = Vec::new();
    twins::gather(&mut by_hand, Rows::of(a), x.values());
    let magnitudes = {
        let mut sums = vec![0.0_f64; rows];
        a.for_each(|at, value| sums[at[0]] += (value * x.values()[at[1]]).abs());
        sums
    };
    let mut y = Vector::default();
    for method in &mut methods {
        line.tell(|| format!("checking {}", method.name));
        (method.product)(&mut y)?;
        let close = |((&got, &wanted), &magnitude): ((&f64, &f64), &f64)| {
            got == wanted || (got - wanted).abs() <= 1e-9 * magnitude
        };
        let same = y.values().len() == rows && y.values().iter().zip(&by_hand).zip(&magnitudes).all(close);
        if !same {
            return Err(format!("the product by {} differs from that by hand", method.name).into());
        }
    }
    drop(line);
    println!("All {} products agree with the loop by hand.\n", methods.len());
    time(a, &x, &mut methods);
    Ok(())
}

/// Times all methods in turns, and prints a table.
fn time(a: &Csr<f64>, x: &Vector<f64>, methods: &mut [Method<'_>]) {
    let laps = Laps {
        time: Duration::from_millis(400),
        ..Laps::default()
    };
    let mut by_hand = Vec::new();
    let mut twin = || twins::gather(&mut by_hand, Rows::of(a), x.values());
    let mut outputs: Vec<_> = methods.iter().map(|_| Vector::default()).collect();
    let table: Vec<_> = methods.iter().map(|method| (method.name, method.bytes)).collect();
    let mut runs: Vec<_> = methods
        .iter_mut()
        .zip(&mut outputs)
        .map(|(method, y)| move || (method.product)(y).unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let mut runners: Vec<&mut dyn FnMut()> = vec![&mut twin];
    runners.extend(runs.iter_mut().map(|run| run as &mut dyn FnMut()));
    let times = raced("timing", 1, laps, &mut runners);
    println!("{:30} {:>12} {:>10} {:>8}", "stored by", "bytes", "us", "by hand");
    println!(
        "{:30} {:>12} {:>10.2} {:>8.2}",
        "rows, by hand",
        a.bytes(),
        times[0].min * 1e6,
        1.0
    );
    for ((name, bytes), timing) in table.iter().zip(&times[1..]) {
        println!(
            "{name:30} {bytes:>12} {:>10.2} {:>8.2}",
            timing.min * 1e6,
            timing.min / times[0].min
        )
    }
    println!("\nThe fastest of {} laps in turns.\n", times[0].laps)
}
