//! Morphology of an image, and a picture of it: before, after, and where work was done.
//!
//!     cargo run --release -p finch-image --example morphology
//!     cargo run --release -p finch-image --example morphology -- page.png clean.png --close --iterations 12 --square
//!
//! The picture shows three panels, side by side. On the right, each word of 64 pixels that was worked on is the darker the
//! more of the iterations it was worked on in; with squares, whose iterations are all done at once, that is every word.

#[path = "../../finch-kernels/examples/common/command.rs"]
mod command;

use command::{Arguments, Outcome, Progress};
use finch_image::Result;
use finch_image::io;
use finch_image::morphology::{Mask, MorphKind};
use finch_image::prelude::*;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const HELP: &str = "morphology [image [picture.png]] [options]
  image              a PNG, PGM or PBM file whose dark pixels are on; without one, a drawing
  picture.png        where before, after and work are written (morphology.png)
  --erode            take away what the element does not fit into
  --dilate           add all that the element covers
  --open             erode, then dilate (this is done if nothing is said)
  --close            dilate, then erode
  --iterations <n>   how often (12)
  --square           by a square of 3 by 3 in place of a cross
  --light            light pixels are on";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    Erode,
    Dilate,
    Open,
    Close,
}

impl Operation {
    /// What is done one after the other.
    fn kinds(self) -> &'static [MorphKind] {
        match self {
            Operation::Erode => &[MorphKind::Erode],
            Operation::Dilate => &[MorphKind::Dilate],
            Operation::Open => &[MorphKind::Erode, MorphKind::Dilate],
            Operation::Close => &[MorphKind::Dilate, MorphKind::Erode],
        }
    }
}

fn operation(arguments: &Arguments) -> Operation {
    let named = [
        ("--erode", Operation::Erode),
        ("--dilate", Operation::Dilate),
        ("--close", Operation::Close),
    ];
    let given = named.iter().find(|(option, _)| arguments.has(option));
    given.map_or(Operation::Open, |&(_, operation)| operation)
}

/// A drawing of 480 by 640: a ring, a bar with notches, letters of dots, and dirt.
fn drawing() -> Result<Matrix<u8>> {
    let (rows, columns) = (480_usize, 640_usize);
    let ink = |y: usize, x: usize| {
        let (dy, dx) = (y as i64 - 230, x as i64 - 220);
        let distance = dy * dy + dx * dx;
        let ring = (110 * 110..165 * 165).contains(&distance) && !(dy.abs() < 6 && dx > 0);
        let bar = (60..400).contains(&y) && (450..560).contains(&x) && !(y % 60 < 9 && x > 500);
        let dots = (420..460).contains(&y) && y % 10 < 6 && x % 14 < 8;
        let scattered = ((y as u64 * 2_654_435_761) ^ (x as u64 * 40_503)).wrapping_mul(2_246_822_519);
        let dirt = (scattered >> 13) & 255 == 0;
        ring || bar || dots || dirt
    };
    let pixel = |at: usize| if ink(at / columns, at % columns) { 20 } else { 235 };
    grey([rows, columns], (0..rows * columns).map(pixel).collect())
}

/// Adds what a mask says to the number of times that words were worked on.
fn count(work: &mut Matrix<u32>, mask: &Mask, repetitions: usize) -> Result<()> {
    let times = repetitions as u32;
    finch! {
        mut work;
        for c, y { if mask[c, y] { work[c, y] += times; } }
    }
    .run()
}

fn main() -> ExitCode {
    command::run(HELP, |arguments| show(&arguments))
}

fn show(arguments: &Arguments) -> Outcome {
    arguments.at_most(2)?;
    let page = match arguments.files.first() {
        Some(path) => io::read(path)?,
        None => drawing()?,
    };
    let output = arguments.files.get(1).map_or(Path::new("morphology.png"), |path| path);
    let (operation, cross) = (operation(arguments), !arguments.has("--square"));
    let iterations = arguments.number("--iterations", 12)?;
    let [rows, columns] = [page.shape()[0], page.shape()[1]];
    let ink: RunImage = if arguments.has("--light") {
        at_least(&page, 128)?
    } else {
        below(&page, 128)?
    };
    let before = BitImage::from_tensor(&ink)?;
    let form = if cross { Footprint::CROSS } else { Footprint::SQUARE };
    let footprint = form.times(iterations);
    println!(
        "{operation:?} by a {} of 3 by 3, {iterations} times, over {rows} by {columns} pixels",
        if cross { "cross" } else { "square" },
    );

    let words = before.words().shape();
    let mut work = Matrix::<u32>::filled([words[0], words[1]], 0)?;
    let mut after = before.clone();
    for &kind in operation.kinds() {
        if cross {
            let (mut failed, mut progress) = (None, Progress::new());
            after = after.cross_where(kind, iterations, kind == MorphKind::Erode, |refresh| {
                progress.tell(|| format!("{kind:?}"));
                failed = failed
                    .take()
                    .or(count(&mut work, refresh.mask, refresh.repetitions).err())
            })?;
            if let Some(error) = failed {
                return Err(error.into());
            }
        } else {
            work = Matrix::filled([words[0], words[1]], 1)?;
            after = apply(&after, kind, footprint)?
        }
    }

    println!("\n  format   pixels on    best of some runs");
    let kinds = operation.kinds();
    report(
        "words",
        || run(&before, kinds, footprint),
        |image| Ok(image.count_on()),
        &after,
    )?;
    report(
        "runs",
        || run(&ink, kinds, footprint),
        |image| Ok(BitImage::from_tensor(image)?.count_on()),
        &after,
    )?;
    let bytes = before.to_bytes()?;
    report(
        "bytes",
        || run(&bytes, kinds, footprint),
        |image| Ok(BitImage::from_tensor(image)?.count_on()),
        &after,
    )?;
    let all = work.values().len() * operation.kinds().len() * if cross { iterations } else { 1 };
    let done: u64 = work.values().iter().map(|&times| u64::from(times)).sum();
    if all > 0 {
        println!(
            "\nwords worked on: {done} of {all}, {:.1} %",
            100.0 * done as f64 / all as f64
        );
    }

    let picture = side_by_side(&[before.to_bytes()?, after.to_bytes()?, shades(&work, rows, columns)?])?;
    io::write(output, picture)?;
    println!("before, after, and where work was done: {}", output.display());
    Ok(())
}

fn apply<I: Morphology>(image: &I, kind: MorphKind, footprint: Footprint) -> Result<I> {
    match kind {
        MorphKind::Erode => image.erode(footprint),
        MorphKind::Dilate => image.dilate(footprint),
    }
}

fn run<I: Morphology>(image: &I, kinds: &[MorphKind], footprint: Footprint) -> Result<I> {
    kinds
        .iter()
        .try_fold(image.clone(), |image, &kind| apply(&image, kind, footprint))
}

/// A line of the table; the result must have as many pixels as `after`.
fn report<I>(
    format: &str,
    run: impl Fn() -> Result<I>,
    count: impl Fn(&I) -> Result<usize>,
    after: &BitImage,
) -> Result<()> {
    let (begin, mut least, mut result) = (Instant::now(), Duration::MAX, None);
    let mut progress = Progress::new();
    while result.is_none() || begin.elapsed() < Duration::from_millis(100) {
        let start = Instant::now();
        result = Some(run()?);
        least = least.min(start.elapsed());
        progress.tell(|| format!("over {format}"))
    }
    let on = result.as_ref().map_or(Ok(0), count)?;
    println!("  {format:6} {on:>11}    {:9.3} ms", least.as_secs_f64() * 1e3);
    if on != after.count_on() {
        return Err(Error::new(
            ErrorKind::Invalid,
            format!("over {format} {on} pixels are on, not {}", after.count_on()),
        ));
    }
    Ok(())
}

/// White where no work was done, darker where there was more.
fn shades(work: &Matrix<u32>, rows: usize, columns: usize) -> Result<Matrix<u8>> {
    let most = work.values().iter().copied().max().unwrap_or(0).max(1);
    let shade = |at: usize| {
        let (y, x) = (at / columns, at % columns);
        255 - (u64::from(work.values()[x / 64 * rows + y]) * 200 / u64::from(most)) as u8
    };
    grey([rows, columns], (0..rows * columns).map(shade).collect())
}

/// Panels with a grey line between them; what is on is black, as it is on paper.
fn side_by_side(panels: &[Matrix<u8>; 3]) -> Result<Matrix<u8>> {
    let [rows, columns] = [panels[0].shape()[0], panels[0].shape()[1]];
    let mut pixels = Vec::new();
    for y in 0..rows {
        for (at, panel) in panels.iter().enumerate() {
            let row = &panel.values()[y * columns..(y + 1) * columns];
            pixels.extend(row.iter().map(|&level| if at < 2 { 255 - level } else { level }));
            if at < 2 {
                pixels.extend([128; 4])
            }
        }
    }
    grey([rows, 3 * columns + 8], pixels)
}
