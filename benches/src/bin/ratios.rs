//! Kernels against their twins: prints a table per kernel, or runs one of them for a profiler.

use finch_benches::cases::{
    BLOCK_KERNELS, Case, DICT_KERNELS, EINSUM_KERNELS, ENTER_KERNELS, EXPRESSION_KERNELS, Entrant, HALF_KERNELS,
    IMAGE_KERNELS, KIND_KERNELS, MATRIX_KERNELS, PACKED_KERNELS, PATTERN_KERNELS, RECURRENCE_KERNELS, SAMPLED_KERNELS,
    VECTOR_KERNELS, over_images, over_matrix, over_tensor, over_vectors,
};
use finch_benches::data::{self, Named};
use finch_benches::race::{Laps, Timing, geometric_mean};
use finch_kernels::prelude::Csr;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

const HELP: &str = "\
ratios [options] [kernel ..]       races kernels against their hand-written twins
ratios --once kernel input --impl name --reps n
                                   runs one entrant (or `all`), n times after a first one, and times nothing
ratios --list                      the files that are raced over, one per line

  --files n      over so many files of $FINCH_DATA/matrices, those with most entries (20)
  --named text   over all files of $FINCH_DATA whose names hold this, as SNAP
  --seconds s    per kernel and input (1.5)
  --stored n     entries of what is generated (1000000)
  --own          kernels over matrices race over a generated matrix of their own kind

An input is a Matrix Market file, for kernels over matrices, a FROSTT file (.tns), for kernels over tensors, or the number of
entries of what is generated. Kernels over tensors are run once, and not raced.
Without kernels: spmv-gather, spmv-scatter, spgemm, and all over vectors; `all` are all.";

/// What raced unless kernels are named: what the project's targets are about.
const USUAL: &[&str] = &["spmv-gather", "spmv-scatter", "spgemm"];

struct Options {
    files: usize,
    named: String,
    laps: Laps,
    stored: usize,
    kernels: Vec<String>,
    once: Option<PathBuf>,
    entrant: String,
    reps: usize,
    list: bool,
    own: bool,
}

fn options() -> Result<Option<Options>, Box<dyn Error>> {
    let mut options = Options {
        files: 20,
        named: String::new(),
        laps: Laps::default(),
        stored: 1_000_000,
        kernels: Vec::new(),
        once: None,
        entrant: "finch".into(),
        reps: 1,
        list: false,
        own: false,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or_else(|| format!("something is missing after {word}"));
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--named" => options.named = next()?,
            "--files" => options.files = next()?.parse()?,
            "--seconds" => options.laps.time = Duration::try_from_secs_f64(next()?.parse()?)?,
            "--stored" => options.stored = next()?.parse()?,
            "--once" => {
                options.kernels = vec![next()?];
                options.once = Some(next()?.into())
            }
            "--impl" => options.entrant = next()?,
            "--reps" => options.reps = next()?.parse()?,
            "--list" => options.list = true,
            "--own" => options.own = true,
            _ if word.starts_with('-') => return Err(format!("there is no option {word}").into()),
            _ => options.kernels.push(word),
        }
    }
    Ok(Some(options))
}

fn main() -> ExitCode {
    let result = match options() {
        Ok(None) => {
            println!("{HELP}");
            Ok(())
        }
        Ok(Some(options)) if options.list => list(&options),
        Ok(Some(options)) => match &options.once {
            Some(input) => once(&options, input),
            None => tables(&options),
        },
        Err(error) => Err(error),
    };
    finch_benches::ended("ratios", result)
}

fn list(options: &Options) -> Result<(), Box<dyn Error>> {
    let folder = data::folder().ok_or("FINCH_DATA is not set")?;
    for file in data::largest(&folder, options.files)? {
        println!("{}", file.display())
    }
    Ok(())
}

fn once(options: &Options, input: &Path) -> Result<(), Box<dyn Error>> {
    let kernel = &*options.kernels[0];
    let case = match input.to_str().and_then(|input| input.parse().ok()) {
        Some(stored) => generated(kernel, stored)?,
        None if input.to_string_lossy().contains(".tns") => over_tensor(kernel, &data::read_tensor(input)?)?,
        None => over_matrix(kernel, &Rc::new(data::read(input)?.matrix))?,
    };
    let mut case = case.ok_or_else(|| format!("there is no kernel {kernel} over that input"))?;
    let mut found = false;
    for entrant in &mut case.entrants {
        if options.entrant != "all" && options.entrant != entrant.name() {
            continue;
        }
        found = true;
        // Outputs are allocated now.
        entrant.run();
        for _ in 0..options.reps {
            match entrant.name() {
                "hand" => measured_hand(entrant),
                "finch" => measured_finch(entrant),
                _ => entrant.run(),
            }
        }
    }
    if found {
        Ok(())
    } else {
        Err(format!("{kernel} has no entrant {}", options.entrant).into())
    }
}

/// What a profiler is asked about.
#[inline(never)]
fn measured_hand(entrant: &mut Entrant) {
    entrant.run()
}

/// What a profiler is asked about.
#[inline(never)]
fn measured_finch(entrant: &mut Entrant) {
    entrant.run();
    // Unlike the other function, lest they are merged.
    std::hint::black_box(());
}

/// A kernel over generated vectors or a matrix of its kind with so many entries, or over an image of so many pixels.
fn generated(kernel: &str, stored: usize) -> Result<Option<Case>, Box<dyn Error>> {
    if let Some(case) = over_vectors(kernel, stored)? {
        return Ok(Some(case));
    }
    if let Some(case) = over_images(kernel, stored.isqrt())? {
        return Ok(Some(case));
    }
    Ok(over_matrix(kernel, &Rc::new(data::own_kind(kernel, stored)?.matrix))?)
}

fn inputs(options: &Options) -> Result<Vec<Named>, Box<dyn Error>> {
    let Some(folder) = data::folder() else {
        println!("FINCH_DATA is not set: over generated matrices");
        return Ok(data::generated()?);
    };
    let files = if options.named.is_empty() {
        let files = data::largest(&folder, options.files)?;
        println!(
            "over the {} files of matrices/ with most entries after symmetric expansion (facts.csv)",
            files.len()
        );
        files
    } else {
        let files = data::matching(&folder, &options.named)?;
        println!("over the {} files whose names hold `{}`", files.len(), options.named);
        files
    };
    Ok(files.iter().map(|file| data::read(file)).collect::<Result<_, _>>()?)
}

fn tables(options: &Options) -> Result<(), Box<dyn Error>> {
    let wanted = |known: &[&'static str], usual: &[&str]| -> Vec<&'static str> {
        let chosen = |kernel: &&str| match &*options.kernels {
            [] => usual.contains(kernel),
            [all] if all == "all" => true,
            kernels => kernels.iter().any(|wanted| wanted == kernel),
        };
        known.iter().copied().filter(chosen).collect()
    };
    let over_generated = wanted(
        &[
            VECTOR_KERNELS,
            HALF_KERNELS,
            KIND_KERNELS,
            RECURRENCE_KERNELS,
            ENTER_KERNELS,
            IMAGE_KERNELS,
        ]
        .concat(),
        VECTOR_KERNELS,
    );
    let over_matrices = wanted(
        &[
            MATRIX_KERNELS,
            EXPRESSION_KERNELS,
            EINSUM_KERNELS,
            BLOCK_KERNELS,
            DICT_KERNELS,
            PACKED_KERNELS,
            PATTERN_KERNELS,
            SAMPLED_KERNELS,
        ]
        .concat(),
        USUAL,
    );
    for kernel in &options.kernels {
        if kernel != "all"
            && !MATRIX_KERNELS
                .iter()
                .chain(BLOCK_KERNELS)
                .chain(DICT_KERNELS)
                .chain(PACKED_KERNELS)
                .chain(PATTERN_KERNELS)
                .chain(SAMPLED_KERNELS)
                .chain(VECTOR_KERNELS)
                .chain(IMAGE_KERNELS)
                .chain(HALF_KERNELS)
                .chain(KIND_KERNELS)
                .chain(RECURRENCE_KERNELS)
                .chain(ENTER_KERNELS)
                .any(|known| known == kernel)
        {
            return Err(format!("there is no kernel {kernel}").into());
        }
    }
    if options.own {
        for kernel in &over_matrices {
            let case = generated(kernel, options.stored)?.ok_or("a kernel is listed that is not there")?;
            over_one(case, options)?
        }
    } else if !over_matrices.is_empty() {
        let inputs: Vec<(String, Rc<Csr<f64>>)> = inputs(options)?
            .into_iter()
            .map(|named| (named.name, Rc::new(named.matrix)))
            .collect();
        for kernel in over_matrices {
            over_files(kernel, &inputs, options.laps)?
        }
    }
    for kernel in over_generated {
        let case = generated(kernel, options.stored)?.ok_or("a kernel is listed that is not there")?;
        over_one(case, options)?
    }
    Ok(())
}

fn over_files(kernel: &str, inputs: &[(String, Rc<Csr<f64>>)], laps: Laps) -> Result<(), Box<dyn Error>> {
    println!(
        "\n{kernel}\n  {:32} {:>9} {:>11} {:>11} {:>7} {:>7} {:>6}",
        "input", "stored", "hand ms", "finch ms", "ratio", "median", "laps"
    );
    let (mut ratios, mut medians) = (Vec::new(), Vec::new());
    for (name, matrix) in inputs {
        let mut case = over_matrix(kernel, matrix)?.ok_or("a kernel is listed that is not there")?;
        let timings = case.race(laps).map_err(|error| format!("{name}: {error}"))?;
        let [hand, finch] = timings[..] else {
            return Err(format!("{kernel} has other entrants than hand and finch").into());
        };
        let ratio = finch.min / hand.min;
        let median = finch.median / hand.median;
        println!(
            "  {name:32} {:>9} {:>11.4} {:>11.4} {ratio:>7.3} {median:>7.3} {:>6}",
            matrix.count_stored(),
            hand.min * 1e3,
            finch.min * 1e3,
            finch.laps
        );
        ratios.push(ratio);
        medians.push(median)
    }
    if let (Some(ratio), Some(median)) = (geometric_mean(&ratios), geometric_mean(&medians)) {
        let most = ratios.iter().copied().fold(0.0, f64::max);
        println!(
            "  {:32} {:>9} {:>11} {:>11} {ratio:>7.3} {median:>7.3}   at most {most:.3}",
            "geometric mean", "", "", ""
        )
    }
    Ok(())
}

fn over_one(mut case: Case, options: &Options) -> Result<(), Box<dyn Error>> {
    let timings = case.race(options.laps)?;
    println!("\n{}, {} stored", case.kernel, options.stored);
    let Timing { min, median, .. } = timings[0];
    for (entrant, timing) in case.entrants.iter().zip(timings) {
        println!(
            "  {:32} {:>11.4} ms   ratio {:>8.3}   median {:>8.3}   laps {}",
            entrant.name(),
            timing.min * 1e3,
            timing.min / min,
            timing.median / median,
            timing.laps
        )
    }
    Ok(())
}
