//! Graphs and images beside libraries for graphs and images: a line for each input, and geometric means.

mod graphs;
mod images;
mod peer;
mod races;

use finch_benches::race::Laps;
use graphs::graphs;
use images::{over_image, read_images};
use peer::Peer;
use races::Races;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const HELP: &str = "\
others [options] [kernel ..]   races kernels beside petgraph, rustworkx-core and imageproc

    graphs:  components, cores, betweenness
    images:  city-block, chessboard, squared-euclidean, label-four, label-eight

  --seconds s    per kernel and input (0.2)
  --named text   only inputs whose names hold this
  --work n       betweenness only where vertices times vertices and edges are no more (100000000)
  --beside cmd   a peer besides, a command such as 'python3 benches/peers/opencv.py' or 'python3 benches/peers/network_x.py':
                 it is timed by itself, after the others, and reads images from files that are written for it
  --json file    keeps each factor as a line of JSON, of which benches/peers/results.py makes the page of results

The inputs are those of $FINCH_DATA/graphs and $FINCH_DATA/images: pixels below 128 are on, images of one size are stacked
(MNIST, Omniglot, sketches). Times are the fastest of interleaved laps, on one thread; the factors behind them say how many
times as long the others take. All results are allocated within what is timed, and compared before.";

const KERNELS: [&str; 8] = [
    "components",
    "cores",
    "betweenness",
    "city-block",
    "chessboard",
    "squared-euclidean",
    "label-four",
    "label-eight",
];

struct Options {
    laps: Laps,
    named: String,
    kernels: Vec<&'static str>,
    work: usize,
    beside: Vec<String>,
    json: Option<PathBuf>,
}

fn options() -> Outcome<Option<Options>> {
    let mut options = Options {
        laps: Laps {
            least: 3,
            most: 2000,
            time: Duration::from_millis(200),
        },
        named: String::new(),
        kernels: Vec::new(),
        work: 100_000_000,
        beside: Vec::new(),
        json: None,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or_else(|| format!("something is missing after {word}"));
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--seconds" => options.laps.time = Duration::from_secs_f64(next()?.parse()?),
            "--named" => options.named = next()?,
            "--work" => options.work = next()?.parse()?,
            "--beside" => options.beside.push(next()?),
            "--json" => options.json = Some(next()?.into()),
            name => match KERNELS.into_iter().find(|&kernel| kernel == name) {
                Some(kernel) => options.kernels.push(kernel),
                None => return Err(format!("there is no kernel {name}, see --help").into()),
            },
        }
    }
    if options.kernels.is_empty() {
        options.kernels = KERNELS.to_vec()
    }
    Ok(Some(options))
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.split_once('.').map_or(&*name, |(name, _)| name).into()
}

fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Outcome<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

fn run() -> Outcome<()> {
    let Some(options) = options()? else {
        println!("{HELP}");
        return Ok(());
    };
    let Some(folder) = std::env::var_os("FINCH_DATA").map(PathBuf::from) else {
        return Err("the variable FINCH_DATA names the folder of data".into());
    };
    // Some of what the others do asks for threads.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global()?;
    let has = |kernels: &[&str]| kernels.iter().any(|kernel| options.kernels.contains(kernel));
    println!("times of finch in microseconds, and how many times as long the others take");
    let mut races = Races {
        laps: options.laps,
        peers: options
            .beside
            .iter()
            .map(|command| Peer::start(command))
            .collect::<Outcome<_>>()?,
        factors: BTreeMap::new(),
    };
    if has(&KERNELS[..3]) {
        graphs(&options, &mut races, &folder)?
    }
    if has(&KERNELS[3..]) {
        for (name, levels) in read_images(&folder.join("images"), &options.named)? {
            over_image(&options, &mut races, &name, &levels)?
        }
    }
    races.print();
    match &options.json {
        Some(file) => Ok(std::fs::write(file, races.json())?),
        None => Ok(()),
    }
}

fn main() -> ExitCode {
    finch_benches::ended("others", run())
}
