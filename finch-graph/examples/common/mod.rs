//! Graphs in files, and searches that say how far they are.

// Each example uses a part of this.
#![allow(dead_code)]

#[path = "../../../finch-kernels/examples/common/command.rs"]
pub(crate) mod command;

use command::{Arguments, Outcome, Progress as Line, open};
use finch_graph::Progress;
use finch_graph::graph::edge_list::{NamedGraph, Options};
use finch_graph::prelude::*;
use std::path::Path;

/// The vertex that the argument behind the file names, else the first of largest out-degree.
pub(crate) fn source<L>(arguments: &Arguments, named: &NamedGraph<L>) -> Outcome<usize>
where
    L: finch_graph::graph::EdgeLeaf,
{
    arguments.at_most(2)?;
    let graph = &named.graph;
    let Some(source) = arguments.files.get(1) else {
        return Ok(graph.max_out_degree_vertex().ok_or("the graph has no vertices")?);
    };
    let text = source.to_string_lossy();
    if !named.names.is_empty() {
        let source = named.names.iter().position(|name| *name == text);
        return Ok(source.ok_or_else(|| format!("there is no vertex {text}"))?);
    }
    let source = text.parse().ok().filter(|&source: &usize| source < graph.vertices());
    let vertices = graph.vertices();
    Ok(source.ok_or_else(|| {
        format!(
            "there is no vertex {text}: they are numbered from 0 to {}",
            vertices.max(1) - 1
        )
    })?)
}

/// Whether the edges of a list lead both ways.
pub(crate) fn direction(arguments: &Arguments) -> Direction {
    match arguments.has("--undirected") {
        true => Direction::Undirected,
        false => Direction::Directed,
    }
}

/// Tells how far a search is when it takes more than a second.
pub(crate) fn listener() -> impl FnMut(Progress) {
    let mut line = Line::new();
    move |progress| {
        let share = 100.0 * progress.done as f64 / progress.total.max(1) as f64;
        line.tell(|| format!("round {}, {share:.0} %", progress.round))
    }
}

/// Reads a Matrix Market file, whose vertices are counted from 0, or a [list of edges](finch_graph::graph::edge_list), whose vertices have
/// names. Tells how much was read when this takes more than a second. Errors name the file and the line.
pub(crate) fn read(path: &Path, direction: Direction) -> Outcome<NamedGraph<Pattern>> {
    let input = open(path)?;
    let named = if is_matrix(path) {
        Graph::read_by_header(input).map(NamedGraph::from)
    } else {
        Options::default().named().direction(direction).read(input)
    };
    Ok(named.map_err(|error| error.context(path.display()))?)
}

/// The same with lengths: the values of a matrix, or the third field of each line.
pub(crate) fn read_weighted(path: &Path, direction: Direction) -> Outcome<NamedGraph<Element<f64, Inf>>> {
    let input = open(path)?;
    let named = if is_matrix(path) {
        WeightedGraph::read_by_header(input).map(NamedGraph::from)
    } else {
        Options::default().named().direction(direction).read_weighted(input)
    };
    Ok(named.map_err(|error| error.context(path.display()))?)
}

fn is_matrix(path: &Path) -> bool {
    path.to_string_lossy().trim_end_matches(".gz").ends_with(".mtx")
}
