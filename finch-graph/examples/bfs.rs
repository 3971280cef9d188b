//! Breadth-first search over a graph: how many vertices there are at each level, and a path to the farthest.
//!
//!     cargo run --release -p finch-graph --example bfs [file [source]]

mod common;

use common::command::{Arguments, Outcome, run};
use common::{direction, listener, read, source};
use finch_graph::breadth_first::Search;
use finch_graph::generate;
use finch_graph::graph::edge_list::NamedGraph;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "bfs [file [source]] [options]
  file          a graph as a Matrix Market file (.mtx) or a list of edges, two names of vertices on each line; either may be
                compressed (.gz); without one, a generated graph of 2^16 vertices
  source        the name of a vertex, or its number from 0; without one, the first of largest out-degree
  --undirected  each edge of a list leads both ways";

fn main() -> ExitCode {
    run(HELP, search)
}

fn search(arguments: Arguments) -> Outcome {
    let begin = Instant::now();
    let named = match arguments.files.first() {
        Some(file) => read(file, direction(&arguments))?,
        None => NamedGraph::from(generate::kronecker(16, 16, 1)?),
    };
    let (graph, source) = (&named.graph, source(&arguments, &named)?);
    println!(
        "{:?} graph of {} vertices and {} edges, in {:.1?}; from vertex {}",
        graph.direction(),
        graph.vertices(),
        graph.edges(),
        begin.elapsed(),
        named.name(source)
    );

    let begin = Instant::now();
    let mut listener = listener();
    let found = Search::new().progress(&mut listener).run(graph, &[source])?;
    drop(listener);
    println!("reached {} in {:.1?}\n", found.reached(), begin.elapsed());

    println!("level  vertices  first of them");
    let shown = 12;
    for level in 0..=found.depth() {
        if level < shown || level == found.depth() {
            let vertices = found.level(level);
            let first: Vec<_> = vertices
                .iter()
                .take(5)
                .map(|&vertex| named.name(vertex as usize))
                .collect();
            println!("{level:5}  {:8}  {}", vertices.len(), first.join(" "))
        } else if level == shown {
            println!("  ...")
        }
    }
    if let Some(&farthest) = found.level(found.depth()).first()
        && let Some(path) = found.path_to(farthest as usize)
    {
        let path: Vec<_> = path.iter().map(|&vertex| named.name(vertex)).collect();
        println!(
            "\na shortest path to {}: {}",
            named.name(farthest as usize),
            path.join(" ")
        )
    }
    Ok(())
}
