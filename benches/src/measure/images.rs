//! Kernels over images: `erode`, `dilate`, `histogram`, `blend`, `label` and `distance`.

use super::arguments::{count_behind, laps_behind};
use super::idx;
use super::report::{number, string};
use crate::cases::image::{self, Formatted};
use crate::cases::regions;
use crate::race::{Laps, race_after};
use finch_image::Result;
use finch_image::morphology::MorphKind;
use finch_image::prelude::*;
use std::error::Error as StdError;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What `--help` prints of them.
pub const HELP: &str = "
measure <erode|dilate|histogram|blend|label|distance> <image> [--iterations n] [--magnify n] [--reps n] [--json]
                     times a kernel over a PNG, PGM or PBM file, whose dark pixels (below 128) are on, or
                     over all images of an IDX file (MNIST), one below the other, whose light ones are
  erode, dilate      by a square of 3 by 3, n times
  histogram          16 bins of the grey image, where it is dark
  blend              0.3 of the image and 0.7 of its mirror image
  label              connected components of what is dark, by eight neighbours
  distance           squared Euclidean distances of what is dark to what is light
  --magnify n        each pixel becomes a square of n by n first

`check` is the number of pixels that are on, or counted, or there, or of components; all answers must agree in every pixel.";

/// The names of the kernels.
pub const NAMES: [&str; 6] = ["erode", "dilate", "histogram", "blend", "label", "distance"];

struct Arguments {
    kernel: String,
    file: PathBuf,
    iterations: usize,
    magnify: usize,
    laps: Laps,
    json: bool,
}

fn parse(words: &[String]) -> Result<Arguments, Box<dyn StdError>> {
    let (mut plain, mut iterations, mut magnify, mut laps, mut json) = (Vec::new(), 1, 1, Laps::default(), false);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut count = || count_behind(word, words.next());
        match &**word {
            "--json" => json = true,
            "--iterations" => iterations = count()?,
            "--magnify" => magnify = count()?,
            "--reps" | "--seconds" => laps = laps_behind(word, words.next())?,
            option if option.starts_with('-') => return Err(format!("there is no option {option}, see --help").into()),
            _ => plain.push(word),
        }
    }
    match plain[..] {
        [kernel, file] => Ok(Arguments {
            kernel: kernel.clone(),
            file: super::found(file.as_ref()),
            iterations,
            magnify,
            laps,
            json,
        }),
        _ => Err("a kernel and an image are needed, see --help".into()),
    }
}

/// A file of any kind that there is.
fn read(path: &Path) -> Result<Matrix<u8>, Box<dyn StdError>> {
    if path.to_string_lossy().ends_with("idx3-ubyte") {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(idx::stacked(&bytes).map_err(|error| format!("{}: {error}", path.display()))?);
    }
    Ok(finch_image::io::read(path)?)
}

/// Does what the words of a command line say; the first one is one of [`NAMES`].
///
/// # Errors
///
/// A word is not understood, the file cannot be read, answers differ, or nothing can be written.
pub fn run(words: &[String], output: &mut dyn Write) -> Result<(), Box<dyn StdError>> {
    let arguments = parse(words)?;
    let image = read(&arguments.file)?.magnify([arguments.magnify; 2])?;
    let mut rows: Vec<Formatted> = match &*arguments.kernel {
        "erode" => image::morphology(&image, MorphKind::Erode, arguments.iterations)?,
        "dilate" => image::morphology(&image, MorphKind::Dilate, arguments.iterations)?,
        "histogram" => image::histogram(&image)?,
        "label" => regions::labels(&image)?,
        "distance" => regions::distances(&image)?,
        _ => image::blend(&image)?,
    };
    let mut answers = Vec::new();
    for (_, entrant) in &mut rows {
        entrant.run();
        answers.push(entrant.answer())
    }
    for ((format, entrant), answer) in rows.iter().zip(&answers) {
        if *answer != answers[0] {
            return Err(format!("{} over {format} differs from the first answer", entrant.name()).into());
        }
    }
    let check = match &*arguments.kernel {
        "histogram" => answers[0].indices.iter().sum(),
        _ => answers[0].indices[0],
    };
    let timings = {
        let mut runs: Vec<_> = rows.iter_mut().map(|(_, entrant)| || entrant.run()).collect();
        let mut runners: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
        race_after(1, arguments.laps, &mut runners)
    };
    let name = arguments
        .file
        .file_stem()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    if !arguments.json {
        writeln!(
            output,
            "{} over {name}: {} by {}, {} iterations, magnified {} times; check {check}",
            arguments.kernel,
            image.shape()[0],
            image.shape()[1],
            arguments.iterations,
            arguments.magnify
        )?
    }
    for ((format, entrant), timing) in rows.iter().zip(timings) {
        if arguments.json {
            writeln!(
                output,
                "{{\"kernel\":{},\"input\":{},\"impl\":{},\"format\":{},\"min_s\":{},\"median_s\":{},\"reps\":{},\
                 \"check\":{check}}}",
                string(&arguments.kernel),
                string(&name),
                string(entrant.name()),
                string(format),
                number(timing.min),
                number(timing.median),
                timing.laps
            )?
        } else {
            writeln!(
                output,
                "  {:10} {format:6} {:>12.9} {:>12.9} {:>6}",
                entrant.name(),
                timing.min,
                timing.median,
                timing.laps
            )?
        }
    }
    Ok(output.flush()?)
}
