//! Breadth-first search over a graph: how many vertices there are at each level, and a path to the farthest.
//!
//!     cargo run --release -p finch-graph --example bfs [file.mtx [source]]

mod common;

use common::command::{Arguments, Outcome, run};
use common::{listener, source};
use finch_graph::breadth_first::Search;
use finch_graph::generate;
use finch_graph::prelude::*;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "bfs [file.mtx [source]]
  file.mtx   a graph as a Matrix Market file; without one, a generated graph of 2^16 vertices
  source     a vertex, numbered from 0; without one, the first of largest out-degree";

fn main() -> ExitCode {
    run(HELP, search)
}

fn search(arguments: Arguments) -> Outcome {
    let begin = Instant::now();
    let graph = match arguments.files.first() {
        Some(file) => Graph::read_matrix_market(file)?,
        None => generate::kronecker(16, 16, 1)?,
    };
    let source = source(&arguments, &graph)?;
    println!(
        "{:?} graph of {} vertices and {} edges, in {:.1?}; from vertex {source}",
        graph.direction(),
        graph.vertices(),
        graph.edges(),
        begin.elapsed()
    );

    let begin = Instant::now();
    let mut listener = listener();
    let found = Search::new().progress(&mut listener).run(&graph, &[source])?;
    drop(listener);
    println!("reached {} in {:.1?}\n", found.reached(), begin.elapsed());

    println!("level  vertices  first of them");
    let shown = 12;
    for level in 0..=found.depth() {
        if level < shown || level == found.depth() {
            let vertices = found.level(level);
            let first: Vec<String> = vertices.iter().take(5).map(u32::to_string).collect();
            println!("{level:5}  {:8}  {}", vertices.len(), first.join(" "))
        } else if level == shown {
            println!("  ...")
        }
    }
    if let Some(&farthest) = found.level(found.depth()).first()
        && let Some(path) = found.path_to(farthest as usize)
    {
        let path: Vec<String> = path.iter().map(usize::to_string).collect();
        println!("\na shortest path to {farthest}: {}", path.join(" "))
    }
    Ok(())
}
