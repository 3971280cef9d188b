//! Shortest paths through a graph whose edges have lengths, negative ones too: a table of the nearest and the farthest vertices.
//!
//!     cargo run --release -p finch-graph --example shortest_paths [file.mtx [source]]

mod common;

use common::command::{Arguments, Outcome, run};
use common::{listener, source};
use finch_graph::bellman_ford::{Search, ShortestPaths, negative_cycle};
use finch_graph::prelude::*;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "shortest_paths [file.mtx [source]]
  file.mtx   a graph as a Matrix Market file, whose values are lengths; without one, a small network of valleys
  source     a vertex, numbered from 0; without one, the first of largest out-degree";

const VALLEYS: &str = include_str!("data/valleys.mtx");

fn main() -> ExitCode {
    run(HELP, search)
}

fn search(arguments: Arguments) -> Outcome {
    let graph = match arguments.files.first() {
        Some(file) => WeightedGraph::<f64>::read_matrix_market(file)?,
        None => WeightedGraph::read(VALLEYS.as_bytes(), Direction::Undirected)?,
    };
    let source = source(&arguments, &graph)?;
    println!(
        "{:?} graph of {} vertices and {} edges; from vertex {source}",
        graph.direction(),
        graph.vertices(),
        graph.edges()
    );

    let begin = Instant::now();
    let mut listener = listener();
    let paths = Search::new().progress(&mut listener).run(&graph, &[source]);
    drop(listener);
    match paths {
        Ok(paths) => table(&paths, begin),
        Err(error) => {
            println!("{error}");
            if let Some(cycle) = negative_cycle(&graph, source)? {
                println!("the cycle: {}", listed(&cycle))
            }
        }
    }
    Ok(())
}

fn listed(vertices: &[usize]) -> String {
    let most = 12;
    let mut text: Vec<String> = vertices.iter().take(most).map(usize::to_string).collect();
    if vertices.len() > most {
        text.push(format!("... ({} in all)", vertices.len()))
    }
    text.join(" ")
}

fn table(paths: &ShortestPaths<f64>, begin: Instant) {
    println!("reached {} in {:.1?}\n", paths.reached(), begin.elapsed());
    let mut reached: Vec<usize> = (0..paths.distances().len())
        .filter(|&vertex| paths.parent(vertex).is_some())
        .collect();
    reached.sort_by(|&one, &other| paths.distances()[one].total_cmp(&paths.distances()[other]));
    println!("{:>10} {:>14} {:>6}  path", "vertex", "distance", "edges");
    let shown = 8;
    for (at, &vertex) in reached.iter().enumerate() {
        if at < shown || at + 4 >= reached.len() {
            let path = paths.path_to(vertex).unwrap_or_default();
            let (distance, hops) = (paths.distances()[vertex], paths.hops()[vertex]);
            println!("{vertex:>10} {distance:>14} {hops:>6}  {}", listed(&path))
        } else if at == shown {
            println!("{:>10}", "...")
        }
    }
}
