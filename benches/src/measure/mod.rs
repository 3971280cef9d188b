//! One kernel over one file: by hand, in each format, and by other libraries.
//!
//! | module | holds |
//! |---|---|
//! | [`arguments`] | the command line |
//! | [`problem`] | the kernels and their inputs, by definitions that others can follow |
//! | [`row`] | one of those that are timed, and its check |
//! | [`hand`] | the twins |
//! | [`images`], [`idx`] | kernels over images; a file of many |
//! | [`spmv`](mod@spmv) | products of a matrix with a vector in all formats that suit it, from one triangle, and with several vectors |
//! | [`factors`] | sampled products of dense matrices, and tensors times matrices |
//! | [`expressions`] | array expressions |
//! | [`formats`] | the formats, a row each in a table |
//! | [`spgemm`](mod@spgemm) | the ways to multiply sparse matrices |
//! | [`graphs`] | the same for kernels over graphs |
//! | [`peers`] | other libraries, with the feature `peers` |
//! | [`figures`] | what a file holds |
//! | [`reading`] | reading files |
//! | [`report`] | lines of a table, or of JSON |
//!
//! The binary `measure` is [`run`] with a standard output.

pub mod arguments;
pub mod expressions;
pub mod factors;
pub mod figures;
pub mod formats;
pub mod graphs;
pub mod hand;
pub mod idx;
pub mod images;
#[cfg(feature = "peers")]
pub mod peers;
pub mod problem;
pub mod reading;
pub mod report;
pub mod row;
pub mod spgemm;
pub mod spmv;

use crate::data;
use crate::policy;
use arguments::{Arguments, Command, HELP};
use finch_kernels::prelude::*;
use problem::Problem;
use row::Row;
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Does what the words of a command line say. Results go to `output`; remarks on what was left out to `remarks`.
///
/// # Errors
///
/// The command is not one, the file cannot be read, the answers differ, or nothing can be written.
pub fn run(words: &[String], output: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let (words, threads) = policy::threads(words)?;
    // What is written goes through memory, as it need not be what threads can share.
    let (written, remarked, outcome) = policy::on_threads(threads, || {
        let (mut written, mut remarked) = (Vec::new(), Vec::new());
        let outcome = run_here(&words, &mut written, &mut remarked).map_err(|error| error.to_string());
        (written, remarked, outcome)
    })?;
    output.write_all(&written)?;
    remarks.write_all(&remarked)?;
    Ok(outcome?)
}

/// [`run`] on the caller's thread.
fn run_here(words: &[String], output: &mut dyn Write, remarks: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if words.first().is_some_and(|word| images::NAMES.contains(&&**word)) {
        return images::run(words, output);
    }
    if words.first().is_some_and(|word| spmv::NAMES.contains(&&**word)) {
        return spmv::run(words, output, remarks);
    }
    if words.first().is_some_and(|word| factors::NAMES.contains(&&**word)) {
        return factors::run(words, output, remarks);
    }
    if words.first().is_some_and(|word| expressions::NAMES.contains(&&**word)) {
        return expressions::run(words, output, remarks);
    }
    if words.first().is_some_and(|word| reading::NAMES.contains(&&**word)) {
        return reading::run(words, output, remarks);
    }
    match Arguments::parse(words)? {
        Arguments {
            command: Command::Help, ..
        } => {
            let formats = formats::listed();
            writeln!(
                output,
                "{HELP}{formats}{}{}{}{}{}",
                images::HELP,
                spmv::HELP,
                factors::HELP,
                expressions::HELP,
                reading::HELP
            )?
        }
        Arguments {
            command: Command::Read,
            file,
            ..
        } => writeln!(output, "{}", figures::of(&found(&file))?)?,
        arguments @ Arguments {
            command: Command::Graph(kernel),
            ..
        } => {
            let problem = graphs::Problem::of(kernel, &arguments.file.to_string_lossy(), found)?;
            let mut rows = problem.rows()?;
            row::check_rows([kernel.name(), &problem.input], problem.magnitude(), &mut rows)?;
            row::time(&mut rows, arguments.laps);
            report::print_rows(
                [kernel.name(), &problem.input, &problem.size()],
                &rows,
                arguments.json,
                output,
            )?
        }
        arguments @ Arguments {
            command: Command::Kernel(kernel),
            ..
        } => {
            let path = found(&arguments.file);
            let matrix = data::read(&path)?;
            for problem in Problem::of(kernel, &matrix.name, &Rc::new(matrix.matrix))? {
                let rows = measure(&problem, &arguments, remarks)?;
                report::print(&problem, &rows, arguments.json, output)?;
                for (kernel, mut rows, magnitude) in spgemm::masked(&problem, &arguments.formats, remarks)? {
                    row::check_rows([kernel, &problem.input], magnitude, &mut rows)?;
                    row::time(&mut rows, arguments.laps);
                    report::print_rows([kernel, &problem.input, &problem.size()], &rows, arguments.json, output)?
                }
            }
        }
    }
    Ok(())
}

/// A file, or one of that name in the folder of data.
fn found(file: &Path) -> PathBuf {
    if file.exists() {
        return file.to_owned();
    }
    let inside = data::folder().map(|folder| folder.join(file));
    inside
        .filter(|inside| inside.exists())
        .unwrap_or_else(|| file.to_owned())
}

/// All that compute the same: by hand first, then the formats that are asked for, or those that can hold the matrix and
/// take no age, and the peers.
///
/// # Errors
///
/// A format that was asked for cannot hold the matrix; remarks cannot be written.
pub fn rows(problem: &Problem, wanted: &[String], remarks: &mut dyn Write) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = hand::rows(problem);
    for format in formats::FORMATS {
        let named = wanted.iter().any(|name| name == format.name);
        if !wanted.is_empty() && !named {
            continue;
        }
        match format.obstacle(problem) {
            Some(obstacle) if !named => {
                writeln!(remarks, "{}: left out, {obstacle}; name it by --format", format.name)?;
                continue;
            }
            _ => {}
        }
        match (format.rows)(format.name, problem) {
            Ok(of_format) => rows.extend(of_format),
            Err(error) if named => return Err(format!("{}: {error}", format.name).into()),
            Err(error) => writeln!(remarks, "{}: left out: {error}", format.name)?,
        }
    }
    rows.extend(spgemm::rows(problem, wanted, remarks)?);
    #[cfg(feature = "peers")]
    rows.extend(peers::rows(problem));
    #[cfg(not(feature = "peers"))]
    writeln!(remarks, "other libraries are left out: build with `--features peers`")?;
    Ok(rows)
}

/// Checks all answers, then times them in turns.
fn measure(problem: &Problem, arguments: &Arguments, remarks: &mut dyn Write) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = rows(problem, &arguments.formats, remarks)?;
    row::check(problem, &mut rows)?;
    row::time(&mut rows, arguments.laps);
    Ok(rows)
}
