//! Graphs in files, and searches that say how far they are.

// Each example uses a part of this.
#![allow(dead_code)]

#[path = "../../../finch-kernels/examples/common/command.rs"]
pub(crate) mod command;

use command::{Arguments, Outcome, Progress as Line, open};
use finch_graph::Progress;
use finch_graph::prelude::*;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// The vertex that the argument behind the file names, else the first of largest out-degree.
pub(crate) fn source<L>(arguments: &Arguments, graph: &GraphOf<L>) -> Outcome<usize>
where
    L: finch_graph::graph::Leaf,
{
    arguments.at_most(2)?;
    let Some(source) = arguments.files.get(1) else {
        return Ok(graph.max_out_degree_vertex().ok_or("the graph has no vertices")?);
    };
    let text = source.to_string_lossy();
    let source = text.parse().ok().filter(|&source: &usize| source < graph.vertices());
    let vertices = graph.vertices();
    Ok(source.ok_or_else(|| {
        format!(
            "there is no vertex {text}: they are numbered from 0 to {}",
            vertices.max(1) - 1
        )
    })?)
}

/// Tells how far a search is when it takes more than a second.
pub(crate) fn listener() -> impl FnMut(Progress) {
    let mut line = Line::new();
    move |progress| {
        let share = 100.0 * progress.done as f64 / progress.total.max(1) as f64;
        line.tell(|| format!("round {}, {share:.0} %", progress.round))
    }
}

/// A graph, and the names of its vertices if they are not their numbers.
pub(crate) struct Named {
    pub(crate) graph: Graph,
    names: Vec<String>,
}

impl Named {
    /// A graph whose vertices are called by their numbers.
    pub(crate) fn numbered(graph: Graph) -> Named {
        Named {
            graph,
            names: Vec::new(),
        }
    }

    pub(crate) fn name(&self, vertex: usize) -> String {
        self.names.get(vertex).cloned().unwrap_or_else(|| vertex.to_string())
    }
}

/// Reads a Matrix Market file, whose vertices are counted from 0, or a list of edges: on each line the names of two vertices, between
/// spaces, tabs, commas or semicolons. What follows them counts for nothing, nor do lines that are empty or start with `#` or `%`.
/// Errors name the file and the line.
pub(crate) fn read(path: &Path, direction: Direction) -> Outcome<Named> {
    let name = path.to_string_lossy();
    if name.trim_end_matches(".gz").ends_with(".mtx") {
        return Ok(Named::numbered(Graph::read_matrix_market(path)?));
    }
    if name.ends_with(".gz") {
        return Err(format!("{name}: of compressed files only .mtx.gz is read; unpack it first").into());
    }
    let mut input = BufReader::with_capacity(1 << 16, open(path)?);
    let (mut numbers, mut names, mut edges) = (HashMap::new(), Vec::new(), Vec::new());
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let wrong = |what: &dyn std::fmt::Display| format!("{name}: line {number}: {what}");
        if input.read_until(b'\n', &mut bytes).map_err(|error| wrong(&error))? == 0 {
            break;
        }
        let line = std::str::from_utf8(&bytes).map_err(|error| wrong(&error))?.trim();
        if line.is_empty() || line.starts_with(['#', '%']) {
            continue;
        }
        let separator = |letter: char| letter.is_whitespace() || letter == ',' || letter == ';';
        let mut ends = line.split(separator).filter(|word| !word.is_empty());
        let (Some(from), Some(to)) = (ends.next(), ends.next()) else {
            return Err(wrong(&format_args!("an edge is two vertices, not `{line}`")).into());
        };
        edges.push([from, to].map(|end| match numbers.get(end) {
            Some(&vertex) => vertex,
            None => {
                names.push(end.to_owned());
                numbers.insert(end.to_owned(), names.len() - 1);
                names.len() - 1
            }
        }));
    }
    let graph = Graph::from_edges(names.len(), edges, direction).map_err(|error| error.context(&name))?;
    Ok(Named { graph, names })
}
