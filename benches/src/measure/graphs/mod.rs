//! Kernels over graphs: by hand, as programs, and by petgraph.
//!
//! | kernel | by hand | petgraph |
//! |---|---|---|
//! | `bfs` | in both directions, after the GAP benchmark | `visit::Bfs` over `Csr` and `Graph`, with parents and levels |
//! | `bellman-ford` | active vertices, queued | `algo::bellman_ford` over `Graph` |
//! | `shortest-paths` | buckets, after the GAP benchmark; a heap, after Dijkstra | `algo::dijkstra` and `algo::bellman_ford` over `Graph` |
//! | `triangles` | two pointers | |
//! | `components` | joined sets | `algo::connected_components` over `Graph` |
//! | `pagerank` | by target | |
//! | `k-core` | by exchanges in a sorted array | |
//! | `betweenness` | from eight sources | |

#[cfg(feature = "peers")]
mod petgraph;

use super::row::{Output, Row};
use crate::cases::done;
use crate::policy::threaded;
use crate::twins::{self, Edges, Rows, Searched, Ways};
use finch_graph::Result;
use finch_graph::betweenness::Betweenness;
use finch_graph::breadth_first::{Found, Parents, Search};
use finch_graph::page_rank::{PageRank, Ranks};
use finch_graph::prelude::*;
use finch_graph::triangles::{OrderedGraph, Protocol};
use finch_graph::{bellman_ford::ShortestPaths, generate};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What is computed of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphKernel {
    /// Levels and parents.
    Bfs,
    /// Shortest paths.
    BellmanFord,
    /// Shortest paths, where no length is negative.
    ShortestPaths,
    /// How many triangles there are.
    Triangles,
    /// Connected components.
    Components,
    /// Ranks after so many steps.
    PageRank,
    /// Core numbers.
    KCore,
    /// Betweenness by the paths from a few sources.
    Betweenness,
}

impl GraphKernel {
    /// All of them.
    pub const ALL: [GraphKernel; 8] = [
        GraphKernel::Bfs,
        GraphKernel::BellmanFord,
        GraphKernel::ShortestPaths,
        GraphKernel::Triangles,
        GraphKernel::Components,
        GraphKernel::PageRank,
        GraphKernel::KCore,
        GraphKernel::Betweenness,
    ];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            GraphKernel::Bfs => "bfs",
            GraphKernel::BellmanFord => "bellman-ford",
            GraphKernel::ShortestPaths => "shortest-paths",
            GraphKernel::Triangles => "triangles",
            GraphKernel::Components => "components",
            GraphKernel::PageRank => "pagerank",
            GraphKernel::KCore => "k-core",
            GraphKernel::Betweenness => "betweenness",
        }
    }
}

/// How many steps of PageRank are taken, whatever they change.
const STEPS: usize = 20;

/// The damping of PageRank.
const DAMPING: f64 = 0.85;

/// From how many sources betweenness is computed.
const SOURCES: usize = 8;

/// A graph, and what is computed of it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is computed.
    pub kernel: GraphKernel,
    /// The name of the graph.
    pub input: String,
    /// The graph, without loops.
    pub graph: Rc<Graph>,
    /// The same with lengths, which are 1 where a file has none.
    pub lengths: Rc<WeightedGraph<f64>>,
    /// The first vertex of largest out-degree.
    pub source: usize,
}

/// `kronecker-16`, as it is generated.
fn generated(name: &str) -> Option<Result<Graph>> {
    let (kind, scale) = name.split_once('-')?;
    let scale = scale.parse().ok()?;
    match kind {
        "kronecker" => Some(generate::kronecker(scale, 16, 1)),
        "uniform" => Some(generate::uniform(scale, 16, 1)),
        _ => None,
    }
}

/// Lengths from 1 to 255 for the edges of a graph that has none: the same both ways.
fn with_lengths(graph: &Graph) -> Result<WeightedGraph<f64>> {
    let mut edges = Vec::new();
    graph.rows().for_each(|edge, _| {
        let (low, high) = (edge[0].min(edge[1]) as u32, edge[0].max(edge[1]) as u32);
        let mixed = low.wrapping_mul(0x9e37_79b9) ^ high.wrapping_mul(0x85eb_ca6b);
        edges.push(([edge[0], edge[1]], f64::from(1 + (mixed >> 13) % 255)))
    });
    WeightedGraph::from_edges(graph.vertices(), edges, graph.direction())
}

impl Problem {
    /// A kernel over a file, which `found` finds, or over a generated graph of this name.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is not square, or the graph has no vertex.
    pub fn of(kernel: GraphKernel, name: &str, found: impl Fn(&Path) -> PathBuf) -> Result<Problem> {
        let (input, graph, lengths) = match generated(name) {
            Some(graph) => {
                let graph = graph?;
                let lengths = with_lengths(&graph)?;
                (name.into(), graph, lengths)
            }
            None => {
                let path = found(Path::new(name));
                let lengths = WeightedGraph::<f64>::read_matrix_market(&path)?.without_loops()?;
                (crate::data::name_of(&path), lengths.unweighted(), lengths)
            }
        };
        let Some(source) = graph.max_out_degree_vertex() else {
            return Err(Error::new(ErrorKind::Invalid, format!("{name} has no vertices")));
        };
        Ok(Problem {
            kernel,
            input,
            graph: Rc::new(graph),
            lengths: Rc::new(lengths),
            source,
        })
    }

    /// What there is to say of the size of the graph.
    pub fn size(&self) -> String {
        format!("{} vertices, {} edges", self.graph.vertices(), self.graph.edges())
    }

    /// Checks are sums of positive numbers, or whole ones.
    pub fn magnitude(&self) -> f64 {
        0.0
    }

    /// Who computes it.
    ///
    /// # Errors
    ///
    /// The lengths of edges lead around a cycle of negative length, or there is not enough memory.
    pub fn rows(&self) -> Result<Vec<Row>> {
        let graph = || Rc::clone(&self.graph);
        let source = self.source;
        #[cfg_attr(not(feature = "peers"), allow(unused_mut, reason = "others are added to them"))]
        let mut rows = match self.kernel {
            GraphKernel::Bfs => {
                let (by_hand, lowest, any) = (graph(), graph(), graph());
                vec![
                    Row::fresh("hand", "csr", sum_of_levels, move || {
                        twins::bfs(Edges::of(by_hand.rows()), Edges::of(by_hand.columns()), source)
                    }),
                    Row::fresh(
                        "finch",
                        "csr",
                        |found: &Found| found.sum_of_levels() as f64,
                        move || done(threaded!(Search::new()).run(&lowest, &[source])),
                    ),
                    Row::fresh(
                        "finch-any",
                        "csr",
                        |found: &Found| found.sum_of_levels() as f64,
                        move || done(threaded!(Search::new().parents(Parents::Any)).run(&any, &[source])),
                    ),
                ]
            }
            GraphKernel::BellmanFord => {
                bellman_ford::search(&self.lengths, source)?;
                let (by_hand, ours) = (Rc::clone(&self.lengths), Rc::clone(&self.lengths));
                vec![
                    Row::fresh(
                        "hand",
                        "csr",
                        |paths: &Ways| sum_of_distances(&paths.distance),
                        move || twins::bellman_ford(Rows::of(by_hand.rows()), source),
                    ),
                    Row::fresh(
                        "finch",
                        "csr",
                        |paths: &ShortestPaths<f64>| sum_of_distances(paths.distances()),
                        move || done(threaded!(bellman_ford::Search::new()).run(&ours, &[source])),
                    ),
                ]
            }
            GraphKernel::ShortestPaths => {
                delta_stepping::search(&self.lengths, source)?;
                let (by_hand, ours) = (Rc::clone(&self.lengths), Rc::clone(&self.lengths));
                let (by_heap, by_rounds) = (Rc::clone(&self.lengths), Rc::clone(&self.lengths));
                let delta = width_of_buckets(&self.lengths);
                let sum = |paths: &ShortestPaths<f64>| sum_of_distances(paths.distances());
                vec![
                    Row::fresh(
                        "hand",
                        "csr",
                        |paths: &Ways| sum_of_distances(&paths.distance),
                        move || twins::delta_stepping(Rows::of(by_hand.rows()), source, delta),
                    ),
                    Row::fresh(
                        "hand",
                        "csr, heap",
                        |paths: &Ways| sum_of_distances(&paths.distance),
                        move || twins::dijkstra(Rows::of(by_heap.rows()), source),
                    ),
                    Row::fresh("finch", "csr", sum, move || {
                        done(threaded!(delta_stepping::Search::new()).run(&ours, &[source]))
                    }),
                    Row::fresh("finch", "csr, bellman-ford", sum, move || {
                        done(bellman_ford::search(&by_rounds, source))
                    }),
                ]
            }
            GraphKernel::Triangles => {
                let ordered = Rc::new(threaded!(OrderedGraph::new(&self.graph)?));
                let same = Rc::clone(&ordered);
                let count = |count: &u64| *count as f64;
                let by = |name, protocol: Option<Protocol>| {
                    let ordered = Rc::clone(&ordered);
                    Row::new("finch", name, Output::Number, 0, count, move |count| {
                        *count = done(match protocol {
                            None => ordered.count(),
                            Some(protocol) => ordered.count_by(protocol),
                        })
                    })
                };
                let unordered = graph();
                let whole = move |count: &mut u64| *count = done(triangles::count(&unordered));
                let hand = move |count: &mut u64| *count = twins::triangles(Edges::of(same.later()));
                vec![
                    Row::new("hand", "csr", Output::Number, 0, count, hand),
                    by("csr", None),
                    by("csr, walk", Some(Protocol::Walk)),
                    by("csr, gallop", Some(Protocol::Gallop)),
                    by("csr, mark", Some(Protocol::Mark)),
                    Row::new("finch", "csr, ordered in the time", Output::Number, 0, count, whole),
                ]
            }
            GraphKernel::Components => {
                let (by_hand, ours) = (graph(), graph());
                let hand = move || twins::components(Edges::of(by_hand.rows()));
                let ours = move || done(threaded!(components::Search::new()).run(&ours));
                vec![
                    Row::fresh("hand", "csr", |labels: &Vec<u32>| lowest_vertices(labels), hand),
                    Row::fresh(
                        "finch",
                        "csr",
                        |found: &components::Components| found.count() as f64,
                        ours,
                    ),
                ]
            }
            GraphKernel::PageRank => {
                let (by_hand, ours) = (graph(), graph());
                let hand =
                    move || twins::page_rank(Edges::of(by_hand.rows()), Edges::of(by_hand.columns()), DAMPING, STEPS);
                let ours = move || {
                    let mut settings = threaded!(PageRank::new().damping(DAMPING).tolerance(-1.0).rounds(STEPS));
                    done(settings.run(&ours))
                };
                vec![
                    Row::fresh("hand", "csr", |ranks: &Vec<f64>| weighed(ranks), hand),
                    Row::fresh("finch", "csr", |ranks: &Ranks| weighed(ranks.values()), ours),
                ]
            }
            GraphKernel::KCore => {
                let undirected = Rc::new(Graph::clone(&self.graph).undirected()?);
                let (by_hand, ours) = (Rc::clone(&undirected), undirected);
                let hand = move || twins::k_core(Edges::of(by_hand.rows()));
                let ours = move || done(k_core::decompose(&ours));
                vec![
                    Row::fresh("hand", "csr", |numbers: &Vec<u32>| sum_of(numbers), hand),
                    Row::fresh("finch", "csr", |cores: &k_core::Cores| sum_of(cores.numbers()), ours),
                ]
            }
            GraphKernel::Betweenness => {
                let (by_hand, ours) = (graph(), graph());
                // The same ones by hand, and spread over the graph.
                let vertices = self.graph.vertices();
                let sources: Rc<[usize]> = (0..SOURCES).map(|at| at * vertices / SOURCES).collect();
                let (of_hand, of_ours) = (Rc::clone(&sources), sources);
                // Pairs of an undirected graph count one half from each end.
                let sum: fn(&Vec<f64>) -> f64 = match self.graph.direction() {
                    Direction::Directed => |sums| sums.iter().sum(),
                    Direction::Undirected => |sums| 0.5 * sums.iter().sum::<f64>(),
                };
                vec![
                    Row::fresh("hand", "csr", sum, move || {
                        twins::betweenness(Edges::of(by_hand.rows()), &of_hand)
                    }),
                    Row::fresh(
                        "finch",
                        "csr",
                        |sums: &Vec<f64>| sums.iter().sum(),
                        move || done(Betweenness::new().sources(of_ours.iter().copied()).run(&ours)),
                    ),
                ]
            }
        };
        #[cfg(feature = "peers")]
        rows.extend(petgraph::rows(self));
        Ok(rows)
    }
}

fn sum_of_levels(found: &Searched) -> f64 {
    let reached = found.level.iter().filter(|&&level| level != NO_VERTEX);
    reached.map(|&level| f64::from(level)).sum()
}

fn sum_of_distances(distances: &[f64]) -> f64 {
    distances.iter().filter(|distance| distance.is_finite()).sum()
}

/// A width that suits roads and graphs of many edges alike, for the twin: the mean length, or twice what is left of it for each edge of a
/// vertex.
fn width_of_buckets(graph: &WeightedGraph<f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0_f64);
    graph.rows().for_each(|_, length| {
        sum += length;
        count += 1.0
    });
    let mean = if count > 0.0 { sum / count } else { 0.0 };
    let width = mean * (2.0 * graph.vertices() as f64 / count.max(1.0)).min(1.0);
    // Where all lengths are 0, any bucket holds all vertices.
    if width > 0.0 { width } else { 1.0 }
}

fn sum_of(numbers: &[u32]) -> f64 {
    numbers.iter().map(|&number| f64::from(number)).sum()
}

/// How many vertices have their own number as a label.
fn lowest_vertices(labels: &[u32]) -> f64 {
    labels
        .iter()
        .zip(0..)
        .filter(|&(&label, vertex)| label == vertex)
        .count() as f64
}

/// Ranks times vertices, from 1.
fn weighed(ranks: &[f64]) -> f64 {
    ranks
        .iter()
        .zip(1..)
        .map(|(rank, vertex)| rank * f64::from(vertex))
        .sum()
}
