//! PageRank: the vertices of a graph that are most important, by the edges to them.
//!
//!     cargo run --release -p finch-graph --example rank
//!     cargo run --release -p finch-graph --example rank -- links.txt --top 20 --ranks ranks.txt

mod common;

use common::command::{Outcome, run};
use common::{direction, listener, read};
use finch_graph::generate;
use finch_graph::graph::edge_list::NamedGraph;
use finch_graph::prelude::*;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

const HELP: &str = "rank [edges] [options]
  edges              a list of edges, two names of vertices on each line, or a Matrix Market file (.mtx), whose vertices are
                     numbered from 0; either may be compressed (.gz); without one, a generated graph of 2^16 vertices
  --undirected       each edge of a list leads both ways
  --top <n>          how many vertices to show (10)
  --damping <d>      how often an edge is followed (0.85)
  --tolerance <t>    the sum of changes to stop at (1e-9)
  --rounds <n>       how many steps to take at most (200)
  --ranks <file>     write the ranks of all vertices, the highest first";

fn main() -> ExitCode {
    run(HELP, |arguments| {
        arguments.at_most(1)?;
        let begin = Instant::now();
        let named = match arguments.files.first() {
            Some(path) => read(path, direction(&arguments))?,
            None => NamedGraph::from(generate::kronecker(16, 16, 1)?),
        };
        let graph = &named.graph;
        println!(
            "{:?} graph of {} vertices and {} edges, in {:.1?}",
            graph.direction(),
            graph.vertices(),
            graph.edges(),
            begin.elapsed()
        );

        let begin = Instant::now();
        let mut listener = listener();
        let ranks = page_rank::PageRank::new()
            .damping(arguments.number("--damping", 0.85)?)
            .tolerance(arguments.number("--tolerance", 1e-9)?)
            .rounds(arguments.number("--rounds", 200)?)
            .progress(&mut listener)
            .run(graph)?;
        drop(listener);
        println!(
            "{} after {} steps in {:.1?}, the last of which changed the ranks by {:.1e}\n",
            if ranks.converged() { "converged" } else { "stopped" },
            ranks.rounds(),
            begin.elapsed(),
            ranks.change()
        );

        let mut order: Vec<usize> = (0..graph.vertices()).collect();
        order.sort_by(|&one, &other| ranks.values()[other].total_cmp(&ranks.values()[one]));
        table(
            &named,
            &ranks,
            &order[..order.len().min(arguments.number("--top", 10)?)],
        );
        if let Some(path) = arguments.text("--ranks") {
            let mut text = String::new();
            for &vertex in &order {
                writeln!(text, "{}\t{:e}", named.name(vertex), ranks.values()[vertex])?
            }
            std::fs::write(path, text).map_err(|error| format!("{path}: {error}"))?;
            println!("\nall ranks are in {path}")
        }
        Outcome::Ok(())
    })
}

/// Vertices with their ranks, bars of them, and how many edges lead to them.
fn table(named: &NamedGraph<Pattern>, ranks: &page_rank::Ranks, vertices: &[usize]) {
    let Some(&first) = vertices.first() else {
        return;
    };
    let most = ranks.values()[first];
    let sources = named.graph.columns().level().child();
    let name = |vertex| named.name(vertex);
    let width = vertices
        .iter()
        .map(|&vertex| name(vertex).chars().count())
        .max()
        .unwrap_or(0)
        .max(6);
    println!("{:>width$} {:>10} {:>9}", "vertex", "rank", "edges in");
    for &vertex in vertices {
        let rank = ranks.values()[vertex];
        let bar = "#".repeat((24.0 * rank / most).round() as usize);
        let edges = sources.ptr()[vertex + 1] - sources.ptr()[vertex];
        println!("{:>width$} {rank:>10.6} {edges:>9}  {bar}", name(vertex))
    }
}
