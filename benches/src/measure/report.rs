//! What is printed.

use super::problem::Problem;
use super::row::Row;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Prints the rows of a problem, which were timed.
///
/// # Errors
///
/// Nothing can be written.
pub fn print(problem: &Problem, rows: &[Row], json: bool, output: &mut dyn Write) -> io::Result<()> {
    print_rows(
        [problem.kernel.name(), &problem.input, &problem.size()],
        rows,
        json,
        output,
    )
}

/// Prints rows that were timed, under the name of a kernel, that of an input, and what there is to say of its size.
///
/// # Errors
///
/// Nothing can be written.
pub fn print_rows(
    [kernel, input, size]: [&str; 3],
    rows: &[Row],
    json: bool,
    output: &mut dyn Write,
) -> io::Result<()> {
    if json {
        for row in rows {
            writeln!(output, "{}", line(kernel, input, row))?
        }
        return output.flush();
    }
    writeln!(
        output,
        "{kernel} over {input}: {size}\n  {:16} {:18} {:7} {:>12} {:>12} {:>8} {:>6}  check",
        "impl", "format", "output", "min s", "median s", "ratio", "reps"
    )?;
    for row in rows {
        let Some(timing) = row.timing else { continue };
        // The twin whose output goes to the same place, in this format if there is one; who has no such twin is compared with
        // the first one.
        let mut twins = rows
            .iter()
            .filter(|twin| twin.implementation == "hand" && twin.output == row.output);
        let any = twins.clone().next();
        let twin = twins.find(|twin| twin.format == row.format).or(any);
        let twin = twin.or(rows.first()).and_then(|twin| twin.timing);
        let ratio = twin.map_or(f64::NAN, |twin| timing.min / twin.min);
        writeln!(
            output,
            "  {:16} {:18} {:7} {:>12.9} {:>12.9} {ratio:>8.3} {:>6}  {:e}",
            row.implementation,
            row.format,
            row.output.name(),
            timing.min,
            timing.median,
            timing.laps,
            row.check
        )?
    }
    output.flush()
}

/// A row as JSON.
fn line(kernel: &str, input: &str, row: &Row) -> String {
    let timing = row.timing;
    let seconds = |seconds: Option<f64>| seconds.map_or_else(|| "null".into(), number);
    format!(
        "{{\"kernel\":{},\"input\":{},\"impl\":{},\"format\":{},\"min_s\":{},\"median_s\":{},\"reps\":{},\"check\":{},\
         \"output\":{}}}",
        string(kernel),
        string(input),
        string(row.implementation),
        string(row.format),
        seconds(timing.map(|timing| timing.min)),
        seconds(timing.map(|timing| timing.median)),
        timing.map_or(0, |timing| timing.laps),
        number(row.check),
        string(row.output.name())
    )
}

/// A number as JSON, to the last digit; what is not finite, which JSON does not have, is null.
pub fn number(value: f64) -> String {
    if value.is_finite() {
        format!("{value:?}")
    } else {
        "null".into()
    }
}

/// A text as JSON.
pub(super) fn string(text: &str) -> String {
    let mut json = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            control if control < ' ' => {
                // Writing to a string does not fail.
                let _ = write!(json, "\\u{:04x}", u32::from(control));
            }
            other => json.push(other),
        }
    }
    json.push('"');
    json
}
