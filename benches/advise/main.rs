//! The adviser beside all formats: over matrices of files, predicts, converts and times; can fit the model anew.

use finch_benches::race::{Laps, geometric_mean, race_after};
use finch_kernels::Result;
use finch_kernels::advise::{Advice, Model, Sample, Structure, Workload};
use finch_kernels::prelude::*;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What is printed where the words are not understood.
const HELP: &str = "\
advise [--fit] [--seconds n] [--raw] <file or folder> ..
  times products with a vector, products with 8 columns and visits over Matrix Market files in all formats of `AnyMatrix` that take at
  most four times the bytes of compressed rows, and what the adviser chooses beside them
  --fit      prints the costs of a model that is fitted to these times
  --seconds  how long each file is timed, 0.5 by default
  --raw      prints a line for each time";

/// Formats that take more bytes than compressed rows by this factor are not timed.
const MOST_BYTES: usize = 4;

/// How long one turn takes at least: shorter work is repeated in it.
const TURN: f64 = 20e-6;

struct Words {
    fit: bool,
    raw: bool,
    seconds: f64,
    files: Vec<PathBuf>,
}

fn words() -> std::result::Result<Words, String> {
    let mut words = Words {
        fit: false,
        raw: false,
        seconds: 0.5,
        files: Vec::new(),
    };
    let mut all = std::env::args().skip(1);
    while let Some(word) = all.next() {
        match &*word {
            "--fit" => words.fit = true,
            "--raw" => words.raw = true,
            "--seconds" => {
                let number = all.next().and_then(|number| number.parse().ok());
                words.seconds = number.ok_or("--seconds takes a number")?
            }
            option if option.starts_with('-') => return Err(format!("there is no option {option}\n{HELP}")),
            path if Path::new(path).is_dir() => {
                let listed = std::fs::read_dir(path).map_err(|error| format!("{path}: {error}"))?;
                let mut files: Vec<PathBuf> = listed.filter_map(|entry| Some(entry.ok()?.path())).collect();
                files.retain(|file| file.to_string_lossy().contains(".mtx"));
                files.sort();
                words.files.extend(files)
            }
            path => words.files.push(path.into()),
        }
    }
    match words.files.is_empty() {
        true => Err(HELP.into()),
        false => Ok(words),
    }
}

/// One who is timed.
struct Entrant {
    what: Timed,
    run: Box<dyn FnMut()>,
    /// How often it runs in a turn.
    times: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Timed {
    /// Work in a format.
    Format(MatrixFormat, Workload),
    /// The pass of the adviser.
    Pass,
}

fn done<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|error| panic!("{error}"))
}

/// All who are timed over a matrix. Products with a vector are compared with those over compressed rows.
fn entrants(a: &Csr<f64>, structure: &Structure) -> Result<Vec<Entrant>> {
    let x: Rc<Vector<f64>> = Rc::new(
        (0..structure.cols)
            .map(|at| 0.5 + (at % 17) as f64 / 8.0)
            .collect::<Vec<_>>()
            .into(),
    );
    let b: Vec<f64> = (0..8 * structure.cols).map(|at| 0.5 + (at % 13) as f64 / 8.0).collect();
    let b = Rc::new(Matrix::from_dense([structure.cols, 8], &b)?);
    let wanted = spmv::spmv(a, &x)?;
    let y = Rc::new(RefCell::new(Vector::default()));
    let c = Rc::new(RefCell::new(Matrix::default()));
    let mut all = Vec::new();
    let mut push = |what, run: Box<dyn FnMut()>| all.push(Entrant { what, run, times: 1 });
    let most = structure
        .bytes(MatrixFormat::Csr)
        .unwrap_or(0)
        .saturating_mul(MOST_BYTES);
    for &format in MatrixFormat::ALL {
        if structure.bytes(format).is_none_or(|bytes| bytes > most) {
            continue;
        }
        let tensor = Rc::new(AnyMatrix::from_tensor(format, a)?);
        assert_eq!(Some(tensor.bytes()), structure.bytes(format), "{format}");
        {
            let (a, x, y) = (Rc::clone(&tensor), Rc::clone(&x), Rc::clone(&y));
            let run = move || {
                done(spmv::spmv_any_into(&mut *y.borrow_mut(), &a, &x));
            };
            run();
            push(Timed::Format(format, Workload::Spmv), Box::new(run));
        }
        for (row, (got, wanted)) in y.borrow().values().iter().zip(wanted.values()).enumerate() {
            let near = (got - wanted).abs() <= 1e-6 * wanted.abs().max(1.0) || !wanted.is_finite();
            assert!(near, "{format}: row {row} is {got}, and {wanted} over compressed rows")
        }
        let (a, b, c) = (Rc::clone(&tensor), Rc::clone(&b), Rc::clone(&c));
        push(
            Timed::Format(format, Workload::Spmm(8)),
            Box::new(move || done(with_format!(&*a, |a| spmm_into(&mut *c.borrow_mut(), a, &b)))),
        );
        push(
            Timed::Format(format, Workload::Iterate),
            Box::new(move || {
                let mut total = 0.0;
                tensor.for_each(|at, value| total += value * at[0] as f64);
                std::hint::black_box(total);
            }),
        )
    }
    let a = a.clone();
    push(
        Timed::Pass,
        Box::new(move || {
            std::hint::black_box(done(Structure::of(&a)));
        }),
    );
    Ok(all)
}

/// The least time of each, in turns.
fn times(all: &mut [Entrant], seconds: f64) -> Vec<(Timed, f64)> {
    for entrant in all.iter_mut() {
        (entrant.run)();
        let begin = Instant::now();
        (entrant.run)();
        let one = begin.elapsed().as_secs_f64().max(1e-8);
        entrant.times = ((TURN / one) as usize).clamp(1, 1000)
    }
    let mut runs: Vec<_> = all
        .iter_mut()
        .map(|entrant| {
            || {
                for _ in 0..entrant.times {
                    (entrant.run)()
                }
            }
        })
        .collect();
    let mut runners: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
    let laps = Laps {
        least: 7,
        most: 5000,
        time: Duration::from_secs_f64(seconds),
    };
    let timings = race_after(1, laps, &mut runners);
    drop(runners);
    drop(runs);
    let each = all.iter().zip(timings);
    each.map(|(entrant, timing)| (entrant.what, timing.min / entrant.times as f64))
        .collect()
}

/// What few files are: diagonals, permutations and bands.
fn generated() -> Vec<(Csr<f64>, Structure)> {
    let mut entries: Vec<(usize, Vec<[usize; 2]>)> = Vec::new();
    for size in [30, 300, 1000, 5000, 20_000, 80_000] {
        entries.push((size, (0..size).map(|row| [row, row]).collect()));
        entries.push((size, (0..size).map(|row| [row, row * 7919 % size]).collect()));
        entries.push((
            size,
            (0..size)
                .filter(|row| row * 7919 % 100 < 60)
                .map(|row| [row, row * 31 % size])
                .collect(),
        ));
    }
    for (size, reach) in [
        (100, 1),
        (2000, 1),
        (30_000, 1),
        (2000, 3),
        (20_000, 3),
        (2000, 10),
        (500, 40),
        (5000, 40),
    ] {
        let near = move |row: usize| row.saturating_sub(reach)..(row + reach + 1).min(size);
        entries.push((
            size,
            (0..size).flat_map(|row| near(row).map(move |col| [row, col])).collect(),
        ))
    }
    let made = entries.into_iter().map(|(size, entries)| {
        let values = entries
            .into_iter()
            .enumerate()
            .map(|(at, index)| (index, 0.5 + (at % 101) as f64));
        let a = done(Csr::from_triplets([size, size], values, Add));
        let structure = done(Structure::of(&a));
        (a, structure)
    });
    made.collect()
}

fn main() {
    let words = words().unwrap_or_else(|text| {
        eprintln!("{text}");
        std::process::exit(2)
    });
    let (mut samples, mut measured) = (Vec::new(), Vec::new());
    for file in &words.files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let read = Csr::<f64>::read_matrix_market(file).and_then(|a| Ok((Structure::of(&a)?, a)));
        let (structure, a) = match read {
            Ok(read) => read,
            Err(error) => {
                eprintln!("{name}: left out: {error}");
                continue;
            }
        };
        let mut all = match entrants(&a, &structure) {
            Ok(all) => all,
            Err(error) => {
                eprintln!("{name}: left out: {error}");
                continue;
            }
        };
        let times = times(&mut all, words.seconds);
        if words.raw {
            for (what, seconds) in &times {
                println!("raw\t{name}\t{what:?}\t{seconds:e}\t{structure:?}")
            }
        }
        for &(what, seconds) in &times {
            if let Timed::Format(format, work) = what {
                samples.push(Sample::new(structure.clone(), format, work, seconds))
            }
        }
        measured.push((name, structure, times))
    }
    report(&measured, &Model::default());
    if words.fit {
        for (a, structure) in generated() {
            for (what, seconds) in times(&mut done(entrants(&a, &structure)), words.seconds) {
                if let Timed::Format(format, work) = what {
                    samples.push(Sample::new(structure.clone(), format, work, seconds))
                }
            }
        }
        let model = Model::default().fitted(&samples);
        println!("\n{model:#?}");
        report(&measured, &model)
    }
}

/// What the adviser chooses by a model, beside the best.
fn report(measured: &[(String, Structure, Vec<(Timed, f64)>)], model: &Model) {
    for work in [Workload::Spmv, Workload::Spmm(8), Workload::Iterate] {
        println!(
            "\n{:40} {:>9} {:10} {:>10} {:10} {:>10} {:>7} {:>7} {:>7} {:>6}",
            format!("{work:?}"),
            "stored",
            "chosen",
            "us",
            "best",
            "us",
            "by best",
            "by csr",
            "error",
            "pass"
        );
        let (mut by_best, mut by_rows, mut errors, mut passes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (name, structure, times) in measured {
            let of = |what| times.iter().find(|time| time.0 == what).map(|time| time.1);
            let advice = Advice::of(structure.clone(), work, model);
            let mut formats: Vec<(MatrixFormat, f64)> = MatrixFormat::ALL
                .iter()
                .filter_map(|&format| Some((format, of(Timed::Format(format, work))?)))
                .collect();
            formats.sort_by(|one, other| one.1.total_cmp(&other.1));
            let chosen = of(Timed::Format(advice.best(), work));
            let rows = of(Timed::Format(MatrixFormat::Csr, work));
            let (Some(chosen), Some(rows), Some(&best)) = (chosen, rows, formats.first()) else {
                println!("{name}: {} was not timed", advice.best());
                continue;
            };
            let pass = of(Timed::Pass).unwrap_or(f64::NAN) / rows;
            let predicted = advice
                .candidate(advice.best())
                .map_or(f64::NAN, |candidate| candidate.seconds);
            println!(
                "{name:40} {:>9} {:10} {:>10.3} {:10} {:>10.3} {:>7.3} {:>7.3} {:>7.2} {:>6.1}",
                structure.stored,
                advice.best(),
                1e6 * chosen,
                best.0,
                1e6 * best.1,
                chosen / best.1,
                chosen / rows,
                predicted / chosen,
                pass
            );
            by_best.push(chosen / best.1);
            by_rows.push(chosen / rows);
            errors.push((predicted / chosen).max(chosen / predicted));
            passes.push(pass)
        }
        let most = |ratios: &[f64]| ratios.iter().copied().fold(0.0, f64::max);
        for (what, ratios) in [
            ("by the best", &by_best),
            ("by csr", &by_rows),
            ("error", &errors),
            ("pass", &passes),
        ] {
            let mean = geometric_mean(ratios).unwrap_or(f64::NAN);
            println!(
                "{} ratios, {what}: geometric mean {mean:.3}, most {:.3}",
                ratios.len(),
                most(ratios)
            )
        }
        let worse = by_rows.iter().filter(|&&ratio| ratio > 1.05).count();
        println!(
            "{worse} of {} choices are worse than compressed rows by more than 5 %",
            by_rows.len()
        )
    }
}
