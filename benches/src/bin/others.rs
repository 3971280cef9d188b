//! Graphs and images beside libraries for graphs and images: a line for each input, and geometric means.

use finch_benches::race::{Laps, geometric_mean, race};
use finch_graph::graph::Direction;
use finch_graph::prelude::{Graph, betweenness, components, k_core};
use finch_image::{Border, Connectivity, Metric, RunImage, distance_transform};
use finch_kernels::prelude::*;
use image::{GrayImage, Luma};
use imageproc::distance_transform::{Norm, euclidean_squared_distance_transform};
use imageproc::region_labelling;
use petgraph::graph::NodeIndex;
use petgraph::{Directed, EdgeType, Undirected};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
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

/// A program that answers requests, see `benches/peers/serve.py`.
struct Peer {
    name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// What stands behind a key, in a line of JSON that holds no lists.
fn field<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let (_, rest) = line.split_once(&format!("\"{key}\": "))?;
    Some(rest.split([',', '}']).next()?.trim_matches('"'))
}

impl Peer {
    fn start(command: &str) -> Outcome<Peer> {
        let mut words = command.split_whitespace();
        let mut process = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{command} has no input or output").into());
        };
        let mut peer = Peer {
            name: command.into(),
            process,
            input,
            output: BufReader::new(output),
        };
        let answer = peer.answer()?;
        match answer
            .first()
            .and_then(|line| Some((field(line, "peer")?, field(line, "version")?)))
        {
            Some((name, version)) => {
                println!("beside {name} {version}");
                peer.name = name.into();
                Ok(peer)
            }
            None => Err(format!("{command}: {}", answer.concat()).into()),
        }
    }

    /// The lines up to an empty one.
    fn answer(&mut self) -> Outcome<Vec<String>> {
        let mut lines = Vec::new();
        for line in (&mut self.output).lines() {
            match line? {
                line if line.is_empty() => return Ok(lines),
                line => lines.push(line),
            }
        }
        Err(format!("{} has ended", self.name).into())
    }

    /// The least time of a kernel over a file, if there is one, and a check of what was computed.
    fn time(&mut self, kernel: &str, seconds: f64, file: &Path) -> Outcome<Option<(f64, f64)>> {
        writeln!(self.input, "{kernel}\t{seconds}\t{}", file.display())?;
        let answer = self.answer()?;
        let Some(line) = answer.first() else {
            return Ok(None);
        };
        match (field(line, "min_s"), field(line, "check")) {
            (Some(time), Some(check)) => Ok(Some((time.parse()?, check.parse()?))),
            _ => Err(format!("{}: {line}", self.name).into()),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It ends by itself, or has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Something that kernels run over.
struct Input<'i> {
    name: &'i str,
    size: String,
    file: &'i Path,
}

/// Who takes part besides, and how many times as long others take, by kernel and by who they are, and over which input.
struct Races {
    laps: Laps,
    peers: Vec<Peer>,
    factors: BTreeMap<(String, String), Vec<(f64, String)>>,
}

impl Races {
    /// Races runners, of which the first is ours, and prints a line. Peers have to agree with `check`.
    fn race(
        &mut self,
        kernel: &str,
        input: &Input<'_>,
        check: f64,
        runners: &mut [(&str, &mut dyn FnMut())],
    ) -> Outcome<()> {
        let timings = {
            let mut runs: Vec<&mut dyn FnMut()> = runners.iter_mut().map(|(_, run)| &mut **run as _).collect();
            race(self.laps, &mut runs)
        };
        let ours = timings[0].min;
        let mut times: Vec<(String, f64)> = runners
            .iter()
            .zip(&timings)
            .skip(1)
            .map(|((name, _), timing)| ((*name).into(), timing.min))
            .collect();
        for peer in &mut self.peers {
            if let Some((time, sum)) = peer.time(kernel, self.laps.time.as_secs_f64(), input.file)? {
                if (sum - check).abs() > 1e-6 * check.abs() {
                    return Err(format!("{}: {kernel} of {} is {sum}, not {check}", input.name, peer.name).into());
                }
                times.push((peer.name.clone(), time))
            }
        }
        let mut line = format!(
            "  {kernel:18} {:30} {:>16} {:>12.1} us",
            input.name,
            input.size,
            ours * 1e6
        );
        for (name, time) in times {
            let factor = time / ours;
            line += &format!("  {name} {factor:.2}");
            let all = self.factors.entry((kernel.into(), name)).or_default();
            all.push((factor, input.name.into()))
        }
        println!("{line}");
        Ok(())
    }

    fn print(&self) {
        println!("\ngeometric means, and the least factors");
        for ((kernel, name), factors) in &self.factors {
            let values: Vec<f64> = factors.iter().map(|(factor, _)| *factor).collect();
            let least = factors.iter().min_by(|one, other| one.0.total_cmp(&other.0));
            if let (Some(mean), Some((least, input))) = (geometric_mean(&values), least) {
                let below = values.iter().filter(|&&factor| factor < 1.0).count();
                println!(
                    "  {kernel:18} {name:30} {mean:7.2}, least {least:.2} ({input}), below 1 in {below} of {}",
                    values.len()
                )
            }
        }
    }
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

/// The same graph for petgraph, each edge once.
fn adjacency<D: EdgeType>(graph: &Graph) -> petgraph::Graph<(), (), D, u32> {
    let mut copy = petgraph::Graph::with_capacity(graph.vertices(), graph.edges());
    for _ in 0..graph.vertices() {
        copy.add_node(());
    }
    for vertex in 0..graph.vertices() {
        for &target in graph.targets(vertex) {
            if D::is_directed() || target as usize >= vertex {
                copy.add_edge(NodeIndex::new(vertex), NodeIndex::new(target as usize), ());
            }
        }
    }
    copy
}

fn over_graph<D: EdgeType + Send + Sync>(
    options: &Options,
    races: &mut Races,
    input: &Input<'_>,
    graph: &Graph,
) -> Outcome<()> {
    let (copy, vertices) = (adjacency::<D>(graph), graph.vertices());
    let has = |kernel| options.kernels.contains(&kernel);
    if has("components") {
        let ours = components::connected(graph)?;
        let sets = rustworkx_core::connectivity::connected_components(&copy);
        if petgraph::algo::connected_components(&copy) != ours.count() || sets.len() != ours.count() {
            return Err(format!("{}: numbers of components differ", input.name).into());
        }
        for set in sets {
            let lowest = set.iter().map(|vertex| vertex.index()).min();
            if set
                .iter()
                .any(|vertex| Some(ours.labels()[vertex.index()] as usize) != lowest)
            {
                return Err(format!("{}: components differ", input.name).into());
            }
        }
        races.race(
            "components",
            input,
            ours.count() as f64,
            &mut [
                ("finch", &mut || drop(black_box(components::connected(graph)))),
                ("petgraph", &mut || {
                    black_box(petgraph::algo::connected_components(&copy));
                }),
                ("rustworkx", &mut || {
                    drop(black_box(rustworkx_core::connectivity::connected_components(&copy)))
                }),
            ],
        )?
    }
    if has("cores") {
        let (ours, theirs) = (
            k_core::decompose(graph)?,
            rustworkx_core::connectivity::core_number(&copy),
        );
        if !theirs
            .iter()
            .all(|(vertex, &number)| ours.numbers()[vertex.index()] as usize == number)
        {
            return Err(format!("{}: core numbers differ", input.name).into());
        }
        races.race(
            "cores",
            input,
            ours.numbers().iter().map(|&number| f64::from(number)).sum(),
            &mut [
                ("finch", &mut || drop(black_box(k_core::decompose(graph)))),
                ("rustworkx", &mut || {
                    drop(black_box(rustworkx_core::connectivity::core_number(&copy)))
                }),
            ],
        )?
    }
    if has("betweenness") && vertices * (vertices + graph.arcs()) <= options.work {
        let (ours, theirs) = (betweenness::centrality(graph)?, betweenness_of(&copy));
        let is_same = |(ours, theirs): (&f64, &Option<f64>)| {
            theirs.is_some_and(|theirs| (ours - theirs).abs() <= 1e-9 * ours.abs().max(1.0))
        };
        if !ours.iter().zip(&theirs).all(is_same) {
            return Err(format!("{}: betweenness differs", input.name).into());
        }
        races.race(
            "betweenness",
            input,
            ours.iter().sum(),
            &mut [
                ("finch", &mut || drop(black_box(betweenness::centrality(graph)))),
                ("rustworkx", &mut || drop(black_box(betweenness_of(&copy)))),
            ],
        )?
    }
    Ok(())
}

/// On the caller's thread.
fn betweenness_of<D: EdgeType + Sync>(graph: &petgraph::Graph<(), (), D, u32>) -> Vec<Option<f64>> {
    rustworkx_core::centrality::betweenness_centrality(graph, false, false, usize::MAX)
}

fn graphs(options: &Options, races: &mut Races, folder: &Path) -> Outcome<()> {
    for path in files(&folder.join("graphs"))? {
        let name = name_of(&path);
        if !name.contains(&options.named) {
            continue;
        }
        let graph = match Graph::read_matrix_market(&path).and_then(Graph::without_loops) {
            Ok(graph) => graph,
            Err(error) => {
                println!("  left out: {error}");
                continue;
            }
        };
        let input = Input {
            name: &name,
            size: format!("{} {}", graph.vertices(), graph.edges()),
            file: &path,
        };
        match graph.direction() {
            Direction::Directed => over_graph::<Directed>(options, races, &input, &graph)?,
            Direction::Undirected => over_graph::<Undirected>(options, races, &input, &graph)?,
        }
    }
    Ok(())
}

/// Images with names, those of one size as one.
fn read_images(folder: &Path, named: &str) -> Outcome<Vec<(String, Matrix<u8>)>> {
    let mut images = Vec::new();
    if "mnist".contains(named) {
        let digits = std::fs::read(folder.join("mnist").join("images-idx3-ubyte"))?;
        let digits: Vec<u8> = digits.iter().skip(16).map(|level| 255 - level).collect();
        images.push(("mnist".into(), Matrix::from_dense([digits.len() / 28, 28], &digits)?))
    }
    for set in ["omniglot", "sketches"] {
        if set.contains(named) {
            let (mut levels, mut columns) = (Vec::new(), 1);
            for path in files(&folder.join(set))? {
                let image = finch_image::io::read(path)?;
                levels.extend_from_slice(image.values());
                columns = image.shape()[1]
            }
            images.push((
                set.into(),
                Matrix::from_dense([levels.len() / columns, columns], &levels)?,
            ))
        }
    }
    for set in ["dip3e_masks", "masks", "documents"] {
        for path in files(&folder.join(set))? {
            if name_of(&path).contains(named) {
                images.push((name_of(&path), finch_image::io::read(path)?))
            }
        }
    }
    Ok(images)
}

fn over_image(options: &Options, races: &mut Races, name: &str, levels: &Matrix<u8>) -> Outcome<()> {
    let [rows, columns] = levels.shape()[..] else {
        return Err("an image has rows and columns".into());
    };
    let file = std::env::temp_dir().join(format!("finch-others-{}-{name}.pgm", std::process::id()));
    if !races.peers.is_empty() {
        finch_image::io::write(&file, levels.clone())?
    }
    let input = &Input {
        name,
        size: format!("{rows} {columns}"),
        file: &file,
    };
    let made = |on: u8, off: u8| {
        levels
            .values()
            .iter()
            .map(move |&level| if level < 128 { on } else { off })
    };
    let image = Matrix::<u8>::from_dense([rows, columns], &made(255, 0).collect::<Vec<_>>())?;
    let runs: RunImage = finch_image::BinaryImage::to_runs(&image)?;
    let buffer = |on, off| GrayImage::from_raw(columns as u32, rows as u32, made(on, off).collect());
    let (Some(on), Some(off)) = (buffer(255, 0), buffer(0, 255)) else {
        return Err(format!("{} is not an image", input.name).into());
    };
    let has = |kernel| options.kernels.contains(&kernel);

    let ours = |metric| distance_transform(&image, metric, Border::Neutral);
    // Where no pixel is off, there are no distances.
    let some_are_off = off.iter().any(|&level| level != 0);
    for (kernel, metric, norm) in [
        ("city-block", Metric::CityBlock, Norm::L1),
        ("chessboard", Metric::Chessboard, Norm::LInf),
    ] {
        if has(kernel) && some_are_off {
            let theirs = || imageproc::distance_transform::distance_transform(&off, norm);
            let (distances, bytes) = (ours(metric)?, theirs());
            if !distances
                .values()
                .iter()
                .zip(bytes.iter())
                .all(|(&ours, &theirs)| ours.min(255) == u32::from(theirs))
            {
                return Err(format!("{}: {kernel} distances differ", input.name).into());
            }
            races.race(
                kernel,
                input,
                distances.values().iter().map(|&distance| f64::from(distance)).sum(),
                &mut [
                    ("finch", &mut || drop(black_box(ours(metric)))),
                    ("imageproc", &mut || drop(black_box(theirs()))),
                    ("finch of runs", &mut || {
                        drop(black_box(distance_transform(&runs, metric, Border::Neutral)))
                    }),
                ],
            )?
        }
    }
    let kernel = "squared-euclidean";
    if has(kernel) && some_are_off {
        let metric = Metric::SquaredEuclidean;
        let theirs = || euclidean_squared_distance_transform(&off);
        let (distances, squares) = (ours(metric)?, theirs());
        if !distances
            .values()
            .iter()
            .zip(squares.iter())
            .all(|(&ours, &theirs)| f64::from(ours) == theirs)
        {
            return Err(format!("{}: {kernel} distances differ", input.name).into());
        }
        races.race(
            kernel,
            input,
            distances.values().iter().map(|&square| f64::from(square)).sum(),
            &mut [
                ("finch", &mut || drop(black_box(ours(metric)))),
                ("imageproc", &mut || drop(black_box(theirs()))),
                ("finch of runs", &mut || {
                    drop(black_box(distance_transform(&runs, metric, Border::Neutral)))
                }),
            ],
        )?
    }

    for (kernel, connectivity, neighbours) in [
        ("label-four", Connectivity::Four, region_labelling::Connectivity::Four),
        (
            "label-eight",
            Connectivity::Eight,
            region_labelling::Connectivity::Eight,
        ),
    ] {
        if has(kernel) {
            // Pixel by pixel, as imageproc has them.
            let ours = || Matrix::<u32>::from_tensor(finch_image::components(&image, connectivity)?.labels());
            let theirs = || region_labelling::connected_components(&on, neighbours, Luma([0]));
            let count = finch_image::components(&image, connectivity)?.len();
            if ours()?.values() != &*theirs() {
                return Err(format!("{}: {kernel} differs", input.name).into());
            }
            races.race(
                kernel,
                input,
                count as f64,
                &mut [
                    ("finch", &mut || drop(black_box(ours()))),
                    ("imageproc", &mut || drop(black_box(theirs()))),
                    ("finch to runs", &mut || {
                        drop(black_box(finch_image::components(&image, connectivity)))
                    }),
                    ("finch of runs to runs", &mut || {
                        drop(black_box(finch_image::components(&runs, connectivity)))
                    }),
                ],
            )?
        }
    }
    if !races.peers.is_empty() {
        std::fs::remove_file(file)?
    }
    Ok(())
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
    Ok(())
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("others: {error}");
            ExitCode::FAILURE
        }
    }
}
