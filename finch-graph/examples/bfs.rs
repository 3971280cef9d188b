//! Breadth-first search over a graph: how many vertices there are at each level, and a path to the farthest.
//!
//!     cargo run --release --example bfs [file.mtx [source]]
//!
//! Without a file the graph is a generated one of 2^16 vertices. The source is a vertex from 0, else the first of largest
//! out-degree.

use finch_graph::breadth_first::Search;
use finch_graph::prelude::*;
use finch_graph::{Progress, generate};
use std::io::Write;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let begin = Instant::now();
    let graph = match words.next() {
        Some(file) => Graph::read_matrix_market(file)?,
        None => generate::kronecker(16, 16, 1)?,
    };
    let source = match words.next() {
        Some(source) => source.parse()?,
        None => graph.max_out_degree_vertex().ok_or("the graph has no vertices")?,
    };
    println!(
        "{:?} graph of {} vertices and {} edges, in {:.1?}; from vertex {source}",
        graph.direction(),
        graph.vertices(),
        graph.edges(),
        begin.elapsed()
    );

    let begin = Instant::now();
    // Only a search of more than a second says how far it is.
    let mut told = false;
    let mut listener = |progress: Progress| {
        if begin.elapsed().as_secs_f64() > 1.0 {
            let share = 100.0 * progress.done as f64 / progress.total.max(1) as f64;
            eprint!("\rlevel {}: {share:.0} % of the vertices", progress.round);
            told = std::io::stderr().flush().is_ok()
        }
    };
    let found = Search::new().progress(&mut listener).run(&graph, &[source])?;
    if told {
        eprintln!()
    }
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
