//! Solves a system of equations with a symmetric positive definite matrix by conjugate gradients, and plots the residual.
//!
//!     cargo run --release --example solve
//!     cargo run --release --example solve -- matrix.mtx --jacobi --svg residual.svg
//!
//! Each round is three programs, whose loops run over the entries of the matrix and over vectors, and allocates nothing.

mod common;

use common::command::{Arguments, Progress, run};
use common::{Outcome, read};
use finch_kernels::prelude::*;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "solve [matrix.mtx [right.mtx]] [options]
  matrix.mtx            a symmetric positive definite matrix; without one, the equations of heat on a square grid
  right.mtx             the right side, one column; without one, that of the solution of ones
  --size <n>            points along a side of the grid (200)
  --tolerance <t>       the residual to stop at, as a share of the right side (1e-10)
  --rounds <n>          how many rounds to take at most (as many as there are rows)
  --jacobi              divide by the diagonal first (preconditioning)
  --svg <file>          write the plot as SVG, too
  --solution <file>     write the solution as a Matrix Market file";

fn main() -> ExitCode {
    run(HELP, |arguments| {
        arguments.at_most(2)?;
        let (name, a) = match arguments.files.first() {
            Some(path) => (path.display().to_string(), read(path)?),
            None => {
                let size = arguments.number("--size", 200)?;
                (format!("a grid of {size} by {size}"), heat(size)?)
            }
        };
        let diagonal = check(&a).map_err(|problem| format!("{name}: {problem}"))?;
        let rows = a.shape()[0];
        let known = arguments.files.len() < 2;
        let b = match arguments.files.get(1) {
            Some(path) => {
                let right = read(path)?;
                if right.shape()[..] != [rows, 1] {
                    let shape = right.shape();
                    let wrong = format!("{}: {} by {}, but", path.display(), shape[0], shape[1]);
                    return Err(format!("{wrong} the right side of {rows} equations is {rows} by 1").into());
                }
                Vector::from(right.to_dense()?)
            }
            None => spmv(&a, &Vector::from(vec![1.0; rows]))?,
        };
        println!("{name}: {rows} equations, {} coefficients", a.count_stored());

        let begin = Instant::now();
        let solved = solve(&a, &b, arguments.has("--jacobi").then_some(diagonal), &arguments)
            .map_err(|problem| format!("{name}: {problem}"))?;
        let (rounds, last) = (solved.residuals.len() - 1, solved.residuals[solved.residuals.len() - 1]);
        let done = if solved.converged { "converged" } else { "stopped" };
        println!(
            "{done} after {rounds} rounds in {:.2?}, residual {last:.1e} of the right side",
            begin.elapsed()
        );
        if known {
            let far = solved
                .x
                .values()
                .iter()
                .fold(0.0_f64, |far, x| far.max((x - 1.0).abs()));
            println!("the solution is 1 everywhere; the farthest value is off by {far:.1e}");
        }
        println!("\n{}", terminal(&solved.residuals));
        if let Some(path) = arguments.text("--svg") {
            std::fs::write(path, svg(&solved.residuals)).map_err(|error| format!("{path}: {error}"))?;
            println!("the plot is in {path}")
        }
        if let Some(path) = arguments.text("--solution") {
            Matrix::from_dense([rows, 1], solved.x.values())?.write_matrix_market(path)?;
            println!("the solution is in {path}")
        }
        Ok(())
    })
}

/// The five-point stencil on a grid: each point is four times itself, less its neighbours.
fn heat(size: usize) -> Outcome<Csr<f64>> {
    let points = size.checked_mul(size).filter(|&points| points > 0);
    let points = points.ok_or_else(|| format!("there is no grid of {size} by {size}"))?;
    let row = |at: usize| {
        let (y, x) = (at / size, at % size);
        let near = [(y > 0, at.wrapping_sub(size)), (x > 0, at.wrapping_sub(1))];
        let far = [(x + 1 < size, at + 1), (y + 1 < size, at + size)];
        let neighbours = near.into_iter().chain(far).filter(|&(is_there, _)| is_there);
        let entries = neighbours.map(move |(_, other)| ([at, other], -1.0));
        entries.chain([([at, at], 4.0)])
    };
    Ok(Csr::from_triplets([points, points], (0..points).flat_map(row), Add)?)
}

/// The diagonal of a matrix to which the method applies as far as one can see; or where it does not.
fn check(a: &Csr<f64>) -> Outcome<Vector<f64>> {
    let [rows, columns] = [a.shape()[0], a.shape()[1]];
    if rows != columns {
        return Err(format!("the matrix is {rows} by {columns}, not square").into());
    }
    let turned = transpose::transposed(a)?;
    let mut wrong = None;
    a.for_each(|at, value| {
        let other = turned.get([at[0], at[1]]).unwrap_or(0.0);
        if wrong.is_none() && (value - other).abs() > 1e-12 * value.abs().max(other.abs()) {
            wrong = Some((at[0] + 1, at[1] + 1, value, other))
        }
    });
    if let Some((row, column, value, other)) = wrong {
        return Err(format!(
            "the matrix is not symmetric: row {row}, column {column} is {value}, and row {column}, column {row} is {other}"
        )
        .into());
    }
    let mut diagonal = Vector::default();
    finch! { diagonal .= 0; for j, i { if i == j { diagonal[j] += a[j, i] } } }.run()?;
    match diagonal
        .values()
        .iter()
        .position(|&value| value.is_nan() || value <= 0.0)
    {
        Some(at) => Err(format!(
            "the matrix is not positive definite: row {0}, column {0} is {1}",
            at + 1,
            diagonal.values()[at]
        )
        .into()),
        None => Ok(diagonal),
    }
}

struct Solved {
    x: Vector<f64>,
    /// The norm of the residual before the first round and after each, as a share of the right side.
    residuals: Vec<f64>,
    converged: bool,
}

/// Conjugate gradients (Hestenes and Stiefel, 1952), preconditioned by a diagonal if there is one.
fn solve(a: &Csr<f64>, b: &Vector<f64>, diagonal: Option<Vector<f64>>, arguments: &Arguments) -> Outcome<Solved> {
    let rows = b.values().len();
    let tolerance: f64 = arguments.number("--tolerance", 1e-10)?;
    let most = arguments.number("--rounds", rows)?;
    let m = diagonal.unwrap_or_else(|| Vector::from(vec![1.0; rows]));
    let mut x = Vector::from(vec![0.0; rows]);
    let mut r = b.clone();
    let (mut p, mut q) = (Vector::<f64>::default(), Vector::<f64>::default());
    let (mut rho, mut rr, mut pq) = (Scalar::new(0.0), Scalar::new(0.0), Scalar::new(0.0));
    finch! {
        p .= 0;
        rho .= 0;
        rr .= 0;
        for i { p[i] = r[i] / m[i]; rho[] += r[i] * r[i] / m[i]; rr[] += r[i] * r[i]; }
    }
    .run()?;
    let right = rr.get().sqrt();
    if right == 0.0 {
        let (residuals, converged) = (vec![0.0], true);
        return Ok(Solved {
            x,
            residuals,
            converged,
        });
    }
    let mut residuals = vec![1.0];
    let mut progress = Progress::new();
    while residuals[residuals.len() - 1] > tolerance && residuals.len() <= most {
        finch! {
            q .= 0;
            pq .= 0;
            for j, i { q[j] += a[j, i] * p[i]; }
            for i { pq[] += p[i] * q[i]; }
        }
        .run()?;
        if pq.get().is_nan() || pq.get() <= 0.0 {
            let round = residuals.len();
            return Err(format!(
                "the matrix is not positive definite: in round {round} p A p is {}",
                pq.get()
            )
            .into());
        }
        let (before, alpha) = (rho.get(), rho.get() / pq.get());
        finch! {
            mut x;
            mut r;
            rho .= 0;
            rr .= 0;
            for i { x[i] += alpha * p[i]; r[i] -= alpha * q[i]; }
            for i { rho[] += r[i] * r[i] / m[i]; rr[] += r[i] * r[i]; }
        }
        .run()?;
        let beta = rho.get() / before;
        finch! { mut p; for i { p[i] = r[i] / m[i] + beta * p[i]; } }.run()?;
        let residual = rr.get().sqrt() / right;
        residuals.push(residual);
        progress.tell(|| format!("round {}: residual {residual:.1e}", residuals.len() - 1))
    }
    let converged = residuals[residuals.len() - 1] <= tolerance;
    Ok(Solved {
        x,
        residuals,
        converged,
    })
}

/// Powers of ten from that above the largest residual down to that below the least one that is not zero.
fn decades(residuals: &[f64]) -> (i32, i32) {
    let logs = residuals.iter().filter(|&&value| value > 0.0 && value.is_finite());
    let (least, most) = logs
        .map(|value| value.log10())
        .fold((0.0_f64, 0.0_f64), |(least, most), log| (least.min(log), most.max(log)));
    let most = most.ceil() as i32;
    (most, (least.floor() as i32).min(most - 1))
}

/// Where a residual is between the two decades: 0 at the upper one, 1 at the lower one.
fn depth(residual: f64, (most, least): (i32, i32)) -> f64 {
    let log = residual.max(f64::MIN_POSITIVE).log10();
    ((f64::from(most) - log) / f64::from(most - least)).clamp(0.0, 1.0)
}

/// A plot of 16 lines of letters.
fn terminal(residuals: &[f64]) -> String {
    let (lines, columns) = (16, 72.min(residuals.len()));
    let range = decades(residuals);
    let mut text = String::new();
    let at = |column: usize| residuals[column * (residuals.len() - 1) / (columns - 1).max(1)];
    let line_of = |residual| (depth(residual, range) * (lines - 1) as f64).round() as usize;
    for line in 0..lines {
        let decade = f64::from(range.0) - f64::from(range.0 - range.1) * line as f64 / (lines - 1) as f64;
        let label = if line % 5 == 0 {
            format!("{:.0e}", 10_f64.powf(decade))
        } else {
            String::new()
        };
        let dots: String = (0..columns)
            .map(|column| if line_of(at(column)) == line { '*' } else { ' ' })
            .collect();
        let _ = writeln!(text, "{label:>6} |{}", dots.trim_end());
    }
    let last = residuals.len() - 1;
    let width = columns.max(2) - 1;
    let _ = write!(text, "{:>6} +{}\n{:>8}0{last:>width$}", "", "-".repeat(columns), "");
    text
}

/// The same as a picture, on light and on dark pages.
fn svg(residuals: &[f64]) -> String {
    let (width, height, left, top) = (480.0, 240.0, 56.0, 12.0);
    let range = decades(residuals);
    let last = (residuals.len() - 1).max(1);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 560 290\" width=\"560\" height=\"290\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#808890\">\n<title>Residual by round</title>\n",
    );
    let step = ((range.0 - range.1) / 6).max(1);
    for decade in (range.1..=range.0).rev().step_by(step as usize) {
        let y = top + height * depth(10_f64.powi(decade), range);
        let _ = writeln!(
            svg,
            "<path stroke=\"#808890\" opacity=\".4\" d=\"M{left} {y:.1}h{width}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">1e{decade}</text>",
            left - 6.0,
            y + 4.0
        );
    }
    let points: Vec<String> = residuals
        .iter()
        .enumerate()
        .map(|(round, &residual)| {
            let x = left + width * round as f64 / last as f64;
            format!("{x:.1},{:.1}", top + height * depth(residual, range))
        })
        .collect();
    let _ = writeln!(
        svg,
        "<polyline fill=\"none\" stroke=\"#3d8fd1\" stroke-width=\"2\" points=\"{}\"/>\n<text x=\"{left}\" y=\"276\">0</text>\
         <text x=\"{}\" y=\"276\" text-anchor=\"end\">round {}</text>\n</svg>",
        points.join(" "),
        left + width,
        residuals.len() - 1
    );
    svg
}
