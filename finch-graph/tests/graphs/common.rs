//! Graphs to test on, and what is known of those in files.

use finch_graph::generate;
use finch_graph::prelude::*;
use quickcheck::{Arbitrary, Gen};
use std::path::PathBuf;
use std::sync::Mutex;

/// A small graph, with few or many edges.
#[derive(Clone, Debug)]
pub(crate) struct Small {
    pub(crate) vertices: usize,
    pub(crate) edges: Vec<([usize; 2], i64)>,
    pub(crate) direction: Direction,
}

impl Arbitrary for Small {
    fn arbitrary(g: &mut Gen) -> Self {
        let vertices = 1 + usize::arbitrary(g) % 40;
        let count = usize::arbitrary(g) % (4 * vertices);
        let mut end = || usize::arbitrary(g) % vertices;
        let ends: Vec<[usize; 2]> = (0..count).map(|_| [end(), end()]).collect();
        let edges = ends.into_iter().map(|edge| (edge, i64::arbitrary(g).rem_euclid(20)));
        let edges = edges.collect();
        let direction = *g.choose(&[Direction::Directed, Direction::Undirected]).expect("one");
        Small {
            vertices,
            edges,
            direction,
        }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let Small {
            vertices, direction, ..
        } = *self;
        Box::new(self.edges.shrink().filter_map(move |edges| {
            let within = edges.iter().all(|([j, i], _)| *j.max(i) < vertices);
            within.then_some(Small {
                vertices,
                edges,
                direction,
            })
        }))
    }
}

impl Small {
    pub(crate) fn graph(&self) -> Graph {
        Graph::from_edges(self.vertices, self.edges.iter().map(|&(edge, _)| edge), self.direction).expect("a graph")
    }

    pub(crate) fn weighted(&self) -> WeightedGraph<i64> {
        WeightedGraph::from_edges(self.vertices, self.edges.iter().copied(), self.direction).expect("a graph")
    }
}

/// The edges of each vertex.
pub(crate) fn neighbours(graph: &Graph) -> Vec<Vec<usize>> {
    let targets = |vertex| graph.targets(vertex).iter().map(|&target| target as usize).collect();
    (0..graph.vertices()).map(targets).collect()
}

/// The edges of a graph by source.
pub(crate) fn edges(graph: &Graph) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    graph.rows().for_each(|edge, _| edges.push([edge[0], edge[1]]));
    edges
}

/// The lengths of a graph by source.
pub(crate) fn lengths<T: Weight>(graph: &WeightedGraph<T>) -> Vec<([usize; 2], T)> {
    let mut edges = Vec::new();
    graph
        .rows()
        .for_each(|edge, length| edges.push(([edge[0], edge[1]], length)));
    edges
}

/// Some vertices, and edges between these.
pub(crate) fn within(vertices: u8, edges: Vec<(u8, u8)>) -> (usize, Vec<[usize; 2]>) {
    let vertices = usize::from(vertices % 30) + 1;
    let edges = edges
        .iter()
        .map(|&(j, i)| [usize::from(j) % vertices, usize::from(i) % vertices]);
    (vertices, edges.collect())
}

/// Whether `FINCH_LARGE_GRAPHS` is set: unoptimised programs over large graphs, and many, take minutes.
fn takes_large_graphs() -> bool {
    std::env::var_os("FINCH_LARGE_GRAPHS").is_some()
}

/// `all` where large graphs are searched, and `few` elsewhere.
pub(crate) fn depth<T>(all: T, few: T) -> T {
    if takes_large_graphs() { all } else { few }
}

/// Properties of random arguments, fewer of them where large graphs are not searched.
macro_rules! properties {
    ($($(#[$about:meta])* fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> bool $body:block)*) => { $(
        $(#[$about])*
        #[test]
        fn $name() {
            fn property($($argument: $kind),*) -> bool $body
            quickcheck::QuickCheck::new()
                .tests($crate::common::depth(100, 10))
                .quickcheck(property as fn($($kind),*) -> bool)
        }
    )* };
}

/// Graphs that are large enough for every direction of a search.
pub(crate) fn generated() -> Vec<(String, Graph)> {
    let mut graphs = Vec::new();
    for (scale, degree) in [(depth(9, 7), 16), (depth(10, 8), 3), (depth(11, 9), 1)] {
        let name = |kind: &str| format!("{kind}, degree {degree}");
        graphs.push((
            name("kronecker"),
            generate::kronecker(scale, degree, 7).expect("a graph"),
        ));
        graphs.push((name("uniform"), generate::uniform(scale, degree, 7).expect("a graph")));
    }
    let side = depth(40, 16);
    let right = (0..side * side)
        .filter(|at| at % side + 1 < side)
        .map(|at| [at, at + 1]);
    let down = (0..side * (side - 1)).map(|at| [at, at + side]);
    let grid = Graph::from_edges(side * side, right.chain(down), Direction::Undirected).expect("a graph");
    graphs.push(("grid".into(), grid));
    let count = depth(500, 100);
    let path = (1..count).map(|at| [at - 1, at]);
    let path = Graph::from_edges(count, path, Direction::Directed).expect("a graph");
    graphs.push(("path".into(), path));
    let star = (1..count).map(|at| [count / 2, at - 1]);
    let star = Graph::from_edges(count, star, Direction::Undirected).expect("a graph");
    graphs.push(("star".into(), star));
    graphs
}

/// What is known of a graph in a file.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) file: PathBuf,
    pub(crate) vertices: usize,
    pub(crate) edges: usize,
    pub(crate) triangles: usize,
    pub(crate) components: usize,
    pub(crate) source: usize,
    pub(crate) reached: usize,
    pub(crate) sum_of_levels: usize,
    pub(crate) depth: usize,
    pub(crate) sum_of_distances: Option<f64>,
}

/// All graphs in the folder that `FINCH_DATA` names: none without it.
pub(crate) fn facts() -> Vec<Facts> {
    let Some(folder) = std::env::var_os("FINCH_DATA").map(PathBuf::from) else {
        return Vec::new();
    };
    let text = std::fs::read_to_string(folder.join("facts_graphs.csv")).expect("facts_graphs.csv");
    let facts: Vec<Facts> = text
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let number = |cell: usize| cells[cell].parse().unwrap_or_else(|_| panic!("cell {cell} of {line}"));
            Facts {
                file: folder.join("graphs").join(cells[0]),
                vertices: number(1),
                edges: number(2),
                triangles: number(3),
                components: number(4),
                source: number(5),
                reached: number(6),
                sum_of_levels: number(7),
                depth: number(8),
                sum_of_distances: cells[9].parse().ok(),
            }
        })
        .collect();
    assert!(facts.len() > 40);
    facts
}

/// Calls `check` with each graph in the folder, on as many threads as there are processors; unless large graphs are searched, with those of
/// at most `most` edges.
pub(crate) fn for_each_file(most: usize, check: impl Fn(Facts) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut facts = facts();
    if !takes_large_graphs() && !facts.is_empty() {
        facts.retain(|facts| facts.edges <= most);
        assert!(facts.len() >= 20)
    }
    let left = Mutex::new(facts);
    let next = || left.lock().ok().and_then(|mut left| left.pop());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(facts) = next() {
                    check(facts)
                }
            });
        }
    })
}
