//! Shortest paths through a graph whose edges have lengths, negative ones too: a table of the nearest and the farthest vertices.
//!
//!     cargo run --release -p finch-graph --example shortest_paths [file [source]]

mod common;

use common::command::{Arguments, Outcome, run};
use common::{direction, listener, read_weighted, source};
use finch_graph::bellman_ford::{Search, ShortestPaths, negative_cycle};
use finch_graph::graph::edge_list::NamedGraph;
use finch_graph::prelude::*;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "shortest_paths [file [source]] [options]
  file          a graph as a Matrix Market file (.mtx), whose values are lengths, or a list of edges: two names of vertices and a
                length on each line; either may be compressed (.gz); without one, a small network of valleys
  source        the name of a vertex, or its number from 0; without one, the first of largest out-degree
  --undirected  each edge of a list leads both ways";

type Lengths = NamedGraph<Element<f64, Inf>>;

const VALLEYS: &str = include_str!("data/valleys.mtx");

fn main() -> ExitCode {
    run(HELP, search)
}

fn search(arguments: Arguments) -> Outcome {
    let named = match arguments.files.first() {
        Some(file) => read_weighted(file, direction(&arguments))?,
        None => NamedGraph::from(WeightedGraph::read(VALLEYS.as_bytes(), Direction::Undirected)?),
    };
    let (graph, source) = (&named.graph, source(&arguments, &named)?);
    println!(
        "{:?} graph of {} vertices and {} edges; from vertex {}",
        graph.direction(),
        graph.vertices(),
        graph.edges(),
        named.name(source)
    );

    let begin = Instant::now();
    let mut listener = listener();
    let paths = Search::new().progress(&mut listener).run(graph, &[source]);
    drop(listener);
    match paths {
        Ok(paths) => table(&named, &paths, begin),
        Err(error) => {
            println!("{error}");
            if let Some(cycle) = negative_cycle(graph, source)? {
                println!("the cycle: {}", listed(&named, &cycle))
            }
        }
    }
    Ok(())
}

fn listed(named: &Lengths, vertices: &[usize]) -> String {
    let most = 12;
    let names = vertices
        .iter()
        .take(most)
        .map(|&vertex| named.name(vertex).into_owned());
    let mut text: Vec<String> = names.collect();
    if vertices.len() > most {
        text.push(format!("... ({} in all)", vertices.len()))
    }
    text.join(" ")
}

fn table(named: &Lengths, paths: &ShortestPaths<f64>, begin: Instant) {
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
            println!(
                "{:>10} {distance:>14} {hops:>6}  {}",
                named.name(vertex),
                listed(named, &path)
            )
        } else if at == shown {
            println!("{:>10}", "...")
        }
    }
}
