//! petgraph, with vertices of 32 bits.

use super::{GraphKernel, Problem, sum_of_distances, sum_of_levels};
use crate::measure::row::Row;
use crate::twins::Searched;
use finch_graph::prelude::*;
use petgraph::algo::{bellman_ford, connected_components, dijkstra};
use petgraph::csr::Csr;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Bfs, EdgeRef, IntoNeighbors, NodeIndexable, Visitable};

/// Directed, since an undirected graph stores both directions as we do.
fn adjacency(graph: &WeightedGraph<f64>) -> DiGraph<(), f64, u32> {
    let mut made = DiGraph::with_capacity(graph.vertices(), graph.arcs());
    for _ in 0..graph.vertices() {
        made.add_node(());
    }
    graph.rows().for_each(|edge, length| {
        made.add_edge(NodeIndex::new(edge[0]), NodeIndex::new(edge[1]), length);
    });
    made
}

fn rows_of(graph: &Graph) -> Csr<(), (), petgraph::Directed, u32> {
    let mut edges = Vec::with_capacity(graph.arcs());
    graph
        .rows()
        .for_each(|edge, _| edges.push((edge[0] as u32, edge[1] as u32)));
    match Csr::from_sorted_edges(&edges) {
        Ok(mut rows) => {
            while rows.node_count() < graph.vertices() {
                rows.add_node(());
            }
            rows
        }
        Err(_) => unreachable!("edges are sorted"),
    }
}

/// Parents and levels by the walker.
fn searched<G>(graph: G, source: G::NodeId) -> Searched
where
    G: IntoNeighbors + Visitable + NodeIndexable + Copy,
    G::Map: petgraph::visit::VisitMap<G::NodeId>,
{
    let none = vec![NO_VERTEX; graph.node_bound()];
    let (mut parent, mut level) = (none.clone(), none);
    parent[graph.to_index(source)] = graph.to_index(source) as u32;
    level[graph.to_index(source)] = 0;
    let mut walker = Bfs::new(graph, source);
    while let Some(vertex) = walker.next(graph) {
        let here = graph.to_index(vertex);
        for other in graph.neighbors(vertex) {
            let there = graph.to_index(other);
            if parent[there] == NO_VERTEX {
                parent[there] = here as u32;
                level[there] = level[here] + 1
            }
        }
    }
    Searched { parent, level }
}

/// Bellman and Ford's rounds.
fn by_rounds(format: &'static str, problem: &Problem) -> Row {
    let (graph, source) = (adjacency(&problem.lengths), NodeIndex::new(problem.source));
    let run = move || match bellman_ford(&graph, source) {
        Ok(paths) => paths.distances,
        Err(_) => Vec::new(),
    };
    Row::fresh(
        "petgraph",
        format,
        |distances: &Vec<f64>| sum_of_distances(distances),
        run,
    )
}

/// The kernels of petgraph.
pub(super) fn rows(problem: &Problem) -> Vec<Row> {
    let source = NodeIndex::new(problem.source);
    match problem.kernel {
        GraphKernel::Bfs => {
            let (rows, graph) = (rows_of(&problem.graph), adjacency(&problem.lengths));
            vec![
                Row::fresh("petgraph", "Csr", sum_of_levels, move || {
                    searched(&rows, source.index() as u32)
                }),
                Row::fresh("petgraph", "Graph", sum_of_levels, move || searched(&graph, source)),
            ]
        }
        GraphKernel::BellmanFord => vec![by_rounds("Graph", problem)],
        GraphKernel::ShortestPaths => {
            let graph = adjacency(&problem.lengths);
            vec![
                Row::fresh(
                    "petgraph",
                    "Graph",
                    |distances: &Vec<f64>| sum_of_distances(distances),
                    move || {
                        dijkstra(&graph, source, None, |edge| *EdgeRef::weight(&edge))
                            .into_values()
                            .collect()
                    },
                ),
                by_rounds("Graph, bellman-ford", problem),
            ]
        }
        GraphKernel::Components => {
            let graph = adjacency(&problem.lengths);
            vec![Row::fresh(
                "petgraph",
                "Graph",
                |&count: &usize| count as f64,
                move || connected_components(&graph),
            )]
        }
        GraphKernel::Triangles | GraphKernel::PageRank | GraphKernel::KCore | GraphKernel::Betweenness => Vec::new(),
    }
}
