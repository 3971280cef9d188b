//! Multiplies a sparse matrix with itself in each way that there is, checks that all agree, and prints what each takes.
//!
//! `cargo run --release --example spgemm` uses an embedded matrix,
//! `cargo run --release --example spgemm -- matrix.mtx ..` reads files of one's own. One that is not square is multiplied
//! with its transpose.

mod common;

use common::{Outcome, Progress, raced, show_all};
use finch_benches::race::Laps;
use finch_benches::twins::{self, Accumulator, MadeRows, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;
use finch_kernels::spgemm::{self, Algorithm, Counts, DictWorkspace, MaskWorkspace, OuterWorkspace, Workspace, choose};
use std::process::ExitCode;
use std::time::Duration;

/// Inner and outer products of more steps than this are left out.
const MOST_STEPS: usize = 1 << 28;

const HELP: &str = "spgemm [matrix.mtx ..]
  matrix.mtx   matrices to multiply with themselves, as Matrix Market files; without any, a small one that comes with the example";

fn main() -> ExitCode {
    show_all(HELP, show)
}

/// The transpose.
fn transposed(a: &Csr<f64>) -> Result<Csr<f64>> {
    let entries = a
        .to_triplets()
        .into_iter()
        .map(|(index, value)| ([index[1], index[0]], value));
    Csr::from_triplets([a.shape()[1], a.shape()[0]], entries, Add)
}

/// One way: its name, where it stores what, and what it does to an output.
struct Method<'w> {
    name: &'static str,
    run: Box<dyn FnMut(&mut Csr<f64>) -> Result<()> + 'w>,
    made: Csr<f64>,
}

fn show(name: &str, a: &Csr<f64>) -> Outcome {
    let [rows, columns] = [a.shape()[0], a.shape()[1]];
    let is_square = rows == columns;
    let other = if is_square { None } else { Some(transposed(a)?) };
    let b = other.as_ref().unwrap_or(a);
    let (at, bt) = (transposed(a)?, transposed(b)?);
    let mask = a.pattern();
    let counts = Counts::of(a, b);
    println!(
        "{name}: {rows} by {columns}, {} stored; {} takes {} products; by these counts: {}",
        a.count_stored(),
        if is_square { "C = A A" } else { "C = A A^T" },
        counts.products,
        match choose(&counts) {
            Algorithm::Gustavson => "row by row",
            Algorithm::GustavsonDict => "row by row, in tables",
            Algorithm::Outer => "column by row",
            Algorithm::Inner => "entry by entry",
        }
    );

    let (mut row, mut table, mut whole) = <(Workspace<f64>, DictWorkspace<f64>, OuterWorkspace<f64>)>::default();
    let (mut kept, mut masked, mut marks) = <(Workspace<f64>, Workspace<f64>, MaskWorkspace)>::default();
    let (mut left, mut unmarked) = <(Workspace<f64>, MaskWorkspace)>::default();
    let mut methods = Vec::new();
    macro_rules! method {
        ($name:literal, |$c:ident| $run:expr) => {
            methods.push(Method {
                name: $name,
                run: Box::new(move |$c| $run),
                made: Csr::default(),
            })
        };
    }
    let (at, bt, mask) = (&at, &bt, &mask);
    method!("gustavson", |c| spgemm::gustavson_semiring_into(
        PlusTimes, c, a, b, &mut row
    ));
    method!("gustavson, cancelled sums kept", |c| spgemm::gustavson_semiring_into(
        KeepExplicitZeros(PlusTimes),
        c,
        a,
        b,
        &mut kept
    ));
    if counts.products <= MOST_STEPS / 8 {
        method!("gustavson, in tables", |c| spgemm::gustavson_semiring_into(
            PlusTimes, c, a, b, &mut table
        ));
        method!("outer", |c| spgemm::outer_semiring_into(
            PlusTimes, c, at, b, &mut whole
        ))
    }
    if rows.saturating_mul(b.count_stored() + a.count_stored()) <= MOST_STEPS {
        method!("inner", |c| spgemm::inner_into(c, a, bt))
    }
    if is_square {
        method!("masked by A", |c| spgemm::masked_semiring_into(
            PlusTimes,
            c,
            mask,
            a,
            b,
            (&mut masked, &mut marks)
        ));
        method!("inner, masked by A", |c| spgemm::inner_masked_into(c, mask, a, bt));
        method!("masked by what A lacks", |c| {
            spgemm::complemented_semiring_into(PlusTimes, c, mask, a, b, (&mut left, &mut unmarked))
        })
    }

    let mut line = Progress::new();
    for method in &mut methods {
        line.tell(|| format!("multiplying: {}", method.name));
        (method.run)(&mut method.made)?
    }
    check(&methods, mask, &mut line)?;
    drop(line);

    let (mut by_hand, mut accumulator) = (MadeRows::default(), Accumulator::default());
    let mut twin = || twins::gustavson(&mut by_hand, Rows::of(a), Rows::of(b), &mut accumulator);
    let stored: Vec<(&str, usize)> = methods
        .iter()
        .map(|method| (method.name, method.made.count_stored()))
        .collect();
    let mut failed = Ok(());
    let times = {
        let failed = std::cell::RefCell::new(&mut failed);
        let mut runs: Vec<_> = methods
            .iter_mut()
            .map(|method| {
                || {
                    if let Err(error) = (method.run)(&mut method.made) {
                        **failed.borrow_mut() = Err(error)
                    }
                }
            })
            .collect();
        let mut runners: Vec<&mut dyn FnMut()> = vec![&mut twin];
        runners.extend(runs.iter_mut().map(|run| run as &mut dyn FnMut()));
        let laps = Laps {
            least: 3,
            time: Duration::from_millis(1000),
            ..Laps::default()
        };
        raced("timing", 0, laps, &mut runners)
    };
    failed?;
    println!("  {:32} {:>10} {:>12} {:>8}", "", "stored", "us", "ratio");
    println!(
        "  {:32} {:>10} {:>12.1} {:>8.2}",
        "gustavson, by hand",
        "",
        times[0].min * 1e6,
        1.0
    );
    for ((name, stored), time) in stored.into_iter().zip(&times[1..]) {
        println!(
            "  {name:32} {stored:>10} {:>12.1} {:>8.2}",
            time.min * 1e6,
            time.min / times[0].min
        )
    }
    println!();
    Ok(())
}

/// All whole products are the same up to rounding, and those under masks are parts of them.
fn check(methods: &[Method<'_>], mask: &CsrPattern, line: &mut Progress) -> Result<()> {
    let whole = &methods[0].made;
    let columns = whole.shape()[1];
    let mut row = vec![0.0; columns];
    for method in &methods[1..] {
        line.tell(|| format!("checking: {}", method.name));
        let part = match method.name {
            "masked by A" | "inner, masked by A" => Some(true),
            "masked by what A lacks" => Some(false),
            _ => None,
        };
        let lists = |c: &Csr<f64>, j: usize| {
            let list = c.level().child();
            let range = list.ptr()[j]..list.ptr()[j + 1];
            let entries = list.idx()[range.clone()].iter().zip(&list.child().val()[range]);
            entries.map(|(&i, &value)| (i as usize, value)).collect::<Vec<_>>()
        };
        let largest = whole
            .level()
            .child()
            .child()
            .val()
            .iter()
            .fold(0.0, |most: f64, value| most.max(value.abs()));
        for j in 0..whole.shape()[0] {
            let wanted = lists(whole, j).into_iter();
            let wanted = wanted.filter(|&(i, _)| part.is_none_or(|part| (mask.get([j, i]) == Some(true)) == part));
            let found = lists(&method.made, j).into_iter().map(|(i, value)| (i, -value));
            let differences: Vec<(usize, f64)> = wanted.chain(found).collect();
            for &(i, difference) in &differences {
                row[i] += difference
            }
            for (i, _) in differences {
                if std::mem::take(&mut row[i]).abs() > 1e-9 * largest {
                    let message = format!("{} disagrees with gustavson in row {j}, column {i}", method.name);
                    return Err(Error::new(ErrorKind::Invalid, message));
                }
            }
        }
    }
    Ok(())
}
