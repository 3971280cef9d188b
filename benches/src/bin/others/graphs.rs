//! Graphs beside petgraph and rustworkx-core.

use crate::races::{Input, Races};
use crate::{Options, Outcome, files, name_of};
use finch_graph::graph::Direction;
use finch_graph::prelude::{Graph, betweenness, components, k_core};
use petgraph::graph::NodeIndex;
use petgraph::{Directed, EdgeType, Undirected};
use std::hint::black_box;
use std::path::Path;

/// The same graph for petgraph, each edge once.
fn adjacency<D: EdgeType>(graph: &Graph) -> petgraph::Graph<(), (), D, u32> {
    let mut copy = petgraph::Graph::with_capacity(graph.vertices(), graph.edges());
    for _ in 0..graph.vertices() {
        copy.add_node(());
    }
    for vertex in 0..graph.vertices() {
        for &target in graph.targets(vertex) {
            if D::is_directed() || target as usize >= vertex {
                copy.add_edge(NodeIndex::new(vertex), NodeIndex::new(target as usize), ());
            }
        }
    }
    copy
}

fn over_graph<D: EdgeType + Send + Sync>(
    options: &Options,
    races: &mut Races,
    input: &Input<'_>,
    graph: &Graph,
) -> Outcome<()> {
    let (copy, vertices) = (adjacency::<D>(graph), graph.vertices());
    let has = |kernel| options.kernels.contains(&kernel);
    if has("components") {
        let ours = components::connected(graph)?;
        let sets = rustworkx_core::connectivity::connected_components(&copy);
        if petgraph::algo::connected_components(&copy) != ours.count() || sets.len() != ours.count() {
            return Err(format!("{}: numbers of components differ", input.name).into());
        }
        for set in sets {
            let lowest = set.iter().map(|vertex| vertex.index()).min();
            if set
                .iter()
                .any(|vertex| Some(ours.labels()[vertex.index()] as usize) != lowest)
            {
                return Err(format!("{}: components differ", input.name).into());
            }
        }
        races.race(
            "components",
            input,
            ours.count() as f64,
            &mut [
                ("finch", &mut || drop(black_box(components::connected(graph)))),
                ("petgraph", &mut || {
                    black_box(petgraph::algo::connected_components(&copy));
                }),
                ("rustworkx", &mut || {
                    drop(black_box(rustworkx_core::connectivity::connected_components(&copy)))
                }),
            ],
        )?
    }
    if has("cores") {
        let (ours, theirs) = (
            k_core::decompose(graph)?,
            rustworkx_core::connectivity::core_number(&copy),
        );
        if !theirs
            .iter()
            .all(|(vertex, &number)| ours.numbers()[vertex.index()] as usize == number)
        {
            return Err(format!("{}: core numbers differ", input.name).into());
        }
        races.race(
            "cores",
            input,
            ours.numbers().iter().map(|&number| f64::from(number)).sum(),
            &mut [
                ("finch", &mut || drop(black_box(k_core::decompose(graph)))),
                ("rustworkx", &mut || {
                    drop(black_box(rustworkx_core::connectivity::core_number(&copy)))
                }),
            ],
        )?
    }
    if has("betweenness") && vertices * (vertices + graph.arcs()) <= options.work {
        let (ours, theirs) = (betweenness::centrality(graph)?, betweenness_of(&copy));
        let is_same = |(ours, theirs): (&f64, &Option<f64>)| {
            theirs.is_some_and(|theirs| (ours - theirs).abs() <= 1e-9 * ours.abs().max(1.0))
        };
        if !ours.iter().zip(&theirs).all(is_same) {
            return Err(format!("{}: betweenness differs", input.name).into());
        }
        races.race(
            "betweenness",
            input,
            ours.iter().sum(),
            &mut [
                ("finch", &mut || drop(black_box(betweenness::centrality(graph)))),
                ("rustworkx", &mut || drop(black_box(betweenness_of(&copy)))),
            ],
        )?
    }
    Ok(())
}

/// On the caller's thread.
fn betweenness_of<D: EdgeType + Sync>(graph: &petgraph::Graph<(), (), D, u32>) -> Vec<Option<f64>> {
    rustworkx_core::centrality::betweenness_centrality(graph, false, false, usize::MAX)
}

pub(crate) fn graphs(options: &Options, races: &mut Races, folder: &Path) -> Outcome<()> {
    for path in files(&folder.join("graphs"))? {
        let name = name_of(&path);
        if !name.contains(&options.named) {
            continue;
        }
        let graph = match Graph::read_matrix_market(&path).and_then(Graph::without_loops) {
            Ok(graph) => graph,
            Err(error) => {
                println!("  left out: {error}");
                continue;
            }
        };
        let input = Input {
            name: &name,
            size: format!("{} {}", graph.vertices(), graph.edges()),
            file: &path,
        };
        match graph.direction() {
            Direction::Directed => over_graph::<Directed>(options, races, &input, &graph)?,
            Direction::Undirected => over_graph::<Undirected>(options, races, &input, &graph)?,
        }
    }
    Ok(())
}
