//! Kernels over graphs, over all of them: a line for each graph, and geometric means.

use finch_benches::measure::graphs::{GraphKernel, Problem};
use finch_benches::measure::row::{Row, check_rows};
use finch_benches::race::{Laps, geometric_mean, race};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

const HELP: &str = "\
graphs [options] [kernel ..]   races bfs, bellman-ford, shortest-paths, triangles, components, pagerank,
                               k-core and betweenness over graphs

  --seconds s    per kernel and graph (0.3)
  --named text   only graphs whose names hold this

The graphs are those of $FINCH_DATA/graphs and generated ones, kronecker and uniform, of scale 16 to 18. Times are the
fastest of interleaved laps; the factors behind them say how many times as long the others take.";

struct Options {
    seconds: f64,
    named: String,
    kernels: Vec<GraphKernel>,
}

fn options() -> Result<Option<Options>, Box<dyn Error>> {
    let mut options = Options {
        seconds: 0.3,
        named: String::new(),
        kernels: Vec::new(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut next = || words.next().ok_or_else(|| format!("something is missing after {word}"));
        match &*word {
            "--help" | "-h" => return Ok(None),
            "--seconds" => options.seconds = next()?.parse()?,
            "--named" => options.named = next()?,
            name => match GraphKernel::ALL.into_iter().find(|kernel| kernel.name() == name) {
                Some(kernel) => options.kernels.push(kernel),
                None => return Err(format!("there is no kernel {name}, see --help").into()),
            },
        }
    }
    if options.kernels.is_empty() {
        options.kernels = GraphKernel::ALL.to_vec()
    }
    Ok(Some(options))
}

/// Files of the folder of data, and names of what is generated.
fn graphs() -> Result<Vec<String>, Box<dyn Error>> {
    let mut names = Vec::new();
    if let Some(folder) = finch_benches::data::folder() {
        for entry in std::fs::read_dir(folder.join("graphs"))? {
            names.push(entry?.path().to_string_lossy().into_owned())
        }
    }
    names.sort();
    for scale in 16..19 {
        names.push(format!("kronecker-{scale}"));
        names.push(format!("uniform-{scale}"));
    }
    Ok(names)
}

/// A name for each of those that are compared.
fn label(row: &Row) -> String {
    match (row.implementation, row.format) {
        (name, "csr") => name.into(),
        ("hand", format) => format!("hand {}", format.trim_start_matches("csr, ")),
        ("finch", format) => format.trim_start_matches("csr, ").into(),
        (name, format) => format!("{name} {format}"),
    }
}

fn table(kernel: GraphKernel, options: &Options) -> Result<(), Box<dyn Error>> {
    println!("\n{}", kernel.name());
    let mut factors: BTreeMap<String, Vec<(f64, String)>> = BTreeMap::new();
    for name in graphs()?.iter().filter(|name| name.contains(&options.named)) {
        let problem = match Problem::of(kernel, name, |path: &Path| PathBuf::from(path)) {
            Ok(problem) => problem,
            Err(error) => {
                println!("  left out: {error}");
                continue;
            }
        };
        let mut rows = match problem.rows() {
            Ok(rows) => rows,
            Err(error) => {
                println!("  {:30} left out: {error}", problem.input);
                continue;
            }
        };
        check_rows([kernel.name(), &problem.input], problem.magnitude(), &mut rows)?;
        let laps = Laps {
            least: 3,
            most: 2000,
            time: Duration::from_secs_f64(options.seconds),
        };
        let timings = {
            let mut runs: Vec<_> = rows.iter_mut().map(|row| || row.entrant.run()).collect();
            let mut runners: Vec<&mut dyn FnMut()> = runs.iter_mut().map(|run| run as &mut dyn FnMut()).collect();
            race(laps, &mut runners)
        };
        let ours = rows.iter().position(|row| row.implementation == "finch").unwrap_or(0);
        let mut line = format!(
            "  {:30} {:>7} {:>8} {:>12.1} us",
            problem.input,
            problem.graph.vertices(),
            problem.graph.edges(),
            timings[ours].min * 1e6
        );
        for (at, (row, timing)) in rows.iter().zip(&timings).enumerate() {
            if at != ours {
                let factor = timing.min / timings[ours].min;
                line += &format!("  {} {factor:.2}", label(row));
                factors
                    .entry(label(row))
                    .or_default()
                    .push((factor, problem.input.clone()))
            }
        }
        println!("{line}")
    }
    for (name, factors) in factors {
        let values: Vec<f64> = factors.iter().map(|(factor, _)| *factor).collect();
        let least = factors.iter().min_by(|one, other| one.0.total_cmp(&other.0));
        if let (Some(mean), Some((least, where_))) = (geometric_mean(&values), least) {
            println!(
                "  {name}: geometric mean {mean:.2}, least {least:.2} ({where_}), {} graphs",
                values.len()
            )
        }
    }
    Ok(())
}

fn run() -> Result<(), Box<dyn Error>> {
    let Some(options) = options()? else {
        println!("{HELP}");
        return Ok(());
    };
    println!("times of finch in microseconds, and how many times as long the others take");
    for &kernel in &options.kernels {
        table(kernel, &options)?
    }
    Ok(())
}

fn main() -> ExitCode {
    finch_benches::ended("graphs", run())
}
