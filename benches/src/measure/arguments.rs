//! The command line.

use super::formats::FORMATS;
use super::graphs::GraphKernel;
use super::problem::Kernel;
use super::spgemm;
use crate::race::Laps;
use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

/// The number, which is not zero, that stands behind an option.
pub(crate) fn count_behind(option: &str, next: Option<&String>) -> Result<usize, String> {
    let next = next.ok_or_else(|| format!("something is missing after {option}"))?;
    let count = next.parse().ok().filter(|&count: &usize| count > 0);
    count.ok_or_else(|| format!("`{next}` is not a number that {option} takes"))
}

/// How long to race: what stands behind `--reps` or `--seconds`.
pub(super) fn laps_behind(option: &str, next: Option<&String>) -> Result<Laps, String> {
    if option == "--reps" {
        return count_behind(option, next).map(Laps::each);
    }
    let seconds = next.and_then(|next| next.parse::<f64>().ok());
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Ok(Laps {
        least: 5,
        time: time.ok_or_else(|| format!("{option} takes a number of seconds"))?,
        ..Laps::default()
    })
}

/// What `--help` prints, in front of the names of the formats.
pub const HELP: &str = "\
measure <kernel> <file> [--format a,b] [--reps n] [--json]
                     times a kernel over a Matrix Market file: by hand, in each format, and by other libraries
measure read <file>  reads the file and prints its figures as JSON

  --format a,b       in these formats only
  --reps n           n times each, in turns, after a first one (else for 1.5 seconds, at least 9 times)
  --seconds s        all of them for so long, in turns, each for its share of that, at least 5 times
  --json             a line for each row: kernel, input, impl, format, min_s, median_s, reps, check, output
  --threads n        in a build with the feature `threads`: our kernels under the policy Parallel, on so many threads; faer and products of sprs
                     too, with the feature `threaded-peers`; twins, formats that are kernels of their own, and all kernels behind --format run on one

kernels, for x[i] = 0.5 + frac(i * 0.6180339887498949):
  spmv-gather        A x
  spmv-scatter       A^T x, over rows of A
  spmspv             A x where x keeps i with (i * 2654435761 mod 2^32) < 429496729, and where it keeps ten, at q*n/10
  dot                sum of A * B, entry by entry, for B = A with its columns rotated by one
  add                A + B
  spgemm             A A, or A A^T where A is not square; rows sorted, by other libraries too; besides the formats, as
                     csr-kept (sums that cancel are stored), csr-unsorted (neither sorted), csr-inner, csr-outer, csr-dict,
                     csr-chosen; and, of square ones, where A stores something as spgemm-masked, in csr-masked, csr-inner-masked, csr-chosen-masked,
                     and where it does not as spgemm-complemented, in csr-complemented, csr-inner-complemented

kernels over graphs, loops dropped, from the first vertex of largest out-degree; files, or kronecker-16, uniform-18:
  bfs                breadth-first search for parents and levels; check: the sum of all levels
  bellman-ford       shortest paths; check: the sum of all distances
  shortest-paths     the same, where no length is negative
  triangles          over rows that are ordered before, but for the row that says so; check: how many there are
  components         connected components; check: how many there are
  pagerank           20 steps with a damping of 0.85; check: the sum of ranks times their vertices
  k-core             core numbers, edges leading both ways; check: their sum
  betweenness        of the shortest paths from eight vertices; check: the sum over all vertices

A row whose output is `reused` writes into one that was written before; `new` allocates it and frees the one before.
A file is looked for in $FINCH_DATA too. `check` is the sum of the output; all must agree to 1e-9.

formats:";

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Say how it is used.
    Help,
    /// Read a file.
    Read,
    /// Time a kernel.
    Kernel(Kernel),
    /// Time a kernel over a graph.
    Graph(GraphKernel),
}

/// A command line.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// What is to be done.
    pub command: Command,
    /// Over which file.
    pub file: PathBuf,
    /// The formats that are asked for; none for all.
    pub formats: Vec<String>,
    /// How often.
    pub laps: Laps,
    /// Lines of JSON instead of a table.
    pub json: bool,
}

impl Arguments {
    /// Understands a command line, without the name of the program.
    ///
    /// # Errors
    ///
    /// Says which word it does not understand, and which there are.
    pub fn parse(words: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut arguments = Arguments {
            command: Command::Help,
            file: PathBuf::new(),
            formats: Vec::new(),
            laps: Laps::default(),
            json: false,
        };
        let mut plain = Vec::new();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| format!("something is missing after {word}"));
            match &**word {
                "--help" | "-h" => return Ok(arguments),
                "--json" => arguments.json = true,
                "--format" => {
                    for name in next()?.split(',').filter(|name| !name.is_empty()) {
                        known_format(name)?;
                        arguments.formats.push(name.into())
                    }
                }
                "--reps" | "--seconds" => arguments.laps = laps_behind(word, words.next())?,
                option if option.starts_with('-') => {
                    return Err(format!("there is no option {option}, see --help").into());
                }
                _ => plain.push(word),
            }
        }
        match plain[..] {
            [command, file] => {
                arguments.command = command_of(command)?;
                arguments.file = file.into();
                Ok(arguments)
            }
            _ => Err("a kernel, or `read`, and a file are needed, see --help".into()),
        }
    }
}

fn command_of(word: &str) -> Result<Command, String> {
    if word == "read" {
        return Ok(Command::Read);
    }
    let of_graphs = GraphKernel::ALL.into_iter().find(|kernel| kernel.name() == word);
    if let Some(kernel) = of_graphs {
        return Ok(Command::Graph(kernel));
    }
    Kernel::ALL
        .into_iter()
        .find(|kernel| kernel.name() == word)
        .map(Command::Kernel)
        .ok_or_else(|| {
            let names = Kernel::ALL.iter().map(|kernel| kernel.name());
            let names: Vec<_> = names.chain(GraphKernel::ALL.map(GraphKernel::name)).collect();
            format!("there is no kernel {word}, but {}", names.join(", "))
        })
}

fn known_format(name: &str) -> Result<(), String> {
    let names: Vec<_> = FORMATS
        .iter()
        .map(|format| format.name)
        .chain(spgemm::names())
        .collect();
    if names.contains(&name) {
        Ok(())
    } else {
        Err(format!("there is no format {name}, but {}", names.join(", ")))
    }
}
