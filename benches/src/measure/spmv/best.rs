//! The best of ours beside the best of others, over many files.

use super::input::Input;
use crate::measure::row::Row;
use crate::race::geometric_mean;
use std::io::{self, Write};

/// What is kept of one input.
struct Line {
    name: String,
    stored: usize,
    ours: (&'static str, f64),
    plain: Option<f64>,
    theirs: Option<(&'static str, f64)>,
    triangle: Option<(&'static str, f64)>,
    by_hand: Vec<f64>,
    shares: Vec<(&'static str, f64)>,
}

/// The best of each input.
#[derive(Default)]
pub(super) struct Best(Vec<Line>);

/// The fastest of those that `wanted` says yes to.
fn fastest(
    rows: &[Row],
    wanted: impl Fn(&Row) -> bool,
    name: impl Fn(&Row) -> &'static str,
) -> Option<(&'static str, f64)> {
    let times = rows.iter().filter(|row| wanted(row));
    let times = times.filter_map(|row| Some((name(row), row.timing?.min)));
    times.min_by(|one, other| one.1.total_cmp(&other.1))
}

impl Best {
    /// Keeps what there is to say of the rows of an input, which were timed.
    pub(super) fn add(&mut self, input: &Input, rows: &[Row]) {
        let of = |row: &Row, implementation: &str| row.implementation == implementation;
        let Some(ours) = fastest(rows, |row| of(row, "finch"), |row| row.format) else {
            return;
        };
        let other = |row: &Row| !["finch", "hand", "sum"].contains(&row.implementation);
        // In the order of the loop, as the compressed rows that it is compared with.
        let half = |row: &Row| of(row, "finch") && row.format.starts_with("triangle") && !row.format.ends_with("-fast");
        let mut by_hand = Vec::new();
        let mut shares = Vec::new();
        for row in rows.iter().filter(|row| of(row, "finch")) {
            // What is summed in any order is of as many bytes.
            let same_bytes = row.format.trim_end_matches("-fast");
            let twin = |implementation: &str, format: &str| {
                let found = rows
                    .iter()
                    .find(|twin| of(twin, implementation) && twin.format == format);
                found.and_then(|twin| twin.timing)
            };
            let Some(time) = row.timing else { continue };
            if let Some(twin) = twin("hand", row.format) {
                by_hand.push(time.min / twin.min)
            }
            if let Some(sum) = twin("sum", same_bytes) {
                shares.push((row.format, sum.min / time.min))
            }
        }
        self.0.push(Line {
            name: input.name.clone(),
            stored: input.stored,
            ours,
            plain: fastest(rows, |row| of(row, "finch") && row.format == "csr", |row| row.format).map(|row| row.1),
            theirs: fastest(rows, other, |row| row.implementation),
            triangle: fastest(rows, half, |row| row.format),
            by_hand,
            shares,
        })
    }

    /// A table, and means.
    pub(super) fn print(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(
            output,
            "\n{:36} {:>9}  {:16} {:>9}  {:16} {:>9} {:>7} {:>7} {:>8}",
            "best of ours and of others", "stored", "ours", "us", "other", "us", "faster", "csr", "triangle"
        )?;
        let (mut gains, mut plain_gains, mut halves, mut twins) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for line in &self.0 {
            let gain = line.theirs.map(|theirs| theirs.1 / line.ours.1);
            let plain = line.theirs.and_then(|theirs| Some(theirs.1 / line.plain?));
            let half = line.triangle.and_then(|triangle| Some(line.plain? / triangle.1));
            let number = |number: Option<f64>| number.map_or_else(|| "-".into(), |number| format!("{number:.3}"));
            writeln!(
                output,
                "{:36} {:>9}  {:16} {:>9.2}  {:16} {:>9} {:>7} {:>7} {:>8}",
                line.name,
                line.stored,
                line.ours.0,
                line.ours.1 * 1e6,
                line.theirs.map_or("-", |theirs| theirs.0),
                number(line.theirs.map(|theirs| theirs.1 * 1e6)),
                number(gain),
                number(plain),
                number(half)
            )?;
            gains.extend(gain);
            plain_gains.extend(plain);
            halves.extend(half);
            twins.extend(&line.by_hand);
            for (format, share) in &line.shares {
                writeln!(
                    output,
                    "    {format}: {share:.3} of the bandwidth of a plain sum over as many bytes"
                )?
            }
        }
        let means = [
            ("best of ours against best of others", &gains),
            ("compressed rows against best of others", &plain_gains),
            ("one triangle against compressed rows", &halves),
            ("time of programs by that of their twins", &twins),
        ];
        for (what, ratios) in means {
            if let Some(mean) = geometric_mean(ratios) {
                writeln!(output, "geometric mean of {} ratios, {what}: {mean:.3}", ratios.len())?
            }
        }
        Ok(())
    }
}
